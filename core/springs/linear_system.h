#pragma once
// The linearized implicit step (M − h² Jx − h Jv) Δv = h f + h² Jx v, never assembled: products run
// over the springs. Shared by the integrators that solve it, exactly or roughly.
#include "springs/network.h"

namespace holonom {

/// What a system is made for.
enum class ImplicitStep {
  Linear,  ///< backward Euler, linearized at the beginning of the step
  Newton,  ///< the same at a further iterate, whose positions are those of its velocities
  Imex     ///< the midpoint rule for κ (x_j − x_i) and dampers, the rest of the force explicit
};

/// In one pass over the springs at the present state: their matrices, the right-hand side into
/// `force`, and the diagonal's 3×3 blocks. Pinned nodes have zeros on the right and in the blocks.
/// Compression is clamped, if the settings say so, which keeps the system positive definite.
/// Returns the springs' energy [J]. [Choi & Ko 2002]
double assemble(SpringNetwork& network, const SpringNetworkDef& settings, Vec3d gravity, double h,
                ImplicitStep step);
/// Fills `inverseBlocks` with the inverses of the diagonal's blocks.
void invertDiagonal(SpringNetwork& network);
/// y = A x; x is zero at pinned nodes, y then too.
void multiply(const SpringNetwork& network, const std::vector<Vec3d>& x, std::vector<Vec3d>& y);
/// Solves for `deltaVelocity`, warm started from what it holds, by the settings' solver; counts
/// iterations and measures the residual. `rough`: pcg may stop early. Whether it did not.
bool solveSystem(SpringNetwork& network, const SpringNetworkDef& settings, bool rough);
/// Makes ready what the settings' solver needs; false if that is too large.
bool prepareSolver(SpringNetwork& network, LinearSolverType solver,
                   double mostProducts = Factor::kMostProducts);

/// Impulse of an anchor over h on its node; `advance` adds to its damping.
Vec3d pullOver(const SpringNetwork& network, const Anchor& anchor, double h, double advance);

/// Takes over a Δv that solves the system, or nearly: impulses of welds and anchors, v, then x.
void finishImplicit(SpringNetwork& network, double h);

}  // namespace holonom
