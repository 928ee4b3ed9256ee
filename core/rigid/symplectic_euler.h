#pragma once
// Symplectic Euler for bodies between impulses, four at a time.
#include "rigid/body_lanes.h"

namespace holonom {

/// Four bodies that move in this step and what integration reads of them.
struct MotionBlock {
  int32_t bodies[4];      ///< dense; nobody() in lanes without one
  QuatT<f32x4> rotation;  ///< at the step's start
  Vec3x4 acceleration;    ///< by gravity and the forces on the bodies [m/s²]
  Vec3x4 torque;          ///< world axes [N m]
  f32x4 linearDamping, angularDamping;
  Vec3x4 inertia, inverseInertia;  ///< principal moments [kg m²]
  i32x4 asymmetric;                ///< moments differ: ω of the free body changes
  bool turned;                     ///< some torque is not 0
  bool locked;                     ///< some body has locked axes, see `pushLocked`
  // Bit by lane: the body has joints; gears are among them; it turns so far that all of the
  // gyroscopic term is to come after impulses.
  uint8_t joined, geared, late;
  uint8_t turning;       // bit by lane: its joints move the body in this substep
  Vec3x4 kick, angular;  ///< half of the free change of ω in the substep, body axes; ω with it
};

/// The block of up to four dynamic or kinematic bodies.
MotionBlock motionBlock(const Bodies& bodies, const int32_t* indices, int count, Vec3 gravity);

/// Velocities of all lanes of a block, in registers.
struct MotionLanes {
  Vec3x4 linear, angular;
  f32x4 inverseMass, inverseXX;  // in the same rows
};
inline MotionLanes gather(const Bodies& bodies, const MotionBlock& b) {
  const VectorRow linear = gatherRow(bodies.states.data(), b.bodies, 0);
  const VectorRow angular = gatherRow(bodies.states.data(), b.bodies, 1);
  return {linear.xyz, angular.xyz, linear.w, angular.w};
}
inline void scatter(Bodies& bodies, const MotionBlock& b, const MotionLanes& v) {
  scatterRow(bodies.states.data(), b.bodies, 0, {v.linear, v.inverseMass});
  scatterRow(bodies.states.data(), b.bodies, 1, {v.angular, v.inverseXX});
}

/// Acceleration and torque over h [s], and the inertia in the present world axes.
void push(Bodies& bodies, const MotionBlock& block, MotionLanes& v, float h);
/// Damping. Stops bodies whose velocity is not finite.
void damp(Bodies& bodies, MotionBlock& block, MotionLanes& v, float h);
/// The bodies with joints, and all others.
enum class Turns { Joined, Single };
/// Half the gyroscopic term; of joints that hold positions, or velocities.
void turn(Bodies& bodies, MotionBlock& block, Turns which, bool projected, Gyroscopic method,
          float h);
/// Motion over h [s] with the velocities that impulses have left, and the rest of the gyroscopic
/// term.
void move(Bodies& bodies, const MotionBlock& block, Gyroscopic method, float h);

// Lanes of bodies with locked axes.
/// Torque over h [s], by the inverse inertia of the free axes.
void pushLocked(const Bodies& bodies, const MotionBlock& block, MotionLanes& v, float h);
/// Takes back what forces did along locked axes.
void keepLocks(const Bodies& bodies, const MotionBlock& block, MotionLanes& v);
/// After a turn from `turned`: locks bear torques about their axes only, so the angular momentum
/// about the others stays, and the energy.
void turnLocked(Bodies& bodies, const MotionBlock& block, const QuatT<f32x4>& turned,
                Gyroscopic method);

}  // namespace holonom
