#include "collision/contact_cache.h"

#include <algorithm>

#include "base/growth.h"

namespace holonom {

namespace {

/// What moves of a contact, in the axes of the other: seen the other way round, a ground whose
/// origin is far away would move far with every turn.
Transform moverOf(const Contact& c, const Transform& a, const Transform& b) {
  const Transform &mover = c.normalOnB ? a : b, &other = c.normalOnB ? b : a;
  return {inverseTransformPoint(other, mover.position), conjugate(other.rotation) * mover.rotation};
}

}  // namespace

const ContactPatch ContactCache::kNoPatch{};

void forgetUnsoundImpulses(ContactPatch& c) {
  const float* n = c.normalImpulse;
  const Vec3 t = c.tangentImpulse;
  if (isSound(n[0] + n[1] + n[2] + n[3] + t.x + t.y + t.z + c.twistImpulse + c.stepImpulse +
              c.approachSpeed))
    return;
  std::fill(c.normalImpulse, c.normalImpulse + 4, 0.0f);
  c.tangentImpulse = {};
  c.twistImpulse = c.stepImpulse = c.approachSpeed = 0;
}

void remember(const Contact& c, ContactPatch& patch, const Transform& a, const Transform& b) {
  ManifoldMemory& m = patch.memory;
  m.valid = patch.manifold.count > 0;
  if (!m.valid) return;
  m.relative = moverOf(c, a, b);
  m.normal = inverseRotate(c.normalOnB ? b.rotation : a.rotation, patch.manifold.normal);
  for (int i = 0; i < patch.manifold.count; ++i) {
    m.onA[i] = inverseRotate(a.rotation, patch.manifold.points[i].onA);
    m.onB[i] = inverseRotate(b.rotation, patch.manifold.points[i].onB);
  }
}

bool recall(const Contact& c, ContactPatch& patch, const Transform& a, const Transform& b,
            float limit) {
  const ManifoldMemory& m = patch.memory;
  if (!m.valid) return false;
  const Transform now = moverOf(c, a, b);
  // |2 sin(θ/2)| bounds the turn; times the reach it bounds the motion of any point of it.
  const Quat turn = conjugate(m.relative.rotation) * now.rotation;
  const float motion =
      length(now.position - m.relative.position) + 2 * c.reach * length(turn.xyz());
  if (!(motion < limit)) return false;
  patch.manifold.normal = rotate(c.normalOnB ? b.rotation : a.rotation, m.normal);
  for (int i = 0; i < patch.manifold.count; ++i) {
    ManifoldPoint& p = patch.manifold.points[i];
    p.onA = rotate(a.rotation, m.onA[i]);
    p.onB = rotate(b.rotation, m.onB[i]);
    p.separation = dot(b.position + p.onB - a.position - p.onA, patch.manifold.normal);
  }
  return true;
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
  if (contacts_.size() * 3 > slots_.size() * 2)
    rehash(slots_.empty() ? 64 : slots_.size() * 2);
  else
    insertSlot(keyOf(contact), static_cast<int32_t>(contacts_.size()) - 1);
}

ContactPatch& ContactCache::addPatch(Contact& contact) {
  if (freePatches_.empty()) {
    contact.patch = static_cast<int32_t>(patches_.size());
    growSlowly(patches_);
    patches_.emplace_back();
  } else {
    contact.patch = freePatches_.back();
    freePatches_.pop_back();
    patches_[contact.patch] = {};
  }
  return patches_[contact.patch];
}

void ContactCache::removePatch(Contact& contact) {
  if (contact.patch >= 0) freePatches_.push_back(contact.patch);
  contact.patch = -1;
  contact.count = 0;
}

void ContactCache::removeAt(int index) {
  removePatch(contacts_[index]);
  eraseSlot(keyOf(contacts_[index]));
  if (index + 1 < static_cast<int>(contacts_.size())) {
    const int slot = find(keyOf(contacts_.back()));
    contacts_[index] = contacts_.back();
    slots_[slot] = index;
  }
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
  patches_.clear();
  freePatches_.clear();
  slots_.clear();
}

void ContactCache::carryImpulses(ContactPatch& patch, const Manifold& old,
                                 const float* oldImpulse) {
  for (int i = 0; i < patch.manifold.count; ++i) {
    patch.normalImpulse[i] = 0;
    for (int j = 0; j < old.count; ++j)
      if (old.points[j].feature == patch.manifold.points[i].feature) {
        patch.normalImpulse[i] = oldImpulse[j];
        break;
      }
  }
}

}  // namespace holonom
