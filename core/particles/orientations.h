#pragma once
// Motion of the orientations that particles have, where they have any.
#include "particles/particles.h"

namespace holonom {

/// Turns an orientation about the world's axes.
void turn(Quad& rotation, Vec3 angle);
/// First half of a step: each turns on as it did.
void predictRotations(Particles& particles, int first, int count, float h);
/// Second half: ω from the predicted one, and what constraints turned it by since.
void updateSpins(Particles& particles, int first, int count, float h);

}  // namespace holonom
