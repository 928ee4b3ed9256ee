// Projected Gauss-Seidel with warm start and Baumgarte's bias β/h · C [Catto 2005, "Iterative
// Dynamics with Temporal Coherence"].
#include "solvers/list.h"

namespace holonom {

ContactSettings pgsContacts(const SolverSettings& s, float h) {
  ContactSettings contacts;
  contacts.soft = {s.baumgarte / h, 1, 0};
  contacts.stiff = contacts.soft;
  contacts.friction = s.friction;
  contacts.slop = s.contactSlop;
  contacts.maxPushSpeed = s.maxPushSpeed;
  contacts.frictionWithBias = true;
  return contacts;
}

void pgsSubstep(StepContext& c) {
  changeVelocities(c);
  prepareGrabs(c);
  c.joints.evaluateRows(c.bodies);
  c.joints.factorEach(c.bodies);
  solveExactIslands(c);
  c.contacts.warmStart(c.bodies);
  c.joints.warmStart(c.bodies);
  warmStartGrabs(c);
  for (int i = 0; i < c.settings.iterations; ++i) {
    solveGrabs(c);
    c.joints.sweepAll(c.bodies, true);
    c.contacts.solve(c.bodies, c.h, true);
  }
  c.touching.endSubstep();
  changePositions(c);
  c.counts.iterations += c.settings.iterations;
}

}  // namespace holonom
