#include "base/pool.h"

#include <algorithm>

namespace holonom {

namespace {

void raise(std::vector<uint32_t>& counts, const std::vector<uint32_t>& least) {
  if (counts.size() < least.size()) counts.resize(least.size());
  for (size_t i = 0; i < least.size(); ++i) counts[i] = std::max(counts[i], least[i]);
}

}  // namespace

uint32_t SlotPool::insertBits() {
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
  return bitsOfSlot(slot);
}

void SlotPool::removeAt(int dense) {
  const uint32_t slot = slotOfDense_[size_t(dense)], last = slotOfDense_.back();
  slotOfDense_[size_t(dense)] = last;
  slots_[last].dense = static_cast<uint32_t>(dense);
  slotOfDense_.pop_back();
  slots_[slot].dense = kFree;
  free_.push_back(slot);
}

void SlotPool::clear() {
  while (size() > 0) removeAt(size() - 1);
}

void SlotPool::take(const SlotPool& given) {
  *this = given;
  clear();
}

void SlotPool::follow(const SlotPool& before) {
  known_ = before.known_;
  raise(known_, before.issued_);
}

void SlotPool::leaveFuture() { raise(issued_, known_); }

}  // namespace holonom
