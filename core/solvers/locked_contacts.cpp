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

f32x4 freeInverse(const Bodies& bodies, const ContactBlock& c, const Sides& v, const Vec3x4& arm,
                  const Vec3x4& u, const Vec3x4& w) {
  const Vec3x4 armB = arm + c.lever;
  return freeInverseMass(bodies, c, v, u, w) +
         dot(cross(arm, u), v.a.inverseInertia * cross(arm, w)) +
         dot(cross(armB, u), v.b.inverseInertia * cross(armB, w));
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

void findLockedMasses(const Bodies& bodies, ContactBlock& c, ContactBlockPoint* points,
                      const Sides& v) {
  for (int i = 0; i < c.pointCount; ++i) {
    ContactBlockPoint& p = points[i];
    const Vec3x4 armB = p.arm + c.lever;
    p.normalMass = inverseOrZero(freeInverse(bodies, c, v, p.arm, c.normal, c.normal));
    // A point pushes nothing along a normal along which locked axes hold both bodies.
    for (int k = 0; k < 4; ++k)
      if (bodies.isHeld(c.a[k], c.b[k], laneOf(p.arm, k), laneOf(armB, k), laneOf(c.normal, k)))
        reinterpret_cast<float*>(&p.normalMass)[k] = 0;
  }
  const Vec3x4 tangents[] = {anyPerpendicular(c.normal),
                             cross(c.normal, anyPerpendicular(c.normal))};
  f32x4 k[3];
  for (int i = 0; i < 3; ++i)
    k[i] = freeInverse(bodies, c, v, c.center, tangents[i > 1], tangents[i > 0]);
  const f32x4 more = regularization(k[0], k[2]), k11 = k[0] + more, k22 = k[2] + more;
  const f32x4 d = inverseOrZero(k11 * k22 - k[1] * k[1]);
  c.tangentMass11 = d * k22, c.tangentMass12 = -d * k[1], c.tangentMass22 = d * k11;
}

}  // namespace holonom::contact_lanes
