#pragma once
// One XPBD sweep over a batch, four constraints at a time:
// Δλ = (−C − α̃λ − γ ∇C·(x − xₙ))/((1 + γ) Σ w|∇C|² + α̃), Δx = w ∇C Δλ, α̃ = α/h², γ = τ/h.
// [Macklin et al. 2016, eq. 18 and 26]
#include "constraints/particle_constraint.h"

namespace holonom {

/// Four particles by their components; w is the last.
inline Vec3x4 gather(const Quad* x, const int32_t* i, f32x4& w) {
  const auto load = [&](int k) { return reinterpret_cast<const f32x4&>(x[i[k]]); };
  f32x4 a = load(0), b = load(1), c = load(2);
  w = load(3);
  transpose(a, b, c, w);
  return {a, b, c};
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
    for (int j = C::firstMoved; j < n; ++j) {
      const int32_t* i = block.index[j];
      const Vec3x4 q = p[j] + (w[j] * delta) * gradient[j];
      f32x4 a = q.x, b = q.y, c = q.z, d = w[j];
      transpose(a, b, c, d);
      const auto store = [&](int k, f32x4 v) { reinterpret_cast<f32x4&>(x[i[k]]) = v; };
      store(0, a), store(1, b), store(2, c), store(3, d);
    }
  }
}

}  // namespace holonom
