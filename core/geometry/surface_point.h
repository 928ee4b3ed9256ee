#pragma once
// Where a point stands relative to a shape's surface.
#include "math/vec3.h"

namespace holonom {

struct SurfacePoint {
  Vec3 normal;     ///< outward unit normal at the closest surface point
  float distance;  ///< signed distance to the surface, negative inside [m]
};

}  // namespace holonom
