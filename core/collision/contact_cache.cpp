#include "collision/contact_cache.h"

#include <algorithm>

#include "base/growth.h"

namespace holonom {

namespace {

/// Of the slack: what turned by less lies still.
constexpr float kRolledShare = 0.05f;

/// What moves of a contact, in the axes of the other: seen the other way round, a ground whose
/// origin is far away would move far with every turn.
Transform moverOf(const Contact& c, const Transform& a, const Transform& b) {
  const Transform &mover = c.normalOnB ? a : b, &other = c.normalOnB ? b : a;
  return {inverseTransformPoint(other, mover.position), conjugate(other.rotation) * mover.rotation};
}

}  // namespace

const ContactPatch ContactCache::kNoPatch{};

void forgetUnsoundImpulses(ContactPatch& c, int count) {
  const Vec3 t = c.tangentImpulse, f = c.stepFriction;
  float sum = t.x + t.y + t.z + f.x + f.y + f.z + c.twistImpulse + c.stepImpulse + c.approachSpeed;
  for (int i = 0; i < count; ++i) sum += c.points()[i].impulse + c.points()[i].stepImpulse;
  if (isSound(sum)) return;
  for (int i = 0; i < count; ++i) c.points()[i].impulse = c.points()[i].stepImpulse = 0;
  c.tangentImpulse = c.stepFriction = {};
  c.twistImpulse = c.stepImpulse = c.approachSpeed = 0;
}

void remember(const Contact& c, ContactPatch& patch, int old, const Manifold& manifold,
              const Transform& a, const Transform& b) {
  if (manifold.count == 0 || old == 0) {
    patch.tangentImpulse = {};
    patch.twistImpulse = 0;
  }
  if (manifold.count == 0) return;
  PatchPoint before[4];
  std::copy_n(patch.points(), old, before);
  patch.relative = moverOf(c, a, b);
  const auto local = [&](const Transform& body, Vec3 v) {
    return c.round ? v : inverseRotate(body.rotation, v);
  };
  patch.normal = local(c.normalOnB ? b : a, manifold.normal);
  for (int i = 0; i < manifold.count; ++i) {
    const ManifoldPoint& p = manifold.points[i];
    const auto same = [&](const PatchPoint& q) { return q.feature == p.feature; };
    const PatchPoint* known = std::find_if(before, before + old, same);
    patch.points()[i] = {local(a, p.onA),
                         local(b, p.onB),
                         p.separation,
                         p.feature,
                         known == before + old ? 0 : known->impulse,
                         0};
  }
}

bool recall(const Contact& c, ContactPatch& patch, const Transform& a, const Transform& b) {
  if (c.count == 0 || c.round) return false;
  const Transform now = moverOf(c, a, b);
  // |2 sin(θ/2)| bounds the turn; times the reach it bounds the motion of any point of it.
  const Quat turn = conjugate(patch.relative.rotation) * now.rotation;
  const float turned = 2 * patch.reach * length(turn.xyz());
  if (!(length(now.position - patch.relative.position) + turned < patch.slack)) return false;
  // What rolls leaves the points that it had behind.
  if ((c.rollingA || c.rollingB) && turned > kRolledShare * patch.slack) return false;
  const Vec3 normal = normalOf(c, patch, a.rotation, b.rotation);
  for (int i = 0; i < c.count; ++i) {
    PatchPoint& p = patch.points()[i];
    const Vec3 gap =
        b.position - a.position + rotate(b.rotation, p.onB) - rotate(a.rotation, p.onA);
    p.separation = dot(gap, normal);
  }
  return true;
}

Vec3 normalOf(const Contact& c, const ContactPatch& patch, const Quat& a, const Quat& b) {
  return c.round ? patch.normal : rotate(c.normalOnB ? b : a, patch.normal);
}

Manifold manifoldOf(const Contact& c, const ContactPatch& patch, const Quat& a, const Quat& b) {
  Manifold m;
  m.count = c.count;
  m.normal = normalOf(c, patch, a, b);
  for (int i = 0; i < c.count; ++i) {
    const PatchPoint& p = patch.points()[i];
    m.points[i] = {c.round ? p.onA : rotate(a, p.onA), c.round ? p.onB : rotate(b, p.onB),
                   p.separation, p.feature};
  }
  return m;
}

void PatchPool::makeRoom() {
  const size_t count = bytes_.size() / stride_ + 1;
  if (free_.empty() && bytes_.capacity() < count * stride_)
    bytes_.reserve((count + count / 16 + 16) * stride_);
}

int PatchPool::add() {
  if (free_.empty()) {
    makeRoom();
    bytes_.resize(bytes_.size() + stride_);
    return static_cast<int>(bytes_.size() / stride_) - 1;
  }
  const int i = free_.back();
  free_.pop_back();
  return i;
}

void PatchPool::clear() {
  bytes_.clear();
  free_.clear();
}

int ContactCache::find(const Key& key) const {
  if (slots_.empty()) return -1;
  for (size_t i = slotOf(key);; i = (i + 1) & (slots_.size() - 1)) {
    if (slots_[i] < 0) return -1;
    if (keyOf(contacts_[slots_[i]]) == key) return static_cast<int>(i);
  }
}

int ContactCache::indexOf(int colliderA, int colliderB, int part) const {
  const int slot = find(keyOf(colliderA, colliderB, part));
  return slot < 0 ? -1 : slots_[slot];
}

void ContactCache::insertSlot(const Key& key, int32_t contact) {
  size_t i = slotOf(key);
  while (slots_[i] >= 0) i = (i + 1) & (slots_.size() - 1);
  slots_[i] = contact;
}

void ContactCache::eraseSlot(const Key& key) {
  const size_t mask = slots_.size() - 1;
  size_t hole = static_cast<size_t>(find(key));
  // Later entries of the same run move back, so that no search stops early.
  for (size_t i = (hole + 1) & mask; slots_[i] >= 0; i = (i + 1) & mask) {
    const size_t home = slotOf(keyOf(contacts_[slots_[i]]));
    if (((i - home) & mask) >= ((i - hole) & mask)) {
      slots_[hole] = slots_[i];
      hole = i;
    }
  }
  slots_[hole] = -1;
}

void ContactCache::rehash(size_t size) {
  slots_.assign(size, -1);
  for (size_t i = 0; i < contacts_.size(); ++i)
    insertSlot(keyOf(contacts_[i]), static_cast<int32_t>(i));
}

void ContactCache::add(const Contact& contact) {
  growSlowly(contacts_);
  contacts_.push_back(contact);
  for (PatchPool& pool : pools_) pool.makeRoom();
  ++strays_;
  if (contacts_.size() * 3 > slots_.size() * 2)
    rehash(slots_.empty() ? 64 : slots_.size() * 2);
  else
    insertSlot(keyOf(contact), static_cast<int32_t>(contacts_.size()) - 1);
  swapContacts(active_++, contacts_.size() - 1);
}

void ContactCache::swapContacts(size_t a, size_t b) {
  if (a == b) return;
  const int slotA = find(keyOf(contacts_[a])), slotB = find(keyOf(contacts_[b]));
  std::swap(contacts_[a], contacts_[b]);
  std::swap(slots_[slotA], slots_[slotB]);
}

void ContactCache::park(int index) {
  ++strays_;
  contacts_[index].parked = true;
  swapContacts(size_t(index), --active_);
}

void ContactCache::unpark(int index) {
  ++strays_;
  contacts_[index].parked = false;
  swapContacts(size_t(index), active_++);
}

ContactPatch& ContactCache::needPatch(Contact& contact, int points) {
  const int pool = points > 1;
  const int old = contact.patch;
  if (old >= 0 && (old & 1) >= pool) return patch(old);
  contact.patch = pools_[pool].add() << 1 | pool;
  ContactPatch& added = patch(contact.patch);
  added = {};
  if (old >= 0) {
    added = patch(old);
    added.points()[0] = patch(old).points()[0];
    pools_[0].remove(old >> 1);
  }
  ++strays_;
  return added;
}

void ContactCache::removePatch(Contact& contact) {
  if (contact.patch >= 0) pools_[contact.patch & 1].remove(contact.patch >> 1);
  contact.patch = -1;
  contact.count = 0;
}

void ContactCache::removeAt(int index) {
  ++strays_;
  size_t hole = size_t(index);
  removePatch(contacts_[hole]);
  eraseSlot(keyOf(contacts_[hole]));
  const auto fill = [&](size_t from) {
    if (from == hole) return;
    slots_[find(keyOf(contacts_[from]))] = static_cast<int32_t>(hole);
    contacts_[hole] = contacts_[from];
    hole = from;
  };
  if (hole < active_) fill(--active_);
  fill(contacts_.size() - 1);
  contacts_.pop_back();
}

void ContactCache::renameBody(int from, int to) {
  for (Contact& c : contacts_) {
    if (c.bodyA == from) c.bodyA = to;
    if (c.bodyB == from) c.bodyB = to;
  }
}

void ContactCache::clear() {
  contacts_.clear();
  active_ = 0;
  for (PatchPool& pool : pools_) pool.clear();
  slots_.clear();
}

}  // namespace holonom
