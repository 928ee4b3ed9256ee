// What swept contacts stop: bodies at the time of their impact, which lose the rest of the substep
// and make up for it in the next.
#include <algorithm>
#include <span>
#include <utility>

#include "base/growth.h"
#include "base/union_find.h"
#include "collision/pairs.h"
#include "rigid/whole_motion.h"
#include "world/collision/sweep.h"
#include "world/world.h"

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

/// Whether a swept contact touches a body that has joints.
bool World::sweptTouchJointed() {
  if ((joints.empty() && userLinks().empty()) || collision.sweep.touching.empty()) return false;
  joinSweptBodies();
  for (const int index : collision.sweep.touching) {
    const Contact& c = collision.contacts.all()[index];
    if (collision.sweep.jointed[c.bodyA] || collision.sweep.jointed[c.bodyB]) return true;
  }
  return false;
}

void World::joinSweptBodies() {
  if (collision.sweep.joined) return;
  collision.sweep.joined = true;
  startSets(collision.sweep.roots, bodies.size());
  collision.sweep.jointed.assign(static_cast<size_t>(bodies.size()) + 1, 0);
  const auto link = [&](int a, int b) {
    for (const int i : {a, b})
      if (bodies.canMove(i)) collision.sweep.jointed[i] = 1;
    if (bodies.canMove(a) && bodies.canMove(b)) unite(collision.sweep.roots, a, b);
  };
  for (const int index : activeJoints()) link(joints[index].bodyA, joints[index].bodyB);
  for (const auto& [a, b] : userLinks()) link(a, b);
  collision.sweep.grounded.assign(static_cast<size_t>(bodies.size()), 0);
  const auto ground = [&](int a, int b, bool always) {
    if (!always && bodies.canMove(a) && bodies.canMove(b)) return;
    for (const int i : {a, b})
      if (bodies.canMove(i)) collision.sweep.grounded[rootOf(collision.sweep.roots, i)] = 1;
  };
  for (const int index : activeJoints()) {
    const Joint& j = joints[index];
    ground(j.bodyA, j.bodyB, isGrounded(j.def));
  }
  for (const auto& [a, b] : userLinks()) ground(a, b, true);
  for (const int i : bodies.active())
    if (bodies.isLocked(i)) collision.sweep.grounded[rootOf(collision.sweep.roots, i)] = 1;
}

/// Bodies that came to touch within a substep stop there, with all that they are joined to, and
/// lose the rest of it. True if any did, or made up for what it had lost.
bool World::stopAtImpacts(float h) {
  const bool made = makeUpForLags(h);
  if (collision.sweep.contacts.empty()) return made;
  joinSweptBodies();
  bool any = false;
  for (const int index : collision.sweep.contacts) {
    const Contact& c = collision.contacts.all()[index];
    if (!bodies.moves(c.bodyA) && !bodies.moves(c.bodyB)) continue;
    const float time = collision.impactWithin(bodies, c, h);
    if (!(time >= 0 && time < h) || (time == 0 && isJointPressed(c))) continue;
    if (!any) startStops();
    any = true;
    stopPair(c.bodyA, c.bodyB, time / h);
  }
  any |= stopAtMissedPairs(h, any);
  if (!any) return made;
  addGroupMomenta();
  listFreeGroups();
  for (const int i : bodies.active()) {
    if (!bodies.moves(i)) continue;
    const int root = rootOf(collision.sweep.roots, i);
    if (collision.sweep.shares[root] < 1)
      stopBody(i, collision.sweep.shares[root], collision.sweep.stoppers[root],
               !collision.sweep.jointed[i], h);
  }
  returnTurning();
  return true;
}

