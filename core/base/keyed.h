#pragma once
// Numbers with keys to sort them by: one sort, whatever the keys stand for.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace holonom {

struct Keyed {
  uint64_t key;
  uint32_t index;
};

/// By key; what has equal keys stays in order. Radix sort, with room of the caller's.
void sortByKey(std::vector<Keyed>& items, std::vector<Keyed>& scratch);
void sortKeys(std::vector<uint64_t>& keys, std::vector<uint64_t>& scratch);
/// Few of them, in place. Heap sort.
void sortInts(std::span<int32_t> items);

/// A key that orders by `high`, then by `low`.
inline uint64_t keyOf(uint32_t high, uint32_t low) { return uint64_t(high) << 32 | low; }

/// Orders as the number does; both zeros are one.
inline uint32_t keyOf(float v) {
  const auto bits = std::bit_cast<uint32_t>(v + 0.0f);
  return bits ^ (bits >> 31 ? 0xffffffffu : 0x80000000u);
}

}  // namespace holonom
