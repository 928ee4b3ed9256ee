#include "collision/epa.h"

#include "base/scratch.h"
#include "collision/polyhedron.h"

namespace holonom {

namespace {

constexpr int kEpaVertices = 128;
constexpr int kEpaFaces = 2 * kEpaVertices;

struct EpaVertex {
  Vec3d w;
  int a, b;
};
struct EpaFace {
  int v[3];
  Vec3d normal;
  double distance;
};

/// A polytope inside A − B that holds the origin, grown where its surface is nearest to it.
struct EpaPolytope {
  const ConvexSet &a, &b;
  const RelativePose& pose;
  Scratch<EpaVertex, kEpaVertices> vertices;
  Scratch<EpaFace, kEpaFaces> faces;
  int vertexCount = 0, faceCount = 0;

  EpaVertex support(Vec3d direction) const {
    const Vec3 d = toFloat(direction);
    const int i = supportVertex(a.points, a.count, d);
    return vertex(i, supportVertex(b.points, b.count, pose.directionToB(-d)));
  }
  EpaVertex vertex(int i, int j) const {
    return {toDouble(a.points[i]) - toDouble(pose.toA(b.points[j])), i, j};
  }
  bool has(const EpaVertex& v) {
    for (int i = 0; i < vertexCount; ++i)
      if (vertices[i].a == v.a && vertices[i].b == v.b) return true;
    return false;
  }
  /// False when there is no room.
  bool addFace(int i, int j, int k) {
    if (faceCount == kEpaFaces) return false;
    const Vec3d p = vertices[i].w;
    const Vec3d n = normalize(cross(vertices[j].w - p, vertices[k].w - p));
    // A face without area is never nearest.
    faces[faceCount++] = {{i, j, k}, n, lengthSquared(n) > 0 ? dot(n, p) : double(kHuge)};
    return true;
  }
  /// Adds the farthest point of A − B on either side of a plane through vertex 0, if it stands out.
  bool addOffPlane(Vec3d n, double tolerance) {
    for (const double sign : {1.0, -1.0}) {
      const EpaVertex v = support(sign * n);
      if (sign * dot(n, v.w - vertices[0].w) <= tolerance) continue;
      vertices[vertexCount++] = v;
      return true;
    }
    return false;
  }
  bool grow(const EpaVertex& v);
};

/// Replaces the faces that see a new vertex by a cone from it to their rim.
bool EpaPolytope::grow(const EpaVertex& v) {
  if (vertexCount == kEpaVertices) return false;
  const int apex = vertexCount;
  vertices[vertexCount++] = v;
  Scratch<int, 2 * kEpaFaces> rim;  // pairs of vertices
  int rimCount = 0, kept = 0;
  for (int f = 0; f < faceCount; ++f) {
    const EpaFace face = faces[f];
    if (dot(face.normal, v.w - vertices[face.v[0]].w) <= 0) {
      faces[kept++] = face;
      continue;
    }
    for (int k = 0; k < 3; ++k) {
      const int from = face.v[k], to = face.v[(k + 1) % 3];
      // An edge met from both sides is inside the hole.
      int other = 0;
      while (other < rimCount && !(rim[2 * other] == to && rim[2 * other + 1] == from)) ++other;
      if (other < rimCount) {
        --rimCount;
        rim[2 * other] = rim[2 * rimCount], rim[2 * other + 1] = rim[2 * rimCount + 1];
      } else if (rimCount < kEpaFaces) {
        rim[2 * rimCount] = from, rim[2 * rimCount + 1] = to;
        ++rimCount;
      }
    }
  }
  faceCount = kept;
  for (int i = 0; i < rimCount; ++i)
    if (!addFace(rim[2 * i], rim[2 * i + 1], apex)) return false;
  return rimCount > 0;
}

}  // namespace

EpaResult epaDepth(const ConvexSet& a, const ConvexSet& b, const RelativePose& pose,
                   const GjkSimplex& simplex) {
  EpaPolytope p{a, b, pose, {}, {}};
  double scale = 0;
  for (int i = 0; i < simplex.count; ++i)
    p.vertices[p.vertexCount++] = p.vertex(simplex.a[i], simplex.b[i]);
  for (const Vec3d d : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}})
    for (const double sign : {1.0, -1.0}) scale = max(scale, abs(dot(d, p.support(sign * d).w)));
  const double tolerance = 1e-6 * scale;

  // Up to a tetrahedron. Where A − B has no more dimensions, it is flat: its depth is nought
  // across.
  const auto flat = [&](Vec3d normal) {
    const EpaVertex& v = p.vertices[0];
    return EpaResult{0, toFloat(normal), a.points[v.a], pose.toA(b.points[v.b])};
  };
  if (p.vertexCount < 2) {
    bool found = false;
    for (const Vec3d d : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}})
      found = found || p.addOffPlane(d, tolerance);
    if (!found) return flat({0, 1, 0});
  }
  if (p.vertexCount < 3) {
    const Vec3d d = normalize(p.vertices[1].w - p.vertices[0].w);
    const Vec3d side = toDouble(anyPerpendicular(normalize(toFloat(d))));
    if (!p.addOffPlane(side, tolerance) && !p.addOffPlane(cross(d, side), tolerance))
      return flat(side);
  }
  if (p.vertexCount < 4) {
    const Vec3d n =
        normalize(cross(p.vertices[1].w - p.vertices[0].w, p.vertices[2].w - p.vertices[0].w));
    if (!(lengthSquared(n) > 0)) return flat({0, 1, 0});
    if (!p.addOffPlane(n, tolerance)) return flat(n);
  }
  const Vec3d o = p.vertices[0].w;
  const bool left = dot(cross(p.vertices[1].w - o, p.vertices[2].w - o), p.vertices[3].w - o) > 0;
  const int i1 = left ? 2 : 1, i2 = left ? 1 : 2;
  p.addFace(0, i1, i2), p.addFace(0, 3, i1), p.addFace(0, i2, 3), p.addFace(i1, 3, i2);

  EpaFace nearest{};
  for (;;) {
    nearest.distance = double(kHuge);
    for (int f = 0; f < p.faceCount; ++f)
      if (p.faces[f].distance < nearest.distance) nearest = p.faces[f];
    const EpaVertex v = p.support(nearest.normal);
    if (dot(nearest.normal, v.w) - nearest.distance <= tolerance || p.has(v)) break;
    if (!p.grow(v)) break;
  }
  // Where the origin's foot lies on the nearest face, A and B touch after the move.
  const EpaVertex &u = p.vertices[nearest.v[0]], &v = p.vertices[nearest.v[1]],
                  &w = p.vertices[nearest.v[2]];
  const Vec3d foot = nearest.distance * nearest.normal;
  const double whole = dot(nearest.normal, cross(v.w - u.w, w.w - u.w));
  const double s = whole > 0 ? dot(nearest.normal, cross(v.w - foot, w.w - foot)) / whole : 1;
  const double t = whole > 0 ? dot(nearest.normal, cross(w.w - foot, u.w - foot)) / whole : 0;
  const float weights[3] = {float(s), float(t), float(1 - s - t)};
  EpaResult r{float(max(nearest.distance, 0.0)), toFloat(nearest.normal), {}, {}};
  for (int i = 0; i < 3; ++i) {
    r.onA += weights[i] * a.points[p.vertices[nearest.v[i]].a];
    r.onB += weights[i] * pose.toA(b.points[p.vertices[nearest.v[i]].b]);
  }
  return r;
}

}  // namespace holonom
