#include "world/body_moves.h"

#include <algorithm>

#include "math/trig.h"

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

void BodyMoves::set(BodyId body, const Transform& target) {
  forget(body);
  moves_.push_back({body, target, false});
}

void BodyMoves::forget(BodyId body) {
  std::erase_if(moves_, [&](const Move& move) { return move.body == body; });
}

bool BodyMoves::hasArrived(BodyId body) const {
  const auto at = std::ranges::find(moves_, body, &Move::body);
  return at != moves_.end() && at->arrived;
}

void BodyMoves::begin(Bodies& bodies, float dt) {
  std::erase_if(moves_, [&](const Move& move) {
    const int i = bodies.ids.indexOf(move.body);
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

void BodyMoves::finish(Bodies& bodies) {
  for (Move& move : moves_) {
    bodies.poses[bodies.ids.indexOf(move.body)] = move.target;
    move.arrived = true;
  }
}

}  // namespace holonom
