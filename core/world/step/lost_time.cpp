// Bodies at the place of their impact: the time that they lose there, and how they make up for it.
#include <algorithm>
#include <utility>

#include "base/growth.h"
#include "world/step/impact_stops.h"

namespace holonom {

namespace {

/// A body may be off the place where it meets one that moves by this share of its least half width.
constexpr float kOffPlace = 0.25f;

}  // namespace

void ImpactStops::addGroupMomenta() {
  if (!groups_.any()) return;
  room_.given.resize(static_cast<size_t>(bodies_.size()));
  const auto active = bodies_.active();
  for (const int i : active) room_.given[i] = {};
  for (const int i : active) {
    if (!bodies_.moves(i) || !groups_.isJoined(i)) continue;
    const int root = groups_.rootOf(i);
    if (!stopOf(i)) continue;
    GroupMomentum& given = room_.given[root];
    const float mass = bodies_.masses[i].mass;
    given.mass += mass;
    given.weight += mass * bodies_.accelerationOf(i, settings_.gravity);
    given.all += mass * (bodies_.states[i].linear - collision_.sweep.starts[i].linear);
    given.bounced += mass * impacts_.changeOf(i).linear;
  }
}

/// The same acceleration for all of a group of joined bodies that only gravity moves over a time.
std::optional<Vec3> ImpactStops::fallOfGroup(int root, float time) const {
  const GroupMomentum& given = room_.given[root];
  const Vec3 fall = time * given.weight, other = given.all - given.bounced - fall;
  if (lengthSquared(other) > 1e-4f * lengthSquared(fall) + 1e-10f * lengthSquared(given.all))
    return std::nullopt;
  return (1 / given.mass) * given.weight;
}

void ImpactStops::stopBody(int i, float share, int stopper, bool alone, float h) {
  BodyState& s = bodies_.states[i];
  const SweepStart& start = collision_.sweep.starts[i];
  const float span = h + timeMade(i);
  Transform pose = motionOver(bodies_, i, collision_.sweep.starts[i], h).at(share * h);
  const bool led = bodies_.types[stopper] == BodyType::Kinematic;
  const bool clings = !(share > 0) && bodies_.moves(stopper) && groups_.isJoined(stopper);
  if (led || clings) {
    // What a kinematic body meets, or one with joints has sunk into, goes along for the rest of the
    // substep.
    const BodyMotion by = motionOver(bodies_, stopper, collision_.sweepStart(bodies_, stopper), h);
    const Transform moved = by.at(h) * inverse(by.at(share * h)) * pose;
    if (!bodies_.isLocked(i))
      pose = moved;
    else
      pose.position += bodies_.freeLinear(i, moved.position - pose.position);
  }
  const bool single = alone && !led;
  if (single && !clings)
    turnBack(i, pose.rotation, (share - 1) * span, bodies_.moves(stopper), !(share > 0));
  else
    turnTo(i, pose.rotation, alone);
  s.deltaPosition = pose.position - bodies_.poses[i].position;
  if (!(share > 0) && alone) {
    growSlowly(room_.pressed);
    room_.pressed.push_back(i);
    return;
  }
  if (groups_.isJoined(i)) {
    const float lost = min((1 - share) * span, kMostLag * h);
    if (const auto fall = fallOfGroup(groups_.rootOf(i), span)) {
      // Gravity made it faster in the time that it does not move.
      s.linear -= bodies_.freeLinear(i, lost * *fall);
      if (!led) bodies_.lags[i] = lost;
      return;
    }
  }
  // A body that flew, once it had bounced: the speed that it has on its parabola there, so that its
  // energy stays.
  const Vec3 acceleration = bodies_.accelerationOf(i, settings_.gravity);
  const float size2 = lengthSquared(acceleration);
  const Impacts::Change bounce = impacts_.changeOf(i);
  const Vec3 begun = start.linear + bounce.linear;
  const Vec3 other = s.linear - begun - span * acceleration;
  if (lengthSquared(other) > 1e-4f * span * span * size2 + 1e-10f * lengthSquared(s.linear)) return;
  if (!(size2 > 0)) {
    if (single) bodies_.lags[i] = min((1 - share) * span, kMostLag * h);
    return;
  }
  const Vec3 from = begun + (storedLag(settings_.integrator) * h) * acceleration;
  const float along = dot(from, acceleration);
  const float rise = dot(pose.position - start.pose.position - bounce.shift, acceleration);
  const float root = std::sqrt(max(0.0f, along * along + 2 * size2 * rise));
  // Of the two times at which it passes this height, the one near that of the impact.
  const float first = (-along - root) / size2, second = (-along + root) / size2;
  const float wanted = share * span;
  const float time = abs(first - wanted) < abs(second - wanted) ? first : second;
  s.linear = from + (time - storedLag(settings_.integrator) * h) * acceleration;
  if (single) bodies_.lags[i] = std::clamp(span - time, 0.0f, kMostLag * h);
}

/// Turns a body back over a time below 0 [s], as it turns freely. Where that is not about the
/// rotation that the sweep has for it, it gets that: it would be pressed into what it meets, which
/// moves as well if `both` do. One that is `pressed` into it gets another velocity yet.
void ImpactStops::turnBack(int i, Quat rotation, float time, bool both, bool pressed) {
  const Turning back = turnedFreely(bodies_, i, time);
  if (isNear(i, back.rotation, rotation, both)) {
    turnTo(i, back);
  } else if (both && bodies_.masses[i].asymmetric && bodies_.masses[i].angularLocks() == 0) {
    // With the same energy and the same ω in its own axes; free islands get their angular momentum
    // back. If its direction stayed, a needle would come to spin about its own axis.
    const Vec3 own = inverseRotate(bodies_.poseNow(i).rotation, bodies_.states[i].angular);
    turnTo(i, {rotation, rotate(rotation, own)});
    if (pressed) return;
    growSlowly(room_.bent);
    room_.bent.push_back({i, back});
  } else {
    turnTo(i, rotation, true);
  }
}

/// Whether all points of a body are about where they are with another rotation.
bool ImpactStops::isNear(int body, Quat a, Quat b, bool both) const {
  const float off = 2 * length((a * conjugate(b)).xyz());
  for (int at = bodies_.firstColliders[body]; at >= 0; at = collision_.colliders[at].next) {
    const Collider& c = collision_.colliders[at];
    const float reach = turningReach(c);
    const float near =
        both ? kOffPlace * leastHalfWidthOf(c.shape) : min(kImpactGap, kImpactGapShare * reach);
    if (!(off * reach < near)) return false;
  }
  return true;
}

void ImpactStops::turnTo(int i, const Turning& turning) {
  bodies_.states[i].angular = turning.angular;
  bodies_.setRotationNow(i, turning.rotation);
  bodies_.setInverseInertia(i, bodies_.inverseInertiaAt(i, turning.rotation));
}

/// Gives a body another rotation with the same angular momentum or, in its direction, with the same
/// energy.
void ImpactStops::turnTo(int i, Quat rotation, bool keepsEnergy) {
  Vec3 angular = bodies_.states[i].angular;
  if (bodies_.masses[i].asymmetric)
    angular = bodies_.spinAfter(i, bodies_.poseNow(i).rotation, rotation, angular, keepsEnergy);
  turnTo(i, {rotation, angular});
}

/// Whether what touches a body as the substep begins bars its way, or that of its group.
bool ImpactStops::isHeld(int i, bool joined, float h) const {
  for (const int index : collision_.sweep.touching) {
    const Contact& c = collision_.contacts.all()[index];
    if (c.bodyA != i && c.bodyB != i) continue;
    if (joined && groups_.rootOf(c.bodyA) == groups_.rootOf(c.bodyB)) continue;
    const Transform a = bodies_.poseNow(c.bodyA), b = bodies_.poseNow(c.bodyB);
    Manifold m = manifoldOf(c, collision_.contacts.patchOf(c), a.rotation, b.rotation);
    // Of a body that turns, points that are still apart may come down while others part.
    const float met = 2 * Collision::metDistance(collision_.colliders[c.colliderA],
                                                 collision_.colliders[c.colliderB]);
    int near = 0;
    for (int k = 0; k < m.count; ++k)
      if (m.points[k].separation <= met) m.points[near++] = m.points[k];
    m.count = near;
    if (closingOver(bodies_, c, m, h) > -2 * h * h * length(settings_.gravity)) return true;
  }
  return false;
}

/// The momenta of the groups of joined bodies that lost time, and whether something holds them.
void ImpactStops::addLateGroups(float h) {
  const auto active = bodies_.active();
  room_.given.resize(static_cast<size_t>(bodies_.size()));
  for (const int i : active) room_.given[i] = {};
  for (const int i : active) {
    if (!(bodies_.lags[i] > 0) || !bodies_.moves(i) || !groups_.isJoined(i)) continue;
    GroupMomentum& group = room_.given[groups_.rootOf(i)];
    const float mass = bodies_.masses[i].mass;
    group.mass += mass;
    group.weight += mass * bodies_.accelerationOf(i, settings_.gravity);
    group.all += mass * bodies_.states[i].linear;
    group.held |= isHeld(i, true, h);
  }
}

/// Bodies that lost time at an impact in the substep before make up for it, those that are joined
/// by a shift in common, which opens no joint. True if any did.
bool ImpactStops::makeUpForLags(float h) {
  room_.made.clear();
  const auto active = bodies_.active();
  if (std::ranges::none_of(active, [&](int i) { return bodies_.lags[i] > 0; })) return false;
  if (groups_.any()) addLateGroups(h);
  for (const int i : active) {
    const float lag = std::exchange(bodies_.lags[i], 0.0f);
    if (!(lag > 0) || !bodies_.moves(i)) continue;
    BodyState& s = bodies_.states[i];
    Vec3 velocity = s.linear, acceleration = bodies_.accelerationOf(i, settings_.gravity);
    const bool joined = groups_.any() && groups_.isJoined(i);
    bool held;
    if (joined) {
      const GroupMomentum& group = room_.given[groups_.rootOf(i)];
      velocity = bodies_.freeLinear(i, (1 / group.mass) * group.all);
      acceleration = bodies_.freeLinear(i, (1 / group.mass) * group.weight);
      held = group.held;
    } else {
      held = isHeld(i, false, h);
    }
    // What rests by now only has its weight to bear for that time.
    if (!held) {
      s.deltaPosition +=
          lag * (velocity + (storedLag(settings_.integrator) * h + 0.5f * lag) * acceleration);
      if (!joined) turnTo(i, turnedFreely(bodies_, i, lag));
      growSlowly(room_.made);
      room_.made.push_back({i, lag});
    }
    s.linear += lag * acceleration;
  }
  return true;
}

float ImpactStops::timeMade(int body) const {
  const auto at = std::ranges::lower_bound(room_.made, body, {}, &MadeUp::body);
  return at != room_.made.end() && at->body == body ? at->time : 0;
}

}  // namespace holonom
