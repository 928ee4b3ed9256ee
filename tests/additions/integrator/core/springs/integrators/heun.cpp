// Heun's method: the mean of the slopes at both ends of an explicit Euler step; second order.
#include "springs/explicit_step.h"

namespace holonom {

void stepHeun(SpringNetwork& n, const SpringNetworkDef&, Vec3d gravity, double h) {
  const size_t size = n.positions.size();
  std::vector<Vec3d>&x0 = n.r, &v0 = n.z, &a0 = n.p;
  x0 = n.positions, v0 = n.velocities;
  n.elastic = computeForces(n, gravity);
  findPulls(n, h);
  addPulls(n, h);
  divideByMass(n, n.force);
  a0 = n.deltaVelocity;
  for (size_t i = 0; i < size; ++i) {
    if (n.inverseMasses[i] == 0) continue;
    n.positions[i] = x0[i] + h * v0[i];
    n.velocities[i] = v0[i] + h * a0[i];
  }
  computeForces(n, gravity);
  addPulls(n, h);
  divideByMass(n, n.force);
  for (size_t i = 0; i < size; ++i) {
    if (n.inverseMasses[i] > 0) n.positions[i] = x0[i] + (0.5 * h) * (v0[i] + n.velocities[i]);
    n.velocities[i] = v0[i];
    n.deltaVelocity[i] = (0.5 * h) * (a0[i] + n.deltaVelocity[i]);
  }
  applyDeltaVelocity(n, h);
}

}  // namespace holonom
