// The classical Runge-Kutta method of fourth order.
#include "springs/explicit_step.h"

namespace holonom {

void stepRk4(SpringNetwork& n, const SpringNetworkDef&, Vec3d gravity, double h) {
  const size_t size = n.positions.size();
  std::vector<Vec3d>&x0 = n.r, &v0 = n.z, &sumX = n.p, &sumV = n.ap;
  x0 = n.positions;
  v0 = n.velocities;
  sumX.assign(size, {});
  sumV.assign(size, {});
  static constexpr double kNext[] = {0.5, 0.5, 1, 0}, kWeight[] = {1, 2, 2, 1};
  for (int stage = 0; stage < 4; ++stage) {
    const double elastic = computeForces(n, gravity);
    if (stage == 0) {
      n.elastic = elastic;
      findPulls(n, h);
    }
    addPulls(n, h);
    divideByMass(n, n.force);
    for (size_t i = 0; i < size; ++i) {
      sumX[i] += (kWeight[stage] / 6) * n.velocities[i];
      sumV[i] += (kWeight[stage] / 6) * n.deltaVelocity[i];
      if (n.inverseMasses[i] == 0) continue;
      const Vec3d velocity = n.velocities[i];
      n.positions[i] = x0[i] + (kNext[stage] * h) * velocity;
      n.velocities[i] = v0[i] + (kNext[stage] * h) * n.deltaVelocity[i];
    }
  }
  for (size_t i = 0; i < size; ++i) {
    if (n.inverseMasses[i] > 0) n.positions[i] = x0[i] + h * sumX[i];
    n.velocities[i] = v0[i];
    n.deltaVelocity[i] = h * sumV[i];
  }
  applyDeltaVelocity(n, h);
}

}  // namespace holonom
