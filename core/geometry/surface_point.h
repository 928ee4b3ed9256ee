#pragma once
// Where a point stands relative to a shape's surface.
#include "math/vec3.h"

namespace holonom {

template <class T>
struct SurfacePointT {
  Vec3T<T> normal;  ///< outward unit normal at the closest surface point
  T distance;       ///< signed distance to the surface, negative inside [m]
};
using SurfacePoint = SurfacePointT<float>;

/// d over its length l; `instead` where it has none.
template <class T>
Vec3T<T> directionOf(Vec3T<T> d, T l, Vec3T<T> instead) {
  const auto apart = l > lanes<T>(kNoLength);
  return select(apart, (lanes<T>(1) / select(apart, l, lanes<T>(1))) * d, instead);
}

}  // namespace holonom
