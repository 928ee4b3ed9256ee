// Rays, shapes and points asked of a world that moves, against asking each body.
#include <gtest/gtest.h>

#include "collision/overlap.h"
#include "collision/ray.h"
#include "random.h"
#include "world/world.h"

namespace holonom {
namespace queries_test {

/// A heap of small bodies that fall and knock each other about.
World fallingHeap(Random& random, std::vector<BodyId>& ids) {
  World world;
  BodyDef floor;
  floor.type = BodyType::Static;
  floor.shape = Plane{};
  ids.push_back(world.addBody(floor).value);
  for (int i = 0; i < 60; ++i) {
    BodyDef def;
    if (i % 2) def.shape = Sphere{0.3f};
    def.position = {random.real(-3, 3), random.real(1, 6), random.real(-3, 3)};
    def.linearVelocity = {random.real(-20, 20), random.real(-20, 20), random.real(-20, 20)};
    ids.push_back(world.addBody(def).value);
  }
  return world;
}

TEST(Queries, AgreeWithAskingEachBody) {
  Random random(7);
  std::vector<BodyId> ids;
  World world = fallingHeap(random, ids);
  int hits = 0;
  for (int step = 0; step < 100; ++step) {
    ASSERT_FALSE(world.step(1.0f / 60));
    const Vec3 origin{random.real(-4, 4), 8, random.real(-4, 4)};
    const Vec3 direction = normalize(Vec3{random.real(-1, 1), -1, random.real(-1, 1)});
    const auto all = world.rayCast(origin, 3 * direction, 100, true);
    ASSERT_TRUE(all);
    const std::vector<BodyHit> found(all.value.begin(), all.value.end());
    std::vector<BodyId> points;
    size_t count = 0;
    for (const BodyId id : ids) {
      const int i = world.indexOf(id);
      RayHit hit;
      const Transform pose = world.bodies.bodyPose(i);
      if (castRay(world.bodies.defs[i].shape, pose, origin, direction, 100, hit)) {
        ++count;
        bool listed = false;
        for (const BodyHit& h : found)
          listed |= h.body == id && std::abs(h.distance - hit.distance) < 1e-4f;
        EXPECT_TRUE(listed) << "body " << i << " in step " << step;
      }
      if (containsPoint(world.bodies.defs[i].shape, pose, origin - Vec3{0, 7, 0}))
        points.push_back(id);
    }
    EXPECT_EQ(found.size(), count);
    for (size_t k = 1; k < found.size(); ++k) EXPECT_LE(found[k - 1].distance, found[k].distance);
    const auto nearest = world.rayCast(origin, direction, 100, false);
    ASSERT_EQ(nearest.value.size(), std::min<size_t>(count, 1));
    if (count > 0) {
      EXPECT_NEAR(nearest.value[0].distance, found[0].distance, 1e-4);
    }
    EXPECT_EQ(world.bodiesAt(origin - Vec3{0, 7, 0}).value, points);
    hits += int(count);
  }
  EXPECT_GT(hits, 100);
}

TEST(Queries, RefuseWhatIsNoRay) {
  World world;
  EXPECT_EQ(world.rayCast({}, {}, 1, false).error->path, "direction");
  EXPECT_EQ(world.rayCast({}, {1, 0, 0}, 0, false).error->path, "maxDistance");
  ShapeQuery def;
  def.shape = Sphere{-1};
  EXPECT_EQ(world.overlap(def).error->path, "shape.sphere.radius");
}

}  // namespace queries_test
}  // namespace holonom
