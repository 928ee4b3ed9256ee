#pragma once
// Sews two particles together, along one axis; a seam has one along each of x, y and z, which pull
// along the gap together. C = e·(x₁ − x₀), ∇₁C = e = −∇₀C: linear, so that it has a direction where
// the gap is closed.
#include "constraints/particle_constraint.h"

namespace holonom {

struct ParticleSeam {
  static constexpr const char* name = "seam";
  static constexpr bool isManyBatches = true;  ///< of each seam: along x, along y, along z
  static constexpr int particleCount = 2;
  static constexpr int restCount = 3;  ///< e
  static constexpr int firstMoved = 0;

  template <class T>
  static void evaluate(const Vec3T<T>* x, const T* rest, T& value, Vec3T<T>* gradient) {
    gradient[1] = {rest[0], rest[1], rest[2]};
    gradient[0] = -gradient[1];
    value = dot(gradient[1], x[1] - x[0]);
  }
};

}  // namespace holonom
