// Velocity Verlet: half a kick, a drift, half a kick; symplectic without damping. [Swope et al.
// 1982] Dampers see the velocity that the first force alone would lead to, which keeps the second
// order. [Groot & Warren 1997, λ = 1]
#include "springs/explicit_step.h"

namespace holonom {

void stepVerlet(SpringNetwork& n, const SpringNetworkDef&, Vec3d gravity, double h) {
  n.elastic = computeForces(n, gravity);
  findPulls(n, h);
  addPulls(n, h);
  for (Vec3d& f : n.force) f = (h / 2) * f;
  divideByMass(n, n.force);
  std::vector<Vec3d>&firstKick = n.r, &before = n.z;
  firstKick = n.deltaVelocity;
  before = n.velocities;
  for (int i = 0; i < n.size(); ++i) n.velocities[i] += firstKick[i];
  advancePositions(n, h);
  for (int i = 0; i < n.size(); ++i) n.velocities[i] += firstKick[i];
  computeForces(n, gravity);
  addPulls(n, h);
  for (Vec3d& f : n.force) f = (h / 2) * f;
  divideByMass(n, n.force);
  for (int i = 0; i < n.size(); ++i) n.deltaVelocity[i] += firstKick[i];
  // Both kicks are taken over together, so that welds see the whole impulse.
  n.velocities = before;
  applyDeltaVelocity(n, h);
}

}  // namespace holonom
