#pragma once
// The problem of `MlcpSolver` for large islands, by the velocities of the bodies: the augmented
// Lagrangian method, each of whose problems is solved by a semismooth Newton method. Its matrix is
// sparse and regular where A is dense and singular. [Rockafellar 1976, "Augmented Lagrangians and
// Applications of the Proximal Point Algorithm"; Alart and Curnier 1991, "A mixed formulation for
// frictional contact problems prone to Newton like solution methods"]
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/mlcp.h"
#include "solvers/newton/block_lu.h"

namespace holonom {

/// Rows by the bodies they act on: A = J Jᵀ + Γ. The rows of a
/// friction entry act on the same bodies in the same order.
struct MlcpBodies {
  int count = 0;
  std::span<const int32_t> firsts;    ///< of each row: its first end; one more at the end
  std::span<const int32_t> ends;      ///< body of each; −1: one that does not move
  std::span<const double> jacobians;  ///< 6 numbers an end, times a root of the inverse mass
  std::span<const double> soft;       ///< the diagonal of Γ
};

/// Keeps its workspace: a problem no larger than an earlier one allocates nothing.
class MlcpNewton {
 public:
  /// From the impulses `start` on; `problem.a` is not read. False if the iterations run out, or
  /// what is near is near enough: λ is the best that was found then. Empty if the bodies are too
  /// many.
  bool solve(const MlcpProblem& problem, const MlcpBodies& bodies, std::span<const double> start);
  std::span<const double> lambda() const { return lambda_; }
  int iterations() const { return iterations_; }
  const MlcpResult& result() const { return result_; }
  /// Whether the best λ leaves at most a share of the largest velocity to be changed.
  bool isNear(double share) const;

 private:
  template <class F>
  void forEachEnd(size_t row, F f) const;
  double complianceOf(size_t row) const {
    return compliance_ * diagonal_[row] + bodies_->soft[row];
  }
  void prepare();
  bool run(std::span<const double> start, double first, double factor, int most);
  double minimize(int most);
  double evaluate();
  double moveTo(double t);
  double slope() const;
  void assemble();
  void scaleFriction(std::vector<double>& to) const;
  void measure();

  const MlcpProblem* problem_ = nullptr;
  const MlcpBodies* bodies_ = nullptr;
  MlcpResult result_, best_;
  BlockLu lu_;
  int iterations_ = 0;
  double compliance_ = 0;  // of the proximal term, relative to the diagonal of A
  bool frozen_ = false;    // whether friction keeps its bounds
  std::vector<double> diagonal_, lower_, upper_;
  std::vector<double> y_;  // change of the bodies' velocities, times a root of the mass
  std::vector<double> error_, step_, start_;
  std::vector<double> lambda_, center_, z_;  // z: λ before the projection
  std::vector<double> bestLambda_;
  std::vector<double> bounds_;  // of friction
  std::vector<double> wanted_, moved_, sizes_;
  std::vector<double> weighted_;
};

}  // namespace holonom
