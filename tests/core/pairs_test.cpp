#include "collision/pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "collision/reduce.h"
#include "random.h"

namespace holonom {
namespace pairs_test {

Quat turn(Vec3 axis, float degrees) {
  const float half = degrees * 3.14159265f / 360;
  const Vec3 v = std::sin(half) * axis;
  return {v.x, v.y, v.z, std::cos(half)};
}

void expectNear(Vec3 a, Vec3 b, float tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

/// The points of both sides differ by the separation along the normal.
void expectConsistent(const Manifold& m, const Transform& ta, const Transform& tb) {
  EXPECT_NEAR(length(m.normal), 1, 1e-5f);
  for (int i = 0; i < m.count; ++i) {
    const Vec3 gap = tb.position + m.points[i].onB - ta.position - m.points[i].onA;
    EXPECT_NEAR(dot(gap, m.normal), m.points[i].separation, 2e-5f);
  }
}

float depthOf(const Manifold& m) {
  float depth = 0;
  for (int i = 0; i < m.count; ++i) depth = std::max(depth, -m.points[i].separation);
  return depth;
}

constexpr float kMargin = 0.02f;
const Box kCube{{0.5f, 0.5f, 0.5f}};

TEST(Spheres, TouchAtTheRadiiAlongTheCenterLine) {
  const Transform ta{{1, 0, 0}, {}}, tb{{1, 3, 0}, {}};
  Manifold m;
  collideSpheres(Sphere{2}, ta, Sphere{1.5f}, tb, kMargin, m);
  ASSERT_EQ(m.count, 1);
  expectNear(m.normal, {0, 1, 0}, 1e-6f);
  EXPECT_FLOAT_EQ(m.points[0].separation, -0.5f);
  expectConsistent(m, ta, tb);
  collideSpheres(Sphere{1}, ta, Sphere{1.9f}, tb, kMargin, m);
  EXPECT_EQ(m.count, 0);
}

TEST(Spheres, InOnePlaceStillHaveANormal) {
  Manifold m;
  collideSpheres(Sphere{1}, {}, Sphere{1}, {}, kMargin, m);
  ASSERT_EQ(m.count, 1);
  EXPECT_FLOAT_EQ(length(m.normal), 1);
  EXPECT_FLOAT_EQ(m.points[0].separation, -2);
}

TEST(SphereBox, NormalPointsFromTheSphereIntoTheBox) {
  const Transform ta{{0, 1.4f, 0}, {}}, tb{};
  Manifold m;
  collideSphereBox(Sphere{1}, ta, kCube, tb, kMargin, m);
  ASSERT_EQ(m.count, 1);
  expectNear(m.normal, {0, -1, 0}, 1e-6f);
  EXPECT_NEAR(m.points[0].separation, -0.1f, 1e-6f);
  expectConsistent(m, ta, tb);
}

TEST(SphereBox, ACenterInsideIsPushedOutOfTheNearestFace) {
  const Transform ta{{0.4f, 0, 0}, {}}, tb{};
  Manifold m;
  collideSphereBox(Sphere{0.25f}, ta, kCube, tb, kMargin, m);
  ASSERT_EQ(m.count, 1);
  expectNear(m.normal, {-1, 0, 0}, 1e-6f);
  EXPECT_NEAR(m.points[0].separation, -0.35f, 1e-6f);
  expectConsistent(m, ta, tb);
}

TEST(SpherePlane, SeparationIsHeightLessRadius) {
  const Transform ta{{3, 0.7f, -2}, {}};
  Manifold m;
  collideSpherePlane(Sphere{0.5f}, ta, Plane{{0, 1, 0}, 0.25f}, {}, kMargin, m);
  ASSERT_EQ(m.count, 1);
  expectNear(m.normal, {0, -1, 0}, 1e-6f);
  EXPECT_NEAR(m.points[0].separation, -0.05f, 1e-6f);
  expectConsistent(m, ta, {});
}

TEST(BoxPlane, AFlatBoxStandsOnItsFourLowestCorners) {
  const Transform ta{{0, 0.49f, 0}, {}};
  Manifold m;
  collideBoxPlane(kCube, ta, Plane{}, {}, kMargin, m);
  ASSERT_EQ(m.count, 4);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(m.points[i].separation, -0.01f, 1e-6f);
  expectConsistent(m, ta, {});
}

TEST(BoxPlane, ABoxOnItsCornerTouchesAtOnePoint) {
  const Quat tilt = turn(normalize(Vec3{1, 0, -1}), 54.7356f);  // diagonal upright
  const Transform ta{{0, 0.5f * std::sqrt(3.0f), 0}, tilt};
  Manifold m;
  collideBoxPlane(kCube, ta, Plane{}, {}, kMargin, m);
  ASSERT_EQ(m.count, 1);
  EXPECT_NEAR(m.points[0].separation, 0, 1e-5f);
}

TEST(Boxes, FaceOnFaceHasFourPointsAtTheOverlap) {
  // B stands on A, shifted by 0.25 m: the overlap is 0.75 × 1 m.
  const Transform ta{}, tb{{0.25f, 0.99f, 0}, {}};
  Manifold m;
  collideBoxes(kCube, ta, kCube, tb, kMargin, m);
  ASSERT_EQ(m.count, 4);
  expectNear(m.normal, {0, 1, 0}, 1e-6f);
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(m.points[i].separation, -0.01f, 1e-6f);
    const Vec3 p = m.points[i].onA;
    EXPECT_NEAR(std::fabs(p.z), 0.5f, 1e-6f);
    EXPECT_TRUE(std::fabs(p.x - 0.5f) < 1e-6f || std::fabs(p.x + 0.25f) < 1e-6f) << p.x;
  }
  expectConsistent(m, ta, tb);
}

TEST(Boxes, PointsOfAFaceContactHaveDifferentFeatures) {
  Manifold m;
  collideBoxes(kCube, {}, kCube, {{0.1f, 0.99f, 0.2f}, turn({0, 1, 0}, 20)}, kMargin, m);
  ASSERT_EQ(m.count, 4);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < i; ++j) EXPECT_NE(m.points[i].feature, m.points[j].feature);
}

TEST(Boxes, FeaturesStayWhileTheContactSlides) {
  Manifold before, after;
  collideBoxes(kCube, {}, kCube, {{0.1f, 0.99f, 0.2f}, turn({0, 1, 0}, 20)}, kMargin, before);
  collideBoxes(kCube, {}, kCube, {{0.101f, 0.992f, 0.2f}, turn({0, 1, 0}, 20.1f)}, kMargin, after);
  ASSERT_EQ(before.count, after.count);
  for (int i = 0; i < after.count; ++i)
    EXPECT_EQ(before.points[i].feature, after.points[i].feature);
}

TEST(Boxes, CrossedEdgesMeetAtOnePoint) {
  // A's top edge runs along z (turned 45° about z), B's bottom edge along x: the edges cross.
  const float reach = std::sqrt(0.5f);
  const Transform ta{{0, 0, 0}, turn({0, 0, 1}, 45)};
  const Transform tb{{0.05f, 2 * reach - 0.01f, 0.02f}, turn({1, 0, 0}, 45)};
  Manifold m;
  collideBoxes(kCube, ta, kCube, tb, kMargin, m);
  ASSERT_EQ(m.count, 1);
  expectNear(m.normal, {0, 1, 0}, 1e-5f);
  EXPECT_NEAR(m.points[0].separation, -0.01f, 1e-5f);
  expectNear(m.points[0].onA, {0, reach, 0.02f}, 1e-5f);
  expectNear(tb.position + m.points[0].onB, {0, reach - 0.01f, 0.02f}, 1e-5f);
  expectConsistent(m, ta, tb);
}

TEST(Boxes, ApartBeyondTheMarginHaveNoPoints) {
  Manifold m;
  collideBoxes(kCube, {}, kCube, {{0, 1.03f, 0}, {}}, kMargin, m);
  EXPECT_EQ(m.count, 0);
  collideBoxes(kCube, {}, kCube, {{0, 1.01f, 0}, {}}, kMargin, m);
  ASSERT_EQ(m.count, 4);  // near enough to be expected
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(m.points[i].separation, 0.01f, 1e-6f);
}

TEST(Boxes, TheSmallBoxOnALargeOneKeepsItsOwnCorners) {
  const Box small{{0.1f, 0.1f, 0.1f}}, large{{10, 1, 10}};
  const Transform ta{{3, 1.095f, -4}, turn({0, 1, 0}, 30)}, tb{};
  Manifold m;
  collideBoxes(small, ta, large, tb, kMargin, m);
  ASSERT_EQ(m.count, 4);
  expectNear(m.normal, {0, -1, 0}, 1e-5f);
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(length(m.points[i].onA), 0.1f * std::sqrt(3.0f), 1e-4f);
    EXPECT_NEAR(m.points[i].separation, -0.005f, 1e-5f);
  }
}

