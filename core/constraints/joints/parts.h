#pragma once
// Limits, motors and drives: what an axis of a joint may have.
#include <optional>

#include "base/error.h"
#include "base/fields.h"
#include "constraints/row.h"
#include "math/trig.h"

namespace holonom {

/// π as messages print it, a rounding above.
inline constexpr Range kAngle{-3.141593, 3.141593};

struct AngularLimits {
  float lower = -kPi, upper = kPi;

  static constexpr const char* name = "angularLimits";
  static constexpr const char* help =
      "Limits of an angle. From -π to π nothing is limited; equal limits lock the axis.";
  static constexpr auto fields() {
    using L = AngularLimits;
    return std::make_tuple(field("lower", &L::lower, "rad", "Minimum angle.", kAngle),
                           field("upper", &L::upper, "rad", "Maximum angle.", kAngle));
  }
  bool hasLower() const { return upper - lower < 2 * kPi; }
  bool hasUpper() const { return hasLower(); }
};

struct LinearLimits {
  float lower = -float(kLargest), upper = float(kLargest);

  static constexpr const char* name = "linearLimits";
  static constexpr const char* help = "Limits of a translation. Equal limits lock the axis.";
  static constexpr auto fields() {
    using L = LinearLimits;
    return std::make_tuple(
        field("lower", &L::lower, "m", "Minimum translation; -1e7 does not limit."),
        field("upper", &L::upper, "m", "Maximum translation; 1e7 does not limit."));
  }
  bool hasLower() const { return lower > -float(kLargest); }
  bool hasUpper() const { return upper < float(kLargest); }
};

/// The bound of what a motor or drive pushes with.
template <bool turns, class Part>
constexpr auto maxEffortField(std::optional<float> Part::*member, const char* help) {
  return field(turns ? "maxTorque" : "maxForce", member, turns ? "N m" : "N", help, kAnyPositive);
}

/// Of an axis that a joint turns about, or one that it slides along.
template <bool turns>
struct Motor {
  float velocity = 0;
  std::optional<float> maxEffort;

  static constexpr const char* name = turns ? "angularMotor" : "linearMotor";
  static constexpr const char* help =
      turns ? "Keeps an angular velocity. At velocity 0 it is a brake."
            : "Keeps a velocity along the axis. At velocity 0 it is a brake.";
  static constexpr auto fields() {
    return std::make_tuple(
        field("velocity", &Motor::velocity, turns ? "rad/s" : "m/s",
              turns ? "Target angular velocity about the axis." : "Target velocity along the axis.",
              kSpeed),
        maxEffortField<turns>(
            &Motor::maxEffort,
            turns ? "Maximum torque. If absent, as much as it takes; while what it moves touches "
                    "something, at most what gives all of that 500 m/s² (under "
                    "soft-step less with substeps over 5 ms or a lower `contactFrequency`)."
                  : "Maximum force. If absent, as much as it takes; while what it moves touches "
                    "something, at most what gives all of that 500 m/s² (under "
                    "soft-step less with substeps over 5 ms or a lower `contactFrequency`)."));
  }
  float most() const { return maxEffort.value_or(kUnbounded); }
};
using AngularMotor = Motor<true>;
using LinearMotor = Motor<false>;
/// Of a joint that may have a motor: whether that turns it.
template <class Joint>
inline constexpr bool motorTurns =
    std::is_same_v<decltype(Joint::motor), std::optional<AngularMotor>>;

template <bool turns>
struct Drive {
  float target = 0;
  float frequency = 5;
  float dampingRatio = 1;
  std::optional<float> maxEffort;

  static constexpr const char* name = turns ? "angularDrive" : "linearDrive";
  static constexpr const char* help = turns
                                          ? "Turns the joint to an angle as a damped spring. "
                                            "Without limits it takes the shorter way."
                                          : "Moves the joint to a translation as a damped spring.";
  static constexpr auto fields() {
    return std::make_tuple(
        field("target", &Drive::target, turns ? "rad" : "m",
              turns ? "Target angle." : "Target translation.", turns ? kAngle : Range{}),
        field("frequency", &Drive::frequency, "Hz",
              "Stiffness, as the frequency at which the joint swings about the target without "
              "damping.",
              {0, 1e4}, kExclusiveMin),
        field("dampingRatio", &Drive::dampingRatio, "",
              "Damping ratio; 1 is critical. Even at 0 the implicit step damps the oscillation: "
              "its energy falls by exp(-h w^2 t), h being the substep and w 2 pi frequency.",
              {0, 1e4}),
        maxEffortField<turns>(&Drive::maxEffort, turns ? "Maximum torque. Unlimited if absent."
                                                       : "Maximum force. Unlimited if absent."));
  }
  float most() const { return maxEffort.value_or(kUnbounded); }
};
using AngularDrive = Drive<true>;
using LinearDrive = Drive<false>;

template <class Limits>
bool locks(const std::optional<Limits>& limits) {
  return limits && limits->lower == limits->upper;
}

/// Refuses limits in the wrong order.
template <class Limits>
Status checkLimits(const std::optional<Limits>& limits, const char* path) {
  if (!limits || limits->lower <= limits->upper) return {};
  return Error{ErrorCode::Range,
               std::string(path) + ".lower",
               double(limits->lower),
               Rule::LimitsInOrder,
               {std::string(path) + ".upper"}};
}

}  // namespace holonom
