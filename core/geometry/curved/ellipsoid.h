#pragma once
// Ellipsoid about its body's origin, along the body's axes.
#include "base/fields.h"
#include "geometry/aabb.h"
#include "geometry/mass_properties.h"
#include "geometry/surface_point.h"
#include "math/transform.h"

namespace holonom {

struct Ellipsoid {
  Vec3 radii{0.5f, 0.5f, 0.5f};

  static constexpr const char* name = "ellipsoid";
  static constexpr const char* help = "Ellipsoid about the body's origin, along its axes.";
  static constexpr bool bounded = true;
  static constexpr auto fields() {
    return std::make_tuple(field("radii", &Ellipsoid::radii, "m",
                                 "Half the lengths along x, y and z.", kPositive,
                                 kExclusiveMin | kFixed));
  }
};

Aabb aabbOf(const Ellipsoid& e, const Transform& t);
inline MassProperties massOf(const Ellipsoid& e) {
  const Vec3d r = toDouble(e.radii);
  const double x = r.x * r.x, y = r.y * r.y, z = r.z * r.z;
  const double v = 4.0 / 3 * 3.14159265358979323846 * r.x * r.y * r.z;
  return {v, {}, {v / 5 * (y + z), v / 5 * (x + z), v / 5 * (x + y), 0, 0, 0}};
}
inline float extentOf(const Ellipsoid& e) { return max(e.radii.x, max(e.radii.y, e.radii.z)); }
SurfacePoint closestSurface(const Ellipsoid& e, Vec3 p);

}  // namespace holonom
