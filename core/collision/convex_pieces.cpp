#include "collision/convex_pieces.h"

#include "collision/polyhedron.h"

namespace holonom {

namespace {

Transform placeIn(const Transform& outer, const CompoundPart& part) {
  return {transformPoint(outer, part.position), outer.rotation * part.rotation};
}

/// Nearer than rounding can tell the direction between two sets without their radii.
bool tooNearToTell(const GjkResult& gap, const RelativePose& pose) {
  return gap.distance <= 1e-5f * (length(gap.onA) + length(pose.offset));
}

/// Of the size of what touches: so far apart, rounding hides no direction.
constexpr float kClear = 1e-3f;

constexpr float kSameNormal2 = kFinestFacet * kFinestFacet;

/// Faces both along a direction. By how much it parts the sets without their radii, and where.
ShapeGap faceAlong(ConvexPoints& pa, ConvexPoints& pb, const RelativePose& pose, Vec3 normal) {
  const Vec3 local = -pose.directionToB(normal);
  pa.face(normal), pb.face(local);
  const ConvexSet a = pa.set(), b = pb.set();
  const Vec3 onA = a.points[supportVertex(a.points, a.count, normal)];
  const float distance =
      dot(normal, pose.toA(b.points[supportVertex(b.points, b.count, local)]) - onA);
  return {distance, onA, onA + distance * normal, normal};
}

/// The normal beside one that parts the sets most.
ShapeGap climb(ConvexPoints& a, ConvexPoints& b, const RelativePose& pose, ShapeGap best) {
  for (float step = 0.2f; step > 0.2f * kFinestFacet; step *= 0.5f) {
    for (bool better = true; better;) {
      better = false;
      const Vec3 u = anyPerpendicular(best.normal), v = cross(best.normal, u);
      for (const Vec3 way : {u, v, -u, -v, u + v, v - u, -u - v, u - v}) {
        const ShapeGap next = faceAlong(a, b, pose, normalize(best.normal + step * way));
        if (next.distance > best.distance) best = next, better = true;
      }
    }
  }
  return best;
}

/// Where the sets touch along the normal that parts them most: nearest there once they are moved a
/// little apart along it.
ShapeGap touchingAlong(ConvexPoints& pa, ConvexPoints& pb, const RelativePose& pose,
                       ShapeGap best) {
  const ShapeGap top = faceAlong(pa, pb, pose, best.normal);
  RelativePose apart = pose;
  const float clear = kClear * (length(top.onA) + length(pose.offset));
  apart.offset += (clear - top.distance) * top.normal;
  const GjkResult near = gjkDistance(pa.set(), pb.set(), apart, kHuge);
  if (!(near.distance > 0)) return top;
  return {top.distance, near.onA, near.onA + top.distance * top.normal, top.normal};
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
  } else if (!std::holds_alternative<Plane>(shape)) {
    f(ConvexPiece{pointsOf(shape), t});
  }
}

ShapeGap gapOf(ConvexPoints& pa, ConvexPoints& pb, const RelativePose& pose, float enough) {
  const bool curved = pa.isCurved() || pb.isCurved();
  const float bulge = pa.bulge() + pb.bulge();
  ShapeGap best{-kHuge, {}, {}, {}};
  Vec3 facing{};
  float last2 = kHuge;
  for (int i = 1;; ++i) {
    const ConvexSet a = pa.set(), b = pb.set();
    const float radii = a.radius + b.radius;
    const GjkResult gap = gjkDistance(a, b, pose, enough + radii + bulge);
    if (gap.distance > enough + radii + bulge) return {gap.distance - radii - bulge, {}, {}, {}};
    ShapeGap r{gap.distance, gap.onA, gap.onB, gap.normal};
    if (tooNearToTell(gap, pose)) {
      const EpaResult deep = epaDepth(a, b, pose, gap.simplex);
      r = {-deep.depth, deep.onA, deep.onB, deep.normal};
    }
    const float turn2 = lengthSquared(r.normal - facing);
    const bool found = !curved || turn2 < kSameNormal2;
    if (found || i == kFacings) {
      // Of shapes that overlap alike along several normals none stays: the best faced, made better.
      if (!found) r = touchingAlong(pa, pb, pose, climb(pa, pb, pose, best));
      r.distance -= radii, r.onA += a.radius * r.normal, r.onB -= b.radius * r.normal;
      return r;
    }
    facing = nextFacing(facing, r.normal, turn2, last2);
    const ShapeGap faced = faceAlong(pa, pb, pose, facing);
    if (faced.distance > best.distance) best = faced;
  }
}

}  // namespace holonom
