#include "collision/shape_cast.h"

#include "collision/convex_pieces.h"

namespace holonom {

namespace {

constexpr int kAdvances = 48;
/// Share of the distance between two shapes.
constexpr float kBack = 3e-5f;
/// Slower than this share of its motion, a shape passes along another.
constexpr float kAlong = 1e-6f;

/// The first hit so far of the moving shape's pieces with those that rest.
struct FirstHit {
  Vec3 direction;
  bool leaving;
  CastHit hit;  ///< its distance is the limit while nothing is found
  bool found = false;

  /// A gap in the axes of what moves.
  void offer(const ShapeGap& gap, float distance, const Transform& start) {
    offer(distance, transformPoint(start, gap.onB) + max(distance, 0.0f) * direction,
          -rotate(start.rotation, gap.normal));
  }
  void offer(float distance, Vec3 point, Vec3 normal) {
    // Of what overlaps at the start, the deepest counts.
    if (!(distance <= hit.distance)) return;
    hit = {distance, point, normal};
    found = true;
  }

  /// By steps to where the plane that parts them is met: none passes the first touch. After van den
  /// Bergen, "Ray casting against general convex objects with application to continuous collision
  /// detection" (2004).
  void meet(ConvexPiece a, ConvexPiece b) {
    RelativePose pose = seenFrom(a.place, b.place);
    const Vec3 start = pose.offset, way = inverseRotate(a.place.rotation, direction);
    float distance = 0, apartAt = 0, touchAt = kHuge;
    ShapeGap gap{};
    for (int i = 0; i < kAdvances; ++i) {
      pose.offset = start - distance * way;
      const Vec3 normal = gap.normal;
      gap = gapOf(a.points, b.points, pose, kHuge);
      const float speed = dot(gap.normal, way);
      if (i == 0 && gap.distance <= 0) {
        if (!leaving || speed > kAlong) offer(gap, gap.distance, a.place);
        return;
      }
      if (!(speed > kAlong)) {
        if (gap.distance > 0) return;
        // Touched at a corner of both, from where another side is as near.
        gap.normal = normal;
        break;
      }
      (gap.distance > 0 ? apartAt : touchAt) = distance;
      // Rounding may take it a little too far, and back.
      float next = distance + gap.distance / speed;
      const float enough = 3e-7f * (distance + length(pose.offset));
      if (abs(next - distance) <= enough) break;
      if (!(next > apartAt && next < touchAt)) next = 0.5f * (apartAt + touchAt);
      if (abs(next - distance) <= enough) break;
      distance = next;
      if (distance > hit.distance) return;
    }
    if (a.points.isCurved() || b.points.isCurved()) {
      // Where facets touch is told best from a little before.
      pose.offset = start - max(0.0f, distance - kBack * length(start)) * way;
      gap = gapOf(a.points, b.points, pose, kHuge);
    }
    offer(gap, max(0.0f, distance), a.place);
  }

  void meet(ConvexPiece a, const Plane& b, const Transform& tb) {
    const Vec3 normal = rotate(tb.rotation, b.normal);
    a.points.face(-inverseRotate(a.place.rotation, normal));
    const ConvexSet s = a.points.set();
    const float speed = -dot(normal, direction);
    const bool nearing = speed > kAlong;
    for (int i = 0; i < s.count; ++i) {
      const Vec3 p = transformPoint(a.place, s.points[i]) - s.radius * normal;
      const float height = dot(normal, p - tb.position) - b.offset;
      if (height <= 0 ? !(leaving && !nearing) : nearing) {
        const float distance = height <= 0 ? height : height / speed;
        offer(distance, height <= 0 ? p - height * normal : p + distance * direction, normal);
      }
    }
  }

  void meet(const ConvexPiece& a, const Mesh& b, const Transform& tb) {
    const MeshGeometry& g = *b.geometry;
    const Aabb box = a.boxIn(tb);
    const Vec3 center = 0.5f * (box.min + box.max);
    // A little more than half, so that rounding misses nothing.
    const Vec3 half = 0.500001f * (box.max - box.min) + 1e-6f * max(center, -center);
    const BoxRay ray(center, inverseRotate(tb.rotation, direction), half);
    g.cast(ray, max(hit.distance, 0.0f), [&](int32_t i) {
      const MeshGeometry::Triangle& each = g.triangles[i];
      meet(a, ConvexPiece{ConvexPoints(each.a, each.b, each.c), tb});
      return max(hit.distance, 0.0f);
    });
  }
};

}  // namespace

bool castShape(const Shape& moving, const Transform& start, Vec3 direction, float maxDistance,
               bool leaving, const Shape& resting, const Transform& t, CastHit& hit, float margin) {
  FirstHit first{direction, leaving, {maxDistance, {}, {}}};
  forEachPiece(moving, start, [&](ConvexPiece a) {
    a.points.inflate(margin);
    if (const Plane* plane = std::get_if<Plane>(&resting)) return first.meet(a, *plane, t);
    if (const Mesh* mesh = std::get_if<Mesh>(&resting)) return first.meet(a, *mesh, t);
    forEachPiece(resting, t, [&](const ConvexPiece& b) { first.meet(a, b); });
  });
  if (first.found) hit = first.hit;
  return first.found;
}

}  // namespace holonom