/// Places go back along the motion from before its gains were taken (see EnergyBound), which is
/// not along the velocities then: groups that turned fast would lose angular momentum.
void World::listFreeGroups() {
  collision.sweep.stopped.clear();
  collision.sweep.freeGroups.clear();
  if (joints.empty() && userLinks().empty()) return;
  for (const int i : bodies.active()) {
    if (!bodies.moves(i) || !collision.sweep.jointed[i]) continue;
    const int root = rootOf(collision.sweep.roots, i);
    if (!(collision.sweep.shares[root] < 1) || collision.sweep.grounded[root]) continue;
    growSlowly(collision.sweep.stopped);
    collision.sweep.stopped.push_back(i);
  }
  const auto groupOf = [&](int i) { return std::pair{rootOf(collision.sweep.roots, i), i}; };
  std::ranges::sort(collision.sweep.stopped, {}, groupOf);
  const std::span all(collision.sweep.stopped);
  for (size_t at = 0, next; at < all.size(); at = next) {
    const auto inGroup = [&](size_t k) { return groupOf(all[k]).first == groupOf(all[at]).first; };
    for (next = at; next < all.size() && inGroup(next);) ++next;
    growSlowly(collision.sweep.freeGroups);
    collision.sweep.freeGroups.push_back(
        {int(at), int(next - at), wholeOf(bodies, all.subspan(at, next - at)).angular});
  }
}

void World::returnTurning() {
  for (const FreeGroup& g : collision.sweep.freeGroups) {
    const auto members =
        std::span(collision.sweep.stopped).subspan(size_t(g.first), size_t(g.count));
    const Whole now = wholeOf(bodies, members);
    giveMomenta(bodies, members, now, now.momentum, g.angular);
  }
}

/// Whether both bodies move and one has joints: what drives it would press it into the other for
/// ever if both stood still where they had sunk in.
bool World::isJointPressed(const Contact& c) {
  if (!bodies.moves(c.bodyA) || !bodies.moves(c.bodyB)) return false;
  joinSweptBodies();
  return collision.sweep.jointed[c.bodyA] || collision.sweep.jointed[c.bodyB];
}

void World::addGroupMomenta() {
  if (joints.empty() && userLinks().empty()) return;
  collision.sweep.given.resize(static_cast<size_t>(bodies.size()));
  const auto active = bodies.active();
  for (const int i : active) collision.sweep.given[i] = {};
  for (const int i : active) {
    if (!bodies.moves(i) || !collision.sweep.jointed[i]) continue;
    const int root = rootOf(collision.sweep.roots, i);
    if (!(collision.sweep.shares[root] < 1)) continue;
    GroupMomentum& given = collision.sweep.given[root];
    const float mass = bodies.masses[i].mass;
    given.mass += mass;
    given.weight += mass * bodies.accelerationOf(i, settings.gravity);
    given.all += mass * (bodies.states[i].linear - collision.sweep.starts[i].linear);
    given.bounced += mass * impacts_.changeOf(i).linear;
  }
}

/// The same acceleration for all of a group of joined bodies that only gravity moves over a time.
std::optional<Vec3> World::fallOfGroup(int root, float time) const {
  const GroupMomentum& given = collision.sweep.given[root];
  const Vec3 fall = time * given.weight, other = given.all - given.bounced - fall;
  if (lengthSquared(other) > 1e-4f * lengthSquared(fall) + 1e-10f * lengthSquared(given.all))
    return std::nullopt;
  return (1 / given.mass) * given.weight;
}

void World::startStops() {
  joinSweptBodies();
  collision.sweep.shares.resize(static_cast<size_t>(bodies.size()));
  collision.sweep.stoppers.resize(static_cast<size_t>(bodies.size()));
  collision.sweep.touches.assign(static_cast<size_t>(bodies.size()), 0);
  for (const int i : bodies.active()) collision.sweep.shares[i] = 1;
  for (const Contact& c : collision.contacts.active())
    if (c.count > 0 && !c.sensor)
      for (const int i : {c.bodyA, c.bodyB})
        collision.sweep.touches[i] += collision.sweep.touches[i] < 2;
}

