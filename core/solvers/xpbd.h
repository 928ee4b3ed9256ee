#pragma once
// One XPBD sweep over a batch, four constraints at a time:
// Δλ = (−C − α̃λ − γ ∇C·(x − xₙ))/((1 + γ) Σ w|∇C|² + α̃), Δx = w ∇C Δλ, α̃ = α/h², γ = τ/h.
// [Macklin et al. 2016, eq. 18 and 26]
#include "constraints/particle_distance.h"
#include "constraints/particle_tether.h"

namespace holonom {

/// Four particles by their components; w is the last.
inline Vec3x4 gather(const Quad* x, const int32_t* i, f32x4& w) {
  const auto load = [&](int k) { return reinterpret_cast<const f32x4&>(x[i[k]]); };
  f32x4 a = load(0), b = load(1), c = load(2);
  w = load(3);
  transpose(a, b, c, w);
  return {a, b, c};
}
inline void scatter(Vec3x4 v, f32x4 w, Quad* x, const int32_t* i) {
  const auto store = [&](int k, f32x4 q) { lanesOf(x[i[k]]) = q; };
  transpose(v.x, v.y, v.z, w);
  store(0, v.x), store(1, v.y), store(2, v.z), store(3, w);
}

/// ∇C·(x − xₙ) of n particles: one piece of code for all kinds of constraints.
[[gnu::noinline]] inline f32x4 motionAlong(const Vec3x4* gradient, const Vec3x4* x,
                                           const Quad* previous, const int32_t (*index)[4], int n) {
  f32x4 sum = splat(0), w;
  for (int j = 0; j < n; ++j) sum += dot(gradient[j], x[j] - gather(previous, index[j], w));
  return sum;
}

/// `x` points at the object's first particle, `previous` where it was as the substep began. The
/// first sweep of a substep starts λ at zero.
template <class C>
void projectBatch(ConstraintBatch<C>& batch, Quad* x, const Quad* previous, float h,
                  bool firstSweep) {
  constexpr int n = C::particleCount;
  // A rigid one leaves no rate to damp.
  const float damping = batch.compliance > 0 ? batch.damping / h : 0;
  const f32x4 compliance = splat(batch.compliance / (h * h)), zero = splat(0), one = splat(1);
  const f32x4 stiffness = splat(batch.stiffness);
  batch.interval = h;
  for (ConstraintBlock<C>& block : batch.blocks) {
    Vec3x4 p[n], gradient[n];
    f32x4 w[n];
    for (int j = 0; j < n; ++j) p[j] = gather(x, block.index[j], w[j]);
    f32x4 value;
    C::template evaluate<f32x4>(p, block.rest, value, gradient);
    f32x4 mobility = zero;
    for (int j = 0; j < n; ++j) mobility += w[j] * dot(gradient[j], gradient[j]);
    if (damping > 0) {
      Vec3x4 to[n], along[n];  // copies, so that the others may stay in registers
      for (int j = 0; j < n; ++j) to[j] = p[j], along[j] = gradient[j];
      value += splat(damping) * motionAlong(along, to, previous, block.index, n);
      mobility *= splat(1 + damping);
    }
    const f32x4 denominator = mobility + compliance;
    const auto moves = denominator > zero;
    const f32x4 lambda = firstSweep ? zero : block.lambda;
    f32x4 delta = select(
        moves, stiffness * (-value - compliance * lambda) / select(moves, denominator, one), zero);
    if constexpr (requires { C::largestChange; }) {
      // |Δλ| mobility is the change of C that the gradient promises; it holds only for small ones.
      const f32x4 most = splat(C::largestChange) / max(mobility, splat(1e-20f));
      delta = max(-most, min(most, delta));
    }
    block.lambda = lambda + delta;
    for (int j = C::firstMoved; j < n; ++j)
      scatter(p[j] + (w[j] * delta) * gradient[j], w[j], x, block.index[j]);
  }
}

/// x y z of four particles, and w apart.
inline Vec3x4 columns(const f32x4* rows) {
  const f32x4 xy01 = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
  const f32x4 xy23 = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
  const f32x4 zw01 = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
  const f32x4 zw23 = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
  return {__builtin_shufflevector(xy01, xy23, 0, 1, 4, 5),
          __builtin_shufflevector(xy01, xy23, 2, 3, 6, 7),
          __builtin_shufflevector(zw01, zw23, 0, 1, 4, 5)};
}
inline f32x4 inverseMasses(const f32x4* rows) {
  const f32x4 w01 = __builtin_shufflevector(rows[0], rows[1], 3, 7, 3, 7);
  const f32x4 w23 = __builtin_shufflevector(rows[2], rows[3], 3, 7, 3, 7);
  return __builtin_shufflevector(w01, w23, 0, 1, 4, 5);
}
[[gnu::noinline]] inline Vec3x4 between(const Quad* x, const int32_t (*index)[4]) {
  f32x4 d[4];
  for (int k = 0; k < 4; ++k) d[k] = lanesOf(x[index[1][k]]) - lanesOf(x[index[0][k]]);
  return columns(d);
}

/// The same for pairs at a distance, of which cloth has most: their gradients lie along the line
/// between them, so that only the lines are taken apart into lanes, not the particles.
template <class C>
requires std::same_as<C, ParticleDistance> || std::same_as<C, ParticleTether>
void projectBatch(ConstraintBatch<C>& batch, Quad* x, const Quad* previous, float h,
                  bool firstSweep) {
  constexpr bool oneSided = std::same_as<C, ParticleTether>;
  const float damping = batch.compliance > 0 ? batch.damping / h : 0;
  const f32x4 compliance = splat(batch.compliance / (h * h)), zero = splat(0), one = splat(1);
  const f32x4 stiffness = splat(batch.stiffness);
  const i32x4 xyz{-1, -1, -1, 0};
  batch.interval = h;
  for (ConstraintBlock<C>& block : batch.blocks) {
    f32x4 a[4], b[4], d[4];
    for (int k = 0; k < 4; ++k) {
      a[k] = lanesOf(x[block.index[0][k]]), b[k] = lanesOf(x[block.index[1][k]]);
      d[k] = b[k] - a[k];
    }
    const Vec3x4 along = columns(d);
    const f32x4 l2 = lengthSquared(along);
    const f32x4 lambda = firstSweep ? zero : block.lambda;
    if constexpr (oneSided) {
      block.lambda = lambda;
      if (!any(l2 > block.rest[0] * block.rest[0])) continue;
    }
    const f32x4 l = sqrt(l2), wa = inverseMasses(a), wb = inverseMasses(b);
    f32x4 value = l - block.rest[0], mobility = wa + wb;
    auto moves = (l > splat(1e-9f)) & (mobility + compliance > zero) & (l < splat(1e18f));
    if constexpr (oneSided) moves = moves & (value > zero);
    if (damping > 0) {
      const Vec3x4 motion = along - between(previous, block.index);
      value += splat(damping) * dot(along, motion) / select(moves, l, one);
      mobility *= splat(1 + damping);
    }
    const f32x4 delta = select(moves, stiffness * (-value - compliance * lambda), zero) /
                        select(moves, mobility + compliance, one);
    block.lambda = lambda + delta;
    const f32x4 scale = delta / select(moves, l, one);
    const f32x4 sa = wa * scale, sb = wb * scale;
    for (int k = 0; k < 4; ++k) {
      const f32x4 way = (f32x4)((i32x4)d[k] & xyz);
      if constexpr (C::firstMoved == 0) lanesOf(x[block.index[0][k]]) = a[k] - splat(sa[k]) * way;
      lanesOf(x[block.index[1][k]]) = b[k] + splat(sb[k]) * way;
    }
  }
}

}  // namespace holonom
