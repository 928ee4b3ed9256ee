// Explicit Euler: x and v both from the state before the step; the least stable of all.
#include "springs/explicit_step.h"

namespace holonom {

void stepExplicitEuler(SpringNetwork& n, const SpringNetworkDef&, Vec3d gravity, double h) {
  n.elastic = computeForces(n, gravity);
  for (Vec3d& f : n.force) f = h * f;
  divideByMass(n, n.force);
  advancePositions(n, h);
  applyDeltaVelocity(n, h);
  pullAtAnchors(n, h);
}

}  // namespace holonom
