#pragma once
// Separating axes of two convex polyhedra: the normals of their faces, and the directions across
// pairs of edges that meet on the Minkowski difference. After Gregorius, "The Separating Axis Test
// between Convex Polyhedra" (GDC 2013). Faces and edges that a few deep points show to be out of
// the question are not tried.
#include "collision/polyhedron.h"
#include "collision/relative_pose.h"

namespace holonom {

/// Four points at a time.
struct FourPoints {
  f32x4 x, y, z;
  void set(int i, Vec3 p) { x[i] = p.x, y[i] = p.y, z[i] = p.z; }
};
inline f32x4 heightsOver(const HullGeometry::Face& f, const FourPoints& p) {
  return splat(f.normal.x) * p.x + splat(f.normal.y) * p.y + splat(f.normal.z) * p.z -
         splat(f.offset);
}

/// The face of P along whose normal Q is farthest away.
struct FaceAxis {
  float separation;
  int face;
  int vertex;       ///< of Q, the deepest below the face
  FourPoints deep;  ///< of Q, below faces of P, in P's axes
};

/// Stops at the first face with a separation above `margin`.
FaceAxis findFaceAxis(const Polyhedron& p, const Polyhedron& q, const RelativePose& qInP,
                      float margin);

inline constexpr int kMaxHullFaces = 2 * kMaxHullVertices - 4;
inline constexpr int kMaxHullEdges = 3 * kMaxHullVertices - 6;

/// Edges of P that may carry an axis with a separation above `least`; `deep` are points of Q. Along
/// any normal between those of an edge's faces, Q reaches at least as deep as any point of it does
/// below the higher of both faces, when that point lies below both.
int candidateEdges(const Polyhedron& p, const FourPoints& deep, float least, uint16_t* out);

/// The pair of edges whose common perpendicular separates most.
struct EdgeAxis {
  float separation;
  int edgeA = -1, edgeB = -1;  ///< -1: none separates by more than asked
  Vec3 normal;                 ///< unit, from A to B, in A's axes
};

/// Only pairs that separate by more than `least` count.
EdgeAxis findEdgeAxis(const Polyhedron& a, const Polyhedron& b, const RelativePose& bInA,
                      const FaceAxis& facesOfA, const FaceAxis& facesOfB, float least);

}  // namespace holonom
