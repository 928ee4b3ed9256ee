// Symplectic Euler: v first, then x (what the literature on cloth often calls Euler).
#include "springs/explicit_step.h"

namespace holonom {

void stepSymplecticEuler(SpringNetwork& n, const SpringNetworkDef&, Vec3d gravity, double h) {
  n.elastic = computeForces(n, gravity);
  for (Vec3d& f : n.force) f = h * f;
  divideByMass(n, n.force);
  applyDeltaVelocity(n, h);
  pullAtAnchors(n, h);
  advancePositions(n, h);
}

}  // namespace holonom
