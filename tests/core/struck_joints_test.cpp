// What a blow on jointed bodies leaves of them, of what is far from them, and of motors.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "random.h"
#include "rigid/whole_motion.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace struck_joints_test {

using scenes::need;

class StruckJoints : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, StruckJoints, everySolver(), solverName);

/// A chain of three plates that a ball hits as it falls.
void addFallingChain(World& world, Vec3 at) {
  BodyId last{};
  for (int i = 0; i < 3; ++i) {
    BodyDef plate = scenes::boxAt(at + Vec3{0.5f * float(i), 1, 0}, {0.2f, 0.02f, 0.2f});
    const BodyId id = need(world.addBody(plate));
    if (i > 0) {
      BallJoint joint;
      joint.bodyA = id, joint.bodyB = last;
      joint.anchor = at + Vec3{0.5f * float(i) - 0.25f, 1, 0};
      need(world.addJoint(joint));
    }
    last = id;
  }
  BodyDef ball = scenes::sphereAt(at + Vec3{0.4f, 2, 0.05f}, 0.1f);
  ball.linearVelocity = {0, -8, 0};
  need(world.addBody(ball));
}

TEST_P(StruckJoints, LeaveWhatIsFarAsItIs) {
  const auto run = [&](bool struck) {
    World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
    scenes::addPlane(world);
    std::vector<BodyId> boxes;
    for (int i = 0; i < 6; ++i)
      boxes.push_back(need(world.addBody(scenes::boxAt({0, 0.5f + float(i), 0}))));
    if (struck) addFallingChain(world, {40, 0, 0});
    for (int step = 0; step < 120; ++step) EXPECT_FALSE(world.step(1.0 / 60));
    std::vector<Vec3> places;
    for (const BodyId id : boxes) places.push_back(world.bodies.poses[world.indexOf(id)].position);
    return places;
  };
  const std::vector<Vec3> alone = run(false), beside = run(true);
  for (size_t i = 0; i < alone.size(); ++i) EXPECT_EQ(alone[i], beside[i]) << "box " << i;
}

/// A motor has no more than its strength, in a blow too.
TEST_P(StruckJoints, GiveMotorsNoMoreThanTheirStrength) {
  for (const float maxTorque : {0.0f, 0.5f}) {
    World world = scenes::sleeplessWorld(GetParam(), 4, {});
    BodyDef bar = scenes::boxAt({0.5f, 0, 0}, {0.5f, 0.05f, 0.05f});
    bar.mass = 1;
    const BodyId turning = need(world.addBody(bar));
    HingeJoint hinge;
    hinge.bodyA = turning, hinge.anchor = Vec3{}, hinge.axis = Vec3{0, 0, 1};
    hinge.motor = AngularMotor{20, maxTorque};
    need(world.addJoint(hinge));
    world.bodies.states[0].angular = {0, 0, 20};
    world.bodies.states[0].linear = {0, 10, 0};
    BodyDef box = scenes::boxAt({0.2f, 0.8f, 0}, {0.1f, 0.1f, 0.1f});
    box.mass = 1;
    need(world.addBody(box));
    const double before = world.energy().kinetic;
    const double inTime = 0.5 * double(maxTorque) * 25;  // [J], at 25 rad/s at most
    for (int step = 0; step < 30; ++step) {
      ASSERT_FALSE(world.step(1.0 / 60));
      ASSERT_LE(world.energy().kinetic, 1.005 * before + inTime) << maxTorque << " N m";
    }
    EXPECT_GT(length(world.bodies.states[1].linear), 1);
  }
}

TEST(GaussSeidel, NeedsNoFallBackForMotorsWithoutStrength) {
  World world = scenes::sleeplessWorld(SolverType::GaussSeidel, 4, {});
  const BodyId wheel = need(world.addBody(scenes::boxAt({}, {0.2f, 0.2f, 0.2f})));
  HingeJoint hinge;
  hinge.bodyA = wheel, hinge.anchor = Vec3{}, hinge.axis = Vec3{0, 0, 1};
  hinge.motor = AngularMotor{5, 0};
  need(world.addJoint(hinge));
  for (int step = 0; step < 10; ++step) {
    ASSERT_FALSE(world.step(1.0 / 60));
    EXPECT_EQ(world.solverReport().fallbacks, 0);
  }
}

/// Fast thin bodies that a free panel stops, on and on.
TEST_P(StruckJoints, ThinBodiesGainNoEnergyOnFreePanels) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    World world = scenes::sleeplessWorld(GetParam(), 4, {});
    BodyDef panel = scenes::boxAt({}, {0.4f, 0.4f, 0.01f});
    panel.mass = random.real(0.5f, 20);
    need(world.addBody(panel));
    BodyDef needle;
    needle.shape = seed % 2 ? Shape(Capsule{0.004f, 0.1f}) : Shape(Box{{0.3f, 0.004f, 0.004f}});
    needle.density = 7000;
    needle.position = {random.real(-0.1f, 0.1f), random.real(-0.1f, 0.1f), 0.5f};
    needle.rotation = random.rotation();
    needle.linearVelocity = {0, 0, -random.real(10, 50)};
    needle.angularVelocity = {random.real(-30, 30), random.real(-30, 30), 0};
    need(world.addBody(needle));
    const std::array<int, 2> both{0, 1};
    const Whole before = wholeOf(world.bodies, both);
    const double energy = world.energy().kinetic;
    for (int step = 0; step < 60; ++step) {
      ASSERT_FALSE(world.step(1.0 / 60));
      ASSERT_LE(world.energy().kinetic, 1.005 * energy) << "seed " << seed << ", step " << step;
    }
    const Whole after = wholeOf(world.bodies, both);
    EXPECT_LE(std::sqrt(lengthSquared(after.momentum - before.momentum)),
              2e-5 * std::sqrt(lengthSquared(before.momentum)))
        << "seed " << seed;
  }
}

}  // namespace struck_joints_test
}  // namespace holonom
