#include "geometry/hull.h"

namespace holonom {

namespace {

/// Whether a point over a face's plane is over the face itself.
bool isOver(const HullGeometry& h, const HullGeometry::Face& face, Vec3 p) {
  Vec3 a = h.vertices[h.loops[face.first + face.count - 1]];
  for (int k = 0; k < face.count; ++k) {
    const Vec3 b = h.vertices[h.loops[face.first + k]];
    if (dot(cross(face.normal, b - a), p - a) < 0) return false;
    a = b;
  }
  return true;
}

}  // namespace

Aabb aabbOf(const Hull& hull, const Transform& t) {
  const Mat3 r = toMatrix(t.rotation);
  Aabb box = emptyAabb();
  for (const Vec3 v : hull.geometry->vertices) {
    const Vec3 p = r * v;
    box = merge(box, {p, p});
  }
  return {t.position + box.min, t.position + box.max};
}

SurfacePoint closestSurface(const Hull& hull, Vec3 local) {
  const HullGeometry& h = *hull.geometry;
  SurfacePoint best{{}, -kHuge};
  for (const HullGeometry::Face& face : h.faces) {
    const float d = dot(face.normal, local) - face.offset;
    if (d > best.distance) best = {face.normal, d};
    if (d > 0 && isOver(h, face, local)) return {face.normal, d};
  }
  if (best.distance <= 0) return best;
  float least = kHuge * kHuge;
  Vec3 away{};
  for (const HullGeometry::Edge& e : h.edges) {
    const Vec3 a = h.vertices[e.a], ab = h.vertices[e.b] - a;
    const float along = dot(local - a, ab) / lengthSquared(ab);
    const Vec3 d = local - (a + max(0.0f, min(1.0f, along)) * ab);
    if (lengthSquared(d) < least) least = lengthSquared(d), away = d;
  }
  const float l = std::sqrt(least);
  return l > kNoLength ? SurfacePoint{(1 / l) * away, l} : best;
}

}  // namespace holonom
