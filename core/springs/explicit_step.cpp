#include "springs/explicit_step.h"

namespace holonom {

void divideByMass(SpringNetwork& n, const std::vector<Vec3d>& impulse) {
  for (int i = 0; i < n.size(); ++i) n.deltaVelocity[i] = n.inverseMasses[i] * impulse[i];
  for (const Weld& w : n.welds)
    if (n.inverseMasses[w.node] > 0)
      n.deltaVelocity[w.node] = inverse(w.mass + diagonal(n.masses[w.node])) * impulse[w.node];
}

void applyDeltaVelocity(SpringNetwork& n, double h) {
  for (Weld& w : n.welds) w.impulse = w.mass * (n.deltaVelocity[w.node] - h * w.gravity);
  for (int i = 0; i < n.size(); ++i)
    if (n.inverseMasses[i] > 0) n.velocities[i] += n.deltaVelocity[i];
}

void pullAtAnchors(SpringNetwork& n, double h) {
  for (Anchor& a : n.anchors) {
    const double w = n.inverseMasses[a.node], c = a.damping + h * a.stiffness;
    const Vec3d pull = a.stiffness * (a.target - n.positions[a.node]) - c * n.velocities[a.node];
    a.impulse = (h / (1 + h * w * c)) * pull;
    n.velocities[a.node] += w * a.impulse;
  }
}

void findPulls(SpringNetwork& n, double h) {
  for (Anchor& a : n.anchors) {
    const double w = n.inverseMasses[a.node], k = a.stiffness, c = a.damping;
    // Where the forces would lead alone; the pull adds half of itself to the way.
    const Vec3d gain = (h * w) * n.force[a.node], v = n.velocities[a.node] + gain;
    const Vec3d x = n.positions[a.node] + h * (v - 0.5 * gain);
    // Half a step ahead of the end, so that a stiff one comes to rest within two steps.
    const Vec3d pull = k * (a.target - x - (h / 2) * (v - a.velocity)) - c * v;
    a.impulse = (h / (1 + h * w * (c + h * k))) * pull;
  }
}

void addPulls(SpringNetwork& n, double h) {
  for (const Anchor& a : n.anchors) n.force[a.node] += (1 / h) * a.impulse;
}

void advancePositions(SpringNetwork& n, double h) {
  for (int i = 0; i < n.size(); ++i)
    if (n.inverseMasses[i] > 0) n.positions[i] += h * n.velocities[i];
}

}  // namespace holonom
