#include <gtest/gtest.h>

#include <cmath>

#include "scenes.h"

namespace holonom {
namespace rolling_test {

TEST(Rolling, ABallOnALevelPlaneKeepsItsSpeedWhereverThePlaneStands) {
  for (const float at : {0.0f, -3.0f})
    for (const float speed : {0.05f, 0.3f, 3.0f, 10.0f}) {
      World world;
      BodyDef ground;
      ground.type = BodyType::Static;
      ground.shape = Plane{};
      ground.position = {at, 0, 0};
      scenes::need(world.addBody(ground));
      BodyDef ball = scenes::sphereAt({0, 0.1f, 0}, 0.1f);
      ball.linearVelocity = {speed, 0, 0};
      ball.angularVelocity = {0, 0, -speed / 0.1f};
      scenes::need(world.addBody(ball));
      for (int i = 0; i < 600; ++i) ASSERT_FALSE(world.step(1.0f / 60));
      EXPECT_NEAR(world.bodies.states[1].linear.x, speed, 0.01f * speed) << at;
      EXPECT_NEAR(world.bodies.poses[1].position.y, 0.1f, 1e-3f);
    }
}

TEST(Rolling, ABallOnABallBothSpinningKeepsItsHeight) {
  World world;
  scenes::addPlane(world);
  for (const float side : {-1.0f, 1.0f}) {
    // Gears: where they touch, both surfaces go the same way.
    BodyDef ball = scenes::sphereAt({0, 0.2f - 0.1f * side, 0}, 0.1f);
    ball.friction = 0;
    ball.angularVelocity = {0, 0, side * 40};
    scenes::need(world.addBody(ball));
  }
  for (int i = 0; i < 20; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  EXPECT_NEAR(world.bodies.poses[1].position.y, 0.3f, 2e-3f);
  EXPECT_NEAR(world.bodies.poses[2].position.y, 0.1f, 1e-3f);
}

TEST(Small, CubesOfACentimetreRestAndStack) {
  for (const float half : {0.005f, 0.01f})
    for (const int count : {1, 3}) {
      World world;
      scenes::addPlane(world);
      for (int i = 0; i < count; ++i)
        scenes::need(
            world.addBody(scenes::boxAt({0, half * float(2 * i + 1), 0}, {half, half, half})));
      for (int i = 0; i < 300; ++i) ASSERT_FALSE(world.step(1.0f / 60));
      const Vec3 top = world.bodies.poses[count].position;
      // Contacts give way by their slop and softness, within a millimeter each.
      EXPECT_NEAR(top.y, half * float(2 * count - 1), 1e-3f * float(count)) << half << " " << count;
      EXPECT_LT(std::hypot(top.x, top.z), 0.2f * half) << half << " " << count;
    }
}

TEST(Extremes, ABodyAtTheFastestSpeedHarmsNobodyElse) {
  World world;
  scenes::addPlane(world);
  BodyDef fast = scenes::boxAt({5, 1, 0});
  fast.linearVelocity = {1e5f, -1e5f, 0};
  fast.angularVelocity = {1e5f, 0, 1e5f};
  scenes::need(world.addBody(fast));
  scenes::need(world.addBody(scenes::boxAt({0, 2, 0})));
  for (int i = 0; i < 200; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  EXPECT_NEAR(world.bodies.poses[2].position.y, 0.5f, 0.01f);
  EXPECT_TRUE(isFinite(world.bodies.poses[1].position));
}

}  // namespace rolling_test
}  // namespace holonom
