// What islands keep in which impacts stop bodies, and what becomes of bodies that are pressed into
// each other where the substep began.
#include <algorithm>
#include <array>
#include <utility>

#include "base/growth.h"
#include "base/union_find.h"
#include "collision/pairs.h"
#include "rigid/whole_motion.h"
#include "world/step/impact_stops.h"

namespace holonom {

namespace {

/// Bodies that are pressed on faster than this [m/s] push those that are barred before them, of at
/// most this share of their mass, and keep this share of their speed in a substep.
constexpr double kPushing = 2, kPushed = 1.0 / 4;
constexpr float kPushOn = 0.5f;
/// Other corners of a body that turns farther may come down before the substep ends [rad].
constexpr float kFarTurn = 0.25f;
/// What touches something that stands still by a normal of more than this cosine is barred by it.
constexpr double kBarring = 0.3;
/// Bodies that stop elsewhere have another angular momentum. Balls that got it back as one rigid
/// body would come to spin: they turn by this share of that body's turn.
constexpr double kSpun = 0.01;
/// Of the energy of an island.
constexpr double kRounding = 1e-6;

}  // namespace

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
    const bool forced = std::ranges::any_of(members, [&](int i) { return isForced(i); });
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
  if (isForced(i) || isForced(other)) return false;
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
    return bodies_.moves(body) ? bodies_.inverseMassAlong(body, {}, normal) : 0.0f;
  };
  const float give = inverseMass(i) + inverseMass(other);
  if (!(give > 0)) return false;
  const Vec3 impulse = ((1 + restitution) * closing / give) * normal;
  bodies_.applyImpulse(i, -impulse, {});
  if (bodies_.moves(other)) bodies_.applyImpulse(other, impulse, {});
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

}  // namespace holonom
