#pragma once
// Questions about any two shapes: how far apart, whether they overlap, whether a point is inside.
#include "geometry/shape.h"

namespace holonom {

/// How far two shapes are apart, in world axes.
struct ShapeGap {
  float distance = kHuge;  ///< [m]; negative: the least move that separates them
  Vec3 onA, onB;           ///< where they are nearest
  Vec3 normal;             ///< unit, from A to B: the way to move B off A
};

/// When shapes overlap, the two pieces that overlap most are meant; meshes are surfaces here, and
/// triangles pieces. Half-spaces overlap without end unless they are opposed. Shapes farther apart
/// than `enough` have that distance, and no normal.
ShapeGap shapeGap(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb,
                  float enough = kHuge);

/// Whether two shapes touch or overlap; quicker than their distance.
bool overlapShapes(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb);

/// Whether a point in world axes is in a shape; in a mesh: behind its nearest triangle.
bool containsPoint(const Shape& shape, const Transform& t, Vec3 point);

}  // namespace holonom
