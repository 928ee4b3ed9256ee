#pragma once
// Crowds: a solid can't touch many that are no smaller than it is, unless they lie in one place.
// One that has a number of such pairs gets no more of them: work and memory of a crowd grow with
// its number, not with the square.
#include <cstdint>
#include <vector>

#include "collision/contact_cache.h"
#include "world/collision/colliders.h"

namespace holonom {

class Crowds {
 public:
  /// As pairs are looked for.
  void begin(int colliders);
  /// Where a pair counts, as bits: at A, at B. At the smaller of the two, at both where they are
  /// equal; nowhere with what does not give way, lest a crowd falls through its floor, and with
  /// sensors.
  static uint8_t of(const Bodies& bodies, const Colliders& colliders, int a, int b);
  void count(Contact& contact, int change);
  /// Whether a pair is one too many. If so, both are asked again once there is room.
  bool refuse(const Bodies& bodies, const Colliders& colliders, int a, int b);
  /// Calls `pair(collider)` for who left a crowd, and may meet those that it was kept from.
  template <class Pair>
  void readmit(const Colliders& colliders, Pair&& pair) {
    if (!any_) return;
    any_ = false;
    for (int i = 0; i < colliders.size(); ++i) {
      if (!refused_[size_t(i)]) continue;
      const bool there = colliders[i].body >= 0, still = isFull(i);
      refused_[size_t(i)] = still && there;
      any_ |= refused_[size_t(i)] != 0;
      if (!still && there) pair(i);
    }
  }

  template <class A>
  void archive(A& ar) {
    auto& [pairs_, refused_, any_] = *this;
    ar(pairs_, refused_, any_);
  }

 private:
  static constexpr int kMost = 64;

  bool isFull(int collider) const { return pairs_[size_t(collider)] >= kMost; }

  std::vector<uint16_t> pairs_;   // that count, of each collider
  std::vector<uint8_t> refused_;  // colliders that were kept from a pair
  bool any_ = false;              // of those
};

}  // namespace holonom
