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
      "Ties a particle or a point of a triangle of a cloth, or a node of a spring network, to a "
      "body or to the world; or a point of a cloth to one of another.";
  static constexpr auto fields() {
    using A = AttachmentDef;
    return std::make_tuple(
        field("body", &A::body, "", "The body; absent ties to the world, or to toCloth.", {},
              kTies),
        field("cloth", &A::cloth, "", "The cloth; or give springNetwork.", {}, kTies),
        field("springNetwork", &A::springNetwork, "", "The spring network; or give cloth.", {},
              kTies),
        field("point", &A::point, "", "Particle or node index.", {0, kInfinity}, kTies),
        field("triangle", &A::triangle, "",
              "Triangle of the cloth that is held instead of a particle, in the order of its "
              "indices.",
              {0, kInfinity}, kTies),
        field("weights", &A::weights, "",
              "Shares of the triangle's corners in the point that is held; equal if absent.",
              {0, 1e6}, kTies),
        field("toCloth", &A::toCloth, "", "The cloth that it is tied to, in place of a body.", {},
              kTies),
        field("toPoint", &A::toPoint, "", "Particle of that cloth.", {0, kInfinity}, kTies),
        field("toTriangle", &A::toTriangle, "", "Triangle of that cloth, instead of a particle.",
              {0, kInfinity}, kTies),
        field("toWeights", &A::toWeights, "", "Shares of its corners; equal if absent.", {0, 1e6},
              kTies),
        field("anchor", &A::anchor, "m",
              "Where it is held, in the body's axes (world axes without a body); where the point "
              "is now if absent. None with toCloth: the two points are drawn together."),
        field("compliance", &A::compliance, "m/N", "Softness; 0 is rigid.", kAnyPositive));
  }
};

}  // namespace holonom
