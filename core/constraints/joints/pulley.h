#pragma once
// A rope that runs from A over two fixed points to B: C = |d_A| + r |d_B| − l as an equation, or
// l − |d_A| − r |d_B| ≥ 0. Its pulleys are fixed in the world, which takes up the rest of the
// force.
#include <array>

#include "constraints/joints/frames.h"

namespace holonom {

enum class PulleyMode { Rope, Rigid };
template <>
struct EnumNames<PulleyMode> {
  static constexpr const char* names[] = {"rope", "rigid"};
};

struct PulleyJoint : JointEnds {
  std::optional<Vec3> groundA, groundB;
  PulleyMode mode = PulleyMode::Rope;
  float ratio = 1;
  std::optional<float> length;

  static constexpr const char* name = "pulley";
  static constexpr const char* help =
      "Connects two bodies by a rope over two pulleys, which are points fixed in the world. With a "
      "ratio it is a block and tackle. Anchors default to the origins of the bodies.";
  static constexpr auto fields() {
    using J = PulleyJoint;
    return std::tuple_cat(
        JointEnds::fields(),
        std::make_tuple(
            field("groundA", &J::groundA, "m", "Pulley on the side of A, in world axes.", {},
                  kRequired),
            field("groundB", &J::groundB, "m", "Pulley on the side of B, in world axes.", {},
                  kRequired),
            field("mode", &J::mode, "",
                  "rope: limits the length, and may be slack. rigid: keeps the length, and also "
                  "pushes."),
            field("ratio", &J::ratio, "",
                  "Number of rope segments on the side of B per segment on the side of A. The rope "
                  "pulls B with ratio times the force on A, and B moves 1 / ratio as far.",
                  kPositive, kExclusiveMin),
            field("length", &J::length, "m",
                  "Length of the rope: distance of A from its pulley plus ratio times that of B. "
                  "Defaults to the value at creation.",
                  kPositive, kExclusiveMin)));
  }

  static constexpr int maxRows = 1;
  static constexpr std::array<JointCoordinate, 2> coordinates{{{"lengthA", "m"}, {"lengthB", "m"}}};
  /// The world takes up a part of the force: the momentum of the bodies changes.
  static constexpr bool isGrounded = true;

  static Status check(const PulleyJoint& j) {
    if (j.groundA && j.groundB) return {};
    return Error{ErrorCode::Missing, j.groundA ? "groundB" : "groundA", {}, Rule::ThreeNumbers};
  }
  static int equalityCount(const PulleyJoint& j) { return j.mode == PulleyMode::Rope ? 0 : 1; }
  // Rare: not to be inlined among the others.
  [[gnu::cold, gnu::noinline]] static int evaluate(const PulleyJoint& j, const JointFrames& f,
                                                   const Transform& a, const Transform& b,
                                                   RowSlots out) {
    Row sides[2];
    measure(j, f, a, b, sides);
    Row r;
    r.linearA = sides[0].linearA, r.angularA = sides[0].angularA;
    r.linearB = j.ratio * sides[1].linearB, r.angularB = j.ratio * sides[1].angularB;
    r.error = sides[0].error + j.ratio * sides[1].error - j.length.value_or(0);
    out[0] = j.mode == PulleyMode::Rope ? jointLimitRow(jointNegated(r), 0) : r;
    return 1;
  }
  static void measure(const PulleyJoint& j, const JointFrames& f, const Transform& a,
                      const Transform& b, RowSlots out) {
    const JointArms p = jointArms(f, a, b);
    Row &ofA = out[0] = {}, &ofB = out[1] = {};
    const Vec3 dA = a.position + p.armA - j.groundA.value_or(Vec3{});
    const Vec3 dB = b.position + p.armB - j.groundB.value_or(Vec3{});
    ofA.error = holonom::length(dA), ofB.error = holonom::length(dB);
    ofA.linearA = awayFrom(dA, ofA.error), ofB.linearB = awayFrom(dB, ofB.error);
    ofA.angularA = cross(p.armA, ofA.linearA), ofB.angularB = cross(p.armB, ofB.linearB);
  }
  /// Of a point at its pulley: any direction.
  static Vec3 awayFrom(Vec3 d, float length) {
    return length > 1e-9f ? (1 / length) * d : Vec3{0, -1, 0};
  }
  static float lengthAt(const PulleyJoint& j, const JointFrames& f, const Transform& a,
                        const Transform& b) {
    Row sides[2];
    measure(j, f, a, b, sides);
    return sides[0].error + j.ratio * sides[1].error;
  }
};

}  // namespace holonom
