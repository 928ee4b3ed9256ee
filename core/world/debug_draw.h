#pragma once
// Lines that show what the solver sees; no drawing here.
#include <vector>

#include "world/world.h"

namespace holonom {

/// Appends x y z r g b per vertex, two vertices a line; `flags` of DebugFlags.
void drawDebugLines(const World& world, unsigned flags, std::vector<float>& out);

}  // namespace holonom
