// Projected Gauss-Seidel that starts from zero in each substep.
#include "solvers/list.h"

namespace holonom {

void plainSubstep(StepContext& c) {
  changeVelocities(c);
  prepareGrabs(c);
  c.contacts.forgetImpulses();
  c.joints.forgetImpulses();
  c.joints.evaluateRows(c.bodies);
  c.joints.factorEach(c.bodies);
  solveExactIslands(c);
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
