#pragma once
// Poses near others, for differences of what depends on them.
#include <cmath>

#include "math/transform.h"

namespace holonom {

/// The pose after a displacement and a rotation vector, both world.
inline Transform displaced(const Transform& pose, Vec3 displacement, Vec3 turn) {
  const float angle = length(turn);
  const Vec3 u = angle > 0 ? (std::sin(angle / 2) / angle) * turn : Vec3{};
  return {pose.position + displacement, Quat{u.x, u.y, u.z, std::cos(angle / 2)} * pose.rotation};
}

}  // namespace holonom
