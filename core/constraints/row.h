#pragma once
// One scalar constraint between two bodies: what it is, for any solver.
#include "math/vec3.h"

namespace holonom {

/// J V + bias·C with V = (v_a, ω_a, v_b, ω_b).
struct Row {
  Vec3 linearA, angularA, linearB, angularB;  ///< the four 1×3 blocks of J
  float error = 0;                            ///< C [m or rad]
  float lower = -1e30f, upper = 1e30f;        ///< bounds of the force λ [N or N m]
};

/// Softness of a row as a damped oscillator: frequency [Hz] and damping ratio.
struct Softness {
  float biasRate = 0;      ///< share of the error removed per second [1/s]
  float massScale = 1;     ///< of the effective mass
  float impulseScale = 0;  ///< of the accumulated impulse
};

/// Implicit spring as velocity constraint (Catto, "Soft Constraints", GDC 2011).
inline Softness softness(float frequency, float dampingRatio, float h) {
  if (!(frequency > 0)) return {};
  const float omega = 6.283185307f * frequency;
  const float a1 = 2 * dampingRatio + h * omega, a2 = h * omega * a1, a3 = 1 / (1 + a2);
  return {omega / a1, a2 * a3, a3};
}

}  // namespace holonom
