#pragma once
// Pulls a point of a body, a particle or a spring node to a target, as a damped spring: the
// pointer's hand. C = p − target, J = [1, −[r]ₓ] per axis.
#include <optional>

#include "base/fields.h"
#include "base/handle.h"
#include "constraints/row.h"
#include "math/transform.h"

namespace holonom {

struct GrabDef {
  std::optional<BodyId> body;
  std::optional<ClothId> cloth;
  std::optional<RopeId> rope;
  std::optional<GrainsId> grains;
  std::optional<SoftBodyId> softBody;
  std::optional<RodId> rod;
  std::optional<SpringNetworkId> springNetwork;
  int point = 0;
  std::optional<Vec3> anchor;
  Vec3 target;
  float frequency = 5;
  float dampingRatio = 1;
  std::optional<float> maxForce;

  /// The object whose particle it pulls.
  std::optional<ClothId> particles() const { return clothOf(cloth, rope, grains, softBody, rod); }

  /// Of these fields a description gives exactly one.
  static constexpr const char* oneOf[] = {"body",     "cloth", "rope",         "grains",
                                          "softBody", "rod",   "springNetwork"};
  static constexpr const char* help =
      "Pulls a point to a target by a damped spring, as for dragging with a pointer.";
  static constexpr auto fields() {
    using G = GrabDef;
    return std::make_tuple(
        field("body", &G::body, "",
              "Body to pull. Give one of body, cloth, rope, grains, softBody, rod and "
              "springNetwork.",
              {}, kTies),
        field("cloth", &G::cloth, "", "Cloth whose particle is pulled.", {}, kTies),
        field("rope", &G::rope, "", "Rope whose particle is pulled.", {}, kTies),
        field("grains", &G::grains, "", "Grains of which one is pulled.", {}, kTies),
        field("softBody", &G::softBody, "", "Soft body whose particle is pulled.", {}, kTies),
        field("rod", &G::rod, "", "Rod whose particle is pulled.", {}, kTies),
        field("springNetwork", &G::springNetwork, "", "Spring network whose node is pulled.", {},
              kTies),
        field("point", &G::point, "", "Index of the particle or node.", {0, kInfinity}, kTies),
        field("anchor", &G::anchor, "m",
              "Point of the body to pull, in world axes. Defaults to the center of mass.", {},
              kTies),
        field("target", &G::target, "m", "Target position, in world axes."),
        field("frequency", &G::frequency, "Hz", "Stiffness of the pull, as a frequency.", {0, 1e4},
              kExclusiveMin),
        field("dampingRatio", &G::dampingRatio, "", "Damping ratio; 1 is critical.", {0, 1e4}),
        field("maxForce", &G::maxForce, "N", "Maximum force. Unlimited if absent.", kPositive,
              kExclusiveMin));
  }
};

/// A grab of a body as rows for any solver.
struct Grab {
  static constexpr const char* name = "grab";
  static constexpr int rowCount = 3;

  int body = 0;      ///< dense index
  Vec3 localAnchor;  ///< body axes [m]
  Vec3 target;       ///< world [m]
  float maxForce = 1e30f;

  static void evaluate(const Grab& g, const Transform& pose, Row* out) {
    const Vec3 r = rotate(pose.rotation, g.localAnchor);
    const Vec3 error = pose.position + r - g.target;
    const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; ++k) {
      out[k] = {};
      out[k].linearA = axes[k];
      out[k].angularA = cross(r, axes[k]);
      out[k].error = at(error, k);
      out[k].lower = -g.maxForce;
      out[k].upper = g.maxForce;
    }
  }
};

}  // namespace holonom
