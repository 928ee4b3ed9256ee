#include "solvers/soft_basis.h"

#include <cmath>

#include "solvers/block_kernels.h"

namespace holonom {

namespace {

void subtract(Row& r, float factor, const Row& other) {
  r.linearA -= factor * other.linearA, r.angularA -= factor * other.angularA;
  r.linearB -= factor * other.linearB, r.angularB -= factor * other.angularB;
  r.error -= factor * other.error, r.velocity -= factor * other.velocity;
}

void scale(Row& r, float factor) {
  r.linearA = factor * r.linearA, r.angularA = factor * r.angularA;
  r.linearB = factor * r.linearB, r.angularB = factor * r.angularB;
  r.error *= factor, r.velocity *= factor;
}

}  // namespace

SoftBasis::SoftBasis(std::span<const SolverRow> equations, const Bodies& bodies) : known_(true) {
  const int n = int(equations.size());
  double l[6][6] = {};
  for (int k = 0; k < n; ++k) {
    const Row moved = movedBy(equations[size_t(k)], bodies);
    for (int i = k; i < n; ++i) {
      double sum = alongRow(equations[size_t(i)].row, moved);
      const double own = sum;
      for (int m = 0; m < k; ++m) sum -= l[i][m] * l[k][m];
      if (i == k)
        l[k][k] = sum > kSmallPivot * own ? std::sqrt(sum) : 0;
      else
        l[i][k] = l[k][k] > 0 ? sum / l[k][k] : 0;
    }
  }
  for (int i = 0; i < n; ++i)
    for (int k = 0; k <= i; ++k) lower_[i][k] = float(l[i][k]);
}

void SoftBasis::changeRows(std::span<SolverRow> equations) const {
  for (size_t i = 0; i < equations.size(); ++i) {
    Row& r = equations[i].row;
    for (size_t m = 0; m < i; ++m) subtract(r, lower_[i][m], equations[m].row);
    scale(r, lower_[i][i] > 0 ? 1 / lower_[i][i] : 0);
  }
}

void SoftBasis::changeErrors(std::span<float> errors) const {
  for (size_t i = 0; i < errors.size(); ++i) {
    for (size_t m = 0; m < i; ++m) errors[i] -= lower_[i][m] * errors[m];
    errors[i] = lower_[i][i] > 0 ? errors[i] / lower_[i][i] : 0;
  }
}

void SoftBasis::restoreErrors(std::span<float> errors) const {
  for (size_t i = errors.size(); i-- > 0;) {
    errors[i] *= lower_[i][i];
    for (size_t m = 0; m < i; ++m) errors[i] += lower_[i][m] * errors[m];
  }
}

void SoftBasis::changeImpulses(std::span<SolverRow> equations) const {
  for (size_t k = 0; k < equations.size(); ++k) {
    float sum = 0;
    for (size_t i = k; i < equations.size(); ++i) sum += lower_[i][k] * equations[i].impulse;
    equations[k].impulse = sum;
  }
}

void SoftBasis::restoreImpulses(std::span<SolverRow> equations) const {
  for (size_t k = equations.size(); k-- > 0;) {
    float& impulse = equations[k].impulse;
    for (size_t i = k + 1; i < equations.size(); ++i)
      impulse -= lower_[i][k] * equations[i].impulse;
    impulse = lower_[k][k] > 0 ? impulse / lower_[k][k] : 0;
  }
}

}  // namespace holonom
