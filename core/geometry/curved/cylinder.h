#pragma once
// Cylinder about its body's origin, along y.
#include "geometry/curved/circle.h"

namespace holonom {

struct Cylinder {
  float radius = 0.5f;
  float halfHeight = 0.5f;

  static constexpr const char* name = "cylinder";
  static constexpr const char* help = "Cylinder about the body's origin, along y.";
  static constexpr bool bounded = true;
  static constexpr bool curved = true;
  static constexpr RollsAbout rolls = RollsAbout::AxisY;
  static constexpr auto fields() {
    return std::make_tuple(
        field("radius", &Cylinder::radius, "m", "Radius.", kPositive, kExclusiveMin | kFixed),
        field("halfHeight", &Cylinder::halfHeight, "m", "Half the distance between the flat ends.",
              kPositive, kExclusiveMin | kFixed));
  }
};

inline Aabb aabbOf(const Cylinder& c, const Transform& t) {
  const Vec3 axis = rotate(t.rotation, {0, 1, 0});
  const Vec3 e = c.halfHeight * abs(axis) + c.radius * diskReach(axis);
  return {t.position - e, t.position + e};
}
inline MassProperties massOf(const Cylinder& c) {
  const double r2 = double(c.radius) * c.radius, h = c.halfHeight;
  const double v = 2 * 3.14159265358979323846 * r2 * h, across = v * (r2 / 4 + h * h / 3);
  return {v, {}, {across, v * r2 / 2, across, 0, 0, 0}};
}
inline float extentOf(const Cylinder& c) {
  return sqrt(c.radius * c.radius + c.halfHeight * c.halfHeight);
}

/// In the plane of the axis and the point it is a rectangle.
template <class T>
SurfacePointT<T> closestSurface(const Cylinder& c, Vec3T<T> p) {
  const T zero = lanes<T>(0);
  const T l = sqrt(p.x * p.x + p.z * p.z);
  const Vec3T<T> radial = directionOf(Vec3T<T>{p.x, zero, p.z}, l, broadcast<T>({1, 0, 0}));
  const Vec3T<T> along = select(p.y < zero, broadcast<T>({0, -1, 0}), broadcast<T>({0, 1, 0}));
  const T side = l - lanes<T>(c.radius), end = abs(p.y) - lanes<T>(c.halfHeight);
  const Vec3T<T> outside = max(side, zero) * radial + max(end, zero) * along;
  const T d = length(outside);
  return {directionOf(outside, d, select(side >= end, radial, along)),
          select(d > lanes<T>(kNoLength), d, max(side, end))};
}

inline float farthestOf(const Cylinder& c, const Transform& t) {
  const Vec3 center = inverseRotate(t.rotation, t.position);
  return farthestOfDisk(center, center.y < 0 ? -c.halfHeight : c.halfHeight, c.radius);
}
/// Of the unit mesh, of radius and half height 1.
inline Vec3 drawnScaleOf(const Cylinder& c) { return {c.radius, c.halfHeight, c.radius}; }

// See curved.h.
inline float bulgeOf(const Cylinder& c) { return 0.06f * c.radius; }
inline Vec3 middleOf(const Cylinder&) { return {}; }
inline float touchRadiusOf(const Cylinder& c) { return c.radius; }
int curvedVertices(const Cylinder& c, Vec3 direction, Vec3* out);
Polyhedron facetsOf(const Cylinder& c, Vec3 direction, Vec3* vertices, HullGeometry::Face* faces);
Vec3 farthestPoint(const Cylinder& c, Vec3 direction);
bool castOn(const Cylinder& c, const LocalRay& ray, RayHit& hit);

}  // namespace holonom
