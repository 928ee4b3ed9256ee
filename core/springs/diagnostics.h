#pragma once
// What a network is doing: energies, momenta, strain, and how its step compares with its periods.
#include "springs/network.h"

namespace holonom {

struct SpringDiagnostics {
  double kinetic = 0, potential = 0, elastic = 0;  ///< [J]; potential is zero at the origin
  Vec3d linear, angular;                           ///< momentum [N s], [N m s] about the origin
  double largestStrain = 0;                        ///< (l − l₀)/l₀, the farthest from zero
  int strainedSpring = -1;                         ///< which spring that is
  double criticalTime = kInfinity;                 ///< the shortest period of a spring [s]
};
/// Pinned nodes have no part in energies of motion and momenta.
SpringDiagnostics diagnose(const SpringNetwork& network, Vec3d gravity);

/// Which spring to name for a blow-up: the most strained, or where none is, the one whose ends part
/// or meet the fastest; −1 without springs.
int suspectSpring(const SpringNetwork& network);

/// h_c = 2π/ω of a spring between its two masses; infinite between pinned ones [s]. A step should
/// stay below its half. At whole multiples its harmonic impulse vanishes.
double criticalTime(const SpringNetwork& network, const Spring& spring);
/// Springs of whose period a step h is nearly a whole multiple, and that are hardly damped: their
/// harmonic impulse nearly vanishes.
int idleSprings(const SpringNetwork& network, double h);

}  // namespace holonom
