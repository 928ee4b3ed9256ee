// Boxes and hulls against what all axes in double precision say.
#include "collision/pairs.h"
#include "convex.h"

namespace holonom {
namespace hull_pairs_test {

using namespace convex;

constexpr float kMargin = 0.02f;

void collide(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb, Manifold& m,
             float margin = kMargin) {
  collideFunction(typeOf(a), typeOf(b))(a, ta, b, tb, margin, m);
}

Shape randomSolid(Random& random, int kind) {
  const Vec3 size{random.real(0.3f, 1), random.real(0.3f, 1), random.real(0.3f, 1)};
  if (kind == 0) return Box{size};
  return randomHull(random, kind == 1 ? 8 : 24, size);
}

/// Overlapping poses: the manifold's deepest point is as deep as the best axis, and pushing B out
/// along the normal by that much separates.
bool expectTrueDepth(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb) {
  const Solid sa = solidOf(a, ta), sb = solidOf(b, tb);
  const double separation = bestAxis(sa, sb).separation;
  Manifold m;
  collide(a, ta, b, tb, m);
  if (separation > kMargin + 1e-5) {
    EXPECT_EQ(m.count, 0);
    return false;
  }
  expectSound(m, a, ta, b, tb, 2e-5f, 2.5e-3f);
  if (separation > -1e-5) return false;
  EXPECT_GT(m.count, 0);
  // Face contacts are preferred by up to 1 mm, for each side: so much may the axis be off.
  EXPECT_NEAR(deepest(m), separation, 2.1e-3);
  EXPECT_LT(deepest(m), separation + 2e-4);  // never under-reported
  EXPECT_NEAR(separationAlong(toDouble(m.normal), sa, sb), deepest(m), 1.05e-3);
  return true;
}

TEST(HullPairs, DepthIsThatOfTheBestAxis) {
  constexpr uint64_t kSeed = 81;
  Random random(kSeed);
  int touching = 0;
  for (int n = 0; n < 800; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " pose " << n);
    Shape a = randomSolid(random, random.below(3)), b = randomSolid(random, random.below(3));
    if (typeOf(a) > typeOf(b)) std::swap(a, b);
    const Transform ta{random.vector(0.2f), random.rotation()};
    Transform tb{ta.position + random.real(0, 1.6f) * random.direction(), random.rotation()};
    if (n % 4 == 0) tb.rotation = ta.rotation;  // parallel faces
    touching += expectTrueDepth(a, ta, b, tb);
  }
  EXPECT_GT(touching, 300);
}

TEST(HullPairs, ShallowContactsKeepTheirDepth) {
  // Poses found by pushing the shapes apart along the best axis until they overlap by a millimeter.
  constexpr uint64_t kSeed = 82;
  Random random(kSeed);
  for (int n = 0; n < 400; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " pose " << n);
    Shape a = randomSolid(random, random.below(3)), b = randomSolid(random, random.below(3));
    if (typeOf(a) > typeOf(b)) std::swap(a, b);
    const Transform ta{{}, random.rotation()};
    Transform tb{0.5f * random.direction(), random.rotation()};
    for (int i = 0; i < 2; ++i) {
      const BestAxis best = bestAxis(solidOf(a, ta), solidOf(b, tb));
      tb.position += toFloat((-0.001 - best.separation) * best.normal);
    }
    expectTrueDepth(a, ta, b, tb);
  }
}

TEST(HullPairs, ABoxAsAHullCollidesAsTheBox) {
  constexpr uint64_t kSeed = 83;
  Random random(kSeed);
  for (int n = 0; n < 2000; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " pose " << n);
    const Vec3 ha{random.real(0.2f, 1), random.real(0.2f, 1), random.real(0.2f, 1)};
    const Box a{ha}, b{{0.5f, 0.4f, 0.3f}};
    const Transform ta{{}, random.rotation()}, tb{random.vector(1.2f), random.rotation()};
    Manifold boxes, mixed, hulls;
    collide(a, ta, b, tb, boxes);
    collide(a, ta, boxHull(b.halfExtents), tb, mixed);
    collide(boxHull(ha), ta, boxHull(b.halfExtents), tb, hulls);
    EXPECT_EQ(boxes.count > 0, mixed.count > 0);
    EXPECT_EQ(boxes.count > 0, hulls.count > 0);
    if (boxes.count == 0 || mixed.count == 0 || hulls.count == 0) continue;
    EXPECT_NEAR(deepest(boxes), deepest(mixed), 1.2e-3f);
    EXPECT_NEAR(deepest(boxes), deepest(hulls), 1.2e-3f);
  }
}

