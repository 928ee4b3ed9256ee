#pragma once
// The exact motion of two masses on a damped spring, in closed form.
#include <vector>

#include "math/vec3.h"
namespace holonom {

struct Oscillation {
  double extension, rate;  ///< δ = l − l₀ [m] and δ̇ [m/s] after the time h
};

/// δ̈ = −(κ/M) δ − (c/M) δ̇ from (δ, δ̇) over h, for every damping ratio.
Oscillation oscillate(double extension, double rate, double stiffness, double damping,
                      double reducedMass, double h);

struct SpringNetwork;

/// Fills `impulses` with h m g and, for each spring, the impulse that its exact motion over h
/// exerts on its two ends, times `share`; damping across the spring is implicit [N s].
void harmonicImpulses(SpringNetwork& network, Vec3d gravity, double share, double h,
                      std::vector<Vec3d>& impulses);

}  // namespace holonom
