#pragma once
// What every joint's definition begins with: the two bodies and where on them the joint sits.
#include <optional>

#include "base/fields.h"
#include "base/handle.h"
#include "math/quat.h"

namespace holonom {

/// Coordinates of joints are those of A as seen from B: without a B, of A in the world.
struct JointEnds {
  std::optional<BodyId> bodyA, bodyB;
  std::optional<Vec3> anchorA, anchorB;
  bool collide = false;
  std::optional<float> breakForce, breakTorque;

  static constexpr auto fields() {
    using J = JointEnds;
    return std::make_tuple(
        field("bodyA", &J::bodyA, "", "First body.", {}, kTies | kRequired),
        field("bodyB", &J::bodyB, "", "Second body. The world if absent.", {}, kTies),
        field("anchorA", &J::anchorA, "m", "Anchor point on A, in A's axes."),
        field("anchorB", &J::anchorB, "m",
              "Anchor point on B, in B's axes (world axes without bodyB)."),
        field("collide", &J::collide, "", "Whether the two bodies collide with each other."),
        field("breakForce", &J::breakForce, "N",
              "Reaction force, averaged over a step, beyond which the joint breaks and is removed. "
              "Unbreakable if absent.",
              kPositive, kExclusiveMin),
        field("breakTorque", &J::breakTorque, "N m",
              "Reaction torque, averaged over a step, beyond which the joint breaks and is "
              "removed. Unbreakable if absent.",
              kPositive, kExclusiveMin));
  }
};

/// Ends that have axes too, and rows that may give.
struct JointFrameEnds : JointEnds {
  std::optional<Vec3> anchor;
  std::optional<Quat> rotationA, rotationB;
  float frequency = 0;
  float dampingRatio = 1;

  static constexpr auto fields() {
    using J = JointFrameEnds;
    return std::tuple_cat(
        JointEnds::fields(),
        std::make_tuple(
            field("anchor", &J::anchor, "m",
                  "Anchor point at creation, in world axes, in place of anchorA and anchorB. "
                  "Defaults to the origin of A.",
                  {}, kJoins),
            field("rotationA", &J::rotationA, "",
                  "Rotation from joint axes to A's axes, as a unit quaternion x, y, z, w."),
            field("rotationB", &J::rotationB, "",
                  "Rotation from joint axes to B's axes (world axes without bodyB), as a unit "
                  "quaternion x, y, z, w."),
            field("frequency", &J::frequency, "Hz",
                  "Frequency of a soft joint: its errors oscillate at it, wherever the anchor "
                  "lies. 0 is rigid.",
                  {0, 1e4}),
            field("dampingRatio", &J::dampingRatio, "",
                  "Damping ratio of a soft joint; 1 is critical. Even at 0 the implicit step damps "
                  "the oscillation.",
                  {0, 1e4})));
  }
};

}  // namespace holonom
