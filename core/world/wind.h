#pragma once
// The air that blows on cloth and nets: a mean velocity, and gusts that it carries along, so that
// what blows at a place was upwind before [Taylor 1938, "The Spectrum of Turbulence"].
#include <cmath>

#include "math/elementary.h"
#include "math/vec3.h"

namespace holonom {

struct Wind {
  Vec3 mean;         ///< [m/s]
  float gusts = 0;   ///< how far the speed varies, as a share of the mean
  float period = 1;  ///< of the slowest gusts [s]
  double time = 0;   ///< [s]

  Vec3 at(Vec3 x) const {
    const float speed2 = lengthSquared(mean);
    if (gusts == 0 || !(speed2 > 0)) return mean;
    const double turns = (time - double(dot(mean, x)) / double(speed2)) / double(period);
    const auto wave = [](double at) {
      return sineCosine(6.283185307179586 * (at - std::floor(at))).sine;
    };
    // Three waves whose lengths have no common measure; at most 1 together.
    const double gust =
        0.5 * wave(turns) + 0.3 * wave(2.236 * turns + 0.31) + 0.2 * wave(4.583 * turns + 0.73);
    return (1 + gusts * float(gust)) * mean;
  }
  Vec3x4 at(Vec3x4 x) const {
    Vec3x4 u = broadcast<f32x4>(mean);
    for (int k = 0; k < 4 && gusts != 0; ++k) setLane(u, k, at(lane(x, k)));
    return u;
  }
};

}  // namespace holonom
