// For teaching: contacts by linear systems alone. Of each island the equations, and the
// inequalities that would be violated, are swept by Gauss-Seidel as if all were equations; those
// whose impulse came out beyond a bound are held at it, and the rest is swept again, a few times. A
// row that was let go is not taken back before the next substep.
#include <algorithm>

#include "solvers/gauss_seidel.h"
#include "solvers/solver.h"

namespace holonom {

namespace {

constexpr size_t kMostSystemRows = 300;  // larger islands are swept row by row, with their bounds
constexpr int kBoundPasses = 8;
constexpr double kSystemTolerance = 1e-6;  // of the residual [m/s or rad/s]

/// Lists the rows that take part: inequalities that pushed before or would be violated without an
/// impulse, friction where its contact does, and all others.
void chooseActive(const RowIsland& island, SolverWorkspace& w) {
  const size_t n = island.rows.size();
  w.taken.assign(n, 1);
  for (size_t i = 0; i < n; ++i)
    if (island.rows[i].row.isInequality()) w.taken[i] = w.lambda[i] > 0 || w.system.q[i] <= 0;
  for (const MlcpFriction& f : island.friction) {
    w.taken[f.row] = w.taken[f.normal];
    if (f.second >= 0) w.taken[f.second] = w.taken[f.normal];
  }
  w.active.clear();
  for (size_t i = 0; i < n; ++i)
    if (w.taken[i]) w.active.push_back(static_cast<int>(i));
}

/// Sweeps the active rows; the others keep their λ.
void solveActive(StepContext& c, SolverWorkspace& w) {
  const size_t n = w.system.q.size(), m = w.active.size();
  w.matrix.resize(m * m), w.rhs.resize(m), w.part.resize(m);
  for (size_t i = 0; i < m; ++i) w.part[i] = w.lambda[w.active[i]];
  for (const int i : w.active) w.lambda[i] = 0;
  for (size_t i = 0; i < m; ++i) {
    const double* const row = &w.system.a[size_t(w.active[i]) * n];
    for (size_t k = 0; k < m; ++k) w.matrix[i * m + k] = row[w.active[k]];
    double sum = w.system.q[w.active[i]];
    for (size_t k = 0; k < n; ++k) sum += row[k] * w.lambda[k];
    w.rhs[i] = sum;
  }
  for (int sweep = 0; sweep < c.settings.iterations; ++sweep) {
    ++c.counts.iterations;
    if (gaussSeidelSweep(w.matrix, w.rhs, w.part) < kSystemTolerance) break;
  }
  for (size_t i = 0; i < m; ++i) w.lambda[w.active[i]] = w.part[i];
}

/// Holds what is beyond a bound at it, pressure before friction, whose bounds follow from it; false
/// if nothing changed.
bool holdAtBounds(const RowIsland& island, SolverWorkspace& w) {
  bool changed = false;
  for (const int i : w.active) {
    const double held = std::clamp(w.lambda[i], w.system.lower[i], w.system.upper[i]);
    if (held == w.lambda[i]) continue;
    w.lambda[i] = held;
    w.taken[i] = 0;
    changed = true;
  }
  if (changed) {
    for (const MlcpFriction& f : island.friction)
      for (const int row : {f.row, f.second})
        if (row >= 0 && !w.taken[f.normal]) w.lambda[row] = 0, w.taken[row] = 0;
  } else {
    for (const MlcpFriction& f : island.friction) {
      const double bound = f.mu * max(w.lambda[f.normal], 0.0);
      const double x = w.lambda[f.row], y = f.second < 0 ? 0 : w.lambda[f.second];
      const double size = std::sqrt(x * x + y * y);
      // What slips stays at the bound as the pressure changes.
      if (w.taken[f.row] ? size <= bound : abs(size - bound) <= 1e-3 * bound) continue;
      if (size == 0) continue;
      for (const int row : {f.row, f.second})
        if (row >= 0) w.lambda[row] *= bound / size, w.taken[row] = 0;
      changed = true;
    }
  }
  std::erase_if(w.active, [&](int i) { return !w.taken[i]; });
  return changed;
}

void solveIslandLinearly(StepContext& c, const RowIsland& island, const PushLimits& push) {
  SolverWorkspace& w = c.work;
  w.lambda.clear();
  for (SolverRow& r : island.rows) {
    w.lambda.push_back(double(r.impulse));
    r.impulse = 0;
  }
  w.system.build(c.bodies, island.rows, c.h, push, true);
  chooseActive(island, w);
  for (size_t i = 0; i < island.rows.size(); ++i)
    if (!w.taken[i]) w.lambda[i] = 0;
  for (int pass = 0; pass < kBoundPasses; ++pass) {
    solveActive(c, w);
    if (!holdAtBounds(island, w)) break;
  }
  w.system.apply(w.lambda, c.bodies, island.rows);
}

}  // namespace

void gaussSeidelSubstep(StepContext& c) {
  integrateVelocities(c.bodies, c.motion, c.h);
  gatherIslands(c);
  const PushLimits push{c.settings.contactSlop, c.settings.maxPushSpeed};
  for (const RowIsland& island : c.work.islands.islands()) {
    if (island.rows.size() <= kMostSystemRows) {
      solveIslandLinearly(c, island, push);
      continue;
    }
    sweepIsland(island, c.bodies, c.h, push, c.settings.iterations);
    c.counts.iterations += c.settings.iterations;
    ++c.counts.fallbacks;
  }
  scatterIslands(c);
  integratePositions(c.bodies, c.motion, c.h);
}

}  // namespace holonom
