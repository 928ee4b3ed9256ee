#pragma once
// A named point of the world.
#include <string>

#include "base/fields.h"
#include "math/vec3.h"

namespace holonom {

struct MarkerDef {
  std::string name;
  Vec3 position;

  static constexpr const char* help = "A named point of the world.";
  static constexpr auto fields() {
    using M = MarkerDef;
    return std::make_tuple(field("name", &M::name, "", "Name."),
                           field("position", &M::position, "m", "Position.", {-1e6, 1e6}));
  }
};

}  // namespace holonom
