// A vehicle whose motors turn its wheels at ω rolls at ω r: wheels of many corners strike the
// ground with each of them, and that costs the vehicle neither speed nor time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "convex.h"
#include "long_run.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace rolling_vehicle_test {

using scenes::need;

/// About z; 0 corners: a cylinder.
BodyDef wheelAt(Vec3 position, float radius, int corners) {
  BodyDef wheel;
  wheel.position = position;
  wheel.friction = 1, wheel.mass = 3;
  if (corners == 0) {
    wheel.shape = Cylinder{radius, 0.05f};
    wheel.rotation = {std::sqrt(0.5f), 0, 0, std::sqrt(0.5f)};
    return wheel;
  }
  wheel.shape = convex::wheelHull(radius, 0.05f, corners);
  return wheel;
}

BodyId addVehicle(World& world, float radius, int corners, float rate) {
  BodyDef chassis = scenes::boxAt({0, radius + 0.15f, 0}, {0.6f, 0.1f, 0.3f});
  chassis.mass = 50;
  const BodyId body = need(world.addBody(chassis));
  for (const float x : {-0.5f, 0.5f})
    for (const float z : {-0.4f, 0.4f}) {
      const Vec3 hub{x, radius, z};
      HingeJoint axle;
      axle.bodyA = body, axle.bodyB = need(world.addBody(wheelAt(hub, radius, corners)));
      axle.anchor = hub, axle.axis = Vec3{0, 0, 1};
      AngularMotor motor;
      motor.velocity = rate;
      axle.motor = motor;
      need(world.addJoint(axle));
    }
  return body;
}

BodyDef groundOf(bool plane) {
  BodyDef ground = scenes::boxAt({0, -1, 0}, {100, 1, 10});
  if (plane) ground.shape = Plane{}, ground.position = {};
  ground.type = BodyType::Static;
  ground.friction = 1;
  return ground;
}

struct Ride {
  bool plane;
  int corners, substeps;
  float radius, speed;  ///< [m], [m/s]
};

/// Mean velocity in the third and fourth second [m/s].
Vec3 velocityOf(SolverType solver, const Ride& r) {
  World world;
  world.settings.solver = solver;
  world.settings.substeps = r.substeps;
  need(world.addBody(groundOf(r.plane)));
  const BodyId body = addVehicle(world, r.radius, r.corners, r.speed / r.radius);
  const auto place = [&] { return world.bodies.poses[size_t(world.indexOf(body))].position; };
  for (int i = 0; i < 120; ++i) world.step(1.0f / 60);
  const Vec3 from = place();
  for (int i = 0; i < 120; ++i) world.step(1.0f / 60);
  return 0.5f * (place() - from);
}

class RollingVehicle : public testing::TestWithParam<SolverType> {};

TEST_P(RollingVehicle, RollsAsFastAsItsWheelsTurn) {
  const bool quick = GetParam() == SolverType::SoftStep || GetParam() == SolverType::Direct;
  const bool all = quick || longRun();
  for (const bool plane : {true, false})
    for (const int corners : {0, 64, 128})
      for (const int substeps : {4, 8})
        for (const float radius : {0.2f, 0.3f})
          for (const float speed : {1.5f, 3.0f}) {
            if (!all && (corners != 64 || substeps > 4 || radius < 0.3f || speed < 3)) continue;
            const Ride ride{plane, corners, substeps, radius, speed};
            const Vec3 velocity = velocityOf(GetParam(), ride);
            const std::string what =
                std::string(plane ? "plane, " : "box, ") + std::to_string(corners) + " corners, " +
                std::to_string(substeps) + " substeps, " + std::to_string(radius) + " m";
            EXPECT_NEAR(velocity.x, speed, 0.011 * speed) << what;
            EXPECT_NEAR(velocity.y, 0, 0.01 * speed) << what;
            // Corners that strike one by one turn it a little.
            EXPECT_NEAR(velocity.z, 0, 0.05 * speed) << what;
          }
}

/// In how many of 60 steps contacts are solved with their whole island.
int exactSteps(SolverType solver, int corners) {
  World world;
  world.settings.solver = solver;
  need(world.addBody(groundOf(true)));
  addVehicle(world, 0.3f, corners, 5);
  int count = 0;
  for (int i = 0; i < 60; ++i) {
    world.step(1.0f / 60);
    count += std::ranges::any_of(world.collision.contacts.active(),
                                 [](const Contact& c) { return c.exact; });
  }
  return count;
}

/// What round wheels touch does not bar them: the island of the car need not be solved as a whole,
/// which takes many times as long. Corners do bar them.
TEST(RollingVehicles, TakeNoMoreWorkThanTheirContacts) {
  for (const SolverType solver : {SolverType::SoftStep, SolverType::Direct}) {
    for (const int corners : {0, 64, 128}) EXPECT_EQ(exactSteps(solver, corners), 0) << corners;
    EXPECT_GT(exactSteps(solver, 4), 20);
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, RollingVehicle, everySolver(), solverName);

}  // namespace rolling_vehicle_test
}  // namespace holonom
