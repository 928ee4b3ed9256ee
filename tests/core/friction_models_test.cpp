// The three bounds of friction, and how the materials of a pair become one.
#include <gtest/gtest.h>

#include <cmath>

#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace friction_models_test {

using scenes::boxAt;
using scenes::need;

/// Speed that a box has lost after sliding for half a second at 5 m/s along a horizontal direction.
double lostSpeed(FrictionModel model, Vec3 direction, float pushDown = 0,
                 SolverType solver = WorldSettings{}.solver) {
  WorldSettings settings;
  settings.friction = model;
  settings.solver = solver;
  World world(settings);
  scenes::addGround(world);
  BodyDef def = boxAt({0, 0.25f, 0}, {0.5f, 0.25f, 0.5f});
  def.linearVelocity = 5 * direction;
  def.friction = 0.25f;
  def.frictionCombine = Combine::Min;
  const BodyId id = need(world.addBody(def));
  const int i = world.indexOf(id);
  for (int k = 0; k < 30; ++k) {
    world.bodies.forces[i] = {0, -pushDown, 0};
    EXPECT_FALSE(world.step(1.0f / 60));
  }
  return 5 - length(world.bodies.states[i].linear);
}

constexpr double kHalfSecondLoss = 0.25 * 9.81 * 0.5;  // μ g t
const Vec3 kAlong{1, 0, 0}, kDiagonal{0.70710678f, 0, 0.70710678f};

class Cone : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, Cone, everySolver(), solverName);

TEST_P(Cone, IsTheSameInEveryDirection) {
  for (const double turn : {0.0, 0.3, 0.785, 1.2, 1.5708}) {
    const Vec3 direction{float(std::cos(turn)), 0, float(std::sin(turn))};
    EXPECT_NEAR(lostSpeed(FrictionModel::Cone, direction, 0, GetParam()), kHalfSecondLoss,
                0.01 * kHalfSecondLoss)
        << turn;
  }
}

TEST(Friction, ThePyramidHoldsMoreAlongItsDiagonal) {
  const double along = lostSpeed(FrictionModel::Pyramid, kAlong);
  const double diagonal = lostSpeed(FrictionModel::Pyramid, kDiagonal);
  EXPECT_NEAR(along, kHalfSecondLoss, 0.01 * kHalfSecondLoss);
  EXPECT_NEAR(diagonal, std::sqrt(2.0) * kHalfSecondLoss, 0.02 * kHalfSecondLoss);
}

TEST(Friction, ThePyramidHoldsOnASlopeAsMuchAsTheConeWhicheverWayItFalls) {
  const double angle = 0.5, mu = 0.9 * std::tan(angle);
  for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 0, 1}})
    for (const FrictionModel model : {FrictionModel::Cone, FrictionModel::Pyramid})
      for (const SolverType solver : allSolvers()) {
        WorldSettings settings;
        settings.friction = model;
        settings.solver = solver;
        World world(settings);
        const float s = float(std::sin(angle / 2));
        const Quat tilt{s * axis.x, s * axis.y, s * axis.z, float(std::cos(angle / 2))};
        BodyDef ground;
        ground.type = BodyType::Static;
        ground.shape = Plane{};
        ground.rotation = tilt;
        ground.friction = float(mu);
        need(world.addBody(ground));
        BodyDef box = boxAt(rotate(tilt, {0, 0.1f, 0}), {0.5f, 0.1f, 0.5f});
        box.rotation = tilt;
        box.friction = float(mu);
        need(world.addBody(box));
        for (int k = 0; k < 60; ++k) ASSERT_FALSE(world.step(1.0f / 60));
        const double speed = 9.81 * (std::sin(angle) - mu * std::cos(angle));
        EXPECT_NEAR(length(world.bodies.states[1].linear), speed, 0.06 * speed)
            << nameOf(solver) << " " << int(model) << " about " << (axis.x > 0 ? "x" : "z");
      }
}

