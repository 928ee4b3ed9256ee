#pragma once
// Sphere about its body's origin.
#include "base/fields.h"
#include "geometry/aabb.h"
#include "geometry/mass_properties.h"
#include "geometry/surface_point.h"
#include "math/transform.h"

namespace holonom {

struct Sphere {
  float radius = 0.5f;

  static constexpr const char* name = "sphere";
  static constexpr const char* help = "Sphere about the body's origin.";
  static constexpr bool bounded = true;
  static constexpr auto fields() {
    return std::make_tuple(
        field("radius", &Sphere::radius, "m", "Radius.", kPositive, kExclusiveMin | kFixed));
  }
};

inline Aabb aabbOf(const Sphere& s, const Transform& t) {
  return expand({t.position, t.position}, s.radius);
}
inline MassProperties massOf(const Sphere& s) {
  const double r = s.radius, m = 4.0 / 3.0 * 3.14159265358979323846 * r * r * r;
  const double i = 0.4 * m * r * r;
  return {m, {}, diagonal(i)};
}
inline float extentOf(const Sphere& s) { return s.radius; }
template <class T>
SurfacePointT<T> closestSurface(const Sphere& s, Vec3T<T> local) {
  const T d = length(local);
  return {directionOf(local, d, broadcast<T>({0, 1, 0})), d - lanes<T>(s.radius)};
}

/// Of the unit mesh, of radius 1.
inline Vec3 drawnScaleOf(const Sphere& s) { return {s.radius, s.radius, s.radius}; }

}  // namespace holonom
