// The equations of joints all at once and exactly, by a sparse factorisation in double; limits,
// motors, grabs and contacts by sweeps of projected Gauss-Seidel before. Equations end exact to
// 1e-9 of their size before velocities are rounded to float, up to mass ratios of 10⁶: beyond, a
// pivot counts as redundant. Inequalities are as good as those of pgs, and what the equations then
// undo of them is left to the next substep.
#include "solvers/list.h"

namespace holonom {

void directSubstep(StepContext& c) {
  changeVelocities(c);
  prepareGrabs(c);
  c.joints.evaluate(c.bodies);
  c.joints.factor(c.bodies);
  solveExactIslands(c);
  c.contacts.warmStart(c.bodies);
  c.joints.warmStart(c.bodies);
  warmStartGrabs(c);
  for (int i = 0; i < c.settings.iterations; ++i) {
    c.joints.solveEquations(c.bodies);
    solveGrabs(c);
    c.joints.sweep(c.bodies, true);
    c.contacts.solve(c.bodies, c.h, true);
  }
  c.joints.solveEquationsExactly(c.bodies, true);
  c.touching.endSubstep();
  changePositions(c);
  c.counts.iterations += c.settings.iterations;
}

}  // namespace holonom
