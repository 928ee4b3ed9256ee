#include "rigid/materials.h"

#include <algorithm>

namespace holonom {

namespace {

float staticOf(const BodyDef& def) { return max(def.friction, def.staticFriction.value_or(0)); }

/// In world axes.
Vec3 surfaceVelocityOf(const Bodies& bodies, int i) {
  const Vec3 velocity = bodies.defs[i].surfaceVelocity;
  if (velocity == Vec3{}) return {};
  return rotate(bodies.states[i].deltaRotation * bodies.bodyPose(i).rotation, velocity);
}

/// By how much the velocity of a kinematic body's surface under a rider, v + ω × r + s with a
/// belt's s, changes in half a substep: ω × (velocity of the rider - v + s). Along the normal the
/// rider goes with the surface, whatever it had before it landed.
Vec3 carriedVelocity(const Bodies& bodies, int carrier, int rider, const SlipTime& time) {
  if (bodies.types[carrier] != BodyType::Kinematic) return {};
  const BodyState &c = bodies.states[carrier], &r = bodies.states[rider];
  const Vec3 between = bodies.poseNow(rider).position - bodies.poseNow(carrier).position;
  const Vec3 relative = r.linear - c.linear, n = time.normal;
  const Vec3 along = relative - dot(relative, n) * n + surfaceVelocityOf(bodies, carrier);
  const Vec3 lifted = dot(cross(c.angular, between), n) * n;
  return (0.5f * time.h) * cross(c.angular, time.afterMotion ? along - lifted : along + lifted);
}

}  // namespace

[[gnu::noinline]] float combine(Combine ruleA, Combine ruleB, float a, float b) {
  switch (std::max(ruleA, ruleB)) {
    case Combine::Average:
      return 0.5f * (a + b);
    case Combine::GeometricMean:
      return std::sqrt(a * b);
    case Combine::Min:
      return min(a, b);
    case Combine::Multiply:
      return a * b;
    case Combine::Max:
      return max(a, b);
  }
  return 0;
}

bool hasSurface(const BodyDef& def) {
  return staticOf(def) > def.friction || def.rollingFriction > 0 || def.torsionalFriction > 0 ||
         def.surfaceVelocity != Vec3{} || def.type == BodyType::Kinematic;
}

bool isDriven(const Bodies& bodies, int a, int b) {
  return bodies.defs[a].surfaceVelocity != Vec3{} || bodies.defs[b].surfaceVelocity != Vec3{};
}

[[gnu::noinline, gnu::cold]] PairSurface pairSurface(const Bodies& bodies, int a, int b,
                                                     const SlipTime& time) {
  const BodyDef &da = bodies.defs[a], &db = bodies.defs[b];
  PairSurface s;
  s.staticFriction = combine(da.frictionCombine, db.frictionCombine, staticOf(da), staticOf(db));
  s.rolling = max(da.rollingFriction, db.rollingFriction);
  s.torsional = max(da.torsionalFriction, db.torsionalFriction);
  s.slip = surfaceVelocityOf(bodies, a) - surfaceVelocityOf(bodies, b) +
           carriedVelocity(bodies, a, b, time) - carriedVelocity(bodies, b, a, time);
  return s;
}

}  // namespace holonom
