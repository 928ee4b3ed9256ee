#include "geometry/hull.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "geometry/shape.h"
#include "random.h"

namespace holonom {
namespace hull_test {

using Geometry = std::shared_ptr<const HullGeometry>;

Geometry hullOf(const std::vector<Vec3>& points) {
  const Result<Geometry> hull = buildHull(points, "points");
  EXPECT_FALSE(hull.error) << hull.error->allowed();
  return hull.value;
}

std::vector<Vec3> corners(Vec3 h) {
  std::vector<Vec3> points;
  for (int i = 0; i < 8; ++i)
    points.push_back({i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z});
  return points;
}

float largest(const std::vector<Vec3>& points) {
  float most = 0;
  for (const Vec3 p : points) most = max(most, max(abs(p.x), max(abs(p.y), abs(p.z))));
  return most;
}

/// What every hull must be: closed, convex, its faces outward, its edges between its faces.
void expectSound(const HullGeometry& h, float tolerance) {
  ASSERT_GE(h.vertices.size(), 4u);
  EXPECT_EQ(h.vertices.size() + h.faces.size(), h.edges.size() + 2) << "Euler";
  std::set<std::pair<int, int>> sides;
  for (const HullGeometry::Face& face : h.faces) {
    ASSERT_GE(face.count, 3);
    EXPECT_NEAR(length(face.normal), 1, 1e-6f);
    for (const Vec3 v : h.vertices) EXPECT_LE(dot(face.normal, v), face.offset + tolerance);
    EXPECT_LT(dot(face.normal, h.inside), face.offset);
    for (int k = 0; k < face.count; ++k) {
      const int a = h.loops[face.first + k], b = h.loops[face.first + (k + 1) % face.count];
      EXPECT_NEAR(dot(face.normal, h.vertices[a]), face.offset, 2 * tolerance);
      EXPECT_TRUE(sides.insert({a, b}).second) << "an edge that runs twice the same way";
    }
  }
  EXPECT_EQ(sides.size(), 2 * h.edges.size());
  for (const HullGeometry::Edge& e : h.edges) {
    EXPECT_TRUE(sides.contains({e.a, e.b}) && sides.contains({e.b, e.a}));
    const auto runs = [&](int f, int from, int to) {
      const HullGeometry::Face& face = h.faces[f];
      for (int k = 0; k < face.count; ++k)
        if (h.loops[face.first + k] == from && h.loops[face.first + (k + 1) % face.count] == to)
          return true;
      return false;
    };
    EXPECT_TRUE(runs(e.left, e.a, e.b));
    EXPECT_TRUE(runs(e.right, e.b, e.a));
  }
}

void expectAllInside(const HullGeometry& h, const std::vector<Vec3>& points, float tolerance) {
  for (const Vec3 p : points)
    for (const HullGeometry::Face& face : h.faces)
      EXPECT_LE(dot(face.normal, p), face.offset + tolerance);
}

/// Volume and center as the sum of tetrahedra from a corner, by the triple product.
void expectMassOfTetrahedra(const HullGeometry& h) {
  double volume = 0;
  Vec3d moment{};
  const Vec3d o = toDouble(h.vertices[0]);
  for (const HullGeometry::Face& face : h.faces)
    for (int k = 1; k + 1 < face.count; ++k) {
      const Vec3d a = toDouble(h.vertices[h.loops[face.first]]) - o;
      const Vec3d b = toDouble(h.vertices[h.loops[face.first + k]]) - o;
      const Vec3d c = toDouble(h.vertices[h.loops[face.first + k + 1]]) - o;
      const double v = dot(a, cross(b, c)) / 6;
      volume += v;
      moment += v / 4 * (a + b + c);
    }
  EXPECT_NEAR(h.mass.volume, volume, 1e-12 * volume);
  EXPECT_LT(length(h.mass.center - (o + (1 / volume) * moment)), 1e-12 * h.extent);
}

TEST(Hull, OfABoxIsTheBox) {
  const Vec3 half{0.5f, 1, 1.5f};
  const Geometry h = hullOf(corners(half));
  EXPECT_EQ(h->vertices.size(), 8u);
  EXPECT_EQ(h->faces.size(), 6u);
  EXPECT_EQ(h->edges.size(), 12u);
  expectSound(*h, 1e-6f);
  const MassProperties box = massOf(Box{half});
  EXPECT_NEAR(h->mass.volume, box.volume, 1e-13);
  EXPECT_NEAR(h->mass.inertia.xx, box.inertia.xx, 1e-13);
  EXPECT_NEAR(h->mass.inertia.yy, box.inertia.yy, 1e-13);
  EXPECT_NEAR(h->mass.inertia.zz, box.inertia.zz, 1e-13);
  EXPECT_NEAR(h->mass.inertia.xy, 0, 1e-15);
  EXPECT_LT(length(h->mass.center), 1e-15);
  EXPECT_FLOAT_EQ(h->extent, length(half));
}

TEST(Hull, OfATurnedBoxStillHasSixFaces) {
  constexpr uint64_t kSeed = 71;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int n = 0; n < 200; ++n) {
    const Transform t{random.vector(10), random.rotation()};
    std::vector<Vec3> points = corners({random.real(0.1f, 2), random.real(0.1f, 2), 1});
    for (Vec3& p : points) p = transformPoint(t, p);
    const Geometry h = hullOf(points);
    EXPECT_EQ(h->faces.size(), 6u);
    EXPECT_EQ(h->vertices.size(), 8u);
    expectSound(*h, 1e-5f);
  }
}

TEST(Hull, LeavesOutWhatLiesInsideOnFacesOnEdgesAndTwice) {
  std::vector<Vec3> points;
  for (int i = 0; i <= 6; ++i)
    for (int j = 0; j <= 6; ++j)
      for (int k = 0; k <= 6; ++k)
        for (int twice = 0; twice < 2; ++twice) points.push_back({0.1f * i, 0.1f * j, 0.1f * k});
  const Geometry h = hullOf(points);
  EXPECT_EQ(h->vertices.size(), 8u);
  EXPECT_EQ(h->faces.size(), 6u);
  expectSound(*h, 1e-6f);
  EXPECT_NEAR(h->mass.volume, 0.216, 1e-7);
}

TEST(Hull, OfRandomPointsHoldsThemAll) {
  constexpr uint64_t kSeed = 72;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int n = 0; n < 300; ++n) {
    // Slabs and needles too, near the origin and far from it.
    const Vec3 size{1, n % 3 ? 1 : 0.01f, n % 5 ? 1 : 0.001f},
        offset = random.vector(n % 2 ? 5 : 0);
    const Quat turn = random.rotation();
    std::vector<Vec3> points;
    for (int i = 4 + random.below(60); i > 0; --i) {
      const Vec3 p = random.vector();
      points.push_back(offset + rotate(turn, {p.x * size.x, p.y * size.y, p.z * size.z}));
    }
    const float tolerance = 2e-6f * largest(points);
    const Geometry h = hullOf(points);
    expectSound(*h, tolerance);
    expectAllInside(*h, points, tolerance);
    expectMassOfTetrahedra(*h);
  }
}

