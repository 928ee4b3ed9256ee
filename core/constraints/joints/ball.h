#pragma once
// Holds a point of one body to a point of another, free to turn: C = d. Limits of the swing σ, a
// cone, and of the twist τ about the cone's axis.
#include <array>

#include "constraints/joints/ends.h"
#include "constraints/joints/rows.h"

namespace holonom {

struct BallJoint : JointFrameEnds {
  std::optional<Vec3> axis;
  std::optional<float> swingLimit;
  std::optional<AngularLimits> twistLimits;

  static constexpr const char* name = "ball";
  static constexpr const char* help = "Joins two bodies at a point about which they rotate freely.";
  static constexpr auto fields() {
    using J = BallJoint;
    return std::tuple_cat(
        JointFrameEnds::fields(),
        std::make_tuple(
            field("axis", &J::axis, "",
                  "Twist axis at creation, as a world direction, in place of rotationA and "
                  "rotationB. Swing is the angle away from it. Defaults to the world's x axis.",
                  {}, kJoins),
            field(
                "swingLimit", &J::swingLimit, "rad",
                "Maximum swing: half the opening angle of the cone of A's axis. π does not limit.",
                {0, kAngle.max}, kExclusiveMin),
            field("twistLimits", &J::twistLimits, "",
                  "Limits of the twist about A's axis. Unlimited if absent.")));
  }

  static constexpr bool needsAxis = false;
  static constexpr int maxRows = 6;
  static constexpr std::array<JointCoordinate, 2> coordinates{{{"swing", "rad"}, {"twist", "rad"}}};

  static Status check(const BallJoint& j) { return checkLimits(j.twistLimits, "twistLimits"); }
  static int equalityCount(const BallJoint& j) { return locks(j.twistLimits) ? 4 : 3; }
  static PointHold pointHold(const BallJoint& j) {
    return locks(j.twistLimits) ? PointHold::Absent : PointHold::Turning;
  }
  static TurnLimits turnLimits(const BallJoint& j) {
    TurnLimits t;
    limitTwist(t, j.twistLimits);
    if (limitsSwing(j)) t.swing = *j.swingLimit;
    return t;
  }
  static bool limitsSwing(const BallJoint& j) { return j.swingLimit && *j.swingLimit < kPi; }
  static int evaluate(const BallJoint& j, const JointFrames& f, const Transform& a,
                      const Transform& b, RowSlots out) {
    jointPointRows(jointArms(f, a, b), j.frequency > 0, out);
    int n = 3;
    if (j.twistLimits || limitsSwing(j)) n += evaluateAxes(j, jointAxes(f, a, b), out + n);
    jointSoften(out, equalityCount(j), j.frequency, j.dampingRatio);
    return n;
  }
  static int evaluateAxes(const BallJoint& j, const JointAxes& p, RowSlots out) {
    int n = 0;
    // Before the swing, as a locked twist is an equation.
    if (j.twistLimits) n += jointLimitRows(jointTwistRow(p), j.twistLimits, out);
    if (limitsSwing(j)) out[n++] = jointLimitRow(jointNegated(jointSwingRow(p)), -*j.swingLimit);
    return n;
  }
  static void measure(const BallJoint&, const JointFrames& f, const Transform& a,
                      const Transform& b, RowSlots out) {
    const JointAxes p = jointAxes(f, a, b);
    out[0] = jointSwingRow(p);
    out[1] = jointTwistRow(p);
  }
};

}  // namespace holonom
