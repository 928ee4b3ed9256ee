#pragma once
// All constraints of a rod at once: exact for how they are linearized, in time that grows with
// their number. [Deul, Kugelstadt, Weiler and Bender 2018, "Direct Position-Based Solver for Stiff
// Rods"]
#include <vector>

#include "constraints/particle_batches.h"
#include "solvers/oriented_projection.h"

namespace holonom {

/// What a solve holds of each constraint, in the order of the rod's length: it shares particles
/// with the next two at most. A = L D Lᵀ in blocks of three rows.
struct RodBlock {
  OrientedProjection projection;
  Mat3d lower[2];  ///< of L: left of the diagonal by one block, and by two
  Sym3d inverse;   ///< of that of D
  Vec3d solution;
};

/// Kept from one step to the next for its memory.
struct RodSolve {
  std::vector<RodBlock> blocks;
  std::vector<Vec3d> moves, turns;  ///< of each particle by all constraints
};

/// Stretch and bending of a rod of `count` particles and its sink.
void solveRod(ParticleBatches& batches, RodSolve& solve, Particles& particles, int first, int count,
              float h, float damping, bool firstSweep);

}  // namespace holonom
