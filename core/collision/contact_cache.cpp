#include "collision/contact_cache.h"

namespace holonom {

int ContactCache::find(uint64_t key) const {
  if (slots_.empty()) return -1;
  for (size_t i = slotOf(key);; i = (i + 1) & (slots_.size() - 1)) {
    if (slots_[i].key == key) return static_cast<int>(i);
    if (slots_[i].key == 0) return -1;
  }
}

void ContactCache::insertSlot(uint64_t key, int32_t contact) {
  size_t i = slotOf(key);
  while (slots_[i].key != 0) i = (i + 1) & (slots_.size() - 1);
  slots_[i] = {key, contact};
}

void ContactCache::eraseSlot(uint64_t key) {
  const size_t mask = slots_.size() - 1;
  size_t hole = static_cast<size_t>(find(key));
  // Later entries of the same run move back, so that no search stops early.
  for (size_t i = (hole + 1) & mask; slots_[i].key != 0; i = (i + 1) & mask) {
    const size_t home = slotOf(slots_[i].key);
    if (((i - home) & mask) >= ((i - hole) & mask)) {
      slots_[hole] = slots_[i];
      hole = i;
    }
  }
  slots_[hole] = {};
}

void ContactCache::rehash(size_t size) {
  slots_.assign(size, {});
  for (size_t i = 0; i < contacts_.size(); ++i)
    insertSlot(keyOf(contacts_[i].bodyA, contacts_[i].bodyB), static_cast<int32_t>(i));
}

void ContactCache::add(const Contact& contact) {
  contacts_.push_back(contact);
  if (contacts_.size() * 2 > slots_.size())
    rehash(slots_.empty() ? 64 : slots_.size() * 2);
  else
    insertSlot(keyOf(contact.bodyA, contact.bodyB), static_cast<int32_t>(contacts_.size()) - 1);
}

void ContactCache::removeAt(int index) {
  eraseSlot(keyOf(contacts_[index].bodyA, contacts_[index].bodyB));
  if (index + 1 < static_cast<int>(contacts_.size())) {
    contacts_[index] = contacts_.back();
    const int slot = find(keyOf(contacts_[index].bodyA, contacts_[index].bodyB));
    slots_[slot].contact = index;
  }
  contacts_.pop_back();
}

void ContactCache::removeContactsOf(int body) {
  for (int i = static_cast<int>(contacts_.size()) - 1; i >= 0; --i)
    if (contacts_[i].bodyA == body || contacts_[i].bodyB == body) removeAt(i);
}

void ContactCache::removeBody(int removed, int last) {
  removeContactsOf(removed);
  if (removed == last) return;
  for (Contact& c : contacts_) {
    if (c.bodyA == last) c.bodyA = removed;
    if (c.bodyB == last) c.bodyB = removed;
  }
  if (!slots_.empty()) rehash(slots_.size());
}

void ContactCache::clear() {
  contacts_.clear();
  slots_.clear();
}

void ContactCache::carryImpulses(Contact& contact, const Manifold& old, const float* oldImpulse) {
  for (int i = 0; i < contact.manifold.count; ++i) {
    contact.normalImpulse[i] = 0;
    for (int j = 0; j < old.count; ++j)
      if (old.points[j].feature == contact.manifold.points[i].feature) {
        contact.normalImpulse[i] = oldImpulse[j];
        break;
      }
  }
}

}  // namespace holonom
