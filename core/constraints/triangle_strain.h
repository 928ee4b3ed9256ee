#pragma once
// Strain of a woven triangle: how far it is stretched along its warp or weft, and how far these two
// lean. With w the image of a unit vector of the cloth at rest, C = √A (|w| − 1) and √A w_u·w_v, so
// that ½ C²/α is an energy of the area A. [Baraff and Witkin 1998, "Large Steps in Cloth
// Simulation", section 4]
#include "constraints/particle_constraint.h"

namespace holonom {

/// w = rest[0] (x₁ − x₀) + rest[1] (x₂ − x₀).
struct TriangleStretch {
  static constexpr const char* name = "stretch";
  static constexpr const char* batchNames[] = {"warp", "weft"};
  static constexpr int particleCount = 3;
  static constexpr int restCount = 3;  ///< the coefficients of w, and √A
  static constexpr int firstMoved = 0;

  template <class T>
  static void evaluate(const Vec3T<T>* x, const T* rest, T& value, Vec3T<T>* gradient) {
    const Vec3T<T> w = rest[0] * (x[1] - x[0]) + rest[1] * (x[2] - x[0]);
    const T l = length(w);
    const auto sound = l > lanes<T>(1e-9f);  // folded to nothing: no direction
    const Vec3T<T> direction =
        select(sound, rest[2] / select(sound, l, lanes<T>(1)), lanes<T>(0)) * w;
    value = rest[2] * (l - lanes<T>(1));
    gradient[1] = rest[0] * direction;
    gradient[2] = rest[1] * direction;
    gradient[0] = -(gradient[1] + gradient[2]);
  }
};

/// The same for u and v.
struct TriangleShear {
  static constexpr const char* name = "shear";
  static constexpr int particleCount = 3;
  static constexpr int restCount = 5;  ///< the coefficients of w_u, those of w_v, and √A
  static constexpr int firstMoved = 0;

  template <class T>
  static void evaluate(const Vec3T<T>* x, const T* rest, T& value, Vec3T<T>* gradient) {
    const Vec3T<T> a = x[1] - x[0], b = x[2] - x[0];
    const Vec3T<T> u = rest[0] * a + rest[1] * b, v = rest[2] * a + rest[3] * b;
    value = rest[4] * dot(u, v);
    gradient[1] = rest[4] * (rest[0] * v + rest[2] * u);
    gradient[2] = rest[4] * (rest[1] * v + rest[3] * u);
    gradient[0] = -(gradient[1] + gradient[2]);
  }
};

}  // namespace holonom
