#include "collision/sat.h"

#include "base/scratch.h"

namespace holonom {

namespace {

/// Edges whose sine is below this are parallel: faces tell.
constexpr float kParallelSine2 = 1e-6f;

/// An edge as the arc between the normals of its faces on the Gauss map.
struct GaussArc {
  Vec3 origin, direction, left, right;
  int edge;
};

}  // namespace

int candidateEdges(const Polyhedron& p, const FourPoints& deep, float least, uint16_t* out) {
  f32x4 heights[kMaxHullFaces];
  for (int f = 0; f < p.faceCount; ++f) heights[f] = heightsOver(p.faces[f], deep);
  const f32x4 limit = splat(min(least, 0.0f));
  int count = 0;
  for (int e = 0; e < p.edgeCount; ++e) {
    const HullGeometry::Edge& edge = p.edges[e];
    if (!any(max(heights[edge.left], heights[edge.right]) <= limit))
      out[count++] = static_cast<uint16_t>(e);
  }
  return count;
}

FaceAxis findFaceAxis(const Polyhedron& p, const Polyhedron& q, const RelativePose& qInP,
                      float margin) {
  FaceAxis r{};
  const Vec3 inside = qInP.toA(q.inside);
  for (int i = 0; i < 4; ++i) r.deep.set(i, inside);
  int deep = 0;
  const auto evaluate = [&](int f) {
    const Vec3 n = p.faces[f].normal;
    const int vertex = supportVertex(q.vertices, q.vertexCount, qInP.directionToB(-n));
    const Vec3 v = qInP.toA(q.vertices[vertex]);
    r.deep.set(deep, v);
    deep = (deep + 1) & 3;
    const float separation = dot(n, v) - p.faces[f].offset;
    if (separation > r.separation) r.separation = separation, r.face = f, r.vertex = vertex;
  };
  // The face that looks most at Q is often the one.
  int first = 0;
  float highest = -kHuge;
  for (int f = 0; f < p.faceCount; ++f) {
    const float height = dot(p.faces[f].normal, inside) - p.faces[f].offset;
    if (height > highest) highest = height, first = f;
  }
  r.separation = -kHuge;
  evaluate(first);
  for (int f = 0; f < p.faceCount && r.separation <= margin; ++f)
    if (!any(heightsOver(p.faces[f], r.deep) <= splat(r.separation))) evaluate(f);
  return r;
}

EdgeAxis findEdgeAxis(const Polyhedron& a, const Polyhedron& b, const RelativePose& bInA,
                      const FaceAxis& facesOfA, const FaceAxis& facesOfB, float least) {
  EdgeAxis r;
  r.separation = least;
  uint16_t edgesA[kMaxHullEdges], edgesB[kMaxHullEdges];
  const int countA = candidateEdges(a, facesOfA.deep, least, edgesA);
  if (countA == 0) return r;
  const int countB = candidateEdges(b, facesOfB.deep, least, edgesB);
  if (countB == 0) return r;
  Scratch<GaussArc, kMaxHullEdges> arcs;
  for (int j = 0; j < countB; ++j) {
    const HullGeometry::Edge& e = b.edges[edgesB[j]];
    arcs[j] = {bInA.toA(b.vertices[e.a]), bInA.directionToA(b.vertices[e.b] - b.vertices[e.a]),
               -bInA.directionToA(b.faces[e.left].normal),
               -bInA.directionToA(b.faces[e.right].normal), edgesB[j]};
  }
  for (int i = 0; i < countA; ++i) {
    const HullGeometry::Edge& e = a.edges[edgesA[i]];
    const Vec3 origin = a.vertices[e.a], u = a.vertices[e.b] - origin;
    const Vec3 left = a.faces[e.left].normal, right = a.faces[e.right].normal;
    for (int j = 0; j < countB; ++j) {
      const GaussArc& arc = arcs[j];
      // The arcs cross when each has its ends on both sides of the other's great circle, and both
      // lie in one half of the sphere.
      const float lu = dot(arc.left, u), ru = dot(arc.right, u);
      if (lu * ru >= 0) continue;
      const Vec3 v = arc.direction;
      const float lv = dot(left, v), rv = dot(right, v);
      if (lv * rv >= 0) continue;
      const Vec3 n = cross(u, v);
      const float n2 = lengthSquared(n);
      if (n2 < kParallelSine2 * lengthSquared(u) * lengthSquared(v)) continue;
      const float side = dot(n, left + right), otherSide = dot(n, arc.left + arc.right);
      if (side * otherSide <= 0) continue;
      const float scale = (side > 0 ? 1.0f : -1.0f) / sqrt(n2);
      const float separation = scale * dot(n, arc.origin - origin);
      if (separation > r.separation) r = {separation, edgesA[i], arc.edge, scale * n};
    }
  }
  return r;
}

}  // namespace holonom
