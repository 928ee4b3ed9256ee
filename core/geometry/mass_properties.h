#pragma once
// Volume and inertia about the centre of mass, for unit density.
#include "math/vec3.h"

namespace holonom {

struct MassProperties {
  double volume = 0;  ///< m³; times density is the mass
  Vec3d inertia{};    ///< principal moments per unit density [m⁵]
};

}  // namespace holonom
