#include "collision/convex_pieces.h"

#include <algorithm>

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

/// Of the size of what touches: what exact points may still part two shapes beyond what was found.
constexpr float kExact = 2e-6f;
/// The most points that are added to each of two curved shapes.
constexpr int kExactPoints = 48;

/// How two convex sets meet, without their radii, from their points.
ShapeGap gapOfPoints(const ConvexSet& a, const ConvexSet& b, const RelativePose& pose,
                     const GjkResult& gap) {
  if (!tooNearToTell(gap, pose)) return {gap.distance, gap.onA, gap.onB, gap.normal};
  const EpaResult deep = epaDepth(a, b, pose, gap.simplex);
  return {-deep.depth, deep.onA, deep.onB, deep.normal};
}

/// How far a direction parts two shapes, without their radii, and by which points.
struct Parting {
  Vec3 a, b;  ///< farthest toward each other, each in its own axes
  float distance;
};
Parting partingAlong(const ConvexPoints& pa, const ConvexPoints& pb, const RelativePose& pose,
                     Vec3 normal) {
  const Vec3 a = pa.farthest(normal), b = pb.farthest(-pose.directionToB(normal));
  return {a, b, dot(normal, pose.toA(b) - a)};
}

/// A growing set of points of a shape.
struct GrownSet {
  Scratch<Vec3, kMaxHullVertices + kExactPoints> points;
  ConvexSet set;

  explicit GrownSet(const ConvexSet& from) : set{points.data(), from.count, from.radius} {
    std::copy_n(from.points, from.count, points.data());
  }
  GrownSet(const GrownSet&) = delete;
  void add(Vec3 p) { points[set.count++] = p; }
};

/// From polyhedra that no facing made exact: the points farthest along the normal are added, until
/// they change nothing.
ShapeGap gapOfGrown(const ConvexPoints& pa, const ConvexPoints& pb, const RelativePose& pose) {
  GrownSet a(pa.set()), b(pb.set());
  ShapeGap best{-kHuge, {}, {}, {}};
  for (int i = 0; i < kExactPoints; ++i) {
    ShapeGap r = gapOfPoints(a.set, b.set, pose, gjkDistanceExact(a.set, b.set, pose));
    const Parting exact = partingAlong(pa, pb, pose, r.normal);
    const bool found =
        r.distance - exact.distance <= kExact * (length(r.onA) + length(pose.offset));
    r.distance = exact.distance, r.onB = r.onA + r.distance * r.normal;
    if (r.distance > best.distance) best = r;
    if (found) break;
    a.add(exact.a), b.add(exact.b);
  }
  return best;
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
  const float bulge = pa.bulge() + pb.bulge(), radii = pa.set().radius + pb.set().radius;
  Vec3 facing{};
  float last2 = kHuge;
  ShapeGap r{};
  for (int i = 0; i < kFacings; ++i) {
    const ConvexSet a = pa.set(), b = pb.set();
    const GjkResult gap = gjkDistance(a, b, pose, enough + radii + bulge);
    if (gap.distance > enough + radii + bulge) return {gap.distance - radii - bulge, {}, {}, {}};
    r = gapOfPoints(a, b, pose, gap);
    if (!curved) break;
    const float found = r.distance;
    // Never more than the shapes' own.
    r.distance = partingAlong(pa, pb, pose, r.normal).distance;
    if (found - r.distance <= kExact * (length(r.onA) + length(pose.offset))) break;
    if (i + 1 == kFacings) {
      r = gapOfGrown(pa, pb, pose);
      break;
    }
    facing = nextFacing(facing, r.normal, lengthSquared(r.normal - facing), last2);
    pa.face(facing), pb.face(-pose.directionToB(facing));
  }
  r.distance -= radii, r.onA += pa.set().radius * r.normal, r.onB -= pb.set().radius * r.normal;
  return r;
}

}  // namespace holonom
