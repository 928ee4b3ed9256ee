#pragma once
// Where a ray first meets a shape.
#include "geometry/shape.h"

namespace holonom {

struct RayHit {
  float distance = 0;  ///< from the origin [m]
  Vec3 normal;         ///< unit, world axes; against the ray
  int triangle = -1;   ///< of a mesh, in the order of its description
};

/// `direction` is a unit vector in world axes. Meshes are met from both sides; a ray that starts in
/// any other shape meets it at once, with a normal against the ray. False beyond `maxDistance`.
bool castRay(const Shape& shape, const Transform& t, Vec3 origin, Vec3 direction, float maxDistance,
             RayHit& hit);

}  // namespace holonom
