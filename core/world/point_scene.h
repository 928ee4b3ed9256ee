#pragma once
// What points of soft objects meet in a substep.
#include "rigid/bodies.h"
#include "world/collision/colliders.h"
#include "world/settings.h"
#include "world/soft_objects.h"

namespace holonom {

struct PointScene {
  SoftObjects& soft;
  Bodies& bodies;
  const Colliders& colliders;
  const WorldSettings& settings;
};

}  // namespace holonom
