#include "particles/orientations.h"

#include "math/quat.h"

namespace holonom {

void turn(Quad& rotation, Vec3 angle) {
  const Quat now{rotation.x, rotation.y, rotation.z, rotation.w};
  const Quat q = integrateRotation(now, wholeTurn(angle));
  rotation = {q.x, q.y, q.z, q.w};
}

void predictRotations(Particles& p, int first, int count, float h) {
  for (int i = first; i < first + count; ++i) {
    turn(p.rotations[i], h * p.spins[i].xyz());
    p.turns[i] = {};
  }
}

void updateSpins(Particles& p, int first, int count, float h) {
  // A difference of orientations would round by more than many a torque adds.
  for (int i = first; i < first + count; ++i)
    p.spins[i].setXyz(p.spins[i].xyz() + (1 / h) * p.turns[i].xyz());
}

}  // namespace holonom
