#include "springs/network.h"

namespace holonom {

void outerImpulses(const SpringNetwork& n, Vec3d gravity, double h, std::vector<Vec3d>& out) {
  for (size_t i = 0; i < n.masses.size(); ++i) out[i] = (h * n.masses[i]) * gravity;
  for (size_t i = 0; i < n.outerForces.size(); ++i) out[i] += h * n.outerForces[i];
}

double computeForces(SpringNetwork& n, Vec3d gravity) {
  makeRoom(n);
  outerImpulses(n, gravity, 1, n.force);
  double twice = 0;
  for (const Spring& s : n.springs) {
    const Vec3d d = n.positions[s.b] - n.positions[s.a];
    const double l = length(d);
    // Ends in one place have no direction: the damper still acts.
    const Vec3d u = l > 0 ? (1 / l) * d : Vec3d{};
    const double extension = l - s.restLength;
    const Vec3d f =
        springForce(s, n.axialDamping, u, extension, n.velocities[s.b] - n.velocities[s.a]);
    twice += s.stiffness * extension * extension;
    n.force[s.a] += f;
    n.force[s.b] -= f;
  }
  if (n.pointDamping > 0)
    for (int i = 0; i < n.size(); ++i) n.force[i] -= n.pointDamping * n.velocities[i];
  // Its weight belongs to the balance here; what it gets by itself is taken off the impulse.
  for (const Weld& w : n.welds) n.force[w.node] += w.mass * w.gravity;
  return 0.5 * twice;
}

void stepNetwork(SpringNetwork& network, const SpringNetworkDef& settings, Vec3d gravity,
                 double h) {
  network.previous = network.positions;
  if (network.explained < 0) network.kinetic = kineticEnergy(network);
  network.iterations = 0;
  network.residual = SpringNetwork::kUnmeasured;
  const bool printed = settings.asPrinted && settings.integrator >= IntegratorType::BackwardEuler &&
                       settings.integrator <= IntegratorType::Hybrid;
  (printed ? stepAsPrinted : kIntegrators[static_cast<int>(settings.integrator)])(network, settings,
                                                                                  gravity, h);
  takeAccount(network, gravity, h);
}

}  // namespace holonom
