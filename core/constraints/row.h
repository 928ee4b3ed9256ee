#pragma once
// One scalar constraint between two bodies, or more: what it is, for any solver.
#include <cstddef>

#include "math/vec3.h"

namespace holonom {

/// Forces without a bound [N]; finite, so that products with it stay numbers.
inline constexpr float kUnbounded = 1e30f;

/// J V with V = (v_a, ω_a, v_b, ω_b), and what is wanted of it.
struct Row {
  Vec3 linearA, angularA, linearB, angularB;  ///< the four 1×3 blocks of J
  float error = 0;                            ///< C [m or rad]
  float slop = 0;      ///< of an inequality: how far below 0 its C is left alone [m or rad]
  float velocity = 0;  ///< wanted J V [m/s or rad/s]; motors
  float lower = -kUnbounded, upper = kUnbounded;  ///< bounds of the force λ [N or N m]
  float frequency = 0;                            ///< of a soft row [Hz]; 0: rigid
  float dampingRatio = 1;                         ///< of a soft row

  /// C ≥ 0, as contacts and limits: only pushes, and while C > 0 may close within the step.
  bool isInequality() const { return lower == 0; }
  /// By how much it changes as a body moves along it [its unit per m]; 1 for turning alone.
  float perMeter() const {
    const float size = max(length(linearA), length(linearB));
    return size > 0 ? size : 1;
  }
};

/// Where a row acts on a body beyond its two: two more blocks of J.
struct RowEnd {
  int body = 0;  ///< dense index
  Vec3 linear, angular;
};

/// Where to write rows: one after another, or each at the start of a larger record.
class RowSlots {
 public:
  RowSlots(Row* rows) : RowSlots(rows, sizeof(Row)) {}
  RowSlots(Row* first, size_t stride) : first_(first), stride_(stride) {}
  Row& operator[](int k) const {
    return *reinterpret_cast<Row*>(reinterpret_cast<char*>(first_) + size_t(k) * stride_);
  }
  RowSlots operator+(int k) const { return {&(*this)[k], stride_}; }

 private:
  Row* first_;
  size_t stride_;
};

/// Softness of a row as a damped oscillator: frequency [Hz] and damping ratio.
struct Softness {
  float biasRate = 0;      ///< share of the error removed per second [1/s]
  float massScale = 1;     ///< of the effective mass
  float impulseScale = 0;  ///< of the accumulated impulse
};

/// Turning of a spring in a substep, at least [rad]: the square of less would be no number.
inline constexpr float kWeakestSpring = 1e-15f;

/// Implicit spring as velocity constraint (Catto, "Soft Constraints", GDC 2011).
inline Softness softness(float frequency, float dampingRatio, float h) {
  if (!(frequency > 0)) return {};
  const float omega = max(6.283185307f * frequency, kWeakestSpring / h);
  const float a1 = 2 * dampingRatio + h * omega, a2 = h * omega * a1, a3 = 1 / (1 + a2);
  return {omega / a1, a2 * a3, a3};
}

}  // namespace holonom
