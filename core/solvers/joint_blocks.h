#pragma once
// The equations of each joint solved together, joint after joint: block Gauss-Seidel. Row by row,
// those of a joint far from the center of a thin body undo each other's work, and bias adds more
// energy than the sweeps take.
#include <span>
#include <vector>

#include "solvers/row_solver.h"

namespace holonom {

class JointBlocks {
 public:
  /// One for each joint; like all else here, allocates only to grow.
  void resize(size_t joints) { blocks_.resize(joints); }
  /// Factors J M⁻¹ Jᵀ + Γ of a joint's equations, at most 6.
  void factor(size_t joint, std::span<const SolverRow> equations, const Bodies& bodies);
  /// Makes the velocities of its two bodies meet them, at the rows factored last.
  void solve(size_t joint, std::span<SolverRow> equations, Bodies& bodies, bool useBias) const;

  /// The impulses that change the speeds along the rows factored last by `x`, in place.
  void solveFor(size_t joint, int count, double* x) const;

 private:
  struct Block {
    double factor[36];
    double gammas[6];
  };
  std::vector<Block> blocks_;
};

}  // namespace holonom
