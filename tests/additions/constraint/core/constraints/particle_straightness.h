#pragma once
// Keeps three particles in a straight line at equal distances: C = |x₀ − 2 x₁ + x₂|.
#include "constraints/particle_constraint.h"

namespace holonom {

struct ParticleStraightness {
  static constexpr const char* name = "straightness";
  static constexpr int particleCount = 3;
  static constexpr int restCount = 1;  ///< not used
  static constexpr int firstMoved = 0;

  template <class T>
  static void evaluate(const Vec3T<T>* x, const T*, T& value, Vec3T<T>* gradient) {
    const Vec3T<T> d = x[0] - lanes<T>(2) * x[1] + x[2];
    value = length(d);
    const auto sound = value > lanes<T>(1e-9f);
    const T scale = select(sound, lanes<T>(1) / select(sound, value, lanes<T>(1)), lanes<T>(0));
    gradient[0] = scale * d;
    gradient[1] = lanes<T>(-2) * gradient[0];
    gradient[2] = gradient[0];
  }
};

}  // namespace holonom
