#pragma once
// Keeps two particles at a distance. C = |x₁ − x₀| − d, ∇₁C = (x₁ − x₀)/|x₁ − x₀| = −∇₀C.
// [Müller et al. 2007, eq. 7–8; compliance: Macklin et al. 2016]
#include "constraints/particle_constraint.h"

namespace holonom {

struct ParticleDistance {
  static constexpr const char* name = "distance";
  static constexpr int particleCount = 2;
  static constexpr int restCount = 1;  ///< d
  static constexpr int firstMoved = 0;

  template <class T>
  static void restOf(const Vec3T<T>* x, T* rest) {
    rest[0] = length(x[1] - x[0]);
  }

  template <class T>
  static void evaluate(const Vec3T<T>* x, const T* rest, T& value, Vec3T<T>* gradient) {
    const Vec3T<T> d = x[1] - x[0];
    const T l = length(d);
    const auto apart = l > lanes<T>(1e-9f);  // coincident: no direction, no gradient
    const T inverse = select(apart, lanes<T>(1) / select(apart, l, lanes<T>(1)), lanes<T>(0));
    value = l - rest[0];
    gradient[1] = inverse * d;
    gradient[0] = -gradient[1];
  }
};

}  // namespace holonom
