#include "rigid/whole_motion.h"

#include <cmath>

namespace holonom {

Whole wholeOf(const Bodies& bodies, std::span<const int> members) {
  Whole w;
  const Vec3d origin = toDouble(bodies.poseNow(members.front()).position);
  const auto placeOf = [&](int k) { return toDouble(bodies.poseNow(k).position) - origin; };
  for (const int i : members) {
    const double mass = bodies.masses[i].mass;
    w.mass += mass;
    w.center += mass * placeOf(i);
    w.momentum += mass * toDouble(bodies.states[i].linear);
  }
  w.center = (1 / w.mass) * w.center;
  for (const int i : members) {
    const double mass = bodies.masses[i].mass;
    const Vec3d r = placeOf(i) - w.center;
    const Sym3d turned = bodies.inertiaNow(i);
    w.inertia = w.inertia + turned + parallelAxis(mass, r);
    w.angular += mass * cross(r, toDouble(bodies.states[i].linear)) +
                 turned * toDouble(bodies.states[i].angular);
  }
  w.center += origin;
  return w;
}

double energyAsOne(const Whole& w, Vec3d momentum, Vec3d angularMomentum) {
  return 0.5 * (lengthSquared(momentum) / w.mass +
                dot(inverse(w.inertia) * angularMomentum, angularMomentum));
}

void giveMomenta(Bodies& bodies, std::span<const int> members, const Whole& now, Vec3d momentum,
                 Vec3d angularMomentum, double spun) {
  const Vec3d linear = (1 / now.mass) * (momentum - now.momentum);
  Sym3d inertia = now.inertia;
  if (spun < 1)
    for (const int i : members) inertia = inertia + (spun - 1) * bodies.inertiaNow(i);
  const Vec3d angular = inverse(inertia) * (angularMomentum - now.angular);
  for (const int i : members) {
    BodyState& s = bodies.states[i];
    const Vec3d r = toDouble(bodies.poseNow(i).position) - now.center;
    s.linear = toFloat(toDouble(s.linear) + linear + cross(angular, r));
    s.angular = toFloat(toDouble(s.angular) + spun * angular);
  }
}

void moveAsOne(Bodies& bodies, std::span<const int> members) {
  const Whole whole = wholeOf(bodies, members);
  const Vec3d linear = (1 / whole.mass) * whole.momentum;
  const Vec3d angular = inverse(whole.inertia) * whole.angular;
  for (const int i : members) {
    const Vec3d r = toDouble(bodies.poseNow(i).position) - whole.center;
    bodies.states[i].linear = toFloat(linear + cross(angular, r));
    bodies.states[i].angular = toFloat(angular);
  }
}

double kineticEnergy(const Bodies& bodies, std::span<const int> members) {
  double twice = 0;
  for (const int i : members) {
    const BodyState& s = bodies.states[i];
    const Vec3d spin = toDouble(s.angular);
    twice += double(bodies.masses[i].mass) * lengthSquared(toDouble(s.linear)) +
             dot(spin, bodies.inertiaNow(i) * spin);
  }
  return 0.5 * twice;
}

bool giveEnergy(Bodies& bodies, std::span<const int> members, double energy) {
  constexpr double kMostQuickened = 2;
  const double all = kineticEnergy(bodies, members);
  if (all == energy) return true;
  const Whole whole = wholeOf(bodies, members);
  const Vec3d linear = (1 / whole.mass) * whole.momentum;
  const Vec3d angular = inverse(whole.inertia) * whole.angular;
  const double rigid = energyAsOne(whole, whole.momentum, whole.angular);
  if (!(rigid <= energy)) return false;
  const double wanted = std::sqrt((energy - rigid) / (all - rigid));
  const double share = wanted < kMostQuickened ? wanted : kMostQuickened;
  for (const int i : members) {
    BodyState& s = bodies.states[i];
    const Vec3d r = toDouble(bodies.poseNow(i).position) - whole.center;
    const Vec3d with = linear + cross(angular, r);
    s.linear = toFloat(with + share * (toDouble(s.linear) - with));
    s.angular = toFloat(angular + share * (toDouble(s.angular) - angular));
  }
  return true;
}

}  // namespace holonom
