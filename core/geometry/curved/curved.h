#pragma once
// clang-format off
// What a curved shape does beside what every shape does: it gives a polyhedron inside it whose
// facets become fine toward one direction, that in which another shape touches, with a vertex
// exactly on the surface there. These functions of each shape are in its file; directions are unit
// vectors in the shape's axes:
//   int curvedVertices(shape, direction, Vec3* out);  // of the polyhedron alone, and how many
//   Polyhedron facetsOf(shape, direction, Vec3* vertices, HullGeometry::Face* faces);
//   Vec3 farthestPoint(shape, direction);             // of the shape itself
//   float bulgeOf(shape);          // how far it stands out of the polyhedron away from there [m]
//   Vec3 middleOf(shape);          // a point well inside
//   float touchRadiusOf(shape);    // of the circle about y whose line or flat end touches; else 0
//   bool castOn(shape, ray, hit);  // a ray from outside
// clang-format on
#include <array>
#include <initializer_list>

#include "base/fields.h"
#include "geometry/aabb.h"
#include "geometry/local_ray.h"
#include "geometry/mass_properties.h"
#include "geometry/polyhedron.h"
#include "geometry/rolls.h"
#include "geometry/surface_point.h"
#include "math/transform.h"

namespace holonom {

/// Shapes with curved sides and corners or edges, and ellipsoids.
template <class S>
inline constexpr bool isCurved = requires {
  S::curved;
};

/// Angle between the finest facets [rad]. Two normals that differ by less are one.
inline constexpr float kFinestFacet = 0.001f;

// The most of any curved shape.
inline constexpr int kCurvedVertices = 64, kCurvedFaces = 72, kCurvedEdges = 132;

/// Which vertices, faces and edges belong together.
struct CurvedTopology {
  int vertices = 0, faces = 0, edges = 0, corners = 0;
  std::array<HullGeometry::Edge, kCurvedEdges> edge{};
  std::array<uint16_t, 2 * kCurvedEdges> loops{};
  std::array<uint16_t, kCurvedFaces> first{}, count{};

  constexpr void face(std::initializer_list<int> loop) {
    first[faces] = uint16_t(corners), count[faces++] = uint16_t(loop.size());
    for (const int v : loop) loops[corners++] = uint16_t(v);
  }
  constexpr void add(int a, int b, int left, int right) {
    edge[edges++] = {uint16_t(a), uint16_t(b), uint16_t(left), uint16_t(right)};
  }
};

constexpr bool fits(const CurvedTopology& t) {
  return t.vertices <= kCurvedVertices && t.faces <= kCurvedFaces && t.edges <= kCurvedEdges;
}

inline Polyhedron viewOf(const CurvedTopology& t, const Vec3* vertices,
                         const HullGeometry::Face* faces, Vec3 inside) {
  return {vertices, t.vertices, faces, t.faces, t.loops.data(), t.edge.data(), t.edges, inside};
}
inline HullGeometry::Face faceOf(const CurvedTopology& t, int face, Vec3 normal, float offset) {
  return {normal, offset, t.first[size_t(face)], t.count[size_t(face)]};
}

}  // namespace holonom
