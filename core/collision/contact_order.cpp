// Contacts and their patches in the order of colliders, as neighbors in space mostly have it.
#include <algorithm>
#include <cstring>

#include "base/growth.h"
#include "collision/contact_cache.h"

namespace holonom {

namespace {

/// Puts record from[i] of n at i, cycle by cycle; leaves from[i] = i.
void permute(uint8_t* records, size_t stride, int32_t* from, int n) {
  uint8_t kept[sizeof(ContactPatch) + 4 * sizeof(PatchPoint)];
  const auto at = [&](int i) { return records + size_t(i) * stride; };
  for (int i = 0; i < n; ++i) {
    if (from[i] == i) continue;
    std::memcpy(kept, at(i), stride);
    int to = i;
    for (int next; (next = from[to]) != i; to = next) {
      std::memcpy(at(to), at(next), stride);
      from[to] = to;
    }
    std::memcpy(at(to), kept, stride);
    from[to] = to;
  }
}

}  // namespace

void PatchPool::arrange(int32_t* from, int count) {
  std::copy(free_.begin(), free_.end(), from + count);
  permute(bytes_.data(), stride_, from, static_cast<int>(bytes_.size() / stride_));
  bytes_.resize(size_t(count) * stride_);
  free_.clear();
}

/// By counting; contacts of the same bin stay in order.
template <class BinOf>
void ContactCache::sortBy(BinOf&& binOf) {
  starts_.clear();
  for (const Contact& c : contacts_) {
    const size_t bin = static_cast<size_t>(binOf(c)) + 1;
    if (starts_.size() <= bin) {
      reserveSlowly(starts_, bin + 1);
      starts_.resize(bin + 1);
    }
    ++starts_[bin];
  }
  for (size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  // The slots are to be filled anew: till then they are room.
  for (size_t i = 0; i < contacts_.size(); ++i)
    slots_[starts_[static_cast<size_t>(binOf(contacts_[i]))]++] = static_cast<int32_t>(i);
  permute(reinterpret_cast<uint8_t*>(contacts_.data()), sizeof(Contact), slots_.data(),
          static_cast<int>(contacts_.size()));
}

void ContactCache::arrange() {
  constexpr size_t kFew = 1024;  // they fit in a processor's cache
  if (strays_ < kFew || strays_ < contacts_.size() / 8) return;
  strays_ = 0;
  sortBy([](const Contact& c) { return keyOf(c).high; });
  sortBy([](const Contact& c) { return keyOf(c).low; });
  if (active_ < contacts_.size()) sortBy([](const Contact& c) { return c.parked; });
  for (int pool = 0; pool < 2; ++pool) {
    int count = 0;
    for (Contact& c : contacts_) {
      if (c.patch < 0 || (c.patch & 1) != pool) continue;
      slots_[count] = c.patch >> 1;
      c.patch = count++ << 1 | pool;
    }
    pools_[pool].arrange(slots_.data(), count);
  }
  rehash(slots_.size());
}

}  // namespace holonom
