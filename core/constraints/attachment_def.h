#pragma once
// Ties a particle, a point of a cloth's triangle or a spring node to a body or to a point in space;
// or a particle or a point of a triangle to another, of the same cloth or of any.
#include <optional>

#include "base/fields.h"
#include "base/handle.h"
#include "math/vec3.h"

namespace holonom {

struct AttachmentDef {
  std::optional<BodyId> body;
  std::optional<ClothId> cloth;
  std::optional<RopeId> rope;
  std::optional<GrainsId> grains;
  std::optional<SoftBodyId> softBody;
  std::optional<RodId> rod;
  std::optional<SpringNetworkId> springNetwork;
  int point = 0;
  std::optional<int> triangle;
  std::optional<Vec3> weights;
  std::optional<ClothId> toCloth;
  std::optional<RopeId> toRope;
  std::optional<GrainsId> toGrains;
  std::optional<SoftBodyId> toSoftBody;
  std::optional<RodId> toRod;
  int toPoint = 0;
  std::optional<int> toTriangle;
  std::optional<Vec3> toWeights;
  std::optional<Vec3> anchor;
  float compliance = 0;

  /// The object whose particles it holds.
  std::optional<ClothId> particles() const { return clothOf(cloth, rope, grains, softBody, rod); }
  std::optional<ClothId> toParticles() const {
    return clothOf(toCloth, toRope, toGrains, toSoftBody, toRod);
  }

  /// Of these fields a description gives exactly one.
  static constexpr const char* oneOf[] = {"cloth",    "rope", "grains",
                                          "softBody", "rod",  "springNetwork"};
  static constexpr const char* help =
      "Attaches a particle of a cloth, rope, grains, soft body or rod, a point of a cloth or a "
      "node of a spring network to a body or to the world; or two particles or points of cloth to "
      "each "
      "other.";
  static constexpr auto fields() {
    using A = AttachmentDef;
    return std::make_tuple(
        field("body", &A::body, "",
              "Body to attach to. If absent: the world, toCloth, toRope, toGrains, toSoftBody or "
              "toRod.",
              {}, kTies),
        field("cloth", &A::cloth, "",
              "Cloth to attach. Give one of cloth, rope, grains, softBody, rod and "
              "springNetwork.",
              {}, kTies),
        field("rope", &A::rope, "", "Rope to attach.", {}, kTies),
        field("grains", &A::grains, "", "Grains to attach.", {}, kTies),
        field("softBody", &A::softBody, "", "Soft body to attach.", {}, kTies),
        field("rod", &A::rod, "", "Rod to attach.", {}, kTies),
        field("springNetwork", &A::springNetwork, "", "Spring network to attach.", {}, kTies),
        field("point", &A::point, "", "Index of the particle or node.", {0, kInfinity}, kTies),
        field("triangle", &A::triangle, "",
              "Index of a triangle of the cloth, in place of a particle.", {0, kInfinity}, kTies),
        field("weights", &A::weights, "",
              "Barycentric weights of the triangle's corners. Defaults to equal weights.", {0, 1e6},
              kTies),
        field("toCloth", &A::toCloth, "", "Cloth to attach to, in place of a body.", {}, kTies),
        field("toRope", &A::toRope, "", "Rope to attach to, in place of a body.", {}, kTies),
        field("toGrains", &A::toGrains, "", "Grains to attach to, in place of a body.", {}, kTies),
        field("toSoftBody", &A::toSoftBody, "", "Soft body to attach to, in place of a body.", {},
              kTies),
        field("toRod", &A::toRod, "", "Rod to attach to, in place of a body.", {}, kTies),
        field("toPoint", &A::toPoint, "", "Index of the particle to attach to.", {0, kInfinity},
              kTies),
        field("toTriangle", &A::toTriangle, "",
              "Index of a triangle of toCloth, in place of a particle.", {0, kInfinity}, kTies),
        field("toWeights", &A::toWeights, "",
              "Barycentric weights of that triangle's corners. Defaults to equal weights.",
              {0, 1e6}, kTies),
        field("anchor", &A::anchor, "m",
              "Anchor point, in body axes (world axes without a body). Defaults to the present "
              "position of the point. Not allowed with toCloth, toRope, toGrains, toSoftBody or "
              "toRod: the two points are pulled together."),
        field("compliance", &A::compliance, "m/N", "Compliance; 0 is rigid.", kAnyPositive));
  }
};

}  // namespace holonom
