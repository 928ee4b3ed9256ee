#pragma once
// Ellipsoid about its body's origin, along the body's axes.
#include "geometry/curved/curved.h"

namespace holonom {

struct Ellipsoid {
  Vec3 radii{0.5f, 0.5f, 0.5f};

  static constexpr const char* name = "ellipsoid";
  static constexpr const char* help = "Ellipsoid about the body's origin, along its axes.";
  static constexpr bool bounded = true;
  static constexpr bool curved = true;
  static constexpr RollsAbout rolls = RollsAbout::AnyAxis;
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

/// At most.
inline float farthestOf(const Ellipsoid& e, const Transform& t) {
  return length(t.position) + extentOf(e);
}
/// Of the unit sphere.
inline Vec3 drawnScaleOf(const Ellipsoid& e) { return e.radii; }

// See curved.h.
inline float bulgeOf(const Ellipsoid& e) { return 0.2f * extentOf(e); }
inline Vec3 middleOf(const Ellipsoid&) { return {}; }
inline float touchRadiusOf(const Ellipsoid&) { return 0; }
int curvedVertices(const Ellipsoid& e, Vec3 direction, Vec3* out);
Polyhedron facetsOf(const Ellipsoid& e, Vec3 direction, Vec3* vertices, HullGeometry::Face* faces);
Vec3 farthestPoint(const Ellipsoid& e, Vec3 direction);
bool castOn(const Ellipsoid& e, const LocalRay& ray, RayHit& hit);

}  // namespace holonom
