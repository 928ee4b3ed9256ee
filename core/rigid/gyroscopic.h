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
enum class RigidIntegrator { SymplecticEuler, Rk4, ExplicitEuler };
template <>
struct EnumNames<RigidIntegrator> {
  static constexpr const char* names[] = {"symplectic-euler", "rk4", "explicit-euler"};
};

/// Solves A x = b for A given by columns; a singular A gives zero.
template <class T>
Vec3T<T> solve(const Mat3T<T>& a, Vec3T<T> b) {
  const Vec3T<T> yz = cross(a.y, a.z);
  const T det = dot(a.x, yz), i = select(det != lanes<T>(0), lanes<T>(1) / det, lanes<T>(0));
  return {i * dot(b, yz), i * dot(a.x, cross(b, a.z)), i * dot(a.x, cross(a.y, b))};
}

/// Mean of ω before and after h by the midpoint rule, I (m − ω₀) = −½ h m × I m, by Newton's
/// method. With a turn of half the mean a second, c = ½ h (I_j − I_k) / I_i, the Jacobian has a
/// unit diagonal. A lane stops by itself, whatever its neighbors need.
template <class T>
Vec3T<T> gyroscopicMean(Vec3T<T> inertia, Vec3T<T> w0, T h) {
  const T s = lanes<T>(0.5f) * h, one = lanes<T>(1);
  const T a = s * (inertia.y - inertia.z) / inertia.x;
  const T b = s * (inertia.z - inertia.x) / inertia.y;
  const T c = s * (inertia.x - inertia.y) / inertia.z;
  const T size2 = lengthSquared(w0);
  Vec3T<T> m = w0;
  auto open = lanes<T>(0) < one;
  for (int k = 0; k < 4; ++k) {
    const Vec3T<T> f{m.x - w0.x - a * m.y * m.z, m.y - w0.y - b * m.z * m.x,
                     m.z - w0.z - c * m.x * m.y};
    // By columns.
    const Mat3T<T> jacobian = {
        {one, -b * m.z, -c * m.y}, {-a * m.z, one, -c * m.x}, {-a * m.y, -b * m.x, one}};
    m = select(open, m - solve(jacobian, f), m);
    // Convergence is quadratic: what was this near is now exact to rounding.
    const auto near = lengthSquared(f) <= lanes<T>(1e-8f) * size2;
    open = open & (near == 0);
    if (!any(open)) return m;
  }
  // The rule keeps |ω| within bounds, and the energy; where Newton's method does not find it, what
  // it has is brought to that energy, or nothing changes.
  const T spread =
      max(inertia.x, max(inertia.y, inertia.z)) / min(inertia.x, min(inertia.y, inertia.z));
  const auto bounded = lengthSquared(m) <= lanes<T>(1.1f) * spread * size2;
  const Vec3T<T> after = lanes<T>(2) * m - w0;
  const T share = dot(w0, scaled(w0, inertia)) / dot(after, scaled(after, inertia));
  const auto usable = bounded & (share > lanes<T>(0)) & (share < lanes<T>(1e6f));
  const Vec3T<T> kept = lanes<T>(0.5f) * (w0 + sqrt(share) * after);
  return select(open, select(usable, kept, w0), m);
}

/// ω after h of free motion, body axes [rad/s]; `inertia` are the principal moments.
template <class T>
Vec3T<T> gyroscopicStep(Gyroscopic method, Vec3T<T> inertia, Vec3T<T> w0, T h) {
  if (method == Gyroscopic::Off) return w0;
  if (method == Gyroscopic::Midpoint)
    return w0 + lanes<T>(2) * (gyroscopicMean(inertia, w0, h) - w0);
  // Only ratios of the moments matter; scaled, tiny bodies stay within floats.
  inertia = (lanes<T>(1) / max(inertia.x, max(inertia.y, inertia.z))) * inertia;
  const Vec3T<T> l = scaled(w0, inertia);
  if (method == Gyroscopic::Explicit) {
    const Vec3T<T> torque = cross(w0, l);
    return w0 - h * Vec3T<T>{torque.x / inertia.x, torque.y / inertia.y, torque.z / inertia.z};
  }
  // One Newton step on I (ω₁ − ω₀) + h ω₁ × I ω₁ = 0 from ω₀.
  const T none = lanes<T>(0), one = lanes<T>(1);
  const auto column = [&](Vec3T<T> e, T i) { return i * e + h * (i * cross(w0, e) - cross(l, e)); };
  const Mat3T<T> jacobian = {column({one, none, none}, inertia.x),
                             column({none, one, none}, inertia.y),
                             column({none, none, one}, inertia.z)};
  return w0 - solve(jacobian, h * cross(w0, l));
}

}  // namespace holonom
