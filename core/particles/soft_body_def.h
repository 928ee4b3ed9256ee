#pragma once
// What a user says of a soft body.
#include "particles/particle_def.h"

namespace holonom {

struct SoftBodyDef : ParticleDef {
  static constexpr Source kSource = Source::SoftBody;
  SoftBodyDef() {
    source = kSource;
    density = 1000;
    drag = 0;
  }

  /// Of these fields a description gives exactly one.
  static constexpr const char* oneOf[] = {"lattice", "tetrahedra"};
  static constexpr const char* help =
      "A soft body: an elastic solid of tetrahedra, which keeps its shape and volume (XPBD).";
  static constexpr auto fields() {
    using S = SoftBodyDef;
    return std::tuple_cat(
        nameFields(),
        std::make_tuple(
            field("lattice", &S::lattice, "",
                  "Soft body from a box of cells. Give either lattice or tetrahedra.", {}, kFixed),
            field("tetrahedra", &S::tetrahedra, "", "Soft body from a tetrahedral mesh.", {},
                  kFixed)),
        placeFields(),
        std::make_tuple(field("density", &S::density, "kg/m³",
                              "Mass per volume. Unused if `mass` is given.", kPositive,
                              kExclusiveMin | kFixed)),
        massFields(),
        std::make_tuple(
            field("model", &S::model, "",
                  "Material. neo-hookean: stable Neo-Hookean, recovers from inversion. "
                  "saint-venant-kirchhoff: stress linear in Green's strain; weak under strong "
                  "compression.",
                  {}, kFixed),
            field("youngsModulus", &S::youngsModulus, "Pa",
                  "Young's modulus: stress per strain of a bar that is pulled.", kAnyPositive,
                  kExclusiveMin),
            field("poissonRatio", &S::poissonRatio, "",
                  "Poisson's ratio: how much thinner a bar gets per strain. Towards 0.5 the body "
                  "keeps its volume.",
                  {0, 0.499f}, kFixed),
            field("springDamping", &S::springDamping, "s",
                  "Damping time of the material: damping stress = stiffness × this time × rate of "
                  "the strain.",
                  kPositive),
            field("thickness", &S::thickness, "m",
                  "Contact distance between the surface and bodies, cloth and other soft bodies.",
                  kPositive)),
        frictionFields(),
        std::make_tuple(field("selfCollision", &S::selfCollision, "",
                              "Self-collision of the surface. Collision with other soft bodies, "
                              "cloths and ropes is always on.")),
        dampingFields(),
        std::make_tuple(
            field("drag", &S::drag, "", "Drag coefficient of the surface in air.", kPositive),
            field("lift", &S::lift, "", "Lift coefficient of the surface in air.", kPositive),
            field("pins", &S::pins, "", "Pinned particles, by index.")),
        stateFields());
  }
};

}  // namespace holonom
