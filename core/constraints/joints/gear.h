#pragma once
// Meshing gears: C = θ_A ± (z_B / z_A) θ_B, where the θ are the angles of the gears about their
// axes relative to the line between their centers. That line turns with the carrier of the gears,
// so the carrier may move (planetary gears, differentials), and the row is the force between the
// teeth: it keeps momentum and angular momentum.
#include <array>
#include <numeric>

#include "constraints/joints/frames.h"

namespace holonom {

struct GearJoint : JointEnds {
  std::optional<Vec3> axisA, axisB;
  std::optional<Quat> rotationA, rotationB;
  int teethA = 1, teethB = 1;
  bool internal = false;
  float frequency = 0;
  float dampingRatio = 1;

  static constexpr const char* name = "gear";
  static constexpr const char* help =
      "Couples the rotations of two bodies as meshing gears: parallel, bevel or planetary ones. "
      "The "
      "anchors are the centers of the gears, those of bevel gears the tips of the back cones. Each "
      "gear also needs a hinge or other bearing, which may be on a moving carrier.";
  static constexpr auto fields() {
    using J = GearJoint;
    constexpr Range teeth{1, 10000};
    return std::tuple_cat(
        JointEnds::fields(),
        std::make_tuple(
            field("axisA", &J::axisA, "",
                  "Axis of gear A at creation, as a world direction. Defaults to axisB. Required "
                  "unless axisB or a rotation is given.",
                  {}, kJoins),
            field("axisB", &J::axisB, "",
                  "Axis of gear B at creation, as a world direction. Defaults to axisA.", {},
                  kJoins),
            field("rotationA", &J::rotationA, "",
                  "Rotation from gear axes to A's axes, as a unit quaternion x, y, z, w. x is the "
                  "axis; the gears are in mesh where both y axes point at each other."),
            field("rotationB", &J::rotationB, "",
                  "Rotation from gear axes to B's axes (world axes without bodyB), as a unit "
                  "quaternion x, y, z, w."),
            field("teethA", &J::teethA, "",
                  "Number of teeth of A. teethA times the angle of A plus teethB times the angle "
                  "of B is constant: gears with parallel axes turn in opposite directions. Axes of "
                  "bevel gears point away from where they cross.",
                  teeth),
            field("teethB", &J::teethB, "", "Number of teeth of B.", teeth),
            field("internal", &J::internal, "",
                  "Whether one of the gears is a ring with internal teeth: both turn in the same "
                  "direction, as with a belt."),
            field(
                "frequency", &J::frequency, "Hz",
                "Stiffness of soft teeth, as a frequency of the two bodies without bearings. 0 is "
                "rigid.",
                {0, 1e4}),
            field("dampingRatio", &J::dampingRatio, "",
                  "Damping ratio of soft teeth; 1 is critical.", {0, 1e4})));
  }

  static constexpr bool isGeared = true;
  static constexpr int maxRows = 1;
  static constexpr std::array<JointCoordinate, 2> coordinates{
      {{"angleA", "rad"}, {"angleB", "rad"}}};

  static Status check(const GearJoint&) { return {}; }
  static int equalityCount(const GearJoint&) { return 1; }

  /// Angle of a gear about the x axis of its frame, as seen from the center of the other gear,
  /// which is at `d` from its own. Its gradient pushes both bodies at that center, which is at
  /// `arm` from the gear's body and at `otherArm` from the other. In double: the rounding of an
  /// angle would be a jitter of the rates.
  struct Turn {
    double angle;
    Vec3 linear, angular, otherAngular;  // gradient; linear of the other body is opposite
  };
  static Turn turnOf(const Quatd& axes, Vec3 d, Vec3 arm, Vec3 otherArm) {
    const Vec3d u = inverseRotate(axes, toDouble(d));
    const double off2 = max(u.y * u.y + u.z * u.z, 1e-12);
    const Vec3 g = toFloat((1 / off2) * rotate(axes, Vec3d{0, -u.z, u.y}));
    return {-arcTangent2(u.z, u.y), g, cross(arm + d, g), -cross(otherArm, g)};
  }
  struct Turns {
    Turn a, b;
  };
  static Turns turnsOf(const JointFrames& f, const Transform& a, const Transform& b) {
    const JointArms p = jointArms(f, a, b);
    return {turnOf(jointAxesInDouble(a, f.a), -p.offset, p.armA, p.armB),
            turnOf(jointAxesInDouble(b, f.b), p.offset, p.armB, p.armA)};
  }

