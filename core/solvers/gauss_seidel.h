#pragma once
// The textbook iteration for A x + q = 0, kept for teaching and as a yardstick.
#include <cstddef>
#include <span>

#include "math/simd.h"

namespace holonom {

/// One sweep of xᵢ ← −(qᵢ + Σ_{j≠i} aᵢⱼ xⱼ) / aᵢᵢ over the n × n matrix `a`, given by rows; rows
/// without a diagonal are left alone. Converges for symmetric positive definite A. Returns the
/// largest |A x + q| that remains.
inline double gaussSeidelSweep(std::span<const double> a, std::span<const double> q,
                               std::span<double> x) {
  const size_t n = q.size();
  const auto residual = [&](size_t i) {
    double sum = q[i];
    for (size_t j = 0; j < n; ++j) sum += a[i * n + j] * x[j];
    return sum;
  };
  for (size_t i = 0; i < n; ++i)
    if (a[i * n + i] > 0) x[i] -= residual(i) / a[i * n + i];
  double largest = 0;
  for (size_t i = 0; i < n; ++i) largest = max(largest, abs(residual(i)));
  return largest;
}

}  // namespace holonom
