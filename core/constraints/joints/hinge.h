#pragma once
// Leaves one rotation, about an axis fixed in both bodies: C = (d, 2 sin(σ/2) n). Its coordinate is
// the twist τ. The rows turn with B, so a solver's stored impulses fit best where A is what spins.
#include <array>

#include "constraints/joints/ends.h"
#include "constraints/joints/rows.h"

namespace holonom {

struct HingeJoint : JointFrameEnds {
  std::optional<Vec3> axis;
  std::optional<AngularLimits> limits;
  std::optional<AngularMotor> motor;
  std::optional<AngularDrive> drive;

  static constexpr const char* name = "hinge";
  static constexpr const char* help = "Allows one rotation about an axis, as of a door or a wheel.";
  static constexpr auto fields() {
    using J = HingeJoint;
    return std::tuple_cat(
        JointFrameEnds::fields(),
        std::make_tuple(
            field("axis", &J::axis, "",
                  "Hinge axis at creation, as a world direction. Required unless rotationA or "
                  "rotationB is given. The angle is the rotation of A about it, relative to B.",
                  {}, kJoins),
            field("limits", &J::limits, "", "Limits of the angle. Unlimited if absent."),
            field("motor", &J::motor, "", "Motor that keeps an angular velocity. None if absent."),
            field("drive", &J::drive, "",
                  "Drive that turns to an angle as a damped spring. None if absent.")));
  }

  static constexpr bool needsAxis = true;
  static constexpr int maxRows = 9;
  static constexpr std::array<JointCoordinate, 1> coordinates{{{"angle", "rad"}}};

  static Status check(const HingeJoint& j) { return checkLimits(j.limits, "limits"); }
  static int equalityCount(const HingeJoint& j) { return jointAxisEquations(j); }
  static PointHold pointHold(const HingeJoint& j) {
    return equalityCount(j) > 5 ? PointHold::Absent : PointHold::Aligned;
  }
  static int evaluate(const HingeJoint& j, const JointFrames& f, const Transform& a,
                      const Transform& b, RowSlots out) {
    const JointPose p = jointPose(f, a, b);
    jointPointRows(p, j.frequency > 0, out);
    jointTurnRows(jointAlignment(p), out + 3);
    int n = 5;
    if (j.limits || j.motor || j.drive) n += evaluateAxes(j, p, out + n);
    jointSoften(out, equalityCount(j), j.frequency, j.dampingRatio);
    return n;
  }
  static TurnLimits turnLimits(const HingeJoint& j) {
    TurnLimits t;
    limitTwist(t, j.limits);
    // Those act at any angle.
    if (j.motor || j.drive) t.swing = -kUnbounded;
    return t;
  }
  static int evaluateAxes(const HingeJoint& j, const JointAxes& p, RowSlots out) {
    return jointAxisRows(j, jointTwistRow(p), out);
  }
  static void measure(const HingeJoint&, const JointFrames& f, const Transform& a,
                      const Transform& b, RowSlots out) {
    out[0] = jointTwistRow(jointAxes(f, a, b));
  }
};

}  // namespace holonom
