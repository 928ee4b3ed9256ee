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
    Vec3x4 x[3];
    Vec3d sum;
    double w = 0;
    for (int k = 0; k < 3; ++k) {
      x[k] = broadcast<f32x4>(toFloat(n.positions[i[k]]));
      sum += n.velocities[i[k]];
      w = max(w, n.inverseMasses[i[k]]);
    }
    const Vec3x4 velocity = broadcast<f32x4>(toFloat((1.0 / 3) * sum));
    const f32x4 mobility = splat(float(object.mostTriangles * w));
    const Vec3d share =
        toDouble(lane(airOnCorners(x, velocity, mobility, def.drag, def.lift, wind, dt), 0));
    for (int k = 0; k < 3; ++k) n.outerForces[i[k]] += share;
  }
}

}  // namespace holonom
