#pragma once
// Slot map: stable handles to dense indices. The owner keeps its arrays dense by swap-remove.
#include <cstdint>
#include <vector>

#include "base/handle.h"

namespace holonom {

/// The pool of any kind of handle, by its bits.
class SlotPool {
 public:
  int size() const { return static_cast<int>(slotOfDense_.size()); }
  bool full() const { return slotOfDense_.size() + 2 * kMinFree >= kMaxObjects; }
  /// Frees the object at a dense index; the last one takes its place.
  void removeAt(int dense);
  /// Frees every object.
  void clear();
  /// None, which gives the handles that `given` would give next.
  void take(const SlotPool& given);
  /// This one goes back to an earlier state of `before`, which may have given more handles.
  void follow(const SlotPool& before);
  /// From now on gives none that one before it gave.
  void leaveFuture();

  template <class A>
  void archive(A& ar) {
    auto& [slots_, slotOfDense_, free_, firstFree_, issued_, known_] = *this;
    ar(slots_, slotOfDense_, free_, firstFree_, issued_);
  }

 protected:
  uint32_t insertBits();
  int indexOfBits(uint32_t bits) const {
    const uint32_t slot = (bits & kHandleIndexMask) - 1;
    if (slot >= slots_.size()) return -1;
    const Slot& s = slots_[slot];
    return s.dense != kFree && bitsOfSlot(slot) == bits ? static_cast<int>(s.dense) : -1;
  }
  uint32_t bitsAt(int dense) const { return bitsOfSlot(slotOfDense_[size_t(dense)]); }

 private:
  static constexpr uint32_t kFree = ~0u;
  struct Slot {
    uint32_t dense = kFree;
    uint32_t generation = 0;
    using Packed = PackedOf<uint32_t, uint32_t>;
  };
  uint32_t bitsOfSlot(uint32_t slot) const {
    return slots_[slot].generation << kHandleIndexBits | (slot + 1);
  }
  std::vector<Slot> slots_;
  std::vector<uint32_t> slotOfDense_;
  // Slots are reused oldest first and only from a thousand on: with the generation's 12 bits a
  // stale handle is recognized through four million removals.
  static constexpr int64_t kMinFree = 1024;
  std::vector<uint32_t> free_;
  int64_t firstFree_ = 0;
  std::vector<uint32_t> issued_;  // of each slot, how many handles; of some that are not there yet
  std::vector<uint32_t> known_;   // the same in the future that was left
};

template <class Id>
class IdPool : public SlotPool {
 public:
  /// The handle of a new object, whose dense index is the size before the call.
  Id insert() { return Id{insertBits()}; }
  /// Dense index of a live handle, or -1.
  int indexOf(Id id) const { return indexOfBits(id.bits); }
  Id idAt(int dense) const { return Id{bitsAt(dense)}; }
};

}  // namespace holonom
