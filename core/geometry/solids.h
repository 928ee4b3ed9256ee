#pragma once
// Everything that has a mass: the shapes that fill space, and solids that are no shapes yet.
#include <variant>

#include "geometry/closed_mesh.h"
#include "geometry/compound.h"

namespace holonom {

struct Cylinder {
  double radius = 0.5;
  double halfHeight = 0.5;

  static constexpr const char* name = "cylinder";
  static constexpr const char* help = "Cylinder about the body's origin, along y.";
  static constexpr auto fields() {
    return std::make_tuple(
        field("radius", &Cylinder::radius, "m", "Radius.", kPositive, kExclusiveMin | kFixed),
        field("halfHeight", &Cylinder::halfHeight, "m", "Half the distance between the flat ends.",
              kPositive, kExclusiveMin | kFixed));
  }
};

struct Cone {
  double radius = 0.5;
  double height = 1;

  static constexpr const char* name = "cone";
  static constexpr const char* help =
      "Cone along y: the center of its base at the body's origin, its tip at y = height.";
  static constexpr auto fields() {
    return std::make_tuple(field("radius", &Cone::radius, "m", "Radius of the base.", kPositive,
                                 kExclusiveMin | kFixed),
                           field("height", &Cone::height, "m", "From the base to the tip.",
                                 kPositive, kExclusiveMin | kFixed));
  }
};

struct Ellipsoid {
  Vec3 radii{0.5f, 0.5f, 0.5f};

  static constexpr const char* name = "ellipsoid";
  static constexpr const char* help = "Ellipsoid about the body's origin, along its axes.";
  static constexpr auto fields() {
    return std::make_tuple(field("radii", &Ellipsoid::radii, "m",
                                 "Half the lengths along x, y and z.", kPositive,
                                 kExclusiveMin | kFixed));
  }
};

inline constexpr double kPiDouble = 3.14159265358979323846;

inline MassProperties massOf(const Cylinder& c) {
  const double r2 = c.radius * c.radius, v = 2 * kPiDouble * r2 * c.halfHeight;
  const double across = v * (r2 / 4 + c.halfHeight * c.halfHeight / 3);
  return {v, {}, {across, v * r2 / 2, across, 0, 0, 0}};
}
inline MassProperties massOf(const Cone& c) {
  const double r2 = c.radius * c.radius, v = kPiDouble / 3 * r2 * c.height;
  const double across = v * (3.0 / 20 * r2 + 3.0 / 80 * c.height * c.height);
  return {v, {0, c.height / 4, 0}, {across, v * 0.3 * r2, across, 0, 0, 0}};
}
inline MassProperties massOf(const Ellipsoid& e) {
  const double x = double(e.radii.x) * e.radii.x, y = double(e.radii.y) * e.radii.y,
               z = double(e.radii.z) * e.radii.z;
  const double v = 4.0 / 3 * kPiDouble * e.radii.x * e.radii.y * e.radii.z;
  return {v, {}, {v / 5 * (y + z), v / 5 * (x + z), v / 5 * (x + y), 0, 0, 0}};
}

/// Everything with a volume.
using Solid =
    std::variant<Sphere, Capsule, Box, Hull, Compound, Cylinder, Cone, Ellipsoid, ClosedMesh>;

/// Mass properties of any solid, hulls built; only a closed mesh can be refused, under `path`.
inline Result<MassProperties> massOf(const Solid& solid, const std::string& path) {
  return std::visit(
      [&]<class S>(const S& s) -> Result<MassProperties> {
        if constexpr (std::is_same_v<S, ClosedMesh>)
          return massOfMesh(s, path);
        else
          return massOf(s);
      },
      solid);
}

}  // namespace holonom
