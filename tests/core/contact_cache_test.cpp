#include "collision/contact_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "random.h"

namespace holonom {
namespace {

Contact contactOf(int a, int b, float friction = 0) {
  Contact c;
  c.colliderA = c.bodyA = a, c.colliderB = c.bodyB = b, c.friction = friction;
  return c;
}

TEST(ContactCache, FindsAPairInEitherOrder) {
  ContactCache cache;
  EXPECT_FALSE(cache.has(0, 1));
  cache.add(contactOf(7, 3));
  EXPECT_TRUE(cache.has(3, 7));
  EXPECT_TRUE(cache.has(7, 3));
  EXPECT_FALSE(cache.has(3, 6));
  cache.removeAt(0);
  EXPECT_FALSE(cache.has(3, 7));
  EXPECT_TRUE(cache.all().empty());
}

TEST(ContactCache, RandomUseAgreesWithAMap) {
  constexpr uint64_t kSeed = 51;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  ContactCache cache;
  std::map<std::pair<int, int>, float> expected;
  for (int i = 0; i < 20000; ++i) {
    if (cache.all().empty() || random.below(20) < 11) {
      const int a = random.below(60), b = random.below(60);
      const auto key = std::minmax(a, b);
      if (a == b || cache.has(a, b)) {
        EXPECT_TRUE(a == b || expected.count(key));
        continue;
      }
      EXPECT_FALSE(expected.count(key));
      expected[key] = float(i);
      cache.add(contactOf(a, b, float(i)));
    } else {
      const int at = random.below(int(cache.all().size()));
      const Contact& c = cache.all()[size_t(at)];
      expected.erase(std::minmax(c.bodyA, c.bodyB));
      cache.removeAt(at);
    }
  }
  ASSERT_EQ(cache.all().size(), expected.size());
  for (const Contact& c : cache.all())
    EXPECT_EQ(expected.at(std::minmax(c.bodyA, c.bodyB)), c.friction);
  for (int a = 0; a < 60; ++a)
    for (int b = a + 1; b < 60; ++b) EXPECT_EQ(cache.has(a, b), expected.count({a, b}) == 1);
}

TEST(ContactCache, RenamingABodyKeepsItsContacts) {
  ContactCache cache;
  cache.add(contactOf(0, 4, 3));
  cache.add(contactOf(2, 4, 4));
  cache.renameBody(4, 1);
  EXPECT_EQ(cache.all()[0].bodyB, 1);
  EXPECT_EQ(cache.all()[1].bodyB, 1);
  EXPECT_TRUE(cache.has(0, 4)) << "colliders keep their numbers";
}

TEST(ContactCache, TellsThePartsOfAMeshApart) {
  ContactCache cache;
  for (int part = 0; part < 40; ++part) {
    Contact c = contactOf(0, 1);
    c.part = part;
    cache.add(c);
  }
  EXPECT_FALSE(cache.has(0, 1));
  for (int part = 39; part >= 0; part -= 2) cache.removeAt(cache.indexOf(1, 0, part));
  for (int part = 0; part < 40; ++part) EXPECT_EQ(cache.has(0, 1, part), part % 2 == 0);
}

TEST(ContactCache, ImpulsesFollowTheirFeature) {
  ContactPatch c;
  Manifold old;
  old.count = 3;
  old.points[0].feature = 10, old.points[1].feature = 11, old.points[2].feature = 12;
  const float impulses[4] = {1, 2, 3, 0};
  c.manifold.count = 3;
  c.manifold.points[0].feature = 12, c.manifold.points[1].feature = 99;
  c.manifold.points[2].feature = 10;
  ContactCache::carryImpulses(c, old, impulses);
  EXPECT_EQ(c.normalImpulse[0], 3);
  EXPECT_EQ(c.normalImpulse[1], 0);
  EXPECT_EQ(c.normalImpulse[2], 1);
}

TEST(ContactCache, OnAGroundWithAFarOriginAManifoldIsCarriedAsFarAsOnANearOne) {
  for (const bool groundIsB : {true, false})
    for (const float far : {0.0f, 100.0f}) {
      Contact c;
      c.normalOnB = groundIsB, c.reach = 0.5f;
      ContactPatch patch;
      patch.manifold.count = 1, patch.manifold.normal = {0, 1, 0};
      const Transform ground;
      const auto turned = [&](float angle) {
        return Transform{{far, 0.5f, 0}, Quat{0, 0, std::sin(angle / 2), std::cos(angle / 2)}};
      };
      const auto carried = [&](float angle) {
        const Transform body = turned(angle);
        return groundIsB ? recall(c, patch, body, ground, 0.01f)
                         : recall(c, patch, ground, body, 0.01f);
      };
      if (groundIsB)
        remember(c, patch, turned(0), ground);
      else
        remember(c, patch, ground, turned(0));
      EXPECT_TRUE(carried(0.019f)) << far;
      EXPECT_FALSE(carried(0.021f)) << far;
    }
}

}  // namespace
}  // namespace holonom
