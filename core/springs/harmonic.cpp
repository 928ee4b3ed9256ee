#include "springs/harmonic.h"

#include <cmath>

#include "math/elementary.h"
#include "springs/network.h"

namespace holonom {

Oscillation oscillate(double extension, double rate, double stiffness, double damping,
                      double reducedMass, double h) {
  const double a = damping / (2 * reducedMass), omega2 = stiffness / reducedMass;
  const double d = omega2 - a * a;  // squared frequency of the damped motion; negative: overdamped
  const double slope = rate + a * extension;
  // C and S solve ÿ = −d y with C(0) = 1, S'(0) = 1: cos and sin/ω_d, or cosh and sinh/√−d.
  double c, s;
  const double z = d * h * h;
  if (std::abs(z) < 1e-4) {  // series around critical damping, exact to rounding
    c = 1 - z / 2 * (1 - z / 12 * (1 - z / 30));
    s = h * (1 - z / 6 * (1 - z / 20 * (1 - z / 42)));
  } else if (d > 0) {
    const double w = std::sqrt(d);
    const SineCosine turn = sineCosine(w * h);
    c = turn.cosine, s = turn.sine / w;
  } else {
    // e^{−ah} cosh and sinh as a sum of two decays: neither overflows.
    const double w = std::sqrt(-d);
    const double slow = exponential(-omega2 / (w + a) * h), fast = exponential(-(w + a) * h);
    c = (slow + fast) / 2, s = (slow - fast) / (2 * w);
    return {extension * c + slope * s, slope * (c - a * s) + extension * (-d * s - a * c)};
  }
  const double decay = exponential(-a * h);
  return {decay * (extension * c + slope * s),
          decay * (slope * (c - a * s) + extension * (-d * s - a * c))};
}

void harmonicImpulses(SpringNetwork& n, Vec3d gravity, double share, double h,
                      std::vector<Vec3d>& impulses) {
  impulses.resize(n.positions.size());
  for (int i = 0; i < n.size(); ++i) impulses[i] = (h * n.masses[i]) * gravity;
  for (const Weld& w : n.welds) impulses[w.node] += w.mass * (h * w.gravity);
  for (const Spring& s : n.springs) {
    const double w = n.inverseMasses[s.a] + n.inverseMasses[s.b];
    if (w == 0) continue;
    const double reducedMass = 1 / w;  // a fixed end leaves the other's mass
    const Vec3d d = n.positions[s.b] - n.positions[s.a];
    const Vec3d v = n.velocities[s.b] - n.velocities[s.a];
    const double l = length(d);
    const Vec3d direction = l > 0 ? (1 / l) * d : Vec3d{};
    const double rate = dot(direction, v);
    const Oscillation after =
        oscillate(l - s.restLength, rate, n.stiffness, n.damping, reducedMass, h);
    const double along = l > 0 ? -reducedMass * (after.rate - rate) : 0;
    const double decay = h * n.damping / (1 + h * n.damping * w);
    const Vec3d impulse = share * (along * direction + decay * (v - rate * direction));
    impulses[s.a] += impulse;
    impulses[s.b] -= impulse;
  }
}

}  // namespace holonom
