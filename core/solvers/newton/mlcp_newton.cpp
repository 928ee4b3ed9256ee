#include "solvers/newton/mlcp_newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/block_kernels.h"

namespace holonom {

namespace {

constexpr int64_t kMostBlockProducts = 200'000;  // of blocks, in a factorization
constexpr double kLeastCompliance = 1e-6;
constexpr int kFirstIterations = 40, kRoundIterations = 100, kRounds = 8;

double squareOf(const std::vector<double>& v) {
  double sum = 0;
  for (const double x : v) sum += x * x;
  return sum;
}

}  // namespace

template <class F>
void MlcpNewton::forEachEnd(size_t row, F f) const {
  for (int32_t e = bodies_->firsts[row]; e < bodies_->firsts[row + 1]; ++e)
    if (bodies_->ends[e] >= 0) f(size_t(bodies_->ends[e]), &bodies_->jacobians[6 * size_t(e)]);
}

void MlcpNewton::prepare() {
  const MlcpProblem& p = *problem_;
  const size_t n = p.q.size();
  diagonal_.assign(n, 0), z_.resize(n), wanted_.resize(n);
  size_t most = 0;
  for (size_t i = 0; i < n; ++i) {
    most = std::max(most, size_t(bodies_->firsts[i + 1] - bodies_->firsts[i]));
    forEachEnd(i, [&](size_t, const double* j) { diagonal_[i] += dot6(j, j); });
  }
  weighted_.assign(6 * most, 0);
  bounds_.resize(p.friction.size());
  lower_.assign(p.lower.begin(), p.lower.end());
  upper_.assign(p.upper.begin(), p.upper.end());
  for (const MlcpFriction& f : p.friction) {
    // Friction has bounds of its own, and opposes slip only where both rows comply alike.
    lower_[f.row] = upper_[f.row] = 0;
    if (f.second < 0) continue;
    lower_[f.second] = upper_[f.second] = 0;
    diagonal_[f.row] = diagonal_[f.second] = max(diagonal_[f.row], diagonal_[f.second]);
  }
}

/// Friction as z has it, scaled into its bounds.
void MlcpNewton::scaleFriction(std::vector<double>& to) const {
  for (size_t k = 0; k < problem_->friction.size(); ++k) {
    const MlcpFriction& f = problem_->friction[k];
    const double z1 = z_[f.row], z2 = f.second < 0 ? 0 : z_[f.second];
    const double size = std::sqrt(z1 * z1 + z2 * z2);
    const double scale = size > bounds_[k] ? bounds_[k] / size : 1;
    to[f.row] = scale * z1;
    if (f.second >= 0) to[f.second] = scale * z2;
  }
}

/// λ and the error y − Jᵀ λ at the velocities y; returns its square.
double MlcpNewton::evaluate() {
  const MlcpProblem& p = *problem_;
  error_ = y_;
  for (size_t i = 0; i < lambda_.size(); ++i) {
    double w = p.q[i];
    forEachEnd(i, [&](size_t b, const double* j) { w += dot6(j, &y_[6 * b]); });
    const double c = complianceOf(i);
    z_[i] = c > 0 ? (compliance_ * diagonal_[i] * center_[i] - w) / c : center_[i];
    lambda_[i] = max(lower_[i], min(upper_[i], z_[i]));
  }
  if (!frozen_)
    for (size_t k = 0; k < p.friction.size(); ++k)
      bounds_[k] = p.friction[k].bound([&](int i) { return lambda_[i]; });
  scaleFriction(lambda_);
  for (size_t i = 0; i < lambda_.size(); ++i)
    forEachEnd(i, [&](size_t b, const double* j) {
      for (size_t c = 0; c < 6; ++c) error_[6 * b + c] -= lambda_[i] * j[c];
    });
  return squareOf(error_);
}

/// The derivative of the error: 1 + Jᵀ H J, with H of a row or a contact.
void MlcpNewton::assemble() {
  const MlcpProblem& p = *problem_;
  lu_.clear();
  for (int b = 0; b < bodies_->count; ++b)
    for (int c = 0; c < 6; ++c) lu_.block(b, b)[7 * c] = 1;
  const auto gather = [&](size_t row, double factor) {
    const double compliance = complianceOf(row);
    if (!(compliance > 0)) return;
    double* at = weighted_.data();
    forEachEnd(row, [&](size_t, const double* j) {
      for (int c = 0; c < 6; ++c) *at++ += factor / compliance * j[c];
    });
  };
  const auto add = [&](size_t row) {
    forEachEnd(row, [&](size_t a, const double* j) {
      const double* at = weighted_.data();
      forEachEnd(row, [&](size_t b, const double*) {
        double* const target = lu_.block(int(a), int(b));
        for (int r = 0; r < 6; ++r)
          for (int c = 0; c < 6; ++c) target[6 * r + c] += j[r] * at[c];
        at += 6;
      });
    });
    std::fill(weighted_.begin(), weighted_.end(), 0.0);
  };
  const auto isFree = [&](size_t i) { return z_[i] > lower_[i] && z_[i] < upper_[i]; };
  for (size_t i = 0; i < lambda_.size(); ++i)
    if (isFree(i)) gather(i, 1), add(i);
  for (size_t k = 0; k < p.friction.size(); ++k) {
    const MlcpFriction& f = p.friction[k];
    const int rows[] = {f.row, f.second}, count = f.second < 0 ? 1 : 2;
    const double z[] = {z_[f.row], f.second < 0 ? 0 : z_[f.second]};
    const double size = std::sqrt(z[0] * z[0] + z[1] * z[1]);
    for (int r = 0; r < count; ++r) {
      if (size <= bounds_[k]) {
        gather(size_t(rows[r]), 1);
      } else {
        const double along = z[r] / size;
        for (int s = 0; s < count; ++s)
          gather(size_t(rows[s]), bounds_[k] / size * ((r == s) - along * z[s] / size));
        for (int m = 0; f.normal >= 0 && !frozen_ && m < f.count; ++m) {
          const auto normal = size_t(f.normal + m * f.stride);
          if (isFree(normal)) gather(normal, f.mu * along);
        }
      }
      add(size_t(rows[r]));
    }
  }
}

double MlcpNewton::moveTo(double t) {
  for (size_t c = 0; c < y_.size(); ++c) y_[c] = start_[c] - t * step_[c];
  return evaluate();
}

double MlcpNewton::slope() const {
  double sum = 0;
  for (size_t c = 0; c < step_.size(); ++c) sum += error_[c] * step_[c];
  return sum;
}

/// Newton's method at the present center and compliance; returns the error. Where a full step does
/// not help, friction keeps its bounds until velocities are found for them: that problem is convex,
/// and a line search converges.
double MlcpNewton::minimize(int most) {
  frozen_ = false;
  double error = evaluate(), frozenGoal = 0;
  const double goal = 1e-8 * error;
  while (iterations_ < most) {
    const double size = squareOf(y_);
    if (frozen_ && error <= max(frozenGoal, 1e-22 * size)) frozen_ = false, error = evaluate();
    if (!frozen_ && !(error > max(goal, 1e-25 * size))) break;
    assemble();
    lu_.factor();
    ++iterations_;
    step_ = error_, start_ = y_;
    lu_.solve(step_);
    const double first = slope();
    double next = moveTo(1);
    if (!frozen_) {
      if (error <= 1e-20 * size && !(next < 0.25 * error)) break;  // rounding
      if (next <= 0.25 * error) {
        error = next;
        continue;
      }
      error = moveTo(0);
      frozen_ = true;
      frozenGoal = 1e-2 * error;
      continue;
    }
    // Where the slope along the step vanishes.
    double low = 0, high = 1, lowSlope = first, highSlope = slope(), now = highSlope;
    for (int k = 0; k < 30 && (k == 0 ? now < 0 : abs(now) > 0.3 * first); ++k) {
      const double share = k % 2 == 1 ? 0.5 : lowSlope / (lowSlope - highSlope);
      const double t = low + share * (high - low);
      next = moveTo(t), now = slope();
      (now > 0 ? low : high) = t;
      (now > 0 ? lowSlope : highSlope) = now;
    }
    if (error <= 1e-18 * size && !(next < 0.25 * error)) frozenGoal = next;
    error = next;
  }
  frozen_ = false;
  return evaluate();
}

/// How well λ solves the problem, as `MlcpSolver` measures it; of |A| |λ| a bound, by bodies.
void MlcpNewton::measure() {
  const MlcpProblem& p = *problem_;
  const size_t n = lambda_.size();
  moved_.assign(6 * size_t(bodies_->count), 0), sizes_ = moved_;
  for (size_t i = 0; i < n; ++i)
    forEachEnd(i, [&](size_t b, const double* j) {
      for (size_t c = 0; c < 6; ++c) {
        moved_[6 * b + c] += lambda_[i] * j[c];
        sizes_[6 * b + c] += abs(lambda_[i] * j[c]);
      }
    });
  result_ = {};
  for (size_t i = 0; i < n; ++i) {
    double w = p.q[i] + bodies_->soft[i] * lambda_[i];
    double size = abs(p.q[i]) + bodies_->soft[i] * abs(lambda_[i]);
    forEachEnd(i, [&](size_t b, const double* j) {
      w += dot6(j, &moved_[6 * b]);
      for (size_t c = 0; c < 6; ++c) size += abs(j[c]) * sizes_[6 * b + c];
    });
    result_.scale = max(result_.scale, size);
    const double a = diagonal_[i] + bodies_->soft[i];
    z_[i] = a > 0 ? lambda_[i] - w / a : lambda_[i];
    wanted_[i] = max(lower_[i], min(upper_[i], z_[i]));
  }
  scaleFriction(wanted_);
  for (size_t i = 0; i < n; ++i) {
    const double a = diagonal_[i] + bodies_->soft[i];
    result_.residual = max(result_.residual, abs(lambda_[i] - wanted_[i]) * a);
  }
  result_.solved = result_.residual <= kSolvedResidual * result_.scale;
}

bool MlcpNewton::isNear(double share) const {
  double largest = 0;
  for (const double speed : problem_->q) largest = max(largest, abs(speed));
  return std::isfinite(largest) && best_.residual <= share * largest;
}

bool MlcpNewton::run(std::span<const double> start, double first, double factor, int most) {
  lambda_.assign(start.begin(), start.end());
  y_.assign(6 * size_t(bodies_->count), 0);
  for (size_t i = 0; i < lambda_.size(); ++i)
    forEachEnd(i, [&](size_t b, const double* j) {
      for (size_t c = 0; c < 6; ++c) y_[6 * b + c] += lambda_[i] * j[c];
    });
  compliance_ = first;
  for (int k = 0; k < 160; ++k, compliance_ = max(kLeastCompliance, factor * compliance_)) {
    center_ = lambda_;
    if (!std::isfinite(minimize(most))) {
      result_.residual = std::numeric_limits<double>::infinity();
      return false;
    }
    measure();
    if (result_.residual < best_.residual) best_ = result_, bestLambda_ = lambda_;
    if (result_.residual <= problem_->tolerance.residual * result_.scale) break;
    if (iterations_ >= most) break;
  }
  return result_.solved;
}

bool MlcpNewton::solve(const MlcpProblem& problem, const MlcpBodies& bodies,
                       std::span<const double> start) {
  problem_ = &problem, bodies_ = &bodies;
  iterations_ = 0;
  best_ = {};
  best_.residual = std::numeric_limits<double>::infinity();
  result_ = best_;
  lu_.start(bodies.count);
  for (size_t i = 0; i < problem.q.size(); ++i)
    forEachEnd(i, [&](size_t a, const double*) {
      forEachEnd(i, [&](size_t b, const double*) { lu_.couple(int(a), int(b)); });
    });
  lambda_.clear();
  bestLambda_.assign(start.begin(), start.end());
  if (!lu_.order(kMostBlockProducts)) return false;
  prepare();
  // From the last solution few iterations are usual; else by small steps of the compliance. Where
  // that comes to a halt, what was found is a better start, and more compliance a way on.
  if (run(start, 1e-2, 0.1, kFirstIterations)) return true;
  const auto isGood = [&] {
    return best_.residual <= problem.tolerance.slowResidual * best_.scale ||
           isNear(problem.tolerance.near);
  };
  if (!isGood()) run(start, 10, 0.5, iterations_ + kRoundIterations);
  for (int round = 1; round < kRounds && !best_.solved && !isGood(); ++round) {
    center_ = std::isfinite(result_.residual) ? lambda_ : bestLambda_;
    run(center_, 0.3, 0.6, iterations_ + kRoundIterations);
  }
  if (best_.residual < result_.residual) result_ = best_, lambda_ = bestLambda_;
  if (!std::isfinite(result_.residual)) lambda_.clear();
  return result_.solved || result_.residual <= problem.tolerance.slowResidual * result_.scale;
}

}  // namespace holonom
