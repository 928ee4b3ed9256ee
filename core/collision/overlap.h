#pragma once
// Questions about any two shapes: how far apart, whether they overlap, whether a point is inside.
#include "geometry/shape.h"

namespace holonom {

/// Distance of two shapes [m], and where they are nearest, in world axes (null: not asked). When
/// they overlap: minus the least move that separates the two pieces that overlap most; meshes are
/// surfaces here, and triangles pieces. Half-spaces overlap without end unless they are opposed.
float shapeDistance(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb,
                    Vec3* onA, Vec3* onB);

/// Whether two shapes touch or overlap; quicker than their distance.
bool overlapShapes(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb);

/// Whether a point in world axes is in a shape; in a mesh: behind its nearest triangle.
bool containsPoint(const Shape& shape, const Transform& t, Vec3 point);

}  // namespace holonom
