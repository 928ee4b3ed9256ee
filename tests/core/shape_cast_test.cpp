// Shapes that move along a line: closed forms, and every pair of shapes against their distances.
#include "collision/shape_cast.h"

#include "collision/overlap.h"
#include "convex.h"
#include "meshes.h"
#include "world/world.h"

namespace holonom {
namespace shape_cast_test {

using namespace convex;

struct Cast {
  bool found;
  CastHit hit;
};
Cast cast(const Shape& moving, const Transform& start, Vec3 direction, const Shape& resting,
          const Transform& t = {}, float max = 100, bool leaving = false) {
  Cast c{};
  c.found = castShape(moving, start, normalize(direction), max, leaving, resting, t, c.hit);
  return c;
}

void expectHit(const Cast& c, float distance, Vec3 point, Vec3 normal) {
  ASSERT_TRUE(c.found);
  EXPECT_NEAR(c.hit.distance, distance, 2e-5f);
  EXPECT_LT(length(c.hit.point - point), 1e-4f);
  EXPECT_LT(length(c.hit.normal - normal), 1e-4f);
}

const Quat kQuarterAboutZ{0, 0, std::sqrt(0.5f), std::sqrt(0.5f)};

TEST(ShapeCast, SphereMeetsSphereWhereTheirCentersAreTheirRadiiApart) {
  // Past the middle by 0.9 of radii 1 and 0.5: 5 − √(1.5² − 0.9²) = 3.8.
  const Cast c = cast(Sphere{0.5f}, {{-5, 0.9f, 0}, {}}, {1, 0, 0}, Sphere{1});
  expectHit(c, 3.8f, {-0.8f, 0.6f, 0}, {-0.8f, 0.6f, 0});
  EXPECT_FALSE(cast(Sphere{0.5f}, {{-5, 1.51f, 0}, {}}, {1, 0, 0}, Sphere{1}).found);
  EXPECT_FALSE(cast(Sphere{0.5f}, {{-5, 0.9f, 0}, {}}, {1, 0, 0}, Sphere{1}, {}, 3.79f).found);
  EXPECT_FALSE(cast(Sphere{0.5f}, {{-5, 0, 0}, {}}, {-1, 0, 0}, Sphere{1}).found);
}

TEST(ShapeCast, SphereMeetsFacesEdgesAndCornersOfABox) {
  const Box box{{1, 1, 1}};
  expectHit(cast(Sphere{0.5f}, {{0.3f, 4, 0.2f}, {}}, {0, -1, 0}, box), 2.5f, {0.3f, 1, 0.2f},
            {0, 1, 0});
  // 0.3 beyond the edge: the center stops √(0.5² − 0.3²) = 0.4 above it.
  expectHit(cast(Sphere{0.5f}, {{1.3f, 4, 0.2f}, {}}, {0, -1, 0}, box), 2.6f, {1, 1, 0.2f},
            {0.6f, 0.8f, 0});
  // Beyond a corner by 0.2 and 0.2: √(0.25 − 0.08) above.
  const float rise = std::sqrt(0.17f);
  expectHit(cast(Sphere{0.5f}, {{1.2f, 4, 1.2f}, {}}, {0, -1, 0}, box), 3 - rise, {1, 1, 1},
            {0.4f, 2 * rise, 0.4f});
}

TEST(ShapeCast, CapsuleMeetsCapsuleAcrossAndPlane) {
  const Capsule upright{0.25f, 1};
  // Its axis across the other's: along x they touch where the axes are both radii apart.
  const Transform lying{{-4, 0, 0}, {std::sqrt(0.5f), 0, 0, std::sqrt(0.5f)}};
  expectHit(cast(Capsule{0.5f, 1}, lying, {1, 0, 0}, upright), 3.25f, {-0.25f, 0, 0}, {-1, 0, 0});
  const Plane floor{{0, 1, 0}, -1};
  // Down a slope of 3 : 4 the gap of 1.75 takes 1.75 / 0.6 m of the way.
  const Cast c = cast(upright, {{0, 2, 0}, {}}, {0.8f, -0.6f, 0}, floor);
  expectHit(c, 1.75f / 0.6f, {0.8f * 1.75f / 0.6f, -1, 0}, {0, 1, 0});
  EXPECT_FALSE(cast(upright, {{0, 2, 0}, {}}, {1, 0, 0}, floor).found);
}

TEST(ShapeCast, BoxMeetsBoxWithFaceAndWithEdge) {
  const Box box{{1, 1, 1}};
  const Cast face = cast(Box{{0.5f, 0.5f, 0.5f}}, {{0.2f, 5, 0.1f}, {}}, {0, -1, 0}, box);
  ASSERT_TRUE(face.found);
  EXPECT_NEAR(face.hit.distance, 3.5f, 2e-5f);
  EXPECT_NEAR(face.hit.point.y, 1, 2e-5f);
  EXPECT_LT(length(face.hit.normal - Vec3{0, 1, 0}), 1e-4f);
  // On its edge, half a diagonal above.
  const float angle = 0.785398163f;
  const Quat onEdge{0, 0, std::sin(angle / 2), std::cos(angle / 2)};
  const Cast edge = cast(Box{{0.5f, 0.5f, 0.5f}}, {{0.2f, 5, 0.1f}, onEdge}, {0, -1, 0}, box);
  ASSERT_TRUE(edge.found);
  EXPECT_NEAR(edge.hit.distance, 4 - std::sqrt(0.5f), 2e-5f);
  EXPECT_NEAR(edge.hit.point.x, 0.2f, 1e-4f);
  EXPECT_LT(length(edge.hit.normal - Vec3{0, 1, 0}), 1e-4f);
}

TEST(ShapeCast, SphereMeetsFacesAndEdgesOfAMeshFromBothSides) {
  const Shape mesh = boxMesh({1, 1, 1});
  expectHit(cast(Sphere{0.5f}, {{0.3f, 4, 0.2f}, {}}, {0, -1, 0}, mesh), 2.5f, {0.3f, 1, 0.2f},
            {0, 1, 0});
  expectHit(cast(Sphere{0.5f}, {{1.3f, 4, 0.2f}, {}}, {0, -1, 0}, mesh), 2.6f, {1, 1, 0.2f},
            {0.6f, 0.8f, 0});
  expectHit(cast(Sphere{0.25f}, {{0.3f, 0, 0.2f}, {}}, {0, -1, 0}, mesh), 0.75f, {0.3f, -1, 0.2f},
            {0, 1, 0});
}

TEST(ShapeCast, WhatOverlapsAtTheStartIsMetAtOnceAndMayBeLeft) {
  const Box box{{1, 1, 1}};
  const Transform sunk{{0.3f, 1.4f, 0.2f}, {}};
  expectHit(cast(Sphere{0.5f}, sunk, {1, 0, 0}, box), -0.1f, {0.3f, 1, 0.2f}, {0, 1, 0});
  expectHit(cast(Sphere{0.5f}, sunk, {0, -1, 0}, box, {}, 100, true), -0.1f, {0.3f, 1, 0.2f},
            {0, 1, 0});
  EXPECT_FALSE(cast(Sphere{0.5f}, sunk, {0, 1, 0}, box, {}, 100, true).found);
  EXPECT_FALSE(cast(Sphere{0.5f}, {{0, 0.4f, 0}, {}}, {1, 1, 0}, Plane{}, {}, 100, true).found);
  expectHit(cast(Sphere{0.5f}, {{0, 0.4f, 0}, {}}, {1, 1, 0}, Plane{}), -0.1f, {}, {0, 1, 0});
}

std::vector<Shape> allShapes(Random& random) {
  const Vec3 h{0.5f, 0.3f, 0.4f};
  const Compound dumbbell{{{{-0.6f, 0, 0}, {}, Sphere{0.3f}}, {{0.6f, 0, 0}, {}, Sphere{0.2f}}}};
  return {Sphere{0.4f},
          Capsule{0.2f, 0.5f},
          Box{h},
          randomHull(random, 20, {0.6f, 0.4f, 0.5f}),
          boxMesh(h),
          dumbbell,
          Plane{{0, 1, 0}, -0.5f}};
}

/// Counts the hits and misses of a seed; `rounding` of a few meters [m].
void castEveryPair(uint64_t seed, float rounding, int& hits, int& misses) {
  Random random(seed);
  for (int n = 0; n < 60; ++n) {
    const std::vector<Shape> shapes = allShapes(random);
    for (size_t a = 0; a + 1 < shapes.size(); ++a)
      for (const Shape& b : shapes) {
        SCOPED_TRACE(testing::Message()
                     << "seed " << seed << " " << a << " at " << b.index() << " pose " << n);
        const Transform ta{3 * normalize(random.vector(1)), random.rotation()};
        const Transform tb{random.vector(0.3f), random.rotation()};
        const Vec3 direction = normalize(random.vector(0.8f) - ta.position);
        const auto gapAt = [&](float distance) {
          const Transform moved{ta.position + distance * direction, ta.rotation};
          return shapeGap(shapes[a], moved, b, tb);
        };
        const float first = gapAt(0).distance;
        const Cast c = cast(shapes[a], ta, direction, b, tb, 8);
        if (first <= 0) {
          ASSERT_TRUE(c.found);
          EXPECT_NEAR(c.hit.distance, first, 2e-5f);
          continue;
        }
        const float end = c.found ? c.hit.distance : 8;
        (c.found ? hits : misses) += 1;
        for (int i = 0; i < 20; ++i)
          EXPECT_GT(gapAt(end * (float(i) / 20)).distance, 0) << "after " << i << " of 20";
        if (!c.found) continue;
        EXPECT_NEAR(gapAt(end).distance, 0, rounding);
        EXPECT_LT(dot(c.hit.normal, direction), 0);
        EXPECT_NEAR(length(c.hit.normal), 1, 1e-5f);
        const Transform met{ta.position + end * direction, ta.rotation};
        for (const auto& [shape, t] : {std::pair{shapes[a], met}, std::pair{b, tb}})
          EXPECT_NEAR(closestSurface(shape, inverseTransformPoint(t, c.hit.point)).distance, 0,
                      1e-4f);
      }
  }
}

TEST(ShapeCast, EveryPairTouchesAtTheEndOfItsWayAndNotBefore) {
  int hits = 0, misses = 0;
  castEveryPair(41, 5e-5f, hits, misses);
  EXPECT_GT(hits, 800);
  EXPECT_GT(misses, 200);
}

TEST(CampaignShapeCast, EveryPairTouchesAtTheEndOfItsWayAndNotBefore) {
  int hits = 0, misses = 0;
  for (uint64_t seed = 42; seed <= 70; ++seed) castEveryPair(seed, 1e-4f, hits, misses);
  EXPECT_GT(hits, 20'000);
}

/// A falling heap over a floor, with a body of several shapes.
World heap(Random& random, std::vector<BodyId>& ids) {
  World world;
  BodyDef floor;
  floor.type = BodyType::Static;
  floor.shape = Plane{};
  ids.push_back(world.addBody(floor).value);
  const std::vector<Shape> shapes = allShapes(random);
  for (int i = 0; i < 40; ++i) {
    BodyDef def;
    def.shape = shapes[i % 4 == 3 ? 5 : i % 4];
    def.position = {random.real(-3, 3), random.real(1, 6), random.real(-3, 3)};
    def.linearVelocity = {random.real(-20, 20), random.real(-20, 20), random.real(-20, 20)};
    ids.push_back(world.addBody(def).value);
  }
  return world;
}

TEST(ShapeCast, WorldAgreesWithAskingEachBodyBeforeItsFirstStepToo) {
  Random random(11);
  std::vector<BodyId> ids;
  World world = heap(random, ids);
  int hits = 0;
  for (int step = 0; step < 120; ++step) {
    ShapeQuery query;
    query.shape = step % 2 ? Shape(Capsule{0.2f, 0.3f}) : Shape(Box{{0.4f, 0.1f, 0.2f}});
    query.position = {random.real(-4, 4), random.real(3, 9), random.real(-4, 4)};
    query.rotation = random.rotation();
    const Transform start{query.position, query.rotation};
    const Vec3 way = normalize(Vec3{random.real(-1, 1), -1, random.real(-1, 1)});
    const auto all = world.castShape(query, {7 * way, 30}, true);
    ASSERT_TRUE(all);
    const std::vector<BodyHit> found(all.value.begin(), all.value.end());
    const auto within = world.proximity(query, 2);
    ASSERT_TRUE(within);
    const std::vector<BodyHit> near(within.value.begin(), within.value.end());
    size_t met = 0, close = 0;
    for (const BodyId id : ids) {
      const int i = world.indexOf(id);
      const Transform pose = world.bodies.bodyPose(i);
      const Cast c = cast(query.shape, start, way, world.bodies.defs[i].shape, pose, 30);
      const float gap = shapeGap(query.shape, start, world.bodies.defs[i].shape, pose).distance;
      const auto listed = [&](const std::vector<BodyHit>& hits, float distance) {
        return std::any_of(hits.begin(), hits.end(), [&](const BodyHit& h) {
          return h.body == id && std::abs(h.distance - distance) < 1e-4f;
        });
      };
      if (c.found) {
        ++met;
        EXPECT_TRUE(listed(found, c.hit.distance)) << "body " << i << " in step " << step;
      }
      if (gap < 2) {
        ++close;
        EXPECT_TRUE(listed(near, gap)) << "body " << i << " in step " << step;
      }
    }
    EXPECT_EQ(found.size(), met);
    EXPECT_EQ(near.size(), close);
    const auto nearest = world.castShape(query, {way, 30}, false);
    ASSERT_EQ(nearest.value.size(), std::min<size_t>(met, 1));
    if (met) {
      EXPECT_NEAR(nearest.value[0].distance, found[0].distance, 1e-4f);
    }
    hits += int(met);
    ASSERT_FALSE(world.step(1.0f / 60));
  }
  EXPECT_GT(hits, 100);
}

TEST(ShapeCast, LeavesOutWhatIsNotMeant) {
  World world;
  BodyDef def;
  def.shape = Sphere{0.5f};
  def.position = {2, 0, 0};
  const BodyId near = world.addBody(def).value;
  def.position = {4, 0, 0};
  def.collisionGroups = 4;
  const BodyId far = world.addBody(def).value;
  ShapeQuery query;
  query.shape = Sphere{0.25f};
  const CastWay way{{1, 0, 0}};
  EXPECT_EQ(world.castShape(query, way, false).value[0].body, near);
  EXPECT_EQ(world.castShape(query, way, true).value.size(), 2u);
  query.mask = 4;
  EXPECT_EQ(world.castShape(query, way, false).value[0].body, far);
  query.mask = ~0u;
  query.exclude = {near};
  EXPECT_EQ(world.castShape(query, way, false).value[0].body, far);
  EXPECT_EQ(world.proximity(query, 9).value.size(), 1u);
  EXPECT_EQ(world.rayCast({}, {1, 0, 0}, 9, false, query.filter()).value[0].body, far);
  query.exclude = {near, far};
  EXPECT_EQ(world.castShape(query, way, true).value.size(), 0u);
  EXPECT_EQ(world.proximity(query, 9).value.size(), 0u);
  EXPECT_EQ(world.rayCast({}, {1, 0, 0}, 9, true, query.filter()).value.size(), 0u);
  world.remove(near);
  EXPECT_EQ(world.castShape(query, way, false).error->path, "exclude[0]");
  query.exclude = {near};
  EXPECT_EQ(world.castShape(query, way, false).error->path, "exclude");
  query.exclude = {};
  EXPECT_EQ(world.proximity(query, -1).error->path, "maxDistance");
  query.shape = Plane{};
  EXPECT_EQ(world.castShape(query, way, false).error->path, "shape.plane");
}

}  // namespace shape_cast_test
}  // namespace holonom
