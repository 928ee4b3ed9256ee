#pragma once
// How bodies move where no impulse acts: what every solver does before and after its own work.
#include "rigid/forces.h"
#include "rigid/symplectic_euler.h"

namespace holonom {

/// That a body has joints; that gears are among them, whose angles are to turn by ω h.
inline constexpr uint8_t kJoined = 1, kGeared = 2;

/// What moves bodies in this step.
struct FreeMotion {
  Vec3 gravity;  ///< [m/s²]
  Vec3 wind;     ///< [m/s]
  Gyroscopic gyroscopic = Gyroscopic::Midpoint;
  bool projected = false;  ///< joints hold positions, from which velocities follow
  RigidIntegrator integrator = RigidIntegrator::SymplecticEuler;
  std::vector<ActiveForce> forces;
  std::vector<uint8_t> joined;       ///< of each body: `kJoined`, `kGeared`; empty if none has
  std::vector<uint8_t> turning;      ///< of each body: whether its joints move it; or empty
  std::vector<float> scratch;        ///< room of `prepareSprings`
  std::vector<MomentumBody> moving;  ///< of this substep, but with symplectic Euler
  std::vector<MotionBlock> blocks;   ///< of this step, with symplectic Euler
};

/// By what part of a substep's acceleration stored velocities lag behind those of the parabola that
/// a body flies on. Symplectic Euler accelerates it before it moves, explicit Euler after.
constexpr float storedLag(RigidIntegrator integrator) {
  if (integrator == RigidIntegrator::ExplicitEuler) return -0.5f;
  return integrator == RigidIntegrator::Rk4 ? 0 : 0.5f;
}

/// Takes the bodies that move in this step. Allocates only when there are more than ever.
void prepareMotion(const Bodies& bodies, FreeMotion& motion);

/// Advances velocities by gravity, forces and damping over h [s]. Runge-Kutta and
/// explicit Euler compute the whole step here; impulses before `integratePositions` then add h Δv
/// and h Δω to its motion.
void integrateVelocities(Bodies& bodies, FreeMotion& motion, float h);
/// With symplectic Euler: adds half the gyroscopic term of the velocities that there are now, for
/// the motion over h [s] to come.
void turnFreely(Bodies& bodies, FreeMotion& motion, float h, Turns which);
/// The pose deltas, and the other half of the gyroscopic term.
void integratePositions(Bodies& bodies, FreeMotion& motion, float h);

/// A rotation and its angular velocity in world axes [rad/s].
struct Turning {
  Quat rotation;
  Vec3 angular;
};
/// The turning of a body after `time` [s] of free motion, which may be negative: by the midpoint
/// rule, which keeps energy and angular momentum.
Turning turnedFreely(const Bodies& bodies, int body, float time);

/// Moves a body freely over h [s], from where it is.
void moveBody(Bodies& bodies, int body, float h);

/// What Runge-Kutta and explicit Euler do in the first, for all bodies, and in the second, for one
/// that moves.
void advanceMomenta(Bodies& bodies, FreeMotion& motion, float h);
void moveByMomenta(Bodies& bodies, const MomentumBody& body, int index, float h,
                   RigidIntegrator integrator);

}  // namespace holonom
