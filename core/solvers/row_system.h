#pragma once
// The rows of one island as a linear system in double: w = A λ + q with A = J M⁻¹ Jᵀ + Γ, by the
// bodies or as a dense matrix.
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/newton/mlcp_newton.h"
#include "solvers/precise_body.h"
#include "solvers/row_solver.h"

namespace holonom {

/// λ are the rows' total impulses, so what is applied already is part of q.
class RowSystem {
 public:
  /// At the present poses, velocities and impulses over a substep h [s]. Allocates only while
  /// capacities grow.
  void build(const Bodies& bodies, std::span<const SolverRow> rows, float h, float maxPush,
             bool useBias);
  /// Fills `a`, of the rows as built last.
  void buildMatrix();
  /// Makes λ the impulses of the rows, and moves the velocities accordingly.
  void apply(std::span<const double> lambda, Bodies& bodies, std::span<SolverRow> rows);

  /// The same rows by bodies, as built last.
  MlcpBodies byBodies();

  std::vector<double> a;             ///< n × n by rows; only after `buildMatrix`
  std::vector<double> diagonal;      ///< of A
  std::vector<double> q;             ///< J v + b − J M⁻¹ Jᵀ λ₀ [m/s or rad/s]
  std::vector<double> lower, upper;  ///< of λ [N s or N m s]; infinite where unbounded

 private:
  void weigh(size_t i);
  double product(size_t i, size_t k) const;  // in J M⁻¹ Jᵀ, of a weighed row and another

  std::vector<PreciseBody> bodies_;  // those the rows name
  std::vector<int32_t> slots_;       // of each body of the world; −1: not here
  std::vector<int32_t> firsts_;      // of each row: its first end; one more at the end
  std::vector<int32_t> ends_;        // of bodies_, two a row or more
  std::vector<double> jacobians_;    // J, 6 numbers an end
  std::vector<double> weighted_;     // of one row: the same times M⁻¹
  std::vector<double> rooted_;       // the same times a root of M⁻¹
  std::vector<double> soft_;         // of each row: what compliance adds to the diagonal
  std::vector<int32_t> movable_;     // of the ends: their bodies; −1: it does not move
};

}  // namespace holonom