void World::stopPair(int bodyA, int bodyB, float share) {
  for (const auto& [body, other] : {std::pair{bodyA, bodyB}, {bodyB, bodyA}}) {
    if (!bodies.moves(body)) continue;
    const int root = rootOf(collision.sweep.roots, body);
    if (share >= collision.sweep.shares[root]) continue;
    collision.sweep.shares[root] = share;
    collision.sweep.stoppers[root] = other;
  }
}

/// A body that an impact within this step sends where no pairs were looked for waits there before
/// what it would meet, with its velocity: the next step knows of both. Bodies with joints do not:
/// their joints would tear. True if any waits, or `started`.
bool World::stopAtMissedPairs(float h, bool started) {
  bool any = started;
  for (const int i : bodies.active()) {
    if (!bodies.moves(i)) continue;
    for (int at = bodies.firstColliders[i]; at >= 0; at = collision.colliders[at].next) {
      if (!collision.leftKnown(bodies, at)) continue;
      const Collider& c = collision.colliders[at];
      const Aabb path = merge(aabbOf(c.shape, colliderPose(c, collision.sweep.starts[i].pose)),
                              aabbOf(c.shape, colliderPose(c, bodies.poseNow(i))));
      if (!isFinite(path.min) || !isFinite(path.max)) continue;
      joinSweptBodies();
      if (collision.sweep.jointed[i]) break;
      collision.findMissedPairs(bodies, at, path);
      for (const MissedPair& p : collision.sweep.missed) {
        const Collider &a = collision.colliders[p.a], &b = collision.colliders[p.b];
        if (collision.sweep.jointed[a.body] || collision.sweep.jointed[b.body]) continue;
        const float time = timeOfImpact(
            {a, -1, motionOver(bodies, a.body, collision.sweepStart(bodies, a.body), h)},
            {b, p.part, motionOver(bodies, b.body, collision.sweepStart(bodies, b.body), h)}, h,
            Collision::metDistance(a, b));
        if (!(time >= 0 && time < h)) continue;
        if (!any) startStops();
        any = true;
        // It may already wait there, but it is not pressed into it.
        stopPair(a.body, b.body, max(time / h, kWaiting));
      }
    }
  }
  return any;
}

/// Whether both move freely and touch nothing but each other.
bool World::arePair(int a, int b) const {
  const auto isFree = [&](int i) {
    return bodies.moves(i) && !collision.sweep.jointed[i] && !bodies.isLocked(i) &&
           collision.sweep.touches[i] <= 1;
  };
  return isFree(a) && isFree(b);
}

/// Two bodies that are pressed into each other, where the substep began, go on as one with the
/// momenta that they had.
void World::moveAsOne(int a, int b) {
  BodyState &sa = bodies.states[a], &sb = bodies.states[b];
  const double massA = bodies.masses[a].mass, massB = bodies.masses[b].mass;
  const double shareA = massA / (massA + massB), reduced = shareA * massB;
  const Vec3d va = toDouble(sa.linear), vb = toDouble(sb.linear), relative = vb - va;
  const Vec3d r =
      toDouble(collision.sweep.starts[b].pose.position - collision.sweep.starts[a].pose.position);
  const Sym3d ofA = bodies.inertiaNow(a), ofB = bodies.inertiaNow(b);
  const Vec3d momentum =
      ofA * toDouble(sa.angular) + ofB * toDouble(sb.angular) + reduced * cross(r, relative);
  const Vec3d spin = inverse(ofA + ofB + parallelAxis(reduced, r)) * momentum;
  const Vec3d center = va + (1 - shareA) * relative, round = cross(spin, r);
  sa.linear = toFloat(center - (1 - shareA) * round), sb.linear = toFloat(center + shareA * round);
  sa.angular = sb.angular = toFloat(spin);
}

