#pragma once
// Contact of a face with a polyhedron: the face that meets it, clipped to its sides.
#include "collision/clip.h"
#include "collision/manifold.h"
#include "collision/polyhedron.h"
#include "collision/relative_pose.h"

namespace holonom {

/// An edge axis, and a face of the second shape, must beat the best face by this much, so that flat
/// contacts keep their faces from step to step; less for small margins [m].
inline float facePreference(float margin) { return min(0.001f, 0.05f * margin); }

/// Where points of a contact lie in the world.
struct ContactFrame {
  Transform a, b;
  bool flip;  ///< the reference belongs to B
};

/// Makes a manifold of a clipped polygon in the axes of the reference shape: points at most
/// `margin` above the plane n·p = offset. `reference` numbers the face.
void manifoldOfPolygon(const ClipVertex* polygon, int count, Vec3 n, float offset,
                       uint32_t reference, const ContactFrame& frame, float margin, Manifold& out);

/// The face at a vertex of a polyhedron that looks most against n, as a polygon in the axes to
/// which `pose` leads. `out` has room for kMaxHullVertices.
int incidentPolygon(const Polyhedron& p, int vertex, Vec3 n, const RelativePose& pose,
                    ClipVertex* out);

/// A polygon in the axes of `ref`, clipped to the sides of its face. `polygon` and `spare` have
/// room for as many corners again as the face has; both are overwritten.
void collidePolygon(const Polyhedron& ref, int face, ClipVertex* polygon, int count,
                    ClipVertex* spare, const ContactFrame& frame, float margin, Manifold& out);

/// The reference face is a face of `ref`; `vertex` the corner of `inc` deepest below it.
void collideFace(const Polyhedron& ref, int face, const Polyhedron& inc, int vertex,
                 const RelativePose& incInRef, const ContactFrame& frame, float margin,
                 Manifold& out);

/// The one corner of `inc` that is deepest below a face's plane, wherever it lies beside the face.
void collideCorner(const Polyhedron& ref, int face, const Polyhedron& inc, int vertex,
                   const RelativePose& incInRef, const ContactFrame& frame, Manifold& out);

/// Whether a manifold has a point at most so far apart [m].
inline bool reaches(const Manifold& m, float separation) {
  bool found = false;
  for (int i = 0; i < m.count; ++i) found |= m.points[i].separation <= separation;
  return found;
}

/// Feature of a contact of vertices or edges of both shapes; an edge by its ends.
uint32_t edgeFeature(int a0, int a1, int b0, int b1);

}  // namespace holonom
