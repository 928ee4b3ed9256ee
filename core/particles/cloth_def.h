#pragma once
// What a user says of a cloth.
#include "particles/particle_def.h"

namespace holonom {

struct ClothDef : ParticleDef {
  static constexpr Source kSource = Source::Cloth;
  /// Of these fields a description gives exactly one.
  static constexpr const char* oneOf[] = {"grid", "mesh"};
  static constexpr const char* help = "A cloth: particles of a surface with constraints (XPBD).";
  static constexpr auto fields() {
    using C = ClothDef;
    return std::tuple_cat(
        nameFields(),
        std::make_tuple(
            field("grid", &C::grid, "", "Cloth from a grid. Give either grid or mesh.", {}, kFixed),
            field("mesh", &C::mesh, "", "Cloth from the vertices and edges of a triangle mesh.", {},
                  kFixed)),
        placeFields(),
        std::make_tuple(field("density", &C::density, "kg/m²",
                              "Mass per area. Unused if `mass` is given.", kPositive,
                              kExclusiveMin | kFixed)),
        massFields(),
        std::make_tuple(field("thickness", &C::thickness, "m",
                              "Contact distance between the cloth and bodies, and between layers "
                              "of cloth.",
                              kPositive)),
        frictionFields(),
        std::make_tuple(field("selfCollision", &C::selfCollision, "",
                              "Self-collision of the cloth where it folds. Collision with other "
                              "cloths is always on.")),
        dampingFields(), edgeFields(),
        std::make_tuple(
            field("drag", &C::drag, "", "Air drag coefficient of the surface; 0 feels no wind.",
                  kPositive),
            field("lift", &C::lift, "",
                  "Air lift coefficient of the surface: force across the wind where it meets the "
                  "surface at an angle.",
                  kPositive),
            field("stretchCompliance", &C::stretchCompliance, "m/N",
                  "Stretch compliance of the edges; 0 is inextensible. Unused with `strain`.",
                  kAnyPositive),
            field("strain", &C::strain, "",
                  "Strain constraints along the threads, in place of edges. Its values can change "
                  "later; whether it is present is fixed at creation."),
            field("areaCompliance", &C::areaCompliance, "m³/N",
                  "Compliance of the triangles' areas; 0 is rigid. No area constraints if absent. "
                  "Whether it is present is fixed at creation.",
                  kAnyPositive),
            field(
                "volume", &C::volume, "",
                "Constraint of the enclosed volume, of a `mesh` whose triangles are closed and "
                "counter-clockwise from outside. Merge vertices at equal positions first. Several "
                "closed parts share one volume. Every `particleSolver` projects it after its "
                "sweep. Its values can change later; whether it is present is fixed at "
                "creation."),
            field("bend", &C::bend, "", "Bending resistance."),
            field("uvs", &C::uvs, "",
                  "Texture coordinates of the vertices, u and v each. u runs along the warp. A "
                  "grid has its own.",
                  {}, kState | kFixed),
            field("pins", &C::pins, "", "Pinned particles: indices, or names of a grid's sides.")),
        stateFields());
  }
};

}  // namespace holonom
