// What every solver owes a world: forces that can be read, motors and their limits, a switch in
// the middle of a run, and an account of how well it solved.
#include <cmath>

#include "physics.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace solvers_world_test {

using scenes::boxAt;
using scenes::need;

constexpr float kStep = 1.0f / 60;
constexpr float kSubstep = kStep / 4;

WorldSettings settingsOf(SolverType solver) {
  WorldSettings s;
  s.solver = solver;
  s.sleeping = false;
  return s;
}

void run(World& world, int steps) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(kStep));
}

class SolversWorld : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, SolversWorld, everySolver(), solverName);

TEST_P(SolversWorld, TheGroundCarriesTheWeightOfABox) {
  World world(settingsOf(GetParam()));
  scenes::addGround(world);
  BodyDef box = boxAt({0, 0.5f, 0});
  box.mass = 10;
  need(world.addBody(box));
  run(world, 120);
  ASSERT_EQ(world.collision.contacts.all().size(), 1u);
  const Contact& contact = world.collision.contacts.all()[0];
  const ContactPatch& c = world.collision.contacts.patchOf(contact);
  float sum = 0;
  for (int i = 0; i < contact.count; ++i) sum += c.points()[i].impulse / kSubstep;
  EXPECT_NEAR(sum, 98.1, 0.1);
  EXPECT_NEAR(c.stepImpulse / kStep, 98.1, 0.1);
  EXPECT_LT(length(c.tangentImpulse) / kSubstep, 0.1);
}

TEST_P(SolversWorld, FrictionHoldsABoxOnASlope) {
  World world(settingsOf(GetParam()));
  world.settings.gravity = {3, -9.81f, 0};
  scenes::addGround(world);
  BodyDef box = boxAt({0, 0.5f, 0});
  box.mass = 10;
  need(world.addBody(box));
  run(world, 60);
  EXPECT_NEAR(
      length(world.collision.contacts.patchOf(world.collision.contacts.all()[0]).tangentImpulse) /
          kSubstep,
      30, 0.3);
}

TEST_P(SolversWorld, AHungBallPullsAtItsJointWithItsWeight) {
  World world(settingsOf(GetParam()));
  BodyDef ball = scenes::sphereAt({0, -1, 0}, 0.1f);
  ball.mass = 2;
  BallJoint joint;
  joint.bodyA = need(world.addBody(ball));
  joint.anchor = Vec3{};
  const JointId id = need(world.addJoint(joint));
  run(world, 60);
  const JointReaction reaction = world.readout(id).reaction;
  EXPECT_NEAR(reaction.force.y, -19.62, 0.02);
  EXPECT_NEAR(reaction.force.x, 0, 0.02);
}

TEST_P(SolversWorld, AMotorReachesItsSpeedWithinItsTorque) {
  World world(settingsOf(GetParam()));
  const BodyId wheel = need(world.addBody(boxAt({}, {0.5f, 0.5f, 0.1f})));
  const float inertia = world.bodies.masses[0].inertia.z;
  HingeJoint hinge;
  hinge.bodyA = wheel;
  hinge.axis = Vec3{0, 0, 1};
  hinge.anchor = Vec3{};
  hinge.motor = AngularMotor{5, 10 * inertia};
  const JointId id = need(world.addJoint(hinge));
  run(world, 15);
  EXPECT_NEAR(world.bodies.states[0].angular.z, 2.5, 0.01);
  EXPECT_NEAR(world.readout(id).lambda[5], 10 * inertia, 1e-3f * inertia);
  run(world, 45);
  EXPECT_NEAR(world.bodies.states[0].angular.z, 5, 0.01);
  EXPECT_NEAR(world.readout(id).lambda[5], 0, 0.1f * inertia);
}

TEST_P(SolversWorld, ABallBouncesToTheSquareOfItsRestitution) {
  World world(settingsOf(GetParam()));
  scenes::addGround(world);
  BodyDef ball = scenes::sphereAt({0, 1.5f, 0}, 0.5f);
  ball.restitution = 0.8f;
  need(world.addBody(ball));
  float highest = 0;
  bool bounced = false;
  for (int i = 0; i < 60; ++i) {
    run(world, 1);
    bounced |= world.bodies.states[1].linear.y > 1;
    if (bounced) highest = std::max(highest, world.bodies.poses[1].position.y - 0.5f);
  }
  // The speed of approach, 4.43 m/s, is that as the step of the impact begins: up to g/60 less.
  const double most = 0.64, least = 0.64 * std::pow(1 - 9.81 / 60 / 4.43, 2) - 0.02;
  EXPECT_LT(highest, most);
  EXPECT_GT(highest, least);
}

TEST_P(SolversWorld, NoForceOfARestingStackIsOutsideItsBounds) {
  World world(settingsOf(GetParam()));
  scenes::tower(world, 4);
  run(world, 60);
  const SolverReport report = world.solverReport();
  EXPECT_LT(report.boundViolation, 0.01);  // of 10 kN
  EXPECT_LT(report.residual, 0.01);
  EXPECT_GT(report.iterations, 0);
  EXPECT_EQ(report.rows, 4 * 12);
}

TEST(SolversWorld, MlcpSolvesAStackThatPgsLeavesUnsolved) {
  double residual[2];
  for (const SolverType solver : {SolverType::Mlcp, SolverType::Pgs}) {
    World world(settingsOf(solver));
    scenes::tower(world, 6);
    run(world, 3);
    residual[solver == SolverType::Pgs] = world.solverReport().residual;
    EXPECT_EQ(world.solverReport().fallbacks, 0);
  }
  EXPECT_LT(residual[0], 1e-6);
  EXPECT_GT(residual[1], 1e-4);
}

