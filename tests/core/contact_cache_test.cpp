#include "collision/contact_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "random.h"

namespace holonom {
namespace contact_cache_test {

Contact contactOf(int a, int b) {
  Contact c;
  c.colliderA = c.bodyA = a, c.colliderB = c.bodyB = b;
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
  std::map<std::pair<int, int>, int> expected;  // by colliders, a number in place of a body
  for (int i = 0; i < 20000; ++i) {
    if (cache.all().empty() || random.below(20) < 11) {
      const int a = random.below(60), b = random.below(60);
      const auto key = std::minmax(a, b);
      if (a == b || cache.has(a, b)) {
        EXPECT_TRUE(a == b || expected.count(key));
        continue;
      }
      EXPECT_FALSE(expected.count(key));
      expected[key] = i;
      Contact c = contactOf(a, b);
      c.bodyA = i;
      cache.add(c);
    } else {
      const int at = random.below(int(cache.all().size()));
      const Contact& c = cache.all()[size_t(at)];
      expected.erase(std::minmax(c.colliderA, c.colliderB));
      cache.removeAt(at);
    }
  }
  ASSERT_EQ(cache.all().size(), expected.size());
  for (const Contact& c : cache.all())
    EXPECT_EQ(expected.at(std::minmax(c.colliderA, c.colliderB)), c.bodyA);
  for (int a = 0; a < 60; ++a)
    for (int b = a + 1; b < 60; ++b) EXPECT_EQ(cache.has(a, b), expected.count({a, b}) == 1);
}

TEST(ContactCache, RenamingABodyKeepsItsContacts) {
  ContactCache cache;
  cache.add(contactOf(0, 4));
  cache.add(contactOf(2, 4));
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
  ContactCache cache;
  Contact c = contactOf(0, 1);
  const auto found = [&](std::initializer_list<uint32_t> features) {
    Manifold manifold;
    manifold.normal = {0, 1, 0};
    for (const uint32_t feature : features) manifold.points[manifold.count++].feature = feature;
    const int old = c.count;
    c.count = uint8_t(manifold.count);
    ContactPatch& patch = cache.needPatch(c, manifold.count);
    remember(c, patch, old, manifold, {}, {});
    return patch.points();
  };
  found({10})[0].impulse = 7;
  PatchPoint* points = found({12, 10, 11});
  EXPECT_EQ(points[1].impulse, 7) << "also to where there is room for more";
  for (int i = 0; i < 3; ++i) points[i].impulse = float(points[i].feature);
  points = found({11, 99, 12});
  EXPECT_EQ(points[0].impulse, 11);
  EXPECT_EQ(points[1].impulse, 0);
  EXPECT_EQ(points[2].impulse, 12);
}

TEST(ContactCache, ArrangesContactsAndPatchesByCollider) {
  constexpr uint64_t kSeed = 52;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  ContactCache cache;
  for (int i = 0; i < 5000; ++i) {
    const int a = random.below(900), b = random.below(900);
    if (a == b || cache.has(a, b)) continue;
    cache.add(contactOf(a, b));
    Contact& c = cache.all().back();
    if (random.below(3) == 0) continue;
    c.count = uint8_t(1 + random.below(4));
    cache.needPatch(c, c.count).friction = float(1000 * a + b);
  }
  for (int i = 0; i < 200; ++i) cache.removeAt(random.below(int(cache.all().size())));
  const size_t count = cache.all().size();
  cache.arrange();
  ASSERT_EQ(cache.all().size(), count);
  const ContactPatch* last[2] = {};
  std::pair<int, int> before;
  for (size_t i = 0; i < count; ++i) {
    const Contact& c = cache.all()[i];
    const std::pair<int, int> key = std::minmax(c.colliderA, c.colliderB);
    EXPECT_LT(before, key);
    before = key;
    EXPECT_EQ(cache.indexOf(c.colliderA, c.colliderB), int(i));
    EXPECT_EQ(c.patch >= 0, c.count > 0);
    if (c.patch < 0) continue;
    const ContactPatch& patch = cache.patchOf(c);
    EXPECT_EQ(patch.friction, float(1000 * c.colliderA + c.colliderB));
    EXPECT_LT(last[c.count > 1], &patch);
    last[c.count > 1] = &patch;
  }
}

TEST(ContactCache, OnAGroundWithAFarOriginAManifoldIsCarriedAsFarAsOnANearOne) {
  for (const bool groundIsB : {true, false})
    for (const float far : {0.0f, 100.0f}) {
      ContactCache cache;
      Contact c;
      c.normalOnB = groundIsB, c.count = 1;
      ContactPatch& patch = cache.needPatch(c, 1);
      patch.reach = 0.5f, patch.slack = 0.01f;
      Manifold manifold;
      manifold.count = 1, manifold.normal = {0, 1, 0};
      const Transform ground;
      const auto turned = [&](float angle) {
        return Transform{{far, 0.5f, 0}, Quat{0, 0, std::sin(angle / 2), std::cos(angle / 2)}};
      };
      const auto carried = [&](float angle) {
        const Transform body = turned(angle);
        return groundIsB ? recall(c, patch, body, ground) : recall(c, patch, ground, body);
      };
      if (groundIsB)
        remember(c, patch, 0, manifold, turned(0), ground);
      else
        remember(c, patch, 0, manifold, ground, turned(0));
      EXPECT_TRUE(carried(0.019f)) << far;
      EXPECT_FALSE(carried(0.021f)) << far;
    }
}

}  // namespace contact_cache_test
}  // namespace holonom
