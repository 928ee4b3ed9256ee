// Implicit-explicit midpoint: the linear part κ (x_j − x_i) of the springs and their dampers by the
// midpoint rule, the rest of the force where half a drift leads. Of second order, symplectic
// without damping, and of constant matrix. Large steps are stable only near rest: what is not
// linear in the springs is explicit. [Stern & Grinspun 2009]
#include "springs/contacts.h"

namespace holonom {

void stepImex(SpringNetwork& n, const SpringNetworkDef& settings, Vec3d gravity, double h) {
  for (int i = 0; i < n.size(); ++i)
    if (n.inverseMasses[i] > 0) n.positions[i] += (h / 2) * n.velocities[i];
  n.elastic = assemble(n, settings, gravity, h, ImplicitStep::Imex);
  solveTouching(n, [&](bool rough) { return solveSystem(n, settings, rough); });
  for (int i = 0; i < n.size(); ++i)  // so that a whole drift from here is half a drift from there
    if (n.inverseMasses[i] > 0) n.positions[i] -= (h / 2) * (n.velocities[i] + n.deltaVelocity[i]);
  for (const NodeContact& c : n.contacts)  // these met at the beginning: no drift before it
    if (c.impulse != Vec3d{})
      n.positions[c.node] += (h / 2 * dot(c.normal, n.deltaVelocity[c.node])) * c.normal;
  finishImplicit(n, h);
}

}  // namespace holonom
