#pragma once
// Cone along y that stands on its body's origin.
#include "geometry/curved/circle.h"

namespace holonom {

struct Cone {
  float radius = 0.5f;
  float height = 1;

  static constexpr const char* name = "cone";
  static constexpr const char* help =
      "Cone along y: the center of its base at the body's origin, its tip at y = height.";
  static constexpr bool bounded = true;
  static constexpr bool curved = true;
  static constexpr RollsAbout rolls = RollsAbout::AxisY;
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

inline float farthestOf(const Cone& c, const Transform& t) {
  return max(length(transformPoint(t, {0, c.height, 0})),
             farthestOfDisk(inverseRotate(t.rotation, t.position), 0, c.radius));
}
/// Of the unit mesh, of radius and height 1 on its base.
inline Vec3 drawnScaleOf(const Cone& c) { return {c.radius, c.height, c.radius}; }

// See curved.h.
inline float bulgeOf(const Cone& c) { return 0.06f * c.radius; }
inline Vec3 middleOf(const Cone& c) { return {0, 0.25f * c.height, 0}; }
inline float touchRadiusOf(const Cone& c) { return c.radius; }
int curvedVertices(const Cone& c, Vec3 direction, Vec3* out);
Polyhedron facetsOf(const Cone& c, Vec3 direction, Vec3* vertices, HullGeometry::Face* faces);
Vec3 farthestPoint(const Cone& c, Vec3 direction);
bool castOn(const Cone& c, const LocalRay& ray, RayHit& hit);

}  // namespace holonom
