// Kinematic bodies that move to a pose within a step, and what they carry.
#include <gtest/gtest.h>

#include <cmath>

#include "long_run.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace {

using scenes::boxAt;
using scenes::need;

BodyId addKinematic(World& world, Vec3 halfExtents = {1, 0.1f, 1}) {
  BodyDef def = boxAt({0, 0, 0}, halfExtents);
  def.type = BodyType::Kinematic;
  return need(world.addBody(def));
}

Quat turn(Vec3 axis, float angle) {
  const Vec3 v = std::sin(angle / 2) * normalize(axis);
  return {v.x, v.y, v.z, std::cos(angle / 2)};
}

TEST(MoveTo, ArrivesExactlyWhateverTheStepAndStaysThere) {
  for (const float dt : {1 / 15.0f, 1 / 60.0f, 1 / 144.0f, 1 / 1000.0f})
    for (const int substeps : {1, 2, 4, 7, 16})
      for (const float angle : {0.0f, 0.01f, 1.0f, 2.5f, 3.14159f}) {
        World world;
        WorldSettings settings;
        settings.substeps = substeps;
        ASSERT_FALSE(world.redefine(settings));
        const BodyId body = addKinematic(world);
        const MoveTarget target{{0.37f, -1.9f, 12.5f}, turn({1, 2, -3}, angle)};
        ASSERT_FALSE(world.moveTo(body, target));
        for (int step = 0; step < 3; ++step) {
          ASSERT_FALSE(world.step(dt));
          const BodyDef now = world.describe(body);
          EXPECT_EQ(now.position, target.position) << dt << " " << substeps;
          EXPECT_NEAR(
              std::abs(now.rotation.x * target.rotation->x + now.rotation.y * target.rotation->y +
                       now.rotation.z * target.rotation->z + now.rotation.w * target.rotation->w),
              1, 1e-6);
        }
      }
}

TEST(MoveTo, TurnsTheShortestWayAtConstantVelocities) {
  World world;
  const BodyId body = addKinematic(world);
  const float angle = 3.0f;
  // The same rotation by a quaternion of the other sign.
  Quat q = turn({0, 1, 0}, -angle);
  q = {-q.x, -q.y, -q.z, -q.w};
  ASSERT_FALSE(world.moveTo(body, {{1, 2, 3}, q}));
  ASSERT_FALSE(world.step(0.01f));
  const BodyState& during = world.bodies.states[world.indexOf(body)];
  EXPECT_NEAR(during.angular.y, -angle / 0.01f, 1e-3);
  EXPECT_NEAR(during.linear.y, 200, 1e-3);
  ASSERT_FALSE(world.step(0.01f));
  EXPECT_EQ(world.bodies.states[world.indexOf(body)].linear, Vec3{});
  EXPECT_EQ(world.bodies.states[world.indexOf(body)].angular, Vec3{});
}

TEST(MoveTo, TheLastCallCountsAndSettingAVelocityCancelsIt) {
  World world;
  const BodyId body = addKinematic(world);
  ASSERT_FALSE(world.moveTo(body, {{5, 0, 0}, {}}));
  ASSERT_FALSE(world.moveTo(body, {{1, 0, 0}, {}}));
  ASSERT_FALSE(world.step(0.1f));
  EXPECT_EQ(world.describe(body).position, (Vec3{1, 0, 0}));
  ASSERT_FALSE(world.moveTo(body, {{5, 0, 0}, {}}));
  BodyDef motion = world.describe(body);
  motion.linearVelocity = {1, 0, 0};
  ASSERT_FALSE(world.setMotion(body, motion));
  for (int step = 0; step < 10; ++step) ASSERT_FALSE(world.step(0.1f));
  EXPECT_NEAR(world.describe(body).position.x, 2, 1e-5);
}

TEST(MoveTo, AStepThatEndsWithinItsSubstepsGoesOnInTheNext) {
  World world;
  const BodyId body = addKinematic(world);
  ASSERT_FALSE(world.moveTo(body, {{4, 0, 0}, {}}));
  ASSERT_FALSE(world.step(0.1f, 1));
  EXPECT_NEAR(world.describe(body).position.x, 1, 1e-5);
  ASSERT_FALSE(world.step(0.1f));
  EXPECT_EQ(world.describe(body).position, (Vec3{4, 0, 0}));
}

