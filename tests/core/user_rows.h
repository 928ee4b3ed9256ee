#pragma once
// Constraints of the user on bodies, for tests: functions that count their calls, and small scenes.
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "scenes.h"

namespace holonom {
namespace user_rows {

using scenes::need;
using Poses = std::span<const UserPose>;

/// Functions of a constraint, kept as long as its world.
struct Own {
  std::function<double(Poses)> value;
  std::function<void(Poses, std::span<UserGradient>)> gradient;
  int calls = 0;

  UserFunctions functions() {
    UserFunctions f;
    f.user = this;
    f.valueOfBodies = [](void* user, Poses poses) {
      Own& own = *static_cast<Own*>(user);
      ++own.calls;
      return own.value(poses);
    };
    if (gradient)
      f.gradientOfBodies = [](void* user, Poses poses, std::span<UserGradient> out) {
        static_cast<Own*>(user)->gradient(poses, out);
      };
    return f;
  }
};

inline UserConstraintDef on(std::vector<BodyId> bodies) {
  UserConstraintDef def;
  def.bodies = std::move(bodies);
  return def;
}

inline UserConstraintId add(World& world, Own& own, const UserConstraintDef& def) {
  return need(world.addUserConstraint(def, own.functions()));
}

inline Vec3d anchorOf(const UserPose& pose, Vec3d local) {
  return pose.position + rotate(pose.rotation, local);
}

/// The distance of an anchor on each of two bodies, less a length.
inline Own rod(Vec3d onA, Vec3d onB, double length, bool analytic) {
  const auto between = [=](Poses p) { return anchorOf(p[1], onB) - anchorOf(p[0], onA); };
  Own own;
  own.value = [=](Poses p) { return holonom::length(between(p)) - length; };
  if (analytic)
    own.gradient = [=](Poses p, std::span<UserGradient> out) {
      const Vec3d d = between(p), n = (1 / holonom::length(d)) * d;
      out[0] = {-n, cross(rotate(p[0].rotation, onA), -n)};
      out[1] = {n, cross(rotate(p[1].rotation, onB), n)};
    };
  return own;
}

inline void run(World& world, int steps, double dt = 1.0 / 60) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(dt));
}

inline BodyDef ball(Vec3 position, float mass, float radius = 0.2f) {
  BodyDef def = scenes::sphereAt(position, radius);
  def.mass = mass;
  def.linearDamping = def.angularDamping = 0;
  def.collisionGroups = 0;
  return def;
}

inline float apart(const World& a, const World& b) {
  float most = 0;
  for (int i = 0; i < a.bodies.size(); ++i)
    most = max(most, length(a.bodies.poses[i].position - b.bodies.poses[i].position));
  return most;
}

}  // namespace user_rows
}  // namespace holonom
