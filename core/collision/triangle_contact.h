#pragma once
// Contact of a convex shape with one triangle of a mesh.
#include "collision/manifold.h"
#include "geometry/shape.h"

namespace holonom {

/// Points of `a` nearer than `margin` to a triangle, seen from its front; normal from A to the
/// mesh. `a` is a sphere, capsule, box or hull. A shape wholly behind the triangle's plane does not
/// touch it. Over seams that are not active the normal is the triangle's own, so that nothing that
/// slides over them is held up; what is beyond such a seam is left to the neighbor.
void collideTriangle(const Shape& a, const Transform& ta, const MeshGeometry& mesh, int triangle,
                     const Transform& tb, float margin, Manifold& out);

/// Whether `a` is within a distance of a triangle and not wholly behind its plane.
bool isNearTriangle(const Shape& a, const Transform& ta, const MeshGeometry& mesh, int triangle,
                    const Transform& tb, float distance);

}  // namespace holonom
