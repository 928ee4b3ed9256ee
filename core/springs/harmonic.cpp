#include "springs/harmonic.h"

#include <cmath>

#include "math/elementary.h"
#include "springs/network.h"

namespace holonom {

Oscillation oscillationOver(double h, double stiffness, double damping, double reducedMass) {
  const double a = damping / (2 * reducedMass), omega2 = stiffness / reducedMass;
  const double d = omega2 - a * a;  // squared frequency of the damped motion; negative: overdamped
  // e^{−at} C and e^{−at} S, where both solve ÿ = −d y with C(0) = 1, S'(0) = 1: cos and sin/ω_d,
  // or cosh and sinh/√−d.
  double c, s;
  const double z = d * h * h;
  if (z < -1e-4) {
    // As a sum of two decays: neither overflows.
    const double w = std::sqrt(-d);
    const double slow = exponential(-omega2 / (w + a) * h), fast = exponential(-(w + a) * h);
    c = (slow + fast) / 2, s = (slow - fast) / (2 * w);
  } else {
    if (z < 1e-4) {  // series around critical damping, exact to rounding
      c = 1 - z / 2 * (1 - z / 12 * (1 - z / 30));
      s = h * (1 - z / 6 * (1 - z / 20 * (1 - z / 42)));
    } else {
      const double w = std::sqrt(d);
      const SineCosine turn = sineCosine(w * h);
      c = turn.cosine, s = turn.sine / w;
    }
    const double decay = exponential(-a * h);
    c *= decay, s *= decay;
  }
  return {{c + a * s, -omega2 * s}, {s, c - a * s}};
}

double harmonicImpulses(SpringNetwork& n, Vec3d gravity, double share, double h,
                        std::vector<Vec3d>& impulses) {
  makeRoom(n);
  outerImpulses(n, gravity, h, impulses);
  if (n.pointDamping > 0)
    for (int i = 0; i < n.size(); ++i) {
      // The exact motion of a node that only this and outer forces act on.
      const double mass = n.masses[i], decay = n.pointDamping * h / mass;
      const double lost = 1 - exponential(-decay);
      impulses[i] = (lost / decay) * impulses[i] - (lost * mass) * n.velocities[i];
    }
  // Until the springs are done a welded node has the number of its weld, from −1 downwards, in
  // place of its inverse mass: how it gives way depends on the direction.
  for (size_t k = 0; k < n.welds.size(); ++k) {
    const Weld& w = n.welds[k];
    impulses[w.node] += w.mass * (h * w.gravity);
    if (n.inverseMasses[w.node] > 0) n.inverseMasses[w.node] = -1 - double(k);
  }
  const auto givesWay = [&](int node, Vec3d direction) {
    const double w = n.inverseMasses[node];
    if (w >= 0) return w;
    const Sym3d mass = n.welds[size_t(-1 - w)].mass + diagonal(n.masses[node]);
    return dot(direction, inverse(mass) * direction);
  };
  double twice = 0;
  // One motion serves all alike springs between equal masses.
  double knownWeight = 0, knownStiffness = 0, knownDamping = 0, across = 0;
  Oscillation motion{};
  for (const Spring& s : n.springs) {
    const Vec3d d = n.positions[s.b] - n.positions[s.a];
    const double l = length(d);
    const Vec3d direction = l > 0 ? (1 / l) * d : Vec3d{};
    const double w = givesWay(s.a, direction) + givesWay(s.b, direction);
    if (w == 0) continue;
    const double reducedMass = 1 / w;  // a fixed end leaves the other's mass
    if (w != knownWeight || s.stiffness != knownStiffness || s.damping != knownDamping) {
      knownWeight = w, knownStiffness = s.stiffness, knownDamping = s.damping;
      motion = oscillationOver(h, s.stiffness, s.damping, reducedMass);
      across = n.axialDamping ? 0 : h * s.damping / (1 + h * s.damping * w);
    }
    const Vec3d v = n.velocities[s.b] - n.velocities[s.a];
    const double rate = dot(direction, v), extension = l - s.restLength;
    const double along = reducedMass * (rate - motion.rate(extension, rate));
    twice += s.stiffness * extension * extension;
    const Vec3d impulse = share * ((along - across * rate) * direction + across * v);
    impulses[s.a] += impulse;
    impulses[s.b] -= impulse;
  }
  for (const Weld& w : n.welds)
    if (n.inverseMasses[w.node] < 0) n.inverseMasses[w.node] = 1 / n.masses[w.node];
  return 0.5 * twice;
}

}  // namespace holonom
