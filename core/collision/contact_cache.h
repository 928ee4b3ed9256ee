#pragma once
// Contacts that live as long as two fat boxes overlap; they carry manifold and impulses from step
// to step. Bodies are dense indices here, colliders stable ones.
#include <cstdint>
#include <vector>

#include "collision/manifold.h"
#include "math/transform.h"

namespace holonom {

/// A manifold in the axes of its bodies, and how they stood when it was found: while they hardly
/// move against each other, it is only carried along.
struct ManifoldMemory {
  Transform relative;   ///< B in A's axes
  Vec3 normal;          ///< in the axes of the body it stands on
  Vec3 onA[4], onB[4];  ///< each in its body's axes
  bool valid = false;
};

struct Contact {
  int32_t bodyA = -1, bodyB = -1;  ///< A has the shape of lower type
  int32_t colliderA = -1, colliderB = -1;
  int32_t part = -1;       ///< triangle, where B is a mesh
  bool sensor = false;     ///< only watched
  bool normalOnB = false;  ///< B is what does not move: the remembered normal turns with it
  bool many = false;       ///< its bodies may have other contacts with each other
  bool touching = false;   ///< at the end of the last step
  uint8_t crowds = 0;      ///< in which of the crowds of its colliders it counts
  float friction = 0, restitution = 0;
  float extent = 0;  ///< of the smaller shape: sets the scale of margins [m]
  float reach = 0;   ///< farthest a point of either shape is from its centre [m]
  Manifold manifold;
  ManifoldMemory memory;
  float normalImpulse[4] = {};  ///< of the last substep [N s]
  Vec3 tangentImpulse;          ///< friction at the centre of the manifold, world axes [N s]
  float twistImpulse = 0;       ///< friction about the normal [N m s]
  float stepImpulse = 0;        ///< of all normal forces over the last step [N s]
  float approachSpeed = 0;      ///< fastest of the points as the last step began [m/s]
};

/// Far enough from where floats end to be computed with; false for what is not a number.
inline bool isSound(float impulse) { return abs(impulse) < 1e30f; }
/// Impulses that left the floats become zero, lest they start the next step.
void forgetUnsoundImpulses(Contact& contact);
/// Keeps the manifold just found, for `recall`.
void remember(Contact& contact, const Transform& a, const Transform& b);
/// Carries the remembered manifold to the present poses. False when the bodies have moved against
/// each other by more than `limit` anywhere on them [m]: then it must be found anew.
bool recall(Contact& contact, const Transform& a, const Transform& b, float limit);

class ContactCache {
 public:
  const std::vector<Contact>& all() const { return contacts_; }
  std::vector<Contact>& all() { return contacts_; }

  bool has(int colliderA, int colliderB, int part = -1) const {
    return indexOf(colliderA, colliderB, part) >= 0;
  }
  /// Index of a contact, or -1.
  int indexOf(int colliderA, int colliderB, int part = -1) const;
  void add(const Contact& contact);
  void removeAt(int index);
  /// Bodies were renumbered: the one at `from` is now at `to`.
  void renameBody(int from, int to);
  void clear();

  /// Gives the new points the impulses of the old points with the same feature.
  static void carryImpulses(Contact& contact, const Manifold& old, const float* oldImpulse);

 private:
  struct Key {
    int32_t low = -1, high = -1, part = -1;  // an empty slot has no colliders
    bool operator==(const Key&) const = default;
  };
  struct Slot {
    Key key;
    int32_t contact = -1;
  };
  static Key keyOf(int a, int b, int part) { return {a < b ? a : b, a < b ? b : a, part}; }
  static Key keyOf(const Contact& c) { return keyOf(c.colliderA, c.colliderB, c.part); }
  size_t slotOf(const Key& key) const {
    uint64_t h = (uint64_t(uint32_t(key.low)) << 32 | uint32_t(key.high)) * 0x9e3779b97f4a7c15ull;
    h = (h ^ h >> 29 ^ uint32_t(key.part)) * 0xbf58476d1ce4e5b9ull;
    return static_cast<size_t>(h ^ h >> 32) & (slots_.size() - 1);
  }
  int find(const Key& key) const;
  void insertSlot(const Key& key, int32_t contact);
  void eraseSlot(const Key& key);
  void rehash(size_t size);

  std::vector<Contact> contacts_;
  std::vector<Slot> slots_;  // open addressing, power of two, at most half full
};

}  // namespace holonom
