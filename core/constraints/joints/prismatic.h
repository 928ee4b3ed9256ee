#pragma once
// Leaves one translation, along an axis fixed in B: C = (d·y, d·z, φ). Its coordinate is d·x.
#include <array>

#include "constraints/joints/ends.h"
#include "constraints/joints/rows.h"

namespace holonom {

struct PrismaticJoint : JointFrameEnds {
  std::optional<Vec3> axis;
  std::optional<LinearLimits> limits;
  std::optional<LinearMotor> motor;
  std::optional<LinearDrive> drive;

  static constexpr const char* name = "prismatic";
  static constexpr const char* help = "Allows one translation along an axis, as of a slider.";
  static constexpr auto fields() {
    using J = PrismaticJoint;
    return std::tuple_cat(
        JointFrameEnds::fields(),
        std::make_tuple(
            field("axis", &J::axis, "",
                  "Slide axis at creation, as a world direction. Required unless rotationA or "
                  "rotationB is given. The translation is that of A along it, relative to B.",
                  {}, kJoins),
            field("limits", &J::limits, "", "Limits of the translation. Unlimited if absent."),
            field("motor", &J::motor, "", "Motor that keeps a velocity. None if absent."),
            field("drive", &J::drive, "",
                  "Drive that moves to a translation as a damped spring. None if absent.")));
  }

  static constexpr bool needsAxis = true;
  static constexpr int maxRows = 9;
  static constexpr std::array<JointCoordinate, 1> coordinates{{{"translation", "m"}}};

  static Status check(const PrismaticJoint& j) { return checkLimits(j.limits, "limits"); }
  static int equalityCount(const PrismaticJoint& j) { return jointAxisEquations(j); }
  static int evaluate(const PrismaticJoint& j, const JointFrames& f, const Transform& a,
                      const Transform& b, RowSlots out) {
    const JointPose p = jointPose(f, a, b);
    out[0] = jointSlideRow(p, rotate(p.axesB, Vec3{0, 1, 0}));
    out[1] = jointSlideRow(p, rotate(p.axesB, Vec3{0, 0, 1}));
    jointTurnRows(jointHeldRotation(p), out + 2);
    int n = 5;
    if (j.limits || j.motor || j.drive) n += jointAxisRows(j, axisRow(p), out + n);
    jointSoften(out, equalityCount(j), j.frequency, j.dampingRatio);
    return n;
  }
  static void measure(const PrismaticJoint&, const JointFrames& f, const Transform& a,
                      const Transform& b, RowSlots out) {
    out[0] = axisRow(jointPose(f, a, b));
  }
  static Row axisRow(const JointPose& p) {
    return jointSlideRow(p, rotate(p.axesB, Vec3{1, 0, 0}));
  }
};

}  // namespace holonom
