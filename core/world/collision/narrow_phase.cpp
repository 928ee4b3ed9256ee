// Where contacts touch.
#include <algorithm>

#include "collision/incremental_manifold.h"
#include "collision/pairs.h"
#include "collision/triangle_contact.h"
#include "rigid/materials.h"
#include "world/collision/collision.h"
#include "world/collision/pair_rules.h"

namespace holonom {

namespace {

/// A collider keeps its resting place while no point of it leaves by more than this share of its
/// margin.
constexpr float kRestShare = 0.05f;
/// Shapes that turn in a step by more than this, in radians or so, leave the points where they
/// touch.
constexpr float kTurningShare = 0.1f;
/// Of the extent of an ellipsoid: what turns by more in a step is followed in each substep.
constexpr float kRockingShare = 0.002f;

}  // namespace

void Collision::refreshMaterials(const Bodies& bodies, int body) {
  for (Contact& c : contacts.all()) {
    if (c.bodyA != body && c.bodyB != body) continue;
    const BodyDef &a = bodies.defs[c.bodyA], &b = bodies.defs[c.bodyB];
    c.sensor = a.sensor || b.sensor;
    c.surface = hasSurface(a) || hasSurface(b);
    c.continuous = wantsSweeps(a) || wantsSweeps(b);
    if (c.patch >= 0) setMaterial(contacts.patch(c.patch), a, b);
  }
}

/// Bodies that rest hardly move, and those that are apart then stay apart: most pairs of a pile
/// need no look at all.
void Collision::updateRestingPlaces(const Bodies& bodies, float dt) {
  restingPlaces_.resize(size_t(colliders.size()));
  resting_.resize(size_t(colliders.size()));
  motions_.resize(size_t(colliders.size()));
  const auto look = [&](int i) {
    const Collider& c = colliders[i];
    const Transform& pose = bodies.poses[c.body];
    const BodyState& state = bodies.states[c.body];
    Transform& place = restingPlaces_[i];
    const Quat turn = conjugate(place.rotation) * pose.rotation;
    motions_[i] = dt * (length(state.linear) + c.reach * length(state.angular));
    const float moved =
        length(pose.position - place.position) + 2 * c.reach * length(turn.xyz()) + motions_[i];
    resting_[i] = moved <= kRestShare * marginOf(c);
    if (resting_[i] || place == pose) return;
    place = pose;
    partAnew_ |= !bodies.isActive(c.body);
  };
  if (!lookAtAll_) {
    for (const int i : colliders.active(bodies)) look(i);
    return;
  }
  for (int i = 0; i < colliders.size(); ++i)
    if (colliders[i].body >= 0) look(i);
}

float Collision::contactMargin(const Collider& a, const Collider& b) {
  return marginOf(smallerExtent(a, b));
}

/// Points of a contact that are nearer than `margin`, from the centers of the shapes.
void Collision::collide(const Bodies& bodies, const Contact& c, const Transform& ta,
                        const Transform& tb, float margin, Manifold& out) const {
  const Shape &a = colliders[c.colliderA].shape, &b = colliders[c.colliderB].shape;
  // Curved shapes begin their search with the last normal.
  out.normal = {};
  if (c.count > 0 && isCurvedShape(b))
    out.normal = normalOf(c, contacts.patchOf(c), bodies.poses[c.bodyA].rotation,
                          bodies.poses[c.bodyB].rotation);
  if (c.part >= 0)
    collideTriangle(a, ta, *std::get_if<Mesh>(&b)->geometry, c.part, tb, margin, out);
  else
    collideFunction(typeOf(a), typeOf(b))(a, ta, b, tb, margin, out);
}

void armsFromBodies(const Transform& ta, const Transform& tb, const Transform& bodyA,
                    const Transform& bodyB, Manifold& m) {
  for (int i = 0; i < m.count; ++i) {
    m.points[i].onA += ta.position - bodyA.position;
    m.points[i].onB += tb.position - bodyB.position;
  }
}

/// Takes over the manifold found at these poses of the bodies, for `recall`. If manifolds are
/// incremental, it becomes that of the cached points.
void Collision::keepManifold(const Bodies& bodies, Contact& c, Manifold& manifold, float margin,
                             const Transform& bodyA, const Transform& bodyB) {
  const int old = c.count;
  const bool known = c.patch >= 0;
  // Spheres and ellipsoids touch in one point.
  const auto all = unsigned(Rolling::All);
  const bool incremental = settings_.incremental && c.rollingA != all && c.rollingB != all;
  if (incremental) cacheDeepest(c, contacts.patchOf(c), margin, bodyA, bodyB, manifold);
  c.count = static_cast<uint8_t>(manifold.count);
  if (!known && manifold.count == 0) return;
  ContactPatch& patch = contacts.needPatch(c, manifold.count);
  if (!known) {
    setMaterial(patch, bodies.defs[c.bodyA], bodies.defs[c.bodyB]);
    const Collider &a = colliders[c.colliderA], &b = colliders[c.colliderB];
    patch.reach = c.part < 0 ? max(a.reach, b.reach) : a.reach;
  }
  // No point that was left out can touch before the bodies have moved by the margin. An incremental
  // manifold leaves out others: it is never carried over without a search.
  patch.slack = incremental ? 0 : 0.5f * margin;
  remember(c, patch, old, manifold, bodyA, bodyB);
}

bool Collision::movesFar(const Contact& c, float margin) const {
  return motions_[c.colliderA] + motions_[c.colliderB] > kSlowShare * margin;
}

/// Whether shapes are within a distance, also over a seam of a mesh, whose contacts are those of
/// the triangle next to it.
bool Collision::isWithin(const Bodies& bodies, const Contact& c, const Transform& ta,
                         const Transform& tb, float distance) const {
  const Shape &a = colliders[c.colliderA].shape, &b = colliders[c.colliderB].shape;
  if (c.part >= 0)
    return isNearTriangle(a, ta, *std::get_if<Mesh>(&b)->geometry, c.part, tb, distance);
  Manifold near;
  near.count = 0;
  collide(bodies, c, ta, tb, distance, near);
  return near.count > 0;
}

void Collision::findContacts(Bodies& bodies, float dt) {
  updateRestingPlaces(bodies, dt);
  sweep.contacts.clear();
  sweep.starts.resize(static_cast<size_t>(bodies.size()));
  sweep.turned.assign(static_cast<size_t>(bodies.size()), 0);
  sweep.left.assign(static_cast<size_t>(bodies.size()), 0);
  const float falling = dt * dt * length(settings_.gravity);
  for (int index = 0; index < static_cast<int>(contacts.active().size()); ++index) {
    Contact& c = contacts.active()[index];
    c.swept = false;
    c.apart &= resting_[c.colliderA] & resting_[c.colliderB];
    if (c.apart) continue;
    // Sleepers keep what they touched; those put there asleep have yet to find out.
    if (c.patch >= 0 && !bodies.isActive(c.bodyA, c.bodyB)) continue;
    // Most pairs are only nearby, and their boxes tell.
    if (c.patch < 0 && !overlaps(nearBoxes_[c.colliderA], nearBoxes_[c.colliderB])) {
      crowds_.count(c, -1);
      c.apart = true;
      continue;
    }
    const Transform &bodyA = bodies.poses[c.bodyA], &bodyB = bodies.poses[c.bodyB];
    const bool known = c.patch >= 0;
    const Collider &a = colliders[c.colliderA], &b = colliders[c.colliderB];
    const float margin = contactMargin(a, b);
    const bool continuous = settings_.continuous && c.continuous;
    // What hardly moves needs none of this.
    const bool falls = !known && falling > kSlowShare * margin;
    const bool moving = continuous && !c.sensor && (falls || movesFar(c, margin));
    const float turning =
        moving ? turningOver(bodies, c.colliderA, dt) + turningOver(bodies, c.colliderB, dt) : 0;
    if (turning > max(margin, kTurningShare * smallerExtent(a, b))) {
      addSwept(index);
      continue;
    }
    // The point under an ellipsoid that rocks moves over its surface.
    const bool rocks =
        !c.sensor && !c.round &&
        (c.rollingA == unsigned(Rolling::All) || c.rollingB == unsigned(Rolling::All));
    if (rocks && turningOver(bodies, c.colliderA, dt) + turningOver(bodies, c.colliderB, dt) >
                     kRockingShare * smallerExtent(a, b)) {
      addSwept(index);
      continue;
    }
    if (known && recall(c, contacts.patch(c.patch), bodyA, bodyB)) {
      if (moving && (mayMiss(bodies, c, dt) || closesFar(bodies, c, dt, margin))) addSwept(index);
      continue;
    }
    const float motion =
        dt * length(bodies.states[c.bodyB].linear - bodies.states[c.bodyA].linear) +
        bodies.lags[c.bodyA] * length(bodies.states[c.bodyA].linear) +
        bodies.lags[c.bodyB] * length(bodies.states[c.bodyB].linear);
    const Transform ta = colliderPose(a, bodyA), tb = colliderPose(b, bodyB);
    // Slow pairs may come nearer within the step.
    const float slow = min(motion, 0.25f * margin);
    Manifold manifold;
    if (!known) {
      const float ahead = continuous ? motion + turning + falling : slow;
      // Each may have been on one side of its resting place, and go to the other.
      collide(bodies, c, ta, tb, margin + ahead + 2 * kRestShare * (marginOf(a) + marginOf(b)),
              manifold);
      c.apart = manifold.count == 0;
      if (c.apart && c.part >= 0 && moving)
        c.apart = !isWithin(bodies, c, ta, tb, margin + motion + turning + falling);
      manifold = {};
    } else {
      manifold.normal = normalOf(c, contacts.patch(c.patch), bodyA.rotation, bodyB.rotation);
    }
    if (!c.apart) collide(bodies, c, ta, tb, margin + slow, manifold);
    // A pair counts from its birth on, until it proves to be apart.
    if (manifold.count == 0) {
      crowds_.count(c, -1);
    } else if (c.count == 0 && c.part < 0 && !c.crowds) {
      c.crowds = Crowds::of(bodies, colliders, c.colliderA, c.colliderB);
      crowds_.count(c, 1);
    }
    const int old = c.count;
    armsFromBodies(ta, tb, bodyA, bodyB, manifold);
    bool touches = !moving;
    for (int i = 0; i < manifold.count; ++i)
      touches |= manifold.points[i].separation <= 2 * metDistance(a, b);
    touches &= !moving || motion <= margin || closingOver(bodies, c, manifold, dt) <= margin;
    const float reach = motion + turning + falling;
    if (!touches && reach > margin) {
      if (!c.apart && isWithin(bodies, c, ta, tb, reach)) {
        if (old > 0 && manifold.count == 0) keepManifold(bodies, c, manifold, margin, bodyA, bodyB);
        addSwept(index);
        continue;
      }
    }
    keepManifold(bodies, c, manifold, margin, bodyA, bodyB);
    // Out of reach as long as neither moves.
    if (c.patch < 0 && !bodies.isActive(c.bodyA, c.bodyB)) c.apart = true;
    if (moving && c.count > 0 && mayMiss(bodies, c, dt)) addSwept(index);
  }
  leaveOutInternalEdges(bodies);
  wakeSwept(bodies, dt);
  unpark(bodies);
}

}  // namespace holonom
