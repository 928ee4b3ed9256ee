#pragma once
// Keeps the area of a triangle. C = ½ |n| − A₀ with n = (x₁ − x₀) × (x₂ − x₀),
// ∇₁C = ½ (x₂ − x₀) × n/|n|, ∇₂C = ½ n/|n| × (x₁ − x₀). [Müller et al. 2007]
#include "constraints/particle_constraint.h"

namespace holonom {

struct TriangleArea {
  static constexpr const char* name = "area";
  static constexpr int particleCount = 3;
  static constexpr int restCount = 1;  ///< A₀
  static constexpr int firstMoved = 0;

  template <class T>
  static void restOf(const Vec3T<T>* x, T* rest) {
    rest[0] = lanes<T>(0.5f) * length(cross(x[1] - x[0], x[2] - x[0]));
  }

  template <class T>
  static void evaluate(const Vec3T<T>* x, const T* rest, T& value, Vec3T<T>* gradient) {
    const Vec3T<T> a = x[1] - x[0], b = x[2] - x[0], n = cross(a, b);
    const T half = lanes<T>(0.5f), size = length(n);
    const auto sound = size > lanes<T>(1e-18f);  // a line: no plane to grow in
    value = half * size - rest[0];
    const Vec3T<T> unit = select(sound, half / select(sound, size, half), lanes<T>(0)) * n;
    gradient[1] = cross(b, unit);
    gradient[2] = cross(unit, a);
    gradient[0] = -(gradient[1] + gradient[2]);
  }
};

}  // namespace holonom
