// A solver of one file is chosen as all others are.
#include <gtest/gtest.h>

#include "scenes.h"

namespace holonom {
namespace solver_test {

using scenes::need;

TEST(Solver, StacksAndJoins) {
  World world = scenes::sleeplessWorld(SolverType::Plain, 4, {0, -10, 0});
  scenes::addGround(world);
  for (int i = 0; i < 3; ++i) need(world.addBody(scenes::boxAt({0, 0.5f + float(i), 0})));
  BodyDef bob = scenes::sphereAt({5, 3, 0}, 0.2f);
  BallJoint j;
  j.bodyA = need(world.addBody(bob)), j.anchor = Vec3{5, 5, 0};
  need(world.addJoint(j));
  for (int i = 0; i < 180; ++i) world.step(1.0 / 60);
  EXPECT_NEAR(world.bodies.poses[3].position.y, 2.5f, 0.02f);
  EXPECT_NEAR(world.bodies.poses[4].position.y, 3, 0.01f);
  EXPECT_LT(world.energy().kinetic, 1e-3);
}

}  // namespace solver_test
}  // namespace holonom
