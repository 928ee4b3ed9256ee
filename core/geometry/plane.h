#pragma once
// Half-space n·x ≤ offset in the body's axes; only static bodies carry it.
#include "base/fields.h"
#include "geometry/aabb.h"
#include "geometry/mass_properties.h"
#include "geometry/surface_point.h"
#include "math/transform.h"

namespace holonom {

struct Plane {
  Vec3 normal{0, 1, 0};
  float offset = 0;

  static constexpr const char* name = "plane";
  static constexpr const char* help =
      "Half-space below a plane, without bounds; for static bodies only.";
  static constexpr bool bounded = false;
  static constexpr auto fields() {
    return std::make_tuple(
        field("normal", &Plane::normal, "",
              "Direction out of the solid; any length but zero, normalized.", {}, kFixed),
        field("offset", &Plane::offset, "m",
              "Distance of the surface from the origin along normal.", {}, kFixed));
  }
};

inline Aabb aabbOf(const Plane&, const Transform&) {
  return {{-kHuge, -kHuge, -kHuge}, {kHuge, kHuge, kHuge}};
}
inline MassProperties massOf(const Plane&) { return {}; }
inline float extentOf(const Plane&) { return 0; }
template <class T>
SurfacePointT<T> closestSurface(const Plane& p, Vec3T<T> local) {
  const Vec3T<T> normal = broadcast<T>(p.normal);
  return {normal, dot(normal, local) - lanes<T>(p.offset)};
}

}  // namespace holonom
