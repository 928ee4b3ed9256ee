// Distances of every pair of shapes, overlap, and points inside.
#include "collision/overlap.h"

#include "convex.h"
#include "meshes.h"

namespace holonom {
namespace overlap_test {

using namespace convex;

/// A compound of one part, which stands where the shape would.
Compound compoundOf(const ConvexShape& shape) {
  Compound c;
  c.parts.push_back({{}, {}, shape});
  return c;
}

std::vector<Shape> allShapes(Random& random) {
  const Vec3 h{0.5f, 0.3f, 0.4f};
  const Compound dumbbell{{{{-0.6f, 0, 0}, {}, Sphere{0.3f}}, {{0.6f, 0, 0}, {}, Sphere{0.2f}}}};
  return {Sphere{0.4f},
          Capsule{0.2f, 0.5f},
          Box{h},
          randomHull(random, 20, {0.6f, 0.4f, 0.5f}),
          Plane{{0, 1, 0}, -0.5f},
          boxMesh(h),
          dumbbell};
}

TEST(Overlap, EveryPairGivesTheSameEitherWay) {
  constexpr uint64_t kSeed = 131;
  Random random(kSeed);
  for (int n = 0; n < 60; ++n) {
    const std::vector<Shape> shapes = allShapes(random);
    for (const Shape& a : shapes)
      for (const Shape& b : shapes) {
        SCOPED_TRACE(testing::Message() << "seed " << kSeed << " " << a.index() << " with "
                                        << b.index() << " pose " << n);
        const Transform ta{random.vector(2), random.rotation()};
        const Transform tb{random.vector(2), random.rotation()};
        const ShapeGap gap = shapeGap(a, ta, b, tb);
        const float ab = gap.distance, ba = shapeGap(b, tb, a, ta).distance;
        const Vec3 pa = gap.onA, pb = gap.onB;
        EXPECT_NEAR(ab, ba, 2e-5f);
        if (std::fabs(ab) > 1e-5f) {
          EXPECT_EQ(overlapShapes(a, ta, b, tb), ab < 0);
        }
        if (std::holds_alternative<Plane>(a) && std::holds_alternative<Plane>(b)) continue;
        EXPECT_NEAR(length(pb - pa), std::fabs(ab), 2e-5f);
        EXPECT_NEAR(length(gap.normal), 1, 1e-5f);
        EXPECT_LT(length(pb - pa - ab * gap.normal), 5e-5f);
        if (ab < 0) continue;
        // The nearest points lie on the shapes.
        EXPECT_NEAR(closestSurface(a, inverseTransformPoint(ta, pa)).distance, 0, 3e-5f);
        EXPECT_NEAR(closestSurface(b, inverseTransformPoint(tb, pb)).distance, 0, 3e-5f);
        EXPECT_NEAR(closestSurface(a, inverseTransformPoint(ta, pb)).distance, ab, 3e-5f);
      }
  }
}

TEST(Overlap, DepthsOfConvexPairsAreExact) {
  constexpr uint64_t kSeed = 132;
  Random random(kSeed);
  for (int n = 0; n < 150; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " pose " << n);
    const Shape a = randomHull(random, 12), b = Box{{0.5f, 0.3f, 0.4f}};
    const Transform ta{random.vector(0.5f), random.rotation()}, tb{{}, random.rotation()};
    const double exact = bestAxis(solidOf(a, ta), solidOf(b, tb)).separation;
    if (exact > -1e-4) continue;
    EXPECT_NEAR(shapeGap(a, ta, b, tb).distance, exact, 2e-5);
    const Shape compound = compoundOf(std::get<Box>(b));
    EXPECT_NEAR(shapeGap(a, ta, compound, tb).distance, exact, 2e-5);
  }
  EXPECT_NEAR(shapeGap(Sphere{1}, {}, Capsule{0.5f, 1}, {{0, 0.3f, 0}, {}}).distance, -1.5f, 1e-5f);
  EXPECT_NEAR(shapeGap(Sphere{1}, {}, Sphere{0.5f}, {{0, 1.2f, 0}, {}}).distance, -0.3f, 1e-6f);
  EXPECT_NEAR(shapeGap(Plane{}, {}, Sphere{0.5f}, {{7, 0.2f, 0}, {}}).distance, -0.3f, 1e-6f);
}

TEST(Overlap, ABoxMeshIsAsFarAsTheBox) {
  constexpr uint64_t kSeed = 133;
  Random random(kSeed);
  const Vec3 h{0.5f, 0.3f, 0.4f};
  const Mesh mesh = boxMesh(h);
  for (int n = 0; n < 300; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " pose " << n);
    const Shape a = randomHull(random, 20, {0.3f, 0.2f, 0.3f});
    const Transform ta{random.vector(1.5f), random.rotation()},
        tb{random.vector(), random.rotation()};
    const float solid = shapeGap(a, ta, Box{h}, tb).distance;
    const float surface = shapeGap(a, ta, mesh, tb).distance;
    if (solid > 0) {
      EXPECT_NEAR(surface, solid, 1e-5f);
    }
    if (surface < -1e-5f) {
      EXPECT_LT(solid, 0);
    }
  }
}

TEST(Overlap, HalfSpacesAreApartOnlyFaceToFace) {
  const Quat over{1, 0, 0, 0};  // upside down
  EXPECT_NEAR(shapeGap(Plane{}, {}, Plane{}, {{0, 2, 0}, over}).distance, 2, 1e-6f);
  EXPECT_FALSE(overlapShapes(Plane{}, {}, Plane{}, {{0, 2, 0}, over}));
  EXPECT_TRUE(overlapShapes(Plane{}, {}, Plane{}, {{0, 2, 0}, {}}));
  EXPECT_TRUE(overlapShapes(Plane{}, {}, Plane{{1, 0, 0}, 0}, {}));
}

TEST(Overlap, PointsInsideAreContained) {
  constexpr uint64_t kSeed = 134;
  Random random(kSeed);
  const Vec3 h{0.5f, 0.3f, 0.4f};
  const Shape shapes[] = {Box{h}, boxHull(h), boxMesh(h), compoundOf(Box{h})};
  for (int n = 0; n < 500; ++n) {
    const Transform t{random.vector(), random.rotation()};
    const Vec3 local = random.vector(0.7f);
    const Vec3 over = abs(local) - h;
    const float most = std::max(over.x, std::max(over.y, over.z));
    if (std::fabs(most) < 1e-5f) continue;
    for (const Shape& shape : shapes)
      EXPECT_EQ(containsPoint(shape, t, transformPoint(t, local)), most < 0) << shape.index();
  }
  EXPECT_TRUE(containsPoint(Plane{}, {}, {5, -0.1f, 0}));
  EXPECT_FALSE(containsPoint(Plane{}, {}, {5, 0.1f, 0}));
}

}  // namespace overlap_test
}  // namespace holonom
