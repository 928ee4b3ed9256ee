#pragma once
// Slot map: stable handles to dense indices. The owner keeps its arrays dense by swap-remove.
#include <cstdint>
#include <vector>

#include "base/handle.h"

namespace holonom {

template <class Id>
class IdPool {
 public:
  int size() const { return static_cast<int>(slotOfDense_.size()); }
  bool full() const { return slotOfDense_.size() + 2 * kMinFree >= kMaxObjects; }

  /// The handle of a new object, whose dense index is the size before the call.
  Id insert() {
    uint32_t slot;
    if (static_cast<int64_t>(free_.size()) - firstFree_ > kMinFree) {
      slot = free_[firstFree_++];
      // The used-up front is dropped now and then, so that the queue stays short.
      if (firstFree_ > kMinFree) {
        free_.erase(free_.begin(), free_.begin() + firstFree_);
        firstFree_ = 0;
      }
    } else {
      slot = static_cast<uint32_t>(slots_.size());
      slots_.push_back({});
    }
    slots_[slot].dense = static_cast<uint32_t>(slotOfDense_.size());
    slots_[slot].alive = true;
    slotOfDense_.push_back(slot);
    return idOfSlot(slot);
  }

  /// Frees the object at a dense index; the last one takes its place.
  void removeAt(int dense) {
    const uint32_t slot = slotOfDense_[dense], last = slotOfDense_.back();
    slotOfDense_[dense] = last;
    slots_[last].dense = static_cast<uint32_t>(dense);
    slotOfDense_.pop_back();
    slots_[slot].alive = false;
    slots_[slot].generation = (slots_[slot].generation + 1) & 0xfff;
    free_.push_back(slot);
  }

  /// Dense index of a live handle, or -1.
  int indexOf(Id id) const {
    const uint32_t slot = (id.bits & kHandleIndexMask) - 1;
    if (slot >= slots_.size()) return -1;
    const Slot& s = slots_[slot];
    return s.alive && s.generation == id.bits >> kHandleIndexBits ? static_cast<int>(s.dense) : -1;
  }

  Id idAt(int dense) const { return idOfSlot(slotOfDense_[dense]); }

 private:
  struct Slot {
    uint32_t dense = 0;
    uint16_t generation = 0;
    bool alive = false;
  };
  Id idOfSlot(uint32_t slot) const {
    return Id{uint32_t(slots_[slot].generation) << kHandleIndexBits | (slot + 1)};
  }
  std::vector<Slot> slots_;
  std::vector<uint32_t> slotOfDense_;
  // Slots are reused oldest first and only from a thousand on: with the generation's 12 bits a
  // stale handle is recognised through four million removals.
  static constexpr int64_t kMinFree = 1024;
  std::vector<uint32_t> free_;
  int64_t firstFree_ = 0;
};

}  // namespace holonom
