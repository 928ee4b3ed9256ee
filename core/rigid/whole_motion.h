#pragma once
// Several bodies as one: its mass, momenta and inertia, and momenta given to it as to one rigid
// body.
#include <span>

#include "rigid/bodies.h"

namespace holonom {

/// The momenta and the inertia are about the center.
struct Whole {
  double mass = 0;
  Vec3d center, momentum, angular;
  Sym3d inertia;
};

/// Of bodies that move.
Whole wholeOf(const Bodies& bodies, std::span<const int> members);

/// Kinetic energy of one rigid body like the whole, with these momenta [J].
double energyAsOne(const Whole& whole, Vec3d momentum, Vec3d angularMomentum);

/// Changes the velocities as of one rigid body, from what they are as a whole to these momenta.
/// With `spun` below 1 bodies that nothing joins turn only by this share of that: mostly they
/// change how they fly about each other.
void giveMomenta(Bodies& bodies, std::span<const int> members, const Whole& now, Vec3d momentum,
                 Vec3d angularMomentum, double spun = 1);

/// Takes all motion of the bodies against each other: they keep the momenta as one rigid body.
void moveAsOne(Bodies& bodies, std::span<const int> members);

/// Kinetic energy of the bodies [J].
double kineticEnergy(const Bodies& bodies, std::span<const int> members);

/// Slows their motion against each other, or quickens it to no more than twice what it is, until
/// they have so much kinetic energy [J]. False where the motion as a whole alone has more: nothing
/// changes then.
bool giveEnergy(Bodies& bodies, std::span<const int> members, double energy);

}  // namespace holonom
