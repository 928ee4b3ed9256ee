#pragma once
// Keeps the volume in a closed surface of triangles, counter-clockwise from outside.
// V = ⅙ Σ (a × b)·c, ∂V/∂a = ⅙ Σ b × c. [Müller et al. 2007, section 4.4] With λ/h² it has the
// pressure inside.
#include "constraints/wide_constraint.h"

namespace holonom {

struct SurfaceVolume {
  static constexpr const char* name = "volume";

  /// The parts are corners of triangles, three each.
  static double measure(std::span<const Vec3d> x, std::span<const int32_t> corners,
                        std::span<Vec3d> gradients) {
    double sum = 0;
    // From a place on it, so that little cancels.
    for (size_t t = 0; t < corners.size(); t += 3) {
      const size_t i = size_t(corners[t]), j = size_t(corners[t + 1]), k = size_t(corners[t + 2]);
      const Vec3d a = x[i] - x[0], b = x[j] - x[0], c = x[k] - x[0];
      const Vec3d bc = cross(b, c);
      sum += dot(a, bc);
      gradients[i] += 1.0 / 6 * bc;
      gradients[j] += 1.0 / 6 * cross(c, a);
      gradients[k] += 1.0 / 6 * cross(a, b);
    }
    return sum / 6;
  }
};

}  // namespace holonom
