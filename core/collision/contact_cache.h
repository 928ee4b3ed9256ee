#pragma once
// Contacts that live as long as two fat boxes overlap; they carry manifold and impulses from step
// to step. Bodies are dense indices here.
#include <cstdint>
#include <vector>

#include "collision/manifold.h"
#include "math/transform.h"

namespace holonom {

struct Contact {
  int32_t bodyA = -1, bodyB = -1;  ///< A has the shape of lower type
  float friction = 0, restitution = 0;
  Manifold manifold;
  float normalImpulse[4] = {};  ///< of the last substep [N s]
  Vec3 tangentImpulse;          ///< friction at the centre of the manifold, world axes [N s]
  float twistImpulse = 0;       ///< friction about the normal [N m s]
};

class ContactCache {
 public:
  const std::vector<Contact>& all() const { return contacts_; }
  std::vector<Contact>& all() { return contacts_; }

  bool has(int bodyA, int bodyB) const { return find(keyOf(bodyA, bodyB)) >= 0; }
  void add(const Contact& contact);
  void removeAt(int index);
  /// Drops the contacts of a removed body; the body at `last` now has the index `removed`.
  void removeBody(int removed, int last);
  /// Drops the contacts of one body.
  void removeContactsOf(int body);
  void clear();

  /// Gives the new points the impulses of the old points with the same feature.
  static void carryImpulses(Contact& contact, const Manifold& old, const float* oldImpulse);

 private:
  static uint64_t keyOf(int a, int b) {
    const uint32_t lo = static_cast<uint32_t>(a < b ? a : b), hi = static_cast<uint32_t>(a < b ? b : a);
    return (uint64_t(lo) << 32 | hi) + 1;  // zero marks an empty slot
  }
  size_t slotOf(uint64_t key) const {
    uint64_t h = key * 0x9e3779b97f4a7c15ull;
    return static_cast<size_t>(h ^ h >> 32) & (slots_.size() - 1);
  }
  int find(uint64_t key) const;
  void insertSlot(uint64_t key, int32_t contact);
  void eraseSlot(uint64_t key);
  void rehash(size_t size);

  struct Slot {
    uint64_t key = 0;
    int32_t contact = -1;
  };
  std::vector<Contact> contacts_;
  std::vector<Slot> slots_;  // open addressing, power of two, at most half full
};

}  // namespace holonom
