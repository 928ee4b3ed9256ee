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
  std::optional<SpringNetworkId> springNetwork;
  int point = 0;
  std::optional<int> triangle;
  std::optional<Vec3> weights;
  std::optional<ClothId> toCloth;
  int toPoint = 0;
  std::optional<int> toTriangle;
  std::optional<Vec3> toWeights;
  std::optional<Vec3> anchor;
  float compliance = 0;

  static constexpr const char* help =
      "Attaches a point of a cloth or a node of a spring network to a body or to the world, or a "
      "point of a cloth to another point of cloth.";
  static constexpr auto fields() {
    using A = AttachmentDef;
    return std::make_tuple(
        field("body", &A::body, "", "Body to attach to. If absent: the world, or toCloth.", {},
              kTies),
        field("cloth", &A::cloth, "", "Cloth to attach. Give it or springNetwork.", {}, kTies),
        field("springNetwork", &A::springNetwork, "", "Spring network to attach. Give it or cloth.",
              {}, kTies),
        field("point", &A::point, "", "Index of the particle or node.", {0, kInfinity}, kTies),
        field("triangle", &A::triangle, "",
              "Index of a triangle of the cloth, in place of a particle.", {0, kInfinity}, kTies),
        field("weights", &A::weights, "",
              "Barycentric weights of the triangle's corners. Defaults to equal weights.", {0, 1e6},
              kTies),
        field("toCloth", &A::toCloth, "", "Cloth to attach to, in place of a body.", {}, kTies),
        field("toPoint", &A::toPoint, "", "Index of the particle in toCloth.", {0, kInfinity},
              kTies),
        field("toTriangle", &A::toTriangle, "",
              "Index of a triangle of toCloth, in place of a particle.", {0, kInfinity}, kTies),
        field("toWeights", &A::toWeights, "",
              "Barycentric weights of that triangle's corners. Defaults to equal weights.",
              {0, 1e6}, kTies),
        field(
            "anchor", &A::anchor, "m",
            "Anchor point, in body axes (world axes without a body). Defaults to the present "
            "position of the point. Not allowed with toCloth: the two points are pulled together."),
        field("compliance", &A::compliance, "m/N", "Compliance; 0 is rigid.", kAnyPositive));
  }
};

}  // namespace holonom
