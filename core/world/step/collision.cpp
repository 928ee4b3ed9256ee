// Colliders of bodies, their pairs, and where they touch.
#include <algorithm>

#include "base/keyed.h"
#include "collision/incremental_manifold.h"
#include "collision/pairs.h"
#include "collision/triangle_contact.h"
#include "rigid/materials.h"
#include "world/world.h"

namespace holonom {

namespace {

/// Contacts are made this long before shapes touch, and by their motion in a step longer, so that
/// the solver stops a body at the surface and a fast one does not tunnel [m].
constexpr float kSpeculativeMargin = 0.02f;
/// The margin of small shapes is this share of their extent, lest it takes in their far side.
constexpr float kMarginShare = 0.25f;
/// Fat boxes exceed the tight ones by this, so that resting bodies do not touch the tree [m]; of
/// small shapes by a share of their extent, lest they pair with all that is near.
constexpr float kFatMargin = 0.025f, kFatShare = 0.25f;
/// They also reach as far ahead as the body flies in this many steps.
constexpr float kStepsAhead = 3;
/// A collider keeps its resting place while no point of it leaves by more than this share of its
/// margin.
constexpr float kRestShare = 0.05f;
/// Shapes that turn in a step by more than this, in radians or so, leave the points where they
/// touch.
constexpr float kTurningShare = 0.1f;
/// Pairs whose motion in a step is below this share of their margin are not swept.
constexpr float kSlowShare = 0.25f;
/// Of the extent of an ellipsoid: what turns by more in a step is followed in each substep.
constexpr float kRockingShare = 0.002f;
/// Cosine within which an axis is a principal one.
constexpr float kAlongAxis = 0.99999f;
/// Of its extent: a center of mass no farther from the axis of a shape lies on it.
constexpr float kOffAxis = 1e-3f;

float marginOf(const Collider& c) { return min(kSpeculativeMargin, kMarginShare * c.extent); }

void setMaterial(ContactPatch& c, const BodyDef& a, const BodyDef& b) {
  c.friction = combine(a.frictionCombine, b.frictionCombine, a.friction, b.friction);
  c.restitution = combine(a.restitutionCombine, b.restitutionCombine, a.restitution, b.restitution);
}

/// Of shapes of revolution about a principal axis; an ellipsoid counts as a ball.
unsigned rollingOf(const Collider& c) {
  const ShapeType type = typeOf(c.shape);
  if (type == ShapeType::Ellipsoid) return unsigned(Rolling::All);
  if (type != ShapeType::Capsule && type != ShapeType::Cylinder && type != ShapeType::Cone)
    return unsigned(Rolling::None);
  const Transform place = c.local ? *c.local : Transform{};
  const Vec3 axis = rotate(place.rotation, {0, 1, 0});
  // Beside the axis, the body's center goes round it as it turns.
  if (length(cross(axis, place.position)) > kOffAxis * c.extent) return unsigned(Rolling::None);
  for (int k = 0; k < 3; ++k)
    if (abs(at(axis, k)) > kAlongAxis) return unsigned(Rolling::AboutX) + unsigned(k);
  return unsigned(Rolling::None);
}

bool wantsSweeps(const BodyDef& d) { return d.type == BodyType::Dynamic && d.continuous; }

/// Of the smaller shape: sets the scale of margins [m].
float extentOf(const Collider& a, const Collider& b) {
  if (typeOf(b.shape) == ShapeType::Mesh) return a.extent;
  return a.extent > 0 && b.extent > 0 ? min(a.extent, b.extent) : max(a.extent, b.extent);
}

bool mayCollide(const BodyDef& a, const BodyDef& b) {
  if (!(a.collisionGroups & b.collisionMask) || !(b.collisionGroups & a.collisionMask))
    return false;
  const bool watched = a.sensor || b.sensor;
  const auto acts = [&](const BodyDef& d) {
    return d.type == BodyType::Dynamic || (watched && d.type == BodyType::Kinematic);
  };
  return acts(a) || acts(b);
}

/// A box around a box, in other axes.
Aabb boxIn(const Transform& axes, const Aabb& box) {
  const Vec3 center = inverseTransformPoint(axes, 0.5f * (box.min + box.max));
  const Vec3 half = 0.5f * (box.max - box.min);
  const Mat3 r = toMatrix(conjugate(axes.rotation));
  const Vec3 e = half.x * abs(r.x) + half.y * abs(r.y) + half.z * abs(r.z);
  return {center - e, center + e};
}

}  // namespace

[[gnu::cold]] int World::addCollider(int body, const Shape& shape, const Transform& place) {
  int at = freeCollider_;
  if (at >= 0) {
    freeCollider_ = colliders[at].next;
  } else {
    at = static_cast<int>(colliders.size());
    colliders.emplace_back();
  }
  Collider& c = colliders[at];
  c = {};
  c.shape = shape;
  const Transform* frame = bodies.ownFrame(body);
  const Transform local = frame ? inverse(*frame) * place : place;
  c.setLocal(local);
  c.body = body;
  c.next = bodies.firstColliders[body];
  c.extent = extentOf(c.shape);
  c.reach = c.extent + length(local.position);
  bodies.firstColliders[body] = at;
  ++colliderCounts[static_cast<int>(typeOf(shape))];
  if (isBounded(c.shape))
    c.leaf = tree.insert(tightBox(at), at);
  else
    unbounded_.push_back(at);
  c.fresh = true;
  toPair_.push_back(at);
  activeColliders_.activity = 0;
  return at;
}

void World::addColliders(int body) {
  const Shape& shape = bodies.defs[body].shape;
  for (int i = 0; i < partCount(shape); ++i)
    addCollider(body, partOf(shape, i), partPlace(shape, i));
}

void World::removeColliders(int body) {
  for (int i = static_cast<int>(contacts.all().size()) - 1; i >= 0; --i) {
    const Contact& c = contacts.all()[i];
    if (c.bodyA == body || c.bodyB == body) removeContact(i);
  }
  for (MeshPair& p : meshPairs_)
    if (p.collider >= 0 && (colliders[p.collider].body == body || colliders[p.mesh].body == body))
      p = {};
  dropMeshPairs();
  for (int at = bodies.firstColliders[body]; at >= 0;) {
    const int next = colliders[at].next;
    if (colliders[at].leaf >= 0)
      tree.remove(colliders[at].leaf);
    else
      std::erase(unbounded_, at);
    std::erase(toPair_, at);
    --colliderCounts[static_cast<int>(typeOf(colliders[at].shape))];
    colliders[at] = {};
    colliders[at].next = freeCollider_;
    freeCollider_ = at;
    at = next;
  }
  bodies.firstColliders[body] = -1;
  activeColliders_.activity = 0;
}

Transform World::poseOf(const Collider& c) const { return colliderPose(c, bodies.poses[c.body]); }

Aabb World::tightBox(int collider) const {
  const Collider& c = colliders[collider];
  return expand(aabbOf(c.shape, poseOf(c)), marginOf(c));
}

bool World::boxesMeet(int a, int b) const {
  const Collider &ca = colliders[a], &cb = colliders[b];
  if (ca.leaf >= 0 && cb.leaf >= 0) return overlaps(tree.fatBox(ca.leaf), tree.fatBox(cb.leaf));
  // One is a half-space: the box's lowest corner along its normal.
  const Collider& flat = ca.leaf < 0 ? ca : cb;
  const Aabb& box = tree.fatBox(ca.leaf < 0 ? cb.leaf : ca.leaf);
  const Plane& plane = *std::get_if<Plane>(&flat.shape);
  const Transform t = poseOf(flat);
  const Vec3 n = rotate(t.rotation, plane.normal);
  const Vec3 corner{n.x > 0 ? box.min.x : box.max.x, n.y > 0 ? box.min.y : box.max.y,
                    n.z > 0 ? box.min.z : box.max.z};
  return dot(n, corner - t.position) <= plane.offset;
}

void World::pair(int a, int b) {
  const int bodyA = colliders[a].body, bodyB = colliders[b].body;
  if (bodyA == bodyB) return;
  if (!mayCollide(bodies.defs[bodyA], bodies.defs[bodyB])) return;
  if (jointsForbid(bodyA, bodyB)) return;
  if (isCrowded(a, b)) {
    refused_[a] = refused_[b] = anyRefused_ = true;
    return;
  }
  const ShapeType ta = typeOf(colliders[a].shape), tb = typeOf(colliders[b].shape);
  if (ta > tb || (ta == tb && a > b)) std::swap(a, b);
  if (typeOf(colliders[b].shape) == ShapeType::Mesh) {
    if (typeOf(colliders[a].shape) >= ShapeType::Plane) return;
    for (const MeshPair& p : meshPairs_)
      if (p.collider == a && p.mesh == b) return;
    meshPairs_.push_back({a, b, emptyAabb(), {}});
    meshPairsListed_ = 0;
    return;
  }
  if (!collideFunction(ta < tb ? ta : tb, ta < tb ? tb : ta)) return;
  if (contacts.has(a, b)) return;
  addContact(a, b, -1);
}

void World::addContact(int a, int b, int part) {
  const Collider &ca = colliders[a], &cb = colliders[b];
  Contact contact;
  contact.bodyA = ca.body, contact.bodyB = cb.body;
  contact.colliderA = a, contact.colliderB = b, contact.part = part;
  const bool meshed = part >= 0;
  contact.many = meshed || colliders[bodies.firstColliders[ca.body]].next >= 0 ||
                 colliders[bodies.firstColliders[cb.body]].next >= 0;
  const auto isBall = [](const Collider& c) { return typeOf(c.shape) == ShapeType::Sphere; };
  contact.round = !isBall(ca) ? 0 : !isBall(cb) ? 1 : 2;
  contact.rollingA = contact.round ? unsigned(Rolling::All) : rollingOf(ca);
  contact.rollingB = contact.round > 1 ? unsigned(Rolling::All) : rollingOf(cb);
  contact.normalOnB = !bodies.isDynamic(cb.body);
  contact.sensor = bodies.defs[ca.body].sensor || bodies.defs[cb.body].sensor;
  contact.surface = hasSurface(bodies.defs[ca.body]) || hasSurface(bodies.defs[cb.body]);
  contact.continuous = wantsSweeps(bodies.defs[ca.body]) || wantsSweeps(bodies.defs[cb.body]);
  contact.small = smallOf(extentOf(ca, cb));
  if (part < 0) contact.crowds = crowdsOf(a, b);
  countInCrowds(contact, 1);
  contacts.add(contact);
  partAnew_ |= !isActive(contact);
  // What was put into a sleeping body's way; what flies there wakes it when they touch.
  const auto disturb = [&](const Collider& by, const Collider& c) {
    const BodyState& s = bodies.states[by.body];
    // One that was itself put there asleep sleeps on.
    const bool expected = c.fresh && s.linear == Vec3{} && s.angular == Vec3{};
    if (!bodies.isDynamic(by.body) && !expected) wake(c.body);
  };
  disturb(ca, cb), disturb(cb, ca);
}

void World::removeContact(int index) {
  endTouch(contacts.all()[index]);
  countInCrowds(contacts.all()[index], -1);
  contacts.removeAt(index);
}

void World::refreshContactMaterials(int body) {
  for (Contact& c : contacts.all()) {
    if (c.bodyA != body && c.bodyB != body) continue;
    const BodyDef &a = bodies.defs[c.bodyA], &b = bodies.defs[c.bodyB];
    c.sensor = a.sensor || b.sensor;
    c.surface = hasSurface(a) || hasSurface(b);
    c.continuous = wantsSweeps(a) || wantsSweeps(b);
    if (c.patch >= 0) setMaterial(contacts.patch(c.patch), a, b);
  }
}

void World::updateBroadPhase(float dt) {
  listJointedPairs();
  crowds_.resize(colliders.size());
  refused_.resize(colliders.size());
  if (lookAtAll_) {
    nearBoxes_.resize(colliders.size());
    for (size_t i = 0; i < colliders.size(); ++i)
      if (const Collider& c = colliders[i]; c.leaf >= 0)
        nearBoxes_[i] = tree.fatBox(c.leaf);
      else
        nearBoxes_[i] = {{-kHuge, -kHuge, -kHuge}, {kHuge, kHuge, kHuge}};
  }
  for (const int i : activeColliders()) {
    const Collider& c = colliders[i];
    if (c.leaf < 0) continue;
    nearBoxes_[i] = tree.fatBox(c.leaf);
    const Aabb tight = tightBox(i);
    const Vec3 motion = (dt + bodies.lags[c.body]) * bodies.states[c.body].linear;
    float turning = turningOver(i, dt);
    if (turning <= kSlowShare * marginOf(c)) turning = 0;  // the margin has room for it
    // Where nothing is swept, the margins around both shapes are all that is looked at.
    nearBoxes_[i] =
        settings.continuous
            ? expand(tight, length(motion) + turning + dt * dt * length(settings.gravity))
            : tight;
    // What flies far may bounce, and be on its way back before the step ends.
    const Vec3 back =
        length(motion) > c.extent ? Vec3{abs(motion.x), abs(motion.y), abs(motion.z)} : Vec3{};
    const auto swept = [&](float steps) {
      const Aabb ahead = merge(tight, {tight.min + steps * motion, tight.max + steps * motion});
      return merge(ahead, {tight.min - back, tight.max + back});
    };
    if (contains(tree.fatBox(c.leaf), expand(swept(1), turning))) continue;
    const float room = max(turning, min(kFatMargin, kFatShare * c.extent));
    tree.move(c.leaf, expand(swept(kStepsAhead), room));
    toPair_.push_back(i);
  }
  for (int i = static_cast<int>(contacts.active().size()) - 1; i >= 0; --i) {
    const Contact& c = contacts.active()[i];
    if (c.part < 0 && !boxesMeet(c.colliderA, c.colliderB)) removeContact(i);
  }
  if (anyRefused_) readmitRefused();
  paired_.assign(colliders.size(), 0);
  for (size_t k = 0; k < toPair_.size(); ++k) {
    const int i = toPair_[k];
    if (colliders[i].leaf < 0) {
      for (size_t j = 0; j < colliders.size(); ++j)
        if (colliders[j].leaf >= 0 && boxesMeet(i, static_cast<int>(j)))
          pair(i, static_cast<int>(j));
      continue;
    }
    // What was asked before has met this one already.
    paired_[i] = 1;
    tree.query(tree.fatBox(colliders[i].leaf), [&](int j) {
      if (!paired_[j]) pair(i, j);
    });
    for (const int u : unbounded_)
      if (boxesMeet(i, u)) pair(i, u);
  }
  updateMeshPairs();
  for (const int at : toPair_) colliders[at].fresh = false;
  toPair_.clear();
  contacts.arrange();
}

void World::dropMeshPairs() {
  if (std::erase_if(meshPairs_, [](const MeshPair& p) { return p.collider < 0; }) > 0)
    meshPairsListed_ = 0;
}

void World::listMeshPairs() {
  if (meshPairsListed_ == bodies.activity() && !lookAtAll_) return;
  // Some of all may have been put elsewhere.
  meshPairsListed_ = lookAtAll_ ? 0 : bodies.activity();
  activeMeshPairs_.clear();
  for (int i = 0; i < static_cast<int>(meshPairs_.size()); ++i) {
    const int bodyA = colliders[meshPairs_[i].collider].body;
    const int bodyB = colliders[meshPairs_[i].mesh].body;
    if (lookAtAll_ || bodies.isActive(bodyA) || bodies.isActive(bodyB))
      activeMeshPairs_.push_back(i);
  }
}

void World::updateMeshPairs() {
  listMeshPairs();
  bool anyApart = false;
  for (const int index : activeMeshPairs_) {
    MeshPair& p = meshPairs_[index];
    const Collider& mesh = colliders[p.mesh];
    const Aabb& fat = tree.fatBox(colliders[p.collider].leaf);
    const Aabb box = boxIn(poseOf(mesh), fat);
    const bool apart = !overlaps(fat, tree.fatBox(mesh.leaf));
    if (!apart && box.min == p.box.min && box.max == p.box.max) continue;
    p.box = box;
    triangles_.clear();
    if (!apart)
      std::get_if<Mesh>(&mesh.shape)->geometry->query(box, [&](int t) { triangles_.push_back(t); });
    sortInts(triangles_);
    // Both lists are sorted: what left goes, what is new comes.
    for (const int t : p.triangles)
      if (!std::binary_search(triangles_.begin(), triangles_.end(), t))
        removeContact(contacts.indexOf(p.collider, p.mesh, t));
    for (const int t : triangles_)
      if (!std::binary_search(p.triangles.begin(), p.triangles.end(), t))
        addContact(p.collider, p.mesh, t);
    p.triangles.assign(triangles_.begin(), triangles_.end());
    if (apart) p.collider = -1;
    anyApart |= apart;
  }
  if (anyApart) dropMeshPairs();
}

/// Whether a collider is by now where no pairs were looked for in this step: an impact turned or
/// hurled it there.
bool World::leftKnown(int collider) const {
  const Collider& c = colliders[collider];
  if (c.leaf < 0) return false;
  const BodyState& s = bodies.states[c.body];
  const float moved = length(s.deltaPosition) + 2 * c.reach * length(s.deltaRotation.xyz());
  if (moved <= marginOf(c)) return false;
  const Aabb box = aabbOf(c.shape, colliderPose(c, bodies.poseNow(c.body)));
  return !contains(nearBoxes_[collider], box) || !contains(tree.fatBox(c.leaf), box);
}

/// What a collider may meet in a box that this step neither sweeps it against nor finds it near.
void World::findMissedPairs(int collider, const Aabb& path) {
  sweep_.missed.clear();
  const auto add = [&](int a, int b, int part) {
    const int at = contacts.indexOf(a, b, part);
    if (at >= 0 && (contacts.all()[at].swept || contacts.all()[at].count > 0)) return;
    sweep_.missed.push_back({a, b, part});
  };
  const auto meet = [&](int other) {
    int a = collider, b = other;
    const int bodyA = colliders[a].body, bodyB = colliders[b].body;
    const BodyDef &da = bodies.defs[bodyA], &db = bodies.defs[bodyB];
    if (bodyA == bodyB || da.sensor || db.sensor || !mayCollide(da, db)) return;
    if (!(wantsSweeps(da) || wantsSweeps(db)) || jointsForbid(bodyA, bodyB)) return;
    const ShapeType ta = typeOf(colliders[a].shape), tb = typeOf(colliders[b].shape);
    if (ta > tb || (ta == tb && a > b)) std::swap(a, b);
    const Mesh* mesh = std::get_if<Mesh>(&colliders[b].shape);
    if (!mesh) {
      if (collideFunction(ta < tb ? ta : tb, ta < tb ? tb : ta)) add(a, b, -1);
    } else if (typeOf(colliders[a].shape) < ShapeType::Plane) {
      mesh->geometry->query(boxIn(poseOf(colliders[b]), path), [&](int t) { add(a, b, t); });
    }
  };
  tree.query(path, meet);
  for (const int u : unbounded_) meet(u);
}

/// Bodies that rest hardly move, and those that are apart then stay apart: most pairs of a pile
/// need no look at all.
void World::updateRestingPlaces(float dt) {
  restingPlaces_.resize(colliders.size());
  resting_.resize(colliders.size());
  motions_.resize(colliders.size());
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
    for (const int i : activeColliders()) look(i);
    return;
  }
  for (int i = 0; i < static_cast<int>(colliders.size()); ++i)
    if (colliders[i].body >= 0) look(i);
}