/// Largest separation over the 15 axes of two boxes, in double: the reference.
double satSeparation(const Box& a, const Transform& ta, const Box& b, const Transform& tb) {
  const Mat3 ma = toMatrix(ta.rotation), mb = toMatrix(tb.rotation);
  const Vec3 *ua = &ma.x, *ub = &mb.x;
  std::vector<Vec3d> axes;
  for (int i = 0; i < 3; ++i) axes.push_back(toDouble(ua[i])), axes.push_back(toDouble(ub[i]));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vec3d c = cross(toDouble(ua[i]), toDouble(ub[j]));
      if (length(c) > 1e-2) axes.push_back(normalize(c));
    }
  double best = -1e30;
  for (const Vec3d& n : axes) {
    double reach = 0;
    for (int i = 0; i < 3; ++i)
      reach += std::fabs(dot(n, toDouble(ua[i]))) * at(a.halfExtents, i) +
               std::fabs(dot(n, toDouble(ub[i]))) * at(b.halfExtents, i);
    best = std::max(best, std::fabs(dot(n, toDouble(tb.position - ta.position))) - reach);
  }
  return best;
}

TEST(Boxes, PushingOutByTheDepthSeparates) {
  constexpr uint64_t kSeed = 41;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  int touching = 0, edges = 0;
  for (int n = 0; n < 3000; ++n) {
    const Box a{{random.real(0.2f, 1), random.real(0.2f, 1), random.real(0.2f, 1)}};
    const Box b{{random.real(0.2f, 1), random.real(0.2f, 1), random.real(0.2f, 1)}};
    const Transform ta{random.vector(), random.rotation()};
    Transform tb{random.vector(), random.rotation()};
    const double separation = satSeparation(a, ta, b, tb);
    Manifold m;
    collideBoxes(a, ta, b, tb, kMargin, m);
    if (separation > kMargin + 1e-4) {
      EXPECT_EQ(m.count, 0) << n;
      continue;
    }
    if (separation > -1e-4) continue;
    ASSERT_GT(m.count, 0) << n;
    ++touching;
    edges += m.count == 1;
    expectConsistent(m, ta, tb);
    // The depth is that of the best axis, up to the 2 mm by which faces are preferred.
    EXPECT_NEAR(depthOf(m), -separation, 4e-3) << n;
    tb.position += (depthOf(m) + 1e-4f) * m.normal;
    EXPECT_GT(satSeparation(a, ta, b, tb), 0) << n;
  }
  EXPECT_GT(touching, 500);
  EXPECT_GT(edges, 50);
}

