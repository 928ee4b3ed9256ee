#pragma once
// atan2 of our own for any lane type: the same bits on every platform, and four lanes at a time.
#include "math/simd.h"

namespace holonom {

inline constexpr float kPi = 3.14159265358979f;

/// Angle of (x, y) in (−π, π]; absolute error below 3e-7 rad. atan2(0, 0) is 0.
template <class T>
T arcTangent(T y, T x) {
  const T ax = abs(x), ay = abs(y);
  const T hi = max(ax, ay), lo = min(ax, ay);
  const T t = lo / select(hi > lanes<T>(0), hi, lanes<T>(1));  // in [0, 1]
  // Beyond tan(π/8): atan t = π/4 + atan((t − 1)/(t + 1)).
  const auto big = t > lanes<T>(0.41421356f);
  const T u = select(big, (t - lanes<T>(1)) / (t + lanes<T>(1)), t);
  const T z = u * u;
  // Minimax polynomial of atan on [−tan π/8, tan π/8].
  T p = lanes<T>(8.05374449538e-2f) * z - lanes<T>(1.38776856032e-1f);
  p = p * z + lanes<T>(1.99777106478e-1f);
  p = p * z - lanes<T>(3.33329491539e-1f);
  T a = p * z * u + u;
  a = select(big, a + lanes<T>(kPi / 4), a);
  a = select(ay > ax, lanes<T>(kPi / 2) - a, a);
  a = select(x < lanes<T>(0), lanes<T>(kPi) - a, a);
  return select(y < lanes<T>(0), -a, a);
}

}  // namespace holonom
