#pragma once
// Keeps two bodies from twisting against each other about an axis: C = τ. All else is free.
#include <array>

#include "constraints/joints/ends.h"
#include "constraints/joints/rows.h"

namespace holonom {

struct TorsionJoint : JointFrameEnds {
  std::optional<Vec3> axis;

  static constexpr const char* name = "torsion";
  static constexpr const char* help = "Stops the twist of one body against another.";
  static constexpr auto fields() {
    return std::tuple_cat(
        JointFrameEnds::fields(),
        std::make_tuple(field("axis", &TorsionJoint::axis, "",
                              "Twist axis at creation, as a world direction.", {}, kJoins)));
  }

  static constexpr bool needsAxis = true;
  static constexpr int maxRows = 1;
  static constexpr std::array<JointCoordinate, 1> coordinates{{{"swing", "rad"}}};

  static Status check(const TorsionJoint&) { return {}; }
  static int equalityCount(const TorsionJoint&) { return 1; }
  static int evaluate(const TorsionJoint& j, const JointFrames& f, const Transform& a,
                      const Transform& b, RowSlots out) {
    out[0] = jointTwistRow(jointAxes(f, a, b));
    jointSoften(out, 1, j.frequency, j.dampingRatio);
    return 1;
  }
  static void measure(const TorsionJoint&, const JointFrames& f, const Transform& a,
                      const Transform& b, RowSlots out) {
    out[0] = jointSwingRow(jointAxes(f, a, b));
  }
};

}  // namespace holonom
