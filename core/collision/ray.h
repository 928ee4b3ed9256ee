#pragma once
// Where a ray first meets a shape.
#include "geometry/local_ray.h"
#include "geometry/shape.h"

namespace holonom {

/// `direction` is a unit vector in world axes. Meshes are met from both sides; a ray that starts in
/// any other shape meets it at once, with a normal against the ray. False beyond `maxDistance`.
bool castRay(const Shape& shape, const Transform& t, Vec3 origin, Vec3 direction, float maxDistance,
             RayHit& hit);

}  // namespace holonom
