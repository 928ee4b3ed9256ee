// A body whose motion is no longer a number is stopped, and what it touches goes on.
#include <gtest/gtest.h>

#include <cmath>

#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace stopped_bodies_test {

using scenes::boxAt;
using scenes::need;

class StoppedBodies : public testing::TestWithParam<SolverType> {
 protected:
  /// Three boxes on the ground, two of them joined, and one that flies.
  World stack(RigidIntegrator integrator) const {
    WorldSettings s;
    s.solver = GetParam();
    s.integrator = integrator;
    World world(s);
    scenes::addGround(world);
    for (int i = 0; i < 3; ++i) need(world.addBody(boxAt({0, 0.5f + float(i), 0})));
    need(world.addBody(boxAt({10, 5, 0})));
    FixedJoint joint;
    joint.bodyA = world.bodies.ids.idAt(kStruck), joint.bodyB = world.bodies.ids.idAt(kStruck + 1);
    need(world.addJoint(JointDef(joint)));
    return world;
  }
  static constexpr int kStruck = 2, kFlying = 4;  // the ground is the first
};
INSTANTIATE_TEST_SUITE_P(Solvers, StoppedBodies, everySolver(), solverName);

void expectNumbers(const World& world) {
  for (int i = 0; i < world.bodies.size(); ++i) {
    EXPECT_TRUE(isFinite(world.bodies.poses[i].position)) << i;
    EXPECT_TRUE(isFinite(world.bodies.states[i].linear)) << i;
    EXPECT_TRUE(isFinite(world.bodies.states[i].angular)) << i;
  }
  EXPECT_TRUE(std::isfinite(world.deepestPenetration()));
  const SolverReport report = world.solverReport();
  EXPECT_TRUE(std::isfinite(report.residual) && std::isfinite(report.boundViolation));
  for (const Contact& c : world.collision.contacts.all()) {
    if (c.patch < 0) continue;
    const ContactPatch& patch = world.collision.contacts.patchOf(c);
    EXPECT_TRUE(std::isfinite(patch.stepImpulse) && isFinite(patch.stepFriction));
    for (int k = 0; k < c.count; ++k) EXPECT_TRUE(std::isfinite(patch.points()[k].impulse));
  }
  for (const Joint& j : world.joints.all)
    for (int k = 0; k < j.rowCount; ++k)
      EXPECT_TRUE(std::isfinite(j.impulses[k]) && std::isfinite(j.stepImpulses[k]));
}

TEST_P(StoppedBodies, LeaveNoTraceInWhatTheyTouch) {
  for (const RigidIntegrator integrator : allIntegrators())
    for (const float bad : {NAN, INFINITY})
      for (const bool moved : {false, true}) {
        World world = stack(integrator);
        for (int i = 0; i < 10; ++i) ASSERT_FALSE(world.step(1.0f / 60));
        const Vec3 stood = world.bodies.poses[kStruck].position;
        ASSERT_FALSE(world.openStep(1.0f / 60));
        world.substep(false);
        BodyState& state = world.bodies.states[kStruck];
        (moved ? state.deltaPosition : state.linear).x = bad;
        while (world.substep(false)) continue;
        world.closeStep();
        EXPECT_EQ(world.bodies.stops[kStruck], world.stepCount);
        EXPECT_EQ(world.bodies.poses[kStruck].position, stood);
        // A place that is no number reaches what it touches within the substep, a velocity nothing.
        for (int i = 0; i < world.bodies.size(); ++i)
          if (i != kStruck && (!moved || i == kFlying)) {
            EXPECT_FALSE(world.bodies.isStopped(i)) << i;
          }
        expectNumbers(world);
        for (int i = 0; i < 30; ++i) ASSERT_FALSE(world.step(1.0f / 60));
        expectNumbers(world);
        EXPECT_LT(world.bodies.poses[kFlying].position.y, 3.8f);
        // All that were stopped go on, and nothing stops them again.
        for (int i = 1; i < world.bodies.size(); ++i) {
          const BodyId id = world.bodies.ids.idAt(i);
          if (!world.bodies.isStopped(i)) continue;
          ASSERT_FALSE(world.redefine(id, world.describe(id)));
        }
        for (int i = 0; i < 30; ++i) ASSERT_FALSE(world.step(1.0f / 60));
        expectNumbers(world);
        for (int i = 0; i < world.bodies.size(); ++i) EXPECT_FALSE(world.bodies.isStopped(i)) << i;
        for (int i = 1; i < kFlying; ++i)
          EXPECT_NEAR(world.bodies.poses[i].position.y, float(i) - 0.5f, 0.02f) << i;
      }
}

TEST_P(StoppedBodies, LeaveGapsThatAreNumbers) {
  const Vec3 torques[][2] = {{{-1.44e38f, -5.54e37f, -2.57e38f}, {-1.8e38f, 2.62e38f, -2.14e38f}},
                             {{-1.15e38f, 1.15e38f, -2.12e38f}, {-1.79e38f, 2.27e38f, -1.25e38f}}};
  for (const int substeps : {1, 4, 8})
    for (const auto& [onA, onB] : torques) {
      WorldSettings s;
      s.solver = GetParam();
      s.substeps = substeps;
      World world(s);
      BodyDef spinning = boxAt({1.2f, 3.2f, -0.86f}, {0.5f, 0.3f, 0.4f});
      spinning.angularVelocity = {176, 65, -42};
      const BodyId a = need(world.addBody(spinning));
      const BodyId b = need(world.addBody(boxAt({0.57f, 2.76f, -1.42f}, {0.5f, 0.3f, 0.4f})));
      ASSERT_FALSE(world.applyTorque(a, onA));
      ASSERT_FALSE(world.applyTorque(b, onB));
      for (int i = 0; i < 3; ++i) {
        ASSERT_FALSE(world.step(1.0f / 60));
        expectNumbers(world);
      }
    }
}

}  // namespace stopped_bodies_test
}  // namespace holonom
