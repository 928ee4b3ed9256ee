// Fast and spinning bodies: what passes by is left alone, nothing gets through, nothing gains
// energy.
#include <gtest/gtest.h>

#include <cmath>

#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace continuous_collision_test {

using scenes::need;

WorldSettings freeOf(SolverType solver, int substeps) {
  WorldSettings settings;
  settings.solver = solver;
  settings.substeps = substeps;
  settings.gravity = {};
  settings.sleeping = false;
  return settings;
}

BodyDef bodyOf(const Shape& shape, Vec3 position, BodyType type = BodyType::Dynamic) {
  BodyDef def;
  def.shape = shape;
  def.position = position;
  def.type = type;
  return def;
}

struct Flyer {
  Shape shape;
  float below;  // of its lowest point [m]
};

/// Speed changed, as a share, of a body that flies past another at a gap above its top.
double disturbed(SolverType solver, int substeps, const Shape& target, float top,
                 const Flyer& flyer, float gap, float speed, float sideways) {
  World w(freeOf(solver, substeps));
  need(w.addBody(bodyOf(target, {}, BodyType::Static)));
  const float start = std::fmin(8.0f, 5 + 0.05f * speed);
  BodyDef def = bodyOf(flyer.shape, {-start, top + gap + flyer.below, -sideways * start});
  def.linearVelocity = {speed, 0, sideways * speed};
  const int i = w.indexOf(need(w.addBody(def)));
  for (int k = 0; k < int(120 * start / speed) + 2; ++k) EXPECT_FALSE(w.step(1.0f / 60));
  return double(length(w.bodies.states[i].linear - def.linearVelocity)) / speed;
}

class Continuous : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, Continuous, everySolver(), solverName);

void expectNoGhostHits(SolverType solver, const std::vector<float>& gaps,
                       const std::vector<float>& speeds, const std::vector<int>& substeps) {
  const std::pair<Shape, float> targets[] = {{Box{{0.5f, 1, 2}}, 1.0f},
                                             {Sphere{0.5f}, 0.5f},
                                             {Capsule{1, 0.5f}, 1.5f},
                                             {Box{{3, 1, 3}}, 1.0f}};
  const Flyer flyers[] = {{Sphere{0.05f}, 0.05f},
                          {Capsule{0.05f, 0.025f}, 0.075f},
                          {Box{{0.05f, 0.05f, 0.05f}}, 0.05f},
                          {Box{{0.1f, 0.025f, 0.2f}}, 0.025f}};
  for (const auto& [target, top] : targets)
    for (const Flyer& flyer : flyers)
      for (const int count : substeps)
        for (const float gap : gaps)
          for (const float speed : speeds)
            for (const float sideways : {0.0f, 0.3f})
              EXPECT_LT(disturbed(solver, count, target, top, flyer, gap, speed, sideways), 0.01)
                  << "gap " << gap << " speed " << speed << " substeps " << count;
}

TEST_P(Continuous, WhatPassesByIsLeftAlone) {
  expectNoGhostHits(GetParam(), {0.005f, 0.05f}, {3, 50}, {4});
}

class CampaignContinuous : public Continuous {};
INSTANTIATE_TEST_SUITE_P(CampaignSolvers, CampaignContinuous, everySolver(), solverName);

TEST_P(CampaignContinuous, WhatPassesByIsLeftAlone) {
  expectNoGhostHits(GetParam(), {0.005f, 0.01f, 0.05f, 0.3f}, {1, 3, 10, 50, 200, 500}, {1, 4, 16});
}

TEST_P(Continuous, AHingedRodStopsAtAThinWallWithoutGainingEnergy) {
  for (const int substeps : {4, 16})
    for (const float rate : {5.0f, 20.0f, 60.0f}) {
      World w(freeOf(GetParam(), substeps));
      need(w.addBody(bodyOf(Box{{0.02f, 0.3f, 1}}, {1.2f, 1, 0}, BodyType::Static)));
      BodyDef def = bodyOf(Box{{1.5f, 0.02f, 0.05f}}, {});
      def.mass = 1.0f;
      def.angularVelocity = {0, 0, rate};
      HingeJoint hinge;
      hinge.bodyA = need(w.addBody(def));
      hinge.anchor = Vec3{};
      hinge.axis = Vec3{0, 0, 1};
      need(w.addJoint(hinge));
      const double start = w.energy().kinetic;
      double angle = 0, before = 0;
      for (int k = 0; k < 120; ++k) {
        EXPECT_FALSE(w.step(1.0f / 60));
        EXPECT_LE(w.energy().kinetic, 1.005 * start) << rate;
        const Quat q = w.bodies.poses[w.indexOf(*hinge.bodyA)].rotation;
        const double now = 2 * std::atan2(double(q.z), double(q.w));
        angle += std::remainder(now - before, 2 * M_PI);
        before = now;
        EXPECT_LT(angle, 0.75) << rate << " substeps " << substeps;
      }
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
      Hull hull;
      for (int i = 0; i < 64; ++i)
        for (const float z : {-0.12f, 0.12f})
          for (const float x :
               {0.35f * float(std::cos(i * M_PI / 32)), 0.35f * float(std::sin(i * M_PI / 32)), z})
            hull.points.push_back(x);
      BodyDef def = bodyOf(hull, {0, 0.35f, 0});
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
