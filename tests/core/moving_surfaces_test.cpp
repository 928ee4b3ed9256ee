// Surfaces that move, as of conveyor belts, under every solver.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "surfaces.h"

namespace holonom {
namespace moving_surfaces_test {

using surfaces::aboutZ;
using surfaces::addSlope;
using surfaces::boxAt;
using surfaces::Clock;
using surfaces::kGravity;
using surfaces::need;
using surfaces::paramName;
using surfaces::rough;
using surfaces::run;
using surfaces::sphereAt;
using surfaces::Surface;

class MovingSurfaces : public Surface {};

INSTANTIATE_TEST_SUITE_P(Solvers, MovingSurfaces,
                         testing::Combine(everySolver(), testing::Values(false)), paramName);
INSTANTIATE_TEST_SUITE_P(CampaignSolvers, MovingSurfaces,
                         testing::Combine(everySolver(), testing::Values(true)), paramName);

/// A level belt.
void addBelt(World& world, double friction, Vec3 velocity) {
  BodyDef belt = rough(friction, friction);
  belt.surfaceVelocity = velocity;
  addSlope(world, 0, belt);
}

TEST_P(MovingSurfaces, ABeltTakesBoxesAlong) {
  for (const double degrees : {0.0, 10.0})
    for (const float turn : {0.0f, 0.7f})
      for (const float mass : {0.1f, 20.0f})
        for (const Clock& clock : clocks()) {
          const double mu = 0.5, speed = 2, angle = degrees * 3.14159265358979 / 180;
          World world = makeWorld(clock);
          // Its own x points up the slope, turned about the normal.
          BodyDef belt = rough(mu, mu);
          belt.type = BodyType::Static;
          belt.shape = Box{{20, 0.5f, 20}};
          const Quat tilt = aboutZ(angle);
          const Quat about{0, std::sin(turn / 2), 0, std::cos(turn / 2)};
          belt.rotation = tilt * about;
          belt.position = rotate(tilt, {0, -0.5f, 0});
          // What is along the normal does nothing.
          belt.surfaceVelocity = inverseRotate(about, {float(speed), 0.5f, 0});
          need(world.addBody(belt));
          BodyDef box = rough(mu, mu);
          box.shape = Box{{0.3f, 0.1f, 0.2f}};
          box.mass = mass, box.rotation = tilt, box.position = rotate(tilt, {0, 0.1f, 0});
          need(world.addBody(box));
          const std::string what = std::to_string(degrees) + " deg, turned " +
                                   std::to_string(turn) + ", " + std::to_string(mass) + " kg," +
                                   clock.text();
          const auto along = [&](Vec3 v) { return double(dot(v, rotate(tilt, {1, 0, 0}))); };
          run(world, clock, 0.1);
          const double before = along(world.bodies.states[1].linear);
          run(world, clock, 0.2);
          const double gain = kGravity * (mu * std::cos(angle) - std::sin(angle));
          EXPECT_NEAR(along(world.bodies.states[1].linear) - before, 0.2 * gain, 0.01 * 0.2 * gain)
              << what;
          run(world, clock, 0.7);
          EXPECT_NEAR(along(world.bodies.states[1].linear), speed, 1e-3 * speed) << what;
          const Vec3 at = world.bodies.poses[1].position;
          run(world, clock, 2);
          EXPECT_NEAR(along(world.bodies.poses[1].position - at), 2 * speed, 2e-3) << what;
          EXPECT_NEAR(double(world.bodies.poses[1].position.z), 0, 2e-3) << what;
          EXPECT_NEAR(length(world.bodies.states[1].angular), 0, 1e-3) << what;
        }
}

TEST_P(MovingSurfaces, ABallOnABeltRollsAtTwoSeventhsOfItsSpeed) {
  for (const Clock& clock : clocks()) {
    World world = makeWorld(clock);
    addBelt(world, 0.4, {0, 0, 3});
    BodyDef ball = sphereAt({0, 0.2f, 0}, 0.2f);
    ball.friction = 0.4f;
    need(world.addBody(ball));
    run(world, clock, 1);
    EXPECT_NEAR(double(world.bodies.states[1].linear.z), 3 * 2.0 / 7, 0.01) << clock.text();
  }
}

// A bound on the energy of joined bodies must let the belt give them some.
TEST_P(MovingSurfaces, ABeltTakesJoinedBodiesAlong) {
  for (const Clock& clock : clocks()) {
    World world = makeWorld(clock);
    addBelt(world, 0.5, {2, 0, 0});
    std::vector<BodyId> wheels;
    for (const float x : {0.0f, 0.6f}) {
      BodyDef wheel = sphereAt({x, 0.1f, 0}, 0.1f);
      wheel.angularVelocity = {0, 0, 15};
      wheels.push_back(need(world.addBody(wheel)));
    }
    FixedJoint joint;
    joint.bodyA = wheels[0], joint.bodyB = wheels[1];
    need(world.addJoint(joint));
    run(world, clock, 1.5);
    for (const int i : {1, 2})
      EXPECT_NEAR(double(world.bodies.states[i].linear.x), 2, 0.02) << clock.text();
  }
}

TEST_P(MovingSurfaces, ABeltThatStartsWakesWhatSleepsOnIt) {
  WorldSettings settings;
  settings.solver = solver();
  World world(settings);
  BodyDef belt = boxAt({0, -0.5f, 0}, {10, 0.5f, 10});
  belt.type = BodyType::Static;
  const BodyId id = need(world.addBody(belt));
  need(world.addBody(boxAt({0, 0.5f, 0})));
  need(world.addBody(boxAt({0, 1.5f, 0})));
  for (int i = 0; i < 180; ++i) ASSERT_FALSE(world.step(1.0 / 60));
  ASSERT_EQ(world.sleepingCount(), 2);
  belt.surfaceVelocity = {1, 0, 0};
  ASSERT_FALSE(world.redefine(id, belt));
  for (int i = 0; i < 180; ++i) ASSERT_FALSE(world.step(1.0 / 60));
  EXPECT_EQ(world.sleepingCount(), 0);
  for (const int i : {1, 2}) EXPECT_NEAR(world.bodies.states[i].linear.x, 1, 0.01f) << i;
  belt.surfaceVelocity = {};
  ASSERT_FALSE(world.redefine(id, belt));
  for (int i = 0; i < 180; ++i) ASSERT_FALSE(world.step(1.0 / 60));
  EXPECT_EQ(world.sleepingCount(), 2);
}

}  // namespace moving_surfaces_test
}  // namespace holonom
