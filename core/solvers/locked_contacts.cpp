// What contact blocks with locked axes do otherwise than others.
#include "solvers/contact_lanes.h"

namespace holonom::contact_lanes {

namespace {

Vec3x4 freeLinear(const Bodies& bodies, const int32_t* index, Vec3x4 v) {
  for (int k = 0; k < 4; ++k)
    if (index[k] != bodies.nobody()) setLane(v, k, bodies.freeLinear(index[k], lane(v, k)));
  return v;
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

void dropHeld(const Bodies& bodies, const ContactBlock& c, ContactBlockPoint& p) {
  for (int k = 0; k < 4; ++k) {
    const Vec3 normal = lane(c.normal, k), arm = lane(p.arm, k);
    if (bodies.isHeldAlong(c.a[k], normal, cross(arm, normal)) &&
        bodies.isHeldAlong(c.b[k], normal, cross(arm + lane(c.lever, k), normal)))
      p.normalMass[k] = 0;
  }
}

}  // namespace holonom::contact_lanes
