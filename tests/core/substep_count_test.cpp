// A step that ends after some of its substeps.
#include <gtest/gtest.h>

#include "scenes.h"

namespace holonom {
namespace substep_count_test {

using scenes::boxAt;
using scenes::need;

constexpr double kStep = 1.0 / 60;
constexpr float kGravity = 10;

World falling() {
  World world;
  world.settings.gravity = {0, -kGravity, 0};
  world.settings.substeps = 4;
  need(world.addBody(boxAt({0, 50, 0})));
  return world;
}

TEST(SubstepCount, EndsAfterSoManySubsteps) {
  for (const int count : {1, 2, 3}) {
    World world = falling();
    ASSERT_FALSE(world.step(kStep, count));
    EXPECT_NEAR(world.bodies.states[0].linear.y, -kGravity * kStep * count / 4, 1e-6) << count;
  }
}

TEST(SubstepCount, IsTheWholeStepFromItsLastSubstepOn) {
  World whole = falling();
  ASSERT_FALSE(whole.step(kStep));
  for (const int count : {0, 4, 5}) {
    World world = falling();
    ASSERT_FALSE(world.step(kStep, count));
    EXPECT_EQ(world.bodies.poses[0].position.y, whole.bodies.poses[0].position.y) << count;
    EXPECT_EQ(world.bodies.states[0].linear.y, whole.bodies.states[0].linear.y) << count;
  }
}

TEST(SubstepCount, RefusesWhatCountsNothing) {
  World world = falling();
  const Status bad = world.step(kStep, -1);
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->path, "substeps");
  EXPECT_EQ(world.bodies.poses[0].position.y, 50);
}

}  // namespace substep_count_test
}  // namespace holonom
