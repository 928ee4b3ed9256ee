#pragma once
// Long-range attachment: keeps a particle within reach of a fixed one, as if an inextensible string
// ran between them through the cloth. C = max(|x₁ − x₀| − d, 0).
// [Kim, Chentanez, Müller 2012, "Long Range Attachments"]
#include "constraints/particle_distance.h"

namespace holonom {

struct ParticleTether {
  static constexpr const char* name = "tether";
  static constexpr int particleCount = 2;
  static constexpr int restCount = 1;   ///< d
  static constexpr int firstMoved = 1;  ///< the pin stays where it is

  template <class T>
  static void evaluate(const Vec3T<T>* x, const T* rest, T& value, Vec3T<T>* gradient) {
    ParticleDistance::evaluate(x, rest, value, gradient);
    const auto taut = value > lanes<T>(0);
    const T on = select(taut, lanes<T>(1), lanes<T>(0));
    value = select(taut, value, lanes<T>(0));
    gradient[0] = on * gradient[0];
    gradient[1] = on * gradient[1];
  }
};

}  // namespace holonom
