#pragma once
// XPBD of constraints of any number of particles, one by one; see xpbd.h. All particle solvers take
// them so, after their sweep.
#include "constraints/wide_constraint.h"

namespace holonom {

/// Gradients hold near by only: one projection moves a particle by no more than this share of the
/// extent of them all.
inline constexpr double kMostMove = 0.1;

/// Of one constraint, whose gradients the batch holds: Σ w|∇C|², and the Δλ that solves it alone.
struct WideStep {
  double mobility = 0, change = 0;
};

template <class C>
WideStep stepOf(WideBatch<C>& batch, int i, const Quad* x, const Quad* previous, float h) {
  const double error = batch.evaluate(i, [&](int32_t p) { return x[p].xyz(); });
  const WideParts of = batch.partsOf(i);
  const double damping = batch.compliance > 0 ? double(batch.damping) / double(h) : 0;
  const double compliance = double(batch.compliance) / (double(h) * double(h));
  WideStep step;
  double farthest = 0, motion = 0, extent2 = 0;
  for (size_t k = 0; k < of.particles.size(); ++k) {
    const int32_t p = of.particles[k];
    const Vec3d gradient = batch.gradients[k];
    const double w = double(x[p].w), slope = lengthSquared(gradient);
    step.mobility += w * slope;
    farthest = max(farthest, w * std::sqrt(slope));
    extent2 = max(extent2, lengthSquared(batch.x[k] - batch.x[0]));
    motion += dot(gradient, batch.x[k] - toDouble(previous[p].xyz()));
  }
  const double moved = (1 + damping) * step.mobility + compliance;
  if (!(moved > 0)) return step;
  step.change = -double(batch.stiffness) *
                (error + compliance * batch.lambda[size_t(i)] + damping * motion) / moved;
  const double most = kMostMove * std::sqrt(extent2);
  if (farthest * std::abs(step.change) > most)
    step.change = step.change > 0 ? most / farthest : -most / farthest;
  return step;
}

/// As `projectBatch`.
template <class C>
void projectWide(WideBatch<C>& batch, Quad* x, const Quad* previous, float h, bool firstSweep) {
  batch.interval = h;
  for (int i = 0; i < batch.count(); ++i) {
    if (firstSweep) batch.lambda[size_t(i)] = 0;
    const double change = stepOf(batch, i, x, previous, h).change;
    batch.lambda[size_t(i)] += change;
    const WideParts of = batch.partsOf(i);
    for (size_t k = 0; k < of.particles.size(); ++k) {
      Quad& p = x[of.particles[k]];
      if (p.w > 0) p.setXyz(toFloat(batch.x[k] + (double(p.w) * change) * batch.gradients[k]));
    }
  }
}

/// How far they would each still move their particles: sum of the squares [m²].
template <class C>
double squaredSteps(WideBatch<C>& batch, const Quad* x, const Quad* previous, float h) {
  double sum = 0;
  for (int i = 0; i < batch.count(); ++i) {
    const double change = stepOf(batch, i, x, previous, h).change;
    const WideParts of = batch.partsOf(i);
    for (size_t k = 0; k < of.particles.size(); ++k) {
      const double w = double(x[of.particles[k]].w);
      sum += change * change * w * w * lengthSquared(batch.gradients[k]);
    }
  }
  return sum;
}

}  // namespace holonom
