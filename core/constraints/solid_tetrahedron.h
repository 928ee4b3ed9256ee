#pragma once
// Elastic tetrahedra. F is the deformation gradient, V the volume at rest, μ and λ are Lamé's
// moduli. Each energy is a sum of ½ C²/α, with one compliance α for all tetrahedra:
// - stable Neo-Hookean, V (½ μ (tr FᵀF − 3) + ½ λ' (det F − γ)² − ½ λ' (1 − γ)²), λ' = λ + μ,
//   γ = 1 + μ/λ': recovers from inversion. [Smith, de Goes and Kim 2018, "Stable Neo-Hookean Flesh
//   Simulation"; as constraints: Macklin and Müller 2021, "A Constraint-based Formulation of Stable
//   Neo-Hookean Materials"]
// - St. Venant–Kirchhoff, V (μ ‖E‖² + ½ λ (tr E)²) with Green's strain E = ½ (FᵀF − 1): linear in
//   that, and weak where pressed flat. [Müller, Chentanez, Kim and Macklin 2014, "Strain Based
//   Dynamics"]
#include "constraints/particle_constraint.h"

namespace holonom {

/// Of a tetrahedron: the rows of the inverse of its edges at rest, x₁ − x₀, x₂ − x₀ and x₃ − x₀ as
/// columns; and √V.
inline constexpr int kSolidRest = 10;

/// The columns of F.
template <class T>
void deformationOf(const Vec3T<T>* x, const T* rest, Vec3T<T>* f) {
  const Vec3T<T> a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0];
  for (int j = 0; j < 3; ++j) f[j] = rest[j] * a + rest[3 + j] * b + rest[6 + j] * c;
}

/// The gradients of a value from its derivatives by the columns of F.
template <class T>
void spreadDerivatives(const Vec3T<T>* p, const T* rest, Vec3T<T>* gradient) {
  for (int i = 0; i < 3; ++i)
    gradient[i + 1] = rest[3 * i] * p[0] + rest[3 * i + 1] * p[1] + rest[3 * i + 2] * p[2];
  gradient[0] = -(gradient[1] + gradient[2] + gradient[3]);
}

/// C = √V (det F − γ), α = 1/λ'.
struct HydrostaticTetrahedron {
  static constexpr const char* name = "hydrostatic";
  static constexpr int particleCount = 4;
  static constexpr int restCount = kSolidRest + 1;  ///< and γ
  static constexpr int firstMoved = 0;

  template <class T>
  static void evaluate(const Vec3T<T>* x, const T* rest, T& value, Vec3T<T>* gradient) {
    Vec3T<T> f[3];
    deformationOf(x, rest, f);
    Vec3T<T> p[3] = {cross(f[1], f[2]), cross(f[2], f[0]), cross(f[0], f[1])};
    value = rest[9] * (dot(f[0], p[0]) - rest[10]);
    for (auto& each : p) each = rest[9] * each;
    spreadDerivatives(p, rest, gradient);
  }
  static float restValue(const float* rest) { return rest[9] * (1 - rest[10]); }
};

/// C = √V √(tr FᵀF), α = 1/μ.
struct DeviatoricTetrahedron {
  static constexpr const char* name = "deviatoric";
  static constexpr int particleCount = 4;
  static constexpr int restCount = kSolidRest;
  static constexpr int firstMoved = 0;

  template <class T>
  static void evaluate(const Vec3T<T>* x, const T* rest, T& value, Vec3T<T>* gradient) {
    Vec3T<T> f[3];
    deformationOf(x, rest, f);
    const T size = sqrt(lengthSquared(f[0]) + lengthSquared(f[1]) + lengthSquared(f[2]));
    const auto sound = size > lanes<T>(1e-9f);  // a point has no direction
    const T scale = select(sound, rest[9] / select(sound, size, lanes<T>(1)), lanes<T>(0));
    value = rest[9] * size;
    for (auto& each : f) each = scale * each;
    spreadDerivatives(f, rest, gradient);
  }
  static float restValue(const float* rest) { return 1.7320508f * rest[9]; }
};

/// C = √(2 V) ‖E‖, α = 1/μ.
struct StrainTetrahedron {
  static constexpr const char* name = "strain";
  static constexpr int particleCount = 4;
  static constexpr int restCount = kSolidRest;
  static constexpr int firstMoved = 0;

  template <class T>
  static void evaluate(const Vec3T<T>* x, const T* rest, T& value, Vec3T<T>* gradient) {
    Vec3T<T> f[3];
    deformationOf(x, rest, f);
    const T half = lanes<T>(0.5f), one = lanes<T>(1);
    const T xx = half * (lengthSquared(f[0]) - one), yy = half * (lengthSquared(f[1]) - one),
            zz = half * (lengthSquared(f[2]) - one), xy = half * dot(f[0], f[1]),
            xz = half * dot(f[0], f[2]), yz = half * dot(f[1], f[2]);
    const T two = lanes<T>(2);
    const T size = sqrt(xx * xx + yy * yy + zz * zz + two * (xy * xy + xz * xz + yz * yz));
    const T root = lanes<T>(1.41421356f) * rest[9];
    const auto sound = size > lanes<T>(1e-9f);  // at rest it has no direction
    const T scale = select(sound, root / select(sound, size, one), lanes<T>(0));
    const Vec3T<T> p[3] = {scale * (xx * f[0] + xy * f[1] + xz * f[2]),
                           scale * (xy * f[0] + yy * f[1] + yz * f[2]),
                           scale * (xz * f[0] + yz * f[1] + zz * f[2])};
    value = root * size;
    spreadDerivatives(p, rest, gradient);
  }
};

/// C = √V tr E, α = 1/λ.
struct DilatationTetrahedron {
  static constexpr const char* name = "dilatation";
  static constexpr int particleCount = 4;
  static constexpr int restCount = kSolidRest;
  static constexpr int firstMoved = 0;

  template <class T>
  static void evaluate(const Vec3T<T>* x, const T* rest, T& value, Vec3T<T>* gradient) {
    Vec3T<T> f[3];
    deformationOf(x, rest, f);
    const T squares = lengthSquared(f[0]) + lengthSquared(f[1]) + lengthSquared(f[2]);
    value = lanes<T>(0.5f) * rest[9] * (squares - lanes<T>(3));
    for (auto& each : f) each = rest[9] * each;
    spreadDerivatives(f, rest, gradient);
  }
};

}  // namespace holonom
