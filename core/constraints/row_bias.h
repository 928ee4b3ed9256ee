#pragma once
// What a row asks of J V beside 0: positions to be corrected, gaps that may close, motors.
#include "constraints/row.h"

namespace holonom {

/// How fast inequality rows may push out of penetration where nothing else is said [m/s or rad/s].
inline constexpr float kMaxPush = 1e5f;

/// The b of J V + b = 0 for an equation or motor [m/s or rad/s]: it loses the share `soft.biasRate`
/// of its error per second. Without bias, as in a relaxing pass, only springs (rows with a
/// frequency) and motors want anything.
inline float equationBias(const Row& row, const Softness& soft, bool useBias) {
  return (useBias || row.frequency > 0 ? soft.biasRate * row.error : 0) - row.velocity;
}

/// The same for any row over a substep h [s]: a rigid inequality may close its gap within h, and
/// pushes out of penetration beyond its slop, at `maxPush` at most.
inline float rowBias(const Row& row, const Softness& soft, float h, float maxPush, bool useBias) {
  if (!row.isInequality() || row.frequency > 0) return equationBias(row, soft, useBias);
  if (row.error > 0) return row.error / h - row.velocity;
  if (!useBias) return -row.velocity;
  return max(soft.biasRate * min(row.error + row.slop, 0.0f), -maxPush) - row.velocity;
}

/// How a motor returns from beyond a limit: a share of the way per second, and how fast at most;
/// and the substep [s].
struct MotorReturn {
  float rate, maxSpeed, h;
};
/// Lets a motor without bound drive no farther than the limits.
inline void stopAtLimits(Row& motor, RowSlots limits, int count, const MotorReturn& back) {
  for (int k = 0; k < count; ++k) {
    const Row& l = limits[k];
    if (!l.isInequality()) continue;
    const bool rises = dot(l.angularA, motor.angularA) + dot(l.linearA, motor.linearA) > 0;
    const float least = l.error > 0 ? -l.error / back.h : min(-back.rate * l.error, back.maxSpeed);
    motor.velocity = rises ? max(motor.velocity, least) : min(motor.velocity, -least);
  }
}

}  // namespace holonom
