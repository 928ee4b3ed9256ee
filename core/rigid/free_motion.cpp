#include "rigid/free_motion.h"

namespace holonom {

void prepareMotion(const Bodies& bodies, FreeMotion& motion) {
  motion.blocks.clear();
  if (motion.integrator != RigidIntegrator::SymplecticEuler) return;
  int32_t lanes[4];
  int count = 0;
  const auto flush = [&] {
    if (count > 0) motion.blocks.push_back(motionBlock(bodies, lanes, count, motion.gravity));
    count = 0;
  };
  for (int i = 0; i < bodies.size(); ++i) {
    if (!bodies.isAwake(i) || bodies.types[i] == BodyType::Static) continue;
    lanes[count++] = i;
    if (count == 4) flush();
  }
  flush();
}

void integrateVelocities(Bodies& bodies, FreeMotion& motion, float h) {
  if (motion.integrator == RigidIntegrator::Rk4) {
    runRk4(bodies, motion, h);
    return;
  }
  const bool forced = !motion.forces.empty();
  for (MotionBlock& b : motion.blocks) {
    MotionLanes v = gather(bodies, b);
    push(bodies, b, v, h);
    if (!forced) dampAndTurn(bodies, b, v, motion.gyroscopic, h);
    scatter(bodies, b, v);
  }
  if (!forced) return;
  applyForces(bodies, motion.forces, motion.wind, h);
  for (MotionBlock& b : motion.blocks) {
    MotionLanes v = gather(bodies, b);
    dampAndTurn(bodies, b, v, motion.gyroscopic, h);
    scatter(bodies, b, v);
  }
}

void integratePositions(Bodies& bodies, FreeMotion& motion, float h) {
  for (const MotionBlock& b : motion.blocks) move(bodies, b, motion.gyroscopic, h);
  if (motion.integrator != RigidIntegrator::Rk4) return;
  for (int i = 0; i < bodies.size(); ++i) {
    if (!bodies.isAwake(i)) continue;
    if (bodies.moves(i)) {
      moveRk4Body(bodies, motion.moving[i], i, h);
      continue;
    }
    BodyState& s = bodies.states[i];
    s.deltaPosition += h * s.linear;
    s.deltaRotation = integrateRotation(s.deltaRotation, h * s.angular);
  }
}

}  // namespace holonom
