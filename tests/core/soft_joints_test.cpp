// Joints that are springs: one frequency for all their errors, wherever the anchor lies.
#include <gtest/gtest.h>

#include <cmath>

#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace soft_joints_test {

using scenes::need;
using scenes::sphereAt;

constexpr double kGravity = 9.81;

class SoftJoints : public testing::TestWithParam<SolverType> {
 protected:
  /// A ball beside the anchor it is fixed to.
  World ballOnArm(float arm, float radius, float frequency, float dampingRatio) const {
    WorldSettings s;
    s.solver = GetParam();
    World world(s);
    BodyDef ball = sphereAt({arm, 0, 0}, radius);
    ball.mass = 3;
    FixedJoint joint;
    joint.bodyA = need(world.addBody(ball));
    joint.anchorA = Vec3{-arm, 0, 0};
    joint.frequency = frequency, joint.dampingRatio = dampingRatio;
    need(world.addJoint(JointDef(joint)));
    return world;
  }
};
INSTANTIATE_TEST_SUITE_P(Solvers, SoftJoints, everySolver(), solverName);

TEST_P(SoftJoints, SagByGOverOmegaSquaredOnAnyArm) {
  for (const float arm : {0.0f, 0.3f, 2.0f}) {
    World world = ballOnArm(arm, 0.1f, 5, 1);
    for (int i = 0; i < 120; ++i) ASSERT_FALSE(world.step(1.0f / 60));
    const double omega = 2 * M_PI * 5;
    EXPECT_NEAR(world.bodies.poses[0].position.y, -kGravity / (omega * omega), 2e-4) << arm;
    EXPECT_LT(length(world.bodies.states[0].linear), 1e-3) << arm;
  }
}

TEST_P(SoftJoints, TooWeakToActStayNumbers) {
  for (const float frequency : {1e-45f, 1e-40f, 1e-30f, 1e-20f, 1e-10f})
    for (const float dampingRatio : {0.0f, 1e-45f, 1.0f, 1e4f}) {
      World world = ballOnArm(0.3f, 0.1f, frequency, dampingRatio);
      for (int i = 0; i < 30; ++i) {
        ASSERT_FALSE(world.step(1.0f / 60));
        const SolverReport report = world.solverReport();
        ASSERT_TRUE(std::isfinite(report.residual) && std::isfinite(report.boundViolation));
        ASSERT_TRUE(isFinite(world.bodies.poses[0].position)) << frequency << " " << dampingRatio;
      }
      // Half a second of free fall: what does not act does not hold.
      if (frequency > 1e-15f) continue;
      EXPECT_NEAR(world.bodies.poses[0].position.y, -1.226, 0.05);
    }
}

TEST_P(SoftJoints, OfABodyTooLightAndFarForFloatsAreReportedByNumbers) {
  for (const float distance : {1e3f, 1e7f})
    for (const float mass : {1e-30f, 1e-10f}) {
      WorldSettings s;
      s.solver = GetParam();
      World world(s);
      BodyDef far = sphereAt({}, 1);
      far.mass = mass, far.centerOfMass = Vec3{0.2f, -distance, 2e4f};
      BallJoint joint;
      joint.bodyA = need(world.addBody(far));
      joint.bodyB = need(world.addBody(scenes::boxAt({0.3f, 3.8f, -0.2f})));
      joint.frequency = 53;
      need(world.addJoint(JointDef(joint)));
      for (int i = 0; i < 10; ++i) {
        ASSERT_FALSE(world.step(1.0f / 60));
        const SolverReport report = world.solverReport();
        ASSERT_TRUE(std::isfinite(report.residual) && std::isfinite(report.boundViolation))
            << distance << " " << mass << " " << i;
      }
    }
}

TEST_P(SoftJoints, GainNoEnergy) {
  for (const float arm : {0.3f, 1.0f})
    for (const float frequency : {0.5f, 1.0f, 5.0f, 20.0f})
      for (const float dampingRatio : {0.0f, 1.0f}) {
        World world = ballOnArm(arm, 0.1f, frequency, dampingRatio);
        for (int i = 0; i < 600; ++i) {
          ASSERT_FALSE(world.step(1.0f / 60));
          // It starts at rest with none at all.
          ASSERT_LT(world.energy().kinetic + world.energy().potential, 0.01)
              << arm << " m, " << frequency << " Hz, damping " << dampingRatio << ", step " << i;
        }
      }
}

TEST_P(SoftJoints, KeepMomentumOfTwoFreeBodies) {
  const auto kept = [](const JointDef& joint) {
    WorldSettings s;
    s.solver = GetParam();
    s.gravity = {};
    World world(s);
    BodyDef bar = scenes::boxAt({-0.6f, 0, 0}, {0.5f, 0.1f, 0.2f});
    bar.angularVelocity = {1, 2, 3};
    JointDef def = joint;
    endsOf(def).bodyA = need(world.addBody(bar));
    bar.position.x = 0.6f, bar.angularVelocity = {-2, 1, -1}, bar.mass = 5;
    endsOf(def).bodyB = need(world.addBody(bar));
    need(world.addJoint(def));
    const Momentum before = world.momentum();
    for (int i = 0; i < 300; ++i) ASSERT_FALSE(world.step(1.0f / 60));
    const Momentum after = world.momentum();
    EXPECT_LT(length(after.linear - before.linear), 1e-4 * length(before.angular));
    EXPECT_LT(length(after.angular - before.angular), 1e-3 * length(before.angular))
        << joint.index();
  };
  const auto soft = [](auto joint) {
    joint.frequency = 2, joint.dampingRatio = 0.2f;
    joint.anchor = Vec3{};
    if constexpr (requires { joint.axis; }) joint.axis = Vec3{0, 0, 1};
    return JointDef(joint);
  };
  kept(soft(FixedJoint{}));
  kept(soft(BallJoint{}));
  kept(soft(HingeJoint{}));
  kept(soft(PrismaticJoint{}));
}

TEST_P(SoftJoints, SwingAtTheirFrequency) {
  for (const float arm : {0.0f, 1.0f}) {
    World world = ballOnArm(arm, 0.2f, 1, 0);
    // From the end of the fall to the next, through the whole swing.
    double lowest[2] = {}, times[2] = {};
    for (int i = 1; i <= 90; ++i) {
      ASSERT_FALSE(world.step(1.0f / 60));
      const double y = world.bodies.poses[0].position.y;
      const int swing = i > 60;
      if (y < lowest[swing]) lowest[swing] = y, times[swing] = i / 60.0;
    }
    EXPECT_NEAR(times[1] - times[0], 1, 0.04) << arm;
  }
}

}  // namespace soft_joints_test
}  // namespace holonom
