#include "world/cloth.h"

#include "solvers/line_solve.h"
#include "solvers/oriented_projection.h"
#include "solvers/pbd_stiffness.h"
#include "solvers/wide_projection.h"
#include "solvers/xpbd.h"
#include "world/air.h"

namespace holonom {

namespace {

// Bending this much slower than a step stays quiet when it acts at once; nearer, it rattles, unless
// its force is held over the step.
constexpr float kSoftBending = 20;
// Stiffer than this it needs more sweeps than one a step.
constexpr float kHeldBending = 0.5f;

// Along lines of more edges than this, sweeps over single ones leave too much of a stretch.
constexpr int kLongLine = 64;

/// α̃ = α/(n h²): of an impulse for all n substeps.
float stepIntervalOf(float h, int substeps) { return h * std::sqrt(float(substeps)); }
float bendComplianceOf(const Cloth& cloth) { return cloth.batches.one<DihedralBend>().compliance; }
bool isSoft(const Cloth& cloth, float stepInterval) {
  return bendComplianceOf(cloth) > kSoftBending * cloth.bendMobility * stepInterval * stepInterval;
}
/// Four constraints at a time, not as rows.
bool takesBatches(ParticleSolver solver) {
  return solver == ParticleSolver::Colored || solver == ParticleSolver::Hierarchical ||
         solver == ParticleSolver::Lines;
}
/// Whether its edges are solved in whole lines: by choice, or because they are long. Not where it
/// lies on itself, as contacts that part it would return what a line takes far along; nor by shares
/// of each projection, which are of single edges.
bool takesLines(Cloth& cloth, ParticleSolver solver, const Quad* masses) {
  if (solver == ParticleSolver::Hierarchical || cloth.def.selfCollision || cloth.def.stiffness ||
      cloth.batches.one<ParticleDistance>().count == 0)
    return false;
  if (cloth.lines.fours.empty())
    cloth.lines = buildEdgeLines(cloth.batches.one<ParticleDistance>(), cloth.rest,
                                 {masses, masses + cloth.count});
  return solver == ParticleSolver::Lines || cloth.lines.longest > kLongLine;
}
/// Kinds that have a place in the order of a sweep; all others follow.
using Placed = TypeList<ParticleTether, DihedralBend, IsometricBend, TriangleArea, TriangleShear,
                        TriangleStretch, ParticleDistance>;
template <class C, class... Cs>
constexpr bool hasPlace(TypeList<Cs...>) {
  return (std::is_same_v<C, Cs> || ...);
}

/// One-sided: keeps two particles within `reach` of each other.
void keepWithin(Quad& a, Quad& b, float reach) {
  const Vec3 d = b.xyz() - a.xyz();
  const float l2 = lengthSquared(d), w = a.w + b.w;
  if (!(l2 > reach * reach && l2 < 1e36f && w > 0)) return;
  const Vec3 change = ((1 - reach / std::sqrt(l2)) / w) * d;
  a.setXyz(a.xyz() + a.w * change);
  b.setXyz(b.xyz() - b.w * change);
}

/// Between particles of a rope that carry bodies or are pinned: they keep within the rope's length
/// of each other, and so do those between from both, as tethers do from pins. Sweeps over edges
/// would take long to tell one heavy end of the other.
void keepWithinReach(const Cloth& rope, Particles& particles) {
  Quad* x = particles.positions.data() + rope.first;
  const auto way = [&](int i, int k) {
    return length(rope.rest[size_t(k)] - rope.rest[size_t(i)]);
  };
  int before = -1;
  for (int i = 0; i < rope.count; ++i) {
    if (x[i].w > 0 && !std::ranges::binary_search(rope.carriers, i)) continue;
    if (before >= 0) {
      keepWithin(x[before], x[i], way(before, i));
      for (int k = before + 1; k < i; ++k) {
        keepWithin(x[before], x[k], way(before, k));
        keepWithin(x[k], x[i], way(k, i));
      }
    }
    before = i;
  }
}

void sweepColors(Cloth& cloth, Particles& particles, const Sweep& sweep) {
  const float h = sweep.h;
  const bool firstSweep = sweep.index == 0;
  Quad* x = particles.positions.data() + cloth.first;
  const Quad* from = particles.previous.data() + cloth.first;
  ParticleBatches& all = cloth.batches;
  const auto project = [&]<class C>(ConstraintBatch<C>& batch, float interval) {
    projectBatch(batch, x, from, interval, firstSweep);
  };
  if (isTaut(cloth.def)) project(all.one<ParticleTether>(), h);
  // Levels know the particles' own masses only.
  if (sweep.solver == ParticleSolver::Hierarchical && isTaut(cloth.def) && cloth.carriers.empty())
    sweepLevels(cloth, particles);
  const float stepInterval = stepIntervalOf(h, sweep.substeps);
  const bool soft = isSoft(cloth, stepInterval);
  // Where its own compliance outweighs what it moves, a second sweep changes next to nothing.
  const bool once = bendComplianceOf(cloth) > cloth.bendMobility * h * h;
  if (soft ? sweep.substep == 0 && firstSweep : !sweep.bentAhead && (firstSweep || !once)) {
    const float interval = soft ? stepInterval : h;
    project(all.one<DihedralBend>(), interval);
    project(all.one<IsometricBend>(), interval);
  }
  project(all.one<TriangleArea>(), h);
  project(all.one<TriangleShear>(), h);
  for (auto& stretch : all.of<TriangleStretch>()) project(stretch, h);
  ConstraintBatch<ParticleDistance>& edges = all.one<ParticleDistance>();
  // With the masses as the substep began, as in `sweepLevels`.
  if (takesLines(cloth, sweep.solver, from)) {
    projectLines(cloth.lines, edges, x, from, h, firstSweep);
    returnLambdas(cloth.lines, edges);
  } else {
    project(edges, h);
  }
  all.forEach([&]<class C>(const char*, ConstraintBatch<C>& batch) {
    if constexpr (!hasPlace<C>(Placed{})) project(batch, h);
  });
}

}  // namespace

bool keepsMomentum(const Cloth& cloth) {
  // What is inflated turns ever faster by what sweeps over tense constraints add, and solids
  // and rods by their roundings. Pins take and give momentum; without them, constraints may only
  // pass it on.
  if (cloth.def.isSoftBody() || cloth.def.isRod()) return !cloth.def.isHeld();
  return (cloth.def.globalDamping > 0 || cloth.def.volume) &&
         cloth.batches.one<ParticleTether>().count == 0;
}

bool bendsAhead(const Cloth& cloth, const WorldSettings& settings, float h) {
  const float dt = h * float(settings.substeps);
  return settings.particleIntegrator == ParticleIntegrator::Euler &&
         takesBatches(settings.particleSolver) && !keepsMomentum(cloth) &&
         !isSoft(cloth, stepIntervalOf(h, settings.substeps)) &&
         bendComplianceOf(cloth) > kHeldBending * cloth.bendMobility * dt * dt;
}

void bendAhead(Cloth& cloth, Particles& particles, float dt) {
  const int first = cloth.first, last = first + cloth.count;
  const auto expected = [&](int i) {
    Quad x = particles.positions[i];
    if (x.w > 0) x.setXyz(x.xyz() + dt * particles.velocities[i].xyz());
    return x;
  };
  for (int i = first; i < last; ++i) particles.previous[i] = expected(i);
  Quad* to = particles.previous.data() + first;
  const Quad* from = particles.positions.data() + first;
  projectBatch(cloth.batches.one<DihedralBend>(), to, from, dt, true);
  projectBatch(cloth.batches.one<IsometricBend>(), to, from, dt, true);
  for (int i = first; i < last; ++i) {
    Quad& a = particles.accelerations[i];
    a.setXyz(a.xyz() + (1 / (dt * dt)) * (particles.previous[i].xyz() - expected(i).xyz()));
  }
}

void stopCloth(Cloth& cloth, Particles& particles, int64_t step) {
  cloth.stoppedStep = step;
  particles.stop(cloth.first, cloth.count);
  cloth.momentumError = {};
  cloth.residuals.clear();
  cloth.batches.forEach([](const char*, auto& batch) {
    for (auto& block : batch.blocks) block.lambda = splat(0);
  });
  cloth.batches.forEachWide([](const char*, auto& batch) { std::ranges::fill(batch.lambda, 0.0); });
}

void projectCloth(Cloth& cloth, Particles& particles, const Sweep& sweep) {
  const bool keeps = keepsMomentum(cloth) || (!cloth.carriers.empty() && !cloth.def.isHeld());
  const auto sums = [&] { return sumsOfMotion(particles, cloth.first, cloth.count); };
  // In order, the last sweep of an odd number goes both ways.
  const int passes =
      sweep.count + (sweep.solver == ParticleSolver::GaussSeidel ? sweep.count % 2 : 0);
  if (cloth.def.stiffness && sweep.index == 0) {
    const auto share = [&](const char*, auto& batch) {
      batch.stiffness = float(pbdStiffness(*cloth.def.stiffness, passes));
    };
    cloth.batches.forEach(share);
    cloth.batches.forEachWide(share);
  }
  if (keeps) cloth.momentumError = cloth.momentumError + -1.0 * sums();
  if (cloth.def.isRope() && isTaut(cloth.def) && !cloth.carriers.empty())
    keepWithinReach(cloth, particles);
  if (takesBatches(sweep.solver))
    sweepColors(cloth, particles, sweep);
  else
    sweepRows(cloth, particles, sweep);
  cloth.batches.forEachWide([&](const char*, auto& batch) {
    projectWide(batch, particles.positions.data() + cloth.first,
                particles.previous.data() + cloth.first, sweep.h, sweep.index == 0);
  });
  // One by one by the two solvers that take all constraints so, or all of a rod at once.
  const bool atOnce =
      sweep.solver != ParticleSolver::GaussSeidel && sweep.solver != ParticleSolver::Jacobi;
  if (cloth.def.isRod() && atOnce)
    solveRod(cloth.batches, cloth.rod, particles, cloth.first, cloth.count, sweep.h,
             cloth.def.springDamping, sweep.index == 0);
  else
    cloth.batches.forEachOriented([&](auto& batch) {
      projectOriented(batch, particles, cloth.first, sweep.h, cloth.def.springDamping,
                      sweep.index == 0);
    });
  if (keeps) cloth.momentumError = cloth.momentumError + sums();
}

void computeAir(const Cloth& cloth, Particles& particles, const Wind& wind, float dt) {
  const int first = cloth.first;
  for (int i = first; i < first + cloth.count; ++i) particles.accelerations[i] = {};
  if (cloth.def.drag == 0 && cloth.def.lift == 0) return;
  const Quad* const x = particles.positions.data() + first;
  const Quad* const v = particles.velocities.data() + first;
  Quad* const out = particles.accelerations.data() + first;
  for (size_t t = 0; t < cloth.indices.size(); t += 12) {
    const size_t corners = cloth.indices.size() - t;
    int32_t i[3][4];
#pragma GCC unroll 1
    for (size_t k = 0; k < 12; ++k)
      i[k % 3][k / 3] = k < corners ? int32_t(cloth.indices[t + k]) : cloth.count;
    Vec3x4 p[3];
    f32x4 w[3], sums[4];
#pragma GCC unroll 1
    for (int c = 0; c < 3; ++c) p[c] = gather(x, i[c], w[c]);
    for (int k = 0; k < 4; ++k)
      sums[k] = lanesOf(v[i[0][k]]) + lanesOf(v[i[1][k]]) + lanesOf(v[i[2][k]]);
    const Vec3x4 velocity = splat(1.0f / 3) * columns(sums);
    const f32x4 mobility = splat(float(cloth.mostTriangles)) * max(w[0], max(w[1], w[2]));
    const Vec3x4 shares =
        airOnCorners(p, velocity, mobility, cloth.def.drag, cloth.def.lift, wind, dt);
    f32x4 rows[4]{shares.x, shares.y, shares.z, splat(0)};
    transpose(rows[0], rows[1], rows[2], rows[3]);
#pragma GCC unroll 1
    for (int k = 0; k < 4; ++k)
      for (int c = 0; c < 3; ++c) lanesOf(out[i[c][k]]) += splat(w[c][k]) * rows[k];
  }
}

}  // namespace holonom
