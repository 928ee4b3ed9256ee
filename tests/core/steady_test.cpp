// How steady the default solver is at 60 Hz, nothing asleep.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "card_house.h"
#include "scenes.h"

namespace holonom {
namespace steady_test {

using scenes::boxAt;
using scenes::need;

constexpr float kStep = 1.0f / 60;

struct Standing {
  float drift = 0;   // farthest that a body moved sideways at any time [m]
  float sank = 0;    // farthest that one came down [m]
  double depth = 0;  // deepest penetration after the first second [m]
  double speed = 0;  // root of the mean square at the end [m/s]
};

Standing stand(World& world, int seconds) {
  world.settings.sleeping = false;
  const std::vector<Transform> start = world.bodies.poses;
  Standing s;
  for (int i = 0; i < 60 * seconds; ++i) {
    EXPECT_FALSE(world.step(kStep));
    for (size_t k = 0; k < start.size(); ++k) {
      const Vec3 moved = world.bodies.poses[k].position - start[k].position;
      s.drift = std::max(s.drift, std::hypot(moved.x, moved.z));
      s.sank = std::max(s.sank, -moved.y);
    }
    if (i >= 60) s.depth = std::max(s.depth, world.deepestPenetration());
  }
  int moving = 0;
  for (int k = 0; k < world.bodies.size(); ++k)
    if (world.bodies.isDynamic(k)) {
      s.speed += double(lengthSquared(world.bodies.states[k].linear));
      ++moving;
    }
  s.speed = std::sqrt(s.speed / moving);
  return s;
}

TEST(Steady, ATowerOfTwentyStandsForAMinute) {
  World world;
  scenes::tower(world, 20);
  const Standing s = stand(world, 60);
  EXPECT_LT(s.drift, 0.01f);
  EXPECT_LT(s.speed, 1e-3);
}

// Nothing is lost to chance: every point of a patch that lands at once bears alike.
TEST(Steady, ATowerOnAPlaneDoesNotLeanAsItSettles) {
  World world;
  scenes::addPlane(world);
  for (int i = 0; i < 20; ++i) need(world.addBody(boxAt({0, 0.5f + float(i), 0})));
  EXPECT_LT(stand(world, 60).drift, 0.01f);
}

TEST(Steady, APyramidOf210StandsForAMinute) {
  World world;
  scenes::pyramid(world, 20);
  const Standing s = stand(world, 60);
  EXPECT_LT(s.drift, 0.01f);
  EXPECT_LE(s.depth, 0.005);
  EXPECT_LT(s.speed, 1e-3);
}

TEST(Steady, ACardHouseOfTenStoreysStandsForAMinute) {
  World world;
  scenes::cardHouse(world, 10);
  const Standing s = stand(world, 60);
  EXPECT_LT(s.drift, 0.02f);
  EXPECT_LT(s.sank, 0.05f);
  EXPECT_LT(s.speed, 1e-3);
}

TEST(Steady, AChainOf100LinksBearsAHundredTimesItsLinksWeight) {
  World world;
  world.settings.sleeping = false;
  constexpr int kLinks = 100;
  constexpr float kLink = 0.2f, kRadius = 0.3f;
  std::optional<BodyId> last;
  for (int i = 0; i <= kLinks; ++i) {
    const float y = -kLink * float(i);
    BodyDef def = i == kLinks ? scenes::sphereAt({0, y - kRadius, 0}, kRadius)
                              : boxAt({0, y - kLink / 2, 0}, {0.03f, kLink / 2, 0.03f});
    def.mass = i == kLinks ? 100.0f : 1.0f;
    // It swings too.
    def.linearVelocity = {0.05f * float(i), 0, 0};
    const BodyId body = need(world.addBody(def));
    BallJoint ball;
    ball.bodyA = body;
    ball.bodyB = last;
    ball.anchor = Vec3{0, y, 0};
    need(world.addJoint(ball));
    last = body;
  }
  double worst = 0;
  for (int step = 0; step < 600; ++step) {
    ASSERT_FALSE(world.step(kStep));
    double stretch = 0;
    for (int i = 0; i < int(world.joints.all.size()); ++i) {
      const JointReadout now = world.readout(world.joints.all.idAt(i));
      stretch += std::hypot(double(now.error[0]), double(now.error[1]), double(now.error[2]));
    }
    worst = std::max(worst, stretch / (kLinks * double(kLink)));
  }
  EXPECT_LT(worst, 0.01);
}

}  // namespace steady_test
}  // namespace holonom
