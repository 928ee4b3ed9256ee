#include "collision/ray.h"

namespace holonom {

namespace {

bool castOn(const Sphere& s, const LocalRay& ray, RayHit& hit) {
  const float middle = -dot(ray.origin, ray.direction);  // of the chord
  const Vec3 across = ray.origin + middle * ray.direction;
  const float half2 = s.radius * s.radius - lengthSquared(across);
  if (!(half2 >= 0)) return false;
  hit.distance = middle - sqrt(half2);
  if (hit.distance < 0) return false;
  hit.normal = normalize(ray.origin + hit.distance * ray.direction);
  return true;
}

bool castOn(const Capsule& c, const LocalRay& ray, RayHit& hit) {
  const Vec3 o{ray.origin.x, 0, ray.origin.z}, d{ray.direction.x, 0, ray.direction.z};
  const float dd = dot(d, d), od = dot(o, d);
  float end = ray.direction.y > 0 ? -c.halfHeight : c.halfHeight;  // along the axis: the near end
  if (dd > 1e-12f) {
    const float middle = -od / dd;
    const float half2 = (c.radius * c.radius - lengthSquared(o + middle * d)) / dd;
    if (!(half2 >= 0)) return false;
    const float t = middle - sqrt(half2), y = ray.origin.y + t * ray.direction.y;
    if (t >= 0 && abs(y) <= c.halfHeight) {
      hit.distance = t;
      hit.normal = normalize(o + t * d);
      return true;
    }
    // Where it meets the endless cylinder beyond an end, it can only meet that end.
    end = y > 0 ? c.halfHeight : -c.halfHeight;
  }
  const Vec3 center{0, end, 0};
  return castOn(Sphere{c.radius}, {ray.origin - center, ray.direction, ray.max}, hit);
}

bool castOn(const Box& b, const LocalRay& ray, RayHit& hit) {
  RaySpan span{0, ray.max, {}};
  for (int i = 0; i < 3; ++i) {
    const float o = at(ray.origin, i), d = at(ray.direction, i), h = at(b.halfExtents, i);
    const Vec3 n{i == 0 ? 1.0f : 0, i == 1 ? 1.0f : 0, i == 2 ? 1.0f : 0};
    if (!span.cut(n, o - h, d) || !span.cut(-n, -o - h, -d)) return false;
  }
  hit.distance = span.from;
  hit.normal = span.normal;
  return lengthSquared(span.normal) > 0;
}

bool castOn(const Hull& h, const LocalRay& ray, RayHit& hit) {
  RaySpan span{0, ray.max, {}};
  for (const HullGeometry::Face& f : h.geometry->faces)
    if (!span.cut(f.normal, dot(f.normal, ray.origin) - f.offset, dot(f.normal, ray.direction)))
      return false;
  hit.distance = span.from;
  hit.normal = span.normal;
  return lengthSquared(span.normal) > 0;
}

bool castOn(const Plane& p, const LocalRay& ray, RayHit& hit) {
  const float slope = dot(p.normal, ray.direction);
  if (!(slope < 0)) return false;
  hit.distance = (dot(p.normal, ray.origin) - p.offset) / -slope;
  hit.normal = p.normal;
  return true;
}

/// After Möller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection" (1997).
bool castOnTriangle(const MeshGeometry::Triangle& t, const LocalRay& ray, float& distance) {
  const Vec3 ab = t.b - t.a, ac = t.c - t.a, p = cross(ray.direction, ac);
  const float determinant = dot(ab, p);
  if (determinant == 0) return false;
  // A little beyond the edges, so that no ray slips between two triangles.
  constexpr float kBeyond = 1e-6f;
  const float scale = 1 / determinant;
  const Vec3 s = ray.origin - t.a;
  const float u = scale * dot(s, p);
  if (!(u >= -kBeyond && u <= 1 + kBeyond)) return false;
  const Vec3 q = cross(s, ab);
  const float v = scale * dot(ray.direction, q);
  if (!(v >= -kBeyond && u + v <= 1 + kBeyond)) return false;
  distance = scale * dot(ac, q);
  return distance >= 0;
}

bool castOn(const Mesh& m, const LocalRay& ray, RayHit& hit) {
  const MeshGeometry& g = *m.geometry;
  float best = ray.max;
  int32_t found = -1;
  g.cast(BoxRay(ray.origin, ray.direction), best, [&](int32_t i) {
    float t;
    if (castOnTriangle(g.triangles[i], ray, t) && t <= best) best = t, found = i;
    return best;
  });
  if (found < 0) return false;
  const Vec3 n = g.triangles[found].normal;
  hit.distance = best;
  hit.normal = dot(n, ray.direction) > 0 ? -n : n;
  hit.triangle = static_cast<int>(g.original[found]);
  return true;
}

bool castOn(const Compound& c, const LocalRay& ray, RayHit& hit);

template <class S>
bool startsInside(const S& shape, Vec3 p) {
  return closestSurface(shape, p).distance <= 0;
}
bool startsInside(const Box& b, Vec3 p) {
  return abs(p.x) <= b.halfExtents.x && abs(p.y) <= b.halfExtents.y && abs(p.z) <= b.halfExtents.z;
}
bool startsInside(const Hull& hull, Vec3 p) {
  for (const HullGeometry::Face& f : hull.geometry->faces)
    if (dot(f.normal, p) > f.offset) return false;
  return true;
}

/// Any shape, also from inside.
template <class S>
bool castLocal(const S& shape, const LocalRay& ray, RayHit& hit) {
  hit.triangle = -1;
  if constexpr (!std::is_same_v<S, Mesh> && !std::is_same_v<S, Compound>) {
    if (startsInside(shape, ray.origin)) {
      hit.distance = 0;
      hit.normal = -ray.direction;
      return true;
    }
  }
  if constexpr (S::bounded) {
    // From nearby, so that a far origin does not cost digits.
    const float skip = max(0.0f, -dot(ray.origin, ray.direction) - 2 * extentOf(shape));
    if (skip > ray.max) return false;
    if (!castOn(shape, {ray.origin + skip * ray.direction, ray.direction, ray.max - skip}, hit))
      return false;
    hit.distance += skip;
  } else if (!castOn(shape, ray, hit)) {
    return false;
  }
  return hit.distance <= ray.max;
}

bool castOn(const Compound& c, const LocalRay& ray, RayHit& hit) {
  bool found = false;
  LocalRay rest = ray;
  for (const CompoundPart& part : c.parts) {
    const Transform t{part.position, part.rotation};
    const LocalRay local{inverseTransformPoint(t, rest.origin),
                         inverseRotate(t.rotation, rest.direction), rest.max};
    RayHit each;
    if (!std::visit([&](const auto& s) { return castLocal(s, local, each); }, part.shape)) continue;
    hit = {each.distance, rotate(t.rotation, each.normal), -1};
    rest.max = each.distance;
    found = true;
  }
  return found;
}

}  // namespace

bool castRay(const Shape& shape, const Transform& t, Vec3 origin, Vec3 direction, float maxDistance,
             RayHit& hit) {
  const LocalRay ray{inverseTransformPoint(t, origin), inverseRotate(t.rotation, direction),
                     maxDistance};
  if (!std::visit([&](const auto& each) { return castLocal(each, ray, hit); }, shape)) return false;
  hit.normal = rotate(t.rotation, hit.normal);
  return true;
}

}  // namespace holonom