TEST(MoveTo, IsPartOfASnapshot) {
  World world, other;
  const BodyId body = addKinematic(world);
  ASSERT_FALSE(world.moveTo(body, {{4, 1, 0}, turn({0, 0, 1}, 1)}));
  ASSERT_FALSE(other.restore(world.snapshot()));
  for (World* each : {&world, &other})
    for (int step = 0; step < 2; ++step) ASSERT_FALSE(each->step(0.1f));
  EXPECT_EQ(other.describe(body).position, (Vec3{4, 1, 0}));
  EXPECT_EQ(world.snapshot(), other.snapshot());
}

TEST(MoveTo, RefusesOtherBodiesAndBadPoses) {
  World world;
  const BodyId crate = need(world.addBody(boxAt({0, 3, 0})));
  const Status dynamic = world.moveTo(crate, {});
  ASSERT_TRUE(dynamic);
  EXPECT_EQ(dynamic->path, "type");
  const BodyId body = addKinematic(world);
  const Status infinite = world.moveTo(body, {{INFINITY, 0, 0}, {}});
  ASSERT_TRUE(infinite);
  EXPECT_EQ(infinite->path, "position[0]");
  EXPECT_EQ(world.moveTo(body, {{}, Quat{0, 0, 0, 0}})->path, "rotation");
  ASSERT_TRUE(world.remove(body));
  EXPECT_EQ(world.moveTo(body, {})->code, ErrorCode::Stale);
}

class MoveToSolvers : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, MoveToSolvers, everySolver(), solverName);

TEST_P(MoveToSolvers, ALiftThatGoesUpAndDownCarriesABox) {
  World world;
  WorldSettings settings;
  settings.solver = GetParam();
  ASSERT_FALSE(world.redefine(settings));
  const BodyId lift = addKinematic(world);
  BodyDef def = boxAt({0.2f, 0.6f, -0.1f});
  def.friction = 0.8f;
  const BodyId box = need(world.addBody(def));
  for (int step = 0; step < 30; ++step) ASSERT_FALSE(world.step(1 / 60.0f));
  for (int step = 1; step <= 240; ++step) {
    const float t = float(step) / 60;
    const Vec3 place{0.3f * (1 - std::cos(t)), 0.5f * (1 - std::cos(2 * t)), 0};
    ASSERT_FALSE(world.moveTo(lift, {place, {}}));
    ASSERT_FALSE(world.step(1 / 60.0f));
    const Vec3 rider = world.describe(box).position - place;
    EXPECT_NEAR(rider.x, 0.2f, 5e-3) << step;
    EXPECT_NEAR(rider.y, 0.6f, 8e-3) << step;
    EXPECT_NEAR(rider.z, -0.1f, 5e-3) << step;
  }
}

TEST_P(MoveToSolvers, ATurntableCarriesABoxRound) {
  World world;
  WorldSettings settings;
  settings.solver = GetParam();
  ASSERT_FALSE(world.redefine(settings));
  const BodyId table = addKinematic(world, {2, 0.1f, 2});
  BodyDef def = boxAt({1, 0.35f, 0}, {0.25f, 0.25f, 0.25f});
  def.friction = 0.9f;
  const BodyId box = need(world.addBody(def));
  for (int step = 0; step < 30; ++step) ASSERT_FALSE(world.step(1 / 60.0f));
  for (int step = 1; step <= 360; ++step) {
    // Started gently, so that nothing slips.
    const float t = float(step) / 60, angle = t < 1 ? t * t / 2 : t - 0.5f;
    ASSERT_FALSE(world.moveTo(table, {{}, turn({0, 1, 0}, angle)}));
    ASSERT_FALSE(world.step(1 / 60.0f));
    const Vec3 place = world.describe(box).position;
    EXPECT_NEAR(place.x, std::cos(angle), 1e-2) << step;
    EXPECT_NEAR(place.z, -std::sin(angle), 1e-2) << step;
  }
}

