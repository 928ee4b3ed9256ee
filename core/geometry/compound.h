#pragma once
// Several convex shapes as one body.
#include <vector>

#include "geometry/convex_shapes.h"

namespace holonom {

struct CompoundPart {
  Vec3 position;
  Quat rotation;
  ConvexShape shape = Box{};

  static constexpr const char* name = "compoundPart";
  static constexpr const char* help = "A shape with its place in the body.";
  static constexpr auto fields() {
    using P = CompoundPart;
    return std::make_tuple(
        field("position", &P::position, "m", "Of the shape's origin, in the body's axes.", {},
              kFixed),
        field("rotation", &P::rotation, "",
              "Unit quaternion x, y, z, w from the shape's axes to the body's; normalized.", {},
              kFixed),
        field("shape", &P::shape, "", "A sphere, capsule, box, hull, cylinder, cone or ellipsoid.",
              {}, kFixed));
  }
};

struct Compound {
  std::vector<CompoundPart> parts;

  static constexpr const char* name = "compound";
  static constexpr const char* help =
      "Shapes that move as one body; where they overlap, mass counts twice.";
  static constexpr bool bounded = true;
  static constexpr auto fields() {
    return std::make_tuple(
        field("parts", &Compound::parts, "", "At least one shape with its place.", {}, kFixed));
  }
};

/// Builds the hulls of the parts and makes their rotations unit; refuses a compound without parts.
/// `path` is that of the compound.
Status resolveCompound(Compound& c, const std::string& path);

Aabb aabbOf(const Compound& c, const Transform& t);
MassProperties massOf(const Compound& c);
float extentOf(const Compound& c);
SurfacePoint closestSurface(const Compound& c, Vec3 local);

}  // namespace holonom
