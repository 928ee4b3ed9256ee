// Joints under load: what limits and ropes hold, and that joints act only as long as they are
// there.
#include <gtest/gtest.h>

#include <cmath>

#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace joint_loads_test {

using scenes::need;

constexpr float kGravity = 9.81f, kStep = 1.0f / 60;

void run(World& world, int steps) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(kStep));
}

class JointLoads : public testing::TestWithParam<SolverType> {
 protected:
  static WorldSettings settings() {
    WorldSettings s;
    s.solver = GetParam();
    s.gravity = {0, -kGravity, 0};
    return s;
  }
};
INSTANTIATE_TEST_SUITE_P(Solvers, JointLoads, everySolver(), solverName);

/// A ball hung up one meter above itself.
JointId hang(World& world, BodyId ball, Vec3 at) {
  BallJoint joint;
  joint.bodyA = ball;
  joint.anchor = at;
  return need(world.addJoint(joint));
}

TEST_P(JointLoads, ABodyFallsOnceItsLastJointIsGone) {
  World world(settings());
  const BodyId ball = need(world.addBody(scenes::sphereAt({0, 5, 0}, 0.5f)));
  const JointId joint = hang(world, ball, {0, 6, 0});
  run(world, 30);
  EXPECT_NEAR(world.bodies.poses[0].position.y, 5, 0.01);
  ASSERT_TRUE(world.remove(joint));
  run(world, 60);
  EXPECT_NEAR(world.bodies.poses[0].position.y, 5 - kGravity / 2, 0.05);
}

TEST_P(JointLoads, BodiesOfANewSceneAreFreeOfJointsOfTheOld) {
  World world(settings());
  for (int i = 0; i < 4; ++i) {
    const float x = 3 * float(i);
    hang(world, need(world.addBody(scenes::sphereAt({x, 5, 0}, 0.5f))), {x, 6, 0});
  }
  run(world, 10);
  world.clear();
  run(world, 1);
  need(world.addBody(scenes::sphereAt({0, 5, 0}, 0.5f)));
  run(world, 60);
  EXPECT_NEAR(world.bodies.poses[0].position.y, 5 - kGravity / 2, 0.05);
}

TEST_P(JointLoads, ALimitCarriesALeverInPeace) {
  World world(settings());
  BodyDef bar = scenes::boxAt({0.5f, 0, 0}, {0.5f, 0.05f, 0.05f});
  bar.mass = 10;
  HingeJoint hinge;
  hinge.bodyA = need(world.addBody(bar));
  hinge.anchor = Vec3{};
  hinge.axis = Vec3{0, 0, 1};
  hinge.limits = AngularLimits{0, 1};
  const JointId joint = need(world.addJoint(hinge));
  run(world, 60);
  const float exact = 10 * kGravity * 0.5f;
  for (int i = 0; i < 60; ++i) {
    run(world, 1);
    const JointReadout now = world.readout(joint);
    EXPECT_NEAR(std::abs(now.reaction.torque.z), exact, 0.02 * double(exact)) << "step " << i;
    EXPECT_NEAR(now.rate[0], 0, 1e-3) << "step " << i;
  }
  run(world, 120);
  EXPECT_FALSE(world.bodies.isAwake(0));
}

/// Solvers that solve a joint's equations together: a limit meets what they let move.
constexpr SolverType kTogether[] = {SolverType::SoftStep, SolverType::Direct, SolverType::Mlcp};

// Row by row, sweeps with bias would drive it without bound: its rows far from the center undo
// each other's work.
TEST(JointBlocks, GiveNoEnergyToABallOnALongArm) {
  for (const float radius : {0.05f, 0.1f, 0.3f}) {
    World world;
    world.settings.solver = SolverType::Pgs;
    BodyDef ball = scenes::sphereAt({1, 0, 0}, radius);
    ball.mass = 2;
    HingeJoint hinge;
    hinge.bodyA = need(world.addBody(ball));
    hinge.anchor = Vec3{};
    hinge.axis = Vec3{0, 0, 1};
    need(world.addJoint(hinge));
    for (int i = 0; i < 600; ++i) {
      run(world, 1);
      const Energy energy = world.energy();
      ASSERT_LT(energy.kinetic + energy.potential, 0.1) << radius << ", step " << i;
    }
  }
}

