#include "solvers/newton/block_lu.h"

#include <algorithm>

#include "math/simd.h"

namespace holonom {

namespace {

/// c −= a b for 6 × 6 blocks.
void subtractBlocks(double* c, const double* a, const double* b) {
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k < 6; ++k)
      for (int j = 0; j < 6; ++j) c[6 * i + j] -= a[6 * i + k] * b[6 * k + j];
}

/// In place, by Gauss-Jordan elimination with row pivoting.
void invertPivot(double* a) {
  int rows[6];
  for (int k = 0; k < 6; ++k) {
    int p = k;
    for (int i = k + 1; i < 6; ++i)
      if (abs(a[6 * i + k]) > abs(a[6 * p + k])) p = i;
    rows[k] = p;
    std::swap_ranges(a + 6 * k, a + 6 * k + 6, a + 6 * p);
    const double inverse = 1 / a[6 * k + k];
    a[6 * k + k] = 1;
    for (int j = 0; j < 6; ++j) a[6 * k + j] *= inverse;
    for (int i = 0; i < 6; ++i) {
      if (i == k) continue;
      const double f = a[6 * i + k];
      a[6 * i + k] = 0;
      for (int j = 0; j < 6; ++j) a[6 * i + j] -= f * a[6 * k + j];
    }
  }
  for (int k = 5; k >= 0; --k)
    for (int i = 0; i < 6; ++i) std::swap(a[6 * i + k], a[6 * i + rows[k]]);
}

}  // namespace

void BlockLu::start(int count) {
  count_ = count;
  used_ = 0;
  slots_.assign(size_t(count) * size_t(count), -1);
  for (int i = 0; i < count; ++i) couple(i, i);
}

void BlockLu::couple(int i, int j) {
  const size_t n = size_t(count_);
  if (slots_[size_t(i) * n + size_t(j)] >= 0) return;
  slots_[size_t(i) * n + size_t(j)] = used_++;
  if (i != j) slots_[size_t(j) * n + size_t(i)] = used_++;
}

bool BlockLu::order(int64_t most) {
  const auto coupled = [&](int i, int j) {
    return slots_[size_t(i) * size_t(count_) + size_t(j)] >= 0;
  };
  const auto countDegree = [&](int i) {
    degrees_[i] = 0;
    for (int j = 0; j < count_; ++j) degrees_[i] += degrees_[j] >= 0 && coupled(i, j);
  };
  degrees_.assign(size_t(count_), 0);
  for (int i = 0; i < count_; ++i) countDegree(i);
  order_.clear(), below_.clear(), starts_.assign(1, 0);
  for (int k = 0; k < count_; ++k) {
    int next = -1;
    for (int i = 0; i < count_; ++i)
      if (degrees_[i] >= 0 && (next < 0 || degrees_[i] < degrees_[next])) next = i;
    degrees_[next] = -1;
    order_.push_back(next);
    for (int i = 0; i < count_; ++i)
      if (degrees_[i] >= 0 && coupled(next, i)) below_.push_back(i);
    starts_.push_back(int32_t(below_.size()));
    const std::span<const int32_t> rows = below(k);
    most -= int64_t(rows.size()) * int64_t(rows.size() + 1);
    if (most < 0) return false;
    for (const int32_t i : rows)
      for (const int32_t j : rows) couple(i, j);
    for (const int32_t i : rows) countDegree(i);
  }
  return true;
}

void BlockLu::clear() { values_.assign(36 * size_t(used_), 0); }

void BlockLu::factor() {
  for (int k = 0; k < count_; ++k) {
    const int pivot = order_[k];
    double* const inverse = block(pivot, pivot);
    invertPivot(inverse);
    for (const int32_t i : below(k)) {
      double* const factor = block(i, pivot);
      double negative[36] = {};
      subtractBlocks(negative, factor, inverse);
      for (int c = 0; c < 36; ++c) factor[c] = -negative[c];
      for (const int32_t j : below(k)) subtractBlocks(block(i, j), factor, block(pivot, j));
    }
  }
}

void BlockLu::solve(std::span<double> x) {
  const auto subtract = [&](double* target, const double* a, const double* v) {
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) target[i] -= a[6 * i + j] * v[j];
  };
  for (int k = 0; k < count_; ++k)
    for (const int32_t i : below(k))
      subtract(&x[6 * size_t(i)], block(i, order_[k]), &x[6 * size_t(order_[k])]);
  for (int k = count_ - 1; k >= 0; --k) {
    const int pivot = order_[k];
    double* const own = &x[6 * size_t(pivot)];
    for (const int32_t j : below(k)) subtract(own, block(pivot, j), &x[6 * size_t(j)]);
    double negative[6] = {};
    subtract(negative, block(pivot, pivot), own);
    for (int c = 0; c < 6; ++c) own[c] = -negative[c];
  }
}

}  // namespace holonom
