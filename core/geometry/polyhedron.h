#pragma once
// Convex polyhedra as one kind of thing: lists of vertices, faces and edges.
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

}  // namespace holonom
