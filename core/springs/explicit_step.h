#pragma once
// What the integrators without a linear system share: accelerations, and taking over impulses.
#include "springs/network.h"

namespace holonom {

/// Fills `deltaVelocity` with M⁻¹ times `impulse`; welded nodes carry their mass along, pinned ones
/// stay.
void divideByMass(SpringNetwork& network, const std::vector<Vec3d>& impulse);
/// Adds `deltaVelocity` to v, and notes the impulses of welds.
void applyDeltaVelocity(SpringNetwork& network, double h);
/// Pulls at anchored nodes, implicitly: an anchor may be far stiffer than the network.
void pullAtAnchors(SpringNetwork& network, double h);

// For methods whose positions feel the forces of the step too, with which anchors must be balanced.
/// Finds the impulses of anchors, implicitly, from the forces where the step begins.
void findPulls(SpringNetwork& network, double h);
/// Adds them to `force`, held over the step.
void addPulls(SpringNetwork& network, double h);
/// x += h v of the free nodes.
void advancePositions(SpringNetwork& network, double h);

}  // namespace holonom
