#pragma once
// The gyroscopic term of a free body, I ω̇ + ω × I ω = 0 in principal body axes, four ways.
// The midpoint rule keeps energy and |L| (both are quadratic), and with the Cayley rotation about
// the mean ω that `integrateRotation` makes, it keeps the direction of L too. [Austin,
// Krishnaprasad, Wang 1993; implicit step: Catto, "Numerical Methods", GDC 2015]
#include "base/fields.h"
#include "math/mat3.h"

namespace holonom {

enum class Gyroscopic { Off, Explicit, Implicit, Midpoint };
template <>
struct EnumNames<Gyroscopic> {
  static constexpr const char* names[] = {"off", "explicit", "implicit", "midpoint"};
};

/// How free motion advances.
enum class RigidIntegrator { SymplecticEuler, Rk4 };
template <>
struct EnumNames<RigidIntegrator> {
  static constexpr const char* names[] = {"symplectic-euler", "rk4"};
};

/// Solves A x = b for A given by columns; a singular A gives zero.
inline Vec3 solve(const Mat3& a, Vec3 b) {
  const Vec3 yz = cross(a.y, a.z);
  const float det = dot(a.x, yz), i = det != 0 ? 1 / det : 0;
  return {i * dot(b, yz), i * dot(a.x, cross(b, a.z)), i * dot(a.x, cross(a.y, b))};
}

/// ω after h of free motion, body axes [rad/s]; `inertia` are the principal moments.
inline Vec3 gyroscopicStep(Gyroscopic method, Vec3 inertia, Vec3 w0, float h) {
  // Only ratios of the moments matter; scaled, tiny bodies stay within floats.
  inertia = (1 / max(inertia.x, max(inertia.y, inertia.z))) * inertia;
  const auto times = [&](Vec3 w) {
    return Vec3{inertia.x * w.x, inertia.y * w.y, inertia.z * w.z};
  };
  const auto over = [&](Vec3 l) { return Vec3{l.x / inertia.x, l.y / inertia.y, l.z / inertia.z}; };
  if (method == Gyroscopic::Off) return w0;
  if (method == Gyroscopic::Explicit) return w0 - h * over(cross(w0, times(w0)));
  // Residual f(ω₁) = I (ω₁ − ω₀) + h ω* × I ω*, with ω* = ω₁ or the mean; Newton's method.
  const bool midpoint = method == Gyroscopic::Midpoint;
  const float share = midpoint ? 0.5f : 1.0f;
  const int iterations = midpoint ? 3 : 1;
  Vec3 w1 = w0;
  for (int k = 0; k < iterations; ++k) {
    const Vec3 w = w0 + share * (w1 - w0), l = times(w);
    const Vec3 f = times(w1 - w0) + h * cross(w, l);
    const float s = h * share;
    // Column j of I + s ([ω]ₓ I − [L]ₓ).
    const auto column = [&](Vec3 e, float i) {
      return i * e + s * (i * cross(w, e) - cross(l, e));
    };
    const Mat3 jacobian = {column({1, 0, 0}, inertia.x), column({0, 1, 0}, inertia.y),
                           column({0, 0, 1}, inertia.z)};
    w1 -= solve(jacobian, f);
  }
  return w1;
}

}  // namespace holonom
