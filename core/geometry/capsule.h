#pragma once
// Capsule about its body's origin, along y.
#include "base/fields.h"
#include "geometry/aabb.h"
#include "geometry/mass_properties.h"
#include "geometry/rolls.h"
#include "geometry/surface_point.h"
#include "math/transform.h"

namespace holonom {

struct Capsule {
  float radius = 0.25f;
  float halfHeight = 0.5f;

  static constexpr const char* name = "capsule";
  static constexpr const char* help =
      "Cylinder with half-spheres as ends, about the body's origin, along y.";
  static constexpr bool bounded = true;
  static constexpr RollsAbout rolls = RollsAbout::AxisY;
  static constexpr auto fields() {
    return std::make_tuple(
        field("radius", &Capsule::radius, "m", "Radius.", kPositive, kExclusiveMin | kFixed),
        field("halfHeight", &Capsule::halfHeight, "m",
              "Half the length between the centers of the ends.", kPositive,
              kExclusiveMin | kFixed));
  }
};

inline Aabb aabbOf(const Capsule& c, const Transform& t) {
  const Vec3 e = abs(rotate(t.rotation, {0, c.halfHeight, 0}));
  return expand({t.position - e, t.position + e}, c.radius);
}
inline MassProperties massOf(const Capsule& c) {
  constexpr double pi = 3.14159265358979323846;
  const double r = c.radius, h = c.halfHeight;
  const double side = 2 * pi * r * r * h, ends = 4.0 / 3.0 * pi * r * r * r;
  const double along = 0.5 * side * r * r + 0.4 * ends * r * r;
  // A half-sphere's center lies 3/8 r from its flat face.
  const double across =
      side * (r * r / 4 + h * h / 3) + ends * (0.4 * r * r + h * h + 0.75 * h * r);
  return {side + ends, {}, {across, along, across, 0, 0, 0}};
}
inline float extentOf(const Capsule& c) { return c.radius + c.halfHeight; }
template <class T>
SurfacePointT<T> closestSurface(const Capsule& c, Vec3T<T> p) {
  const T h = lanes<T>(c.halfHeight);
  const Vec3T<T> d{p.x, p.y - max(-h, min(h, p.y)), p.z};
  const T l = length(d);
  return {directionOf(d, l, broadcast<T>({1, 0, 0})), l - lanes<T>(c.radius)};
}

}  // namespace holonom
