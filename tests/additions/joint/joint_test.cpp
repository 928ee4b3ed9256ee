// Two balls that a joint of one row keeps from twisting.
#include <gtest/gtest.h>

#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace joint_test {

using scenes::need;

class Joint : public ::testing::TestWithParam<SolverType> {};

TEST_P(Joint, SharesASpin) {
  World world = scenes::sleeplessWorld(GetParam(), 4, {});
  BodyDef a = scenes::sphereAt({0, 0, 0}, 0.5f), b = scenes::sphereAt({2, 0, 0}, 0.5f);
  a.mass = 1, b.mass = 3;
  a.angularVelocity = {4, 0, 0}, b.linearVelocity = {0, 1, 0};
  TorsionJoint j;
  j.bodyA = need(world.addBody(a)), j.bodyB = need(world.addBody(b)), j.axis = Vec3{1, 0, 0};
  const JointId id = need(world.addJoint(j));
  for (int i = 0; i < 120; ++i) world.step(1.0 / 60);
  EXPECT_NEAR(world.bodies.states[0].angular.x, 1, 1e-3f);
  EXPECT_NEAR(world.bodies.states[1].angular.x, 1, 1e-3f);
  EXPECT_NEAR(world.bodies.poses[1].position.y, 2, 1e-4f);  // which it leaves free
  EXPECT_STREQ(nameOf(world.describe(id)), "torsion");
}

INSTANTIATE_TEST_SUITE_P(Solvers, Joint, everySolver(), solverName);

}  // namespace joint_test
}  // namespace holonom
