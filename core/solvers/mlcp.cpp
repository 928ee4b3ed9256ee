#include "solvers/mlcp.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holonom {

namespace {

// A row whose diagonal the free rows have reduced to this share of its own depends on them.
constexpr double kDependent = 1e-9;
constexpr double kRounding = 1e-12;  // of w, relative to the terms it sums
constexpr double kNoLimit = std::numeric_limits<double>::infinity();

double clampTo(double v, double lower, double upper) { return max(lower, min(upper, v)); }

}  // namespace

// How far λ of the driven row can go, and what stops it.
struct MlcpSolver::Step {
  double size = kNoLimit;
  double strength = 0;  // |pivot|, to prefer the firmest of equals
  int row = -1;
  State becomes = State::Free;
};

[[gnu::cold]] void MlcpSolver::setBounds(const MlcpProblem& problem) {
  problem_ = &problem;
  n_ = int(problem.q.size());
  lower_.assign(problem.lower.begin(), problem.lower.end());
  upper_.assign(problem.upper.begin(), problem.upper.end());
  for (const MlcpFriction& f : problem.friction)
    for (const int row : {f.row, f.second})
      if (row >= 0) lower_[row] = upper_[row] = 0;
  w_.resize(problem.q.size());
}

void MlcpSolver::prepare(const MlcpProblem& problem) {
  setBounds(problem);
  const size_t n = problem.q.size();
  pivots_ = 0;
  table_.assign(problem.a.begin(), problem.a.end());
  lambda_.resize(n);
  column_.resize(n);
  states_.assign(n, State::Waiting);
  for (int i = 0; i < n_; ++i) lambda_[i] = clampTo(0, lower_[i], upper_[i]);
  order_.clear();
  for (const bool equations : {true, false})
    for (int i = 0; i < n_; ++i)
      if ((lower_[i] == -kNoLimit && upper_[i] == kNoLimit) == equations) order_.push_back(i);
}

void MlcpSolver::gatherColumn(int k) {
  const size_t n = size_t(n_);
  for (size_t i = 0; i < size_t(k); ++i) column_[i] = table_[i * n + size_t(k)];
  std::copy_n(table_.begin() + long(size_t(k) * n + size_t(k)), n_ - k, column_.begin() + k);
}

// The symmetric sweep operator: row k enters the free rows or leaves them. With F free, the table
// holds −A_FF⁻¹, A_FF⁻¹ A_FN and A_NN − A_NF A_FF⁻¹ A_FN.
void MlcpSolver::pivot(int k, bool enter) {
  ++pivots_;
  const size_t n = size_t(n_);
  gatherColumn(k);
  const double* const column = column_.data();
  const double inverse = 1 / column[k];
  for (int i = 0; i < n_; ++i) {
    if (i == k || column[i] == 0) continue;
    const double f = column[i] * inverse;
    double* const row = &table_[size_t(i) * n];
    for (int j = i; j < n_; ++j) row[j] -= f * column[j];
  }
  const double scale = enter ? inverse : -inverse;
  for (int i = 0; i < k; ++i) table_[size_t(i) * n + size_t(k)] = column_[i] * scale;
  for (int j = k + 1; j < n_; ++j) table_[size_t(k) * n + size_t(j)] = column_[j] * scale;
  table_[size_t(k) * n + size_t(k)] = -inverse;
}

bool MlcpSolver::isIndependent(int i) const {
  const size_t diagonal = size_t(i) * (size_t(n_) + 1);
  return table_[diagonal] > kDependent * problem_->a[diagonal];
}

void MlcpSolver::enter(int row) {
  pivot(row, true);
  states_[row] = State::Free;
}

// A free row leaves; dependent rows may thereby have become independent.
void MlcpSolver::release(int row, State state) {
  pivot(row, false);
  states_[row] = state;
  for (int i = 0; i < n_; ++i)
    if (states_[i] == State::Dependent && isIndependent(i)) enter(i);
}

void MlcpSolver::computeW() {
  const size_t n = size_t(n_);
  double largest = 0;
  for (size_t i = 0; i < n; ++i) {
    double sum = problem_->q[i], size = abs(sum);
    for (size_t j = 0; j < n; ++j) {
      const double term = problem_->a[i * n + j] * lambda_[j];
      sum += term;
      size += abs(term);
    }
    w_[i] = sum;
    largest = max(largest, size);
  }
  tolerance_ = kRounding * largest;
}

// Moves the free rows to w = 0 at the present λ of the others; false if the table, worn by many
// pivots, no longer says how.
bool MlcpSolver::shiftFree() {
  computeW();
  for (int pass = 0; pass < 3; ++pass) {
    for (int i = 0; i < n_; ++i) {
      if (states_[i] != State::Free) continue;
      gatherColumn(i);
      for (int j = 0; j < n_; ++j)
        if (states_[j] == State::Free) lambda_[i] += column_[j] * w_[j];
    }
    computeW();
    double largest = 0;
    for (int i = 0; i < n_; ++i)
      if (states_[i] == State::Free) largest = max(largest, abs(w_[i]));
    if (largest <= tolerance_) return true;
  }
  return false;
}

