// Every island as one mixed complementarity problem, solved exactly: joints, limits, motors, grabs,
// contacts and friction together, with Baumgarte's bias. [Baraff 1994, "Fast Contact Force
// Computation for Nonpenetrating Rigid Bodies"]
#include <cmath>

#include "solvers/list.h"

namespace holonom {

namespace {

/// Most rows of an island that is not left to sweeps.
constexpr size_t kMostNewtonRows = 1300;
/// Rows that joints all but hold may get impulses that cancel each other: those that alone would
/// change a velocity by more than this are too large to do so in floats [m/s or rad/s].
constexpr double kMostChange = 1e6;

/// A solution that leaves no more than this share of the largest velocity to be changed is better
/// than what sweeps find in its place.
constexpr double kNear = 0.01;

/// Most rows of an island that is solved by pivoting where Newton's method fails, and most friction
/// bounds among them. Pivoting grows with the cube of the rows, and friction, whose bounds are
/// sought by solving again and again, multiplies that.
constexpr size_t kMostPivotRows = 300, kMostPivotFriction = 50;

bool fitInFloats(std::span<const double> lambda, std::span<const double> diagonal) {
  for (size_t i = 0; i < lambda.size(); ++i)
    if (!(std::abs(lambda[i]) * diagonal[i] < kMostChange)) return false;
  return true;
}

}  // namespace

bool solveIslandExactly(StepContext& c, const RowIsland& island, const ExactEffort& effort) {
  SolverWorkspace& w = c.work;
  w.lambda.clear();
  for (SolverRow& r : island.rows) {
    w.lambda.push_back(double(r.impulse));
    r.impulse = 0;
  }
  w.system.build(c.bodies, island.rows, c.h, c.settings.maxPushSpeed, true);
  MlcpProblem problem{{}, w.system.q, w.system.lower, w.system.upper, island.friction};
  problem.tolerance = effort.tolerance;
  const size_t rows = island.rows.size();
  std::span<const double> lambda;
  bool solved = false, contradicting = false;
  const auto pivot = [&] {
    w.system.buildMatrix();
    problem.a = w.system.a;
    const MlcpResult result = w.mlcp.solve(problem);
    c.counts.iterations += result.pivots;
    solved = result.solved, contradicting = result.contradicting;
    lambda = w.mlcp.lambda();
  };
  const bool pivotFirst = rows <= (island.friction.empty() ? effort.frictionlessPivotRows
                                   : island.joined         ? effort.joinedPivotRows
                                                           : effort.pivotRows);
  if (pivotFirst) pivot();
  if (!solved && !contradicting) {
    if (w.newton.solve(problem, w.system.byBodies(), w.lambda)) {
      solved = true, lambda = w.newton.lambda();
    } else {
      const bool near = w.newton.isNear(kNear), isEnough = near && effort.tolerance.near > 0;
      const bool few = rows <= kMostPivotRows && island.friction.size() <= kMostPivotFriction;
      if (!pivotFirst && few && !isEnough) pivot();
      if (lambda.empty() && near) lambda = w.newton.lambda();
    }
    c.counts.iterations += w.newton.iterations();
  }
  const bool found = !lambda.empty();
  if (!found || !fitInFloats(lambda, w.system.diagonal)) {
    // Where impulses do not fit, those of the last substep hardly did.
    for (size_t i = 0; !found && i < rows; ++i) island.rows[i].impulse = float(w.lambda[i]);
    sweepIsland(island, c.bodies, c.h, c.settings.maxPushSpeed, c.settings.iterations);
    return false;
  }
  w.system.apply(lambda, c.bodies, island.rows);
  return solved;
}

void solveExactIslands(StepContext& c) {
  if (!c.exact.any()) return;
  c.work.islands.gather(c.bodies, c.joints, c.grabs, c.touching, contactRowSettings(c), true);
  for (const RowIsland& island : c.work.islands.islands())
    c.counts.fallbacks += !solveIslandExactly(c, island, kExactEffort);
  c.work.islands.scatter(c.joints, c.grabs, c.touching);
  clipGrabs(c);
}

void mlcpSubstep(StepContext& c) {
  changeVelocities(c);
  gatherIslands(c);
  for (const RowIsland& island : c.work.islands.islands()) {
    bool exact = island.rows.size() <= kMostNewtonRows;
    if (exact) {
      exact = solveIslandExactly(c, island, {});
    } else {
      sweepIsland(island, c.bodies, c.h, c.settings.maxPushSpeed, c.settings.iterations);
      c.counts.iterations += c.settings.iterations;
    }
    c.counts.fallbacks += !exact;
  }
  scatterIslands(c);
  changePositions(c);
}

}  // namespace holonom
