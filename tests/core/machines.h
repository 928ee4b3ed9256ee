#pragma once
// Wheels, bearings and gears for tests of machines.
#include "scenes.h"

namespace holonom::machines {

using scenes::need;

/// Nothing falls asleep in it.
inline World machine(SolverType solver, Vec3 gravity = {}) {
  return scenes::sleeplessWorld(solver, 4, gravity);
}

/// A disc about z that touches nothing.
inline BodyDef wheel(Vec3 position, float radius, float mass) {
  BodyDef def = scenes::boxAt(position, {radius, radius, 0.1f});
  const float across = 0.25f * mass * radius * radius;
  def.mass = mass, def.inertia = Vec3{across, across, 2 * across};
  def.collisionMask = 0;
  return def;
}

/// A hinge at the origin of A.
inline JointId bear(World& world, BodyId a, std::optional<BodyId> b = {},
                    std::optional<AngularMotor> motor = {}, Vec3 axis = {0, 0, 1}) {
  HingeJoint hinge;
  hinge.bodyA = a, hinge.bodyB = b;
  hinge.axis = axis, hinge.motor = motor;
  return need(world.addJoint(hinge));
}

/// Gears about z.
inline JointId mesh(World& world, BodyId a, BodyId b, int teethA, int teethB,
                    bool internal = false) {
  GearJoint gear;
  gear.bodyA = a, gear.bodyB = b;
  gear.axisA = Vec3{0, 0, 1};
  gear.teethA = teethA, gear.teethB = teethB, gear.internal = internal;
  return need(world.addJoint(gear));
}

using scenes::energyOf;

}  // namespace holonom::machines
