#include "geometry/curved/cone.h"

#include <cmath>

namespace holonom {

namespace {

/// Sides, then the base; the tip is the last vertex.
constexpr CurvedTopology coneTopology() {
  CurvedTopology t;
  constexpr int n = kCorners;
  t.vertices = n + 1;
  for (int i = 0; i < n; ++i) {
    const int j = (i + 1) % n;
    t.face({i, n, j});
    t.add(i, n, i, (i + n - 1) % n);
    t.add(j, i, i, n);
  }
  t.first[n] = uint16_t(t.corners), t.count[n] = n;
  for (int i = 0; i < n; ++i) t.loops[t.corners++] = uint16_t(i);
  t.faces = n + 1;
  return t;
}
constexpr CurvedTopology kCone = coneTopology();
static_assert(fits(kCone));

}  // namespace

SurfacePoint closestSurface(const Cone& c, Vec3 p) {
  const float l = sqrt(p.x * p.x + p.z * p.z);
  const Vec3 radial = directionOf(Vec3{p.x, 0, p.z}, l, Vec3{1, 0, 0}), up{0, 1, 0};
  const double slant = std::sqrt(double(c.radius) * c.radius + double(c.height) * c.height);
  const auto outX = float(c.height / slant), outY = float(c.radius / slant);  // of the side
  const float base = -p.y, side = outX * (l - c.radius) + outY * p.y;
  const Vec3 sideNormal = outX * radial + outY * up;
  if (base <= 0 && side <= 0)
    return side >= base ? SurfacePoint{sideNormal, side} : SurfacePoint{-up, base};
  // Along the side from the rim, 0, to the tip, 1.
  const auto along =
      float(((c.radius - l) * double(c.radius) + p.y * double(c.height)) / (slant * slant));
  if (base > 0 && l <= c.radius) return {-up, base};
  const float at = max(0.0f, min(1.0f, along));
  if (at == along) return {sideNormal, side};
  const Vec3 d = (l - (1 - at) * c.radius) * radial + (p.y - at * c.height) * up;
  const float distance = length(d);
  return {directionOf(d, distance, at > 0 ? up : sideNormal), distance};
}

int curvedVertices(const Cone& c, Vec3 direction, Vec3* out) {
  const Azimuth turn(direction);
  for (int i = 0; i < kCorners; ++i) {
    const CircleCorner& at = kCircle[size_t(i)];
    out[i] = turn.at(c.radius * at.cosine, c.radius * at.sine, 0);
  }
  out[kCorners] = {0, c.height, 0};
  return kCone.vertices;
}

Vec3 farthestPoint(const Cone& c, Vec3 direction) {
  const Vec3 base = farthestOnRim(c.radius, direction, 0), tip{0, c.height, 0};
  return dot(tip - base, direction) > 0 ? tip : base;
}

Polyhedron facetsOf(const Cone& c, Vec3 direction, Vec3* vertices, HullGeometry::Face* faces) {
  curvedVertices(c, direction, vertices);
  const Azimuth turn(direction);
  for (int i = 0; i < kCorners; ++i) {
    const CircleCorner& at = kCircle[size_t(i)];
    const float apothem = c.radius * at.apothem;
    const double slant = std::sqrt(double(c.height) * c.height + double(apothem) * apothem);
    const auto across = float(c.height / slant), up = float(apothem / slant);
    const Vec3 normal = turn.at(across * at.sideCosine, across * at.sideSine, up);
    faces[i] = faceOf(kCone, i, normal, across * apothem);
  }
  faces[kCorners] = faceOf(kCone, kCorners, {0, -1, 0}, 0);
  return viewOf(kCone, vertices, faces, middleOf(c));
}

/// Of the points on the base and on the side, the first.
[[gnu::cold]] bool castOn(const Cone& c, const LocalRay& ray, RayHit& hit) {
  const Vec3d o = toDouble(ray.origin), d = toDouble(ray.direction);
  const double slope = double(c.radius) / c.height, up = c.height - o.y;
  double first = kHuge;
  const auto offer = [&](double t, Vec3 normal) {
    if (!(t >= 0 && t < first)) return;
    first = t, hit.normal = normal;
  };
  if (const double t = -o.y / d.y; d.y != 0) {
    const double x = o.x + t * d.x, z = o.z + t * d.z;
    if (x * x + z * z <= double(c.radius) * c.radius) offer(t, {0, -1, 0});
  }
  // x² + z² = (slope (height − y))² is a t² + 2 b t + c = 0.
  const double a = d.x * d.x + d.z * d.z - slope * slope * d.y * d.y;
  const double b = o.x * d.x + o.z * d.z + slope * slope * up * d.y;
  const double rest = o.x * o.x + o.z * o.z - slope * slope * up * up;
  const double root2 = b * b - a * rest;
  if (root2 >= 0) {
    const double q = -(b + (b < 0 ? -1 : 1) * std::sqrt(root2));
    for (const double t : {q / a, rest / q}) {
      const double y = o.y + t * d.y;
      if (!(y >= 0 && y <= c.height)) continue;
      const Vec3d p{o.x + t * d.x, 0, o.z + t * d.z};
      const double l = length(p);
      offer(t, l > 0 ? toFloat(normalize(Vec3d{p.x / l, slope, p.z / l})) : Vec3{0, 1, 0});
    }
  }
  hit.distance = float(first);
  return first < kHuge;
}

}  // namespace holonom