TEST(Hull, OfPointsOnASphereKeepsTheAllowedNumberAndMostOfTheVolume) {
  Random random(73);
  std::vector<Vec3> points;
  for (int i = 0; i < 5000; ++i) points.push_back(random.direction());
  const Geometry h = hullOf(points);
  EXPECT_EQ(h->vertices.size(), size_t(kMaxHullVertices));
  expectSound(*h, 1e-5f);
  EXPECT_GT(h->mass.volume, 0.93 * 4.18879);
  // What stands out does so by little: 128 caps of equal area would be 0.031 high.
  expectAllInside(*h, points, 0.06f);
}

TEST(Hull, OfAPrismHasManySidedCaps) {
  std::vector<Vec3> points;
  for (int i = 0; i < 24; ++i)
    for (const float y : {-0.3f, 0.4f}) {
      const double a = i * 0.26179938779914943654;
      points.push_back({float(std::cos(a)), y, float(std::sin(a))});
    }
  const Geometry h = hullOf(points);
  EXPECT_EQ(h->vertices.size(), 48u);
  EXPECT_EQ(h->faces.size(), 26u);
  int most = 0;
  for (const HullGeometry::Face& face : h->faces) most = std::max(most, face.count);
  EXPECT_EQ(most, 24);
  expectSound(*h, 1e-6f);
}