// A rod's twist is held by both hinges, and by the outer one only across its own rod's long side.
TEST(JointBlocks, GiveNoEnergyToTwoRods) {
  for (const float half : {0.05f, 0.02f})
    for (const int substeps : {4, 8}) {
      World world;
      world.settings.solver = SolverType::Pgs;
      world.settings.substeps = substeps;
      BodyDef rod = scenes::boxAt({}, {0.5f, half, half});
      rod.mass = 1;
      std::optional<BodyId> last;
      for (int i = 0; i < 2; ++i) {
        rod.position.x = 0.5f + float(i);
        HingeJoint hinge;
        hinge.bodyA = need(world.addBody(rod));
        hinge.bodyB = last;
        hinge.anchor = Vec3{float(i), 0, 0};
        hinge.axis = Vec3{0, 0, 1};
        need(world.addJoint(hinge));
        last = hinge.bodyA;
      }
      for (int i = 0; i < 1200; ++i) {
        run(world, 1);
        const Energy energy = world.energy();
        ASSERT_LT(energy.kinetic + energy.potential, 0.1)
            << half << ", " << substeps << " substeps, step " << i;
      }
    }
}

TEST(JointLimits, StopABodyFarBesideItsRail) {
  for (const SolverType solver : kTogether)
    for (const float side : {1.0f, 3.0f, 6.0f}) {
      World world;
      world.settings.solver = solver;
      world.settings.sleeping = false;
      BodyDef box = scenes::boxAt({side, 0, 0}, {0.5f, 0.5f, 0.5f});
      box.mass = 100;
      PrismaticJoint rail;
      rail.bodyA = need(world.addBody(box));
      rail.anchor = Vec3{};
      rail.axis = Vec3{0, 1, 0};
      rail.limits = LinearLimits{-1, 1};
      const JointId joint = need(world.addJoint(rail));
      run(world, 240);
      const JointReadout now = world.readout(joint);
      EXPECT_NEAR(now.coordinate[0], -1, 1e-3) << nameOf(solver) << ", " << side << " m";
      EXPECT_NEAR(now.rate[0], 0, 1e-3) << nameOf(solver) << ", " << side << " m";
      EXPECT_NEAR(now.reaction.force.y, -100 * kGravity, 1) << nameOf(solver);
      EXPECT_NEAR(now.reaction.torque.z, -100 * kGravity * side, 0.01f * 100 * kGravity * side);
    }
}

TEST(JointLimits, GiveNoEnergyToASmallBallOnALongArm) {
  for (const SolverType solver : kTogether)
    for (const float radius : {0.05f, 0.2f}) {
      World world;
      world.settings.solver = solver;
      BodyDef ball = scenes::sphereAt({1, 0, 0}, radius);
      ball.mass = 1;
      HingeJoint hinge;
      hinge.bodyA = need(world.addBody(ball));
      hinge.anchor = Vec3{};
      hinge.axis = Vec3{0, 0, 1};
      hinge.limits = AngularLimits{-0.5f, 0.5f};
      const JointId joint = need(world.addJoint(hinge));
      for (int i = 0; i < 300; ++i) {
        run(world, 1);
        const Energy energy = world.energy();
        EXPECT_LT(energy.kinetic + energy.potential, 0.01) << nameOf(solver) << ", " << radius;
      }
      EXPECT_NEAR(world.readout(joint).coordinate[0], -0.5, 2e-3) << nameOf(solver);
    }
}

TEST_P(JointLoads, ARopeCarriesFiveTimesItsTrolley) {
  WorldSettings s = settings();
  s.sleeping = false;
  World world(s);
  BodyDef trolley = scenes::boxAt({0, 4, 0}, {0.5f, 0.2f, 0.5f});
  trolley.mass = 100;
  BodyDef load = scenes::boxAt({0, 1, 0}, {0.5f, 0.5f, 0.5f});
  load.mass = 500;
  PrismaticJoint rail;
  rail.bodyA = need(world.addBody(trolley));
  rail.axis = Vec3{1, 0, 0};
  need(world.addJoint(rail));
  DistanceJoint rope;
  rope.bodyA = need(world.addBody(load));
  rope.bodyB = rail.bodyA;
  rope.mode = DistanceMode::Rope;
  const JointId joint = need(world.addJoint(rope));
  run(world, 120);
  const double exact = 500 * double(kGravity);
  for (int i = 0; i < 60; ++i) {
    run(world, 1);
    EXPECT_NEAR(double(length(world.readout(joint).reaction.force)), exact, 0.02 * exact)
        << "step " << i;
  }
}

}  // namespace joint_loads_test
}  // namespace holonom
