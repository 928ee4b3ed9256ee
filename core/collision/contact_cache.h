#pragma once
// Contacts that live as long as two fat boxes overlap; they carry manifold and impulses from step
// to step. Bodies are dense indices here, colliders stable ones.
#include <cstdint>
#include <span>
#include <vector>

#include "collision/manifold.h"
#include "collision/rolling.h"
#include "math/transform.h"

namespace holonom {

/// A point of a patch.
struct PatchPoint {
  Vec3 onA, onB;         ///< each in its body's axes, from its center; under a ball world axes [m]
  float separation = 0;  ///< as the step began [m]
  uint32_t feature = 0;
  float impulse = 0;      ///< along the normal, of the last substep [N s]
  float stepImpulse = 0;  ///< the same, over the last step [N s]
};

/// Where the shapes of a contact are near enough to touch, and what is carried from step to step.
/// Its points follow it in memory.
struct ContactPatch {
  Transform relative;   ///< what moves, in the axes of the other, as the points were found
  Vec3 normal;          ///< in the axes of the body it stands on; of a ball in world axes
  Vec3 tangentImpulse;  ///< friction at the center of the manifold, world axes [N s]
  float twistImpulse;   ///< friction about the normal [N m s]
  Vec3 stepFriction;    ///< of all friction over the last step, world axes [N s]
  float stepImpulse;    ///< of all normal forces over the last step [N s]
  float approachSpeed;  ///< fastest of the points as the last step began, or as they met [m/s]
  float friction, restitution;
  float reach;  ///< farthest a point of either shape is from its center [m]
  float slack;  ///< by how much the bodies may move while the points are carried along [m]

  PatchPoint* points() { return reinterpret_cast<PatchPoint*>(this + 1); }
  const PatchPoint* points() const { return reinterpret_cast<const PatchPoint*>(this + 1); }
};

/// Most contacts are of shapes that are only nearby: they have no patch.
struct Contact {
  int32_t bodyA = -1, bodyB = -1;  ///< A has the shape of lower type
  int32_t colliderA = -1, colliderB = -1;
  int32_t part = -1;               ///< triangle, where B is a mesh
  int32_t patch = -1;              ///< of the cache, see `ContactCache::patchOf`
  unsigned count : 3 = 0;          ///< points of its manifold
  unsigned crowds : 2 = 0;         ///< in which of the crowds of its colliders it counts
  unsigned round : 2 = 0;          ///< 1: A is a ball, which rolls under its contact; 2: B is too
  unsigned sensor : 1 = false;     ///< only watched
  unsigned normalOnB : 1 = false;  ///< B is what does not move: the remembered normal turns with it
  unsigned many : 1 = false;       ///< its bodies may have other contacts with each other
  unsigned touching : 1 = false;   ///< at the end of the last step
  unsigned apart : 1 = false;  ///< too far to touch while neither collider leaves its resting place
  unsigned swept : 1 = false;  ///< found anew in each substep of this step, and swept over it
  unsigned struck : 1 = false;     ///< an impact in its last substep: no start for the next one
  unsigned met : 1 = false;        ///< of a swept one: touches as the substep begins
  unsigned surface : 1 = false;    ///< its bodies have a `PairSurface`
  unsigned settled : 3 = 0;        ///< where `surface`: steps of touch, up to kSettledSteps
  unsigned exact : 1 = false;      ///< in this step: of an island that is solved exactly
  unsigned continuous : 1 = true;  ///< a dynamic body of it asks for continuous collision
  unsigned parked : 1 = false;     ///< no step looks at it, see `ContactCache::park`
  unsigned rollingA : 3 = 0;       ///< of A's shape, a `Rolling`
  unsigned rollingB : 3 = 0;
  unsigned small : 4 = 0;  ///< of its smaller shape, see `sizeShare`

