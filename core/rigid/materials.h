#pragma once
// How the surfaces of two touching bodies become one: coefficients, and what contacts need beside
// friction and restitution.
#include "rigid/bodies.h"

namespace holonom {

/// Surfaces that slip faster have kinetic friction, others static friction [m/s]. Before pressure
/// has built up, what gravity gives in two substeps is no sliding yet.
inline constexpr float kSlidingSpeed = 1e-3f;
inline float youngSlidingSpeed(Vec3 gravity, float h) {
  return max(kSlidingSpeed, 2 * h * length(gravity));
}

/// Rolling and sliding friction of a contact are solved in turn, so often.
inline constexpr int kRollRounds = 12;

/// One coefficient of two; of two rules the later one acts.
float combine(Combine ruleA, Combine ruleB, float a, float b);

/// What few contacts have, of bodies A and B.
struct PairSurface {
  float staticFriction = 0;  ///< not below the coefficient of what slides
  float rolling = 0;         ///< bound of the torque across the normal, per normal force [m]
  float torsional = 0;       ///< the same about the normal [m]
  Vec3 slip;                 ///< velocity of B against A that friction drives to, world axes [m/s]
};

/// Whether contacts of the body have a `PairSurface`. A kinematic body's surface may turn.
bool hasSurface(const BodyDef& def);
/// Whether the surface of either body moves on it.
bool isDriven(const Bodies& bodies, int a, int b);
/// When friction drives to a `PairSurface::slip`.
struct SlipTime {
  Vec3 normal;               ///< of the contact, unit, world axes
  float h = 0;               ///< length of the substep [s]
  bool afterMotion = false;  ///< acts after positions moved, with tangents of before
};
/// As the bodies are turned now, in the middle of a step. The slip is the mean of the next substep:
/// what stands on a turntable does not creep outward along the tangent.
PairSurface pairSurface(const Bodies& bodies, int a, int b, const SlipTime& time);

}  // namespace holonom
