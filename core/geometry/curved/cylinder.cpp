#include "geometry/curved/cylinder.h"

namespace holonom {

namespace {

/// Sides in the order of the corners, then the upper and the lower end; vertices in pairs, the
/// lower first.
constexpr CurvedTopology cylinderTopology() {
  CurvedTopology t;
  constexpr int n = kCorners;
  t.vertices = 2 * n;
  for (int i = 0; i < n; ++i) {
    const int j = (i + 1) % n;
    t.face({2 * i, 2 * i + 1, 2 * j + 1, 2 * j});
    t.add(2 * i, 2 * i + 1, i, (i + n - 1) % n);
    t.add(2 * i + 1, 2 * j + 1, i, n);
    t.add(2 * j, 2 * i, i, n + 1);
  }
  t.first[n] = uint16_t(t.corners), t.count[n] = n;
  for (int i = n - 1; i >= 0; --i) t.loops[t.corners++] = uint16_t(2 * i + 1);
  t.first[n + 1] = uint16_t(t.corners), t.count[n + 1] = n;
  for (int i = 0; i < n; ++i) t.loops[t.corners++] = uint16_t(2 * i);
  t.faces = n + 2;
  return t;
}
constexpr CurvedTopology kCylinder = cylinderTopology();
static_assert(fits(kCylinder));

}  // namespace

int curvedVertices(const Cylinder& c, Vec3 direction, Vec3* out) {
  const Azimuth turn(direction);
  for (int i = 0; i < kCorners; ++i) {
    const CircleCorner& at = kCircle[size_t(i)];
    const Vec3 p = turn.at(c.radius * at.cosine, c.radius * at.sine, c.halfHeight);
    out[2 * i] = {p.x, -p.y, p.z}, out[2 * i + 1] = p;
  }
  return kCylinder.vertices;
}

Vec3 farthestPoint(const Cylinder& c, Vec3 direction) {
  return farthestOnRim(c.radius, direction, direction.y > 0 ? c.halfHeight : -c.halfHeight);
}

Polyhedron facetsOf(const Cylinder& c, Vec3 direction, Vec3* vertices, HullGeometry::Face* faces) {
  curvedVertices(c, direction, vertices);
  const Azimuth turn(direction);
  for (int i = 0; i < kCorners; ++i) {
    const CircleCorner& at = kCircle[size_t(i)];
    faces[i] = faceOf(kCylinder, i, turn.at(at.sideCosine, at.sideSine, 0), c.radius * at.apothem);
  }
  for (const int end : {0, 1})
    faces[kCorners + end] =
        faceOf(kCylinder, kCorners + end, {0, end == 0 ? 1.0f : -1.0f, 0}, c.halfHeight);
  return viewOf(kCylinder, vertices, faces, {});
}

[[gnu::cold]] bool castOn(const Cylinder& c, const LocalRay& ray, RayHit& hit) {
  RaySpan span{0, ray.max, {}};
  const Vec3 o = ray.origin, d = ray.direction;
  for (const float sign : {1.0f, -1.0f})
    if (!span.cut({0, sign, 0}, sign * o.y - c.halfHeight, sign * d.y)) return false;
  const Vec3 across{o.x, 0, o.z}, way{d.x, 0, d.z};
  const float dd = dot(way, way);
  if (dd > 1e-12f) {
    const float middle = -dot(across, way) / dd;
    const float half2 = (c.radius * c.radius - lengthSquared(across + middle * way)) / dd;
    if (!(half2 >= 0)) return false;
    const float half = sqrt(half2);
    if (middle - half > span.from)
      span.from = middle - half, span.normal = normalize(across + span.from * way);
    span.to = min(span.to, middle + half);
  } else if (lengthSquared(across) > c.radius * c.radius) {
    return false;
  }
  hit.distance = span.from;
  hit.normal = span.normal;
  return span.from <= span.to && lengthSquared(span.normal) > 0;
}

}  // namespace holonom