// Sweeps the free rows anew, the least dependent first; what then depends on others waits.
void MlcpSolver::rebuild() {
  table_.assign(problem_->a.begin(), problem_->a.end());
  const size_t next = size_t(n_) + 1;
  std::replace(states_.begin(), states_.end(), State::Free, State::Candidate);
  for (;;) {
    int best = -1;
    double bestShare = kDependent;
    for (int i = 0; i < n_; ++i) {
      if (states_[i] != State::Candidate) continue;
      const double share = table_[size_t(i) * next] / problem_->a[size_t(i) * next];
      if (share > bestShare) best = i, bestShare = share;
    }
    if (best < 0) break;
    enter(best);
  }
  std::replace(states_.begin(), states_.end(), State::Candidate, State::Waiting);
}

// Whether a row's condition holds at the present λ and w.
bool MlcpSolver::isMet(int i) const {
  const bool inside = lambda_[i] >= lower_[i] && lambda_[i] <= upper_[i];
  switch (states_[i]) {
    case State::Lower:
      return lower_[i] == upper_[i] || w_[i] >= -tolerance_;
    case State::Upper:
      return lower_[i] == upper_[i] || w_[i] <= tolerance_;
    case State::Free:
      return inside;
    case State::Dependent:
      return inside && abs(w_[i]) <= 1e3 * tolerance_;
    default:
      return false;
  }
}

// Rows whose condition no longer holds wait again, at their bounds.
bool MlcpSolver::expelViolators() {
  bool any = false;
  for (int i = 0; i < n_; ++i) {
    if (states_[i] == State::Waiting || states_[i] == State::Contradicting || isMet(i)) continue;
    any = true;
    lambda_[i] = clampTo(lambda_[i], lower_[i], upper_[i]);
    if (states_[i] == State::Free)
      release(i, State::Waiting);
    else
      states_[i] = State::Waiting;
  }
  return any;
}

// Brings every row to its condition from any λ; false if pivots run out.
bool MlcpSolver::settle() {
  constexpr int kPasses = 20;  // a second finds what rounding has hidden
  const int most = pivots_ + 20 * n_ + 100;
  for (int pass = 0; pass < kPasses; ++pass) {
    // Rows at a bound follow it.
    for (int i = 0; i < n_; ++i)
      if (states_[i] == State::Lower)
        lambda_[i] = lower_[i];
      else if (states_[i] == State::Upper)
        lambda_[i] = upper_[i];
      else if (states_[i] != State::Free)
        lambda_[i] = clampTo(lambda_[i], lower_[i], upper_[i]);
    do {
      if (!shiftFree()) {
        rebuild();
        shiftFree();
      }
    } while (expelViolators());
    bool waited = false;
    for (const int32_t d : order_)
      while (states_[d] == State::Waiting) {
        if (pivots_ > most) return false;
        waited = true;
        drive(d);
      }
    if (!waited) return true;
  }
  return false;
}

MlcpSolver::Step MlcpSolver::findStep(int d, double direction) const {
  Step best;
  const auto consider = [&](double size, double strength, int row, State becomes) {
    size = max(size, 0.0);
    if (size > best.size || (size == best.size && strength <= best.strength)) return;
    best = {size, strength, row, becomes};
  };
  const bool up = direction > 0;
  consider(up ? upper_[d] - lambda_[d] : lambda_[d] - lower_[d], kNoLimit, d,
           up ? State::Upper : State::Lower);
  const bool independent = isIndependent(d);
  if (independent) consider(abs(w_[d]) / column_[d], column_[d], d, State::Free);
  // A dependent row moves along a null vector of A: no w changes, and only λ that are more than
  // rounding.
  const size_t next = size_t(n_) + 1;
  const double rounding = kDependent * std::sqrt(problem_->a[size_t(d) * next]);
  for (int i = 0; i < n_; ++i) {
    if (i == d) continue;
    const double rate = column_[i] * direction;  // of w, and of −λ of a free row
    if (states_[i] == State::Free) {
      if (!independent && abs(rate) * std::sqrt(problem_->a[size_t(i) * next]) <= rounding)
        continue;
      if (rate > 0) consider((lambda_[i] - lower_[i]) / rate, rate, i, State::Lower);
      if (rate < 0) consider((upper_[i] - lambda_[i]) / -rate, -rate, i, State::Upper);
    } else if ((states_[i] == State::Lower && rate < 0) ||
               (states_[i] == State::Upper && rate > 0)) {
      if (independent && lower_[i] < upper_[i] && isIndependent(i))
        consider(abs(w_[i]) / abs(rate), abs(rate), i, State::Free);
    }
  }
  return best;
}

