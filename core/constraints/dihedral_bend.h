#pragma once
// Keeps the angle between two triangles (x₀ x₁ x₂) and (x₀ x₃ x₁) that share the edge x₀x₁.
// The signed angle φ = atan2((n₁ × n₂)·e, n₁·n₂) has no singularity at flat or folded stencils,
// unlike the acos form. Gradients after Bridson, Marino, Fedkiw 2003 and Grinspun et al. 2003.
#include "constraints/particle_constraint.h"
#include "math/trig.h"

namespace holonom {

struct DihedralBend {
  static constexpr const char* name = "bend";
  static constexpr int particleCount = 4;
  static constexpr int restCount = 1;  ///< φ
  static constexpr int firstMoved = 0;
  static constexpr float largestChange = 0.5f;  ///< of φ in one projection [rad]

  template <class T>
  static void restOf(const Vec3T<T>* x, T* rest) {
    const T flat = lanes<T>(0);
    Vec3T<T> gradient[4];
    evaluate(x, &flat, rest[0], gradient);
  }

  /// φ in (−π, π]; 0 is flat, positive when the wings fold away from the side their normals face.
  template <class T>
  static void evaluate(const Vec3T<T>* x, const T* rest, T& value, Vec3T<T>* gradient) {
    const T one = lanes<T>(1), zero = lanes<T>(0);
    const Vec3T<T> e = x[1] - x[0];
    const Vec3T<T> a = x[2] - x[0], b = x[3] - x[0];
    const Vec3T<T> n1 = cross(e, a), n2 = cross(b, e);
    const T e2 = dot(e, e), n12 = dot(n1, n1), n22 = dot(n2, n2);
    // A stencil without area has no angle: no value and no gradient.
    const T tiny = lanes<T>(1e-19f);
    const auto sound = min(e2, min(n12, n22)) > tiny;
    const T el = sqrt(e2);
    // n₁ × n₂ = −(n₁·b) e, because n₁ is perpendicular to e.
    T angle = arcTangent(-el * dot(n1, b), dot(n1, n2)) - rest[0];
    // The shorter way round, so that a fold past ±π does not jump.
    const T pi = lanes<T>(kPi), turn = lanes<T>(2 * kPi);
    angle = select(abs(angle) > pi, angle - select(angle > zero, turn, -turn), angle);
    value = select(sound, angle, zero);

    // One division for both: 1/n₁² = n₂²/(n₁² n₂²).
    const T i12 = select(sound, one, zero) / max(n12 * n22, tiny * tiny);
    const T i1 = i12 * n22, i2 = i12 * n12, ie2 = one / max(e2, tiny);
    const Vec3T<T> g2 = (-(el * i1)) * n1, g3 = (-(el * i2)) * n2;
    const T s2 = dot(a, e) * ie2, s3 = dot(b, e) * ie2;
    gradient[2] = g2;
    gradient[3] = g3;
    gradient[1] = (-s2) * g2 - s3 * g3;
    gradient[0] = -(gradient[1] + g2 + g3);
  }
};

}  // namespace holonom
