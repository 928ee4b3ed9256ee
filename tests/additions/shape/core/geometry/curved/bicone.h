#pragma once
// Two cones base to base, along y, about their body's origin.
#include "geometry/curved/circle.h"

namespace holonom {

struct Bicone {
  float radius = 0.5f;
  float halfHeight = 1;

  static constexpr const char* name = "bicone";
  static constexpr const char* help = "Two cones base to base about the body's origin, along y.";
  static constexpr bool bounded = true;
  static constexpr bool curved = true;
  static constexpr RollsAbout rolls = RollsAbout::AxisY;
  static constexpr auto fields() {
    return std::make_tuple(
        field("radius", &Bicone::radius, "m", "Of the base.", kPositive, kExclusiveMin | kFixed),
        field("halfHeight", &Bicone::halfHeight, "m", "From the base to a tip.", kPositive,
              kExclusiveMin | kFixed));
  }
};

inline Aabb aabbOf(const Bicone& b, const Transform& t) {
  const Vec3 axis = rotate(t.rotation, {0, 1, 0});
  const Vec3 e = max(b.halfHeight * abs(axis), b.radius * diskReach(axis));
  return {t.position - e, t.position + e};
}
inline MassProperties massOf(const Bicone& b) {
  const double r2 = double(b.radius) * b.radius, h = b.halfHeight;
  const double v = 2 * 3.14159265358979323846 / 3 * r2 * h;
  const double across = v * (3.0 / 20 * r2 + h * h / 10);
  return {v, {}, {across, v * 0.3 * r2, across, 0, 0, 0}};
}
inline float extentOf(const Bicone& b) { return max(b.radius, b.halfHeight); }
SurfacePoint closestSurface(const Bicone& b, Vec3 p);
inline float farthestOf(const Bicone& b, const Transform& t) {
  return length(t.position) + extentOf(b);
}

inline float bulgeOf(const Bicone& b) { return 0.06f * b.radius; }
inline Vec3 middleOf(const Bicone&) { return {}; }
inline float touchRadiusOf(const Bicone& b) { return b.radius; }
int curvedVertices(const Bicone& b, Vec3 direction, Vec3* out);
Polyhedron facetsOf(const Bicone& b, Vec3 direction, Vec3* vertices, HullGeometry::Face* faces);
Vec3 farthestPoint(const Bicone& b, Vec3 direction);
bool castOn(const Bicone& b, const LocalRay& ray, RayHit& hit);

}  // namespace holonom
