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
  static constexpr const char* help = "How a cloth resists bending.";
  static constexpr auto fields() {
    return std::make_tuple(
        field(
            "model", &BendDef::model, "",
            "dihedral keeps the angles between triangles at rest; isometric flattens, at half the "
            "cost, and suits cloth that is flat at rest.",
            {}, kFixed),
        field("compliance", &BendDef::compliance, "rad/(N m)", "Softness; 0 is rigid.", kPositive));
  }
};

struct StrainDef {
  float warpCompliance = 0;
  float weftCompliance = 0;
  float shearCompliance = 0.01f;

  static constexpr const char* name = "strain";
  static constexpr const char* help =
      "How woven triangles resist stretching along warp (u) and weft (v), and shear between them.";
  static constexpr auto fields() {
    using S = StrainDef;
    return std::make_tuple(
        field("warpCompliance", &S::warpCompliance, "m/N", "Softness along the warp; 0 is rigid.",
              kAnyPositive),
        field("weftCompliance", &S::weftCompliance, "m/N", "Softness along the weft; 0 is rigid.",
              kAnyPositive),
        field("shearCompliance", &S::shearCompliance, "m/N",
              "Softness against leaning of one to the other; 0 is rigid.", kAnyPositive));
  }
};

struct SeamDef {
  Pins first, second;
  float compliance = 0;

  bool operator==(const SeamDef&) const = default;

  static constexpr const char* name = "seam";
  static constexpr const char* help =
      "Sews particles of a cloth together, the first of one list with the first of the other, and "
      "so "
      "on. A rigid seam closes at once: let one that starts open be soft at first.";
  static constexpr auto fields() {
    using S = SeamDef;
    return std::make_tuple(
        field("first", &S::first, "",
              "One side: indices in order, or names of a grid's sides; each particle once."),
        field("second", &S::second, "", "The other side, of as many particles."),
        field("compliance", &S::compliance, "m/N", "Softness of each pair; 0 is rigid.",
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
      "Particles held by constraints (XPBD): a cloth, a rope, or a pile of grains.";
  static constexpr auto fields() {
    using C = ClothDef;
    return std::make_tuple(
        field("name", &C::name, "", "A name for people; need not be unique."),
        field("grid", &C::grid, "", "Particles on a grid; or give mesh, rope or pile.", {}, kFixed),
        field("mesh", &C::mesh, "", "Particles and edges of a triangle mesh.", {}, kFixed),
        field("rope", &C::rope, "", "Particles in a line.", {}, kFixed),
        field("pile", &C::pile, "", "Particles that nothing holds together.", {}, kFixed),
        field("position", &C::position, "m", "Where its origin is placed.", {}, kPlaces),
        field("rotation", &C::rotation, "", "How it is turned: unit quaternion x, y, z, w.", {},
              kPlaces),
        field("density", &C::density, "kg/m²",
              "Mass per area of a grid or mesh; unused where `mass` is given.", kPositive,
              kExclusiveMin | kFixed),
        field("mass", &C::mass, "kg", "Total mass in place of what densities give.", kPositive,
              kExclusiveMin | kFixed),
        field(
            "thickness", &C::thickness, "m",
            "Distance kept between the cloth and bodies, and between layers of cloth; grains keep "
            "their radius.",
            kPositive),
        field("friction", &C::friction, "",
              "Coulomb coefficient of what slides; a pair uses the geometric mean of both.",
              kPositive),
        field(
            "staticFriction", &C::staticFriction, "",
            "Coulomb coefficient of what holds; absent or less, it is `friction`. A pair uses the "
            "geometric mean; bodies and springs hold by their friction.",
            kPositive),
        field("selfCollision", &C::selfCollision, "",
              "Whether it holds itself apart where it folds, as it always does others, and grains "
              "do."),
        field("damping", &C::damping, "1/s", "Rate at which velocities decay.", kPositive),
        field("springDamping", &C::springDamping, "s",
              "Damping of compliant constraints: each resists the rate of its error as its error "
              "that "
              "lasts so long.",
              kPositive),
        field("globalDamping", &C::globalDamping, "1/s",
              "Rate at which velocities become those of one rigid motion, which keeps the cloth's "
              "momentum and angular momentum.",
              kPositive),
        field("drag", &C::drag, "", "Air drag coefficient of its surface; 0 feels no wind.",
              kPositive),
        field(
            "lift", &C::lift, "",
            "Air lift coefficient of its surface: force across the wind where it meets the surface "
            "aslant.",
            kPositive),
        field(
            "stiffness", &C::stiffness, "",
            "In place of all compliances, the share of each error that a substep takes away (PBD): "
            "how soft it is depends on the substep.",
            {0, 1}),
        field("stretchCompliance", &C::stretchCompliance, "m/N",
              "Softness of the edges; 0 is inextensible; unused with `strain`.", kAnyPositive),
        field("strain", &C::strain, "",
              "In place of edges, resistance of its own along each thread. Its numbers can change "
              "later, not whether it is there."),
        field(
            "areaCompliance", &C::areaCompliance, "m³/N",
            "Softness of the triangles' areas; 0 is rigid, absent lets them change. Absent or not "
            "is fixed at creation.",
            kAnyPositive),
        field("bend", &C::bend, "", "Resistance to bending."),
        field(
            "uvs", &C::uvs, "",
            "Texture coordinates of the vertices, u and v each: u runs along the warp. A grid has "
            "its own.",
            {}, kState | kFixed),
        field("pins", &C::pins, "", "Fixed particles: indices, or names of a grid's sides."),
        field("seams", &C::seams, "", "Where its particles are sewn together."),
        field("positions", &C::positions, "m", "Present particle positions, x, y, z each.", {},
              kState),
        field("velocities", &C::velocities, "m/s", "Present particle velocities, x, y, z each.", {},
              kState));
  }
};

}  // namespace holonom
