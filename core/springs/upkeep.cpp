// What a network needs seldom: room, and to stand still.
#include "springs/network.h"

namespace holonom {

void makeRoom(SpringNetwork& n) {
  for (auto* each : {&n.force, &n.deltaVelocity, &n.r, &n.z, &n.p, &n.ap})
    each->resize(n.positions.size());
}

void stopNetwork(SpringNetwork& n) {
  n.positions = n.previous;
  n.velocities.assign(n.velocities.size(), {});
  n.deltaVelocity.assign(n.velocities.size(), {});
  n.p.assign(n.velocities.size(), {});
  for (Weld& w : n.welds) w.impulse = {};
  for (Anchor& a : n.anchors) a.impulse = {};
}

}  // namespace holonom
