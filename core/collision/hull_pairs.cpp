// Pairs with at least one hull.
#include "base/scratch.h"
#include "collision/face_contact.h"
#include "collision/gjk.h"
#include "collision/pairs.h"
#include "collision/polyhedron_pairs.h"
#include "collision/reduce.h"
#include "collision/sat.h"

namespace holonom {

namespace {

/// The one point where two edges cross.
void collideEdges(const Polyhedron& a, const Transform& ta, const Polyhedron& b,
                  const Transform& tb, const RelativePose& bInA, const EdgeAxis& axis,
                  Manifold& out) {
  const HullGeometry::Edge &ea = a.edges[axis.edgeA], &eb = b.edges[axis.edgeB];
  const Vec3 pa = a.vertices[ea.a], u = a.vertices[ea.b] - pa;
  const Vec3 pb = bInA.toA(b.vertices[eb.a]), v = bInA.toA(b.vertices[eb.b]) - pb;
  const Vec3 r = pb - pa;
  const float uu = dot(u, u), uv = dot(u, v), vv = dot(v, v);
  const float determinant = uu * vv - uv * uv,
              scale = determinant > kNoLength * kNoLength ? 1 / determinant : 0;
  const float s = (dot(r, u) * vv - uv * dot(r, v)) * scale;
  const float t = (uv * dot(r, u) - uu * dot(r, v)) * scale;
  const Mat3 axes = toMatrix(ta.rotation);
  out.normal = axes * axis.normal;
  out.count = 1;
  out.points[0] = {axes * (pa + s * u), axes * (pb + t * v) + (ta.position - tb.position),
                   axis.separation, edgeFeature(ea.a, ea.b, eb.a, eb.b)};
}

/// Feature of a contact where the points of a simplex are nearest.
uint32_t gjkFeature(const GjkSimplex& s) {
  int a[2] = {s.a[0], s.a[0]}, b[2] = {s.b[0], s.b[0]};
  for (int i = 1; i < s.count; ++i) {
    a[0] = min(a[0], int(s.a[i])), a[1] = max(a[1], int(s.a[i]));
    b[0] = min(b[0], int(s.b[i])), b[1] = max(b[1], int(s.b[i]));
  }
  return edgeFeature(a[0], a[1], b[0], b[1]);
}

}  // namespace

bool collideApart(const Polyhedron& a, const Transform& ta, const Polyhedron& b,
                  const Transform& tb, float margin, Manifold& out) {
  const GjkResult gap = gjkDistance({a.vertices, a.vertexCount}, {b.vertices, b.vertexCount},
                                    seenFrom(ta, tb), margin);
  if (!(gap.distance > 0)) return false;
  out.count = 0;
  if (gap.distance > margin) return true;
  const Mat3 axes = toMatrix(ta.rotation);
  out.normal = axes * gap.normal;
  out.points[out.count++] = {axes * gap.onA, axes * gap.onB + (ta.position - tb.position),
                             gap.distance, gjkFeature(gap.simplex)};
  return true;
}

void collidePolyhedra(const Polyhedron& a, const Transform& ta, const Polyhedron& b,
                      const Transform& tb, float margin, Manifold& out) {
  out.count = 0;
  const RelativePose bInA = seenFrom(ta, tb);
  const FaceAxis onA = findFaceAxis(a, b, bInA, margin);
  if (onA.separation > margin) return;
  const RelativePose aInB = inverse(bInA);
  const FaceAxis onB = findFaceAxis(b, a, aInB, margin);
  if (onB.separation > margin) return;
  const float preference = facePreference(margin);
  const bool faceOfB = onB.separation > onA.separation + preference;
  const float face = faceOfB ? onB.separation : onA.separation;

  const float truest = max(onA.separation, onB.separation);
  EdgeAxis edges;
  if (face <= 0) edges = findEdgeAxis(a, b, bInA, onA, onB, truest);
  if (edges.edgeA >= 0 && edges.separation > face + preference) {
    if (!(edges.separation > 0 && collideApart(a, ta, b, tb, margin, out)))
      collideEdges(a, ta, b, tb, bInA, edges, out);
    return;
  }
  const auto collideOn = [&](bool ofB) {
    if (ofB)
      collideFace(b, onB.face, a, onB.vertex, aInB, {ta, tb, true}, margin, out);
    else
      collideFace(a, onA.face, b, onA.vertex, bInA, {ta, tb, false}, margin, out);
  };
  collideOn(faceOfB);
  if (face > 0) {
    // Where no point is as near as the face's plane, corners beside the face are nearest.
    if (!reaches(out, face + 0.1f * preference)) collideApart(a, ta, b, tb, margin, out);
  } else if (const float best = edges.edgeA >= 0 ? edges.separation : truest;
             !reaches(out, best + 0.1f * preference)) {
    // Clipping took the deepest corner, which lies beside the face: the best axis has it.
    if (best > 0 && collideApart(a, ta, b, tb, margin, out)) return;
    if (edges.edgeA >= 0)
      collideEdges(a, ta, b, tb, bInA, edges, out);
    else
      collideOn(onB.separation > onA.separation);
    if (out.count > 0) return;
    // The deepest corner lies beside a face that is smaller than the depth.
    if (onB.separation > onA.separation)
      collideCorner(b, onB.face, a, onB.vertex, aInB, {ta, tb, true}, out);
    else
      collideCorner(a, onA.face, b, onA.vertex, bInA, {ta, tb, false}, out);
  }
}

void collideBoxHull(const Box& a, const Transform& ta, const Hull& b, const Transform& tb,
                    float margin, Manifold& out) {
  const BoxPolyhedron box(a);
  collidePolyhedra(box.view(), ta, polyhedronOf(*b.geometry), tb, margin, out);
}

void collideHulls(const Hull& a, const Transform& ta, const Hull& b, const Transform& tb,
                  float margin, Manifold& out) {
  collidePolyhedra(polyhedronOf(*a.geometry), ta, polyhedronOf(*b.geometry), tb, margin, out);
}

void collideSphereHull(const Sphere& a, const Transform& ta, const Hull& b, const Transform& tb,
                       float margin, Manifold& out) {
  out.count = 0;
  const HullGeometry& g = *b.geometry;
  const Vec3 center = inverseTransformPoint(tb, ta.position);
  float distance = -kHuge;
  const HullGeometry::Face* face = nullptr;
  for (const HullGeometry::Face& f : g.faces) {
    const float height = dot(f.normal, center) - f.offset;
    if (height > distance) distance = height, face = &f;
  }
  if (distance - a.radius > margin) return;
  Vec3 normal = face->normal;
  if (distance > 0) {
    const Vec3 point[1] = {center};
    const GjkResult gap =
        gjkDistance({g.vertices.data(), static_cast<int>(g.vertices.size())}, {point, 1},
                    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}}, a.radius + margin);
    if (gap.distance - a.radius > margin) return;
    if (gap.distance > 0) distance = gap.distance, normal = gap.normal;
  }
  out.normal = -rotate(tb.rotation, normal);
  out.points[out.count++] = {a.radius * out.normal,
                             ta.position + distance * out.normal - tb.position, distance - a.radius,
                             0};
}

void collideHullPlane(const Hull& a, const Transform& ta, const Plane& b, const Transform& tb,
                      float margin, Manifold& out) {
  const Vec3 normal = rotate(tb.rotation, b.normal), local = inverseRotate(ta.rotation, normal);
  const float height = dot(normal, ta.position - tb.position) - b.offset;
  const std::vector<Vec3>& vertices = a.geometry->vertices;
  Scratch<ManifoldPoint, kMaxHullVertices> points;
  int count = 0;
  for (size_t i = 0; i < vertices.size(); ++i) {
    const float separation = dot(local, vertices[i]) + height;
    if (!(separation <= margin)) continue;
    const Vec3 corner = rotate(ta.rotation, vertices[i]);
    points[count++] = {corner, ta.position + corner - separation * normal - tb.position, separation,
                       static_cast<uint32_t>(i)};
  }
  out.normal = -normal;
  reduceManifold(points.data(), count, normal, out);
}

}  // namespace holonom
