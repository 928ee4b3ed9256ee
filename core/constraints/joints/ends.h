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
        field("bodyA", &J::bodyA, "", "The body that is joined.", {}, kTies | kRequired),
        field("bodyB", &J::bodyB, "", "What it is joined to; the world if absent.", {}, kTies),
        field("anchorA", &J::anchorA, "m", "The joint's point of A, in A's axes."),
        field("anchorB", &J::anchorB, "m",
              "The joint's point of B, in B's axes (world axes without bodyB)."),
        field("collide", &J::collide, "", "Whether the two bodies collide with each other."),
        field("breakForce", &J::breakForce, "N",
              "A reaction force beyond this, as the mean over a step, breaks the joint: it is "
              "removed. Never if absent.",
              kPositive, kExclusiveMin),
        field("breakTorque", &J::breakTorque, "N m",
              "A reaction torque beyond this breaks it likewise.", kPositive, kExclusiveMin));
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
                  "World point of the joint at creation, in place of anchorA and anchorB; the "
                  "center of A if all are absent.",
                  {}, kJoins),
            field("rotationA", &J::rotationA, "",
                  "The joint's axes on A, as a rotation x, y, z, w from them to A's axes."),
            field("rotationB", &J::rotationB, "",
                  "The joint's axes on B, as a rotation x, y, z, w from them to B's axes (world "
                  "axes without bodyB)."),
            field("frequency", &J::frequency, "Hz",
                  "Frequency at which errors of the joint swing, wherever its anchor lies; 0 is "
                  "rigid.",
                  {0, 1e4}),
            field("dampingRatio", &J::dampingRatio, "",
                  "Damping of a joint that gives; 1 is critical.", {0, 1e4})));
  }
};

}  // namespace holonom
