// Distances of convex sets against dense sampling and against the axis between the points found.
#include "collision/gjk.h"

#include "convex.h"

namespace holonom {
namespace gjk_test {

using namespace convex;

TEST(Gjk, TheDistanceHasAWitnessAndAProof) {
  // The points found lie in the sets (an upper bound), and the sets lie on both sides of two planes
  // that far apart (a lower bound): together the distance is exact.
  constexpr uint64_t kSeed = 101;
  Random random(kSeed);
  int apart = 0;
  for (int n = 0; n < 3000; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " pose " << n);
    const float scale = n % 3 == 0 ? 0.001f : n % 3 == 1 ? 1.0f : 1000.0f;
    const Shape a = randomConvex(random, scale), b = randomConvex(random, scale);
    const Transform ta{random.vector(2 * scale), random.rotation()};
    const Transform tb{random.vector(2 * scale), random.rotation()};
    const ConvexPoints pa = pointsOf(a), pb = pointsOf(b);
    const GjkResult r = gjkDistance(pa.set(), pb.set(), seenFrom(ta, tb), kHuge);
    Solid sa = solidOf(a, ta), sb = solidOf(b, tb);
    sa.radius = sb.radius = 0;
    if (!(r.distance > 0)) {
      EXPECT_LT(bestAxis(sa, sb).separation, 1e-4 * double(scale));
      continue;
    }
    ++apart;
    const Vec3d normal = place({{}, ta.rotation}, r.normal);
    EXPECT_NEAR(length(normal), 1, 1e-5);
    EXPECT_NEAR(separationAlong(normal, sa, sb), r.distance,
                2e-5 * double(scale) + 1e-4 * double(r.distance));
    EXPECT_NEAR(length(r.onB - r.onA), r.distance, 1e-5f * scale);
    const auto outside = [](const Shape& shape, Vec3 local) {
      const float radius = std::holds_alternative<Capsule>(shape)  ? std::get<Capsule>(shape).radius
                           : std::holds_alternative<Sphere>(shape) ? std::get<Sphere>(shape).radius
                                                                   : 0;
      return closestSurface(shape, local).distance + radius;
    };
    EXPECT_LT(outside(a, r.onA), 2e-5f * scale);
    EXPECT_LT(outside(b, inverseTransformPoint(tb, transformPoint(ta, r.onB))), 2e-5f * scale);
  }
  EXPECT_GT(apart, 1000);
}

TEST(Gjk, IsSymmetric) {
  constexpr uint64_t kSeed = 102;
  Random random(kSeed);
  for (int n = 0; n < 500; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " pose " << n);
    const Shape a = randomConvex(random), b = randomConvex(random);
    const Transform ta{random.vector(2), random.rotation()},
        tb{random.vector(2), random.rotation()};
    const ConvexPoints pa = pointsOf(a), pb = pointsOf(b);
    const GjkResult ab = gjkDistance(pa.set(), pb.set(), seenFrom(ta, tb), kHuge);
    const GjkResult ba = gjkDistance(pb.set(), pa.set(), seenFrom(tb, ta), kHuge);
    EXPECT_NEAR(ab.distance, ba.distance, 1e-5f);
  }
}

TEST(Gjk, StopsEarlyWithALowerBound) {
  Random random(103);
  for (int n = 0; n < 300; ++n) {
    const Shape a = randomConvex(random), b = randomConvex(random);
    const Transform ta{{}, random.rotation()};
    const Transform tb{4 * random.direction(), random.rotation()};
    const ConvexPoints pa = pointsOf(a), pb = pointsOf(b);
    const float exact = gjkDistance(pa.set(), pb.set(), seenFrom(ta, tb), kHuge).distance;
    const float bound = gjkDistance(pa.set(), pb.set(), seenFrom(ta, tb), 0.5f).distance;
    if (exact > 0.5f) {
      EXPECT_GT(bound, 0.5f);
      EXPECT_LT(bound, exact + 1e-5f);
    } else {
      EXPECT_EQ(bound, exact);
    }
  }
}

TEST(Gjk, TouchingParallelAndFlatSetsAreFinite) {
  const Box cube{{0.5f, 0.5f, 0.5f}};
  const ConvexPoints box(cube);
  for (const Vec3 shift : {Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{1, 1, 1}, Vec3{1, 0.3f, 0}, Vec3{}}) {
    const GjkResult r = gjkDistance(box.set(), box.set(), seenFrom({}, {shift, {}}), kHuge);
    EXPECT_NEAR(r.distance, 0, 1e-6f);
    EXPECT_TRUE(isFinite(r.onA) && isFinite(r.onB));
  }
  const ConvexPoints needle(Vec3{-1, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1e-6f, 0});
  for (const float y : {0.0f, 1e-7f, 0.5f}) {
    const GjkResult r =
        gjkDistance(needle.set(), box.set(), seenFrom({}, {{0, 0.5f + y, 0}, {}}), kHuge);
    EXPECT_NEAR(r.distance, y, 2e-6f);
  }
}

}  // namespace gjk_test
}  // namespace holonom
