// Which contacts are swept, and what stops them.
#include "world/collision/sweep.h"

#include <algorithm>

#include "base/growth.h"
#include "collision/pairs.h"
#include "collision/time_of_impact.h"
#include "collision/triangle_contact.h"
#include "math/trig.h"
#include "world/collision/collision.h"

namespace holonom {

namespace {

/// A contact that closes along its normal meets; one that passes aside by more than this share of
/// how it closes may miss.
constexpr float kAside = 0.25f;

/// Of what already touches, the core may not, see MovingShape: other corners of a body that turns
/// about one would sink in unseen. The first core may touch where one corner sank in so deep; the
/// next ones, the last of which is the middle, still tell when the others do.
constexpr float kCores[] = {0.5f, 0.25f, 0};
/// Motion in a substep that no core need be asked about, as a share of the extent.
constexpr float kLeastSink = 0.005f;
/// The same of two bodies that both move.
constexpr float kFastSink = 0.25f;

/// Cores that are nearer than this share of the least half width have met: less than the depth of
/// the first core, and more than what is left alone of penetration.
constexpr float kCoreGap = 0.25f;
/// What has sunk in goes on if so much of its motion is along the normal: what turns with the other
/// seems to close by some of it.
constexpr float kClosing = 0.02f;

/// Normals of more than this cosine push to the same side of a body.
constexpr float kSameSide = 0.9f;

/// By how much joined bodies may sink in until a substep ends, as a share of the smaller extent.
constexpr float kGrazed = 0.005f;

float leastExtent(const Collider& a, const Collider& b) {
  return a.extent > 0 && b.extent > 0 ? min(a.extent, b.extent) : max(a.extent, b.extent);
}

/// Angle vector of a rotation.
Vec3 angleOf(Quat q) {
  if (q.w < 0) q = {-q.x, -q.y, -q.z, -q.w};
  const float sine = length(q.xyz());
  if (!(sine > 1e-6f)) return 2 * q.xyz();
  return (2 * arcTangent(sine, q.w) / sine) * q.xyz();
}

/// Where the middle of a collider's bounding sphere goes in a substep: straight, but for `bend`.
struct SphereWay {
  Vec3 from, to;
  float bend = 0;  // farthest from the straight line [m]
};

SphereWay sphereWay(const Bodies& bodies, const Collider& c, const SweepStart& start) {
  const Transform now = bodies.poseNow(c.body);
  if (!c.local) return {start.pose.position, now.position, 0};
  const Vec3 arm = c.local->position;
  const Quat turn = now.rotation * conjugate(start.pose.rotation);
  // An arc of half angle θ/2 leaves its chord by 1 − cos θ/2 ≤ sin² θ/2 of the radius.
  const float bend = turn.w > 0 ? lengthSquared(turn.xyz()) : 2;
  return {transformPoint(start.pose, arm), transformPoint(now, arm), bend * length(arm)};
}

/// Whether spheres around two colliders stay apart by more than `reach`, from middle to middle.
bool passBy(const SphereWay& a, const SphereWay& b, float reach) {
  const Vec3 between = b.from - a.from, motion = (b.to - a.to) - between;
  const float size2 = lengthSquared(motion);
  const float nearest = size2 > 0 ? std::clamp(-dot(between, motion) / size2, 0.0f, 1.0f) : 0;
  const float apart = reach + a.bend + b.bend;
  return lengthSquared(between + nearest * motion) > apart * apart;
}

/// Whether the sphere around a collider stays off the box around a shape at `pose`.
bool isOffBox(const SphereWay& way, float reach, const Shape& shape, const Transform& pose) {
  const Vec3 from = inverseTransformPoint(pose, way.from), to = inverseTransformPoint(pose, way.to);
  return !overlaps(expand({min(from, to), max(from, to)}, reach + way.bend),
                   aabbOf(shape, Transform{}));
}

float deepestOf(const Manifold& m) {
  float separation = kHuge;
  for (int i = 0; i < m.count; ++i) separation = min(separation, m.points[i].separation);
  return separation;
}

/// Whether the sphere around a collider stays off a triangle of a mesh at `mesh`.
bool passesTriangle(const SphereWay& way, float reach, const MeshGeometry::Triangle& t,
                    const Transform& mesh) {
  const Vec3 from = inverseTransformPoint(mesh, way.from), to = inverseTransformPoint(mesh, way.to);
  const float before = dot(t.normal, from - t.a), after = dot(t.normal, to - t.a);
  reach += way.bend;
  if (min(before, after) > reach || max(before, after) < -reach) return true;
  return !overlaps(expand({min(from, to), max(from, to)}, reach),
                   Aabb{min(min(t.a, t.b), t.c), max(max(t.a, t.b), t.c)});
}

}  // namespace

BodyMotion motionOver(const Bodies& bodies, int body, const SweepStart& start, float h) {
  if (!bodies.isAwake(body)) return {start.pose, {}, {}};
  const Transform now = bodies.poseNow(body);
  const float perSecond = 1 / h;
  return {start.pose, perSecond * (now.position - start.pose.position),
          perSecond * angleOf(now.rotation * conjugate(start.pose.rotation))};
}

float Collision::metDistance(const Collider& a, const Collider& b) {
  return min(kImpactGap, kImpactGapShare * leastExtent(a, b));
}

float Collision::turningOver(const Bodies& bodies, int collider, float dt) const {
  const Collider& c = colliders[collider];
  const float reach = turningReach(c);
  return min(dt * length(bodies.states[c.body].angular), 2.0f) * reach;
}

/// Whether points that are apart would be pushed within the step though the shapes may pass by each
/// other: the plane between them holds only where they are nearest now.
bool Collision::mayMiss(const Bodies& bodies, const Contact& c, float dt) const {
  // Soft steps relax with the velocity of one more substep in view.
  dt *= 1 + 1 / float(settings_.substeps);
  if (c.count > 2) return false;  // faces that lie over each other meet
  const ContactPatch& patch = contacts.patchOf(c);
  const Transform &a = bodies.poses[c.bodyA], &b = bodies.poses[c.bodyB];
  const float met = 2 * metDistance(colliders[c.colliderA], colliders[c.colliderB]);
  for (int i = 0; i < c.count; ++i)
    if (patch.points()[i].separation <= met) return false;
  const Manifold m = manifoldOf(c, patch, a.rotation, b.rotation);
  for (int i = 0; i < c.count; ++i) {
    const ManifoldPoint& p = m.points[i];
    const Vec3 motion =
        dt * (bodies.velocityAt(c.bodyB, p.onB) - bodies.velocityAt(c.bodyA, p.onA));
    const float closing = -dot(motion, m.normal);
    if (closing <= p.separation) continue;
    const float aside2 = lengthSquared(motion) - closing * closing;
    if (aside2 > kAside * kAside * closing * closing) return true;
  }
  return false;
}

float closingOver(const Bodies& bodies, const Contact& c, const Manifold& m, float dt) {
  float most = -kHuge;
  for (int i = 0; i < m.count; ++i)
    most = max(most, dot(bodies.velocityAt(c.bodyA, m.points[i].onA) -
                             bodies.velocityAt(c.bodyB, m.points[i].onB),
                         m.normal));
  return dt * most;
}

/// Whether a contact that is carried along closes farther than its margin within the step.
bool Collision::closesFar(const Bodies& bodies, const Contact& c, float dt, float margin) const {
  const BodyState &a = bodies.states[c.bodyA], &b = bodies.states[c.bodyB];
  if (dt * length(b.linear - a.linear) <= margin) return false;
  const Transform &poseA = bodies.poses[c.bodyA], &poseB = bodies.poses[c.bodyB];
  const Manifold m = manifoldOf(c, contacts.patchOf(c), poseA.rotation, poseB.rotation);
  return closingOver(bodies, c, m, dt) > margin;
}

void Collision::addSwept(int index) {
  Contact& c = contacts.all()[index];
  c.swept = true;
  c.apart = c.met = false;
  if (c.patch >= 0) {
    ContactPatch& patch = contacts.patch(c.patch);
    patch.stepImpulse = patch.approachSpeed = 0;
    patch.stepFriction = {};
    for (int i = 0; i < c.count; ++i) patch.points()[i].stepImpulse = 0;
  }
  growSlowly(sweep.contacts);
  sweep.contacts.push_back(index);
}

/// What sleeps in the way of a swept body wakes if they are going to meet in this step.
void Collision::wakeSwept(Bodies& bodies, float dt) {
  for (const int index : sweep.contacts) {
    const Contact& c = contacts.all()[index];
    if (bodies.isAwake(c.bodyA) && bodies.isAwake(c.bodyB)) continue;
    const auto motionOf = [&](int body) {
      const BodyState& s = bodies.states[body];
      Vec3 linear = s.linear;
      if (bodies.moves(body))
        linear +=
            bodies.freeLinear(body, dt * bodies.masses[body].gravityScale * settings_.gravity);
      return BodyMotion{bodies.poses[body], linear, s.angular};
    };
    const Collider &a = colliders[c.colliderA], &b = colliders[c.colliderB];
    const BodyMotion ma = motionOf(c.bodyA), mb = motionOf(c.bodyB);
    if (timeOfImpact({a, -1, ma}, {b, c.part, mb}, dt, 2 * metDistance(a, b)) < 0) continue;
    Islands::wake(bodies, c.bodyA), Islands::wake(bodies, c.bodyB);
  }
}

void Collision::wakeStruck(Bodies& bodies) {
  for (const int index : sweep.contacts) {
    const Contact& c = contacts.all()[index];
    for (const int body : {c.bodyA, c.bodyB}) {
      const BodyState& s = bodies.states[body];
      if (sleeps(bodies, body) && (s.linear != Vec3{} || s.angular != Vec3{}))
        Islands::wake(bodies, body);
    }
  }
}

/// Points that turn come down less than along a line: of those that are apart the separation is
/// what the end of the substep will have of it.
void Collision::addTurning(const Bodies& bodies, const Contact& c, const Manifold& m, float met,
                           float h) {
  ContactPatch& patch = contacts.patch(c.patch);
  const auto bend = [&](int body, Vec3 arm) {
    const Vec3 spin = bodies.states[body].angular;
    return cross(spin, cross(spin, arm));
  };
  for (int i = 0; i < m.count; ++i) {
    const ManifoldPoint& p = m.points[i];
    if (p.separation <= 2 * met) continue;
    const Vec3 bendA = c.round ? Vec3{} : bend(c.bodyA, p.onA);
    const Vec3 bendB = c.round > 1 ? Vec3{} : bend(c.bodyB, p.onB);
    patch.points()[i].separation += 0.5f * h * h * max(0.0f, dot(m.normal, bendB - bendA));
  }
}

bool Collision::sleeps(const Bodies& bodies, int body) {
  return bodies.isDynamic(body) && !bodies.isAwake(body);
}

SweepStart Collision::sweepStart(const Bodies& bodies, int body) const {
  return bodies.isActive(body) ? sweep.starts[body] : SweepStart{bodies.poseNow(body), {}};
}

void Collision::findSwept(const Bodies& bodies, const JoinedGroups& groups, float h) {
  // Of all: those that are joined to one that stops go back too.
  for (const int i : bodies.active())
    sweep.starts[i] = {bodies.poseNow(i), bodies.states[i].linear};
  for (const int index : sweep.contacts) {
    Contact& c = contacts.all()[index];
    c.met = false;
    if (!bodies.moves(c.bodyA) && !bodies.moves(c.bodyB)) continue;
    const Collider &a = colliders[c.colliderA], &b = colliders[c.colliderB];
    const Transform bodyA = sweepStart(bodies, c.bodyA).pose,
                    bodyB = sweepStart(bodies, c.bodyB).pose;
    const Transform ta = colliderPose(a, bodyA), tb = colliderPose(b, bodyB);
    const float margin = contactMargin(a, b);
    Manifold manifold;
    manifold.count = 0;
    if (!sleeps(bodies, c) && (c.part >= 0 || b.leaf < 0 ||
                               length(tb.position - ta.position) <= a.extent + b.extent + margin))
      collide(bodies, c, ta, tb, margin, manifold);
    // What turns in front of a waiting body may keep just out of reach: for a body that has waited
    // for two substeps, near is touching.
    const auto waitsLong = [&](int body) {
      return bodies.lags[body] >= kMostLag * h && !groups.isJoined(body);
    };
    const bool waits = waitsLong(c.bodyA) || waitsLong(c.bodyB);
    const float reach = waits ? margin : 2 * metDistance(a, b);
    bool touches = false;
    for (int i = 0; i < manifold.count; ++i) touches |= manifold.points[i].separation <= reach;
    if (touches) {
      armsFromBodies(ta, tb, bodyA, bodyB, manifold);
      touches = !isInternalEdge(bodies, c, manifold, bodyA, bodyB);
    }
    if (!touches) {
      if (c.patch < 0) continue;
      // One that pushed earlier in this step is still told of as it ends.
      ContactPatch& patch = contacts.patch(c.patch);
      if (!(patch.stepImpulse > 0)) c.count = 0;
      for (int i = 0; i < c.count; ++i) patch.points()[i].impulse = 0;
      patch.tangentImpulse = {};
      patch.twistImpulse = 0;
      continue;
    }
    keepManifold(bodies, c, manifold, margin, bodyA, bodyB);
    // The points are new ones: what was pushed before in this step is shared out among them.
    ContactPatch& patch = contacts.patch(c.patch);
    for (int i = 0; i < c.count; ++i)
      patch.points()[i].stepImpulse = patch.stepImpulse / float(c.count);
    addTurning(bodies, c, manifold, metDistance(a, b), h);
    c.met = true;
    sweep.turned[c.bodyA] = sweep.turned[c.bodyB] = 1;
    growSlowly(sweep.touching);
    sweep.touching.push_back(index);
  }
}

/// Whether shapes that meet at a time push each other. Over a seam of a mesh and at an internal
/// edge of solids the neighbor does; and what slides on a mesh only grazes the next triangle, as do
/// the corners of joined bodies that roll: the whole group would lose time.
bool Collision::pushAt(const Bodies& bodies, const JoinedGroups& groups, const Contact& c,
                       const BodyMotion& ma, const BodyMotion& mb, float time, float h) const {
  const bool joined = groups.isJoined(c.bodyA) || groups.isJoined(c.bodyB);
  if (c.part < 0 && !isOfSolid(bodies, c) && !joined) return true;
  const Collider &a = colliders[c.colliderA], &b = colliders[c.colliderB];
  const Transform bodyA = ma.at(time), bodyB = mb.at(time);
  const Transform ta = colliderPose(a, bodyA), tb = colliderPose(b, bodyB);
  Manifold m;
  collide(bodies, c, ta, tb, contactMargin(a, b), m);
  armsFromBodies(ta, tb, bodyA, bodyB, m);
  if (c.part < 0 && isInternalEdge(bodies, c, m, bodyA, bodyB)) return false;
  if (c.part < 0 && !joined) return true;
  float sinks = 0;
  for (int i = 0; i < m.count; ++i) {
    const ManifoldPoint& p = m.points[i];
    const Vec3 closing =
        ma.linear + cross(ma.angular, p.onA) - mb.linear - cross(mb.angular, p.onB);
    sinks = max(sinks, (h - time) * dot(closing, m.normal) - max(0.0f, p.separation));
  }
  const float least = metDistance(a, b);
  return sinks > (joined ? max(least, kGrazed * leastExtent(a, b)) : least);
}

bool Collision::turnsAside(const Bodies& bodies, int collider) const {
  const Collider& c = colliders[collider];
  if (!sweep.turned[c.body]) return false;
  const Vec3 moved = bodies.poseNow(c.body).position - sweep.starts[c.body].pose.position;
  return length(moved) > kSlowShare * marginOf(c);
}

float Collision::impactWithin(const Bodies& bodies, const JoinedGroups& groups, const Contact& c,
                              float h) const {
  const Collider &a = colliders[c.colliderA], &b = colliders[c.colliderB];
  const SweepStart startA = sweepStart(bodies, c.bodyA), startB = sweepStart(bodies, c.bodyB);
  const float met = metDistance(a, b);
  // The spheres around them tell most pairs apart.
  if (c.part < 0 && b.leaf >= 0) {
    const SphereWay wayA = sphereWay(bodies, a, startA), wayB = sphereWay(bodies, b, startB);
    if (passBy(wayA, wayB, a.extent + b.extent + 2 * met)) return -1;
    if (!bodies.isActive(c.bodyA)) {
      if (isOffBox(wayB, b.extent + 2 * met, a.shape, colliderPose(a, startA.pose))) return -1;
    } else if (!bodies.isActive(c.bodyB)) {
      if (isOffBox(wayA, a.extent + 2 * met, b.shape, colliderPose(b, startB.pose))) return -1;
    }
  } else if (c.part >= 0 && bodies.types[c.bodyB] == BodyType::Static) {
    const MeshGeometry::Triangle& t = std::get_if<Mesh>(&b.shape)->geometry->triangles[c.part];
    if (passesTriangle(sphereWay(bodies, a, startA), a.extent + 2 * met, t,
                       colliderPose(b, startB.pose)))
      return -1;
  }
  const BodyMotion ma = motionOver(bodies, c.bodyA, startA, h);
  const BodyMotion mb = motionOver(bodies, c.bodyB, startB, h);
  const float turning = turningReach(a) * length(ma.angular) + turningReach(b) * length(mb.angular);
  const float motion = h * (length(mb.linear - ma.linear) + turning);
  if (!(motion < kHuge)) return -1;  // no way to follow
  if (!c.met) {
    const float time = timeOfImpact({a, -1, ma}, {b, c.part, mb}, h, met);
    // One that touches as the substep begins never stands still.
    if (time > 0 && pushAt(bodies, groups, c, ma, mb, time, h)) return time;
    // What moves over a seam of a mesh or of solids may turn into the next part, but its core may
    // not.
    if (time < 0 || (c.part < 0 && !isOfSolid(bodies, c))) return -1;
  }
  // Slow ones that both move part again; where many press, one that stood still would be crushed.
  const bool both = bodies.moves(c.bodyA) && bodies.moves(c.bodyB);
  const bool ofA = both ? a.extent <= b.extent : bodies.moves(c.bodyA);
  const float extent = ofA ? a.extent : b.extent;
  if (motion < (both ? kFastSink : kLeastSink) * extent) return -1;
  const float near = min(met, kCoreGap * leastHalfWidthOf((ofA ? a : b).shape));
  const auto timeOfCore = [&](float core) {
    return timeOfImpact({a, -1, ma, ofA ? core : 1}, {b, c.part, mb, ofA ? 1 : core}, h, near);
  };
  float time = timeOfCore(kCores[0]);
  if (time != 0) return time;
  // What has sunk so deep before may only be pushed out.
  const Manifold m = manifoldOf(c, contacts.patchOf(c), ma.start.rotation, mb.start.rotation);
  const auto closes = [&](Vec3 velocity) {
    return h * dot(velocity, m.normal) > kClosing * motion;
  };
  const Vec3 linear = ma.linear - mb.linear;
  // What comes no deeper until the substep ends, on the same side, goes on, as does what only turns
  // into the other parts again, if both move or joints turn it.
  const Transform bodyA = ma.at(h), bodyB = mb.at(h);
  Manifold after;
  collide(bodies, c, colliderPose(a, bodyA), colliderPose(b, bodyB), contactMargin(a, b), after);
  const bool deeper = after.count == 0 ? closes(linear)
                                       : dot(after.normal, m.normal) < kSameSide ||
                                             deepestOf(after) < deepestOf(m) - met;
  const bool parts = both || groups.isJoined(c.bodyA) || groups.isJoined(c.bodyB);
  for (int i = 0; deeper && i < m.count; ++i) {
    const Vec3 turning = cross(ma.angular, m.points[i].onA) - cross(mb.angular, m.points[i].onB);
    if (closes(linear + turning) && (!parts || closes(linear))) return 0;
  }
  for (int k = 1; k < int(std::size(kCores)) && time == 0; ++k) time = timeOfCore(kCores[k]);
  if (time != 0) return time;
  // Sunk to the middle: where that goes on, it stops.
  const Vec3 apart = mb.start.position - ma.start.position;
  const Vec3 ofMiddle = ofA ? linear + cross(mb.angular, apart) : linear + cross(ma.angular, apart);
  return m.count > 0 && closes(ofMiddle) ? 0 : -1;
}

float Collision::impactOnStanding(const Bodies& bodies, const Contact& c, bool standsA, float from,
                                  float until, float h) const {
  const Collider &a = colliders[c.colliderA], &b = colliders[c.colliderB];
  const auto motionFrom = [&](int body, bool stands) {
    const BodyMotion m = motionOver(bodies, body, sweepStart(bodies, body), h);
    return stands ? BodyMotion{m.at(from), {}, {}} : BodyMotion{m.at(from), m.linear, m.angular};
  };
  const BodyMotion ma = motionFrom(c.bodyA, standsA), mb = motionFrom(c.bodyB, !standsA);
  const Transform ta = colliderPose(a, ma.start), tb = colliderPose(b, mb.start);
  const float met = metDistance(a, b), span = until - from;
  const float reach = a.extent + b.extent + 2 * met + span * length(ma.linear - mb.linear) +
                      min(span * length(ma.angular), 2.0f) * turningReach(a) +
                      min(span * length(mb.angular), 2.0f) * turningReach(b);
  if (lengthSquared(tb.position - ta.position) > reach * reach) return -1;
  const float time = timeOfImpact({a, -1, ma}, {b, -1, mb}, span, met);
  if (time != 0) return time < 0 ? -1 : from + time;
  Manifold m;
  collide(bodies, c, ta, tb, contactMargin(a, b), m);
  armsFromBodies(ta, tb, ma.start, mb.start, m);
  for (int i = 0; i < m.count; ++i) {
    const ManifoldPoint& p = m.points[i];
    const Vec3 closing =
        ma.linear + cross(ma.angular, p.onA) - mb.linear - cross(mb.angular, p.onB);
    if (span * dot(closing, m.normal) - max(0.0f, p.separation) > met) return from;
  }
  return -1;
}

}  // namespace holonom
