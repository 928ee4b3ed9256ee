// Harmonic: each spring's impulse is that of its exact motion over the step, as if it were alone.
#include "springs/harmonic.h"

#include "springs/explicit_step.h"

namespace holonom {

void stepHarmonic(SpringNetwork& n, const SpringNetworkDef& settings, Vec3d gravity, double h) {
  n.elastic = harmonicImpulses(n, gravity, settings.share, h, n.force);
  divideByMass(n, n.force);
  applyDeltaVelocity(n, h);
  pullAtAnchors(n, h);
  advancePositions(n, h);
}

}  // namespace holonom
