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
  Transform relative;   ///< what moves, in the axes of the other
  Vec3 normal;          ///< in the axes of the body it stands on
  Vec3 onA[4], onB[4];  ///< each in its body's axes
  bool valid = false;
};

/// Where the shapes of a contact are near enough to touch, and what is carried from step to step.
struct ContactPatch {
  Manifold manifold;
  ManifoldMemory memory;
  float normalImpulse[4] = {};  ///< of the last substep [N s]
  Vec3 tangentImpulse;          ///< friction at the centre of the manifold, world axes [N s]
  float twistImpulse = 0;       ///< friction about the normal [N m s]
  float stepImpulse = 0;        ///< of all normal forces over the last step [N s]
  float approachSpeed = 0;      ///< fastest of the points as the last step began [m/s]
};

/// Most contacts are of shapes that are only nearby: they have no patch.
struct Contact {
  int32_t bodyA = -1, bodyB = -1;  ///< A has the shape of lower type
  int32_t colliderA = -1, colliderB = -1;
  int32_t part = -1;       ///< triangle, where B is a mesh
  int32_t patch = -1;      ///< of the cache, see `ContactCache::patchOf`
  int32_t count = 0;       ///< points of its manifold
  bool sensor = false;     ///< only watched
  bool normalOnB = false;  ///< B is what does not move: the remembered normal turns with it
  bool many = false;       ///< its bodies may have other contacts with each other
  bool touching = false;   ///< at the end of the last step
  uint8_t crowds = 0;      ///< in which of the crowds of its colliders it counts
  float friction = 0, restitution = 0;
  float extent = 0;  ///< of the smaller shape: sets the scale of margins [m]
  float reach = 0;   ///< farthest a point of either shape is from its centre [m]
};

/// Far enough from where floats end to be computed with; false for what is not a number.
inline bool isSound(float impulse) { return abs(impulse) < 1e30f; }
/// Impulses that left the floats become zero, lest they start the next step.
void forgetUnsoundImpulses(ContactPatch& patch);

/// Keeps the manifold just found, for `recall`.
void remember(const Contact& contact, ContactPatch& patch, const Transform& a, const Transform& b);
/// Carries the remembered manifold to the present poses. False when the bodies have moved against
/// each other by more than `limit` anywhere on them [m]: then it must be found anew.
bool recall(const Contact& contact, ContactPatch& patch, const Transform& a, const Transform& b,
            float limit);

class ContactCache {
 public:
  const std::vector<Contact>& all() const { return contacts_; }
  std::vector<Contact>& all() { return contacts_; }

  /// The patch of a contact; an empty one if its shapes are apart.
  const ContactPatch& patchOf(const Contact& c) const {
    return c.patch < 0 ? kNoPatch : patches_[c.patch];
  }
  ContactPatch& patch(int index) { return patches_[index]; }
  /// A patch for a contact without one. Moves the others.
  ContactPatch& addPatch(Contact& contact);
  void removePatch(Contact& contact);

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
  static void carryImpulses(ContactPatch& patch, const Manifold& old, const float* oldImpulse);

 private:
  static const ContactPatch kNoPatch;
  struct Key {
    int32_t low = -1, high = -1, part = -1;
    bool operator==(const Key&) const = default;
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
  std::vector<ContactPatch> patches_;
  std::vector<int32_t> freePatches_;
  std::vector<int32_t> slots_;  // of contacts; open addressing, power of two, at most 2/3 full
};

}  // namespace holonom