void World::stopBody(int i, float share, int stopper, bool alone, float h) {
  BodyState& s = bodies.states[i];
  const SweepStart& start = collision.sweep.starts[i];
  const float span = h + collision.sweep.timeMade(i);
  Transform pose = motionOver(bodies, i, collision.sweep.starts[i], h).at(share * h);
  const bool carried = bodies.types[stopper] == BodyType::Kinematic;
  if (carried) {
    // What a kinematic body meets goes along with it for the rest of the substep.
    const BodyMotion by = motionOver(bodies, stopper, collision.sweepStart(bodies, stopper), h);
    const Transform moved = by.at(h) * inverse(by.at(share * h)) * pose;
    if (!bodies.isLocked(i))
      pose = moved;
    else
      pose.position += bodies.freeLinear(i, moved.position - pose.position);
  }
  const bool single = alone && !carried;
  bool turned = false;
  if (single) {
    const Turning back = turnedFreely(bodies, i, (share - 1) * span);
    // Where both give way, momenta count for more than where exactly they stop.
    turned = bodies.moves(stopper) || isNear(back.rotation, pose.rotation, turningReachOf(i));
    if (turned) turnTo(i, back);
  }
  if (!turned) turnTo(i, pose.rotation, alone);
  s.deltaPosition = pose.position - bodies.poses[i].position;
  // One that is pressed into what stands can't go on: a speed kept would only grow.
  if (!(share > 0) && single) {
    if (arePair(i, stopper))
      moveAsOne(i, stopper);
    else
      s.linear = s.angular = {};
    return;
  }
  if (collision.sweep.jointed[i]) {
    const float lost = min((1 - share) * span, 2 * h);
    if (const auto fall = fallOfGroup(rootOf(collision.sweep.roots, i), span)) {
      // Gravity made it faster in the time that it does not move.
      s.linear -= bodies.freeLinear(i, lost * *fall);
      if (!carried) bodies.lags[i] = lost;
      return;
    }
  }
  // A body that flew, once it had bounced: the speed that it has on its parabola there, so that its
  // energy stays.
  const Vec3 acceleration = bodies.accelerationOf(i, settings.gravity);
  const float size2 = lengthSquared(acceleration);
  const Impacts::Change bounce = impacts_.changeOf(i);
  const Vec3 begun = start.linear + bounce.linear;
  const Vec3 other = s.linear - begun - span * acceleration;
  if (lengthSquared(other) > 1e-4f * span * span * size2 + 1e-10f * lengthSquared(s.linear)) return;
  if (!(size2 > 0)) {
    if (single) bodies.lags[i] = min((1 - share) * span, 2 * h);
    return;
  }
  const Vec3 from = begun + (storedLag(settings.integrator) * h) * acceleration;
  const float along = dot(from, acceleration);
  const float rise = dot(pose.position - start.pose.position - bounce.shift, acceleration);
  const float root = std::sqrt(max(0.0f, along * along + 2 * size2 * rise));
  // Of the two times at which it passes this height, the one near that of the impact.
  const float first = (-along - root) / size2, second = (-along + root) / size2;
  const float wanted = share * span;
  const float time = abs(first - wanted) < abs(second - wanted) ? first : second;
  s.linear = from + (time - storedLag(settings.integrator) * h) * acceleration;
  if (single) bodies.lags[i] = std::clamp(span - time, 0.0f, 2 * h);
}

/// Distance from the center of the farthest point that turning moves [m].
float World::turningReachOf(int body) const {
  float reach = 0;
  for (int at = bodies.firstColliders[body]; at >= 0; at = collision.colliders[at].next)
    reach = max(reach, turningReach(collision.colliders[at]));
  return reach;
}

void World::turnTo(int i, const Turning& turning) {
  BodyState& s = bodies.states[i];
  s.angular = turning.angular;
  s.deltaRotation = normalize(turning.rotation * conjugate(bodies.poses[i].rotation));
  bodies.setInverseInertia(i, bodies.inverseInertiaAt(i, turning.rotation));
}