TEST(Hull, RefusesWhatHasNoVolumeAndSaysWhich) {
  const auto refusal = [](const std::vector<Vec3>& points) {
    const Result<Geometry> hull = buildHull(points, "shape.hull.points");
    EXPECT_TRUE(hull.error);
    EXPECT_EQ(hull.error->code, ErrorCode::Geometry);
    EXPECT_EQ(hull.error->path, "shape.hull.points");
    return hull.error->allowed();
  };
  EXPECT_EQ(refusal({}), "at least four points");
  EXPECT_EQ(refusal({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), "at least four points");
  EXPECT_EQ(refusal(std::vector<Vec3>(6, {1, 2, 3})), "points that do not all coincide");
  EXPECT_EQ(refusal(std::vector<Vec3>(6, Vec3{})), "points that do not all coincide");
  Random random(74);
  std::vector<Vec3> line, plane;
  const Vec3 a = random.direction(), b = anyPerpendicular(a), o = random.vector(3);
  for (int i = 0; i < 20; ++i) {
    line.push_back(o + random.real() * a);
    plane.push_back(o + random.real() * a + random.real() * b);
  }
  EXPECT_EQ(refusal(line), "points that do not all lie on one line");
  EXPECT_EQ(refusal(plane), "points that do not all lie in one plane");
}

TEST(Hull, SaysHowFarOmittedPointsStandOut) {
  Random random(75);
  std::vector<Vec3> ball;
  for (int i = 0; i < 100; ++i) ball.push_back(random.direction());
  EXPECT_EQ(hullOf(ball)->deviation, 0);
  EXPECT_EQ(hullOf(corners({0.5f, 1, 0.7f}))->deviation, 0);
  for (int i = 0; i < 900; ++i) ball.push_back(random.direction());
  const Geometry hull = hullOf(ball);
  EXPECT_LE(hull->vertices.size(), 128u);
  float farthest = 0;
  for (const Vec3 p : ball)
    for (const HullGeometry::Face& f : hull->faces)
      farthest = max(farthest, dot(f.normal, p) - f.offset);
  EXPECT_GT(farthest, 0.01f);
  EXPECT_NEAR(hull->deviation, farthest, 1e-3f);
}

TEST(Hull, ClosestSurfaceOfABoxHullIsThatOfTheBox) {
  constexpr uint64_t kSeed = 76;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  const Box box{{0.5f, 1, 0.7f}};
  Hull hull;
  hull.geometry = hullOf(corners(box.halfExtents));
  for (int n = 0; n < 1000; ++n) {
    const Vec3 p = random.vector(2);
    const SurfacePoint expected = closestSurface(box, p), actual = closestSurface(hull, p);
    EXPECT_NEAR(actual.distance, expected.distance, 1e-6f);
    if (expected.distance < 1e-3f) continue;
    EXPECT_LT(length(actual.normal - expected.normal), 1e-3f);
  }
}

TEST(Hull, BoundsAreTightInEveryPose) {
  Random random(77);
  Hull hull;
  hull.geometry = hullOf(corners({0.5f, 1, 0.7f}));
  for (int n = 0; n < 50; ++n) {
    const Transform t{random.vector(3), random.rotation()};
    const Aabb a = aabbOf(hull, t), b = aabbOf(Box{{0.5f, 1, 0.7f}}, t);
    EXPECT_LT(length(a.min - b.min), 2e-6f);
    EXPECT_LT(length(a.max - b.max), 2e-6f);
  }
}

}  // namespace hull_test
}  // namespace holonom
