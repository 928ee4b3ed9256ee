#pragma once
// A pinion that rolls on a rack: C = x − r θ, where x is the translation of the rack along its
// direction and θ the angle of the pinion, both of one body relative to the other: either may be
// mounted on what moves, and momenta are kept. The row is the force between the teeth.
#include <array>

#include "constraints/joints/frames.h"

namespace holonom {

struct RackAndPinionJoint : JointFrameEnds {
  std::optional<Vec3> axis, direction;
  std::optional<float> radius;

  static constexpr const char* name = "rackAndPinion";
  static constexpr const char* help =
      "Couples the rotation of a pinion, body A, with the translation of a rack, body B. The "
      "anchor "
      "is the center of the pinion. The pinion also needs a hinge and the rack a prismatic joint, "
      "or other bearings.";
  static constexpr auto fields() {
    using J = RackAndPinionJoint;
    return std::tuple_cat(
        JointFrameEnds::fields(),
        std::make_tuple(
            field("axis", &J::axis, "",
                  "Axis of the pinion at creation, as a world direction: x of the joint axes. "
                  "Required unless rotationA or rotationB is given.",
                  {}, kJoins),
            field("direction", &J::direction, "",
                  "Direction of the rack at creation, as a world direction at right angles to the "
                  "axis: y of the joint axes. Where A turns about the axis, B moves along it. "
                  "Required unless rotationA or rotationB is given.",
                  {}, kJoins),
            field("radius", &J::radius, "m",
                  "Pitch radius of the pinion: translation of the rack per angle of the pinion.",
                  kPositive, kExclusiveMin | kRequired)));
  }

  static constexpr bool isGeared = true;
  static constexpr int maxRows = 1;
  static constexpr std::array<JointCoordinate, 2> coordinates{
      {{"angle", "rad"}, {"translation", "m"}}};

  static Status check(const RackAndPinionJoint& j) {
    if (j.radius) return {};
    return Error{ErrorCode::Missing, "radius", {}, Rule::NumberAbove, {0.0}};
  }
  static int equalityCount(const RackAndPinionJoint&) { return 1; }

  // Rare: not to be inlined among the others.
  [[gnu::cold, gnu::noinline]] static int evaluate(const RackAndPinionJoint& j,
                                                   const JointFrames& f, const Transform& a,
                                                   const Transform& b, RowSlots out) {
    Row parts[2];
    measure(j, f, a, b, parts);
    const Row &turn = parts[0], &slide = parts[1];
    const float radius = j.radius.value_or(1);
    Row& r = out[0] = slide;
    r.angularA -= radius * turn.angularA, r.angularB -= radius * turn.angularB;
    // The angle in double: its rounding would be a jitter of the rates. Whole turns of the pinion
    // are whole turns of this phase: it needs no memory of them.
    const Quatd q = conjugate(jointAxesInDouble(b, f.b)) * jointAxesInDouble(a, f.a);
    const double phase = double(slide.error) / double(radius) - 2 * arcTangent2(q.x, q.w);
    r.error = float(double(radius) * jointWithinTurn(phase));
    r.frequency = j.frequency, r.dampingRatio = j.dampingRatio;
    return 1;
  }
  static void measure(const RackAndPinionJoint&, const JointFrames& f, const Transform& a,
                      const Transform& b, RowSlots out) {
    const JointPose p = jointPose(f, a, b);
    out[0] = jointTwistRow(p);
    out[1] = jointNegated(jointSlideRow(p, rotate(p.axesB, Vec3{0, 1, 0})));
  }

  static Result<JointFrames> place(RackAndPinionJoint& j, const Transform& a, const Transform& b) {
    if (j.anchor && (j.anchorA || j.anchorB))
      return eitherError("anchor", *j.anchor, j.anchorA ? "anchorA" : "anchorB");
    const bool rotated = j.rotationA || j.rotationB;
    const auto given = {std::pair{&j.axis, "axis"}, {&j.direction, "direction"}};
    Vec3 directions[2] = {{1, 0, 0}, {0, 1, 0}};
    for (const auto& [direction, path] : given) {
      if (*direction && rotated)
        return eitherError(path, **direction, j.rotationA ? "rotationA" : "rotationB");
      if (rotated) continue;
      if (!*direction) return Error{ErrorCode::Missing, path, {}, Rule::AxisOrRotation};
      const Result<Vec3> unit = unitDirection(path, **direction);
      if (!unit) return *unit.error;
      directions[direction == &j.direction] = unit.value;
    }
    const auto& [x, y] = directions;
    if (abs(dot(x, y)) > 0.01f)
      return Error{ErrorCode::Range, "direction",
                   Value::ofNumbers({j.direction->x, j.direction->y, j.direction->z}),
                   Rule::AcrossAxis};
    placeAnchors(j, j.anchor, a, b);
    placeAxes(j, rotationFromXy(x, y - dot(x, y) * x), a, b);
    j.anchor.reset(), j.axis.reset(), j.direction.reset();
    return JointFrames{{*j.anchorA, *j.rotationA}, {*j.anchorB, *j.rotationB}};
  }
};

}  // namespace holonom