/// Gives a body another rotation with the same angular momentum or, in its direction, with the same
/// energy.
void World::turnTo(int i, Quat rotation, bool keepsEnergy) {
  Vec3 angular = bodies.states[i].angular;
  if (bodies.masses[i].asymmetric)
    angular = bodies.spinAfter(i, bodies.poseNow(i).rotation, rotation, angular, keepsEnergy);
  turnTo(i, {rotation, angular});
}

/// Whether what touches a body as the substep begins bars its way, or that of its group.
bool World::isHeld(int i, bool joined, float h) {
  for (const int index : collision.sweep.touching) {
    const Contact& c = collision.contacts.all()[index];
    if (c.bodyA != i && c.bodyB != i) continue;
    if (joined && rootOf(collision.sweep.roots, c.bodyA) == rootOf(collision.sweep.roots, c.bodyB))
      continue;
    const Transform a = bodies.poseNow(c.bodyA), b = bodies.poseNow(c.bodyB);
    Manifold m = manifoldOf(c, collision.contacts.patchOf(c), a.rotation, b.rotation);
    // Of a body that turns, points that are still apart may come down while others part.
    const float met = 2 * Collision::metDistance(collision.colliders[c.colliderA],
                                                 collision.colliders[c.colliderB]);
    int near = 0;
    for (int k = 0; k < m.count; ++k)
      if (m.points[k].separation <= met) m.points[near++] = m.points[k];
    m.count = near;
    if (closingOver(bodies, c, m, h) > -2 * h * h * length(settings.gravity)) return true;
  }
  return false;
}

/// The momenta of the groups of joined bodies that lost time, and whether something holds them.
void World::addLateGroups(float h) {
  joinSweptBodies();
  const auto active = bodies.active();
  collision.sweep.given.resize(static_cast<size_t>(bodies.size()));
  for (const int i : active) collision.sweep.given[i] = {};
  for (const int i : active) {
    if (!(bodies.lags[i] > 0) || !bodies.moves(i) || !collision.sweep.jointed[i]) continue;
    GroupMomentum& group = collision.sweep.given[rootOf(collision.sweep.roots, i)];
    const float mass = bodies.masses[i].mass;
    group.mass += mass;
    group.weight += mass * bodies.accelerationOf(i, settings.gravity);
    group.all += mass * bodies.states[i].linear;
    group.held |= isHeld(i, true, h);
  }
}

/// Bodies that lost time at an impact in the substep before make up for it, those that are joined
/// by a shift in common, which opens no joint. True if any did.
bool World::makeUpForLags(float h) {
  collision.sweep.made.clear();
  const auto active = bodies.active();
  if (std::ranges::none_of(active, [&](int i) { return bodies.lags[i] > 0; })) return false;
  const bool anyJoints = !joints.empty() || !userLinks().empty();
  if (anyJoints) addLateGroups(h);
  for (const int i : active) {
    const float lag = std::exchange(bodies.lags[i], 0.0f);
    if (!(lag > 0) || !bodies.moves(i)) continue;
    BodyState& s = bodies.states[i];
    Vec3 velocity = s.linear, acceleration = bodies.accelerationOf(i, settings.gravity);
    const bool joined = anyJoints && collision.sweep.jointed[i];
    bool held;
    if (joined) {
      const GroupMomentum& group = collision.sweep.given[rootOf(collision.sweep.roots, i)];
      velocity = bodies.freeLinear(i, (1 / group.mass) * group.all);
      acceleration = bodies.freeLinear(i, (1 / group.mass) * group.weight);
      held = group.held;
    } else {
      held = isHeld(i, false, h);
    }
    // What rests by now only has its weight to bear for that time.
    if (!held) {
      s.deltaPosition +=
          lag * (velocity + (storedLag(settings.integrator) * h + 0.5f * lag) * acceleration);
      if (!joined) turnTo(i, turnedFreely(bodies, i, lag));
      growSlowly(collision.sweep.made);
      collision.sweep.made.push_back({i, lag});
    }
    s.linear += lag * acceleration;
  }
  return true;
}

}  // namespace holonom
