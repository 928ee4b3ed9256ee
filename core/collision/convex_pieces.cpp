#include "collision/convex_pieces.h"

namespace holonom {

namespace {

Transform placeIn(const Transform& outer, const CompoundPart& part) {
  return {transformPoint(outer, part.position), outer.rotation * part.rotation};
}

/// Nearer than rounding can tell the direction between two sets without their radii.
bool tooNearToTell(const GjkResult& gap, const RelativePose& pose) {
  return gap.distance <= 1e-5f * (length(gap.onA) + length(pose.offset));
}

}  // namespace

Aabb ConvexPiece::boxIn(const Transform& axes) const {
  const ConvexSet s = points.set();
  const RelativePose pose = seenFrom(axes, place);
  Aabb box = emptyAabb();
  for (int i = 0; i < s.count; ++i) {
    const Vec3 p = pose.toA(s.points[i]);
    box = merge(box, {p, p});
  }
  return expand(box, s.radius);
}

void visitPieces(const Shape& shape, const Transform& t, void (*visit)(void*, const ConvexPiece&),
                 void* visitor) {
  const auto f = [&](const ConvexPiece& piece) { visit(visitor, piece); };
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

ShapeGap gapOf(const ConvexSet& a, const ConvexSet& b, const RelativePose& pose,
               const GjkResult& gap) {
  Vec3 normal = gap.normal, onA = gap.onA, onB = gap.onB;
  float distance = gap.distance;
  if (tooNearToTell(gap, pose)) {
    const EpaResult deep = epaDepth(a, b, pose, gap.simplex);
    normal = deep.normal, onA = deep.onA, onB = deep.onB, distance = -deep.depth;
  }
  return {distance - a.radius - b.radius, onA + a.radius * normal, onB - b.radius * normal, normal};
}

}  // namespace holonom
