#include "solvers/particle_rows.h"

#include <algorithm>

#include "base/keyed.h"

namespace holonom {

namespace {

/// What the sweeps of a substep are to reduce errors by: more would leave the slow ones alone.
constexpr float kReduction = 100;
/// A rigid row gives by this share of its mobility, so that rows may follow from each other.
constexpr double kLeastGive = 1e-6;

/// ρ of Chebyshev's recurrence: T_n(1/ρ) = kReduction for n sweeps, with cosh x ≈ 1 + x²/2.
float spectralRadius(int sweeps) {
  constexpr float kArcCosh = 5.2982924f;  // of kReduction
  static_assert(kReduction == 100);
  const float x = kArcCosh / float(sweeps);
  return 1 / (1 + 0.5f * x * x);
}

}  // namespace

void ParticleRows::apply(const ParticleRow& row, Quad* x) {
  for (int j = 0; j < row.count; ++j) {
    Quad& p = x[row.index[j]];
    p.setXyz(p.xyz() + (p.w * row.change) * row.gradient[j]);
  }
}

void ParticleRows::jacobi(Quad* x, int sweep, int sweeps) {
  const float rho = spectralRadius(sweeps);
  omega_ = sweep == 0 ? 1 : sweep == 1 ? 2 / (2 - rho * rho) : 4 / (4 - rho * rho * omega_);
  // The last one is plain: it solves what the recurrence merely keeps small.
  const float omega = sweep == sweeps - 1 ? 1 : omega_;
  if (sweep == 0) {
    sharers_.assign(size_t(particles), 0);
    for (const ParticleRow& r : rows)
      for (int j = 0; j < r.count && r.mobility > 0; ++j) ++sharers_[r.index[j]];
  }
  for (ParticleRow& r : rows) {
    // Each row has its own share of a particle's mass: together they cannot overshoot.
    float split = r.compliance;
    for (int j = 0; j < r.count; ++j)
      split += max(sharers_[r.index[j]], 1.0f) * x[r.index[j]].w * lengthSquared(r.gradient[j]);
    const float before = sweep == 0 ? 0 : r.change;
    r.change = split > 0 ? (omega - 1) * before - omega * r.error / split : 0;
  }
  for (const ParticleRow& r : rows) apply(r, x);
}

// For all particles, pinned ones too: pins come and go.
bool ParticleRows::layOut() {
  std::vector<uint64_t> pairs, scratch;
  for (const ParticleRow& r : rows) {
    if (r.redundant) continue;
    for (int j = 0; j < r.count; ++j)
      for (int k = 0; k < j; ++k) {
        const auto [a, b] = std::minmax(r.index[j], r.index[k]);
        pairs.push_back(keyOf(uint32_t(a), uint32_t(b)));
      }
  }
  sortKeys(pairs, scratch);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  std::vector<int32_t> nodes;
  for (const uint64_t pair : pairs)
    nodes.insert(nodes.end(), {int32_t(pair >> 32), int32_t(uint32_t(pair))});
  const auto size = size_t(particles);
  diagonal_.resize(size);
  right_.resize(size);
  moves_.resize(size);
  return factor_.layOut(static_cast<int>(size), nodes, false);
}

bool ParticleRows::direct(Quad* x) {
  if (!laidOut_) layOut();
  laidOut_ = true;
  if (factor_.size() == 0) return false;
  // Far from the solution rows give more, as they are not as straight as the system has them.
  // [Levenberg 1944; Yamashita & Fukushima 2001, "On the Rate of Convergence of the
  // Levenberg-Marquardt Method": by the square of what is left]
  double farthest = kLeastGive;
  for (const ParticleRow& r : rows) {
    const double size = double(lengthSquared(x[r.index[1]].xyz() - x[r.index[0]].xyz()));
    double most = 0;
    for (int j = 0; j < r.count; ++j) {
      const double w = double(x[r.index[j]].w);
      most = max(most, w * w * lengthSquared(toDouble(r.gradient[j])));
    }
    const double step = double(r.step());
    if (!r.redundant && size > 0) farthest = max(farthest, step * step * most / size);
  }
  // (M + Σ ∇C ∇Cᵀ/α̃) Δx = −Σ ∇C error/α̃, from M Δx = ∇C Δλ.
  const auto give = [&](const ParticleRow& r) {
    return double(r.compliance) + farthest * double(r.mobility);
  };
  for (size_t i = 0; i < diagonal_.size(); ++i) {
    diagonal_[i] = diagonal(x[i].w > 0 ? 1 / double(x[i].w) : 0);
    right_[i] = {};
  }
  for (const ParticleRow& r : rows) {
    if (r.redundant || !(r.mobility > 0)) continue;
    const double stiffness = 1 / give(r);
    for (int j = 0; j < r.count; ++j) {
      const int i = r.index[j];
      if (x[i].w == 0) continue;
      const Vec3d g = toDouble(r.gradient[j]);
      right_[i] -= (stiffness * double(r.error)) * g;
      diagonal_[i] = diagonal_[i] + stiffness * Sym3d{g.x * g.x, g.y * g.y, g.z * g.z,
                                                      g.x * g.y, g.x * g.z, g.y * g.z};
      // Of triangles without area a row may meet one particle twice.
      for (int k = 0; k < j; ++k) {
        if (r.index[k] != i) continue;
        const Vec3d o = toDouble(r.gradient[k]);
        diagonal_[i] =
            diagonal_[i] + stiffness * Sym3d{2 * g.x * o.x,         2 * g.y * o.y,
                                             2 * g.z * o.z,         g.x * o.y + g.y * o.x,
                                             g.x * o.z + g.z * o.x, g.y * o.z + g.z * o.y};
      }
    }
  }
  factor_.start(diagonal_);
  for (const ParticleRow& r : rows) {
    if (r.redundant || !(r.mobility > 0)) continue;
    const double stiffness = 1 / give(r);
    for (int j = 0; j < r.count; ++j)
      for (int k = 0; k < j; ++k)
        if (x[r.index[j]].w > 0 && x[r.index[k]].w > 0 && r.index[j] != r.index[k])
          factor_.add(r.index[j], r.index[k], stiffness * toDouble(r.gradient[j]),
                      toDouble(r.gradient[k]));
  }
  factor_.factorise();
  factor_.solve(right_, moves_);
  for (ParticleRow& r : rows) {
    r.change = 0;
    if (r.redundant || !(r.mobility > 0)) continue;
    double left = -double(r.error);
    for (int j = 0; j < r.count; ++j)
      if (x[r.index[j]].w > 0) left -= dot(toDouble(r.gradient[j]), moves_[r.index[j]]);
    r.change = float(left / give(r));
  }
  for (size_t i = 0; i < moves_.size(); ++i)
    if (x[i].w > 0) x[i].setXyz(x[i].xyz() + toFloat(moves_[i]));
  return true;
}

double ParticleRows::squaredSteps(std::span<const ParticleRow> rows, const Quad* x) {
  double sum = 0;
  for (const ParticleRow& r : rows) {
    const double step = double(r.step());
    for (int j = 0; j < r.count; ++j) {
      const double w = double(x[r.index[j]].w);
      sum += step * step * w * w * double(lengthSquared(r.gradient[j]));
    }
  }
  return sum;
}

}  // namespace holonom
