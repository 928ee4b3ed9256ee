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
  // Minimax polynomial of atan on [0, 1], odd, degree 15.
  const T z = t * t;
  T p = lanes<T>(-4.05456745e-3f) * z + lanes<T>(2.186295871e-2f);
  p = p * z - lanes<T>(5.591232793e-2f);
  p = p * z + lanes<T>(9.642197409e-2f);
  p = p * z - lanes<T>(1.390862958e-1f);
  p = p * z + lanes<T>(1.994656566e-1f);
  p = p * z - lanes<T>(3.332986078e-1f);
  p = p * z + lanes<T>(9.999993356e-1f);
  T a = p * t;
  a = select(ay > ax, lanes<T>(kPi / 2) - a, a);
  a = select(x < lanes<T>(0), lanes<T>(kPi) - a, a);
  return select(y < lanes<T>(0), -a, a);
}

}  // namespace holonom