  // Rare: not to be inlined among the others.
  [[gnu::cold, gnu::noinline]] static int evaluate(const GearJoint& j, const JointFrames& f,
                                                   const Transform& a, const Transform& b,
                                                   RowSlots out) {
    const Turns turns = turnsOf(f, a, b);
    const int common = std::gcd(j.teethA, j.teethB);
    const double teethA = j.teethA / common, teethB = (j.internal ? -1 : 1) * j.teethB / common;
    const auto ratio = float(teethB / teethA);
    Row& r = out[0] = {};
    r.linearA = turns.a.linear - ratio * turns.b.linear, r.linearB = -r.linearA;
    r.angularA = turns.a.angular + ratio * turns.b.otherAngular;
    r.angularB = turns.a.otherAngular + ratio * turns.b.angular;
    // Whole turns of either gear are whole turns of this phase: it needs no memory of them.
    r.error = float(jointWithinTurn(teethA * turns.a.angle + teethB * turns.b.angle) / teethA);
    r.frequency = j.frequency, r.dampingRatio = j.dampingRatio;
    return 1;
  }
  static void measure(const GearJoint&, const JointFrames& f, const Transform& a,
                      const Transform& b, RowSlots out) {
    const Turns turns = turnsOf(f, a, b);
    Row &rowA = out[0] = {}, &rowB = out[1] = {};
    rowA.linearA = turns.a.linear, rowA.angularA = turns.a.angular;
    rowA.linearB = -turns.a.linear, rowA.angularB = turns.a.otherAngular;
    rowA.error = float(turns.a.angle);
    rowB.linearB = turns.b.linear, rowB.angularB = turns.b.angular;
    rowB.linearA = -turns.b.linear, rowB.angularA = turns.b.otherAngular;
    rowB.error = float(turns.b.angle);
  }

  /// Rotations that are absent follow from the axes, such that the gears are in mesh.
  static Result<JointFrames> place(GearJoint& j, const Transform& a, const Transform& b) {
    if (Status bad = placeOrigins(j)) return *bad;
    JointFrames f{{*j.anchorA, {}}, {*j.anchorB, {}}};
    const Vec3 d = transformPoint(b, *j.anchorB) - transformPoint(a, *j.anchorA);
    const bool isGivenA = j.rotationA.has_value(), isGivenB = j.rotationB.has_value();
    if (j.axisA && isGivenA) return eitherError("axisA", *j.axisA, "rotationA");
    if (j.axisB && isGivenB) return eitherError("axisB", *j.axisB, "rotationB");
    if (isGivenA) j.rotationA = f.a.rotation = unitRotation(*j.rotationA);
    if (isGivenB) j.rotationB = f.b.rotation = unitRotation(*j.rotationB);
    if (!isGivenA || !isGivenB) {
      std::optional<Vec3> axes[2];
      if (isGivenA) axes[0] = rotate(a.rotation * f.a.rotation, Vec3{1, 0, 0});
      if (isGivenB) axes[1] = rotate(b.rotation * f.b.rotation, Vec3{1, 0, 0});
      for (const auto& [given, path, axis] :
           {std::tuple{j.axisA, "axisA", &axes[0]}, {j.axisB, "axisB", &axes[1]}}) {
        if (!given) continue;
        const Result<Vec3> unit = unitDirection(path, *given);
        if (!unit) return *unit.error;
        *axis = unit.value;
      }
      if (!axes[0]) axes[0] = axes[1];
      if (!axes[1]) axes[1] = axes[0];
      if (!axes[0]) return Error{ErrorCode::Missing, "axisA", {}, Rule::AxisOrRotation};
      for (const auto& axis : axes)
        if (!(length(cross(*axis, d)) > max(1e-3f * length(d), 1e-5f)))
          return Error{ErrorCode::Range, "anchorB",
                       Value::ofNumbers({j.anchorB->x, j.anchorB->y, j.anchorB->z}), Rule::OffAxes};
      if (!isGivenA) f.a.rotation = conjugate(a.rotation) * meshAxes(*axes[0], d);
      if (!isGivenB) f.b.rotation = conjugate(b.rotation) * meshAxes(*axes[1], -d);
      // Where one rotation is given, the other gear's frame turns until they are in mesh.
      const Turns turns = turnsOf(f, a, b);
      const double ratio = double(j.teethB) / j.teethA * (j.internal ? -1 : 1);
      if (isGivenB) f.a.rotation = f.a.rotation * rotationAboutX(-ratio * turns.b.angle);
      if (isGivenA) f.b.rotation = f.b.rotation * rotationAboutX(-turns.a.angle / ratio);
      if (!isGivenA) j.rotationA = f.a.rotation = normalize(f.a.rotation);
      if (!isGivenB) j.rotationB = f.b.rotation = normalize(f.b.rotation);
    }
    j.axisA.reset(), j.axisB.reset();
    return f;
  }
  static Quat meshAxes(Vec3 axis, Vec3 d) { return rotationFromXy(axis, d - dot(axis, d) * axis); }
};

}  // namespace holonom