TEST(HullPairs, PointsLieOnBothWhereASideGrazesAnEdge) {
  // What stands upright slides past another, its foot at the height of the other's top.
  constexpr uint64_t kSeed = 91;
  Random random(kSeed);
  for (int n = 0; n < 4000; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " pose " << n);
    const Vec3 ha{random.real(0.2f, 1), random.real(0.1f, 1), random.real(0.2f, 1)};
    const Vec3 hb{random.real(0.2f, 1), random.real(0.1f, 1), random.real(0.2f, 1)};
    const float turn = random.real(0, 6.28f), height = random.real(-1e-6f, 1e-6f);
    const float gap = random.real(-2e-4f, 4e-4f), aside = random.real(-0.9f, 0.9f);
    // B's side x faces A's edge at (ha.x, z = ha.z).
    const Transform ta{}, tb{{ha.x + std::cos(turn) * (hb.x + gap) + std::sin(turn) * aside * hb.z,
                              ha.y + hb.y + height,
                              ha.z - std::sin(turn) * (hb.x + gap) + std::cos(turn) * aside * hb.z},
                             {0, std::sin(turn / 2), 0, std::cos(turn / 2)}};
    const Shape shapesA[] = {Box{ha}, boxHull(ha)}, shapesB[] = {Box{hb}, boxHull(hb)};
    for (const Shape& a : shapesA)
      for (const Shape& b : shapesB) {
        Manifold m;
        if (typeOf(a) <= typeOf(b)) {
          collide(a, ta, b, tb, m);
          expectSound(m, a, ta, b, tb, 2e-5f, 2.5e-3f);
        }
        if (typeOf(b) <= typeOf(a)) {
          collide(b, tb, a, ta, m);
          expectSound(m, b, tb, a, ta, 2e-5f, 2.5e-3f);
        }
      }
  }
}

TEST(HullPairs, ApartWithinTheMarginTheDistanceIsTrue) {
  // Corner over corner along the diagonal: the face axes see 1/√3 of the distance.
  const Box cube{{0.5f, 0.5f, 0.5f}};
  for (const Shape& b : {Shape(cube), Shape(boxHull({0.5f, 0.5f, 0.5f}))}) {
    Manifold m;
    const float gap = 0.006f;
    collide(cube, {}, b, {{1 + gap, 1 + gap, 1 + gap}, {}}, m);
    ASSERT_EQ(m.count, 1);
    EXPECT_NEAR(m.points[0].separation, gap * std::sqrt(3.0f), 1e-6f);
    EXPECT_NEAR(m.normal.x, 1 / std::sqrt(3.0f), 1e-3f);
    collide(cube, {}, b, {{1.013f, 1.013f, 1.013f}, {}}, m);  // 22 mm apart
    EXPECT_EQ(m.count, 0);
  }
}

TEST(HullPairs, FlatContactsHaveFourPointsThatStay) {
  const Hull cube = boxHull({0.5f, 0.5f, 0.5f});
  for (const Shape& a : {Shape(Box{{0.5f, 0.5f, 0.5f}}), Shape(cube)}) {
    Manifold before, after;
    const Quat turn{0, std::sin(0.2f), 0, std::cos(0.2f)};
    collide(a, {}, cube, {{0.1f, 0.995f, 0.2f}, turn}, before);
    ASSERT_EQ(before.count, 4);
    EXPECT_NEAR(std::fabs(before.normal.y), 1, 1e-6f);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(before.points[i].separation, -0.005f, 1e-6f);
    const Quat little = normalize(Quat{1e-5f, std::sin(0.2002f), -1e-5f, std::cos(0.2002f)});
    collide(a, {}, cube, {{0.1003f, 0.9948f, 0.2001f}, little}, after);
    ASSERT_EQ(after.count, 4);
    std::vector<uint32_t> f, g;
    for (int i = 0; i < 4; ++i)
      f.push_back(before.points[i].feature), g.push_back(after.points[i].feature);
    std::sort(f.begin(), f.end()), std::sort(g.begin(), g.end());
    EXPECT_EQ(f, g);
  }
}

