#include "geometry/mesh.h"

#include <utility>

#include "geometry/triangle.h"

namespace holonom {

namespace {

float squaredDistanceToBox(const Aabb& box, Vec3 p) {
  return lengthSquared(p - max(box.min, min(box.max, p)));
}

}  // namespace

Aabb aabbOf(const Mesh& mesh, const Transform& t) {
  const Aabb& box = mesh.geometry->nodes[0].box;
  const Vec3 half = 0.5f * (box.max - box.min);
  const Vec3 center = transformPoint(t, 0.5f * (box.min + box.max));
  const Mat3 r = toMatrix(t.rotation);
  const Vec3 e = half.x * abs(r.x) + half.y * abs(r.y) + half.z * abs(r.z);
  return {center - e, center + e};
}

SurfacePoint closestSurface(const Mesh& mesh, Vec3 p) {
  const MeshGeometry& g = *mesh.geometry;
  // Triangles that share the closest point are as near but for rounding. Among them the one that
  // sees the point most from the front or from behind knows on which side it is.
  constexpr float kTie = 1e-6f;
  float best = kHuge * kHuge, height = 0;
  TrianglePoint nearest{};
  int32_t triangle = 0;
  int32_t stack[64];
  int count = 0;
  stack[count++] = 0;
  while (count > 0) {
    const int32_t at = stack[--count];
    const MeshGeometry::Node& node = g.nodes[at];
    if (squaredDistanceToBox(node.box, p) > best * (1 + kTie)) continue;
    if (node.right >= 0) {
      int32_t near = at + 1, far = node.right;
      if (squaredDistanceToBox(g.nodes[far].box, p) < squaredDistanceToBox(g.nodes[near].box, p))
        std::swap(near, far);
      stack[count++] = far;
      stack[count++] = near;
      continue;
    }
    for (int32_t i = node.first; i < node.first + node.count; ++i) {
      const MeshGeometry::Triangle& t = g.triangles[i];
      const TrianglePoint c = closestOnTriangle(p, t.a, t.b, t.c);
      const float d = lengthSquared(p - c.point), h = dot(t.normal, p - c.point);
      if (d > best * (1 + kTie) || (d > best * (1 - kTie) && abs(h) <= abs(height))) continue;
      best = min(best, d), height = h, nearest = c, triangle = i;
    }
  }
  const MeshGeometry::Triangle& t = g.triangles[triangle];
  const float distance = sqrt(best);
  // From behind, no convex edge and no border is nearest, but by a way around.
  const bool behind = height < 0 && (t.active & edgesAt(nearest.part)) == 0;
  if (nearest.part == TrianglePart::Face || !(distance > kNoLength))
    return {t.normal, behind ? -distance : distance};
  const Vec3 direction = (1 / distance) * (p - nearest.point);
  return behind ? SurfacePoint{-direction, -distance} : SurfacePoint{direction, distance};
}

}  // namespace holonom
