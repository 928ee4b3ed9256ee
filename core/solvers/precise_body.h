#pragma once
// A body's velocity in double while an exact solver works on it: light bodies between strong
// impulses keep what float would round away.
#include "rigid/bodies.h"

namespace holonom {

struct BodyVelocity {
  Vec3d linear, angular;  ///< [m/s], [rad/s]
};

struct PreciseBody {
  int32_t body = 0;
  bool movable = false;     ///< only dynamic bodies are
  double velocity[6] = {};  ///< linear, angular
  double impulse[6] = {};   ///< Jᵀ Δλ gathered for `move`
  double inverseMass = 0;
  int linearLocks = 0;   ///< see `BodyMass`
  Sym3d inverseInertia;  ///< world axes

  static bool isMovable(const Bodies& bodies, int body) {
    return body != bodies.nobody() && bodies.isDynamic(body);
  }

  void loadMass(const Bodies& bodies) {
    if (!movable) return;
    const Sym3 i = bodies.inverseInertia(body);
    inverseMass = bodies.masses[body].inverseMass;
    linearLocks = bodies.masses[body].linearLocks();
    inverseInertia = {i.xx, i.yy, i.zz, i.xy, i.xz, i.yz};
  }
  void loadVelocity(const Bodies& bodies) {
    const Vec3 v = bodies.states[body].linear, w = bodies.states[body].angular;
    velocity[0] = v.x, velocity[1] = v.y, velocity[2] = v.z;
    velocity[3] = w.x, velocity[4] = w.y, velocity[5] = w.z;
  }
  /// Whether the body still has the velocity that was stored.
  bool isStored(const Bodies& bodies) const {
    const BodyState& s = bodies.states[body];
    return s.linear == toFloat(linear()) && s.angular == toFloat(angular());
  }
  void setVelocity(const BodyVelocity& v) {
    velocity[0] = v.linear.x, velocity[1] = v.linear.y, velocity[2] = v.linear.z;
    velocity[3] = v.angular.x, velocity[4] = v.angular.y, velocity[5] = v.angular.z;
  }
  Vec3d linear() const { return {velocity[0], velocity[1], velocity[2]}; }
  Vec3d angular() const { return {velocity[3], velocity[4], velocity[5]}; }
  /// Gathers an impulse and its moment.
  void push(Vec3d p, Vec3d l) {
    impulse[0] += p.x, impulse[1] += p.y, impulse[2] += p.z;
    impulse[3] += l.x, impulse[4] += l.y, impulse[5] += l.z;
  }
  /// Turns the gathered impulse into velocity.
  void move() {
    const Vec3d step =
        withoutAxes(inverseMass * Vec3d{impulse[0], impulse[1], impulse[2]}, linearLocks);
    velocity[0] += step.x, velocity[1] += step.y, velocity[2] += step.z;
    const Vec3d turn = inverseInertia * Vec3d{impulse[3], impulse[4], impulse[5]};
    velocity[3] += turn.x, velocity[4] += turn.y, velocity[5] += turn.z;
    for (double& p : impulse) p = 0;
  }
  void storeVelocity(Bodies& bodies) const {
    if (!movable) return;
    BodyState& state = bodies.states[body];
    state.linear = {float(velocity[0]), float(velocity[1]), float(velocity[2])};
    state.angular = {float(velocity[3]), float(velocity[4]), float(velocity[5])};
  }
};

}  // namespace holonom
