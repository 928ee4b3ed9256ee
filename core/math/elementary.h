#pragma once
// sin, cos, exp and the arc tangent in double precision by our own series: the same bits on every
// platform, where the libraries' differ in the last place.
#include <bit>
#include <cstdint>
#include <type_traits>

#include "math/trig.h"

namespace holonom {

struct SineCosine {
  double sine, cosine;
};

/// Also while compiling, where the instruction is not to be had.
constexpr double floorOf(double x) {
  if (!std::is_constant_evaluated()) return __builtin_floor(x);
  const auto whole = static_cast<double>(static_cast<int64_t>(x));
  return whole > x ? whole - 1 : whole;
}

/// Absolute error below 1e-15 for |x| < 1e5.
constexpr SineCosine sineCosine(double x) {
  // x = k π/2 + r with |r| ≤ π/4; π/2 in three parts whose products with k are exact.
  const double k = floorOf(x * 0.63661977236758134308 + 0.5);
  const double r = ((x - k * 1.57079632673412561417) - k * 6.07710050630396597660e-11) -
                   k * 2.02226624879595063154e-21;
  const double z = r * r;
  double s = 0, c = 0;
  for (int n = 19; n >= 3; n -= 2) s = (1 - s) * (z / (n * (n - 1)));
  for (int n = 20; n >= 2; n -= 2) c = (1 - c) * (z / (n * (n - 1)));
  s = r * (1 - s), c = 1 - c;
  switch (static_cast<int64_t>(k) & 3) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

/// Angle of (x, y) in (−π, π]; within 3 units in the last place. arcTangent2(0, 0) is 0, and of
/// what is not finite it is NaN.
inline double arcTangent2(double y, double x) {
  constexpr double pi = 3.14159265358979323846;
  if (y == 0) return x < 0 ? pi : 0;
  if (!std::isfinite(x) || !std::isfinite(y)) return __builtin_nan("");
  // Both to within a decade of one: squares and products below stay finite and exact.
  const int power = std::ilogb(max(abs(x), abs(y)));
  x = std::scalbn(x, -power), y = std::scalbn(y, -power);
  // The rest of the angle after a turn back by an estimate is so small that its tangent is it.
  const double estimate = arcTangent(y, x);
  const SineCosine t = sineCosine(estimate);
  return estimate + (y * t.cosine - x * t.sine) / (x * t.cosine + y * t.sine);
}

/// Relative error below 1e-15; 0 below −708 and infinite above 709.
inline double exponential(double x) {
  if (x < -708) return 0;
  if (x > 709) return __builtin_inf();
  const double k = __builtin_floor(x * 1.44269504088896340736 + 0.5);
  const double r = (x - k * 6.93147180369123816490e-01) - k * 1.90821492927058770002e-10;
  double e = 1;
  for (int n = 16; n >= 1; --n) e = 1 + e * r / n;
  const auto power =
      std::bit_cast<double>(static_cast<uint64_t>(static_cast<int64_t>(k) + 1023) << 52);
  return e * power;
}

}  // namespace holonom
