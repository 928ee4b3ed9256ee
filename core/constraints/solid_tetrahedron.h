#pragma once
// Elastic tetrahedra. F is the deformation gradient, V the volume at rest, μ and λ are Lamé's
// moduli, E = ½ (FᵀF − 1) is Green's strain. An energy is a sum of ½ C²/α over two kinds of
// constraints, each with one compliance α for all tetrahedra and C = 0 at rest:
// - stable Neo-Hookean, V (½ μ Q + ½ λ (J − 1)²) with J = det F and
//   Q = tr FᵀF − 3 − 2 (J − 1) + (J − 1)²: recovers from inversion, though not from a collapse into
//   a point. [Smith, de Goes and Kim 2018, "Stable Neo-Hookean Flesh Simulation", equation 13, with
//   its terms in J taken together so that neither part is under stress at rest, unlike in Macklin
//   and Müller 2021]
// - St. Venant–Kirchhoff, V (μ ‖E‖² + ½ λ (tr E)²): stress linear in strain, and weak where pressed
//   flat. [Müller, Chentanez, Kim and Macklin 2014, "Strain Based Dynamics"]
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

/// E, from the columns of F.
template <class T>
struct GreenStrain {
  T xx, yy, zz, xy, xz, yz;

  explicit GreenStrain(const Vec3T<T>* f) {
    const T half = lanes<T>(0.5f), one = lanes<T>(1);
    xx = half * (lengthSquared(f[0]) - one);
    yy = half * (lengthSquared(f[1]) - one);
    zz = half * (lengthSquared(f[2]) - one);
    xy = half * dot(f[0], f[1]), xz = half * dot(f[0], f[2]), yz = half * dot(f[1], f[2]);
  }
  T trace() const { return xx + yy + zz; }
  /// tr E² = ‖E‖².
  T squares() const {
    return xx * xx + yy * yy + zz * zz + lanes<T>(2) * (xy * xy + xz * xz + yz * yz);
  }
  T determinant() const {
    return xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  }
};

/// The gradients of a value from its derivatives by the columns of F.
template <class T>
void spreadDerivatives(const Vec3T<T>* p, const T* rest, Vec3T<T>* gradient) {
  for (int i = 0; i < 3; ++i)
    gradient[i + 1] = rest[3 * i] * p[0] + rest[3 * i + 1] * p[1] + rest[3 * i + 2] * p[2];
  gradient[0] = -(gradient[1] + gradient[2] + gradient[3]);
}

struct SolidConstraint {
  static constexpr int particleCount = 4;
  static constexpr int restCount = kSolidRest;
  static constexpr int firstMoved = 0;
};

/// C = √V (J − 1), α = 1/λ.
struct HydrostaticTetrahedron : SolidConstraint {
  static constexpr const char* name = "hydrostatic";

  template <class T>
  static void evaluate(const Vec3T<T>* x, const T* rest, T& value, Vec3T<T>* gradient) {
    Vec3T<T> f[3];
    deformationOf(x, rest, f);
    Vec3T<T> p[3] = {cross(f[1], f[2]), cross(f[2], f[0]), cross(f[0], f[1])};
    value = rest[9] * (dot(f[0], p[0]) - lanes<T>(1));
    for (auto& each : p) each = rest[9] * each;
    spreadDerivatives(p, rest, gradient);
  }
};

/// C = √V √Q, α = 1/μ.
struct DeviatoricTetrahedron : SolidConstraint {
  static constexpr const char* name = "deviatoric";

  template <class T>
  static void evaluate(const Vec3T<T>* x, const T* rest, T& value, Vec3T<T>* gradient) {
    Vec3T<T> f[3];
    deformationOf(x, rest, f);
    const GreenStrain<T> e(f);
    const Vec3T<T> sides[3] = {cross(f[1], f[2]), cross(f[2], f[0]), cross(f[0], f[1])};
    const T one = lanes<T>(1), two = lanes<T>(2), four = lanes<T>(4);
    const T j = dot(f[0], sides[0]), trace = e.trace(), squares = e.squares();
    // In small numbers: the terms of Q as it stands cancel. J² − 1 = 2 I₁ + 4 I₂ + 8 I₃ of E.
    const T second = lanes<T>(0.5f) * (trace * trace - squares), third = e.determinant();
    const T grown = two * trace + four * second + lanes<T>(8) * third;
    const auto upright = j > lanes<T>(0);
    const T change = select(upright, grown / select(upright, j + one, one), j - one);
    const T q = two * change * change - four * second - lanes<T>(8) * third;
    const auto sound = q > lanes<T>(1e-14f);  // at rest it has no direction
    const T size = sqrt(select(sound, q, lanes<T>(0)));
    const T scale = select(sound, rest[9] / select(sound, size, one), lanes<T>(0));
    Vec3T<T> p[3];
    for (int k = 0; k < 3; ++k) p[k] = scale * ((f[k] - sides[k]) + change * sides[k]);
    value = rest[9] * size;
    spreadDerivatives(p, rest, gradient);
  }
};

/// C = √(2 V) ‖E‖, α = 1/μ.
struct StrainTetrahedron : SolidConstraint {
  static constexpr const char* name = "strain";

  template <class T>
  static void evaluate(const Vec3T<T>* x, const T* rest, T& value, Vec3T<T>* gradient) {
    Vec3T<T> f[3];
    deformationOf(x, rest, f);
    const GreenStrain<T> e(f);
    const T size = sqrt(e.squares()), one = lanes<T>(1);
    const T root = lanes<T>(1.41421356f) * rest[9];
    const auto sound = size > lanes<T>(1e-9f);  // at rest it has no direction
    const T scale = select(sound, root / select(sound, size, one), lanes<T>(0));
    const Vec3T<T> p[3] = {scale * (e.xx * f[0] + e.xy * f[1] + e.xz * f[2]),
                           scale * (e.xy * f[0] + e.yy * f[1] + e.yz * f[2]),
                           scale * (e.xz * f[0] + e.yz * f[1] + e.zz * f[2])};
    value = root * size;
    spreadDerivatives(p, rest, gradient);
  }
};

/// C = √V tr E, α = 1/λ.
struct DilatationTetrahedron : SolidConstraint {
  static constexpr const char* name = "dilatation";

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
