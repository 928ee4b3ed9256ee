#pragma once
// How bodies move where no impulse acts: what every solver does before and after its own work.
#include "rigid/bodies.h"

namespace holonom {

/// What moves bodies in this step.
struct FreeMotion {
  Vec3 gravity;  ///< [m/s²]
  Gyroscopic gyroscopic = Gyroscopic::Midpoint;
  RigidIntegrator integrator = RigidIntegrator::SymplecticEuler;
};

/// Advances velocities by gravity, forces, damping and half the gyroscopic term over h [s];
/// `integratePositions` follows with the pose deltas and the other half.
void integrateVelocities(Bodies& bodies, const FreeMotion& motion, float h);
void integratePositions(Bodies& bodies, const FreeMotion& motion, float h);

}  // namespace holonom
