#pragma once
// Bodies with their momenta as state, X = (x, q, P, L), and the classical Runge-Kutta method for
// Ẋ = (v, ½ (0, ω) q, F, τ). [D. Baraff, "Rigid body simulation I", SIGGRAPH course notes, 1997]
// Its first stage alone is explicit Euler, for which the state has ω in place of L.
#include <vector>

#include "math/rotations.h"

namespace holonom {

struct MomentumState {
  Vec3d position;  ///< of the center of mass [m]
  Quatd rotation{0, 0, 0, 1};
  Vec3d momentum;         ///< [N s]
  Vec3d angularMomentum;  ///< about the center, world axes [N m s]
};

/// A body on its way through a step.
struct MomentumBody {
  double inverseMass = 0;                 ///< 0: keeps `velocity` and `spin`
  Vec3d inertia, inverseInertia;          ///< principal
  int linearLocks = 0, angularLocks = 0;  ///< locked axes of the world, bit by axis
  MomentumState start;                    ///< of the step
  MomentumState now;                      ///< at the evaluation of the forces
  Vec3d velocity, spin;                   ///< now, world axes
  Vec3d force, torque;                    ///< now: what is asked for
  double decay = 0, spinDecay = 0;        ///< now: what damping and drag may still take [1/s]
  MomentumState rate;                     ///< weighted sum over the evaluations
};

/// Spin of an angular momentum at a rotation of its principal axes.
Vec3d spinOf(const MomentumBody& body, const Quatd& rotation, Vec3d angularMomentum);
/// Velocity and spin of its momenta.
void deriveVelocities(MomentumBody& body);

/// R I Rᵀ v
Vec3d timesInertia(const Quatd& rotation, Vec3d inertia, Vec3d v);

// The parts of a stage.
void beginStages(MomentumBody& body);
void addRate(MomentumBody& body, double weight);
void moveStage(MomentumBody& body, double h, bool last);
/// The stage of explicit Euler: ω changes by h I⁻¹ (τ − ω × I ω) of the start.
void moveExplicitly(MomentumBody& body, double h);

/// Advances all bodies from `start` to `now` over h [s]. `computeForces(bodies)` sets the force and
/// torque of each at its present pose and velocity; the state at the end has its velocities too.
template <class Forces>
void rk4Step(std::vector<MomentumBody>& bodies, double h, Forces&& computeForces) {
  static constexpr double kNext[] = {0.5, 0.5, 1, 1},
                          kWeight[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  for (MomentumBody& b : bodies) beginStages(b);
  for (int stage = 0; stage < 4; ++stage) {
    computeForces(bodies);
    for (MomentumBody& b : bodies) {
      addRate(b, kWeight[stage]);
      moveStage(b, kNext[stage] * h, stage == 3);
    }
  }
}

/// As `rk4Step`, by explicit Euler: of first order, and it gains energy.
template <class Forces>
void explicitEulerStep(std::vector<MomentumBody>& bodies, double h, Forces&& computeForces) {
  for (MomentumBody& b : bodies) beginStages(b);
  computeForces(bodies);
  for (MomentumBody& b : bodies) moveExplicitly(b, h);
}

}  // namespace holonom
