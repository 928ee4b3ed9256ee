// For teaching: contacts by linear systems alone. Of each island the equations, and the
// inequalities that would be violated, are swept by Gauss-Seidel as if all were equations; those
// whose impulse came out beyond a bound are held at it, and the rest is swept again, a few times. A
// contact that was let go is not taken back before the next substep; where bodies would go on into
// each other there, all rows are swept within their bounds.
#include <algorithm>

#include "solvers/block_kernels.h"
#include "solvers/list.h"

namespace holonom {

namespace {

constexpr size_t kMostSystemRows = 300;  // larger islands are swept row by row, with their bounds
constexpr int kBoundPasses = 12;
/// Products of a matrix entry that an island may take in a substep, or those of one pass with all
/// iterations; beyond, rows are swept one by one.
constexpr int64_t kMostProducts = 9000000;
constexpr double kSystemTolerance = 1e-6;  // of the residual [m/s or rad/s]
constexpr float kMostMissed = 0.1f;        // of an inequality that was let go [m/s or rad/s]

void listActive(SolverWorkspace& w) {
  w.active.clear();
  for (size_t i = 0; i < w.taken.size(); ++i)
    if (w.taken[i]) w.active.push_back(static_cast<int>(i));
}

/// Scales the friction of an entry to a size, in the direction it has.
void scaleFriction(SolverWorkspace& w, const MlcpFriction& f, double scale) {
  w.lambda[f.row] *= scale;
  if (f.second >= 0) w.lambda[f.second] *= scale;
}

bool presses(const SolverWorkspace& w, const MlcpFriction& f) {
  bool any = f.normal < 0;
  for (int k = 0; k < f.count && !any; ++k) any = w.taken[f.normal + k * f.stride];
  return any;
}

double boundOf(const SolverWorkspace& w, const MlcpFriction& f) {
  return f.bound([&](int i) { return w.lambda[i]; });
}

/// The rows that take part: inequalities that pushed before or would be violated without an
/// impulse, friction where its contact does and does not slip, and all others. Friction of a
/// contact that slips faster than it could stop is held against the slip.
void chooseActive(const RowIsland& island, SolverWorkspace& w) {
  const size_t n = island.rows.size();
  const std::vector<double>&a = w.system.a, &q = w.system.q;
  w.taken.assign(n, 1);
  for (size_t i = 0; i < n; ++i)
    if (island.rows[i].row.isInequality()) w.taken[i] = w.lambda[i] > 0 || q[i] <= 0;
  for (const MlcpFriction& f : island.friction) {
    const size_t row = size_t(f.row);
    const double bound = f.bound([&](int normal) {
      const double own = a[size_t(normal) * (n + 1)];
      return w.lambda[normal] > 0 || !(own > 0) ? w.lambda[normal] : -q[normal] / own;
    });
    const double x = q[row], y = f.second < 0 ? 0 : q[f.second], slip = std::sqrt(x * x + y * y);
    const bool slips = slip > bound * a[row * n + row];
    for (const int t : {f.row, f.second}) {
      if (t < 0) continue;
      w.taken[t] = presses(w, f) && !slips;
      if (slips) w.lambda[t] = -q[t] * (bound / slip);
    }
  }
  for (size_t i = 0; i < n; ++i)
    if (!w.taken[i] && island.rows[i].row.isInequality()) w.lambda[i] = 0;
  for (const MlcpFriction& f : island.friction)
    if (!presses(w, f)) scaleFriction(w, f, 0);
  listActive(w);
}

/// Equations of one joint form a block: row by row, those far from the center of a small body
/// undo each other's work.
void factorBlocks(const RowIsland& island, SolverWorkspace& w) {
  const size_t m = w.active.size();
  const auto rowAt = [&](size_t i) -> const SolverRow& { return island.rows[w.active[i]]; };
  const auto isEquation = [](const SolverRow& r) {
    return r.row.lower <= -kUnbounded && r.row.upper >= kUnbounded && r.b >= 0;
  };
  w.blockEnds.clear();
  w.factors.clear();
  for (size_t first = 0; first < m;) {
    size_t end = first + 1;
    const SolverRow& r = rowAt(first);
    while (end < m && end - first < 6 && isEquation(r) && isEquation(rowAt(end)) &&
           rowAt(end).a == r.a && rowAt(end).b == r.b)
      ++end;
    const size_t n = end - first, at = w.factors.size();
    w.factors.resize(at + n * n);
    double* const factor = &w.factors[at];
    double scales[6];
    for (size_t i = 0; i < n; ++i) {
      for (size_t k = 0; k < n; ++k) factor[i * n + k] = w.matrix[(first + i) * m + first + k];
      scales[i] = factor[i * n + i];
    }
    factorBlock<0>(int(n), int(n), factor, scales, kSmallPivot);
    w.blockEnds.push_back(static_cast<int>(end));
    first = end;
  }
}

/// One sweep of block Gauss-Seidel over A x + rhs = 0, from the other end every second time: a
/// fixed order would favor the first points of a patch. The largest |A x + rhs| that remains.
double sweepBlocks(SolverWorkspace& w, bool backward) {
  const size_t m = w.rhs.size();
  const auto residual = [&](size_t i) {
    double sum = w.rhs[i];
    for (size_t k = 0; k < m; ++k) sum += w.matrix[i * m + k] * w.part[k];
    return sum;
  };
  size_t at = backward ? w.factors.size() : 0;
  for (size_t step = 0; step < w.blockEnds.size(); ++step) {
    const size_t b = backward ? w.blockEnds.size() - 1 - step : step;
    const size_t first = b > 0 ? size_t(w.blockEnds[b - 1]) : 0;
    const size_t n = size_t(w.blockEnds[b]) - first;
    if (backward) at -= n * n;
    const double* const factor = &w.factors[at];
    if (!backward) at += n * n;
    double x[6];
    for (size_t k = 0; k < n; ++k) {
      x[k] = -residual(first + k);
      for (size_t i = 0; i < k; ++i) x[k] -= factor[k * n + i] * x[i];
    }
    for (size_t k = n; k-- > 0;) {
      x[k] *= factor[k * n + k];
      for (size_t i = k + 1; i < n; ++i) x[k] -= factor[i * n + k] * x[i];
    }
    for (size_t k = 0; k < n; ++k) w.part[first + k] += x[k];
  }
  double largest = 0;
  for (size_t i = 0; i < m; ++i) largest = max(largest, abs(residual(i)));
  return largest;
}

/// Sweeps the active rows, while there are `products` left; the others keep their λ.
void solveActive(StepContext& c, const RowIsland& island, SolverWorkspace& w, int64_t& products) {
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
  factorBlocks(island, w);
  for (int sweep = 0; sweep < c.settings.iterations; ++sweep) {
    ++c.counts.iterations;
    const auto taken = 2 * int64_t(m * m);
    c.counts.products += taken;
    products -= taken;
    if (sweepBlocks(w, sweep % 2 == 1) < kSystemTolerance || products < 0) break;
  }
  for (size_t i = 0; i < m; ++i) w.lambda[w.active[i]] = w.part[i];
}

/// A λ + q of a row.
double residualOf(const SolverWorkspace& w, size_t row) {
  const size_t n = w.taken.size();
  double sum = w.system.q[row];
  for (size_t k = 0; k < n; ++k) sum += w.system.a[row * n + k] * w.lambda[k];
  return sum;
}

/// Holds a friction entry at its bound, or lets it go where it drives the slip it was held
/// against; false if it stays as it is.
bool settleFriction(SolverWorkspace& w, const MlcpFriction& f) {
  const double bound = boundOf(w, f);
  double size = 0, power = 0;
  for (const int t : {f.row, f.second}) {
    if (t < 0) continue;
    size += w.lambda[t] * w.lambda[t];
    power += w.lambda[t] * residualOf(w, size_t(t));
  }
  size = std::sqrt(size);
  const bool held = !w.taken[f.row];
  const bool release = held && power > 1e-12 && presses(w, f);
  if (!release) {
    // What slips stays at the bound as the pressure changes.
    if (size == 0 || (held ? abs(size - bound) <= 1e-4 * bound : size <= bound)) return false;
    scaleFriction(w, f, bound / size);
  }
  w.taken[f.row] = release;
  if (f.second >= 0) w.taken[f.second] = release;
  return true;
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
  if (!changed)
    for (const MlcpFriction& f : island.friction) changed |= settleFriction(w, f);
  for (const MlcpFriction& f : island.friction) {
    if (presses(w, f)) continue;
    scaleFriction(w, f, 0);
    w.taken[f.row] = 0;
    if (f.second >= 0) w.taken[f.second] = 0;
  }
  listActive(w);
  return changed;
}

/// Friction that the last pass left beyond its bound.
void cutFriction(const RowIsland& island, SolverWorkspace& w) {
  for (const MlcpFriction& f : island.friction) {
    const double bound = boundOf(w, f);
    const double y = f.second < 0 ? 0 : w.lambda[f.second];
    const double size = std::sqrt(w.lambda[f.row] * w.lambda[f.row] + y * y);
    if (size > bound) scaleFriction(w, f, bound / size);
  }
}

/// Whether an inequality that was let go is not met.
bool missesAny(const RowIsland& island, const SolverWorkspace& w) {
  for (size_t i = 0; i < w.taken.size(); ++i) {
    const Row& row = island.rows[i].row;
    if (w.taken[i] || !row.isInequality() || w.lambda[i] >= w.system.upper[i]) continue;
    if (residualOf(w, i) < -double(kMostMissed * row.perMeter())) return true;
  }
  return false;
}

void sweepLeft(StepContext& c, const RowIsland& island) {
  sweepIsland(island, c.bodies, c.h, c.settings.maxPushSpeed, c.settings.iterations);
  c.counts.iterations += c.settings.iterations;
  ++c.counts.fallbacks;
}

void solveIslandLinearly(StepContext& c, const RowIsland& island) {
  SolverWorkspace& w = c.work;
  w.lambda.clear();
  for (SolverRow& r : island.rows) {
    w.lambda.push_back(double(r.impulse));
    r.impulse = 0;
  }
  w.system.build(c.bodies, island.rows, c.h, c.settings.maxPushSpeed, true);
  w.system.buildMatrix();
  chooseActive(island, w);
  const auto pass = 2 * int64_t(island.rows.size() * island.rows.size()) * c.settings.iterations;
  int64_t products = std::max(kMostProducts, pass);
  bool settled = false;
  for (int pass = 0; pass < kBoundPasses && !settled && products > 0; ++pass) {
    solveActive(c, island, w, products);
    settled = !holdAtBounds(island, w);
  }
  cutFriction(island, w);
  if ((settled || products > 0) && !missesAny(island, w)) {
    w.system.apply(w.lambda, c.bodies, island.rows);
    return;
  }
  for (size_t i = 0; i < island.rows.size(); ++i) island.rows[i].impulse = float(w.lambda[i]);
  sweepLeft(c, island);
}

}  // namespace

void gaussSeidelSubstep(StepContext& c) {
  changeVelocities(c);
  gatherIslands(c);
  for (const RowIsland& island : c.work.islands.islands()) {
    if (island.exact) {
      c.counts.fallbacks += !solveIslandExactly(c, island, kExactEffort);
      continue;
    }
    if (island.rows.size() <= kMostSystemRows) {
      solveIslandLinearly(c, island);
      continue;
    }
    sweepLeft(c, island);
  }
  scatterIslands(c);
  changePositions(c);
}

}  // namespace holonom
