// What contact blocks with locked axes do otherwise than others.
#include "solvers/contact_lanes.h"

namespace holonom::contact_lanes {

namespace {

Vec3x4 freeLinear(const Bodies& bodies, const int32_t* index, const Vec3x4& v) {
  Vec3x4 out = v;
  float* const lanes = reinterpret_cast<float*>(&out);
  for (int k = 0; k < 4; ++k)
    for (int axis = 0; axis < 3 && index[k] != bodies.nobody(); ++axis)
      if (bodies.masses[index[k]].locks >> axis & 1) lanes[4 * axis + k] = 0;
  return out;
}

Vec3 laneOf(const Vec3x4& v, int k) {
  const float* const lanes = reinterpret_cast<const float*>(&v);
  return {lanes[k], lanes[4 + k], lanes[8 + k]};
}

}  // namespace

void keepLocks(const Bodies& bodies, const ContactBlock& c, Sides& v) {
  v.a.linear = freeLinear(bodies, c.a, v.a.linear);
  v.b.linear = freeLinear(bodies, c.b, v.b.linear);
}

f32x4 freeInverseMass(const Bodies& bodies, const ContactBlock& c, const Sides& v, const Vec3x4& u,
                      const Vec3x4& w) {
  return v.a.inverseMass * dot(freeLinear(bodies, c.a, u), w) +
         v.b.inverseMass * dot(freeLinear(bodies, c.b, u), w);
}

void dropHeldPoints(const Bodies& bodies, const ContactBlock& c, ContactBlockPoint* points) {
  for (int i = 0; i < c.pointCount; ++i) {
    ContactBlockPoint& p = points[i];
    const Vec3x4 armB = p.arm + c.lever;
    for (int k = 0; k < 4; ++k)
      if ((c.locked >> k & 1) &&
          bodies.isHeld(c.a[k], c.b[k], laneOf(p.arm, k), laneOf(armB, k), laneOf(c.normal, k)))
        reinterpret_cast<float*>(&p.normalMass)[k] = 0;
  }
}

}  // namespace holonom::contact_lanes
