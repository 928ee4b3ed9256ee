#pragma once
// The contact region of two shapes: up to four points with one normal.
#include <cstdint>

#include "math/vec3.h"

namespace holonom {

struct ManifoldPoint {
  Vec3 onA;          ///< on A's surface, world axes, relative to A's center [m]
  Vec3 onB;          ///< on B's surface, world axes, relative to B's center [m]
  float separation;  ///< along the normal, negative when penetrating [m]
  uint32_t feature;  ///< which features touch; matches points from step to step
};

struct Manifold {
  Vec3 normal;  ///< unit, from A to B, world axes
  int count = 0;
  ManifoldPoint points[4];
};

}  // namespace holonom