/// How far from its circle a box gets on a turntable that starts gently and turns for four seconds
/// more [m].
float creepOnTurntable(SolverType solver, int substeps, float rate, float radius, bool moved) {
  World world;
  WorldSettings settings;
  settings.solver = solver;
  settings.substeps = substeps;
  EXPECT_FALSE(world.redefine(settings));
  const BodyId table = addKinematic(world, {3, 0.1f, 3});
  BodyDef def = boxAt({radius, 0.3f, 0}, {0.2f, 0.2f, 0.2f});
  def.friction = 1;
  const BodyId box = need(world.addBody(def));
  for (int step = 0; step < 30; ++step) EXPECT_FALSE(world.step(1 / 60.0f));
  float creep = 0;
  for (int step = 1; step <= 300; ++step) {
    const float t = float(step) / 60, spin = rate * min(t, 1.0f);
    if (moved) {
      const float angle = rate * (t < 1 ? t * t / 2 : t - 0.5f);
      EXPECT_FALSE(world.moveTo(table, {{}, turn({0, 1, 0}, angle)}));
    } else {
      BodyDef motion = world.describe(table);
      motion.angularVelocity = {0, spin, 0};
      EXPECT_FALSE(world.setMotion(table, motion));
    }
    EXPECT_FALSE(world.step(1 / 60.0f));
    const Vec3 p = world.describe(box).position;
    creep = max(creep, abs(std::sqrt(p.x * p.x + p.z * p.z) - radius));
  }
  return creep;
}

TEST_P(MoveToSolvers, NothingCreepsOutwardOnATurntable) {
  for (const int substeps : {1, 2, 4, 8})
    for (const float rate : {0.5f, 1.0f, 2.0f})
      for (const float radius : {0.4f, 1.0f, 2.0f}) {
        if (rate * rate * radius > 6) continue;  // friction holds it up to 9.81 m/s²
        if (!longRun() && (substeps == 2 || substeps == 8)) continue;
        for (const bool moved : {false, true})
          EXPECT_LT(creepOnTurntable(GetParam(), substeps, rate, radius, moved), 2e-3f)
              << substeps << " substeps, " << rate << " rad/s, " << radius << " m"
              << (moved ? ", moveTo" : "");
      }
}

TEST_P(MoveToSolvers, NothingCreepsOnAPlatformThatRocks) {
  for (const int substeps : {1, 4})
    for (const float place : {-1.5f, 0.8f}) {
      World world;
      WorldSettings settings;
      settings.solver = GetParam();
      settings.substeps = substeps;
      ASSERT_FALSE(world.redefine(settings));
      const BodyId platform = addKinematic(world, {2, 0.1f, 0.5f});
      BodyDef def = boxAt({place, 0.3f, 0}, {0.2f, 0.2f, 0.2f});
      def.friction = 1;
      const BodyId box = need(world.addBody(def));
      const auto rock = [&](int steps) {
        for (int step = 1; step <= steps; ++step) {
          const float angle = 0.25f * std::sin(2 * 3.14159265f * float(step) / 180);
          ASSERT_FALSE(world.moveTo(platform, {{}, turn({0, 0, 1}, angle)}));
          ASSERT_FALSE(world.step(1 / 60.0f));
        }
      };
      rock(180);
      const float before = world.describe(box).position.x;
      rock(4 * 180);
      // An error of first order in the substep takes it 20 mm away with one substep at 1.5 m.
      EXPECT_NEAR(world.describe(box).position.x, before, substeps == 1 ? 4e-3f : 5e-3f)
          << substeps << " substeps at " << place << " m";
    }
}

TEST_P(MoveToSolvers, ABallThatLandsOnARollerSpinsAsTheBlowHasIt) {
  // Friction stops the slip: 5/7 of the roller's surface speed goes into the spin, 2/7 into the
  // way.
  for (const int substeps : {4, 8})
    for (const float rate : {10.0f, 20.0f}) {
      World world;
      WorldSettings settings;
      settings.solver = GetParam();
      settings.substeps = substeps;
      settings.gravity = {};
      ASSERT_FALSE(world.redefine(settings));
      BodyDef roller;
      roller.type = BodyType::Kinematic;
      roller.shape = Capsule{0.1f, 1};
      roller.rotation = turn({1, 0, 0}, 1.5707963f);
      roller.angularVelocity = {0, 0, rate};
      roller.friction = 1;
      need(world.addBody(roller));
      BodyDef def;
      def.shape = Sphere{0.1f};
      def.position = {0, 0.26f, 0};
      def.linearVelocity = {0, -3, 0};
      def.friction = 1;
      const BodyId ball = need(world.addBody(def));
      for (int step = 0; step < 10 && world.describe(ball).angularVelocity.z == 0; ++step)
        ASSERT_FALSE(world.step(1 / 60.0f));
      const float spin = rate * 0.1f * 5 / 7 / 0.1f;
      EXPECT_NEAR(world.describe(ball).angularVelocity.z, -spin, 0.03f * spin)
          << substeps << " substeps, " << rate << " rad/s";
    }
}

}  // namespace
}  // namespace holonom
