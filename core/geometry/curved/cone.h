#pragma once
// Cone along y that stands on its body's origin.
#include "base/fields.h"
#include "geometry/cylinder.h"

namespace holonom {

struct Cone {
  float radius = 0.5f;
  float height = 1;

  static constexpr const char* name = "cone";
  static constexpr const char* help =
      "Cone along y: the center of its base at the body's origin, its tip at y = height.";
  static constexpr bool bounded = true;
  static constexpr auto fields() {
    return std::make_tuple(field("radius", &Cone::radius, "m", "Radius of the base.", kPositive,
                                 kExclusiveMin | kFixed),
                           field("height", &Cone::height, "m", "From the base to the tip.",
                                 kPositive, kExclusiveMin | kFixed));
  }
};

inline Aabb aabbOf(const Cone& c, const Transform& t) {
  const Vec3 axis = rotate(t.rotation, {0, 1, 0}), disk = c.radius * diskReach(axis);
  const Vec3 tip = t.position + c.height * axis;
  return {min(t.position - disk, tip), max(t.position + disk, tip)};
}
inline MassProperties massOf(const Cone& c) {
  const double r2 = double(c.radius) * c.radius, h = c.height;
  const double v = 3.14159265358979323846 / 3 * r2 * h;
  const double across = v * (3.0 / 20 * r2 + 3.0 / 80 * h * h);
  return {v, {0, h / 4, 0}, {across, v * 0.3 * r2, across, 0, 0, 0}};
}
inline float extentOf(const Cone& c) { return max(c.radius, c.height); }

/// In the plane of the axis and the point it is a triangle.
SurfacePoint closestSurface(const Cone& c, Vec3 p);

}  // namespace holonom
