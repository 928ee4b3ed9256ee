#pragma once
// The exact motion of two masses on a damped spring, in closed form.
#include <vector>

#include "math/vec3.h"

namespace holonom {

struct SpringNetwork;

/// The exact motion over a time h, δ̈ = −(κ/M) δ − (c/M) δ̇, for every damping ratio: linear in the
/// extension δ = l − l₀ [m] and its rate δ̇ [m/s].
struct Oscillation {
  double fromExtension[2], fromRate[2];  ///< of δ(h), of δ̇(h)

  double extension(double d, double rate) const {
    return fromExtension[0] * d + fromRate[0] * rate;
  }
  double rate(double d, double rate) const { return fromExtension[1] * d + fromRate[1] * rate; }
};
Oscillation oscillationOver(double h, double stiffness, double damping, double reducedMass);

/// Fills `impulses`, one of the network's own lists, with h m g and, for each spring, the impulse
/// that its exact motion over h exerts on its two ends, times `share`; damping across the spring is
/// implicit [N s].
double harmonicImpulses(SpringNetwork& network, Vec3d gravity, double share, double h,
                        std::vector<Vec3d>& impulses);

}  // namespace holonom
