#pragma once
// A ray in a shape's axes, and where it meets the shape.
#include "math/vec3.h"

namespace holonom {

struct RayHit {
  float distance = 0;  ///< from the origin [m]
  Vec3 normal;         ///< unit, world axes; against the ray
  int triangle = -1;   ///< of a mesh, in the order of its description
};

/// A ray in a shape's axes.
struct LocalRay {
  Vec3 origin, direction;
  float max;
};

// Each of these is asked only for rays that start outside, and gives distance and outward normal.

/// Keeps of a ray what is below a plane; the normal of the last plane entered.
struct RaySpan {
  float from = 0, to;
  Vec3 normal;
  bool cut(Vec3 n, float height, float slope) {
    if (slope == 0) return height <= 0;
    const float t = -height / slope;
    if (slope < 0 && t > from) from = t, normal = n;
    if (slope > 0 && t < to) to = t;
    return from <= to;
  }
};

}  // namespace holonom