TEST(Friction, ConstantFrictionKnowsNoNormalForce) {
  const float weight = 500 * 9.81f;
  EXPECT_NEAR(lostSpeed(FrictionModel::Constant, kAlong, 0), kHalfSecondLoss,
              0.01 * kHalfSecondLoss);
  EXPECT_NEAR(lostSpeed(FrictionModel::Constant, kAlong, weight), kHalfSecondLoss,
              0.01 * kHalfSecondLoss);
  EXPECT_NEAR(lostSpeed(FrictionModel::Cone, kAlong, weight), 2 * kHalfSecondLoss,
              0.01 * kHalfSecondLoss);
}

/// A slope of this angle [rad] about z that falls along x, and the rotation of what lies on it.
Quat addSlope(World& world, double angle, float friction) {
  const Quat tilt{0, 0, float(-std::sin(angle / 2)), float(std::cos(angle / 2))};
  BodyDef ground;
  ground.type = BodyType::Static;
  ground.shape = Plane{};
  ground.rotation = tilt;
  ground.friction = friction;
  need(world.addBody(ground));
  return tilt;
}

class Constant : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, Constant, everySolver(), solverName);

TEST_P(Constant, SlidesDownASlopeByTheWeightAlone) {
  for (const double degrees : {10.0, 30.0, 45.0, 60.0})
    for (const float mu : {0.1f, 0.3f, 0.6f})
      for (const float mass : {0.1f, 20.0f})
        for (const float dt : {1.0f / 30, 1.0f / 60, 1.0f / 240})
          for (const int substeps : {1, 4}) {
            WorldSettings settings;
            settings.friction = FrictionModel::Constant;
            settings.solver = GetParam();
            settings.substeps = substeps;
            World world(settings);
            const double angle = degrees * 3.14159265358979 / 180;
            const Quat tilt = addSlope(world, angle, mu);
            BodyDef box = boxAt(rotate(tilt, {0, 0.25f, 0}), {0.5f, 0.25f, 0.5f});
            box.rotation = tilt, box.friction = mu, box.mass = mass;
            need(world.addBody(box));
            const int steps = int(std::lround(0.3 / double(dt)));
            double speed = 0;
            for (int k = 0; k < 2 * steps; ++k) {
              ASSERT_FALSE(world.step(double(dt)));
              if (k + 1 == steps) speed = double(length(world.bodies.states[1].linear));
            }
            const double gained = double(length(world.bodies.states[1].linear)) - speed;
            const double wanted = 0.3 * std::max(9.81 * (std::sin(angle) - double(mu)), 0.0);
            EXPECT_NEAR(gained, wanted, 0.002 * 9.81 * 0.3)
                << degrees << " deg, mu " << mu << ", " << mass << " kg, dt " << dt << ", "
                << substeps << " substeps";
          }
}

TEST_P(Constant, IsTheSameInEveryDirection) {
  for (const double turn : {0.0, 0.3, 0.785, 1.2}) {
    const Vec3 direction{float(std::cos(turn)), 0, float(std::sin(turn))};
    EXPECT_NEAR(lostSpeed(FrictionModel::Constant, direction, 0, GetParam()), kHalfSecondLoss,
                0.002 * kHalfSecondLoss)
        << turn;
  }
}

TEST(Friction, OfTwoRulesTheLaterOneCombines) {
  const auto combined = [](Combine a, Combine b) {
    World world;
    BodyDef ground = boxAt({0, -1, 0}, {5, 1, 5});
    ground.type = BodyType::Static;
    ground.friction = 0.9f, ground.frictionCombine = a;
    need(world.addBody(ground));
    BodyDef box = boxAt({0, 0.5f, 0});
    box.friction = 0.4f, box.frictionCombine = b;
    need(world.addBody(box));
    EXPECT_FALSE(world.step(1.0f / 60));
    return world.collision.contacts.patchOf(world.collision.contacts.all().at(0)).friction;
  };
  EXPECT_FLOAT_EQ(combined(Combine::Average, Combine::Average), 0.65f);
  EXPECT_FLOAT_EQ(combined(Combine::Average, Combine::GeometricMean), 0.6f);
  EXPECT_FLOAT_EQ(combined(Combine::Min, Combine::GeometricMean), 0.4f);
  EXPECT_FLOAT_EQ(combined(Combine::Min, Combine::Multiply), 0.36f);
  EXPECT_FLOAT_EQ(combined(Combine::Max, Combine::Min), 0.9f);
}

}  // namespace friction_models_test
}  // namespace holonom
