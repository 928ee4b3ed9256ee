// Rays against every shape: marching, the box in all its forms, and the tree.
#include "collision/ray.h"

#include "collision/dynamic_tree.h"
#include "convex.h"
#include "meshes.h"

namespace holonom {
namespace ray_test {

using namespace convex;

TEST(Ray, HitsWhereMarchingByTheDistanceStops) {
  // Sphere tracing: steps of the distance to the surface never pass it.
  constexpr uint64_t kSeed = 141;
  Random random(kSeed);
  int hits = 0;
  for (int n = 0; n < 2000; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " ray " << n);
    Compound two;
    two.parts.push_back({{0.5f, 0, 0}, random.rotation(), Box{{0.2f, 0.3f, 0.4f}}});
    two.parts.push_back({{-0.4f, 0.1f, 0}, random.rotation(), Capsule{0.2f, 0.4f}});
    const Shape shapes[] = {Sphere{0.7f},           Capsule{0.3f, 0.5f},    Box{{0.5f, 0.3f, 0.4f}},
                            randomHull(random, 20), Plane{{0, 1, 0}, 0.2f}, two};
    const Shape& shape = shapes[n % 6];
    const Transform t{random.vector(), random.rotation()};
    const Vec3 from = t.position + random.vector(3), to = t.position + random.vector(0.8f);
    const Vec3 direction = normalize(to - from);
    if (closestSurface(shape, inverseTransformPoint(t, from)).distance < 1e-3f) continue;
    float reached = 0;
    bool marched = false;
    for (int i = 0; i < 2000 && reached < 10; ++i) {
      const float d =
          closestSurface(shape, inverseTransformPoint(t, from + reached * direction)).distance;
      marched = d < 1e-5f;
      if (marched) break;
      reached += d;
    }
    RayHit hit;
    const bool found = castRay(shape, t, from, direction, 10, hit);
    if (!marched) {
      // A ray that all but touches may be judged either way by marching.
      EXPECT_FALSE(found && closestSurface(shape, inverseTransformPoint(
                                                      t, from + (hit.distance + 1e-2f) * direction))
                                    .distance < -1e-3f);
      continue;
    }
    if (!found) continue;
    ++hits;
    const SurfacePoint s =
        closestSurface(shape, inverseTransformPoint(t, from + hit.distance * direction));
    EXPECT_NEAR(s.distance, 0, 2e-5f);
    EXPECT_GT(hit.distance, reached - 1e-4f);
    EXPECT_NEAR(length(hit.normal), 1, 1e-5f);
    EXPECT_LT(dot(hit.normal, direction), 1e-4f);
    EXPECT_FALSE(castRay(shape, t, from, direction, hit.distance - 1e-3f, hit));
  }
  EXPECT_GT(hits, 800);
}

TEST(Ray, TheBoxIsTheSameInAllItsForms) {
  constexpr uint64_t kSeed = 142;
  Random random(kSeed);
  const Vec3 h{0.5f, 0.3f, 0.4f};
  Compound compound;
  compound.parts.push_back({{}, {}, Box{h}});
  const Shape forms[] = {boxHull(h), boxMesh(h), compound};
  for (int n = 0; n < 1000; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " ray " << n);
    const Transform t{random.vector(), random.rotation()};
    const Vec3 from = t.position + 2 * random.direction();
    const Vec3 direction = normalize(t.position + random.vector(0.7f) - from);
    RayHit hit, other;
    const bool found = castRay(Box{h}, t, from, direction, 10, hit);
    for (const Shape& form : forms) {
      ASSERT_EQ(castRay(form, t, from, direction, 10, other), found) << form.index();
      if (!found) continue;
      EXPECT_NEAR(other.distance, hit.distance, 2e-5f);
      EXPECT_NEAR(length(other.normal - hit.normal), 0, 1e-4f);
      EXPECT_EQ(other.triangle >= 0, std::holds_alternative<Mesh>(form));
    }
  }
}

TEST(Ray, StartsInsideAtDistanceNought) {
  Random random(143);
  const Vec3 h{0.5f, 0.3f, 0.4f};
  Compound compound;
  compound.parts.push_back({{}, {}, Box{h}});
  for (const Shape& shape : {Shape(Sphere{0.4f}), Shape(Capsule{0.2f, 0.4f}), Shape(Box{h}),
                             Shape(boxHull(h)), Shape(Plane{}), Shape(compound)}) {
    RayHit hit;
    const Vec3 direction = random.direction();
    ASSERT_TRUE(castRay(shape, {}, {0.1f, -0.1f, 0}, direction, 1, hit));
    EXPECT_EQ(hit.distance, 0);
    EXPECT_NEAR(length(hit.normal + direction), 0, 1e-6f);
  }
}

