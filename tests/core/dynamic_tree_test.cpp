#include "collision/dynamic_tree.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "random.h"

namespace holonom {
namespace dynamic_tree_test {

Aabb randomBox(Random& random) {
  const Vec3 center = random.vector(20);
  const Vec3 half{random.real(0.05f, 2), random.real(0.05f, 2), random.real(0.05f, 2)};
  return {center - half, center + half};
}

std::vector<int> queryOf(const DynamicTree& tree, const Aabb& box) {
  std::vector<int> found;
  tree.query(box, [&](int data) { found.push_back(data); });
  std::sort(found.begin(), found.end());
  return found;
}

TEST(DynamicTree, EmptyTreeFindsNothing) {
  DynamicTree tree;
  EXPECT_TRUE(queryOf(tree, {{-kHuge, -kHuge, -kHuge}, {kHuge, kHuge, kHuge}}).empty());
  const int32_t leaf = tree.insert({{0, 0, 0}, {1, 1, 1}}, 5);
  EXPECT_EQ(queryOf(tree, {{1, 1, 1}, {2, 2, 2}}), std::vector<int>{5});  // touching counts
  tree.remove(leaf);
  EXPECT_TRUE(queryOf(tree, {{0, 0, 0}, {1, 1, 1}}).empty());
  EXPECT_EQ(tree.height(), 0);
}

TEST(DynamicTree, QueriesEqualBruteForceUnderRandomChanges) {
  constexpr uint64_t kSeed = 21;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  DynamicTree tree;
  struct Entry {
    int32_t leaf;
    int data;
    Aabb box;
  };
  std::vector<Entry> entries;
  for (int i = 0; i < 4000; ++i) {
    const int action = random.below(10);
    if (entries.empty() || action < 4) {
      const Aabb box = randomBox(random);
      entries.push_back({tree.insert(box, i), i, box});
    } else if (action < 6) {
      const size_t at = size_t(random.below(int(entries.size())));
      tree.remove(entries[at].leaf);
      entries[at] = entries.back();
      entries.pop_back();
    } else {
      Entry& e = entries[size_t(random.below(int(entries.size())))];
      e.box = randomBox(random);
      tree.move(e.leaf, e.box);
    }
    if (i % 10 != 0) continue;
    const Aabb box = randomBox(random);
    std::vector<int> expected;
    for (const Entry& e : entries)
      if (overlaps(e.box, box)) expected.push_back(e.data);
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(queryOf(tree, box), expected) << "after change " << i;
  }
  for (const Entry& e : entries) {
    EXPECT_EQ(tree.userData(e.leaf), e.data);
    EXPECT_TRUE(contains(tree.fatBox(e.leaf), e.box));
  }
}

TEST(DynamicTree, QueriesEqualBruteForceHoweverManyMove) {
  Random random(22);
  for (const int count : {1, 2, 63, 500})
    for (const float share : {0.05f, 0.5f, 1.0f})
      for (const bool large : {false, true}) {
        DynamicTree tree;
        std::vector<int32_t> leaves;
        std::vector<Aabb> boxes;
        for (int i = 0; i < count; ++i) {
          boxes.push_back(randomBox(random));
          // Walls around all, and some that lie in one place.
          if (large && i < 6) boxes[i] = expand(boxes[i], 30);
          if (large && i % 5 == 4) boxes[i] = boxes[i - 1];
          leaves.push_back(tree.insert(boxes[i], i));
        }
        for (int round = 0; round < 5; ++round) {
          std::vector<int32_t> moved;
          for (int i = 0; i < count; ++i) {
            if (random.real(0, 1) >= share) continue;
            boxes[i] = randomBox(random);
            tree.setBox(leaves[i], boxes[i]);
            moved.push_back(leaves[i]);
          }
          tree.relink(moved);
          // And one by one, in the tree that was built.
          boxes[0] = randomBox(random);
          tree.move(leaves[0], boxes[0]);
          for (int k = 0; k < 20; ++k) {
            const Aabb box = randomBox(random);
            std::vector<int> expected;
            for (int i = 0; i < count; ++i)
              if (overlaps(boxes[i], box)) expected.push_back(i);
            ASSERT_EQ(queryOf(tree, box), expected) << count << " " << share << " " << round;
          }
          EXPECT_LE(tree.height(), 40);
        }
      }
}

TEST(DynamicTree, SortedInsertionStaysLow) {
  // A list of 1024 leaves would be 1023 high; a balanced tree 10.
  DynamicTree tree;
  for (int i = 0; i < 1024; ++i) {
    const Vec3 p{float(i), 0, 0};
    tree.insert({p, p + Vec3{0.9f, 1, 1}}, i);
  }
  EXPECT_LE(tree.height(), 30);
}

TEST(DynamicTree, ManyLeavesInOnePlaceAreAllFound) {
  DynamicTree tree;
  for (int i = 0; i < 3000; ++i) tree.insert({{0, 0, 0}, {1, 1, 1}}, i);
  EXPECT_EQ(queryOf(tree, {{0, 0, 0}, {1, 1, 1}}).size(), 3000u);
}

}  // namespace dynamic_tree_test
}  // namespace holonom
