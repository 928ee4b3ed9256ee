#pragma once
// Separating axes of two convex polyhedra: the normals of their faces, and the directions across
// pairs of edges that meet on the Minkowski difference. After Gregorius, "The Separating Axis Test
// between Convex Polyhedra" (GDC 2013). Faces and edges that a few deep points show to be out of
// the question are not tried.
#include "collision/polyhedron.h"
#include "collision/relative_pose.h"

namespace holonom {

/// The face of P along whose normal Q is farthest away.
struct FaceAxis {
  float separation;
  int face;
  int vertex;                 ///< of Q, the deepest below the face
  f32x4 deepX, deepY, deepZ;  ///< four points of Q, deep below faces of P, in P's axes
};

/// Stops at the first face with a separation above `margin`.
FaceAxis findFaceAxis(const Polyhedron& p, const Polyhedron& q, const RelativePose& qInP,
                      float margin);

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
