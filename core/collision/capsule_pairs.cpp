// Capsules with capsules, polyhedra and half-spaces. A capsule is a segment grown by its radius.
#include "collision/face_contact.h"
#include "collision/gjk.h"
#include "collision/pairs.h"
#include "collision/polyhedron_pairs.h"
#include "collision/sat.h"
#include "collision/segment_contact.h"

namespace holonom {

namespace {

/// The axis across a segment and an edge of a polyhedron that holds them farthest apart.
struct SegmentAxis {
  float separation;
  int edge = -1;
  Vec3 normal;
};
SegmentAxis findSegmentAxis(const Polyhedron& b, Vec3 p0, Vec3 p1, float least) {
  SegmentAxis r{least, -1, {}};
  const Vec3 u = p1 - p0;
  for (int i = 0; i < b.edgeCount; ++i) {
    const HullGeometry::Edge& e = b.edges[i];
    const Vec3 left = b.faces[e.left].normal, right = b.faces[e.right].normal;
    if (dot(left, u) * dot(right, u) >= 0) continue;
    const Vec3 a = b.vertices[e.a], v = b.vertices[e.b] - a, n = cross(u, v);
    const float n2 = lengthSquared(n);
    if (n2 < 1e-4f * lengthSquared(u) * lengthSquared(v)) continue;
    const float scale = (dot(n, left + right) > 0 ? 1.0f : -1.0f) / sqrt(n2);
    const float separation = scale * dot(n, p0 - a);
    if (separation > r.separation) r = {separation, i, scale * n};
  }
  return r;
}

}  // namespace

void collideCapsulePolyhedron(const Capsule& a, const Transform& ta, const Polyhedron& b,
                              const Transform& tb, float margin, Manifold& out) {
  out.count = 0;
  const RelativePose aInB = seenFrom(tb, ta);
  const Vec3 ends[2] = {{0, -a.halfHeight, 0}, {0, a.halfHeight, 0}};
  const Polyhedron segment{ends, 2, nullptr, 0, nullptr, nullptr, 0, {}};
  const FaceAxis face = findFaceAxis(b, segment, aInB, a.radius + margin);
  if (face.separation > a.radius + margin) return;
  const Vec3 p0 = aInB.toA(ends[0]), p1 = aInB.toA(ends[1]), u = p1 - p0;
  const float preference = facePreference(margin);
  SegmentContact contact{p0, p1, {}, a.radius, margin, ta, tb, out};

  SegmentAxis edge{};
  if (face.separation <= 0) edge = findSegmentAxis(b, p0, p1, face.separation);

  const auto nearest = [&] {
    const GjkResult gap =
        gjkDistance({b.vertices, b.vertexCount}, {ends, 2}, aInB, a.radius + margin);
    if (!(gap.distance > 0)) return false;
    out.count = 0;
    if (gap.distance > a.radius + margin) return true;
    const GjkSimplex& s = gap.simplex;
    int b0 = s.a[0], b1 = b0;
    for (int i = 1; i < s.count; ++i) b0 = min(b0, int(s.a[i])), b1 = max(b1, int(s.a[i]));
    contact.normal = gap.normal;
    contact.addNearest(b.vertices[b0], b.vertices[b1], gap.onB, gap.distance,
                       edgeFeature(b0, b1, 0, 0));
    return true;
  };
  const auto acrossEdge = [&] {
    const HullGeometry::Edge& e = b.edges[edge.edge];
    const Vec3 q = b.vertices[e.a], v = b.vertices[e.b] - q, r = q - p0;
    const float uu = dot(u, u), uv = dot(u, v), vv = dot(v, v);
    out.count = 0;
    contact.normal = edge.normal;
    contact.add((dot(r, u) * vv - uv * dot(r, v)) / (uu * vv - uv * uv), edge.separation,
                edgeFeature(e.a, e.b, 0, 0));
  };
  if (edge.edge >= 0 && edge.separation > face.separation + preference) {
    if (!(edge.separation > 0 && nearest())) acrossEdge();
    return;
  }

  const HullGeometry::Face& f = b.faces[face.face];
  SegmentPart part;
  Vec3 c = b.vertices[b.loops[f.first + f.count - 1]];
  for (int i = 0; i < f.count && !part.empty(); ++i) {
    const Vec3 d = b.vertices[b.loops[f.first + i]];
    const Vec3 outward = cross(d - c, f.normal);
    part.cut(dot(outward, p0 - c), dot(outward, p1 - c), uint32_t(i) + 2);
    c = d;
  }
  contact.normal = f.normal;
  if (!part.empty())
    contact.addBoth(part, dot(f.normal, p0) - f.offset, dot(f.normal, p1) - f.offset,
                    static_cast<uint32_t>(face.face) << 16);
  if (face.separation > 0) {
    // Where no point is as near as the face's plane, an edge or corner beside the face is nearest.
    if (!reaches(out, face.separation - a.radius + 0.1f * preference)) nearest();
  } else if (edge.edge >= 0 && !reaches(out, edge.separation - a.radius + 0.1f * preference)) {
    acrossEdge();
  }
}

void collideCapsules(const Capsule& a, const Transform& ta, const Capsule& b, const Transform& tb,
                     float margin, Manifold& out) {
  out.count = 0;
  const Vec3 u = rotate(ta.rotation, {0, a.halfHeight, 0});  // half the axes
  const Vec3 v = rotate(tb.rotation, {0, b.halfHeight, 0});
  const Vec3 d = tb.position - ta.position;
  const float reach = a.radius + b.radius;
  const float uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), du = dot(d, u), dv = dot(d, v);
  const auto unit = [](float t) { return max(-1.0f, min(1.0f, t)); };
  // Closest points of two segments, after Ericson, "Real-Time Collision Detection" §5.1.9.
  const float determinant = uu * vv - uv * uv;
  float s = determinant > 0 ? unit((du * vv - uv * dv) / determinant) : 0;
  // Halves so short that their squares leave the floats are points.
  float t = vv > 0 ? (s * uv - dv) / vv : 0;
  if (t < -1 || t > 1) t = unit(t), s = uu > 0 ? unit((du + t * uv) / uu) : 0;
  const Vec3 gap = d + t * v - s * u;
  const float distance = length(gap);
  if (distance - reach > margin) return;
  const Vec3 across = cross(u, v);
  if (distance > 1e-6f * (sqrt(uu) + sqrt(vv)) + kNoLength)
    out.normal = (1 / distance) * gap;
  else if (determinant > kAlongSine2 * uu * vv)
    out.normal = normalize(dot(across, d) < 0 ? -across : across);
  else
    out.normal = anyPerpendicular(rotate(ta.rotation, {0, 1, 0}));
  const auto add = [&](float at, float onB, uint32_t feature) {
    const Vec3 pa = at * u, pb = onB * v;
    const float separation = dot(out.normal, d + pb - pa) - reach;
    if (separation > margin) return;
    out.points[out.count++] = {pa + a.radius * out.normal, pb - b.radius * out.normal, separation,
                               feature};
  };
  if (determinant < kAlongSine2 * uu * vv) {
    const float sign = uv < 0 ? -1.0f : 1.0f;
    // B's ends along A: its lower and its upper one.
    const float low = (du - sign * uv) / uu, high = (du + sign * uv) / uu;
    const float from = max(-1.0f, low), to = min(1.0f, high);
    if (to - from > 1e-3f) {
      // Each point of B over the point of A.
      add(from, (from * uu - du) / uv, low > -1 ? 1 : 0);
      add(to, (to * uu - du) / uv, high < 1 ? 3 : 2);
      return;
    }
  }
  add(s, t, 4);
}

void collideCapsuleBox(const Capsule& a, const Transform& ta, const Box& b, const Transform& tb,
                       float margin, Manifold& out) {
  const BoxPolyhedron box(b);
  collideCapsulePolyhedron(a, ta, box.view(), tb, margin, out);
}

void collideCapsuleHull(const Capsule& a, const Transform& ta, const Hull& b, const Transform& tb,
                        float margin, Manifold& out) {
  collideCapsulePolyhedron(a, ta, polyhedronOf(*b.geometry), tb, margin, out);
}

void collideCapsulePlane(const Capsule& a, const Transform& ta, const Plane& b, const Transform& tb,
                         float margin, Manifold& out) {
  const Vec3 normal = rotate(tb.rotation, b.normal);
  const Vec3 half = rotate(ta.rotation, {0, a.halfHeight, 0});
  out.count = 0;
  out.normal = -normal;
  for (uint32_t i = 0; i < 2; ++i) {
    const Vec3 corner = (i ? half : -half) - a.radius * normal;
    const float separation = dot(normal, ta.position + corner - tb.position) - b.offset;
    if (!(separation <= margin)) continue;
    out.points[out.count++] = {corner, ta.position + corner - separation * normal - tb.position,
                               separation, i};
  }
}

}  // namespace holonom
