#include "base/bridges.h"

#include <gtest/gtest.h>

#include <utility>

#include "base/union_find.h"
#include "random.h"

namespace holonom {
namespace bridges_test {

/// An edge is a bridge where its ends are parted without it.
bool parts(const std::vector<std::pair<int, int>>& edges, size_t left, int nodes) {
  std::vector<int> roots;
  startSets(roots, nodes);
  for (size_t k = 0; k < edges.size(); ++k)
    if (k != left) unite(roots, edges[k].first, edges[k].second);
  return rootOf(roots, edges[left].first) != rootOf(roots, edges[left].second);
}

TEST(Bridges, AreTheEdgesWithoutWhichTheirEndsAreParted) {
  Bridges bridges;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const int nodes = 1 + random.below(12), count = random.below(20);
    std::vector<std::pair<int, int>> edges;
    bridges.begin(size_t(nodes));
    for (int k = 0; k < count; ++k) {
      edges.push_back({random.below(nodes), random.below(nodes)});
      bridges.add(edges.back().first, edges.back().second);
    }
    bridges.find();
    for (size_t k = 0; k < edges.size(); ++k)
      EXPECT_EQ(bridges.isBridge(k), parts(edges, k, nodes)) << k;
  }
}

TEST(Bridges, OfALongChainAreAllUntilItIsClosed) {
  constexpr int kLinks = 100000;
  Bridges bridges;
  for (const bool closed : {false, true}) {
    bridges.begin(kLinks);
    for (int i = 0; i + 1 < kLinks; ++i) bridges.add(i, i + 1);
    if (closed) bridges.add(kLinks - 1, 0);
    bridges.find();
    for (int i = 0; i + 1 < kLinks; ++i) ASSERT_EQ(bridges.isBridge(size_t(i)), !closed) << i;
  }
}

}  // namespace bridges_test
}  // namespace holonom
