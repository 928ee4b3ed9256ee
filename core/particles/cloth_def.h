#pragma once
// What a user says of a cloth.
#include <optional>
#include <string>

#include "base/fields.h"
#include "base/pins.h"
#include "geometry/surface_def.h"
#include "math/transform.h"

namespace holonom {

enum class BendModel { Dihedral, Isometric };
template <>
struct EnumNames<BendModel> {
  static constexpr const char* names[] = {"dihedral", "isometric"};
};

struct BendDef {
  BendModel model = BendModel::Dihedral;
  float compliance = 1e4f;

  static constexpr const char* name = "bend";
  static constexpr const char* help = "Bending resistance of a cloth.";
  static constexpr auto fields() {
    return std::make_tuple(field("model", &BendDef::model, "",
                                 "dihedral: keeps the rest angles between triangles. isometric: "
                                 "flattens, at half the cost, for cloth that is flat at rest.",
                                 {}, kFixed),
                           field("compliance", &BendDef::compliance, "rad/(N m)",
                                 "Bending compliance; 0 is rigid.", kPositive));
  }
};

struct StrainDef {
  float warpCompliance = 0;
  float weftCompliance = 0;
  float shearCompliance = 0.01f;

  static constexpr const char* name = "strain";
  static constexpr const char* help =
      "Strain constraints of woven triangles: stretch along warp (u) and weft (v), and shear "
      "between them.";
  static constexpr auto fields() {
    using S = StrainDef;
    return std::make_tuple(
        field("warpCompliance", &S::warpCompliance, "m/N",
              "Stretch compliance along the warp; 0 is rigid.", kAnyPositive),
        field("weftCompliance", &S::weftCompliance, "m/N",
              "Stretch compliance along the weft; 0 is rigid.", kAnyPositive),
        field("shearCompliance", &S::shearCompliance, "m/N",
              "Shear compliance between warp and weft; 0 is rigid.", kAnyPositive));
  }
};

struct SeamDef {
  Pins first, second;
  float compliance = 0;

  bool operator==(const SeamDef&) const = default;

  static constexpr const char* name = "seam";
  static constexpr const char* help =
      "Sews particles of a cloth together in pairs: the first of one list with the first of the "
      "other, and so on. A rigid seam closes at once; start an open seam with a compliance.";
  static constexpr auto fields() {
    using S = SeamDef;
    return std::make_tuple(
        field(
            "first", &S::first, "",
            "One side: particle indices in order, or names of a grid's sides. Each particle once."),
        field("second", &S::second, "", "The other side, with as many particles."),
        field("compliance", &S::compliance, "m/N", "Compliance of each pair; 0 is rigid.",
              kAnyPositive));
  }
};

struct ClothDef {
  std::string name;
  std::optional<GridDef> grid;
  std::optional<MeshDef> mesh;
  std::optional<RopeDef> rope;
  std::optional<PileDef> pile;
  Vec3 position;
  Quat rotation;
  float density = 0.2f;
  std::optional<float> mass;
  float thickness = 0.01f;
  float friction = 0.5f;
  std::optional<float> staticFriction;
  bool selfCollision = false;
  float damping = 0;
  float springDamping = 0;
  float globalDamping = 0;
  float drag = 1;
  float lift = 0;
  std::optional<float> stiffness;
  float stretchCompliance = 0;
  std::optional<StrainDef> strain;
  std::optional<float> areaCompliance;
  BendDef bend;
  std::vector<float> uvs;
  Pins pins;
  std::vector<SeamDef> seams;
  std::vector<float> positions;
  std::vector<float> velocities;

  static constexpr const char* help =
      "Particles with constraints (XPBD): a cloth, a rope or grains.";
  static constexpr auto fields() {
    using C = ClothDef;
    return std::make_tuple(
        field("name", &C::name, "", "Name of the object. Need not be unique."),
        field("grid", &C::grid, "", "Cloth from a grid. Give one of grid, mesh, rope and pile.", {},
              kFixed),
        field("mesh", &C::mesh, "", "Cloth from the vertices and edges of a triangle mesh.", {},
              kFixed),
        field("rope", &C::rope, "", "Rope: particles in a line.", {}, kFixed),
        field("pile", &C::pile, "", "Grains: particles without constraints between them.", {},
              kFixed),
        field("position", &C::position, "m", "Position of the origin at creation, in world axes.",
              {}, kPlaces),
        field("rotation", &C::rotation, "",
              "Rotation at creation, as a unit quaternion x, y, z, w.", {}, kPlaces),
        field("density", &C::density, "kg/m²",
              "Mass per area of a grid or mesh. Unused if `mass` is given.", kPositive,
              kExclusiveMin | kFixed),
        field("mass", &C::mass, "kg", "Total mass, in place of the densities.", kPositive,
              kExclusiveMin | kFixed),
        field("thickness", &C::thickness, "m",
              "Contact distance between the cloth and bodies, and between layers of cloth. Grains "
              "use their radius.",
              kPositive),
        field("friction", &C::friction, "",
              "Friction coefficient: kinetic, and also static without `staticFriction`. A pair "
              "uses the geometric mean of both.",
              kPositive),
        field("staticFriction", &C::staticFriction, "",
              "Static friction coefficient: acts until the surfaces slide. Defaults to `friction`, "
              "which also replaces lower values. A pair uses the geometric mean of both; bodies "
              "and spring networks contribute their `friction`.",
              kPositive),
        field("selfCollision", &C::selfCollision, "",
              "Self-collision of the cloth where it folds. Collision with other cloths, and "
              "between grains, is always on."),
        field("damping", &C::damping, "1/s", "Decay rate of velocities.", kPositive),
        field("springDamping", &C::springDamping, "s",
              "Damping time of compliant constraints: damping force = stiffness × this time × rate "
              "of the constraint error.",
              kPositive),
        field("globalDamping", &C::globalDamping, "1/s",
              "Rate at which velocities approach those of one rigid motion. Conserves momentum and "
              "angular momentum of the cloth.",
              kPositive),
        field("drag", &C::drag, "", "Air drag coefficient of the surface; 0 feels no wind.",
              kPositive),
        field("lift", &C::lift, "",
              "Air lift coefficient of the surface: force across the wind where it meets the "
              "surface at an angle.",
              kPositive),
        field("stiffness", &C::stiffness, "",
              "PBD stiffness in place of all compliances: fraction of each error corrected per "
              "substep. The resulting softness depends on the substep.",
              {0, 1}),
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
        field("bend", &C::bend, "", "Bending resistance."),
        field("uvs", &C::uvs, "",
              "Texture coordinates of the vertices, u and v each. u runs along the warp. A grid "
              "has its own.",
              {}, kState | kFixed),
        field("pins", &C::pins, "", "Pinned particles: indices, or names of a grid's sides."),
        field("seams", &C::seams, "", "Seams between particles of the cloth."),
        field("positions", &C::positions, "m",
              "Particle positions now, in world axes, x, y, z each.", {}, kState),
        field("velocities", &C::velocities, "m/s",
              "Particle velocities now, in world axes, x, y, z each.", {}, kState));
  }
};

}  // namespace holonom
