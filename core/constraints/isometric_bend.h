#pragma once
// Bending of a cloth whose triangles keep their shape, with triangles (x₀ x₁ x₂) and (x₀ x₃ x₁)
// that are flat at rest: C = √(3/(A₀ + A₁)) |Σ Kᵢ xᵢ|, K the sums of cotangents of the rest shape.
// ½ C² is the energy ½ Σ Qᵢⱼ xᵢ·xⱼ, Q = 3/(A₀ + A₁) KᵀK, and the gradient's size never changes.
// [Bergou, Wardetzky, Harmon, Zorin, Grinspun 2006, "A Quadratic Bending Model"]
#include "constraints/particle_constraint.h"

namespace holonom {

struct IsometricBend {
  static constexpr const char* name = "isometricBend";
  static constexpr int particleCount = 4;
  static constexpr int restCount = 3;  ///< √(3/(A₀ + A₁)) Kᵢ of x₁, x₂ and x₃; all four sum to zero
  static constexpr int firstMoved = 0;

  /// Of a stencil whose triangles have areas.
  template <class T>
  static void restOf(const Vec3T<T>* x, T* rest) {
    // Cotangents at x₀ and x₁ in each triangle, and its area.
    T at0[2], at1[2], area = lanes<T>(0);
    const Vec3T<T> e = x[1] - x[0];
    for (int k = 0; k < 2; ++k) {
      const Vec3T<T> wing = x[2 + k] - x[0];
      const T twice = length(cross(e, wing));
      at0[k] = dot(e, wing) / twice;
      at1[k] = dot(-e, wing - e) / twice;
      area += lanes<T>(0.5f) * twice;
    }
    const T scale = sqrt(lanes<T>(3) / area);
    rest[0] = scale * (at0[0] + at0[1]);
    rest[1] = -scale * (at0[0] + at1[0]);
    rest[2] = -scale * (at0[1] + at1[1]);
  }

  template <class T>
  static void evaluate(const Vec3T<T>* x, const T* rest, T& value, Vec3T<T>* gradient) {
    // About x₀, so that sums far from the origin keep their digits.
    const Vec3T<T> sum =
        rest[0] * (x[1] - x[0]) + rest[1] * (x[2] - x[0]) + rest[2] * (x[3] - x[0]);
    value = length(sum);
    const auto bent = value > lanes<T>(1e-9f);  // flat: nothing to correct, and no direction
    const Vec3T<T> direction =
        select(bent, lanes<T>(1) / select(bent, value, lanes<T>(1)), lanes<T>(0)) * sum;
    for (int j = 1; j < 4; ++j) gradient[j] = rest[j - 1] * direction;
    gradient[0] = -(gradient[1] + gradient[2] + gradient[3]);
  }
};

}  // namespace holonom
