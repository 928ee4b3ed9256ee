#pragma once
// Second-order backward differences in place of backward Euler, which keep the swing that Euler
// damps: x̃ = 4/3 xₙ − 1/3 xₙ₋₁ + 8/9 h vₙ − 2/9 h vₙ₋₁ + 4/9 h² w f, v = (3/2 x − 2 xₙ + 1/2
// xₙ₋₁)/h. [English & Bridson 2008, "Animating Developable Surfaces Using Nonconforming Elements";
// Bender, Müller, Macklin 2017, eq. 17–21] In between, a force moves a particle by 4/9 h² w f: its
// inverse mass is written down by 4/9, so that constraints and contacts need not know.
#include "particles/particles.h"

namespace holonom {

/// As `predict`. A particle that has no substep of the same length behind it takes Euler's.
void predictBdf2(Particles& particles, int first, int count, Vec3 gravity, float decay, float h);
/// As `updateVelocities`; inverse masses are whole again.
void updateVelocitiesBdf2(Particles& particles, int first, int count, float h);
/// What a move with the present mass makes of momentum in this substep, as a share of 1/h.
float velocityShareBdf2(const Particles& particles, int particle, float h);

}  // namespace holonom
