#pragma once
// What a user says of grains.
#include "particles/particle_def.h"

namespace holonom {

struct GrainsDef : ParticleDef {
  static constexpr Source kSource = Source::Grains;
  GrainsDef() {
    source = kSource;
    density = 1000;
  }

  static constexpr const char* help =
      "Grains: spherical particles that collide, stacked in layers on the XZ plane around the "
      "origin. Each layer lies in the hollows of the one below.";
  static constexpr auto fields() {
    using G = GrainsDef;
    return std::tuple_cat(
        nameFields(),
        std::make_tuple(
            field("base", &G::base, "", "Number of grains along x and along z in each layer.",
                  {1, 1000}, kFixed),
            field("layers", &G::layers, "", "Number of layers.", {1, 1000}, kFixed),
            field("radius", &G::radius, "m", "Radius of a grain.", kPositive,
                  kExclusiveMin | kFixed)),
        placeFields(),
        std::make_tuple(field("density", &G::density, "kg/m³",
                              "Density of a grain. Unused if `mass` is given.", kPositive,
                              kExclusiveMin | kFixed)),
        massFields(), frictionFields(), dampingFields(),
        std::make_tuple(field("pins", &G::pins, "", "Pinned particles, by index.")), stateFields());
  }
};

}  // namespace holonom
