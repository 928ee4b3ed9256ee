#include "base/pool.h"

#include <gtest/gtest.h>

#include <map>

#include "random.h"

namespace holonom {
namespace pool_test {

TEST(Pool, HandleOfNothingIsNull) {
  const IdPool<BodyId> pool;
  EXPECT_FALSE(BodyId{});
  EXPECT_EQ(pool.indexOf(BodyId{}), -1);
  EXPECT_EQ(pool.indexOf(BodyId{7}), -1);
  EXPECT_EQ(pool.indexOf(BodyId{0xffffffffu}), -1);
}

TEST(Pool, NewObjectsTakeTheNextIndex) {
  IdPool<BodyId> pool;
  for (int i = 0; i < 5; ++i) {
    const BodyId id = pool.insert();
    EXPECT_TRUE(id);
    EXPECT_EQ(pool.indexOf(id), i);
    EXPECT_EQ(pool.idAt(i), id);
  }
}

TEST(Pool, TheLastObjectTakesTheFreedIndex) {
  IdPool<BodyId> pool;
  const BodyId a = pool.insert(), b = pool.insert(), c = pool.insert();
  pool.removeAt(0);
  EXPECT_EQ(pool.indexOf(a), -1);
  EXPECT_EQ(pool.indexOf(b), 1);
  EXPECT_EQ(pool.indexOf(c), 0);
  EXPECT_EQ(pool.size(), 2);
}

TEST(Pool, AReusedSlotGivesAnotherHandle) {
  IdPool<BodyId> pool;
  const BodyId old = pool.insert();
  pool.removeAt(0);
  BodyId next = pool.insert();
  int reuses = 0;
  for (int i = 0; i < 5000; ++i) {
    EXPECT_NE(old, next);
    EXPECT_EQ(pool.indexOf(old), -1);
    EXPECT_EQ(pool.indexOf(next), 0);
    if ((old.bits & kHandleIndexMask) == (next.bits & kHandleIndexMask)) ++reuses;
    pool.removeAt(0);
    next = pool.insert();
  }
  EXPECT_GT(reuses, 0);
}

TEST(Pool, AHandleStaysStaleThroughAMillionRemovals) {
  IdPool<BodyId> pool;
  const BodyId old = pool.insert();
  pool.removeAt(0);
  for (int i = 0; i < 1000000; ++i) {
    const BodyId id = pool.insert();
    ASSERT_NE(id, old) << i;
    pool.removeAt(0);
  }
  EXPECT_EQ(pool.indexOf(old), -1);
}

TEST(Pool, RandomUseAgreesWithAMap) {
  constexpr uint64_t kSeed = 11;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  IdPool<BodyId> pool;
  std::map<uint32_t, int> values;  // handle -> value
  std::vector<int> dense;          // what an owner keeps, swap-removed
  std::vector<BodyId> gone;
  for (int i = 0; i < 5000; ++i) {
    if (dense.empty() || random.below(5) < 3) {
      values[pool.insert().bits] = i;
      dense.push_back(i);
    } else {
      const int at = random.below(int(dense.size()));
      gone.push_back(pool.idAt(at));
      values.erase(gone.back().bits);
      pool.removeAt(at);
      dense[at] = dense.back();
      dense.pop_back();
    }
    ASSERT_EQ(pool.size(), int(values.size()));
  }
  for (const auto& [bits, value] : values) {
    const int index = pool.indexOf(BodyId{bits});
    ASSERT_GE(index, 0);
    EXPECT_EQ(dense[index], value);
  }
  for (const BodyId id : gone) {
    // A slot's generation repeats after 4096 uses; this many removals stay below that.
    EXPECT_EQ(values.count(id.bits) == 0, pool.indexOf(id) == -1);
  }
}

}  // namespace pool_test
}  // namespace holonom
