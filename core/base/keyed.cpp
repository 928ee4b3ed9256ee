#include "base/keyed.h"

#include <algorithm>

namespace holonom {

namespace {

/// Below this many, counting digits costs more than shifting what is larger.
constexpr size_t kFew = 64;

uint64_t sortKeyOf(const Keyed& item) { return item.key; }
uint64_t sortKeyOf(uint64_t key) { return key; }

template <class T>
void sort(std::vector<T>& items, std::vector<T>& scratch) {
  if (items.size() < kFew) {
    for (size_t i = 1; i < items.size(); ++i) {
      const T item = items[i];
      size_t at = i;
      for (; at > 0 && sortKeyOf(item) < sortKeyOf(items[at - 1]); --at) items[at] = items[at - 1];
      items[at] = item;
    }
    return;
  }
  scratch.resize(items.size());
  for (int shift = 0; shift < 64; shift += 8) {
    size_t starts[257] = {};
    for (const T& item : items) ++starts[(sortKeyOf(item) >> shift & 255) + 1];
    if (starts[(sortKeyOf(items[0]) >> shift & 255) + 1] == items.size()) continue;
    for (int digit = 0; digit < 256; ++digit) starts[digit + 1] += starts[digit];
    for (const T& item : items) scratch[starts[sortKeyOf(item) >> shift & 255]++] = item;
    items.swap(scratch);
  }
}

}  // namespace

void sortByKey(std::vector<Keyed>& items, std::vector<Keyed>& scratch) { sort(items, scratch); }
void sortKeys(std::vector<uint64_t>& keys, std::vector<uint64_t>& scratch) { sort(keys, scratch); }

void sortInts(std::span<int32_t> items) {
  std::make_heap(items.begin(), items.end());
  std::sort_heap(items.begin(), items.end());
}

}  // namespace holonom
