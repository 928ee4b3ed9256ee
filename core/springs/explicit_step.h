#pragma once
// What the integrators without a linear system share: accelerations, and taking over impulses.
#include "springs/network.h"

namespace holonom {

/// Fills `deltaVelocity` with M⁻¹ times `impulse`; welded nodes carry their mass along, pinned ones
/// stay.
void divideByMass(SpringNetwork& network, const std::vector<Vec3d>& impulse);
/// Adds `deltaVelocity` to v, notes the impulses of welds, and pulls at anchored nodes, implicitly:
/// an anchor may be far stiffer than the network.
void applyDeltaVelocity(SpringNetwork& network, double h);
/// x += h v of the free nodes.
void advancePositions(SpringNetwork& network, double h);

}  // namespace holonom
