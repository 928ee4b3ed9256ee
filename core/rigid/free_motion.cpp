#include "rigid/free_motion.h"

namespace holonom {

void prepareMotion(const Bodies& bodies, FreeMotion& motion) {
  motion.blocks.clear();
  if (motion.integrator != RigidIntegrator::SymplecticEuler) return;
  int32_t lanes[4];
  int count = 0;
  const auto flush = [&] {
    if (count == 0) return;
    MotionBlock& block =
        motion.blocks.emplace_back(motionBlock(bodies, lanes, count, motion.gravity));
    for (int k = 0; k < count && !motion.joined.empty(); ++k) {
      if (motion.joined[lanes[k]] & kJoined) block.joined |= 1 << k;
      if (motion.joined[lanes[k]] & kGeared) block.geared |= 1 << k;
    }
    count = 0;
  };
  for (const int i : bodies.active()) {
    lanes[count++] = i;
    if (count == 4) flush();
  }
  flush();
}

void integrateVelocities(Bodies& bodies, FreeMotion& motion, float h) {
  if (motion.integrator != RigidIntegrator::SymplecticEuler) {
    advanceMomenta(bodies, motion, h);
    return;
  }
  const bool forced = !motion.forces.empty();
  for (MotionBlock& b : motion.blocks) {
    MotionLanes v = gather(bodies, b);
    push(bodies, b, v, h);
    if (!forced) damp(bodies, b, v, h);
    scatter(bodies, b, v);
  }
  if (!forced) return;
  applyForces(bodies, motion.forces, motion.wind, h);
  for (MotionBlock& b : motion.blocks) {
    MotionLanes v = gather(bodies, b);
    damp(bodies, b, v, h);
    scatter(bodies, b, v);
  }
}

void turnFreely(Bodies& bodies, FreeMotion& motion, float h, Turns which) {
  if (which == Turns::Joined && motion.joined.empty()) return;
  for (MotionBlock& b : motion.blocks) {
    if (which == Turns::Joined) {
      b.turning = 0;
      for (int k = 0; k < 4 && !motion.turning.empty(); ++k)
        if (motion.turning[size_t(b.bodies[k])]) b.turning |= 1 << k;
    }
    turn(bodies, b, which, motion.projected, motion.gyroscopic, h);
  }
}

void integratePositions(Bodies& bodies, FreeMotion& motion, float h) {
  for (const MotionBlock& b : motion.blocks) move(bodies, b, motion.gyroscopic, h);
  if (motion.integrator == RigidIntegrator::SymplecticEuler) return;
  for (int i = 0; i < bodies.size(); ++i) {
    if (!bodies.isAwake(i)) continue;
    if (bodies.moves(i)) {
      moveByMomenta(bodies, motion.moving[i], i, h, motion.integrator);
      continue;
    }
    BodyState& s = bodies.states[i];
    s.deltaPosition += h * s.linear;
    s.deltaRotation = integrateRotation(s.deltaRotation, h * s.angular);
  }
}

Turning turnedFreely(const Bodies& bodies, int i, float time) {
  const Quat now = bodies.poseNow(i).rotation;
  const Vec3 spin = bodies.states[i].angular;
  if (!bodies.masses[i].asymmetric) return {integrateRotation(now, time * spin), spin};
  if (bodies.masses[i].angularLocks() != 0) {
    const Quat after = integrateRotation(now, time * spin);
    return {after, bodies.spinAfter(i, now, after, spin, true)};
  }
  const Vec3 w = inverseRotate(now, spin);
  const Vec3x4 inertia = broadcast<f32x4>(bodies.masses[i].inertia);
  const Vec3 mean = lane(gyroscopicMean(inertia, broadcast<f32x4>(w), splat(time)), 0);
  const Quat after = integrateRotation(now, time * rotate(now, mean));
  return {after, rotate(after, 2 * mean - w)};
}

void moveBody(Bodies& bodies, int i, float h) {
  const Turning turned = turnedFreely(bodies, i, h);
  BodyState& s = bodies.states[i];
  s.deltaPosition += h * s.linear;
  bodies.setRotationNow(i, turned.rotation);
  s.angular = turned.angular;
  if (bodies.masses[i].asymmetric)
    bodies.setInverseInertia(i, bodies.inverseInertiaAt(i, turned.rotation));
}

}  // namespace holonom
