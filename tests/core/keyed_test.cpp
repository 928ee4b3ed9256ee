#include "base/keyed.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "random.h"

namespace holonom {
namespace keyed_test {

TEST(Keyed, FewAndManyAreSortedByKeyAndThoseOfEqualKeysStayInOrder) {
  Random random(1);
  std::vector<Keyed> scratch;
  for (const size_t count : {0u, 1u, 2u, 63u, 64u, 1000u})
    for (const int shift : {0, 30, 60}) {
      std::vector<Keyed> items;
      for (uint32_t i = 0; i < count; ++i)
        items.push_back({uint64_t(random.below(12)) << shift | uint64_t(random.below(2)), i});
      std::vector<Keyed> expected = items;
      std::stable_sort(expected.begin(), expected.end(),
                       [](const Keyed& l, const Keyed& r) { return l.key < r.key; });
      sortByKey(items, scratch);
      ASSERT_EQ(items.size(), expected.size());
      for (size_t i = 0; i < count; ++i) {
        EXPECT_EQ(items[i].key, expected[i].key);
        EXPECT_EQ(items[i].index, expected[i].index);
      }
    }
}

TEST(Keyed, KeysOfNumbersOrderAsTheNumbersDo) {
  const float ascending[] = {-3e38f, -1.5f, -1e-40f, 0, 1e-40f, 0.5f, 2, 3e38f};
  for (size_t i = 1; i < std::size(ascending); ++i)
    EXPECT_LT(keyOf(ascending[i - 1]), keyOf(ascending[i]));
  EXPECT_EQ(keyOf(-0.0f), keyOf(0.0f));
}

}  // namespace keyed_test
}  // namespace holonom
