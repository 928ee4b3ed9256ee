#include "base/keyed.h"

namespace holonom {

namespace {

/// Below this many, counting digits costs more than shifting what is larger.
constexpr size_t kFew = 64;

}  // namespace

void sortByKey(std::vector<Keyed>& items, std::vector<Keyed>& scratch) {
  if (items.size() < kFew) {
    for (size_t i = 1; i < items.size(); ++i) {
      const Keyed item = items[i];
      size_t at = i;
      for (; at > 0 && item.key < items[at - 1].key; --at) items[at] = items[at - 1];
      items[at] = item;
    }
    return;
  }
  scratch.resize(items.size());
  for (int shift = 0; shift < 64; shift += 8) {
    size_t starts[257] = {};
    for (const Keyed& item : items) ++starts[(item.key >> shift & 255) + 1];
    if (starts[(items[0].key >> shift & 255) + 1] == items.size()) continue;
    for (int digit = 0; digit < 256; ++digit) starts[digit + 1] += starts[digit];
    for (const Keyed& item : items) scratch[starts[item.key >> shift & 255]++] = item;
    items.swap(scratch);
  }
}

}  // namespace holonom
