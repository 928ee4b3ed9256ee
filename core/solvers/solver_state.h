#pragma once
// All that the solvers of rigid bodies fill in a step, and keep their memory for the next.
#include "solvers/solver.h"

namespace holonom {

struct SolverState {
  ContactSolver contacts;
  JointSolver joints;
  TouchingPairs touching;
  Impacts impacts;
  MotorStrengths motors;
  ExactIslands exact;
  EnergyBound energy;
  SolverWorkspace work;
  SolverCounts counts;  ///< of the last step
  FreeMotion motion;

  /// What a solver sees in a substep of `h` [s].
  StepContext context(Bodies& bodies, std::vector<ActiveGrab>& grabs,
                      const SolverSettings& settings, float h) {
    return {bodies, contacts, joints, grabs,    touching, impacts, energy,
            exact,  work,     counts, settings, motion,   h};
  }
};

}  // namespace holonom
