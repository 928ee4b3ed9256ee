// Every island as one mixed complementarity problem, solved exactly: joints, limits, motors, grabs,
// contacts and friction together, with Baumgarte's bias. [Baraff 1994, "Fast Contact Force
// Computation for Nonpenetrating Rigid Bodies"]
#include "solvers/solver.h"

namespace holonom {

namespace {

/// An island of more is swept instead. Pivoting grows with the cube of the rows, and friction,
/// whose bounds are sought by solving again and again, multiplies that.
constexpr size_t kMostExactRows = 300;
constexpr size_t kMostExactFriction = 50;

/// False where the answer is only the best that was found.
bool solveIslandExactly(StepContext& c, const RowIsland& island, const PushLimits& push) {
  SolverWorkspace& w = c.work;
  for (SolverRow& r : island.rows) r.impulse = 0;
  w.system.build(c.bodies, island.rows, c.h, push, true);
  MlcpProblem problem{w.system.a, w.system.q, w.system.lower, w.system.upper, island.friction};
  const MlcpResult result = w.mlcp.solve(problem);
  w.system.apply(w.mlcp.lambda(), c.bodies, island.rows);
  c.counts.iterations += result.pivots;
  return result.solved;
}

}  // namespace

void mlcpSubstep(StepContext& c) {
  changeVelocities(c);
  gatherIslands(c);
  const PushLimits push{c.settings.contactSlop, c.settings.maxPushSpeed};
  for (const RowIsland& island : c.work.islands.islands()) {
    bool exact =
        island.rows.size() <= kMostExactRows && island.friction.size() <= kMostExactFriction;
    if (exact) {
      exact = solveIslandExactly(c, island, push);
    } else {
      sweepIsland(island, c.bodies, c.h, push, c.settings.iterations);
      c.counts.iterations += c.settings.iterations;
    }
    c.counts.fallbacks += !exact;
  }
  scatterIslands(c);
  changePositions(c);
}

}  // namespace holonom
