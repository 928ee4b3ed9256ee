#include "springs/diagnostics.h"

#include <cmath>

namespace holonom {

SpringDiagnostics diagnose(const SpringNetwork& n, Vec3d gravity) {
  SpringDiagnostics out;
  for (int i = 0; i < n.size(); ++i) {
    if (n.inverseMasses[i] == 0) continue;
    const Vec3d p = n.masses[i] * n.velocities[i];
    out.kinetic += 0.5 * dot(p, n.velocities[i]);
    out.potential -= n.masses[i] * dot(gravity, n.positions[i]);
    out.linear += p;
    out.angular += cross(n.positions[i], p);
  }
  double largest = 0;
  for (size_t k = 0; k < n.springs.size(); ++k) {
    const Spring& s = n.springs[k];
    const double e = length(n.positions[s.b] - n.positions[s.a]) - s.restLength;
    out.elastic += 0.5 * s.stiffness * e * e;
    const double rest = s.restLength > 0 ? s.restLength : n.meanLength;
    // Where every spring is at rest without length, there is nothing to compare with but others.
    const double strain = rest > 0 ? e / rest : e;
    if (!(std::abs(strain) <= std::abs(largest)) && !std::isnan(largest))
      largest = strain, out.strainedSpring = static_cast<int>(k);
    out.criticalTime = min(out.criticalTime, criticalTime(n, s));
  }
  out.largestStrain = n.meanLength > 0 ? largest : 0;
  return out;
}

int suspectSpring(const SpringNetwork& n) {
  int suspect = diagnose(n, {}).strainedSpring;
  if (suspect >= 0) return suspect;
  double fastest = -1;
  for (size_t k = 0; k < n.springs.size(); ++k) {
    const Spring& s = n.springs[k];
    const double speed = lengthSquared(n.velocities[s.b] - n.velocities[s.a]);
    if (!(speed <= fastest) && !std::isnan(fastest)) fastest = speed, suspect = int(k);
  }
  return suspect;
}

double criticalTime(const SpringNetwork& n, const Spring& s) {
  const double w = n.inverseMasses[s.a] + n.inverseMasses[s.b];
  return w > 0 ? 6.28318530717958647693 / std::sqrt(s.stiffness * w) : kInfinity;
}

int idleSprings(const SpringNetwork& n, double h) {
  // 6 % of the harmonic impulse are left at most. 1.01 periods are near, however they are rounded.
  constexpr double kNear = 0.01 + 1e-9;
  int count = 0;
  for (const Spring& s : n.springs) {
    const double ratio = h / criticalTime(n, s), periods = std::floor(ratio + 0.5);
    // What damping takes of the motion within the step: e^{−c w h / 2}.
    const double w = n.inverseMasses[s.a] + n.inverseMasses[s.b];
    count += periods > 0 && abs(ratio - periods) <= kNear && s.damping * w * h <= kNear;
  }
  return count;
}

}  // namespace holonom
