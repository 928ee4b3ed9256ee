#include "world/step/impact_stops.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/growth.h"
#include "base/union_find.h"
#include "collision/pairs.h"
#include "rigid/whole_motion.h"

namespace holonom {

namespace {

/// One body that stops may stop others behind it, and they others.
constexpr int kMostRounds = 8;
/// What touches a body of this share of its mass pushes it.
constexpr float kPushes = 4;
/// Share of a substep that a body still moves which waits for the next step.
constexpr float kWaiting = 1e-4f;
/// A body may be off the place where it meets one that moves by this share of its least half width.
constexpr float kOffPlace = 0.25f;

/// Bodies that are pressed on faster than this [m/s] push those that are barred before them, of at
/// most this share of their mass, and keep this share of their speed in a substep.
constexpr double kPushing = 2, kPushed = 1.0 / 4;
constexpr float kPushOn = 0.5f;
/// Whose other corners may come down before the substep ends: what turns farther in it [rad].
constexpr float kFarTurn = 0.25f;
/// What touches something that stands still by a normal of more than this cosine is barred by it.
constexpr double kBarring = 0.3;

/// Bodies that stop lose angular momentum by their places. Smooth balls that got it back as one
/// rigid body would come to spin: they turn by this share of it.
constexpr double kSpun = 0.01;
/// Of the energy of an island.
constexpr double kRounding = 1e-6;

/// Of an island, at its root: something holds it, or some of it stops at what is in it. Of a body:
/// it is pressed into one that moves, touches what does not, is in a held island, or bounced off
/// what it was pressed into.
constexpr uint8_t kHeld = 1, kStopped = 2, kIsPressed = 4, kTouchesStill = 8, kIsHeld = 16,
                  kBounced = 32;

/// Whether a force acts on a body, as gravity does.
bool isForced(const Bodies& bodies, Vec3 gravity, int body) {
  return bodies.moves(body) && bodies.accelerationOf(body, gravity) != Vec3{};
}

}  // namespace

bool ImpactStops::run(float h) {
  const bool made = makeUpForLags(h);
  if (collision_.sweep.contacts.empty()) return made;
  bool any = false;
  for (const int index : collision_.sweep.contacts) {
    const Contact& c = collision_.contacts.all()[index];
    if (!bodies_.moves(c.bodyA) && !bodies_.moves(c.bodyB)) continue;
    const float time =
        waitsFor(c) ? waitingAt(c, h) : collision_.impactWithin(bodies_, groups_, c, h);
    if (!(time >= 0 && time < h)) continue;
    const bool stopsA = time > 0 || stopsPressed(c.bodyA, c.bodyB);
    const bool stopsB = time > 0 || stopsPressed(c.bodyB, c.bodyA);
    if (!stopsA && !stopsB) continue;
    if (!any) start();
    any = true;
    if (stopsA) stopFor(c.bodyA, c.bodyB, time / h);
    if (stopsB) stopFor(c.bodyB, c.bodyA, time / h);
  }
  if (settings_.continuous) any |= stopAtMissedPairs(h, any);
  if (!any) return made;
  stopBehind(h);
  addGroupMomenta();
  findIslands();
  listFreeIslands();
  room_.pressed.clear();
  room_.bent.clear();
  for (const int i : bodies_.active()) {
    if (!bodies_.moves(i)) continue;
    if (const Stop* stop = stopOf(i))
      stopBody(i, stop->share, stop->stopper, !groups_.isJoined(i), h);
  }
  settlePressed(h);
  returnMomenta();
  return true;
}

/// Sorts a list by the sets of `room_.roots`, and calls `each` with the members of one after
/// another and the place of the first in the list.
template <class F>
void ImpactStops::forEachSet(std::vector<int>& list, F&& each) {
  std::ranges::sort(list, {}, [&](int i) { return std::pair{rootOf(room_.roots, i), i}; });
  const std::span<const int> all(list);
  for (size_t at = 0, next; at < all.size(); at = next) {
    const int root = rootOf(room_.roots, all[at]);
    for (next = at; next < all.size() && rootOf(room_.roots, all[next]) == root;) ++next;
    each(all.subspan(at, next - at), int(at));
  }
}

/// What of the active bodies touches or is joined.
void ImpactStops::findIslands() {
  std::vector<int>& roots = room_.roots;
  startSets(roots, bodies_.size() + 1, bodies_.active());
  room_.marks.assign(size_t(bodies_.size()) + 1, 0);
  for (const Contact& c : collision_.contacts.active()) {
    if (c.count == 0 || c.sensor) continue;
    const bool movesA = bodies_.moves(c.bodyA), movesB = bodies_.moves(c.bodyB);
    if (movesA && movesB) {
      unite(roots, c.bodyA, c.bodyB);
    } else if (movesA || movesB) {
      const int body = movesA ? c.bodyA : c.bodyB;
      room_.marks[size_t(body)] |= kTouchesStill;
      if (Stop* stop = stopOf(body)) {
        const Vec3 normal =
            normalOf(c, collision_.contacts.patchOf(c), bodies_.poseNow(c.bodyA).rotation,
                     bodies_.poseNow(c.bodyB).rotation);
        stop->bars += movesA ? normal : -normal;
      }
    }
  }
  for (const int i : bodies_.active()) {
    if (!bodies_.moves(i)) continue;
    if (groups_.isJoined(i) && bodies_.moves(groups_.rootOf(i))) unite(roots, i, groups_.rootOf(i));
    if (const Stop* stop = stopOf(i); stop && bodies_.moves(stop->stopper))
      unite(roots, i, stop->stopper);
  }
  for (const int i : bodies_.active()) {
    if (!bodies_.moves(i)) continue;
    uint8_t& marks = room_.marks[size_t(rootOf(roots, i))];
    const Stop* stop = stopOf(i);
    const bool joined = groups_.isJoined(i) && groups_.isHeld(groups_.rootOf(i));
    if (stop) marks |= bodies_.moves(stop->stopper) ? kStopped : kHeld;
    if (has(i, kTouchesStill) || bodies_.isLocked(i) || joined) marks |= kHeld;
  }
}

/// Places go back along the motion as it was before relaxing and before gains were taken, which is
/// not along the velocities then: what is left would lose angular momentum.
void ImpactStops::listFreeIslands() {
  room_.members.clear();
  room_.free.clear();
  const auto isFree = [&](int root) {
    return (room_.marks[size_t(root)] & (kStopped | kHeld)) == kStopped;
  };
  for (const int i : bodies_.active()) {
    if (!bodies_.moves(i) || !isFree(rootOf(room_.roots, i))) continue;
    growSlowly(room_.members);
    room_.members.push_back(i);
  }
  forEachSet(room_.members, [&](std::span<const int> members, int first) {
    const bool forced = std::ranges::any_of(
        members, [&](int i) { return bodies_.accelerationOf(i, settings_.gravity) != Vec3{}; });
    growSlowly(room_.free);
    room_.free.push_back({first, int(members.size()), wholeOf(bodies_, members),
                          kineticEnergy(bodies_, members), forced});
  });
}

void ImpactStops::settlePressed(float h) {
  for (const int i : room_.pressed) room_.marks[size_t(i)] |= kIsPressed;
  // What forces press on others must not go on either.
  for (const FreeIsland& island : room_.free) {
    const auto members =
        std::span(room_.members).subspan(size_t(island.first), size_t(island.count));
    const auto isPressed = [&](int i) { return has(i, kIsPressed); };
    if (island.forced && !std::ranges::all_of(members, isPressed))
      room_.marks[size_t(rootOf(room_.roots, members[0]))] |= kHeld;
  }
  std::erase_if(room_.pressed, [&](int i) {
    if (has(rootOf(room_.roots, i), kHeld)) room_.marks[size_t(i)] |= kIsHeld;
    const int other = stopOf(i)->stopper;
    if (!bounceOff(i, other, h)) {
      if (bodies_.moves(other) && !groups_.isJoined(other)) return false;
      goWith(i, other);
    }
    room_.marks[size_t(i)] &= uint8_t(~kIsPressed);
    return true;
  });
  // From here on the sets are of those alone.
  for (const int i : room_.pressed) room_.roots[size_t(i)] = i;
  for (const int i : room_.pressed)
    if (const int other = stopOf(i)->stopper; has(other, kIsPressed)) unite(room_.roots, i, other);
  forEachSet(room_.pressed, [&](std::span<const int> members, int) { pushOn(members); });
}

/// Bodies that are pressed into each other where the substep began go on as one. What is held can't
/// go on: a speed kept would only grow. Fast and heavy ones go on though through light ones that
/// are barred, slower each time.
void ImpactStops::pushOn(std::span<const int> members) {
  const Whole whole = wholeOf(bodies_, members);
  double barred = 0;
  bool held = false;
  for (const int i : members) {
    const int other = stopOf(i)->stopper;
    const double along = dot(toDouble(stopOf(i)->bars), whole.momentum);
    if (along > kBarring * std::sqrt(lengthSquared(whole.momentum)))
      barred += bodies_.masses[i].mass;
    if (!has(other, kIsPressed)) barred += bodies_.masses[other].mass;
    held |= has(i, kIsHeld);
  }
  const double slowest = kPushing * whole.mass;
  const bool pushes =
      barred < kPushed * whole.mass && lengthSquared(whole.momentum) > slowest * slowest;
  if (!held || pushes) moveAsOne(bodies_, members);
  if (!held) return;
  for (const int i : members) slow(i, pushes ? kPushOn : 0);
}

/// Bodies that are driven into each other where the substep began, or turn so far in it that others
/// of their corners come down while those that touch part, bounce along the normal of their contact
/// by an impulse through their centers. False if they are slow or have no restitution, something
/// leads or joins the other, or a force presses them on: they would hang.
bool ImpactStops::bounceOff(int i, int other, float h) {
  if (bodies_.types[other] == BodyType::Kinematic || groups_.isJoined(other)) return false;
  if (isForced(bodies_, settings_.gravity, i) || isForced(bodies_, settings_.gravity, other))
    return false;
  const Vec3 relative = bodies_.states[i].linear - bodies_.states[other].linear;
  float restitution = 0, closing = -kHuge;
  Vec3 normal;
  for (const int index : collision_.sweep.touching) {
    const Contact& c = collision_.contacts.all()[index];
    if (!(c.bodyA == i && c.bodyB == other) && !(c.bodyA == other && c.bodyB == i)) continue;
    const ContactPatch& patch = collision_.contacts.patchOf(c);
    const Vec3 ofA =
        normalOf(c, patch, bodies_.poseNow(c.bodyA).rotation, bodies_.poseNow(c.bodyB).rotation);
    const Vec3 toOther = c.bodyA == i ? ofA : -ofA;
    if (!(dot(relative, toOther) > closing)) continue;
    normal = toOther, closing = dot(relative, normal), restitution = patch.restitution;
  }
  const auto turnsFar = [&](int body) {
    return h * length(bodies_.states[body].angular) > kFarTurn;
  };
  const bool fast = length(relative) > settings_.restitutionThreshold;
  if (!(restitution > 0) || (!fast && !turnsFar(i) && !turnsFar(other))) return false;
  if (!(closing > 0)) return true;
  const auto inverseMass = [&](int body) {
    if (!bodies_.moves(body)) return 0.0f;
    return bodies_.masses[body].inverseMass * dot(bodies_.freeLinear(body, normal), normal);
  };
  const float give = inverseMass(i) + inverseMass(other);
  if (!(give > 0)) return false;
  const Vec3 impulse = ((1 + restitution) * closing / give) * normal;
  const auto push = [&](int body, Vec3 by) {
    bodies_.states[body].linear += bodies_.freeLinear(body, bodies_.masses[body].inverseMass * by);
  };
  push(i, -impulse);
  if (bodies_.moves(other)) push(other, impulse);
  room_.marks[size_t(i)] |= kBounced;
  return true;
}

/// Gives a body the velocity of what it is pressed into and can't push on, but for one with joints:
/// of that only what is no faster. Groups that nothing holds take its momentum.
void ImpactStops::goWith(int i, int other) {
  if (bodies_.moves(other) && !groups_.isHeld(groups_.rootOf(other)))
    return moveAsOne(bodies_, std::array{i, other});
  BodyState& s = bodies_.states[i];
  const Vec3 linear = s.linear, angular = s.angular;
  const std::array one{i};
  const double before = kineticEnergy(bodies_, one);
  const Vec3 arm = bodies_.poseNow(i).position - bodies_.poseNow(other).position;
  s.linear = bodies_.freeLinear(i, bodies_.velocityAt(other, arm));
  s.angular = bodies_.freeAngular(i, bodies_.states[other].angular);
  if (bodies_.moves(other) && kineticEnergy(bodies_, one) > before)
    s.linear = linear, s.angular = angular;
}

void ImpactStops::slow(int body, float kept) {
  BodyState& s = bodies_.states[body];
  s.linear = kept * s.linear;
  s.angular = kept * s.angular;
}

void ImpactStops::returnMomenta() {
  for (const FreeIsland& island : room_.free) {
    const auto members =
        std::span(room_.members).subspan(size_t(island.first), size_t(island.count));
    Whole now = wholeOf(bodies_, members);
    const double most = island.forced ? kineticEnergy(bodies_, members) : island.energy;
    const Vec3d momentum = island.forced ? now.momentum : island.before.momentum;
    const Vec3d orbital = cross(island.before.center - now.center, momentum);
    const Vec3d angular = island.before.angular + orbital;
    if (energyAsOne(now, momentum, angular) > (1 + kRounding) * most) {
      // They can't have both momenta and energy but as they turn freely.
      for (const Bent& b : room_.bent)
        if (std::ranges::binary_search(members, b.body)) turnTo(b.body, b.back);
      now = wholeOf(bodies_, members);
    }
    const bool balls = std::ranges::all_of(members, [&](int i) {
      return std::holds_alternative<Sphere>(bodies_.defs[size_t(i)].shape) && !groups_.isJoined(i);
    });
    const double spun = balls ? kSpun : 1;
    giveMomenta(bodies_, members, now, momentum, angular, spun);
    // Of those that were pressed on as one, some of it is lost.
    const bool pressed =
        std::ranges::any_of(members, [&](int i) { return has(i, kIsPressed | kBounced); });
    const double energy = pressed ? min(most, kineticEnergy(bodies_, members)) : most;
    if (!giveEnergy(bodies_, members, energy) && island.forced)
      giveMomenta(bodies_, members, wholeOf(bodies_, members), now.momentum, now.angular, spun);
  }
}

/// Whether a body stops that has sunk into another. What has joints does so only at what does not
/// move: what drives it would press it into the other for ever if both stood still there.
bool ImpactStops::stopsPressed(int body, int other) const {
  return !bodies_.moves(other) || !groups_.isJoined(body);
}

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

void ImpactStops::start() {
  room_.stopOf.assign(size_t(bodies_.size()), -1);
  room_.stops.clear();
}

void ImpactStops::stopFor(int body, int other, float share) {
  if (!bodies_.moves(body)) return;
  int& stop = room_.stopOf[size_t(groups_.rootOf(body))];
  if (stop < 0 && share < 1) {
    stop = int(room_.stops.size());
    growSlowly(room_.stops);
    room_.stops.push_back({share, other});
  } else if (stop >= 0 && share < room_.stops[size_t(stop)].share) {
    room_.stops[size_t(stop)] = {share, other};
  }
}

/// A body that an impact within this step sends aside waits before what it would meet there, with
/// its velocity: the next substep sweeps them, or the next step, if they have no contact yet.
/// Bodies with joints do not wait: their joints would tear. True if any waits, or `started`.
bool ImpactStops::stopAtMissedPairs(float h, bool started) {
  bool any = started;
  for (const int i : bodies_.active()) {
    if (!bodies_.moves(i) || groups_.isJoined(i)) continue;
    for (int at = bodies_.firstColliders[i]; at >= 0; at = collision_.colliders[at].next) {
      const bool leaves = collision_.leftKnown(bodies_, at);
      if (!leaves && !collision_.turnsAside(bodies_, at)) continue;
      const Collider& c = collision_.colliders[at];
      const Aabb path = merge(aabbOf(c.shape, colliderPose(c, collision_.sweep.starts[i].pose)),
                              aabbOf(c.shape, colliderPose(c, bodies_.poseNow(i))));
      if (!isFinite(path.min) || !isFinite(path.max)) continue;
      if (leaves) collision_.pairOnNewWay(bodies_, at, float(settings_.substeps) * h);
      collision_.findMissedPairs(bodies_, at, path);
      for (const MissedPair& p : collision_.sweep.missed) {
        if (!collision_.sweep.left[i] && (p.contact < 0 || p.part >= 0)) continue;
        const float time = missedAt(p, h);
        if (!(time >= 0 && time < h)) continue;
        if (!any) start();
        any = true;
        const int a = collision_.colliders[p.a].body, b = collision_.colliders[p.b].body;
        if (isNew(p)) collision_.addSwept(p.contact);
        // What meets the next tile of a floor is not pressed into that; what meets others that move
        // is if a force presses it on, or it would hang in a heap.
        const bool presses =
            bodies_.moves(a) && bodies_.moves(b) && isForced(bodies_, settings_.gravity, i);
        const float share = presses ? time / h : max(time / h, kWaiting);
        stopFor(a, b, share);
        stopFor(b, a, share);
      }
    }
  }
  return any;
}

/// Whether two bodies have a contact in which nothing has touched yet.
bool ImpactStops::isUntouched(const MissedPair& p) const {
  return p.contact >= 0 && p.part < 0 && collision_.contacts.all()[p.contact].count == 0;
}

/// Whether a contact of two bodies is not solved yet in this step: from now on it is swept.
bool ImpactStops::isNew(const MissedPair& p) const {
  return isUntouched(p) && !waitsFor(collision_.contacts.all()[p.contact]);
}

/// What sleeps is woken as the next step begins by what waits before it.
bool ImpactStops::waitsFor(const Contact& c) const {
  return Collision::sleeps(bodies_, c.bodyA) || Collision::sleeps(bodies_, c.bodyB);
}

/// When what waits for a sleeping body comes to it; negative if it does not.
float ImpactStops::waitingAt(const Contact& c, float h) const {
  const Collider &a = collision_.colliders[c.colliderA], &b = collision_.colliders[c.colliderB];
  const float time = whenMet(a, b, c.part, h);
  return time < 0 ? time : max(time, kWaiting * h);
}

float ImpactStops::whenMet(const Collider& a, const Collider& b, int part, float h) const {
  const auto motionOf = [&](int body) {
    return motionOver(bodies_, body, collision_.sweepStart(bodies_, body), h);
  };
  return timeOfImpact({a, -1, motionOf(a.body)}, {b, part, motionOf(b.body)}, h,
                      Collision::metDistance(a, b));
}

/// When a pair met within the substep; negative if it did not. What touched as the step began and
/// is solved without sweeping may not be driven into each other.
float ImpactStops::missedAt(const MissedPair& p, float h) const {
  const Collider &a = collision_.colliders[p.a], &b = collision_.colliders[p.b];
  if (groups_.isJoined(a.body) || groups_.isJoined(b.body)) return -1;
  if (p.contact >= 0 && p.part < 0 && !isUntouched(p)) {
    Contact c = collision_.contacts.all()[p.contact];
    c.met = true;
    return collision_.impactWithin(bodies_, groups_, c, h);
  }
  return whenMet(a, b, p.part, h);
}

/// When each pair met was found for the whole motion of both: what stops earlier is in the way of
/// what comes behind it, and that of the next.
void ImpactStops::stopBehind(float h) {
  for (int round = 0; round < kMostRounds; ++round) {
    bool any = stopFollowers(h);
    for (const int index : collision_.sweep.contacts)
      any |= stopBehind(collision_.contacts.all()[index], h);
    if (!any) return;
  }
}

bool ImpactStops::stopBehind(const Contact& c, float h) {
  if (c.part >= 0) return false;
  const Stop *a = stopOf(c.bodyA), *b = stopOf(c.bodyB);
  if (!a && !b) return false;
  const float shareA = a ? a->share : 1, shareB = b ? b->share : 1;
  const bool standsA = shareA < shareB;
  const int comes = standsA ? c.bodyB : c.bodyA, stands = standsA ? c.bodyA : c.bodyB;
  if (!bodies_.moves(comes) || !bodies_.moves(stands) || shareA == shareB) return false;
  if (groups_.rootOf(comes) == groups_.rootOf(stands)) return false;
  // A heavy body does not wait for the light ones that it pushes before it.
  if (c.met && bodies_.masses[comes].mass > kPushes * bodies_.masses[stands].mass) return false;
  const float until = max(shareA, shareB);
  const float time =
      collision_.impactOnStanding(bodies_, c, standsA, h * min(shareA, shareB), h * until, h);
  // It may already wait there, but it is not pressed into it, unless a force presses it on: behind
  // others in a heap it would hang.
  const bool forced = isForced(bodies_, settings_.gravity, comes);
  const float share = forced ? time / h : max(time / h, kWaiting);
  if (time < 0 || !(share < until)) return false;
  stopFor(comes, stands, share);
  return true;
}

/// The same of what nobody saw to be going to meet it, as it flew along with it.
bool ImpactStops::stopFollowers(float h) {
  bool any = false;
  for (const int i : bodies_.active()) {
    if (!bodies_.moves(i) || groups_.isJoined(i) || !stopOf(i)) continue;
    const BodyMotion motion = motionOver(bodies_, i, collision_.sweep.starts[i], h);
    for (int at = bodies_.firstColliders[i]; at >= 0; at = collision_.colliders[at].next) {
      const Collider& c = collision_.colliders[at];
      const Aabb place = aabbOf(c.shape, colliderPose(c, motion.at(stopOf(i)->share * h)));
      if (!isFinite(place.min) || !isFinite(place.max)) continue;
      collision_.findMissedPairs(bodies_, at, place);
      for (const MissedPair& p : collision_.sweep.missed) {
        if (!isNew(p) || !stopBehind(collision_.contacts.all()[p.contact], h)) continue;
        collision_.addSwept(p.contact);
        any = true;
      }
    }
  }
  return any;
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
