#pragma once
// Slot map: stable handles to dense indices. The owner keeps its arrays dense by swap-remove.
#include <algorithm>
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
      slot = free_[static_cast<size_t>(firstFree_++)];
      // The used-up front is dropped now and then, so that the queue stays short.
      if (firstFree_ > kMinFree) {
        free_.erase(free_.begin(), free_.begin() + firstFree_);
        firstFree_ = 0;
      }
    } else {
      slot = static_cast<uint32_t>(slots_.size());
      slots_.push_back({});
      if (issued_.size() <= slot) issued_.push_back(0);
    }
    slots_[slot] = {static_cast<uint32_t>(slotOfDense_.size()), issued_[slot]++};
    slotOfDense_.push_back(slot);
    return idOfSlot(slot);
  }

  /// Frees the object at a dense index; the last one takes its place.
  void removeAt(int dense) {
    const uint32_t slot = slotOfDense_[dense], last = slotOfDense_.back();
    slotOfDense_[dense] = last;
    slots_[last].dense = static_cast<uint32_t>(dense);
    slotOfDense_.pop_back();
    slots_[slot].dense = kFree;
    free_.push_back(slot);
  }

  /// Frees every object.
  void clear() {
    while (size() > 0) removeAt(size() - 1);
  }

  /// None, which gives the handles that `given` would give next.
  void take(const IdPool& given) {
    *this = given;
    clear();
  }

  /// Dense index of a live handle, or -1.
  int indexOf(Id id) const {
    const uint32_t slot = (id.bits & kHandleIndexMask) - 1;
    if (slot >= slots_.size()) return -1;
    const Slot& s = slots_[slot];
    return s.dense != kFree && idOfSlot(slot) == id ? static_cast<int>(s.dense) : -1;
  }

  /// This one goes back to an earlier state of `before`, which may have given more handles.
  void follow(const IdPool& before) {
    known_ = before.known_;
    raise(known_, before.issued_);
  }
  /// From now on gives none that one before it gave.
  void leaveFuture() { raise(issued_, known_); }

  Id idAt(int dense) const { return idOfSlot(slotOfDense_[dense]); }

  template <class A>
  void archive(A& ar) {
    auto& [slots_, slotOfDense_, free_, firstFree_, issued_, known_] = *this;
    ar(slots_, slotOfDense_, free_, firstFree_, issued_);
  }

 private:
  static constexpr uint32_t kFree = ~0u;
  struct Slot {
    uint32_t dense = kFree;
    uint32_t generation = 0;
    using Packed = PackedOf<uint32_t, uint32_t>;
  };
  static void raise(std::vector<uint32_t>& counts, const std::vector<uint32_t>& least) {
    if (counts.size() < least.size()) counts.resize(least.size());
    for (size_t i = 0; i < least.size(); ++i) counts[i] = std::max(counts[i], least[i]);
  }
  Id idOfSlot(uint32_t slot) const {
    return Id{slots_[slot].generation << kHandleIndexBits | (slot + 1)};
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

}  // namespace holonom