TEST(HullPairs, AHullStandsOnAPlaneByItsLowestVertices) {
  Manifold m;
  collide(boxHull({0.5f, 0.5f, 0.5f}), {{0, 0.49f, 0}, {}}, Plane{}, {}, m);
  ASSERT_EQ(m.count, 4);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(m.points[i].separation, -0.01f, 1e-6f);
  constexpr uint64_t kSeed = 84;
  Random random(kSeed);
  for (int n = 0; n < 300; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " pose " << n);
    const Shape a = randomHull(random, 40), plane = Plane{random.direction(), random.real()};
    const Transform ta{random.vector(), random.rotation()}, tb{random.vector(), random.rotation()};
    collide(a, ta, plane, tb, m);
    const Vec3 normal = rotate(tb.rotation, std::get_if<Plane>(&plane)->normal);
    double least = 1e30;
    for (const Vec3d& p : solidOf(a, ta).points)
      least = std::min(least, dot(toDouble(normal), p - toDouble(tb.position)) -
                                  double(std::get_if<Plane>(&plane)->offset));
    EXPECT_EQ(m.count > 0, least <= kMargin);
    if (m.count > 0) {
      EXPECT_NEAR(deepest(m), least, 1e-5);
    }
    expectSound(m, a, ta, plane, tb, 2e-5f, 1e-3f + kMargin);
  }
}

TEST(HullPairs, ASphereTouchesTheNearestPointOfAHull) {
  constexpr uint64_t kSeed = 87;
  Random random(kSeed);
  const Box box{{0.5f, 0.4f, 0.3f}};
  const Hull same = boxHull(box.halfExtents), hull = randomHull(random, 24);
  for (int n = 0; n < 2000; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " pose " << n);
    const Sphere ball{0.3f};
    const Transform ta{random.vector(1.3f), {}}, tb{random.vector(0.2f), random.rotation()};
    Manifold m, expected;
    collide(ball, ta, same, tb, m);
    collide(ball, ta, box, tb, expected);
    ASSERT_EQ(m.count, expected.count);
    if (m.count > 0) {
      EXPECT_NEAR(deepest(m), deepest(expected), 1e-5f);
      EXPECT_GT(dot(m.normal, expected.normal), 1 - 1e-3f);
    }
    collide(ball, ta, hull, tb, m);
    expectSound(m, ball, ta, hull, tb, 1e-5f, 1e-5f + kMargin);
    const float distance = closestSurface(hull, inverseTransformPoint(tb, ta.position)).distance;
    ASSERT_EQ(m.count > 0, distance - 0.3f <= kMargin);
    if (m.count > 0) {
      EXPECT_NEAR(deepest(m), distance - 0.3f, 1e-5f);
    }
  }
}

TEST(HullPairs, TinyHugeFlatAndConcentricShapesStaySound) {
  constexpr uint64_t kSeed = 85;
  Random random(kSeed);
  const auto flat = [&](float thickness) { return randomHull(random, 30, {1, thickness, 1}); };
  for (int n = 0; n < 300; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " pose " << n);
    for (const float scale : {0.001f, 1.0f, 1000.0f}) {
      const Hull a = randomHull(random, 20, {scale, scale, scale}), b = flat(1e-3f);
      const Transform ta{random.vector(scale), random.rotation()}, tb{{}, random.rotation()};
      Manifold m;
      collide(a, ta, b, tb, m);
      expectSound(m, a, ta, b, tb, 1e-5f + 2e-6f * scale, 0.003f + 1e-4f * scale);
      collide(a, ta, a, {ta.position, random.rotation()}, m);  // in one place
      ASSERT_GT(m.count, 0);
      EXPECT_LT(deepest(m), -0.3f * scale);
      collide(a, ta, a, ta, m);  // and turned the same way
      ASSERT_GT(m.count, 0);
      EXPECT_LT(deepest(m), -0.3f * scale);
    }
  }
}

TEST(HullPairs, TheLargestHullsFitTheScratch) {
  Random random(86);
  const Hull a = randomHull(random, 400), b = randomHull(random, 400);
  ASSERT_EQ(a.geometry->vertices.size(), size_t(kMaxHullVertices));
  for (int n = 0; n < 3; ++n)
    expectTrueDepth(a, {{}, random.rotation()}, b,
                    {random.real(1.5f, 2.1f) * random.direction(), random.rotation()});
  // Two prisms of 64 sides, end on end: the clipped polygon is the largest there is.
  std::vector<Vec3> points;
  for (int i = 0; i < 64; ++i)
    for (const float y : {-0.5f, 0.5f})
      points.push_back({std::cos(0.09817477f * float(i)), y, std::sin(0.09817477f * float(i))});
  const Hull prism = hullOf(points);
  Manifold m;
  collide(prism, {}, prism, {{0.1f, 0.99f, 0}, Quat{0, 0.02f, 0, 0.9998f}}, m);
  EXPECT_EQ(m.count, 4);
  EXPECT_NEAR(deepest(m), -0.01f, 1e-5f);
}

}  // namespace hull_pairs_test
}  // namespace holonom
