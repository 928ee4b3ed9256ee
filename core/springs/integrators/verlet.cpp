// Velocity Verlet: half a kick, a drift, half a kick; of second order and symplectic without
// damping. [Swope et al. 1982]
#include "springs/explicit_step.h"

namespace holonom {

void stepVerlet(SpringNetwork& n, const SpringNetworkDef&, Vec3d gravity, double h) {
  computeForces(n, gravity);
  for (Vec3d& f : n.force) f = (h / 2) * f;
  divideByMass(n, n.force);
  std::vector<Vec3d>& firstKick = n.r;
  firstKick = n.deltaVelocity;
  for (int i = 0; i < n.size(); ++i) n.velocities[i] += firstKick[i];
  advancePositions(n, h);
  computeForces(n, gravity);
  for (int i = 0; i < n.size(); ++i) {
    n.force[i] = (h / 2) * n.force[i];
    // Both kicks are taken over together, so that welds and anchors see the whole impulse.
    n.velocities[i] -= firstKick[i];
  }
  divideByMass(n, n.force);
  for (int i = 0; i < n.size(); ++i) n.deltaVelocity[i] += firstKick[i];
  applyDeltaVelocity(n, h);
}

}  // namespace holonom
