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
      "The angles a joint may take. From -π to π, a whole turn, nothing is limited; equal limits "
      "lock the axis.";
  static constexpr auto fields() {
    using L = AngularLimits;
    return std::make_tuple(field("lower", &L::lower, "rad", "Least angle.", kAngle),
                           field("upper", &L::upper, "rad", "Greatest angle.", kAngle));
  }
  bool hasLower() const { return upper - lower < 2 * kPi; }
  bool hasUpper() const { return hasLower(); }
};

struct LinearLimits {
  float lower = -float(kLargest), upper = float(kLargest);

  static constexpr const char* name = "linearLimits";
  static constexpr const char* help =
      "The translations a joint may take. Equal limits lock the axis.";
  static constexpr auto fields() {
    using L = LinearLimits;
    return std::make_tuple(
        field("lower", &L::lower, "m", "Least translation; -1e7 does not limit."),
        field("upper", &L::upper, "m", "Greatest translation; 1e7 does not limit."));
  }
  bool hasLower() const { return lower > -float(kLargest); }
  bool hasUpper() const { return upper < float(kLargest); }
};

struct AngularMotor {
  float velocity = 0;
  std::optional<float> maxTorque;

  static constexpr const char* name = "angularMotor";
  static constexpr const char* help = "Keeps an angular velocity; at velocity 0 a brake.";
  static constexpr auto fields() {
    using M = AngularMotor;
    return std::make_tuple(
        field("velocity", &M::velocity, "rad/s", "Wanted rate of the joint's angle.", kSpeed),
        field("maxTorque", &M::maxTorque, "N m", "Strongest torque; unlimited if absent.",
              kAnyPositive));
  }
  float most() const { return maxTorque.value_or(kUnbounded); }
};

struct LinearMotor {
  float velocity = 0;
  std::optional<float> maxForce;

  static constexpr const char* name = "linearMotor";
  static constexpr const char* help = "Keeps a velocity along the axis; at velocity 0 a brake.";
  static constexpr auto fields() {
    using M = LinearMotor;
    return std::make_tuple(
        field("velocity", &M::velocity, "m/s", "Wanted rate of the joint's translation.", kSpeed),
        field("maxForce", &M::maxForce, "N", "Strongest force; unlimited if absent.",
              kAnyPositive));
  }
  float most() const { return maxForce.value_or(kUnbounded); }
};

struct AngularDrive {
  float target = 0;
  float frequency = 5;
  float dampingRatio = 1;
  std::optional<float> maxTorque;

  static constexpr const char* name = "angularDrive";
  static constexpr const char* help =
      "Turns the joint to an angle, as a damped spring; the shorter way round without limits.";
  static constexpr auto fields() {
    using D = AngularDrive;
    return std::make_tuple(
        field("target", &D::target, "rad", "Wanted angle.", kAngle),
        field("frequency", &D::frequency, "Hz", "Stiffness as a frequency.", {0, 1e4},
              kExclusiveMin),
        field("dampingRatio", &D::dampingRatio, "", "1 is critical damping.", {0, 1e4}),
        field("maxTorque", &D::maxTorque, "N m", "Strongest torque; unlimited if absent.",
              kAnyPositive));
  }
  float most() const { return maxTorque.value_or(kUnbounded); }
};

struct LinearDrive {
  float target = 0;
  float frequency = 5;
  float dampingRatio = 1;
  std::optional<float> maxForce;

  static constexpr const char* name = "linearDrive";
  static constexpr const char* help = "Moves the joint to a translation, as a damped spring.";
  static constexpr auto fields() {
    using D = LinearDrive;
    return std::make_tuple(
        field("target", &D::target, "m", "Wanted translation."),
        field("frequency", &D::frequency, "Hz", "Stiffness as a frequency.", {0, 1e4},
              kExclusiveMin),
        field("dampingRatio", &D::dampingRatio, "", "1 is critical damping.", {0, 1e4}),
        field("maxForce", &D::maxForce, "N", "Strongest force; unlimited if absent.",
              kAnyPositive));
  }
  float most() const { return maxForce.value_or(kUnbounded); }
};

template <class Limits>
bool locks(const std::optional<Limits>& limits) {
  return limits && limits->lower == limits->upper;
}

/// Refuses limits in the wrong order.
template <class Limits>
Status checkLimits(const std::optional<Limits>& limits, const char* path) {
  if (!limits || limits->lower <= limits->upper) return {};
  return Error{ErrorCode::Range, std::string(path) + ".lower", double(limits->lower),
               "at most " + std::string(path) + ".upper"};
}

}  // namespace holonom
