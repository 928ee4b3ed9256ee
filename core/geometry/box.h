#pragma once
// Box about its body's origin, along the body's axes.
#include "base/fields.h"
#include "geometry/aabb.h"
#include "geometry/mass_properties.h"
#include "geometry/surface_point.h"
#include "math/transform.h"

namespace holonom {

struct Box {
  Vec3 halfExtents{0.5f, 0.5f, 0.5f};

  static constexpr const char* name = "box";
  static constexpr const char* help = "Box about the body's origin, along its axes.";
  static constexpr bool bounded = true;
  static constexpr auto fields() {
    return std::make_tuple(field("halfExtents", &Box::halfExtents, "m",
                                 "Half the edge lengths along x, y and z.", kPositive,
                                 kExclusiveMin | kFixed));
  }
};

inline Aabb aabbOf(const Box& b, const Transform& t) {
  const Mat3 r = toMatrix(t.rotation);
  const Vec3 e =
      b.halfExtents.x * abs(r.x) + b.halfExtents.y * abs(r.y) + b.halfExtents.z * abs(r.z);
  return {t.position - e, t.position + e};
}
inline MassProperties massOf(const Box& b) {
  const double x = b.halfExtents.x, y = b.halfExtents.y, z = b.halfExtents.z;
  const double m = 8 * x * y * z;
  return {
      m, {}, {m / 3 * (y * y + z * z), m / 3 * (x * x + z * z), m / 3 * (x * x + y * y), 0, 0, 0}};
}
inline float extentOf(const Box& b) { return length(b.halfExtents); }

inline SurfacePoint closestSurface(const Box& b, Vec3 p) {
  const Vec3 q = abs(p) - b.halfExtents;  // first octant
  const Vec3 outside = max(q, Vec3{});
  const float d = length(outside);
  const auto signed_ = [&](Vec3 n) {
    return Vec3{p.x < 0 ? -n.x : n.x, p.y < 0 ? -n.y : n.y, p.z < 0 ? -n.z : n.z};
  };
  if (d > kNoLength) return {signed_((1 / d) * outside), d};
  if (q.x >= q.y && q.x >= q.z) return {signed_({1, 0, 0}), q.x};
  if (q.y >= q.z) return {signed_({0, 1, 0}), q.y};
  return {signed_({0, 0, 1}), q.z};
}

}  // namespace holonom
