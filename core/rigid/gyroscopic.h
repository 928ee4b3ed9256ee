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
template <class T>
Vec3T<T> solve(const Mat3T<T>& a, Vec3T<T> b) {
  const Vec3T<T> yz = cross(a.y, a.z);
  const T det = dot(a.x, yz), i = det != 0 ? 1 / det : 0;
  return {i * dot(b, yz), i * dot(a.x, cross(b, a.z)), i * dot(a.x, cross(a.y, b))};
}

/// Mean of ω before and after h by the midpoint rule, I (m − ω₀) = −½ h m × I m, by Newton's
/// method. With a turn of half the mean a second, c = ½ h (I_j − I_k) / I_i, the Jacobian has a
/// unit diagonal.
inline Vec3 gyroscopicMean(Vec3 inertia, Vec3 w0, float h) {
  const float s = 0.5f * h;
  const float a = s * (inertia.y - inertia.z) / inertia.x;
  const float b = s * (inertia.z - inertia.x) / inertia.y;
  const float c = s * (inertia.x - inertia.y) / inertia.z;
  Vec3 m = w0;
  for (int k = 0; k < 4; ++k) {
    const Vec3 f{m.x - w0.x - a * m.y * m.z, m.y - w0.y - b * m.z * m.x,
                 m.z - w0.z - c * m.x * m.y};
    // By columns.
    const Mat3 jacobian = {
        {1, -b * m.z, -c * m.y}, {-a * m.z, 1, -c * m.x}, {-a * m.y, -b * m.x, 1}};
    m -= solve(jacobian, f);
    // Convergence is quadratic: what was this near is now exact to rounding.
    if (lengthSquared(f) <= 1e-8f * lengthSquared(w0)) return m;
  }
  // The rule keeps |ω| within bounds; where Newton's method does not find it, nothing changes.
  const float spread =
      max(inertia.x, max(inertia.y, inertia.z)) / min(inertia.x, min(inertia.y, inertia.z));
  return lengthSquared(m) <= 1.1f * spread * lengthSquared(w0) ? m : w0;
}

/// ω after h of free motion, body axes [rad/s]; `inertia` are the principal moments.
inline Vec3 gyroscopicStep(Gyroscopic method, Vec3 inertia, Vec3 w0, float h) {
  if (method == Gyroscopic::Off) return w0;
  if (method == Gyroscopic::Midpoint) return w0 + 2.0f * (gyroscopicMean(inertia, w0, h) - w0);
  // Only ratios of the moments matter; scaled, tiny bodies stay within floats.
  inertia = (1 / max(inertia.x, max(inertia.y, inertia.z))) * inertia;
  const auto times = [&](Vec3 w) {
    return Vec3{inertia.x * w.x, inertia.y * w.y, inertia.z * w.z};
  };
  const auto over = [&](Vec3 l) { return Vec3{l.x / inertia.x, l.y / inertia.y, l.z / inertia.z}; };
  if (method == Gyroscopic::Explicit) return w0 - h * over(cross(w0, times(w0)));
  // One Newton step on I (ω₁ − ω₀) + h ω₁ × I ω₁ = 0 from ω₀.
  const Vec3 l = times(w0);
  const auto column = [&](Vec3 e, float i) { return i * e + h * (i * cross(w0, e) - cross(l, e)); };
  const Mat3 jacobian = {column({1, 0, 0}, inertia.x), column({0, 1, 0}, inertia.y),
                         column({0, 0, 1}, inertia.z)};
  return w0 - solve(jacobian, h * cross(w0, l));
}

}  // namespace holonom
