#pragma once
// Keeps two points at a distance: C = |d| − l as an equation (a rod) or a soft one (a spring), or
// l − |d| ≥ 0 (a rope).
#include <array>

#include "constraints/joints/ends.h"
#include "constraints/joints/rows.h"

namespace holonom {

enum class DistanceMode { Rigid, Rope, Spring };
template <>
struct EnumNames<DistanceMode> {
  static constexpr const char* names[] = {"rigid", "rope", "spring"};
};

struct DistanceJoint : JointEnds {
  DistanceMode mode = DistanceMode::Rigid;
  std::optional<float> length;
  float frequency = 2;
  float dampingRatio = 0.5f;

  static constexpr const char* name = "distance";
  static constexpr const char* help =
      "Constrains the distance between two points: a rod, a rope or a spring. The points default "
      "to the origins of the bodies; without bodyB, anchorB is required.";
  static constexpr auto fields() {
    using J = DistanceJoint;
    return std::tuple_cat(
        JointEnds::fields(),
        std::make_tuple(field("mode", &J::mode, "",
                              "rigid: keeps the length, as a rod. rope: limits the distance to the "
                              "length. spring: pulls back to the length."),
                        field("length", &J::length, "m",
                              "Rest length. Defaults to the distance at creation. Must be above 0 "
                              "unless the mode is spring.",
                              kPositive),
                        field("frequency", &J::frequency, "Hz",
                              "Stiffness in spring mode, as a frequency.", {0, 1e4}, kExclusiveMin),
                        field("dampingRatio", &J::dampingRatio, "",
                              "Damping ratio in spring mode; 1 is critical. Even at 0 the implicit "
                              "step damps the oscillation; a spring force does not.",
                              {0, 1e4})));
  }

  static constexpr int maxRows = 1;
  static constexpr std::array<JointCoordinate, 1> coordinates{{{"distance", "m"}}};

  static Status check(const DistanceJoint& j) {
    if (j.mode == DistanceMode::Spring || !j.length || *j.length > 0) return {};
    return Error{ErrorCode::Range, "length", double(*j.length), Rule::LengthAboveZero};
  }
  static int equalityCount(const DistanceJoint& j) { return j.mode == DistanceMode::Rope ? 0 : 1; }
  static int evaluate(const DistanceJoint& j, const JointFrames& f, const Transform& a,
                      const Transform& b, RowSlots out) {
    measure(j, f, a, b, out);
    if (j.mode == DistanceMode::Rope) {
      out[0] = jointLimitRow(jointNegated(out[0]), -j.length.value_or(0));
    } else {
      out[0].error -= j.length.value_or(0);
      if (j.mode == DistanceMode::Spring) jointSoften(out, 1, j.frequency, j.dampingRatio);
    }
    return 1;
  }
  static float lengthAt(const DistanceJoint&, const JointFrames& f, const Transform& a,
                        const Transform& b) {
    return holonom::length(jointArms(f, a, b).offset);
  }
  static void measure(const DistanceJoint&, const JointFrames& f, const Transform& a,
                      const Transform& b, RowSlots out) {
    const JointArms p = jointArms(f, a, b);
    const float l = holonom::length(p.offset);
    // Points that coincide part upwards.
    out[0] = jointPointRow(p, l > 1e-9f ? (1 / l) * p.offset : Vec3{0, 1, 0});
    out[0].error = l;
  }
};

}  // namespace holonom
