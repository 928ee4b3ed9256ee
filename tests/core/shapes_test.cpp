#include <gtest/gtest.h>

#include <cmath>

#include "geometry/shape.h"
#include "random.h"

namespace holonom {
namespace shapes_test {

void expectNear(Vec3 a, Vec3 b, float tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

TEST(Shapes, SphereHasTheTextbookMass) {
  // V = 4/3 π r³, I = 2/5 m r².
  const MassProperties p = massOf(Sphere{2});
  EXPECT_NEAR(p.volume, 33.510321638291124, 1e-12);
  EXPECT_NEAR(p.inertia.xx, 0.4 * 33.510321638291124 * 4, 1e-12);
  EXPECT_EQ(p.inertia.xx, p.inertia.yy);
  EXPECT_EQ(p.inertia.xx, p.inertia.zz);
}

TEST(Shapes, BoxHasTheTextbookMass) {
  // Edges 1, 2, 3: V = 6, I = m/12 (b² + c²).
  const MassProperties p = massOf(Box{{0.5f, 1, 1.5f}});
  EXPECT_NEAR(p.volume, 6, 1e-12);
  EXPECT_NEAR(p.inertia.xx, 6.0 / 12 * (4 + 9), 1e-12);
  EXPECT_NEAR(p.inertia.yy, 6.0 / 12 * (1 + 9), 1e-12);
  EXPECT_NEAR(p.inertia.zz, 6.0 / 12 * (1 + 4), 1e-12);
}

TEST(Shapes, SphereBoxesAreTheSameInEveryRotation) {
  Random random(31);
  const Aabb b = aabbOf(Sphere{0.5f}, Transform{{1, 2, 3}, random.rotation()});
  expectNear(b.min, {0.5f, 1.5f, 2.5f}, 1e-6f);
  expectNear(b.max, {1.5f, 2.5f, 3.5f}, 1e-6f);
}

TEST(Shapes, BoxTurnedBy45DegreesReachesToItsDiagonal) {
  const float s = std::sin(0.39269908f), c = std::cos(0.39269908f);  // half of 45°
  const Aabb b = aabbOf(Box{{1, 2, 3}}, Transform{{0, 0, 0}, Quat{0, 0, s, c}});
  const float d = 3 * std::sqrt(0.5f);  // (1 + 2) cos 45°
  expectNear(b.max, {d, d, 3}, 1e-5f);
  expectNear(b.min, {-d, -d, -3}, 1e-5f);
}

TEST(Shapes, AabbIsTheTightestAroundTheCornersOfABox) {
  constexpr uint64_t kSeed = 32;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int n = 0; n < 100; ++n) {
    const Box box{{random.real(0.1f, 2), random.real(0.1f, 2), random.real(0.1f, 2)}};
    const Transform t{random.vector(3), random.rotation()};
    Aabb around = emptyAabb();
    for (int i = 0; i < 8; ++i) {
      const Vec3 h = box.halfExtents;
      const Vec3 p =
          transformPoint(t, {i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z});
      around = merge(around, {p, p});
    }
    const Aabb b = aabbOf(box, t);
    expectNear(b.min, around.min, 1e-5f);
    expectNear(b.max, around.max, 1e-5f);
  }
}

TEST(Shapes, ClosestSurfaceOfASphereIsRadial) {
  const SurfacePoint s = closestSurface(Sphere{2}, {3, 0, 4});
  EXPECT_FLOAT_EQ(s.distance, 3);
  expectNear(s.normal, {0.6f, 0, 0.8f}, 1e-6f);
  const SurfacePoint center = closestSurface(Sphere{2}, {0, 0, 0});
  EXPECT_FLOAT_EQ(center.distance, -2);
  EXPECT_FLOAT_EQ(length(center.normal), 1);
}

TEST(Shapes, ClosestSurfaceOfABoxKnowsFaceEdgeCornerAndInside) {
  const Box box{{1, 2, 3}};
  SurfacePoint s = closestSurface(box, {0.3f, -5, 1});  // face
  EXPECT_FLOAT_EQ(s.distance, 3);
  expectNear(s.normal, {0, -1, 0}, 1e-6f);
  s = closestSurface(box, {4, 6, 0});  // edge: (3, 4)
  EXPECT_FLOAT_EQ(s.distance, 5);
  expectNear(s.normal, {0.6f, 0.8f, 0}, 1e-6f);
  s = closestSurface(box, {-2, -4, -5});  // corner: (1, 2, 2)
  EXPECT_FLOAT_EQ(s.distance, 3);
  expectNear(s.normal, {-1.0f / 3, -2.0f / 3, -2.0f / 3}, 1e-6f);
  s = closestSurface(box, {0, 0, -2.9f});  // inside, nearest to -z
  EXPECT_NEAR(s.distance, -0.1f, 1e-6f);
  expectNear(s.normal, {0, 0, -1}, 1e-6f);
}

TEST(Shapes, ClosestSurfaceOfAPlaneIsTheSignedHeight) {
  const Plane plane{{0, 0, 1}, 2};
  EXPECT_FLOAT_EQ(closestSurface(plane, {7, 8, 5}).distance, 3);
  EXPECT_FLOAT_EQ(closestSurface(plane, {7, 8, -5}).distance, -7);
}

TEST(Shapes, SteppingBackByTheDistanceReachesTheSurface) {
  constexpr uint64_t kSeed = 33;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  const Shape shapes[] = {Sphere{0.8f}, Box{{0.5f, 1, 0.7f}},
                          Plane{normalize(Vec3{1, 2, 3}), 0.4f}};
  for (const Shape& shape : shapes)
    for (int i = 0; i < 300; ++i) {
      const Vec3 p = random.vector(2);
      const SurfacePoint s = closestSurface(shape, p);
      EXPECT_NEAR(length(s.normal), 1, 1e-5f);
      EXPECT_NEAR(closestSurface(shape, p - s.distance * s.normal).distance, 0, 1e-5f);
    }
}

TEST(Shapes, ExtentIsTheFarthestPoint) {
  EXPECT_FLOAT_EQ(extentOf(Shape(Sphere{2})), 2);
  EXPECT_FLOAT_EQ(extentOf(Shape(Box{{1, 2, 2}})), 3);
}

TEST(Shapes, TypesFollowTheOrderOfTheList) {
  EXPECT_EQ(typeOf(Shape(Sphere{})), shapeType<Sphere>);
  EXPECT_EQ(typeOf(Shape(Box{})), shapeType<Box>);
  EXPECT_EQ(typeOf(Shape(Plane{})), shapeType<Plane>);
  EXPECT_TRUE(isBounded(Shape(Box{})));
  EXPECT_FALSE(isBounded(Shape(Plane{})));
}

}  // namespace shapes_test
}  // namespace holonom
