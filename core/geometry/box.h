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

template <class T>
SurfacePointT<T> closestSurface(const Box& b, Vec3T<T> p) {
  const T zero = lanes<T>(0);
  const Vec3T<T> q = abs(p) - broadcast<T>(b.halfExtents);  // first octant
  const Vec3T<T> outside = max(q, Vec3T<T>{zero, zero, zero});
  const T d = length(outside), most = max(q.x, max(q.y, q.z));
  const auto axis = [](Vec3 e) { return broadcast<T>(e); };
  const Vec3T<T> nearest =
      select(q.x >= most, axis({1, 0, 0}), select(q.y >= most, axis({0, 1, 0}), axis({0, 0, 1})));
  const Vec3T<T> n = directionOf(outside, d, nearest);
  return {
      {select(p.x < zero, -n.x, n.x), select(p.y < zero, -n.y, n.y), select(p.z < zero, -n.z, n.z)},
      select(d > lanes<T>(kNoLength), d, most)};
}

/// Of the unit mesh, of half extent 1.
inline Vec3 drawnScaleOf(const Box& b) { return b.halfExtents; }

}  // namespace holonom