TEST(SolversWorld, AnIslandTooLargeForMlcpIsCounted) {
  World world(settingsOf(SolverType::Mlcp));
  scenes::pyramid(world, 11);
  run(world, 1);
  EXPECT_EQ(world.solverReport().fallbacks, 4);  // in each substep
}

/// A chain of balls straight down, the last heavier.
void hangChain(World& world, int links, float heavy) {
  std::optional<BodyId> last;
  for (int i = 0; i < links; ++i) {
    BodyDef def = scenes::sphereAt({0, -0.1f * float(i + 1), 0}, 0.04f);
    def.mass = i == links - 1 ? heavy : 1;
    BallJoint joint;
    joint.bodyA = need(world.addBody(def));
    joint.bodyB = last;
    joint.anchor = Vec3{0, -0.1f * float(i), 0};
    need(world.addJoint(joint));
    last = joint.bodyA;
  }
}

TEST(SolversWorld, DirectKeepsEveryEquationOfAHeavyChain) {
  const auto residualOf = [](SolverType solver, bool exactIslands, int links) {
    World world(settingsOf(solver));
    world.settings.exactIslands = exactIslands;
    hangChain(world, links, 100);
    run(world, 10);
    return world.solverReport().residual;
  };
  for (const bool exact : {false, true})
    EXPECT_LT(residualOf(SolverType::Direct, exact, 100), 1e-6);
  EXPECT_GT(residualOf(SolverType::Pgs, false, 100), 1e-2);
  // Its heavy ball on a light link makes it an island that is solved exactly unless told not to.
  EXPECT_LT(residualOf(SolverType::Pgs, true, 40), 1e-6);
}

/// A ball 1 m under a body that stands at x = `far`, or under the world.
BallJoint pinned(BodyId ball, std::optional<BodyId> to, float far) {
  BallJoint j;
  j.bodyA = ball, j.bodyB = to;
  j.anchorA = Vec3{0, 1, 0};
  j.anchorB = to ? Vec3{-far, 6, 0} : Vec3{0, 6, 0};
  return j;
}

TEST_P(SolversWorld, APinPassesFromTheWorldToANewBodyAndBack) {
  World world(settingsOf(GetParam()));
  constexpr float kFar = 10;
  const BodyId ball = need(world.addBody(scenes::sphereAt({0, 5, 0}, 0.2f)));
  BodyDef wall = boxAt({kFar, 0, 0});
  wall.type = BodyType::Static;
  const auto expectHeld = [&] {
    run(world, 20);
    EXPECT_LT(length(world.describe(ball).position - Vec3{0, 5, 0}), 0.01);
  };
  JointId pin = need(world.addJoint(pinned(ball, {}, kFar)));
  expectHeld();
  world.remove(pin);
  const BodyId post = need(world.addBody(wall));
  pin = need(world.addJoint(pinned(ball, post, kFar)));
  expectHeld();
  world.remove(pin);
  world.remove(post);
  need(world.addJoint(pinned(ball, {}, kFar)));
  expectHeld();
}

TEST(SolversWorld, LimitsThatAreFarChangeNothing) {
  // A motor too weak to push has its joint evaluated at every step.
  const auto endOf = [](SolverType solver, bool always) {
    World world(settingsOf(solver));
    scenes::addGround(world);
    BodyId last{};
    for (int i = 0; i < 7; ++i) {
      const BodyId link = need(world.addBody(boxAt({float(i), 3, 0}, {0.4f, 0.1f, 0.1f})));
      HingeJoint j;
      j.bodyA = link;
      if (i > 0) j.bodyB = last;
      j.anchor = Vec3{float(i) - 0.5f, 3, 0};
      j.axis = Vec3{0, i % 2 ? 0.1f : 0, 1};
      j.limits = AngularLimits{-0.6f, 0.4f};
      // One in either world: what motors drive may gain energy.
      if (always || i == 6) j.motor = AngularMotor{0, 1e-45f};
      need(world.addJoint(j));
      last = link;
    }
    run(world, 200);
    return world.bodies.poses;
  };
  for (const SolverType solver : {SolverType::SoftStep, SolverType::Direct})
    EXPECT_EQ(endOf(solver, false), endOf(solver, true)) << nameOf(solver);
}

TEST(SolversWorld, TheSolverMayChangeAtEveryStep) {
  World world(settingsOf(SolverType::SoftStep));
  scenes::tower(world, 5);
  BodyDef bob = scenes::sphereAt({5, 3, 0}, 0.2f);
  BallJoint joint;
  joint.bodyA = need(world.addBody(bob));
  joint.anchor = Vec3{4, 3, 0};
  need(world.addJoint(joint));
  HingeJoint flap;
  flap.bodyA = need(world.addBody(boxAt({9.5f, 3, 0}, {0.5f, 0.1f, 0.5f})));
  flap.anchor = Vec3{9, 3, 0};
  flap.axis = Vec3{0, 0, 1};
  flap.limits = AngularLimits{-0.3f, 0.3f};
  const JointId hung = need(world.addJoint(flap));
  for (int i = 0; i < 240; ++i) {
    world.settings.solver = allSolvers()[size_t(i * 7 % 11) % allSolvers().size()];
    run(world, 1);
    for (int b = 1; b <= 5; ++b) {
      const Vec3 moved = world.bodies.poses[b].position - Vec3{0, float(b) - 0.5f, 0};
      ASSERT_LT(length(moved), 0.03) << "body " << b << " at step " << i;
    }
    const double reach = length(world.bodies.poses[6].position - Vec3{4, 3, 0});
    ASSERT_NEAR(reach, 1, 0.01) << "at step " << i;
    ASSERT_GT(world.readout(hung).coordinate[0], -0.31) << "at step " << i;
  }
}

}  // namespace solvers_world_test
}  // namespace holonom
