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
  std::optional<SpringNetworkId> springNetwork;
  int point = 0;
  std::optional<Vec3> anchor;
  Vec3 target;
  float frequency = 5;
  float dampingRatio = 1;
  std::optional<float> maxForce;

  static constexpr const char* help =
      "A soft pull of one point to a target, as a hand or pointer would.";
  static constexpr auto fields() {
    using G = GrabDef;
    return std::make_tuple(
        field("body", &G::body, "", "The body to pull; or give cloth or springNetwork.", {}, kTies),
        field("cloth", &G::cloth, "", "The cloth whose particle to pull.", {}, kTies),
        field("springNetwork", &G::springNetwork, "", "The network whose node to pull.", {}, kTies),
        field("point", &G::point, "", "Particle or node index.", {0, kInfinity}, kTies),
        field("anchor", &G::anchor, "m",
              "World point of the body where it is held; its center if absent.", {}, kTies),
        field("target", &G::target, "m", "Where the point is pulled to, world axes."),
        field("frequency", &G::frequency, "Hz", "Stiffness as a frequency.", {0, 1e4},
              kExclusiveMin),
        field("dampingRatio", &G::dampingRatio, "", "1 is critical damping.", {0, 1e4}),
        field("maxForce", &G::maxForce, "N", "Strongest pull; unlimited if absent.", kPositive,
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
