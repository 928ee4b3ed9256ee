// Pairs with at least one curved shape.
#include "collision/face_contact.h"
#include "collision/facets.h"
#include "collision/pairs.h"
#include "collision/polyhedron_pairs.h"

namespace holonom {

namespace {

/// As far from the origin as 200 m.
constexpr float kBeside = 0.06f;

/// The middle of a shape in the world.
Vec3 middleOf(const Shape& shape, const Transform& t) {
  return std::visit(
      [&]<class S>(const S& each) {
        if constexpr (isCurved<S>) return transformPoint(t, middleOf(each));
        return t.position;
      },
      shape);
}

/// A normal to begin with: what the manifold had, or out of A where it is nearest to the middle of
/// B.
Vec3 firstNormal(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb,
                 const Manifold& before) {
  if (before.normal != Vec3{}) return before.normal;
  const Vec3 local = inverseTransformPoint(ta, middleOf(b, tb));
  return rotate(ta.rotation, closestSurface(a, local).normal);
}

float reachOf(const Facets& facets, Vec3 direction) {
  const Polyhedron& p = facets.view();
  return dot(direction, p.vertices[supportVertex(p.vertices, p.vertexCount, direction)]);
}

void keepTruePointsOfBoth(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb,
                          Manifold& m) {
  if (m.count == 0) return;
  const Manifold whole = m;
  keepTruePoints(a, ta, true, kBeside, m), keepTruePoints(b, tb, false, kBeside, m);
  // Where the normal is not quite that of the line.
  if (m.count == 0) m = whole, keepDeepest(m);
}

}  // namespace

void collideCapsuleCurved(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb,
                          float margin, Manifold& out) {
  const float bulge = bulgeOf(a) + bulgeOf(b);
  collideFaced(firstNormal(a, ta, b, tb, out), bulge, margin, out, [&](Vec3 normal, float reach) {
    const Facets facets(b, inverseRotate(tb.rotation, -normal));
    collideCapsulePolyhedron(*std::get_if<Capsule>(&a), ta, facets.view(), tb, reach, out);
  });
  keepTruePointsOfBoth(a, ta, b, tb, out);
}

void collideCurved(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb,
                   float margin, Manifold& out) {
  const float bulge = bulgeOf(a) + bulgeOf(b);
  collideFaced(firstNormal(a, ta, b, tb, out), bulge, margin, out, [&](Vec3 normal, float reach) {
    const Vec3 towardsB = inverseRotate(ta.rotation, normal);
    const Vec3 towardsA = inverseRotate(tb.rotation, -normal);
    const Facets facetsA(a, towardsB), facetsB(b, towardsA);
    // Faced along it, both are exact.
    const float apart = dot(normal, tb.position - ta.position) - reachOf(facetsA, towardsB) -
                        reachOf(facetsB, towardsA);
    if (apart > margin) return;
    collidePolyhedra(facetsA.view(), ta, facetsB.view(), tb, reach, out);
  });
  keepTruePointsOfBoth(a, ta, b, tb, out);
}

void collideCurvedPlane(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb,
                        float margin, Manifold& out) {
  const Plane& plane = *std::get_if<Plane>(&b);
  const RelativePose aInB = seenFrom(tb, ta);
  const Vec3 down = -aInB.directionToB(plane.normal);
  const Facets facets(a, down);
  const Polyhedron& p = facets.view();
  Scratch<ClipVertex, kMaxHullVertices> polygon;
  const int deepest = supportVertex(p.vertices, p.vertexCount, down);
  const int count = incidentPolygon(p, deepest, plane.normal, aInB, polygon.data());
  manifoldOfPolygon(polygon.data(), count, plane.normal, plane.offset, 0, {ta, tb, true}, margin,
                    out);
  keepTruePoints(a, ta, true, kBeside, out);
}

}  // namespace holonom
