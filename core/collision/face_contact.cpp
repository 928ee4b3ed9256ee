#include "collision/face_contact.h"

#include "base/scratch.h"
#include "collision/reduce.h"

namespace holonom {

void manifoldOfPolygon(const ClipVertex* polygon, int count, Vec3 n, float offset,
                       uint32_t reference, const ContactFrame& frame, float margin, Manifold& out) {
  const Transform& ref = frame.flip ? frame.b : frame.a;
  const Transform& inc = frame.flip ? frame.a : frame.b;
  const Vec3 between = ref.position - inc.position;
  const Mat3 axes = toMatrix(ref.rotation);
  const Vec3 normal = axes * n;
  Scratch<ManifoldPoint, 2 * kMaxHullVertices> points;
  int kept = 0;
  const auto add = [&](Vec3 local, float separation, uint32_t feature) {
    const Vec3 p = axes * local;
    const Vec3 onRef = p - separation * normal, onInc = p + between;
    points[kept++] = {frame.flip ? onInc : onRef, frame.flip ? onRef : onInc, separation, feature};
  };
  const uint32_t face = reference << 16 | static_cast<uint32_t>(frame.flip) << 24;
  for (int i = 0; i < count; ++i) {
    const float separation = dot(n, polygon[i].p) - offset;
    if (separation > margin) continue;
    add(polygon[i].p, separation, polygon[i].in | uint32_t(polygon[i].out) << 8 | face);
  }
  out.normal = frame.flip ? -normal : normal;
  reduceManifold(points.data(), kept, normal, out);
}

int incidentPolygon(const Polyhedron& p, int vertex, Vec3 n, const RelativePose& pose,
                    ClipVertex* out) {
  const Vec3 direction = pose.directionToB(n);
  int face = 0;
  float most = 2;
  for (int i = 0; i < p.edgeCount; ++i) {
    const HullGeometry::Edge& e = p.edges[i];
    if (e.a != vertex && e.b != vertex) continue;
    // Each face at the vertex is left or right of two of its edges; of equals the lowest number.
    for (const int f : {int(e.left), int(e.right)}) {
      const float d = dot(p.faces[f].normal, direction);
      if (d < most || (d <= most && f < face)) most = d, face = f;
    }
  }
  const HullGeometry::Face& f = p.faces[face];
  int previous = p.loops[f.first + f.count - 1];
  for (int i = 0; i < f.count; ++i) {
    const int at = p.loops[f.first + i];
    out[i] = {pose.toA(p.vertices[at]), static_cast<uint8_t>(previous), static_cast<uint8_t>(at)};
    previous = at;
  }
  return f.count;
}

void collidePolygon(const Polyhedron& ref, int face, ClipVertex* from, int count, ClipVertex* to,
                    const ContactFrame& frame, float margin, Manifold& out) {
  const HullGeometry::Face& f = ref.faces[face];
  Vec3 a = ref.vertices[ref.loops[f.first + f.count - 1]];
  for (int i = 0; i < f.count; ++i) {
    const Vec3 b = ref.vertices[ref.loops[f.first + i]];
    const Vec3 outward = cross(b - a, f.normal);
    count =
        clipPolygon(from, count, outward, dot(outward, a), static_cast<uint8_t>(kCutLines + i), to);
    ClipVertex* const swap = from;
    from = to, to = swap;
    a = b;
  }
  manifoldOfPolygon(from, count, f.normal, f.offset, static_cast<uint32_t>(face), frame, margin,
                    out);
}

void collideFace(const Polyhedron& ref, int face, const Polyhedron& inc, int vertex,
                 const RelativePose& incInRef, const ContactFrame& frame, float margin,
                 Manifold& out) {
  Scratch<ClipVertex, 2 * kMaxHullVertices> polygon, spare;
  const int count = incidentPolygon(inc, vertex, ref.faces[face].normal, incInRef, polygon.data());
  collidePolygon(ref, face, polygon.data(), count, spare.data(), frame, margin, out);
}

void collideCorner(const Polyhedron& ref, int face, const Polyhedron& inc, int vertex,
                   const RelativePose& incInRef, const ContactFrame& frame, Manifold& out) {
  const auto number = static_cast<uint8_t>(vertex);
  const ClipVertex corner{incInRef.toA(inc.vertices[vertex]), number, number};
  manifoldOfPolygon(&corner, 1, ref.faces[face].normal, ref.faces[face].offset,
                    static_cast<uint32_t>(face), frame, kHuge, out);
}

uint32_t edgeFeature(int a0, int a1, int b0, int b1) {
  const auto pair = [](int i, int j) {
    return static_cast<uint32_t>(i < j ? i | j << 7 : j | i << 7);
  };
  return 1u << 31 | pair(a0, a1) | pair(b0, b1) << 14;
}

}  // namespace holonom
