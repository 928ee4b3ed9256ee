#pragma once
// XPBD of constraints of particles with orientations, one by one, after the sweep of every particle
// solver. [Kugelstadt and Schömer 2016, "Position and Orientation Based Cosserat Rods"]
#include "constraints/oriented_constraint.h"
#include "particles/orientations.h"

namespace holonom {

/// As `projectBatch`; of the object whose particles begin at `first`.
template <class C>
void projectOriented(OrientedBatch<C>& batch, Particles& p, int first, float h, bool firstSweep) {
  const float softness = batch.compliance / (h * h);
  for (auto& entry : batch.entries) {
    if (firstSweep) entry.lambda = {};
    OrientedPoint points[C::particleCount];
    for (int k = 0; k < C::particleCount; ++k) {
      const int i = first + entry.particles[k];
      const Quad &x = p.positions[i], &q = p.rotations[i];
      points[k] = {x.xyz(), x.w, {q.x, q.y, q.z, q.w}, p.spins[i].w, {}, {}};
    }
    C::project(points, entry.rest.data(), softness, entry.lambda.data());
    for (int k = 0; k < C::particleCount; ++k) {
      const int i = first + entry.particles[k];
      p.positions[i].setXyz(points[k].position + points[k].move);
      turn(p.rotations[i], points[k].turn);
      p.turns[i].setXyz(p.turns[i].xyz() + points[k].turn);
    }
  }
}

}  // namespace holonom