  /// Whether it pushes where its bodies meet in this step.
  bool mayPush() const { return (count > 0 || swept) && !sensor; }
  using Packed = PackedOf<int32_t[6], unsigned>;
};
static_assert(sizeof(Contact) == 28);

/// Shapes of this extent and more have the penetration and the give that the solver's settings say;
/// what is smaller has less in proportion [m].
inline constexpr float kFullExtent = 0.05f;

/// The extent of the smaller shape of a contact as a share of `kFullExtent`, in steps of √2.
inline float sizeShare(unsigned small) {
  return (small % 2 != 0 ? 0.70710678f : 1.0f) / float(1u << small / 2);
}

/// The `small` of shapes, from the extent of the smaller one [m].
inline unsigned smallOf(float extent) {
  unsigned small = 0;
  while (small < 15 && extent < kFullExtent * sizeShare(small)) ++small;
  return small;
}

/// Pressure takes so many steps to build up where bodies come to rest.
inline constexpr unsigned kSettledSteps = 7;

/// Faster than this, swept shapes meet in an impact, whose impulse is not that of the substeps to
/// come [m/s].
inline constexpr float kImpactSpeed = 0.1f;

/// Far enough from where floats end to be computed with; false for what is not a number.
inline bool isSound(float impulse) { return abs(impulse) < 1e30f; }
/// Impulses that left the floats become zero, lest they start the next step.
void forgetUnsoundImpulses(ContactPatch& patch, int count);

/// Keeps the manifold just found, for `recall`: its points take the impulses of those of the `old`
/// ones that have the same feature.
void remember(const Contact& contact, ContactPatch& patch, int old, const Manifold& manifold,
              const Transform& a, const Transform& b);
/// Carries the remembered manifold to the present poses. False when the bodies have moved against
/// each other by more than its slack anywhere on them: then it must be found anew.
bool recall(const Contact& contact, ContactPatch& patch, const Transform& a, const Transform& b);
/// The normal in world axes.
Vec3 normalOf(const Contact& contact, const ContactPatch& patch, const Quat& a, const Quat& b);
/// The manifold in world axes, where the bodies have these rotations.
Manifold manifoldOf(const Contact& contact, const ContactPatch& patch, const Quat& a,
                    const Quat& b);

/// Records of one size, in bytes that only move.
class PatchPool {
 public:
  explicit PatchPool(int points) : stride_(sizeof(ContactPatch) + points * sizeof(PatchPoint)) {}
  ContactPatch& operator[](int i) {
    return *reinterpret_cast<ContactPatch*>(bytes_.data() + size_t(i) * stride_);
  }
  const ContactPatch& operator[](int i) const { return const_cast<PatchPool&>(*this)[i]; }
  int add();
  /// For one more record, and some to come.
  void makeRoom();
  void remove(int i) { free_.push_back(i); }
  void clear();
  /// Puts record from[i] at i, for i < count, and drops all others. Has room in `from` for as many
  /// as there ever were.
  void arrange(int32_t* from, int count);

  template <class A>
  void archive(A& ar) {
    auto& [stride_, bytes_, free_] = *this;
    ar(bytes_, free_);
  }

 private:
  size_t stride_;
  std::vector<uint8_t> bytes_;
  std::vector<int32_t> free_;
};

class ContactCache {
 public:
  const std::vector<Contact>& all() const { return contacts_; }
  std::vector<Contact>& all() { return contacts_; }
  /// Those that steps look at: the first of all.
  std::span<const Contact> active() const { return {contacts_.data(), active_}; }
  std::span<Contact> active() { return {contacts_.data(), active_}; }
  /// Puts a contact behind the active ones, or back at their end. Changes places with another.
  void park(int index);
  void unpark(int index);

  /// The patch of a contact; an empty one if its shapes are apart.
  const ContactPatch& patchOf(const Contact& c) const {
    return c.patch < 0 ? kNoPatch : pools_[c.patch & 1][c.patch >> 1];
  }
  ContactPatch& patch(int index) { return pools_[index & 1][index >> 1]; }
  /// The patch of a contact, a new one if it has none, with room for `points`. Moves the others.
  ContactPatch& needPatch(Contact& contact, int points);
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
  /// Sorts contacts by collider, and patches alike, once an eighth of them have come or gone:
  /// neighbors lie close in memory, and what is read one after another lies one after another.
  void arrange();

  template <class A>
  void archive(A& ar) {
    auto& [contacts_, active_, pools_, starts_, strays_, slots_] = *this;
    auto slots = static_cast<uint32_t>(slots_.size());
    auto active = static_cast<uint32_t>(active_);
    ar(contacts_, active, pools_, strays_, slots);
    active_ = active;
    if (slots_.size() != slots) rehash(slots);
  }

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
  template <class BinOf>
  void sortBy(BinOf&& binOf);
  void swapContacts(size_t a, size_t b);
  int find(const Key& key) const;
  void insertSlot(const Key& key, int32_t contact);
  void eraseSlot(const Key& key);
  void rehash(size_t size);

  std::vector<Contact> contacts_;  // the parked ones last
  size_t active_ = 0;
  PatchPool pools_[2] = {PatchPool(1), PatchPool(4)};  // most touch in one point
  std::vector<int32_t> starts_;                        // room of `arrange`
  uint32_t strays_ = 0;                                // that came or went since
  std::vector<int32_t> slots_;  // of contacts; open addressing, power of two, at most 2/3 full
};

}  // namespace holonom
