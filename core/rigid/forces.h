#pragma once
// Forces as they act on bodies: in the substeps of symplectic Euler, and in the stages of
// Runge-Kutta and explicit Euler.
#include <vector>

#include "rigid/bodies.h"
#include "rigid/force_def.h"
#include "rigid/rk4.h"

namespace holonom {

/// A force of this step.
struct ActiveForce {
  const ForceDef* def = nullptr;
  int a = -1;              ///< dense index; −1: all bodies
  int b = -1;              ///< other end of a spring; nobody() is the world
  Vec3 anchorA, anchorB;   ///< from the center of mass, principal axes; world axes for nobody()
  Vec3 vector;             ///< force or torque; principal axes where it is local
  float implicitness = 0;  ///< share of the stretch within the substep that a spring answers to
};

/// The active form of a force whose bodies are live.
ActiveForce activeForce(const ForceDef& def, const Bodies& bodies);

/// Chooses how implicit each spring must be to stay stable in substeps of h [s]. `scratch` is room.
void prepareSprings(std::vector<ActiveForce>& forces, const Bodies& bodies, float h,
                    std::vector<float>& scratch);

/// Advances the velocities by the forces over a substep at the present poses. `wind` is the
/// velocity of the air.
void applyForces(Bodies& bodies, const std::vector<ActiveForce>& forces, Vec3 wind, float h);

/// Adds the forces at the present state to `moving`, which is parallel to the bodies. Drags take
/// what decay each body has left: the integrator would turn a motion round that decays faster.
void addForces(std::vector<MomentumBody>& moving, const Bodies& bodies,
               const std::vector<ActiveForce>& forces, Vec3 wind);

/// Elastic and potential energy that a force stores at the poses between steps [J].
double elasticEnergy(const ActiveForce& force, const Bodies& bodies);
double potentialEnergy(const ActiveForce& force, const Bodies& bodies);

}  // namespace holonom
