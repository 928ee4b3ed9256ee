#pragma once
// Several bodies as one: its mass, momenta and inertia, and momenta given to it as to one rigid
// body.
#include "rigid/bodies.h"

namespace holonom {

/// The momenta and the inertia are about the center.
struct Whole {
  double mass = 0;
  Vec3d center, momentum, angular;
  Sym3d inertia;
};

/// Of bodies that move; each member has a `body`.
template <class Members>
Whole wholeOf(const Bodies& bodies, const Members& members) {
  Whole w;
  const Vec3d origin = toDouble(bodies.poseNow(members.front().body).position);
  const auto placeOf = [&](int i) { return toDouble(bodies.poseNow(i).position) - origin; };
  for (const auto& m : members) {
    const double mass = bodies.masses[m.body].mass;
    w.mass += mass;
    w.center += mass * placeOf(m.body);
    w.momentum += mass * toDouble(bodies.states[m.body].linear);
  }
  w.center = (1 / w.mass) * w.center;
  for (const auto& m : members) {
    const double mass = bodies.masses[m.body].mass;
    const Vec3d r = placeOf(m.body) - w.center;
    const Sym3d turned = bodies.inertiaNow(m.body);
    w.inertia = w.inertia + turned + parallelAxis(mass, r);
    w.angular += mass * cross(r, toDouble(bodies.states[m.body].linear)) +
                 turned * toDouble(bodies.states[m.body].angular);
  }
  w.center += origin;
  return w;
}

/// Changes the velocities as of one rigid body, from what they are as a whole to these momenta.
template <class Members>
void giveMomenta(Bodies& bodies, const Members& members, const Whole& now, Vec3d momentum,
                 Vec3d angularMomentum) {
  const Vec3d linear = (1 / now.mass) * (momentum - now.momentum);
  const Vec3d angular = inverse(now.inertia) * (angularMomentum - now.angular);
  for (const auto& m : members) {
    BodyState& s = bodies.states[m.body];
    const Vec3d r = toDouble(bodies.poseNow(m.body).position) - now.center;
    s.linear = toFloat(toDouble(s.linear) + linear + cross(angular, r));
    s.angular = toFloat(toDouble(s.angular) + angular);
  }
}

}  // namespace holonom
