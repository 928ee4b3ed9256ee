#pragma once
// What a user says of a rope.
#include "particles/particle_def.h"

namespace holonom {

struct RopeDef : ParticleDef {
  static constexpr Source kSource = Source::Rope;
  RopeDef() {
    source = kSource;
    density = 0.1f;
  }

  static constexpr const char* help =
      "A rope: particles along x, centered on the origin, with constraints (XPBD). It does not "
      "resist bending.";
  static constexpr auto fields() {
    using R = RopeDef;
    return std::tuple_cat(
        nameFields(),
        std::make_tuple(
            field("length", &R::length, "m", "Length at rest.", kPositive, kExclusiveMin | kFixed),
            field("segments", &R::segments, "", "Number of segments between particles.",
                  {1, 100000}, kFixed)),
        placeFields(),
        std::make_tuple(field("density", &R::density, "kg/m",
                              "Mass per length. Unused if `mass` is given.", kPositive,
                              kExclusiveMin | kFixed)),
        massFields(),
        std::make_tuple(field("thickness", &R::thickness, "m",
                              "Contact distance between the rope and bodies, cloth and other "
                              "ropes.",
                              kPositive)),
        frictionFields(),
        std::make_tuple(field("selfCollision", &R::selfCollision, "",
                              "Self-collision of the rope. Collision with other ropes and cloths "
                              "is always on.")),
        dampingFields(), edgeFields(),
        std::make_tuple(
            field("stretchCompliance", &R::stretchCompliance, "m/N",
                  "Stretch compliance of each segment; 0 is inextensible.", kAnyPositive),
            field("pins", &R::pins, "",
                  "Pinned particles: indices, or `left` and `right` for the ends.")),
        stateFields());
  }
};

}  // namespace holonom
