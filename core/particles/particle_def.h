#pragma once
// What definitions of cloth, ropes, grains, soft bodies and rods have in common: each fills the
// particle store.
#include <optional>
#include <string>

#include "base/fields.h"
#include "base/pins.h"
#include "geometry/surface_def.h"
#include "geometry/tet_mesh.h"
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

enum class SolidModel { NeoHookean, SaintVenantKirchhoff };
template <>
struct EnumNames<SolidModel> {
  static constexpr const char* names[] = {"neo-hookean", "saint-venant-kirchhoff"};
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

struct VolumeDef {
  float ratio = 1;
  float compliance = 0;

  static constexpr const char* name = "volume";
  static constexpr const char* help =
      "Volume that a closed cloth keeps, as a balloon or a soft body does.";
  static constexpr auto fields() {
    return std::make_tuple(
        field("ratio", &VolumeDef::ratio, "",
              "Volume to keep, as a multiple of the volume at creation; above 1 inflates.",
              {0, 1000}, kExclusiveMin),
        field("compliance", &VolumeDef::compliance, "m³/Pa",
              "Change of the volume per pressure; 0 is incompressible, as far as substeps and "
              "iterations allow. Unused with `stiffness`.",
              kAnyPositive));
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

/// All that any of them says. ClothDef, RopeDef, GrainsDef, SoftBodyDef and RodDef add no data:
/// each has the table of the fields that mean something to it.
struct ParticleDef {
  using Stored = ParticleDef;
  enum class Source { Cloth, Rope, Grains, SoftBody, Rod };
  Source source = Source::Cloth;
  std::string name;
  std::optional<GridDef> grid;
  std::optional<MeshDef> mesh;
  std::optional<LatticeDef> lattice;
  std::optional<TetrahedraDef> tetrahedra;
  float length = 1;
  int segments = 20;
  std::vector<float> points;
  Int2 base{8, 8};
  int layers = 8;
  float radius = 0.05f;
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
  std::optional<VolumeDef> volume;
  BendDef bend;
  SolidModel model = SolidModel::NeoHookean;
  float youngsModulus = 1e5f;
  float poissonRatio = 0.4f;
  std::vector<float> uvs;
  Pins pins;
  Pins clamps;
  std::vector<SeamDef> seams;
  std::vector<float> positions;
  std::vector<float> velocities;
  std::vector<float> rotations;
  std::vector<float> angularVelocities;

  /// Where it is and how it moves: of a live object, its particles say so.
  void forgetState() {
    for (auto* state : {&positions, &velocities, &rotations, &angularVelocities}) state->clear();
  }

  bool isCloth() const { return source == Source::Cloth; }
  bool isRope() const { return source == Source::Rope; }
  bool isSoftBody() const { return source == Source::SoftBody; }
  bool isGrains() const { return source == Source::Grains; }
  bool isRod() const { return source == Source::Rod; }
  bool isHeld() const { return pins != Pins{} || clamps != Pins{}; }
  /// Whether its particles are in a row.
  bool isStrand() const { return isRope() || isRod(); }

  template <class A>
  void archive(A& ar) {
    auto& [source, name, grid, mesh, lattice, tetrahedra, length, segments, points, base, layers,
           radius, position, rotation, density, mass, thickness, friction, staticFriction,
           selfCollision, damping, springDamping, globalDamping, drag, lift, stiffness,
           stretchCompliance, strain, areaCompliance, volume, bend, model, youngsModulus,
           poissonRatio, uvs, pins, clamps, seams, positions, velocities, rotations,
           angularVelocities] = *this;
    ar(source, name, grid, mesh, lattice, tetrahedra, length, segments, points, base, layers,
       radius, position, rotation, density, mass, thickness, friction, staticFriction,
       selfCollision, damping, springDamping, globalDamping, drag, lift, stiffness,
       stretchCompliance, strain, areaCompliance, volume, bend, model, youngsModulus, poissonRatio,
       uvs, pins, clamps, seams, positions, velocities, rotations, angularVelocities);
  }

 protected:
  // Rows that several tables share.
  static constexpr auto nameFields() {
    return std::make_tuple(
        field("name", &ParticleDef::name, "", "Name of the object. Need not be unique."));
  }
  static constexpr auto placeFields() {
    using P = ParticleDef;
    return std::make_tuple(
        field("position", &P::position, "m", "Position of the origin at creation, in world axes.",
              {}, kPlaces),
        field("rotation", &P::rotation, "",
              "Rotation at creation, as a unit quaternion x, y, z, w.", {}, kPlaces));
  }
  static constexpr auto massFields() {
    return std::make_tuple(field("mass", &ParticleDef::mass, "kg",
                                 "Total mass, in place of the density.", kPositive,
                                 kExclusiveMin | kFixed));
  }
  static constexpr auto frictionFields() {
    using P = ParticleDef;
    return std::make_tuple(
        field("friction", &P::friction, "",
              "Friction coefficient: kinetic, and also static without `staticFriction`. A pair "
              "uses the geometric mean of both.",
              kPositive),
        field("staticFriction", &P::staticFriction, "",
              "Static friction coefficient: acts until the surfaces slide. Defaults to `friction`, "
              "which also replaces lower values. A pair uses the geometric mean of both; bodies "
              "and spring networks contribute their `friction`.",
              kPositive));
  }
  static constexpr auto dampingFields() {
    using P = ParticleDef;
    return std::make_tuple(
        field("damping", &P::damping, "1/s", "Decay rate of velocities.", kPositive),
        field("globalDamping", &P::globalDamping, "1/s",
              "Rate at which velocities approach those of one rigid motion. Conserves momentum and "
              "angular momentum of the object.",
              kPositive));
  }
  static constexpr auto edgeFields() {
    using P = ParticleDef;
    return std::make_tuple(
        field("springDamping", &P::springDamping, "s",
              "Damping time of compliant constraints: damping force = stiffness × this time × rate "
              "of the constraint error.",
              kPositive),
        field("stiffness", &P::stiffness, "",
              "PBD stiffness in place of all compliances: fraction of each error corrected per "
              "substep. The resulting softness depends on the substep.",
              {0, 1}));
  }
  static constexpr auto stateFields() {
    using P = ParticleDef;
    return std::make_tuple(
        field("seams", &P::seams, "", "Seams between particles of the object."),
        field("positions", &P::positions, "m",
              "Particle positions now, in world axes, x, y, z each.", {}, kState),
        field("velocities", &P::velocities, "m/s",
              "Particle velocities now, in world axes, x, y, z each.", {}, kState));
  }
};

}  // namespace holonom
