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
  for (size_t t = 0; t < object.indices.size() && inAir; t += 12) {
    const uint32_t* const i = &object.indices[t];
    const int triangles = int(std::min<size_t>(4, (object.indices.size() - t) / 3));
    Vec3x4 x[3]{}, velocity{};
    f32x4 mobility{};
    for (int k = 0; k < triangles; ++k) {
      Vec3d sum;
      double w = 0;
      for (int c = 0; c < 3; ++c) {
        const uint32_t p = i[3 * k + c];
        setLane(x[c], k, toFloat(n.positions[p]));
        sum += n.velocities[p];
        w = max(w, n.inverseMasses[p]);
      }
      setLane(velocity, k, toFloat((1.0 / 3) * sum));
      mobility[k] = float(object.mostTriangles * w);
    }
    const Vec3x4 shares = airOnCorners(x, velocity, mobility, def.drag, def.lift, wind, dt);
    for (int k = 0; k < 3 * triangles; ++k) n.outerForces[i[k]] += toDouble(lane(shares, k / 3));
  }
}

}  // namespace holonom
