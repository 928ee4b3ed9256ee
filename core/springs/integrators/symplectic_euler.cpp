// Symplectic Euler: v first, then x (what the literature on cloth often calls Euler).
#include "springs/network.h"

namespace holonom {

void stepSymplecticEuler(SpringNetwork& n, const SpringNetworkDef&, Vec3d gravity, double h) {
  computeForces(n, gravity);
  n.iterations = 0;
  n.residual = 0;
  n.deltaVelocity.resize(n.positions.size());
  for (int i = 0; i < n.size(); ++i) n.deltaVelocity[i] = (h * n.inverseMasses[i]) * n.force[i];
  for (Weld& w : n.welds) {
    const Sym3d inverseMass = inverse(w.mass + diagonal(n.masses[w.node]));
    const bool pinned = n.inverseMasses[w.node] == 0;
    n.deltaVelocity[w.node] = pinned ? Vec3d{} : inverseMass * (h * n.force[w.node]);
    w.impulse = w.mass * (n.deltaVelocity[w.node] - h * w.gravity);
  }
  for (int i = 0; i < n.size(); ++i)
    if (n.inverseMasses[i] > 0) n.velocities[i] += n.deltaVelocity[i];
  // Anchors may be far stiffer than the network: each is taken implicitly at its node.
  for (Anchor& a : n.anchors) {
    const double w = n.inverseMasses[a.node];
    const Vec3d v = n.velocities[a.node];
    const Vec3d pull = a.stiffness * (a.target - n.positions[a.node]) -
                       (a.damping + h * a.stiffness) * v;
    a.impulse = (h / (1 + h * w * (a.damping + h * a.stiffness))) * pull;
    n.velocities[a.node] += w * a.impulse;
  }
  for (int i = 0; i < n.size(); ++i)
    if (n.inverseMasses[i] > 0) n.positions[i] += h * n.velocities[i];
}

}  // namespace holonom
