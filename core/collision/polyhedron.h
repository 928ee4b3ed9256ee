#pragma once
// Boxes and hulls as one kind of thing: lists of vertices, faces and edges.
#include "geometry/box.h"
#include "geometry/hull.h"

namespace holonom {

/// A view of a convex polyhedron; the owner outlives it.
struct Polyhedron {
  const Vec3* vertices;
  int vertexCount;
  const HullGeometry::Face* faces;
  int faceCount;
  const uint16_t* loops;
  const HullGeometry::Edge* edges;
  int edgeCount;
  Vec3 inside;  ///< a point of the solid
};

inline Polyhedron polyhedronOf(const HullGeometry& g) {
  return {g.vertices.data(),
          static_cast<int>(g.vertices.size()),
          g.faces.data(),
          static_cast<int>(g.faces.size()),
          g.loops.data(),
          g.edges.data(),
          static_cast<int>(g.edges.size()),
          g.inside};
}

/// A box's corners (bit k of the number: positive along axis k) and faces (−x, +x, −y, …).
struct BoxPolyhedron {
  Vec3 vertices[8];
  HullGeometry::Face faces[6];

  explicit BoxPolyhedron(const Box& box);
  Polyhedron view() const;
};

/// The vertex farthest along a direction; of equals the first.
inline int supportVertex(const Vec3* vertices, int count, Vec3 direction) {
  int best = 0;
  float most = dot(direction, vertices[0]);
  for (int i = 1; i < count; ++i) {
    const float d = dot(direction, vertices[i]);
    if (d > most) most = d, best = i;
  }
  return best;
}

}  // namespace holonom
