// Kinematic bodies that are moved to a pose: their velocities for one step, and the exact arrival.
#include "math/trig.h"
#include "world/check.h"
#include "world/world.h"

namespace holonom {

namespace {

/// Rotation vector of the shortest way from one rotation to another [rad].
Vec3 turnBetween(const Quat& from, const Quat& to) {
  Quat turn = to * conjugate(from);
  if (turn.w < 0) turn = {-turn.x, -turn.y, -turn.z, -turn.w};
  const Vec3 v{turn.x, turn.y, turn.z};
  const float sine = length(v);
  return sine > 0 ? (2 * arcTangent(sine, turn.w) / sine) * v : Vec3{};
}

}  // namespace

Status World::moveTo(BodyId id, const MoveTarget& target) {
  const int i = indexOf(id);
  if (i < 0) return Error{ErrorCode::Stale, "body", double(id.bits), Rule::ExistingKind, {"body"}};
  if (Status bad = checkFields(target, "")) return bad;
  if (bodies.types[i] != BodyType::Kinematic)
    return Error{ErrorCode::Type, "type", EnumNames<BodyType>::names[int(bodies.types[i])],
                 Rule::KinematicBody};
  const Quat rotation = target.rotation ? normalize(*target.rotation) : bodies.bodyPose(i).rotation;
  forgetMove(id);
  moves_.push_back({id, {target.position, rotation}, false});
  wake(i);
  ++version;
  return {};
}

void World::forgetMove(BodyId id) {
  std::erase_if(moves_, [&](const BodyMove& move) { return move.body == id; });
}

bool World::stopsNext(BodyId id) const {
  for (const BodyMove& move : moves_)
    if (move.body == id) return move.arrived;
  return false;
}

void World::beginMoves(float dt) {
  std::erase_if(moves_, [&](const BodyMove& move) {
    const int i = indexOf(move.body);
    if (i < 0 || bodies.types[i] != BodyType::Kinematic) return true;
    BodyState& state = bodies.states[i];
    if (move.arrived) {
      state.linear = state.angular = {};
      return true;
    }
    const Transform& pose = bodies.poses[i];
    state.linear = capped((1 / dt) * (move.target.position - pose.position));
    state.angular = capped((1 / dt) * turnBetween(pose.rotation, move.target.rotation));
    return false;
  });
}

/// Substeps round: the pose is set.
void World::finishMoves() {
  for (BodyMove& move : moves_) {
    bodies.poses[indexOf(move.body)] = move.target;
    move.arrived = true;
  }
}

}  // namespace holonom