float World::contactMargin(const Collider& a, const Collider& b) {
  return min(kSpeculativeMargin, kMarginShare * extentOf(a, b));
}

/// Points of a contact that are nearer than `margin`, from the centers of the shapes.
void World::collide(const Contact& c, const Transform& ta, const Transform& tb, float margin,
                    Manifold& out) const {
  const Shape &a = colliders[c.colliderA].shape, &b = colliders[c.colliderB].shape;
  // Curved shapes begin their search with the last normal.
  out.normal = {};
  if (c.count > 0 && typeOf(b) >= ShapeType::Cylinder && typeOf(b) <= ShapeType::Ellipsoid)
    out.normal = normalOf(c, contacts.patchOf(c), bodies.poses[c.bodyA].rotation,
                          bodies.poses[c.bodyB].rotation);
  if (c.part >= 0)
    collideTriangle(a, ta, *std::get_if<Mesh>(&b)->geometry, c.part, tb, margin, out);
  else
    collideFunction(typeOf(a), typeOf(b))(a, ta, b, tb, margin, out);
}

/// Of a manifold whose arms are from the centers of the shapes.
void World::armsFromBodies(const Transform& ta, const Transform& tb, const Transform& bodyA,
                           const Transform& bodyB, Manifold& m) {
  for (int i = 0; i < m.count; ++i) {
    m.points[i].onA += ta.position - bodyA.position;
    m.points[i].onB += tb.position - bodyB.position;
  }
}

