// What a network needs seldom: room, also for a factor, and to stand still.
#include <utility>

#include "springs/linear_system.h"

namespace holonom {

void makeRoom(SpringNetwork& n) {
  for (auto* each : {&n.force, &n.deltaVelocity, &n.r, &n.z, &n.p, &n.ap})
    each->resize(n.positions.size());
}

bool prepareSolver(SpringNetwork& n, LinearSolverType solver, double mostProducts) {
  const bool dense = solver == LinearSolverType::Dense;
  if (solver == LinearSolverType::Pcg) {
    if (n.factor.size() > 0) n.factor = {};
    return true;
  }
  if (n.factor.size() == n.size() && n.factor.isDense() == dense)
    return n.factor.products() <= mostProducts;
  std::vector<int32_t> pairs;
  for (const Spring& s : n.springs) pairs.insert(pairs.end(), {s.a, s.b});
  Factor laidOut;
  if (!laidOut.layOut(n.size(), pairs, dense, mostProducts)) return false;
  n.factor = std::move(laidOut);
  return true;
}

void stopNetwork(SpringNetwork& n) {
  n.positions = n.previous;
  n.explained = SpringNetwork::kUnknown;
  n.velocities.assign(n.velocities.size(), {});
  n.deltaVelocity.assign(n.velocities.size(), {});
  n.p.assign(n.velocities.size(), {});
  for (Weld& w : n.welds) w.impulse = {};
  for (Anchor& a : n.anchors) a.impulse = {};
  for (NodeContact& c : n.contacts) c.impulse = {};
}

}  // namespace holonom
