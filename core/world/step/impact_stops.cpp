#include "world/step/impact_stops.h"

#include <algorithm>

#include "base/growth.h"

namespace holonom {

namespace {

/// One body that stops may stop others behind it, and they others.
constexpr int kMostRounds = 8;
/// What touches a body of this share of its mass pushes it.
constexpr float kPushes = 4;
/// Share of a substep that a body still moves which waits for the next step.
constexpr float kWaiting = 1e-4f;

}  // namespace

bool ImpactStops::run(float h) {
  const bool made = makeUpForLags(h);
  if (collision_.sweep.contacts.empty()) return made;
  bool any = false;
  for (const int index : collision_.sweep.contacts) {
    const Contact& c = collision_.contacts.all()[index];
    if (!bodies_.moves(c.bodyA) && !bodies_.moves(c.bodyB)) continue;
    const float time = Collision::sleeps(bodies_, c)
                           ? waitingAt(c, h)
                           : collision_.impactWithin(bodies_, groups_, c, h);
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

/// Whether a body stops that has sunk into another. What has joints does so only at what does not
/// move: what drives it would press it into the other for ever if both stood still there.
bool ImpactStops::stopsPressed(int body, int other) const {
  return !bodies_.moves(other) || !groups_.isJoined(body);
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
        const bool presses = bodies_.moves(a) && bodies_.moves(b) && isForced(i);
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
  return isUntouched(p) && !Collision::sleeps(bodies_, collision_.contacts.all()[p.contact]);
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
  const bool forced = isForced(comes);
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

}  // namespace holonom
