#pragma once
// Mixed linear complementarity with bounds, exact: w = A λ + q, lower ≤ λ ≤ upper, and of every row
// w ≥ 0 at lower, w ≤ 0 at upper, w = 0 between [Baraff 1994, "Fast Contact Force Computation for
// Nonpenetrating Rigid Bodies"; Cottle, Pang and Stone 1992]. Dense, in double.
#include <cstdint>
#include <span>
#include <vector>

#include "math/simd.h"

namespace holonom {

/// Friction rows of a contact: their bounds are ±μ λ of the normal row, or of several in the sum.
struct MlcpFriction {
  int row;
  int second;  ///< the other tangent row: |λ| ≤ μ λₙ of both as a vector; −1: of `row` alone
  int normal;  ///< −1: `mu` is the bound itself
  double mu;
  int count = 1;   ///< of normal rows
  int stride = 0;  ///< from one normal row to the next

  /// At these impulses; of solver rows or numbers [N s].
  template <class Impulses>
  double bound(const Impulses& impulseOf) const {
    if (normal < 0) return mu;
    double sum = 0;
    for (int k = 0; k < count; ++k) sum += max(double(impulseOf(normal + k * stride)), 0.0);
    return mu * sum;
  }
};

/// Where a solution is close enough.
struct MlcpTolerance {
  double friction = 1e-9;   ///< change of the friction bounds, of the largest
  double residual = 1e-10;  ///< of Newton's method, of the largest |q| + |A| |λ|
  double slowResidual = 0;  ///< the same where few iterations do not reach that
  double near = 0;  ///< of the largest |q|: what is taken where they do not reach that either
};

struct MlcpProblem {
  std::span<const double> a;             ///< n × n by rows; symmetric, positive semidefinite
  std::span<const double> q;             ///< n
  std::span<const double> lower, upper;  ///< n; may be infinite; friction rows' are not read
  std::span<const MlcpFriction> friction = {};
  MlcpTolerance tolerance = {};
  int frictionUpdates = 200;  ///< at most
};

/// Of a solved problem at most, as a share of the largest |q| + |A| |λ|.
inline constexpr double kSolvedResidual = 1e-8;

struct MlcpResult {
  bool solved = false;  ///< no contradiction, residual within `kSolvedResidual`
  int pivots = 0;
  int updates = 0;      ///< of the friction bounds
  double residual = 0;  ///< largest |λ − clamp(λ − w / a)| a of a row, friction as its model
  double boundViolation = 0;  ///< largest λ outside its bounds
  double scale = 0;           ///< the largest |q| + |A| |λ|
  bool contradicting = false;
};

/// Keeps its workspace: a problem no larger than an earlier one allocates nothing.
///
/// Rows are driven to their conditions one by one, equations first, while all earlier rows keep
/// theirs. Dependent rows share one solution of many; rows that contradict each other are left with
/// a w of the wrong sign and `solved` false, all others being met. Friction is a fixed point of the
/// bounds, sought with a tolerance of 1e-9 of the largest bound. Where pivots (20 n + 100 of a
/// pass) or updates (200) run out, 200 sweeps of projected Gauss-Seidel follow, with `solved`
/// false.
class MlcpSolver {
 public:
  MlcpResult solve(const MlcpProblem& problem);
  std::span<const double> lambda() const { return lambda_; }
  std::span<const double> w() const { return w_; }

 private:
  enum class State : uint8_t { Waiting, Lower, Upper, Free, Dependent, Contradicting, Candidate };
  struct Step;

  void setBounds(const MlcpProblem& problem);
  void prepare(const MlcpProblem& problem);
  void gatherColumn(int k);
  void pivot(int k, bool enter);
  bool isIndependent(int i) const;
  void enter(int row);
  void release(int row, State state);
  void computeW();
  bool shiftFree();
  void rebuild();
  bool isMet(int i) const;
  bool expelViolators();
  bool settle();
  Step findStep(int d, double direction) const;
  void drive(int d);
  double updateFriction(double share);
  double frictionRate(const MlcpFriction& f) const;
  void sweepProjected();
  void measure(MlcpResult& result);

  const MlcpProblem* problem_ = nullptr;
  int n_ = 0;
  int pivots_ = 0;
  double tolerance_ = 0;       // of w
  std::vector<double> table_;  // A with the free rows swept, upper triangle
  std::vector<double> lambda_, w_, lower_, upper_;
  std::vector<double> column_;  // of the table
  std::vector<State> states_;
  std::vector<int32_t> order_;  // equations first
};

}  // namespace holonom
