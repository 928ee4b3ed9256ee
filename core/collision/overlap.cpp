#include "collision/overlap.h"

#include "collision/convex_pieces.h"

namespace holonom {

namespace {

float between(const Aabb& a, const Aabb& b) {
  return length(max(max(a.min - b.max, b.min - a.max), Vec3{}));
}

/// Nearest so far of A's pieces and B's.
struct NearestPieces {
  bool onlyOverlap;  ///< any distance at most 0 ends the search
  ShapeGap nearest{};

  bool done() const { return onlyOverlap && nearest.distance <= 0; }

  void meet(ConvexPiece a, ConvexPiece b) {
    const RelativePose pose = seenFrom(a.place, b.place);
    const float enough = onlyOverlap ? 0 : max(nearest.distance, 0.0f);
    if (onlyOverlap && !a.points.isCurved() && !b.points.isCurved()) {
      const ConvexSet sa = a.points.set(), sb = b.points.set();
      const float radii = sa.radius + sb.radius;
      nearest.distance = min(nearest.distance, gjkDistance(sa, sb, pose, radii).distance - radii);
      return;
    }
    const ShapeGap gap = gapOf(a.points, b.points, pose, enough);
    if (gap.distance < nearest.distance)
      nearest = {gap.distance, transformPoint(a.place, gap.onA), transformPoint(a.place, gap.onB),
                 rotate(a.place.rotation, gap.normal)};
  }

  void meet(ConvexPiece a, const Plane& b, const Transform& tb) {
    const Vec3 normal = rotate(tb.rotation, b.normal);
    a.points.face(-inverseRotate(a.place.rotation, normal));
    const ConvexSet s = a.points.set();
    for (int i = 0; i < s.count; ++i) {
      const Vec3 p = transformPoint(a.place, s.points[i]) - s.radius * normal;
      const float height = dot(normal, p - tb.position) - b.offset;
      if (height < nearest.distance) nearest = {height, p, p - height * normal, -normal};
    }
  }

  /// Nodes of the mesh in order, those left out that are farther than the nearest so far.
  void meet(const ConvexPiece& a, const Mesh& b, const Transform& tb) {
    const MeshGeometry& g = *b.geometry;
    const Aabb box = a.boxIn(tb);
    int32_t stack[64];
    int count = 0;
    stack[count++] = 0;
    while (count > 0 && !done()) {
      const int32_t at = stack[--count];
      const MeshGeometry::Node& node = g.nodes[at];
      if (between(node.box, box) > max(nearest.distance, 0.0f)) continue;
      if (node.right >= 0) {
        const bool rightFirst =
            between(g.nodes[node.right].box, box) < between(g.nodes[at + 1].box, box);
        stack[count++] = rightFirst ? at + 1 : node.right;
        stack[count++] = rightFirst ? node.right : at + 1;
        continue;
      }
      for (int32_t i = node.first; i < node.first + node.count; ++i) {
        const MeshGeometry::Triangle& t = g.triangles[i];
        meet(a, ConvexPiece{ConvexPoints(t.a, t.b, t.c), tb});
      }
    }
  }

  void meet(const ConvexPiece& a, const Shape& b, const Transform& tb);
};

void NearestPieces::meet(const ConvexPiece& a, const Shape& b, const Transform& tb) {
  if (const Plane* plane = std::get_if<Plane>(&b)) return meet(a, *plane, tb);
  if (const Mesh* mesh = std::get_if<Mesh>(&b)) return meet(a, *mesh, tb);
  forEachPiece(b, tb, [&](const ConvexPiece& piece) {
    if (!done()) meet(a, piece);
  });
}

/// Half-spaces are apart only when they look at each other.
ShapeGap gapOfPlanes(const Plane& a, const Transform& ta, const Plane& b, const Transform& tb) {
  const Vec3 na = rotate(ta.rotation, a.normal), nb = rotate(tb.rotation, b.normal);
  const Vec3 pa = ta.position + a.offset * na;
  const float height = dot(nb, pa - tb.position) - b.offset;
  return {dot(na, nb) < -1 + 1e-6f ? height : -kHuge, pa, pa - height * nb, na};
}

ShapeGap nearestOf(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb,
                   NearestPieces nearest) {
  const Plane *planeA = std::get_if<Plane>(&a), *planeB = std::get_if<Plane>(&b);
  if (planeA && planeB) return gapOfPlanes(*planeA, ta, *planeB, tb);
  // Of a mesh the tree is walked, not its list.
  const bool swapped = planeA || (std::holds_alternative<Mesh>(a) && !planeB);
  const auto &walked = swapped ? b : a, &met = swapped ? a : b;
  const auto &tWalked = swapped ? tb : ta, &tMet = swapped ? ta : tb;
  forEachPiece(walked, tWalked, [&](const ConvexPiece& piece) {
    if (!nearest.done()) nearest.meet(piece, met, tMet);
  });
  ShapeGap gap = nearest.nearest;
  if (swapped) gap = {gap.distance, gap.onB, gap.onA, -gap.normal};
  return gap;
}

}  // namespace

ShapeGap shapeGap(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb,
                  float enough) {
  return nearestOf(a, ta, b, tb, {false, {enough, {}, {}, {}}});
}

bool overlapShapes(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb) {
  return nearestOf(a, ta, b, tb, {true}).distance <= 0;
}

bool containsPoint(const Shape& shape, const Transform& t, Vec3 point) {
  return closestSurface(shape, inverseTransformPoint(t, point)).distance <= 0;
}

}  // namespace holonom
