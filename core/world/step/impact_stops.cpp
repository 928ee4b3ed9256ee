#include "world/step/impact_stops.h"

#include <algorithm>
#include <utility>

#include "base/growth.h"
#include "collision/pairs.h"
#include "rigid/whole_motion.h"

namespace holonom {

namespace {

/// Share of a substep that a body still moves which waits for the next step.
constexpr float kWaiting = 1e-4f;

/// Whether a body whose points turn about its center at up to `reach` [m] is all but where it is
/// with another rotation.
bool isNear(Quat a, Quat b, float reach) {
  const float near = min(kImpactGap, kImpactGapShare * reach);
  return 2 * length((a * conjugate(b)).xyz()) * reach < near;
}

}  // namespace

bool ImpactStops::run(float h) {
  const bool made = makeUpForLags(h);
  if (collision_.sweep.contacts.empty()) return made;
  bool any = false;
  for (const int index : collision_.sweep.contacts) {
    const Contact& c = collision_.contacts.all()[index];
    if (!bodies_.moves(c.bodyA) && !bodies_.moves(c.bodyB)) continue;
    const float time = collision_.impactWithin(bodies_, groups_, c, h);
    if (!(time >= 0 && time < h) || (time == 0 && isJointPressed(c))) continue;
    if (!any) start();
    any = true;
    stopPair(c.bodyA, c.bodyB, time / h);
  }
  any |= stopAtMissedPairs(h, any);
  if (!any) return made;
  addGroupMomenta();
  listFreeGroups();
  for (const int i : bodies_.active()) {
    if (!bodies_.moves(i)) continue;
    const int root = groups_.rootOf(i);
    if (room_.shares[root] < 1)
      stopBody(i, room_.shares[root], room_.stoppers[root], !groups_.isJoined(i), h);
  }
  returnTurning();
  return true;
}

/// Places go back along the motion from before its gains were taken (see EnergyBound), which is
/// not along the velocities then: groups that turned fast would lose angular momentum.
void ImpactStops::listFreeGroups() {
  room_.stopped.clear();
  room_.freeGroups.clear();
  if (!groups_.any()) return;
  for (const int i : bodies_.active()) {
    if (!bodies_.moves(i) || !groups_.isJoined(i)) continue;
    const int root = groups_.rootOf(i);
    if (!(room_.shares[root] < 1) || groups_.isHeld(root)) continue;
    growSlowly(room_.stopped);
    room_.stopped.push_back(i);
  }
  const auto groupOf = [&](int i) { return std::pair{groups_.rootOf(i), i}; };
  std::ranges::sort(room_.stopped, {}, groupOf);
  const std::span all(room_.stopped);
  for (size_t at = 0, next; at < all.size(); at = next) {
    const auto inGroup = [&](size_t k) { return groupOf(all[k]).first == groupOf(all[at]).first; };
    for (next = at; next < all.size() && inGroup(next);) ++next;
    growSlowly(room_.freeGroups);
    room_.freeGroups.push_back(
        {int(at), int(next - at), wholeOf(bodies_, all.subspan(at, next - at)).angular});
  }
}

void ImpactStops::returnTurning() {
  for (const FreeGroup& g : room_.freeGroups) {
    const auto members = std::span(room_.stopped).subspan(size_t(g.first), size_t(g.count));
    const Whole now = wholeOf(bodies_, members);
    giveMomenta(bodies_, members, now, now.momentum, g.angular);
  }
}

/// Whether both bodies move and one has joints: what drives it would press it into the other for
/// ever if both stood still where they had sunk in.
bool ImpactStops::isJointPressed(const Contact& c) const {
  if (!bodies_.moves(c.bodyA) || !bodies_.moves(c.bodyB)) return false;
  return groups_.isJoined(c.bodyA) || groups_.isJoined(c.bodyB);
}

void ImpactStops::addGroupMomenta() {
  if (!groups_.any()) return;
  room_.given.resize(static_cast<size_t>(bodies_.size()));
  const auto active = bodies_.active();
  for (const int i : active) room_.given[i] = {};
  for (const int i : active) {
    if (!bodies_.moves(i) || !groups_.isJoined(i)) continue;
    const int root = groups_.rootOf(i);
    if (!(room_.shares[root] < 1)) continue;
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

void ImpactStops::start() {
  room_.shares.resize(static_cast<size_t>(bodies_.size()));
  room_.stoppers.resize(static_cast<size_t>(bodies_.size()));
  room_.touches.assign(static_cast<size_t>(bodies_.size()), 0);
  for (const int i : bodies_.active()) room_.shares[i] = 1;
  for (const Contact& c : collision_.contacts.active())
    if (c.count > 0 && !c.sensor)
      for (const int i : {c.bodyA, c.bodyB}) room_.touches[i] += room_.touches[i] < 2;
}

void ImpactStops::stopPair(int bodyA, int bodyB, float share) {
  for (const auto& [body, other] : {std::pair{bodyA, bodyB}, {bodyB, bodyA}}) {
    if (!bodies_.moves(body)) continue;
    const int root = groups_.rootOf(body);
    if (share >= room_.shares[root]) continue;
    room_.shares[root] = share;
    room_.stoppers[root] = other;
  }
}

/// A body that an impact within this step sends where no pairs were looked for waits there before
/// what it would meet, with its velocity: the next step knows of both. Bodies with joints do not:
/// their joints would tear. True if any waits, or `started`.
bool ImpactStops::stopAtMissedPairs(float h, bool started) {
  bool any = started;
  for (const int i : bodies_.active()) {
    if (!bodies_.moves(i)) continue;
    for (int at = bodies_.firstColliders[i]; at >= 0; at = collision_.colliders[at].next) {
      if (!collision_.leftKnown(bodies_, at)) continue;
      const Collider& c = collision_.colliders[at];
      const Aabb path = merge(aabbOf(c.shape, colliderPose(c, collision_.sweep.starts[i].pose)),
                              aabbOf(c.shape, colliderPose(c, bodies_.poseNow(i))));
      if (!isFinite(path.min) || !isFinite(path.max)) continue;
      if (groups_.isJoined(i)) break;
      collision_.findMissedPairs(bodies_, at, path);
      for (const MissedPair& p : collision_.sweep.missed) {
        const Collider &a = collision_.colliders[p.a], &b = collision_.colliders[p.b];
        if (groups_.isJoined(a.body) || groups_.isJoined(b.body)) continue;
        const float time = timeOfImpact(
            {a, -1, motionOver(bodies_, a.body, collision_.sweepStart(bodies_, a.body), h)},
            {b, p.part, motionOver(bodies_, b.body, collision_.sweepStart(bodies_, b.body), h)}, h,
            Collision::metDistance(a, b));
        if (!(time >= 0 && time < h)) continue;
        if (!any) start();
        any = true;
        // It may already wait there, but it is not pressed into it.
        stopPair(a.body, b.body, max(time / h, kWaiting));
      }
    }
  }
  return any;
}

/// Whether both move freely and touch nothing but each other.
bool ImpactStops::arePair(int a, int b) const {
  const auto isFree = [&](int i) {
    return bodies_.moves(i) && !groups_.isJoined(i) && !bodies_.isLocked(i) &&
           room_.touches[i] <= 1;
  };
  return isFree(a) && isFree(b);
}

/// Two bodies that are pressed into each other, where the substep began, go on as one with the
/// momenta that they had.
void ImpactStops::moveAsOne(int a, int b) {
  BodyState &sa = bodies_.states[a], &sb = bodies_.states[b];
  const double massA = bodies_.masses[a].mass, massB = bodies_.masses[b].mass;
  const double shareA = massA / (massA + massB), reduced = shareA * massB;
  const Vec3d va = toDouble(sa.linear), vb = toDouble(sb.linear), relative = vb - va;
  const Vec3d r =
      toDouble(collision_.sweep.starts[b].pose.position - collision_.sweep.starts[a].pose.position);
  const Sym3d ofA = bodies_.inertiaNow(a), ofB = bodies_.inertiaNow(b);
  const Vec3d momentum =
      ofA * toDouble(sa.angular) + ofB * toDouble(sb.angular) + reduced * cross(r, relative);
  const Vec3d spin = inverse(ofA + ofB + parallelAxis(reduced, r)) * momentum;
  const Vec3d center = va + (1 - shareA) * relative, round = cross(spin, r);
  sa.linear = toFloat(center - (1 - shareA) * round), sb.linear = toFloat(center + shareA * round);
  sa.angular = sb.angular = toFloat(spin);
}

void ImpactStops::stopBody(int i, float share, int stopper, bool alone, float h) {
  BodyState& s = bodies_.states[i];
  const SweepStart& start = collision_.sweep.starts[i];
  const float span = h + timeMade(i);
  Transform pose = motionOver(bodies_, i, collision_.sweep.starts[i], h).at(share * h);
  const bool carried = bodies_.types[stopper] == BodyType::Kinematic;
  if (carried) {
    // What a kinematic body meets goes along with it for the rest of the substep.
    const BodyMotion by = motionOver(bodies_, stopper, collision_.sweepStart(bodies_, stopper), h);
    const Transform moved = by.at(h) * inverse(by.at(share * h)) * pose;
    if (!bodies_.isLocked(i))
      pose = moved;
    else
      pose.position += bodies_.freeLinear(i, moved.position - pose.position);
  }
  const bool single = alone && !carried;
  bool turned = false;
  if (single) {
    const Turning back = turnedFreely(bodies_, i, (share - 1) * span);
    // Where both give way, momenta count for more than where exactly they stop.
    turned = bodies_.moves(stopper) || isNear(back.rotation, pose.rotation, turningReachOf(i));
    if (turned) turnTo(i, back);
  }
  if (!turned) turnTo(i, pose.rotation, alone);
  s.deltaPosition = pose.position - bodies_.poses[i].position;
  // One that is pressed into what stands can't go on: a speed kept would only grow.
  if (!(share > 0) && single) {
    if (arePair(i, stopper))
      moveAsOne(i, stopper);
    else
      s.linear = s.angular = {};
    return;
  }
  if (groups_.isJoined(i)) {
    const float lost = min((1 - share) * span, kMostLag * h);
    if (const auto fall = fallOfGroup(groups_.rootOf(i), span)) {
      // Gravity made it faster in the time that it does not move.
      s.linear -= bodies_.freeLinear(i, lost * *fall);
      if (!carried) bodies_.lags[i] = lost;
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

/// Distance from the center of the farthest point that turning moves [m].
float ImpactStops::turningReachOf(int body) const {
  float reach = 0;
  for (int at = bodies_.firstColliders[body]; at >= 0; at = collision_.colliders[at].next)
    reach = max(reach, turningReach(collision_.colliders[at]));
  return reach;
}

void ImpactStops::turnTo(int i, const Turning& turning) {
  BodyState& s = bodies_.states[i];
  s.angular = turning.angular;
  s.deltaRotation = normalize(turning.rotation * conjugate(bodies_.poses[i].rotation));
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