/// Takes over the manifold found at these poses of the bodies, for `recall`. If manifolds are
/// incremental, it becomes that of the cached points.
void World::keepManifold(Contact& c, Manifold& manifold, float margin, const Transform& bodyA,
                         const Transform& bodyB) {
  const int old = c.count;
  const bool known = c.patch >= 0;
  // Spheres and ellipsoids touch in one point.
  const auto all = unsigned(Rolling::All);
  const bool incremental = settings.contactManifold == ContactManifold::Incremental &&
                           c.rollingA != all && c.rollingB != all;
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

bool World::movesFar(const Contact& c, float margin) const {
  return motions_[c.colliderA] + motions_[c.colliderB] > kSlowShare * margin;
}

/// Whether shapes are within a distance, also over a seam of a mesh, whose contacts are those of
/// the triangle next to it.
bool World::isWithin(const Contact& c, const Transform& ta, const Transform& tb,
                     float distance) const {
  const Shape &a = colliders[c.colliderA].shape, &b = colliders[c.colliderB].shape;
  if (c.part >= 0)
    return isNearTriangle(a, ta, *std::get_if<Mesh>(&b)->geometry, c.part, tb, distance);
  Manifold near;
  near.count = 0;
  collide(c, ta, tb, distance, near);
  return near.count > 0;
}

void World::updateManifolds(float dt) {
  updateRestingPlaces(dt);
  sweep_.contacts.clear();
  sweep_.joined = false;
  sweep_.starts.resize(static_cast<size_t>(bodies.size()));
  const float falling = dt * dt * length(settings.gravity);
  for (int index = 0; index < static_cast<int>(contacts.active().size()); ++index) {
    Contact& c = contacts.active()[index];
    c.swept = false;
    c.apart &= resting_[c.colliderA] & resting_[c.colliderB];
    if (c.apart) continue;
    // Sleepers keep what they touched; those put there asleep have yet to find out.
    if (c.patch >= 0 && !isActive(c)) continue;
    // Most pairs are only nearby, and their boxes tell.
    if (c.patch < 0 && !overlaps(nearBoxes_[c.colliderA], nearBoxes_[c.colliderB])) {
      countInCrowds(c, -1);
      c.apart = true;
      continue;
    }
    const Transform &bodyA = bodies.poses[c.bodyA], &bodyB = bodies.poses[c.bodyB];
    const bool known = c.patch >= 0;
    const Collider &a = colliders[c.colliderA], &b = colliders[c.colliderB];
    const float margin = contactMargin(a, b);
    const bool continuous = settings.continuous && c.continuous;
    // What hardly moves needs none of this.
    const bool moving = continuous && !c.sensor && movesFar(c, margin);
    const float turning = moving ? turningOver(c.colliderA, dt) + turningOver(c.colliderB, dt) : 0;
    if (turning > max(margin, kTurningShare * extentOf(a, b))) {
      addSwept(index);
      continue;
    }
    // The point under an ellipsoid that rocks moves over its surface.
    const bool rocks =
        !c.sensor && !c.round &&
        (c.rollingA == unsigned(Rolling::All) || c.rollingB == unsigned(Rolling::All));
    if (rocks && turningOver(c.colliderA, dt) + turningOver(c.colliderB, dt) >
                     kRockingShare * extentOf(a, b)) {
      addSwept(index);
      continue;
    }
    if (known && recall(c, contacts.patch(c.patch), bodyA, bodyB)) {
      if (moving && (mayMiss(c, dt) || closesFar(c, dt, margin))) addSwept(index);
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
      collide(c, ta, tb, margin + ahead + 2 * kRestShare * (marginOf(a) + marginOf(b)), manifold);
      c.apart = manifold.count == 0;
      if (c.apart && c.part >= 0 && moving)
        c.apart = !isWithin(c, ta, tb, margin + motion + turning + falling);
      manifold = {};
    } else {
      manifold.normal = normalOf(c, contacts.patch(c.patch), bodyA.rotation, bodyB.rotation);
    }
    if (!c.apart) collide(c, ta, tb, margin + slow, manifold);
    // A pair counts from its birth on, until it proves to be apart.
    if (manifold.count == 0) {
      countInCrowds(c, -1);
    } else if (c.count == 0 && c.part < 0 && !c.crowds) {
      c.crowds = crowdsOf(c.colliderA, c.colliderB);
      countInCrowds(c, 1);
    }
    const int old = c.count;
    armsFromBodies(ta, tb, bodyA, bodyB, manifold);
    bool touches = !moving;
    for (int i = 0; i < manifold.count; ++i)
      touches |= manifold.points[i].separation <= 2 * metDistance(a, b);
    touches &= !moving || motion <= margin || closingOver(c, manifold, dt) <= margin;
    const float reach = motion + turning + falling;
    if (!touches && reach > margin) {
      if (!c.apart && isWithin(c, ta, tb, reach)) {
        if (old > 0 && manifold.count == 0) keepManifold(c, manifold, margin, bodyA, bodyB);
        addSwept(index);
        continue;
      }
    }
    keepManifold(c, manifold, margin, bodyA, bodyB);
    // Out of reach as long as neither moves.
    if (c.patch < 0 && !isActive(c)) c.apart = true;
    if (moving && c.count > 0 && mayMiss(c, dt)) addSwept(index);
  }
  leaveOutInternalEdges();
  wakeSwept(dt);
}

}  // namespace holonom
