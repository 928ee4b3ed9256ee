#pragma once
// Sets of numbers that grow together, each number pointing to one of its set, in the end to the
// least [Tarjan 1975, "Efficiency of a Good But Not Linear Set Union Algorithm"].
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace holonom {

/// Each number below `count` in a set of its own.
inline void startSets(std::vector<int>& parents, int count) {
  parents.resize(static_cast<size_t>(count));
  std::iota(parents.begin(), parents.end(), 0);
}

/// Those of `members`, in ascending order, below `count`; the others are in none.
inline void startSets(std::vector<int>& parents, int count, std::span<const int32_t> members) {
  parents.resize(static_cast<size_t>(count));
  for (const int32_t i : members) parents[i] = i;
}

/// The least number of the set.
inline int rootOf(std::vector<int>& parents, int i) {
  while (parents[i] != i) i = parents[i] = parents[parents[i]];
  return i;
}

inline void unite(std::vector<int>& parents, int a, int b) {
  a = rootOf(parents, a), b = rootOf(parents, b);
  parents[std::max(a, b)] = std::min(a, b);
}

}  // namespace holonom
