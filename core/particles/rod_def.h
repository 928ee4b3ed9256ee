#pragma once
// What a user says of an elastic rod.
#include "particles/particle_def.h"

namespace holonom {

struct RodDef : ParticleDef {
  static constexpr Source kSource = Source::Rod;
  RodDef() {
    source = kSource;
    density = 1000;
    radius = 0.01f;
    youngsModulus = 1e6f;
  }

  static constexpr const char* help =
      "An elastic rod, such as a cable, a hair or a spring: it resists stretch, shear, bending and "
      "twist (Cosserat rod, XPBD). Straight along x and centered on the origin, or along `points`.";
  static constexpr auto fields() {
    using R = RodDef;
    return std::tuple_cat(
        nameFields(),
        std::make_tuple(
            field("length", &R::length, "m", "Length at rest. Unused if `points` are given.",
                  kPositive, kExclusiveMin | kFixed),
            field("segments", &R::segments, "",
                  "Number of segments between particles. Unused if `points` are given.",
                  {1, 100000}, kFixed),
            field("points", &R::points, "m",
                  "Shape at rest: points along the rod, x, y, z each, in its own axes.", {},
                  kFixed)),
        placeFields(),
        std::make_tuple(field("density", &R::density, "kg/m³",
                              "Mass per volume. Unused if `mass` is given.", kPositive,
                              kExclusiveMin | kFixed)),
        massFields(),
        std::make_tuple(
            field("radius", &R::radius, "m",
                  "Radius of the circular cross-section, and contact distance.", kPositive,
                  kExclusiveMin | kFixed),
            field("youngsModulus", &R::youngsModulus, "Pa",
                  "Young's modulus: resists stretch and bending.", kAnyPositive, kExclusiveMin),
            field("poissonRatio", &R::poissonRatio, "",
                  "Poisson's ratio ν, which gives the shear modulus of twist: E / (2 (1 + ν)).",
                  {0, 0.5f}),
            field("springDamping", &R::springDamping, "s",
                  "Damping time of the material: damping force = stiffness × this time × rate of "
                  "the strain.",
                  kPositive)),
        frictionFields(),
        std::make_tuple(field("selfCollision", &R::selfCollision, "",
                              "Self-collision of the rod. Collision with other rods, ropes and "
                              "cloths is always on.")),
        dampingFields(),
        std::make_tuple(
            field("pins", &R::pins, "",
                  "Pinned particles: indices, or `left` and `right` for the ends."),
            field(
                "clamps", &R::clamps, "",
                "Ends that are held in place and direction: `left` and `right`, or the indices of "
                "their particles."),
            field("positions", &R::positions, "m",
                  "Particle positions now, in world axes, x, y, z each.", {}, kState),
            field("velocities", &R::velocities, "m/s",
                  "Particle velocities now, in world axes, x, y, z each.", {}, kState),
            field(
                "rotations", &R::rotations, "",
                "Rotations now of the segments, then of the clamps right and left, as quaternions "
                "x, y, z, w. The x axis of a segment is along the rod.",
                {}, kState),
            field("angularVelocities", &R::angularVelocities, "rad/s",
                  "Angular velocities now of the segments, in world axes, x, y, z each.", {},
                  kState)));
  }
};

}  // namespace holonom
