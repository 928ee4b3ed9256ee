// What acts on a spring network from outside, beside gravity.
#include "world/air.h"
#include "world/world.h"

namespace holonom {

void computeOuterForces(SpringObject& object, const Wind& wind, float dt) {
  const SpringNetworkDef& def = object.def;
  SpringNetwork& n = object.network;
  const bool inAir = def.drag > 0 || def.lift > 0;
  n.outerForces.clear();
  if (object.stopped || (def.forces.empty() && !inAir)) return;
  n.outerForces.resize(n.positions.size());
  for (size_t i = 0; i < def.forces.size(); i += 3)
    n.outerForces[i / 3] = {def.forces[i], def.forces[i + 1], def.forces[i + 2]};
  for (size_t t = 0; t < object.indices.size() && inAir; t += 3) {
    const uint32_t* const i = &object.indices[t];
    const Vec3 x[3] = {toFloat(n.positions[i[0]]), toFloat(n.positions[i[1]]),
                       toFloat(n.positions[i[2]])};
    const Vec3d velocity =
        (1.0 / 3) * (n.velocities[i[0]] + n.velocities[i[1]] + n.velocities[i[2]]);
    const double w = max(n.inverseMasses[i[0]], max(n.inverseMasses[i[1]], n.inverseMasses[i[2]]));
    const float mobility = float(object.mostTriangles * w);
    const Vec3d share =
        toDouble(airOnCorner(x, toFloat(velocity), mobility, def.drag, def.lift, wind, dt));
    for (int k = 0; k < 3; ++k) n.outerForces[i[k]] += share;
  }
}

}  // namespace holonom
