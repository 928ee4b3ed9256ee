// Depths of convex sets against all axes in double precision.
#include "collision/epa.h"

#include "convex.h"

namespace holonom {
namespace epa_test {

using namespace convex;

EpaResult depthOf(const ConvexSet& a, const Transform& ta, const ConvexSet& b,
                  const Transform& tb) {
  const RelativePose pose = seenFrom(ta, tb);
  const GjkResult r = gjkDistance(a, b, pose, kHuge);
  EXPECT_FALSE(r.distance > 0);
  return epaDepth(a, b, pose, r.simplex);
}

TEST(Epa, TheDepthIsThatOfTheBestAxis) {
  constexpr uint64_t kSeed = 111;
  Random random(kSeed);
  int deep = 0;
  for (int n = 0; n < 400; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " pose " << n);
    const float scale = n % 3 == 0 ? 0.001f : n % 3 == 1 ? 1.0f : 1000.0f;
    const Hull a = randomHull(random, 6 + random.below(18), scale * Vec3{1, 0.5f, 0.7f});
    const Box b{scale * Vec3{0.5f, 0.3f, 0.4f}};
    const Transform ta{random.vector(0.4f * scale), random.rotation()};
    const Transform tb{random.vector(0.4f * scale), random.rotation()};
    const Solid sa = solidOf(a, ta), sb = solidOf(b, tb);
    const BestAxis best = bestAxis(sa, sb);
    if (best.separation > -1e-3 * double(scale)) continue;
    ++deep;
    const EpaResult r = depthOf(ConvexPoints(a).set(), ta, ConvexPoints(b).set(), tb);
    EXPECT_NEAR(r.depth, -best.separation, 1e-5 * double(scale));
    EXPECT_NEAR(separationAlong(place({{}, ta.rotation}, r.normal), sa, sb), best.separation,
                1e-5 * double(scale));
    // The points touch after the move, and lie in the sets.
    EXPECT_NEAR(length(r.onA - r.onB - r.depth * r.normal), 0, 1e-5f * scale);
    EXPECT_LT(closestSurface(a, r.onA).distance, 1e-5f * scale);
    EXPECT_LT(closestSurface(b, inverseTransformPoint(tb, transformPoint(ta, r.onB))).distance,
              1e-5f * scale);
  }
  EXPECT_GT(deep, 150);
}

TEST(Epa, FlatDifferencesHaveNoDepthAndANormalAcross) {
  const ConvexPoints point{Sphere{1}}, segment{Capsule{1, 0.5f}};
  const Quat lying{0, 0, std::sqrt(0.5f), std::sqrt(0.5f)};  // along x
  const EpaResult same = depthOf(point.set(), {}, point.set(), {});
  EXPECT_EQ(same.depth, 0);
  EXPECT_NEAR(length(same.normal), 1, 1e-6f);
  const EpaResult on = depthOf(point.set(), {}, segment.set(), {{0, 0.2f, 0}, {}});
  EXPECT_NEAR(on.depth, 0, 1e-6f);
  EXPECT_NEAR(on.normal.y, 0, 1e-6f);
  const EpaResult crossed = depthOf(segment.set(), {}, segment.set(), {{0.1f, 0.2f, 0}, lying});
  EXPECT_NEAR(crossed.depth, 0, 1e-6f);
  EXPECT_NEAR(std::fabs(crossed.normal.z), 1, 1e-6f);
}

TEST(Epa, InOnePlaceTheDepthIsTheWidth) {
  const ConvexPoints box{Box{{0.5f, 0.3f, 0.4f}}};
  const EpaResult r = depthOf(box.set(), {}, box.set(), {});
  EXPECT_NEAR(r.depth, 0.6f, 1e-5f);
  EXPECT_NEAR(std::fabs(r.normal.y), 1, 1e-5f);
}

}  // namespace epa_test
}  // namespace holonom
