// Backward Euler, linearized once [Baraff & Witkin 1998], or solved by Newton's method.
#include "springs/contacts.h"

namespace holonom {

namespace {

double lengthOf(const std::vector<Vec3d>& all) {
  double sum = 0;
  for (const Vec3d& v : all) sum += lengthSquared(v);
  return std::sqrt(sum);
}

/// The step's equations M (v − v₀) = h f(x₀ + h v, v) at the velocities so far: what remains on the
/// right of the next linear system.
void assembleRemainder(SpringNetwork& n, const SpringNetworkDef& settings, Vec3d gravity,
                       double h) {
  assemble(n, settings, gravity, h, ImplicitStep::Newton);
  for (int i = 0; i < n.size(); ++i)
    if (n.inverseMasses[i] > 0)
      n.force[i] += n.masses[i] * (n.velocitiesBefore[i] - n.velocities[i]);
  for (const Weld& w : n.welds)
    if (n.inverseMasses[w.node] > 0)
      n.force[w.node] += w.mass * (n.velocitiesBefore[w.node] - n.velocities[w.node]);
}

}  // namespace

void stepBackwardEuler(SpringNetwork& n, const SpringNetworkDef& settings, Vec3d gravity,
                       double h) {
  n.elastic = assemble(n, settings, gravity, h, ImplicitStep::Linear);
  const double scale = settings.newtonIterations > 1 ? lengthOf(n.force) : 0;
  const auto solve = [&] {
    solveTouching(n, [&](bool rough) { return solveSystem(n, settings, rough); });
  };
  solve();
  if (settings.newtonIterations > 1) {
    n.velocitiesBefore = n.velocities;
    for (int k = 1;; ++k) {
      for (int i = 0; i < n.size(); ++i) {
        n.velocities[i] += n.deltaVelocity[i];
        if (n.inverseMasses[i] > 0) n.positions[i] = n.previous[i] + h * n.velocities[i];
      }
      assembleRemainder(n, settings, gravity, h);
      for (const NodeContact& c : n.contacts) n.force[c.node] += c.impulse;
      n.residual = scale > 0 ? lengthOf(n.force) / scale : 0;
      for (const NodeContact& c : n.contacts) n.force[c.node] -= c.impulse;
      if (k == settings.newtonIterations || n.residual <= settings.tolerance) break;
      const double residual = n.residual;
      n.deltaVelocity.assign(n.positions.size(), {});
      solve();
      n.residual = residual;
    }
    for (int i = 0; i < n.size(); ++i) n.deltaVelocity[i] = n.velocities[i] - n.velocitiesBefore[i];
    n.velocities = n.velocitiesBefore;
    n.positions = n.previous;
  }
  finishImplicit(n, h);
}

}  // namespace holonom
