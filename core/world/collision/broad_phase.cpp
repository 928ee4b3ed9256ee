// Which colliders may touch: their boxes in the tree, and the pairs that follow.
#include <algorithm>

#include "base/growth.h"
#include "collision/pairs.h"
#include "rigid/materials.h"
#include "world/collision/collision.h"
#include "world/collision/pair_rules.h"
#include "world/islands.h"

namespace holonom {

namespace {

/// Fat boxes exceed the tight ones by this, so that resting bodies do not touch the tree [m]; of
/// small shapes by a share of their extent, lest they pair with all that is near.
constexpr float kFatMargin = 0.025f, kFatShare = 0.25f;
/// They also reach as far ahead as the body flies in this many steps, but for one that flies far.
constexpr float kStepsAhead = 3;

/// Thin shapes count as smaller, as if their extent were so many times their least half width: of
/// penetration no more than a quarter of that half width is left alone, see `kFullExtent`.
constexpr float kThin = 25;

float thinExtent(const Collider& c) {
  if (!isBounded(c.shape) || std::holds_alternative<Mesh>(c.shape)) return kHuge;
  return kThin * leastHalfWidthOf(c.shape);
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

void Collision::addBody(Bodies& bodies, int body) {
  const Shape& shape = bodies.defs[body].shape;
  for (int i = 0; i < partCount(shape); ++i) {
    const int at = colliders.add(bodies, body, partOf(shape, i), partPlace(shape, i));
    colliders[at].fresh = true;
    toPair_.push_back(at);
  }
}

void Collision::removeBody(Bodies& bodies, int body) {
  for (int i = static_cast<int>(contacts.all().size()) - 1; i >= 0; --i) {
    const Contact& c = contacts.all()[i];
    if (c.bodyA == body || c.bodyB == body) removeContact(bodies, i);
  }
  meshPairs_.removeIf(colliders, [&](int a, int b) { return a == body || b == body; });
  for (int at = bodies.firstColliders[body]; at >= 0;) {
    const int next = colliders[at].next;
    std::erase(toPair_, at);
    colliders.remove(at);
    at = next;
  }
  bodies.firstColliders[body] = -1;
}

void Collision::renameBody(const Bodies& bodies, int from, int to) {
  for (int at = bodies.firstColliders[from]; at >= 0; at = colliders[at].next)
    colliders[at].body = to;
  contacts.renameBody(from, to);
}

void Collision::fitBoxes(const Bodies& bodies, int body) {
  for (int at = bodies.firstColliders[body]; at >= 0; at = colliders[at].next)
    if (colliders[at].leaf >= 0)
      colliders.tree.move(colliders[at].leaf, colliders.tightBox(bodies, at));
  pairAnew(bodies, body);
}

void Collision::pairAnew(const Bodies& bodies, int body) {
  for (int at = bodies.firstColliders[body]; at >= 0; at = colliders[at].next) {
    if (colliders[at].fresh) continue;
    colliders[at].fresh = true;
    toPair_.push_back(at);
  }
}

void Collision::separate(const Bodies& bodies, int a, int b) {
  const auto areThey = [&](int x, int y) { return (x == a && y == b) || (x == b && y == a); };
  for (int i = static_cast<int>(contacts.all().size()) - 1; i >= 0; --i)
    if (areThey(contacts.all()[i].bodyA, contacts.all()[i].bodyB)) removeContact(bodies, i);
  meshPairs_.removeIf(colliders, areThey);
}

void Collision::takeShapes(const Bodies& bodies) {
  for (int i = 0; i < bodies.size(); ++i) {
    const Shape& shape = bodies.defs[i].shape;
    // The list of colliders begins with the part that was added last.
    int part = partCount(shape);
    for (int at = bodies.firstColliders[i]; at >= 0; at = colliders[at].next)
      colliders[at].shape = partOf(shape, --part);
  }
}

bool Collision::areApart(int a, int b) const {
  return std::binary_search(apart_.begin(), apart_.end(), pairKey(a, b));
}

void Collision::pair(Bodies& bodies, int a, int b) {
  const int bodyA = colliders[a].body, bodyB = colliders[b].body;
  if (bodyA == bodyB) return;
  if (!mayCollide(bodies.defs[bodyA], bodies.defs[bodyB])) return;
  if (areApart(bodyA, bodyB)) return;
  if (crowds_.refuse(bodies, colliders, a, b)) return;
  const ShapeType ta = typeOf(colliders[a].shape), tb = typeOf(colliders[b].shape);
  if (ta > tb || (ta == tb && a > b)) std::swap(a, b);
  if (std::holds_alternative<Mesh>(colliders[b].shape)) {
    if (!isConvex(colliders[a].shape)) return;
    meshPairs_.add(a, b);
    return;
  }
  if (!collideFunction(ta < tb ? ta : tb, ta < tb ? tb : ta)) return;
  if (contacts.has(a, b)) return;
  addContact(bodies, a, b, -1);
}

void Collision::addContact(Bodies& bodies, int a, int b, int part) {
  const Collider &ca = colliders[a], &cb = colliders[b];
  Contact contact;
  contact.bodyA = ca.body, contact.bodyB = cb.body;
  contact.colliderA = a, contact.colliderB = b, contact.part = part;
  const bool meshed = part >= 0;
  contact.many = meshed || colliders[bodies.firstColliders[ca.body]].next >= 0 ||
                 colliders[bodies.firstColliders[cb.body]].next >= 0;
  const auto isBall = [](const Collider& c) { return std::holds_alternative<Sphere>(c.shape); };
  contact.round = !isBall(ca) ? 0 : !isBall(cb) ? 1 : 2;
  contact.rollingA = contact.round ? unsigned(Rolling::All) : rollingOf(ca);
  contact.rollingB = contact.round > 1 ? unsigned(Rolling::All) : rollingOf(cb);
  contact.normalOnB = !bodies.isDynamic(cb.body);
  contact.sensor = bodies.defs[ca.body].sensor || bodies.defs[cb.body].sensor;
  contact.surface = hasSurface(bodies.defs[ca.body]) || hasSurface(bodies.defs[cb.body]);
  contact.continuous = wantsSweeps(bodies.defs[ca.body]) || wantsSweeps(bodies.defs[cb.body]);
  contact.small = smallOf(min(smallerExtent(ca, cb), min(thinExtent(ca), thinExtent(cb))));
  if (part < 0) contact.crowds = Crowds::of(bodies, colliders, a, b);
  crowds_.count(contact, 1);
  contacts.add(contact);
  partAnew_ |= !bodies.isActive(contact.bodyA, contact.bodyB);
  // What was put into a sleeping body's way; what flies there wakes it when they touch.
  const auto disturb = [&](const Collider& by, const Collider& c) {
    const BodyState& s = bodies.states[by.body];
    // One that was itself put there asleep sleeps on.
    const bool expected = c.fresh && s.linear == Vec3{} && s.angular == Vec3{};
    if (!bodies.isDynamic(by.body) && !expected) Islands::wake(bodies, c.body);
  };
  disturb(ca, cb), disturb(cb, ca);
}

void Collision::removeContact(const Bodies& bodies, int index) {
  events.end(bodies, contacts, contacts.all()[index]);
  crowds_.count(contacts.all()[index], -1);
  contacts.removeAt(index);
}

/// Around a collider and wherever it turns within a step.
Aabb Collision::turnedBox(const Bodies& bodies, int collider, float dt) const {
  const Collider& c = colliders[collider];
  const Aabb tight = colliders.tightBox(bodies, collider);
  const float turning = turningOver(bodies, collider, dt);
  if (turning <= kSlowShare * marginOf(c)) return tight;  // the margin has room for it
  const Vec3 center = bodies.poses[c.body].position;
  const Aabb around = expand({center, center}, c.reach + marginOf(c));
  const Aabb turned = expand(tight, turning);
  return {max(turned.min, around.min), min(turned.max, around.max)};
}

void Collision::findPairs(Bodies& bodies, float dt) {
  crowds_.begin(colliders.size());
  if (lookAtAll_) {
    nearBoxes_.resize(size_t(colliders.size()));
    for (int i = 0; i < colliders.size(); ++i)
      if (const Collider& c = colliders[i]; c.leaf >= 0)
        nearBoxes_[i] = colliders.tree.fatBox(c.leaf);
      else
        nearBoxes_[i] = {{-kHuge, -kHuge, -kHuge}, {kHuge, kHuge, kHuge}};
  }
  moved_.clear();
  for (const int i : colliders.active(bodies)) {
    const Collider& c = colliders[i];
    if (c.leaf < 0) continue;
    const Vec3 motion = (dt + bodies.lags[c.body]) * bodies.states[c.body].linear;
    const Aabb turned = turnedBox(bodies, i, dt);
    const auto swept = [&](float steps) {
      return merge(turned, {turned.min + steps * motion, turned.max + steps * motion});
    };
    // What flies far would pair with all that is around it: where it bounces to is looked at then.
    const bool far = length(motion) > c.extent;
    const Aabb near = far ? swept(1) : expand(turned, length(motion));
    // Where nothing is swept, the margins around both shapes are all that is looked at.
    nearBoxes_[i] = settings_.continuous ? expand(near, dt * dt * length(settings_.gravity))
                                         : colliders.tightBox(bodies, i);
    if (contains(colliders.tree.fatBox(c.leaf), swept(1))) continue;
    const float room = min(kFatMargin, kFatShare * c.extent);
    colliders.tree.setBox(c.leaf, expand(swept(far ? 1 : kStepsAhead), room));
    growSlowly(moved_);
    moved_.push_back(c.leaf);
    toPair_.push_back(i);
  }
  colliders.tree.relink(moved_);
  for (int i = static_cast<int>(contacts.active().size()) - 1; i >= 0; --i) {
    const Contact& c = contacts.active()[i];
    if (c.part < 0 && !colliders.boxesMeet(bodies, c.colliderA, c.colliderB))
      removeContact(bodies, i);
  }
  crowds_.readmit(colliders, [&](int i) { toPair_.push_back(i); });
  paired_.assign(size_t(colliders.size()), 0);
  for (size_t k = 0; k < toPair_.size(); ++k) {
    const int i = toPair_[k];
    if (colliders[i].leaf < 0) {
      for (int j = 0; j < colliders.size(); ++j)
        if (colliders[j].leaf >= 0 && colliders.boxesMeet(bodies, i, j)) pair(bodies, i, j);
      continue;
    }
    // What was asked before has met this one already.
    paired_[i] = 1;
    colliders.tree.query(colliders.tree.fatBox(colliders[i].leaf), [&](int j) {
      if (!paired_[j]) pair(bodies, i, j);
    });
    pairWithUnbounded(bodies, i);
  }
  updateMeshPairs(bodies);
  for (const int at : toPair_) colliders[at].fresh = false;
  toPair_.clear();
  contacts.arrange();
  unpark(bodies);
}

void Collision::pairWithUnbounded(Bodies& bodies, int collider) {
  for (const int u : colliders.unbounded)
    if (colliders.boxesMeet(bodies, collider, u)) pair(bodies, collider, u);
}

void Collision::pairOnNewWay(Bodies& bodies, int collider, float time) {
  const Collider& c = colliders[collider];
  const Vec3 from = sweep.starts[c.body].pose.position, now = bodies.poseNow(c.body).position;
  const Vec3 to = now + time * bodies.states[c.body].linear;
  const Aabb box = expand(merge(merge({from, from}, {now, now}), {to, to}), c.reach + marginOf(c));
  if (!isFinite(box.min) || !isFinite(box.max)) return;
  nearBoxes_[collider] = box;
  sweep.turned[c.body] = sweep.left[c.body] = 1;
  colliders.tree.move(c.leaf, box);
  colliders.tree.query(box, [&](int other) {
    if (other != collider) pair(bodies, collider, other);
  });
  pairWithUnbounded(bodies, collider);
}

void Collision::updateMeshPairs(Bodies& bodies) {
  bool anyApart = false;
  for (const int index : meshPairs_.toUpdate(bodies, colliders, lookAtAll_)) {
    MeshPair& p = meshPairs_[index];
    const Collider& mesh = colliders[p.mesh];
    const Aabb& fat = colliders.tree.fatBox(colliders[p.collider].leaf);
    const Aabb box = boxIn(colliders.poseOf(bodies, mesh), fat);
    const bool apart = !overlaps(fat, colliders.tree.fatBox(mesh.leaf));
    if (!apart && box.min == p.box.min && box.max == p.box.max) continue;
    p.box = box;
    triangles_.clear();
    if (!apart)
      std::get_if<Mesh>(&mesh.shape)->geometry->query(box, [&](int t) { triangles_.push_back(t); });
    sortInts(triangles_);
    // Both lists are sorted: what left goes, what is new comes.
    for (const int t : p.triangles)
      if (!std::binary_search(triangles_.begin(), triangles_.end(), t))
        removeContact(bodies, contacts.indexOf(p.collider, p.mesh, t));
    for (const int t : triangles_)
      if (!std::binary_search(p.triangles.begin(), p.triangles.end(), t))
        addContact(bodies, p.collider, p.mesh, t);
    p.triangles.assign(triangles_.begin(), triangles_.end());
    if (apart) p.collider = -1;
    anyApart |= apart;
  }
  if (anyApart) meshPairs_.drop();
}

bool Collision::leftKnown(const Bodies& bodies, int collider) const {
  const Collider& c = colliders[collider];
  if (c.leaf < 0) return false;
  const BodyState& s = bodies.states[c.body];
  const float moved = length(s.deltaPosition) + 2 * c.reach * length(s.deltaRotation.xyz());
  if (moved <= marginOf(c)) return false;
  const Aabb box = aabbOf(c.shape, colliderPose(c, bodies.poseNow(c.body)));
  return !contains(nearBoxes_[collider], box) || !contains(colliders.tree.fatBox(c.leaf), box);
}

void Collision::findMissedPairs(const Bodies& bodies, int collider, const Aabb& path) {
  sweep.missed.clear();
  const auto add = [&](int a, int b, int part) {
    const int at = contacts.indexOf(a, b, part);
    if (at >= 0 && (contacts.all()[at].swept || (part >= 0 && contacts.all()[at].count > 0)))
      return;
    growSlowly(sweep.missed);
    sweep.missed.push_back({a, b, part, at});
  };
  const auto meet = [&](int other) {
    int a = collider, b = other;
    const int bodyA = colliders[a].body, bodyB = colliders[b].body;
    const BodyDef &da = bodies.defs[bodyA], &db = bodies.defs[bodyB];
    if (bodyA == bodyB || da.sensor || db.sensor || !mayCollide(da, db)) return;
    if (!(wantsSweeps(da) || wantsSweeps(db)) || areApart(bodyA, bodyB)) return;
    const ShapeType ta = typeOf(colliders[a].shape), tb = typeOf(colliders[b].shape);
    if (ta > tb || (ta == tb && a > b)) std::swap(a, b);
    const Mesh* mesh = std::get_if<Mesh>(&colliders[b].shape);
    if (!mesh) {
      if (collideFunction(ta < tb ? ta : tb, ta < tb ? tb : ta)) add(a, b, -1);
    } else if (isConvex(colliders[a].shape)) {
      mesh->geometry->query(boxIn(colliders.poseOf(bodies, colliders[b]), path),
                            [&](int t) { add(a, b, t); });
    }
  };
  colliders.tree.query(path, meet);
  for (const int u : colliders.unbounded) meet(u);
}

}  // namespace holonom
