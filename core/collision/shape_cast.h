#pragma once
// Where a shape that moves along a line first meets another.
#include "geometry/shape.h"

namespace holonom {

struct CastHit {
  float distance = 0;  ///< of the way [m]; negative: the depth at which they overlap at the start
  Vec3 point;          ///< where they touch, on the shape that rests; world axes [m]
  Vec3 normal;         ///< unit, world axes: of the shape that rests, against the way
};

/// `direction` is a unit vector in world axes; `moving` is no half-space. Shapes that overlap at
/// the start meet at once, unless `leaving` passes over what the way leads apart. Meshes are met
/// from both sides. `margin` [m] rounds what moves outward: it meets others at that gap. False
/// beyond `maxDistance`.
bool castShape(const Shape& moving, const Transform& start, Vec3 direction, float maxDistance,
               bool leaving, const Shape& resting, const Transform& t, CastHit& hit,
               float margin = 0);

}  // namespace holonom
