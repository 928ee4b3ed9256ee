// Capsules with every convex shape, against all axes in double precision and against distances.
#include "collision/gjk.h"
#include "collision/pairs.h"
#include "convex.h"

namespace holonom {
namespace capsule_pairs_test {

using namespace convex;

constexpr float kMargin = 0.02f;

void collide(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb,
             Manifold& m) {
  collideFunction(typeOf(a), typeOf(b))(a, ta, b, tb, kMargin, m);
}

/// Exact distance, negative with depth: axes where the cores overlap, else the nearest points.
double exactDistance(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb) {
  Solid sa = solidOf(a, ta), sb = solidOf(b, tb);
  const double radii = sa.radius + sb.radius;
  sa.radius = sb.radius = 0;
  const auto set = [](const Shape& s) {
    if (const auto* sphere = std::get_if<Sphere>(&s)) return ConvexPoints(*sphere);
    if (const auto* capsule = std::get_if<Capsule>(&s)) return ConvexPoints(*capsule);
    if (const auto* box = std::get_if<Box>(&s)) return ConvexPoints(*box);
    return ConvexPoints(*std::get_if<Hull>(&s));
  };
  const ConvexPoints pa = set(a), pb = set(b);
  const float d = gjkDistance(pa.set(), pb.set(), seenFrom(ta, tb), kHuge).distance;
  return (d > 0 ? double(d) : bestAxis(sa, sb).separation) - radii;
}

TEST(CapsulePairs, TheDeepestPointIsAsDeepAsTheShapes) {
  constexpr uint64_t kSeed = 121;
  Random random(kSeed);
  const Capsule capsule{0.2f, 0.5f};
  int touching = 0, deep = 0;
  for (int n = 0; n < 4000; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " pose " << n);
    Shape a = capsule, b = Capsule{0.3f, 0.4f};
    if (n % 4 == 1) a = Sphere{0.4f}, b = capsule;
    if (n % 4 == 2) b = Box{{0.5f, 0.3f, 0.4f}};
    if (n % 4 == 3) b = randomHull(random, 20, {0.6f, 0.4f, 0.5f});
    const Transform ta{random.vector(0.8f), random.rotation()};
    const Transform tb{{}, n % 5 == 0 ? ta.rotation : random.rotation()};
    Manifold m;
    collide(a, ta, b, tb, m);
    const double exact = exactDistance(a, ta, b, tb);
    if (exact > kMargin + 1e-5) {
      EXPECT_EQ(m.count, 0);
      continue;
    }
    expectSound(m, a, ta, b, tb, 1e-5f, 2e-3f + kMargin);
    if (exact > kMargin - 1e-5) continue;
    ASSERT_GT(m.count, 0);
    ++touching;
    deep += exact < -0.3;
    EXPECT_NEAR(deepest(m), exact, 1.1e-3);
    EXPECT_LT(deepest(m), exact + 2e-4);
  }
  EXPECT_GT(touching, 1500);
  EXPECT_GT(deep, 300);
}

TEST(CapsulePairs, ParallelCapsulesTouchAtTwoPoints) {
  const Capsule a{0.2f, 0.5f};
  Manifold m;
  collideCapsules(a, {}, a, {{0.39f, 0.3f, 0}, {}}, kMargin, m);
  ASSERT_EQ(m.count, 2);
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(m.points[i].separation, -0.01f, 1e-6f);
  EXPECT_NEAR(m.normal.x, 1, 1e-6f);
  EXPECT_NEAR(m.points[0].onA.y, -0.2f, 1e-5f);  // the ends of the overlap
  EXPECT_NEAR(m.points[1].onA.y, 0.5f, 1e-5f);
  Manifold opposed;  // the other way up
  collideCapsules(a, {}, a, {{0.39f, 0.3f, 0}, {0, 0, 1, 0}}, kMargin, opposed);
  ASSERT_EQ(opposed.count, 2);
  EXPECT_NEAR(opposed.points[0].onA.y, -0.2f, 1e-5f);
  collideCapsules(a, {}, a, {{0, 1.39f, 0}, {}}, kMargin, m);  // end to end
  ASSERT_EQ(m.count, 1);
  EXPECT_NEAR(m.normal.y, 1, 1e-6f);
  EXPECT_NEAR(m.points[0].separation, -0.01f, 1e-6f);
}

TEST(CapsulePairs, ALyingCapsuleTouchesFacesAndPlanesAtTwoPoints) {
  const Capsule a{0.2f, 0.5f};
  const Quat lying{0, 0, std::sqrt(0.5f), std::sqrt(0.5f)};  // along x
  const Transform over{{0.3f, 0.69f, 0.1f}, lying};
  const Box box{{0.6f, 0.5f, 0.5f}};
  for (const Shape& b :
       {Shape(box), Shape(boxHull(box.halfExtents)), Shape(Plane{{0, 1, 0}, 0.5f})}) {
    Manifold m;
    collide(a, over, b, {}, m);
    ASSERT_EQ(m.count, 2);
    EXPECT_NEAR(m.normal.y, -1, 1e-5f);
    float low = 9, high = -9;
    for (int i = 0; i < 2; ++i) {
      EXPECT_NEAR(m.points[i].separation, -0.01f, 1e-5f);
      low = std::min(low, m.points[i].onB.x), high = std::max(high, m.points[i].onB.x);
    }
    EXPECT_NEAR(low, -0.2f, 1e-4f);
    EXPECT_NEAR(high, std::holds_alternative<Plane>(b) ? 0.8f : 0.6f, 1e-4f);  // cut at the edge
    Manifold after;
    collide(a, {{0.3002f, 0.6899f, 0.1001f}, lying}, b, {}, after);
    ASSERT_EQ(after.count, 2);
    for (int i = 0; i < 2; ++i) EXPECT_EQ(after.points[i].feature, m.points[i].feature);
  }
  // Along an edge: two points that do not lie on a face.
  Manifold m;
  collideCapsuleBox(a, {{0, 0.63f, 0.63f}, lying}, box, {}, kMargin, m);
  ASSERT_EQ(m.count, 2);
  EXPECT_NEAR(m.normal.y, -std::sqrt(0.5f), 1e-4f);
}

TEST(CapsulePairs, InOnePlaceNothingIsNaN) {
  Random random(122);
  for (const float size : {0.001f, 1.0f, 1000.0f})
    for (int n = 0; n < 50; ++n) {
      const Capsule a{0.2f * size, 0.5f * size};
      const Shape others[] = {a, Box{size * Vec3{0.5f, 0.3f, 0.4f}},
                              randomHull(random, 20, {size, size, size}), Plane{}};
      for (const Shape& b : others) {
        Manifold m;
        const Transform t{random.vector(size), random.rotation()};
        collide(a, t, b, t, m);
        if (!std::holds_alternative<Plane>(b)) {
          ASSERT_GT(m.count, 0);
        }
        expectSound(m, a, t, b, t, 1e-5f * std::max(size, 1.0f), kHuge);
        collide(a, {t.position, random.rotation()}, b, t, m);
        expectSound(m, a, t, b, t, 1e-5f * std::max(size, 1.0f), kHuge);
      }
    }
}

}  // namespace capsule_pairs_test
}  // namespace holonom