TEST(Ray, MeshesAreMetFromBothSidesAndNameTheirTriangle) {
  const TriangleMesh grid = gridMesh(10, 10, 20, 20);
  const Mesh mesh = meshOf(grid);
  constexpr uint64_t kSeed = 144;
  Random random(kSeed);
  for (int n = 0; n < 400; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " ray " << n);
    Vec3 p{random.real(-4.9f, 4.9f), 0, random.real(-4.9f, 4.9f)};
    if (n % 4 == 0) p.x = 0.5f * float(n % 9);  // on a seam: none slips through
    if (n % 8 == 0) p.z = 0.5f * float(n % 7);  // on a vertex
    const float side = n % 2 ? 1.0f : -1.0f;
    const Vec3 from = p + Vec3{random.real(), 2 * side, random.real()};
    const float distance = length(p - from);
    RayHit hit;
    ASSERT_TRUE(castRay(mesh, {}, from, (1 / distance) * (p - from), 100, hit));
    EXPECT_NEAR(hit.distance, distance, 1e-5f);
    EXPECT_FLOAT_EQ(hit.normal.y, side);
    const size_t t = 3 * size_t(hit.triangle);
    float left = p.x, right = p.x;
    for (int k = 0; k < 3; ++k) {
      const Vec3 v = grid.vertices[grid.indices[t + size_t(k)]];
      left = std::min(left, v.x), right = std::max(right, v.x);
      EXPECT_LT(length(v - p), 0.75f);
    }
    EXPECT_LE(right - left, 0.5001f);
  }
}

TEST(Ray, FromFarAwayNoDigitsAreLost) {
  RayHit hit;
  ASSERT_TRUE(castRay(Sphere{0.5f}, {}, {1e4f, 0.3f, 0}, {-1, 0, 0}, 1e5f, hit));
  EXPECT_NEAR(hit.distance, 1e4f - 0.4f, 2e-3f);
  EXPECT_NEAR(hit.normal.y, 0.6f, 1e-5f);
  ASSERT_TRUE(castRay(Capsule{0.5f, 1}, {}, {1e4f, 0.3f, 0.3f}, {-1, 0, 0}, 1e5f, hit));
  EXPECT_NEAR(hit.normal.z, 0.6f, 1e-5f);
}

TEST(Ray, AlongAnAxisOfACapsuleItHitsTheEnd) {
  RayHit hit;
  ASSERT_TRUE(castRay(Capsule{0.5f, 1}, {}, {0, 4, 0}, {0, -1, 0}, 10, hit));
  EXPECT_FLOAT_EQ(hit.distance, 2.5f);
  EXPECT_FALSE(castRay(Capsule{0.5f, 1}, {}, {0.6f, 4, 0}, {0, -1, 0}, 10, hit));
}

TEST(Ray, TheTreeVisitsEveryBoxBeforeTheNearestHit) {
  constexpr uint64_t kSeed = 145;
  Random random(kSeed);
  DynamicTree tree;
  std::vector<Aabb> boxes;
  for (int i = 0; i < 500; ++i) {
    const Vec3 c = random.vector(20), h = abs(random.vector()) + Vec3{0.1f, 0.1f, 0.1f};
    boxes.push_back({c - h, c + h});
    tree.insert(boxes.back(), i);
  }
  int hits = 0;
  for (int n = 0; n < 300; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " ray " << n);
    const Vec3 from = random.vector(30);
    Vec3 direction = normalize(random.vector(10) - from);
    if (n % 5 == 0) direction = {0, n % 2 ? 1.0f : -1.0f, 0};
    const auto cast = [&](int i, float max) {
      const Vec3 half = 0.5f * (boxes[size_t(i)].max - boxes[size_t(i)].min);
      RayHit hit;
      const Transform t{boxes[size_t(i)].min + half, {}};
      return castRay(Box{half}, t, from, direction, max, hit) ? hit.distance : max;
    };
    float expected = 50, nearest = 50;
    for (int i = 0; i < 500; ++i) expected = cast(i, expected);
    int visited = 0;
    tree.cast({from, direction}, 50, [&](int i, float max) {
      ++visited;
      return nearest = cast(i, max);
    });
    EXPECT_EQ(nearest, expected);
    EXPECT_LT(visited, 60);
    hits += nearest < 50;
    int stopped = 0;
    tree.cast({from, direction}, 50, [&](int, float) {
      ++stopped;
      return -1.0f;
    });
    EXPECT_LE(stopped, 1);
  }
  EXPECT_GT(hits, 50);
}

}  // namespace ray_test
}  // namespace holonom