// Moves λ of a waiting row towards its condition, until that is met or another row reaches the end
// of its own.
void MlcpSolver::drive(int d) {
  if (lambda_[d] <= lower_[d] && (lower_[d] == upper_[d] || w_[d] >= -tolerance_)) {
    states_[d] = State::Lower;
    return;
  }
  if (lambda_[d] >= upper_[d] && w_[d] <= tolerance_) {
    states_[d] = State::Upper;
    return;
  }
  if (abs(w_[d]) <= tolerance_) {
    if (isIndependent(d))
      enter(d);
    else
      states_[d] = State::Dependent;
    return;
  }
  const double direction = w_[d] < 0 ? 1 : -1;
  gatherColumn(d);
  const Step step = findStep(d, direction);
  if (step.size == kNoLimit) {
    states_[d] = State::Contradicting;
    return;
  }
  for (int i = 0; i < n_; ++i) {
    const double change = column_[i] * direction * step.size;
    if (states_[i] == State::Free)
      lambda_[i] -= change;
    else
      w_[i] += change;
  }
  lambda_[d] += direction * step.size;
  if (step.becomes == State::Free) {
    w_[step.row] = 0;
    enter(step.row);
  } else {
    lambda_[step.row] = step.becomes == State::Lower ? lower_[step.row] : upper_[step.row];
    if (step.row == d)
      states_[d] = step.becomes;
    else
      w_[step.row] = 0, release(step.row, step.becomes);
  }
}

// The bounds that friction has at the present λ and w: of a cone, the box whose corner lies where
// λ − w / a points. Moves the bounds a share of the way; returns the largest difference relative to
// the largest bound.
double MlcpSolver::updateFriction(double share) {
  double difference = 0, largest = 0;
  const auto move = [&](int row, double bound) {
    difference = max(difference, abs(bound - upper_[row]));
    largest = max(largest, bound);
    upper_[row] += share * (bound - upper_[row]);
    lower_[row] = -upper_[row];
  };
  for (const MlcpFriction& f : problem_->friction) {
    const double bound = f.bound([&](int i) { return lambda_[i]; });
    if (f.second < 0) {
      move(f.row, bound);
      continue;
    }
    const double rate = frictionRate(f);
    const double t1 = lambda_[f.row] - rate * w_[f.row];
    const double t2 = lambda_[f.second] - rate * w_[f.second];
    const double size = std::sqrt(t1 * t1 + t2 * t2);
    move(f.row, size > 0 ? bound * abs(t1) / size : bound);
    move(f.second, size > 0 ? bound * abs(t2) / size : 0);
  }
  return largest > 0 ? difference / largest : 0;
}

double MlcpSolver::frictionRate(const MlcpFriction& f) const {
  const size_t next = size_t(n_) + 1;
  const double a = max(problem_->a[size_t(f.row) * next], problem_->a[size_t(f.second) * next]);
  return a > 0 ? 1 / a : 0;
}

// One projected Gauss-Seidel sweep, friction by its model.
void MlcpSolver::sweepProjected() {
  const size_t n = size_t(n_);
  for (size_t i = 0; i < n; ++i) {
    const double a = problem_->a[i * n + i];
    if (!(a > 0)) continue;
    double w = problem_->q[i];
    for (size_t j = 0; j < n; ++j) w += problem_->a[i * n + j] * lambda_[j];
    lambda_[i] = clampTo(lambda_[i] - w / a, lower_[i], upper_[i]);
  }
}

/// At the present λ.
[[gnu::cold]] void MlcpSolver::measure(MlcpResult& result) {
  const size_t next = size_t(n_) + 1;
  computeW();
  updateFriction(1);
  for (int i = 0; i < n_; ++i) {
    const double a = problem_->a[size_t(i) * next];
    const double wanted =
        a > 0 ? clampTo(lambda_[i] - w_[i] / a, lower_[i], upper_[i]) : lambda_[i];
    result.residual = max(result.residual, abs(lambda_[i] - wanted) * a);
    result.boundViolation =
        max(result.boundViolation, max(lower_[i] - lambda_[i], lambda_[i] - upper_[i]));
  }
  result.scale = tolerance_ / kRounding;
  result.solved = !result.contradicting && result.residual <= kSolvedResidual * result.scale;
}

MlcpResult MlcpSolver::solve(const MlcpProblem& problem) {
  constexpr int kSweeps = 200;
  prepare(problem);
  MlcpResult result;
  bool finished = settle(), still = problem.friction.empty();
  while (finished && !still && result.updates < problem.frictionUpdates) {
    // Halving damps bounds that swing to and fro.
    still = updateFriction(result.updates < 30 ? 1 : 0.5) <= problem.tolerance.friction;
    ++result.updates;
    std::replace(states_.begin(), states_.end(), State::Contradicting, State::Waiting);
    finished = settle();
  }
  if (!finished || !still)
    for (int k = 0; k < kSweeps; ++k) {
      updateFriction(1);
      sweepProjected();
      computeW();
    }
  for (int i = 0; i < n_; ++i) lambda_[i] = clampTo(lambda_[i], lower_[i], upper_[i]);
  result.pivots = pivots_;
  result.contradicting =
      std::find(states_.begin(), states_.end(), State::Contradicting) != states_.end();
  measure(result);
  return result;
}

}  // namespace holonom