TEST(Pairs, EveryPairOfConvexShapesHasAFunction) {
  // Types in ascending order. Half-spaces never meet; meshes and compounds meet piece by piece.
  for (int a = 0; a < kShapeTypes; ++a)
    for (int b = a; b < kShapeTypes; ++b) {
      const bool none = a >= int(shapeType<Plane>) || b > int(shapeType<Plane>);
      EXPECT_EQ(collideFunction(ShapeType(a), ShapeType(b)) == nullptr, none) << a << b;
    }
}

ManifoldPoint pointAt(float x, float z, float separation, uint32_t feature) {
  return {{x, 0, z}, {}, separation, feature};
}

TEST(Reduce, FourPointsOrFewerAreKept) {
  const ManifoldPoint points[3] = {pointAt(0, 0, 0, 1), pointAt(1, 0, 0, 2), pointAt(0, 1, 0, 3)};
  Manifold m;
  reduceManifold(points, 3, {0, 1, 0}, m);
  ASSERT_EQ(m.count, 3);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(m.points[i].feature, points[i].feature);
}

TEST(Reduce, KeepsTheDeepestPointAndTheCorners) {
  // A square with points inside; the deepest is one of the corners.
  const ManifoldPoint points[8] = {pointAt(-1, -1, -0.01f, 0),  pointAt(1, -1, -0.01f, 1),
                                   pointAt(1, 1, -0.02f, 2),    pointAt(-1, 1, -0.01f, 3),
                                   pointAt(0, 0, -0.01f, 4),    pointAt(0.5f, 0, -0.01f, 5),
                                   pointAt(0, 0.5f, -0.01f, 6), pointAt(-0.5f, -0.2f, -0.01f, 7)};
  Manifold m;
  reduceManifold(points, 8, {0, 1, 0}, m);
  ASSERT_EQ(m.count, 4);
  uint32_t kept = 0;
  for (int i = 0; i < 4; ++i) kept |= 1u << m.points[i].feature;
  EXPECT_EQ(kept, 0xfu);
}

TEST(Reduce, KeepsADeepPointInTheMiddle) {
  const ManifoldPoint points[5] = {pointAt(-1, -1, 0, 0), pointAt(1, -1, 0, 1), pointAt(1, 1, 0, 2),
                                   pointAt(-1, 1, 0, 3), pointAt(0, 0, -0.1f, 4)};
  Manifold m;
  reduceManifold(points, 5, {0, 1, 0}, m);
  bool kept = false;
  for (int i = 0; i < m.count; ++i) kept |= m.points[i].feature == 4;
  EXPECT_TRUE(kept);
}

TEST(Reduce, PointsOnALineStillGiveTheirEnds) {
  ManifoldPoint points[6];
  for (int i = 0; i < 6; ++i) points[i] = pointAt(float(i), 0, i == 0 ? -0.1f : 0, uint32_t(i));
  Manifold m;
  reduceManifold(points, 6, {0, 1, 0}, m);
  ASSERT_GE(m.count, 2);
  uint32_t kept = 0;
  for (int i = 0; i < m.count; ++i) kept |= 1u << m.points[i].feature;
  EXPECT_EQ(kept & 0x21u, 0x21u);
}

}  // namespace pairs_test
}  // namespace holonom
