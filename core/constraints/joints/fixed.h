#pragma once
// Holds one body to another as if glued: no relative motion. C = (d, φ): see joints/rows.h.
#include <array>

#include "constraints/joints/ends.h"
#include "constraints/joints/rows.h"

namespace holonom {

struct FixedJoint : JointFrameEnds {
  static constexpr const char* name = "fixed";
  static constexpr const char* help = "Fixes two bodies to each other, or one to the world.";
  static constexpr auto fields() { return JointFrameEnds::fields(); }

  static constexpr int maxRows = 6;
  static constexpr std::array<JointCoordinate, 0> coordinates{};

  static Status check(const FixedJoint&) { return {}; }
  static int equalityCount(const FixedJoint&) { return 6; }
  static PointHold pointHold(const FixedJoint&) { return PointHold::Rigid; }
  static int evaluate(const FixedJoint& j, const JointFrames& f, const Transform& a,
                      const Transform& b, RowSlots out) {
    const JointPose p = jointPose(f, a, b);
    jointPointRows(p, j.frequency > 0, out);
    jointTurnRows(jointHeldRotation(p), out + 3);
    jointSoften(out, 6, j.frequency, j.dampingRatio);
    return 6;
  }
  static void measure(const FixedJoint&, const JointFrames&, const Transform&, const Transform&,
                      RowSlots) {}
};

}  // namespace holonom
