#include "collision/overlap.h"

#include "collision/epa.h"

namespace holonom {

namespace {

/// A convex piece of a shape with its place in the world.
struct ConvexPiece {
  ConvexPoints points;
  Transform place;

  Aabb boxIn(const Transform& axes) const {
    const ConvexSet s = points.set();
    const RelativePose pose = seenFrom(axes, place);
    Aabb box = emptyAabb();
    for (int i = 0; i < s.count; ++i) {
      const Vec3 p = pose.toA(s.points[i]);
      box = merge(box, {p, p});
    }
    return expand(box, s.radius);
  }
};

Transform placeIn(const Transform& outer, const CompoundPart& part) {
  return {transformPoint(outer, part.position), outer.rotation * part.rotation};
}

float gapOf(const Aabb& a, const Aabb& b) {
  return length(max(max(a.min - b.max, b.min - a.max), Vec3{}));
}

/// Nearest so far of A's pieces and B's.
struct NearestPieces {
  bool onlyOverlap = false;  ///< any distance at most 0 ends the search
  float distance = kHuge;
  Vec3 onA, onB;

  bool done() const { return onlyOverlap && distance <= 0; }
  void offer(float d, Vec3 a, Vec3 b) {
    if (d < distance) distance = d, onA = a, onB = b;
  }

  void meet(const ConvexPiece& a, const ConvexPiece& b) {
    const ConvexSet sa = a.points.set(), sb = b.points.set();
    const RelativePose pose = seenFrom(a.place, b.place);
    const float radii = sa.radius + sb.radius;
    const float enough = onlyOverlap ? radii : max(distance, 0.0f) + radii;
    const GjkResult gap = gjkDistance(sa, sb, pose, enough);
    Vec3 normal = gap.normal, pa = gap.onA, pb = gap.onB;
    float d = gap.distance - radii;
    if (gap.distance <= 0 && !onlyOverlap) {
      const EpaResult deep = epaDepth(sa, sb, pose, gap.simplex);
      normal = deep.normal, pa = deep.onA, pb = deep.onB, d = -deep.depth - radii;
    }
    offer(d, transformPoint(a.place, pa + sa.radius * normal),
          transformPoint(a.place, pb - sb.radius * normal));
  }

  void meet(const ConvexPiece& a, const Plane& b, const Transform& tb) {
    const ConvexSet s = a.points.set();
    const Vec3 normal = rotate(tb.rotation, b.normal);
    for (int i = 0; i < s.count; ++i) {
      const Vec3 p = transformPoint(a.place, s.points[i]) - s.radius * normal;
      const float height = dot(normal, p - tb.position) - b.offset;
      offer(height, p, p - height * normal);
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
      if (gapOf(node.box, box) > max(distance, 0.0f)) continue;
      if (node.right >= 0) {
        const bool rightFirst =
            gapOf(g.nodes[node.right].box, box) < gapOf(g.nodes[at + 1].box, box);
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

/// Calls `f` with each convex piece of a shape that is not a half-space.
template <class F>
void forEachPiece(const Shape& shape, const Transform& t, F&& f) {
  if (const Mesh* mesh = std::get_if<Mesh>(&shape)) {
    for (const MeshGeometry::Triangle& each : mesh->geometry->triangles)
      f(ConvexPiece{ConvexPoints(each.a, each.b, each.c), t});
  } else if (const Compound* compound = std::get_if<Compound>(&shape)) {
    for (const CompoundPart& part : compound->parts)
      std::visit(
          [&](const auto& each) {
            f(ConvexPiece{ConvexPoints(each), placeIn(t, part)});
          },
          part.shape);
  } else {
    std::visit(
        [&](const auto& each) {
          if constexpr (std::is_constructible_v<ConvexPoints, decltype(each)>)
            f(ConvexPiece{ConvexPoints(each), t});
        },
        shape);
  }
}

void NearestPieces::meet(const ConvexPiece& a, const Shape& b, const Transform& tb) {
  if (const Plane* plane = std::get_if<Plane>(&b)) return meet(a, *plane, tb);
  if (const Mesh* mesh = std::get_if<Mesh>(&b)) return meet(a, *mesh, tb);
  forEachPiece(b, tb, [&](const ConvexPiece& piece) {
    if (!done()) meet(a, piece);
  });
}

/// Half-spaces are apart only when they look at each other.
void meetPlanes(const Plane& a, const Transform& ta, const Plane& b, const Transform& tb,
                NearestPieces& nearest) {
  const Vec3 na = rotate(ta.rotation, a.normal), nb = rotate(tb.rotation, b.normal);
  const Vec3 pa = ta.position + a.offset * na;
  const float height = dot(nb, pa - tb.position) - b.offset;
  nearest.offer(dot(na, nb) < -1 + 1e-6f ? height : -kHuge, pa, pa - height * nb);
}

NearestPieces nearestPieces(const Shape& a, const Transform& ta, const Shape& b,
                            const Transform& tb, bool onlyOverlap) {
  NearestPieces nearest;
  nearest.onlyOverlap = onlyOverlap;
  const Plane *planeA = std::get_if<Plane>(&a), *planeB = std::get_if<Plane>(&b);
  if (planeA && planeB) {
    meetPlanes(*planeA, ta, *planeB, tb, nearest);
  } else if (planeA || (std::holds_alternative<Mesh>(a) && !planeB)) {
    // The tree of the mesh is walked, not its list.
    forEachPiece(b, tb, [&](const ConvexPiece& piece) {
      if (!nearest.done()) nearest.meet(piece, a, ta);
    });
    const Vec3 swap = nearest.onA;
    nearest.onA = nearest.onB, nearest.onB = swap;
  } else {
    forEachPiece(a, ta, [&](const ConvexPiece& piece) {
      if (!nearest.done()) nearest.meet(piece, b, tb);
    });
  }
  return nearest;
}

}  // namespace

float shapeDistance(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb,
                    Vec3* onA, Vec3* onB) {
  const NearestPieces nearest = nearestPieces(a, ta, b, tb, false);
  if (onA) *onA = nearest.onA;
  if (onB) *onB = nearest.onB;
  return nearest.distance;
}

bool overlapShapes(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb) {
  return nearestPieces(a, ta, b, tb, true).distance <= 0;
}

bool containsPoint(const Shape& shape, const Transform& t, Vec3 point) {
  return closestSurface(shape, inverseTransformPoint(t, point)).distance <= 0;
}

}  // namespace holonom
