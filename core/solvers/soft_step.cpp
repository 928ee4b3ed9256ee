// Soft step: temporal Gauss-Seidel with substeps, soft contacts and a relaxing sweep that takes the
// push-out velocity back. After Catto, "Solver2D" (2024), section "Soft Step".
#include "solvers/list.h"

namespace holonom {

ContactSettings softStepContacts(const SolverSettings& s, float h) {
  // A contact softer than a quarter of the substep rate stays stable.
  const float frequency = min(s.contactFrequency, 0.25f / h);
  ContactSettings contacts;
  contacts.frequency = frequency;
  contacts.soft = softness(frequency, s.contactDampingRatio, h);
  contacts.stiff = softness(2 * frequency, s.contactDampingRatio, h);
  contacts.friction = s.friction;
  contacts.slop = s.contactSlop;
  contacts.maxPushSpeed = s.maxPushSpeed;
  return contacts;
}

void softStepSubstep(StepContext& c) {
  changeVelocities(c);
  prepareGrabs(c);
  c.joints.evaluate(c.bodies);
  c.joints.factor(c.bodies);
  solveExactIslands(c);
  c.contacts.warmStart(c.bodies);
  c.joints.warmStart(c.bodies);
  warmStartGrabs(c);
  c.joints.startSwept(c.bodies);
  const auto pass = [&](bool useBias) {
    for (int i = 0; i < c.settings.iterations; ++i) {
      if (useBias) solveGrabs(c);
      c.joints.sweep(c.bodies, useBias);
      c.contacts.solve(c.bodies, c.h, useBias);
      if (useBias)
        c.joints.solveEquations(c.bodies);
      else
        c.joints.relaxEquations(c.bodies);
    }
  };
  pass(true);
  settleImpacts(c);
  c.touching.endSubstep();
  changePositions(c);
  c.contacts.dropLeft(c.bodies);
  pass(false);
  c.counts.iterations += 2 * c.settings.iterations;
}

}  // namespace holonom
