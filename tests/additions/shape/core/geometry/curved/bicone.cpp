#include "geometry/curved/bicone.h"

#include <cmath>

namespace holonom {

namespace {

/// Upper sides, then lower ones; the tips are the last vertices.
constexpr CurvedTopology biconeTopology() {
  CurvedTopology t;
  constexpr int n = kCorners;
  t.vertices = n + 2;
  for (int i = 0; i < n; ++i) t.face({i, n, (i + 1) % n});
  for (int i = 0; i < n; ++i) t.face({(i + 1) % n, n + 1, i});
  for (int i = 0; i < n; ++i) {
    const int before = (i + n - 1) % n;
    t.add(i, n, i, before);
    t.add((i + 1) % n, i, i, n + i);
    t.add(n + 1, i, n + i, n + before);
  }
  return t;
}
constexpr CurvedTopology kBicone = biconeTopology();
static_assert(fits(kBicone));

/// Of the sides in the half of a point: normal away from the axis and along it.
struct Slope {
  float across, along;
  explicit Slope(const Bicone& b) {
    const double slant =
        std::sqrt(double(b.radius) * b.radius + double(b.halfHeight) * b.halfHeight);
    across = float(b.halfHeight / slant), along = float(b.radius / slant);
  }
};

}  // namespace

SurfacePoint closestSurface(const Bicone& b, Vec3 p) {
  const float l = sqrt(p.x * p.x + p.z * p.z), h = abs(p.y);
  const Vec3 radial = directionOf(Vec3{p.x, 0, p.z}, l, Vec3{1, 0, 0});
  const Vec3 up{0, p.y < 0 ? -1.0f : 1.0f, 0};
  const Slope slope(b);
  const float side = slope.across * (l - b.radius) + slope.along * h;
  const Vec3 normal = slope.across * radial + slope.along * up;
  // Along the side from the rim, 0, to the tip, 1.
  const float slant2 = b.radius * b.radius + b.halfHeight * b.halfHeight;
  const float along = ((b.radius - l) * b.radius + h * b.halfHeight) / slant2;
  const float at = max(0.0f, min(1.0f, along));
  if (side <= 0 || at == along) return {normal, side};
  const Vec3 d = (l - (1 - at) * b.radius) * radial + (h - at * b.halfHeight) * up;
  const float distance = length(d);
  return {directionOf(d, distance, normal), distance};
}

int curvedVertices(const Bicone& b, Vec3 direction, Vec3* out) {
  const Azimuth turn(direction);
  for (int i = 0; i < kCorners; ++i) {
    const CircleCorner& at = kCircle[size_t(i)];
    out[i] = turn.at(b.radius * at.cosine, b.radius * at.sine, 0);
  }
  out[kCorners] = {0, b.halfHeight, 0}, out[kCorners + 1] = {0, -b.halfHeight, 0};
  return kBicone.vertices;
}

Polyhedron facetsOf(const Bicone& b, Vec3 direction, Vec3* vertices, HullGeometry::Face* faces) {
  curvedVertices(b, direction, vertices);
  const Azimuth turn(direction);
  for (int i = 0; i < kCorners; ++i) {
    const CircleCorner& at = kCircle[size_t(i)];
    const float apothem = b.radius * at.apothem;
    const Slope slope({apothem, b.halfHeight});
    for (const int lower : {0, 1}) {
      const Vec3 normal = turn.at(slope.across * at.sideCosine, slope.across * at.sideSine,
                                  lower ? -slope.along : slope.along);
      const int face = lower * kCorners + i;
      faces[face] = faceOf(kBicone, face, normal, slope.across * apothem);
    }
  }
  return viewOf(kBicone, vertices, faces, {});
}

Vec3 farthestPoint(const Bicone& b, Vec3 direction) {
  const Vec3 rim = farthestOnRim(b.radius, direction, 0);
  const Vec3 tip{0, direction.y < 0 ? -b.halfHeight : b.halfHeight, 0};
  return dot(tip - rim, direction) > 0 ? tip : rim;
}

/// By spheres that fit between the ray's point and the surface.
bool castOn(const Bicone& b, const LocalRay& ray, RayHit& hit) {
  hit.distance = 0;
  for (int i = 0; i < 200; ++i) {
    const SurfacePoint s = closestSurface(b, ray.origin + hit.distance * ray.direction);
    hit.normal = s.normal;
    if (s.distance < 1e-6f) return true;
    hit.distance += s.distance;
    if (hit.distance > ray.max + 4 * extentOf(b)) return false;
  }
  return false;
}

}  // namespace holonom
