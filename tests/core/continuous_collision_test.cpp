// Fast and spinning bodies: what passes by is left alone, nothing gets through, nothing gains
// energy.
#include <gtest/gtest.h>

#include <cmath>

#include "convex.h"
#include "flights.h"
#include "random.h"
#include "solvers.h"

namespace holonom {
namespace continuous_collision_test {

using flights::bodyOf;
using flights::need;

WorldSettings freeOf(SolverType solver, int substeps) {
  return flights::freeWorld(solver, substeps).settings;
}

class Continuous : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, Continuous, everySolver(), solverName);

TEST_P(Continuous, WhatPassesByIsLeftAlone) {
  const flights::Target targets[] = {
      {Box{{0.5f, 1, 2}}, 1}, {Sphere{0.5f}, 0.5f}, {Capsule{1, 0.5f}, 1.5f}, {Box{{3, 1, 3}}, 1}};
  const flights::Flyer flyers[] = {{Sphere{0.05f}, 0.05f},
                                   {Capsule{0.05f, 0.025f}, 0.075f},
                                   {Box{{0.05f, 0.05f, 0.05f}}, 0.05f},
                                   {Box{{0.1f, 0.025f, 0.2f}}, 0.025f}};
  for (const flights::Target& target : targets)
    for (const flights::Flyer& flyer : flyers)
      for (const float gap : {0.005f, 0.05f})
        for (const float speed : {3.0f, 50.0f})
          for (const float sideways : {0.0f, 0.3f})
            EXPECT_LT(flights::disturbed(GetParam(), 4, target, flyer, {gap, speed, sideways}),
                      0.01)
                << "gap " << gap << " speed " << speed;
}

TEST_P(Continuous, AHingedRodStopsAtAThinWallWithoutGainingEnergy) {
  for (const int substeps : {4, 16})
    for (const float rate : {5.0f, 20.0f, 60.0f}) {
      World w(freeOf(GetParam(), substeps));
      need(w.addBody(bodyOf(Box{{0.02f, 0.3f, 1}}, {1.2f, 1, 0}, BodyType::Static)));
      BodyDef def = bodyOf(Box{{1.5f, 0.02f, 0.05f}}, {});
      def.mass = 1.0f;
      const int i = flights::addHingedBar(w, def, rate);
      const double start = w.energy().kinetic;
      flights::Turned turned;
      for (int k = 0; k < 120; ++k) {
        EXPECT_FALSE(w.step(1.0f / 60));
        EXPECT_LE(w.energy().kinetic, 1.005 * start) << rate;
        EXPECT_LT(turned.by(w.bodies.poses[i].rotation), 0.75) << rate << " substeps " << substeps;
      }
    }
}

/// In a step they move by many times their size and the wall's thickness together.
TEST_P(Continuous, SmallBodiesStopAtThinWalls) {
  Random random(3);
  Hull hull;
  for (int k = 0; k < 18; ++k) hull.points.push_back(k % 4 ? 0 : k % 8 ? -0.05f : 0.05f);
  const Shape shapes[] = {Sphere{0.04f}, Capsule{0.02f, 0.1f}, Box{{0.02f, 0.03f, 0.04f}},
                          Box{{0.1f, 0.1f, 0.0025f}}, hull};
  for (const Shape& shape : shapes)
    for (const float speed : {100.0f, 300.0f, 500.0f})
      for (int k = 0; k < 10; ++k) {
        World w(freeOf(GetParam(), k % 2 ? 1 : 4));
        need(w.addBody(bodyOf(Box{{0.005f, 30, 30}}, {}, BodyType::Static)));
        BodyDef def = bodyOf(shape, {-random.real(0.5f, 1) - 0.02f * speed, 0, 0});
        def.rotation = random.rotation();
        def.linearVelocity = speed * Vec3{1, random.real(-0.5f, 0.5f), random.real(-0.5f, 0.5f)};
        const int i = w.indexOf(need(w.addBody(def)));
        for (int step = 0; step < 6; ++step) EXPECT_FALSE(w.step(1.0f / 60));
        EXPECT_LT(w.bodies.poses[i].position.x, 0) << speed << " " << k;
      }
}

/// A ball that flies to and fro between thin plates several times in a step passes neither.
TEST_P(Continuous, BouncesWithinAStepAreSeen) {
  Random random(19);
  for (const int substeps : {1, 4})
    for (const float speed : {50.0f, 130.0f, 400.0f})
      for (int k = 0; k < 4; ++k) {
        World w(freeOf(GetParam(), substeps));
        for (const float x : {-1.0f, 1.0f})
          need(w.addBody(bodyOf(Box{{0.005f, 5, 5}}, {x, 0, 0}, BodyType::Static)));
        BodyDef def = bodyOf(Sphere{0.05f}, {random.real(-0.9f, 0.9f), 0, 0});
        def.linearVelocity = {random.below(2) ? speed : -speed, random.real(-1, 1), 0};
        def.restitution = 1;
        def.friction = 0;
        const int i = w.indexOf(need(w.addBody(def)));
        const double start = w.energy().kinetic;
        for (int step = 0; step < 60; ++step) {
          EXPECT_FALSE(w.step(1.0f / 60));
          ASSERT_LT(abs(w.bodies.poses[i].position.x), 1) << speed << " substeps " << substeps;
        }
        EXPECT_NEAR(w.energy().kinetic, start, 1e-3 * start) << speed << " substeps " << substeps;
      }
}

/// What rests before a thin plate is hurled at it by a blow, and stops there in the same step.
TEST_P(Continuous, WhatIsHurledAtAPlateStopsThere) {
  for (const int substeps : {1, 4})
    for (const float speed : {20.0f, 100.0f, 300.0f})
      for (const float gap : {0.03f, 0.1f, 0.5f, 2.0f})
        for (const bool mesh : {false, true}) {
          World w(freeOf(GetParam(), substeps));
          BodyDef plate = bodyOf(Box{{0.005f, 5, 5}}, {}, BodyType::Static);
          if (mesh) {
            Mesh sheet;
            sheet.vertices = {0, -5, -5, 0, -5, 5, 0, 5, 5, 0, 5, -5};
            sheet.indices = {0, 1, 2, 0, 2, 3};
            plate.shape = sheet;
          }
          need(w.addBody(plate));
          const float radius = 0.05f, at = -0.005f - gap - radius;
          const int struck = w.indexOf(need(w.addBody(bodyOf(Sphere{radius}, {at, 0, 0}))));
          BodyDef def = bodyOf(Sphere{radius}, {at - 1.5f - 0.02f * speed, 0, 0});
          def.linearVelocity = {speed, 0, 0};
          def.restitution = 1;
          need(w.addBody(def));
          for (int step = 0; step < 60; ++step) {
            EXPECT_FALSE(w.step(1.0f / 60));
            ASSERT_LT(w.bodies.poses[struck].position.x, 0)
                << speed << " gap " << gap << " substeps " << substeps << " mesh " << mesh;
          }
          EXPECT_GT(w.bodies.poses[struck].position.x, at);
        }
}

/// Small tumbling boxes thrown on a thin plate stay above it and gain no energy.
TEST_P(Continuous, DiceStayOnThinPlates) {
  Random random(77);
  for (int k = 0; k < 40; ++k) {
    WorldSettings settings = freeOf(GetParam(), 4);
    settings.gravity = {0, -9.81f, 0};
    World w(settings);
    const float half = random.real(0.005f, 0.015f), size = random.real(0.002f, 0.01f);
    need(w.addBody(bodyOf(Box{{1, half, 1}}, {0, -half, 0}, BodyType::Static)));
    BodyDef def = bodyOf(Box{{size, size, size}}, {0, 0.3f, 0});
    def.linearVelocity = {random.real(-2, 2), random.real(-20, -3), random.real(-2, 2)};
    def.angularVelocity = {random.real(-10, 10), random.real(-10, 10), random.real(-10, 10)};
    const int i = w.indexOf(need(w.addBody(def)));
    const auto energyOf = [&] { return w.energy().kinetic + w.energy().potential; };
    const double start = energyOf() + 1e-6;
    for (int step = 0; step < 60; ++step) {
      EXPECT_FALSE(w.step(1.0f / 60));
      const Vec3 p = w.bodies.poses[i].position;
      if (abs(p.x) > 0.95f || abs(p.z) > 0.95f) break;
      EXPECT_GT(p.y, -half) << k;
      EXPECT_LT(energyOf(), 1.01 * start + 1e-6) << k;
    }
  }
}

/// A hull of 64 corners that a motor turns rolls as a wheel does.
TEST(Wheels, AHullOfManyCornersRollsAtItsRate) {
  for (const bool plane : {true, false})
    for (const float rate : {10.0f, 20.0f}) {
      World w;
      BodyDef ground = plane ? bodyOf(Plane{}, {}, BodyType::Static)
                             : bodyOf(Box{{100, 1, 5}}, {0, -1, 0}, BodyType::Static);
      ground.friction = 1;
      need(w.addBody(ground));
      BodyDef def = bodyOf(convex::wheelHull(0.35f, 0.12f, 64), {0, 0.35f, 0});
      def.mass = 50.0f;
      def.friction = 1;
      const BodyId id = need(w.addBody(def));
      double sum = 0;
      for (int k = 0; k < 240; ++k) {
        BodyDef motion = w.describe(id);
        motion.angularVelocity = {0, 0, -rate};
        EXPECT_FALSE(w.setMotion(id, motion));
        EXPECT_FALSE(w.step(1.0f / 60));
        if (k >= 120) sum += double(w.bodies.states[w.indexOf(id)].linear.x);
      }
      EXPECT_NEAR(sum / 120 / (0.35 * rate), 1, 0.02) << plane << " " << rate;
    }
}

}  // namespace continuous_collision_test
}  // namespace holonom
