#pragma once
// Contacts that live as long as two fat boxes overlap; they carry manifold and impulses from step
// to step. Bodies are dense indices here.
#include <cstdint>
#include <vector>

#include "collision/manifold.h"
#include "math/transform.h"

namespace holonom {

/// A manifold in the axes of its bodies, and how they stood when it was found: while they hardly
/// move against each other, it is only carried along.
struct ManifoldMemory {
  Transform relative;   ///< B in A's axes
  Vec3 normal;          ///< A's axes
  Vec3 onA[4], onB[4];  ///< each in its body's axes
  bool valid = false;
};

struct Contact {
  int32_t bodyA = -1, bodyB = -1;  ///< A has the shape of lower type
  float friction = 0, restitution = 0;
  float extent = 0;  ///< of the smaller shape: sets the scale of margins [m]
  float reach = 0;   ///< farthest a point of either shape is from its centre [m]
  Manifold manifold;
  ManifoldMemory memory;
  float normalImpulse[4] = {};  ///< of the last substep [N s]
  Vec3 tangentImpulse;          ///< friction at the centre of the manifold, world axes [N s]
  float twistImpulse = 0;       ///< friction about the normal [N m s]
};

/// Keeps the manifold just found, for `recall`.
void remember(Contact& contact, const Transform& a, const Transform& b);
/// Carries the remembered manifold to the present poses. False when the bodies have moved against
/// each other by more than `limit` anywhere on them [m]: then it must be found anew.
bool recall(Contact& contact, const Transform& a, const Transform& b, float limit);

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
    const uint32_t lo = static_cast<uint32_t>(a < b ? a : b),
                   hi = static_cast<uint32_t>(a < b ? b : a);
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
