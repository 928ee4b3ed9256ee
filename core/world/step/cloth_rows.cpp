// The constraints of a cloth as rows: for the solvers that take them so, and to measure all.
#include "base/keyed.h"
#include "solvers/wide_projection.h"
#include "world/cloth.h"

namespace holonom {

namespace {

/// All that a sweep does to the rows of one batch.
enum class Pass { Evaluate, Project, Store };

/// Appends the constraints of a batch in the order of their particles.
void listRows(const std::vector<ParticleRow>& batch, std::vector<ParticleRow>& rows) {
  std::vector<Keyed> order(batch.size()), scratch;
  for (uint32_t i = 0; i < order.size(); ++i) order[i].index = i;
  for (const int first : {2, 0}) {
    for (Keyed& each : order) {
      const int32_t* particles = batch[each.index].index;
      each.key = keyOf(uint32_t(particles[first]), uint32_t(particles[first + 1]));
    }
    sortByKey(order, scratch);
  }
  for (const Keyed& each : order) rows.push_back(batch[each.index]);
}

[[gnu::cold]] void listRows(Cloth& cloth) {
  std::vector<ParticleRow> rows;
  cloth.batches.forEach([&]<class C>(const char*, const ConstraintBatch<C>& batch) {
    rows.clear();
    for (size_t b = 0; b < batch.blocks.size(); ++b)
      for (int k = 0; k < 4; ++k) {
        if (batch.blocks[b].index[0][k] == cloth.count) continue;  // an unused lane
        ParticleRow& row = rows.emplace_back();
        for (int j = 0; j < C::particleCount; ++j) row.index[j] = batch.blocks[b].index[j][k];
        row.count = C::particleCount;
        row.place = int32_t(4 * b + k);
        row.redundant = std::is_same_v<C, ParticleTether>;
      }
    listRows(rows, cloth.rows.rows);
  });
  cloth.rows.particles = cloth.count;
}

/// Of C, λ and their batch.
template <class C>
void complete(ParticleRow& r, const ConstraintBatch<C>& batch, float lambda, const Quad* x,
              const Quad* previous, float h) {
  const float damping = batch.compliance > 0 ? batch.damping / h : 0;
  const float scale = 1 / (1 + damping), compliance = batch.compliance / (h * h);
  r.mobility = 0;
  float motion = 0;
  for (int j = 0; j < r.count; ++j) {
    const Quad& p = x[r.index[j]];
    r.mobility += p.w * lengthSquared(r.gradient[j]);
    motion += dot(r.gradient[j], p.xyz() - previous[r.index[j]].xyz());
  }
  r.compliance = scale * compliance;
  r.error = batch.stiffness * scale * (r.error + compliance * lambda + damping * motion);
  if constexpr (requires { C::largestChange; }) {
    const float most = C::largestChange * (1 + r.compliance / max(r.mobility, 1e-20f));
    r.error = max(-most, min(most, r.error));
  }
}

template <class C>
void passOver(ConstraintBatch<C>& batch, std::span<ParticleRow> rows, Pass pass, Quad* x,
              const Quad* previous, float h, bool backward = false) {
  for (size_t i = 0; i < rows.size(); ++i) {
    ParticleRow& r = rows[backward ? rows.size() - 1 - i : i];
    ConstraintBlock<C>& block = batch.blocks[size_t(r.place) / 4];
    const int lane = r.place % 4;
    if (pass != Pass::Store) {
      r.error = evaluateLane(block, lane, x, r.gradient);
      complete(r, batch, block.lambda[lane], x, previous, h);
    }
    if (pass == Pass::Project) {
      r.change = r.step();
      ParticleRows::apply(r, x);
    }
    if (pass != Pass::Evaluate) block.lambda[lane] += r.change;
  }
}

/// Calls f(batch, rows) for each kind of constraint.
template <class F>
void forEachRows(Cloth& cloth, F&& f) {
  size_t first = 0;
  cloth.batches.forEach([&](const char*, auto& batch) {
    f(batch, std::span(cloth.rows.rows).subspan(first, size_t(batch.count)));
    first += size_t(batch.count);
  });
}

}  // namespace

namespace {

/// Sweeps go to and fro, the last one of an odd number both ways: what a substep does to errors is
/// then symmetric. Of sweeps one way only, with three edges to a square, some errors turn as they
/// shrink, and inertia makes them grow.
template <class F>
void sweepToAndFro(const Sweep& sweep, F&& pass) {
  const bool backward = sweep.index % 2 == 1;
  pass(Pass::Project, backward);
  if (!backward && sweep.index + 1 == sweep.count) pass(Pass::Project, true);
}

}  // namespace

void sweepRows(Cloth& cloth, Particles& particles, const Sweep& sweep) {
  Quad* const x = particles.positions.data() + cloth.first;
  const Quad* const from = particles.previous.data() + cloth.first;
  if (cloth.rows.rows.empty()) listRows(cloth);
  const auto pass = [&](Pass p, bool backward = false) {
    forEachRows(cloth, [&](auto& batch, std::span<ParticleRow> rows) {
      // Compliant edges are free to add up to more than a tether.
      if (rows.empty() || !rows[0].redundant || isTaut(cloth.def))
        passOver(batch, rows, p, x, from, sweep.h, backward);
      else
        for (ParticleRow& r : rows) r.error = r.change = r.mobility = 0;
    });
  };
  if (sweep.index == 0)
    forEachRows(cloth, [&](auto& batch, std::span<ParticleRow>) {
      batch.interval = sweep.h;
      for (auto& block : batch.blocks) block.lambda = splat(0);
    });
  if (sweep.solver != ParticleSolver::GaussSeidel) pass(Pass::Evaluate);
  if (sweep.solver == ParticleSolver::Jacobi)
    cloth.rows.jacobi(x, sweep.index, sweep.count);
  else if (sweep.solver != ParticleSolver::Direct || !cloth.rows.direct(x))
    return sweepToAndFro(sweep, pass);
  pass(Pass::Store);
}

[[gnu::cold]] float measureResidual(Cloth& cloth, Particles& particles, float h) {
  Quad* const x = particles.positions.data() + cloth.first;
  const Quad* const from = particles.previous.data() + cloth.first;
  if (cloth.rows.rows.empty()) listRows(cloth);
  double sum = 0;
  int count = 0;
  forEachRows(cloth, [&](auto& batch, std::span<ParticleRow> rows) {
    // Soft bending takes part with an interval of its own, once a step.
    if (batch.interval != h) return;
    passOver(batch, rows, Pass::Evaluate, x, from, h);
    sum += ParticleRows::squaredSteps(rows, x);
    count += batch.count;
  });
  cloth.batches.forEachWide([&](const char*, auto& batch) {
    sum += squaredSteps(batch, x, from, h);
    count += batch.count();
  });
  return count > 0 ? float(std::sqrt(sum / count)) : 0;
}

}  // namespace holonom
