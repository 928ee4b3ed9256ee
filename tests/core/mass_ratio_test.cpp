// Bodies of very unlike masses: heavy ones rest on light ones, and hang from them, under every
// solver.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace mass_ratio_test {

using scenes::boxAt;
using scenes::need;
using scenes::sphereAt;

class MassRatio : public testing::TestWithParam<SolverType> {
 protected:
  World makeWorld(int substeps, Vec3 gravity = {0, -9.81f, 0}) const {
    return scenes::sleeplessWorld(GetParam(), substeps, gravity);
  }
};

INSTANTIATE_TEST_SUITE_P(Solvers, MassRatio, everySolver(), solverName);

struct Rest {
  float moved = 0, speed = 0;  // farthest from its place [m]; fastest in the last second [m/s]
};

Rest rest(World& world, int steps = 300) {
  const auto start = world.bodies.poses;
  Rest out;
  for (int k = 0; k < steps; ++k) {
    EXPECT_FALSE(world.step(1.0f / 60));
    for (int i = 0; i < world.bodies.size() && k >= steps - 60; ++i)
      out.speed = std::max(out.speed, length(world.bodies.states[i].linear));
  }
  for (int i = 0; i < world.bodies.size(); ++i)
    out.moved = std::max(out.moved, length(world.bodies.poses[i].position - start[i].position));
  return out;
}

void expectRest(SolverType solver, int substeps, float ratio, const std::vector<bool>& heavy) {
  WorldSettings settings;
  settings.solver = solver;
  settings.substeps = substeps;
  settings.sleeping = false;
  World world(settings);
  scenes::addGround(world);
  std::string what = std::to_string(substeps) + " substeps, ratio " + std::to_string(ratio);
  for (size_t i = 0; i < heavy.size(); ++i) {
    BodyDef box = boxAt({0, 0.5f + float(i), 0});
    box.mass = heavy[i] ? ratio : 1;
    need(world.addBody(box));
    what += heavy[i] ? " heavy" : " light";
  }
  const Rest found = rest(world, 150);
  EXPECT_LE(found.moved, 0.001f) << what;
  EXPECT_LE(found.speed, 0.001f) << what;
}

TEST_P(MassRatio, HeavyBoxesRestOnLightOnes) {
  expectRest(GetParam(), 1, 1000, {false, true});
  expectRest(GetParam(), 4, 1000, {false, false, true});
  expectRest(GetParam(), 4, 30, {true, false, true});
}

class CampaignMassRatio : public MassRatio {};
INSTANTIATE_TEST_SUITE_P(CampaignSolvers, CampaignMassRatio, everySolver(), solverName);

TEST_P(CampaignMassRatio, HeavyBoxesRestOnLightOnes) {
  for (const int substeps : {1, 2, 4, 8})
    for (const float ratio : {30.0f, 100.0f, 1000.0f})
      for (const std::vector<bool>& heavy : {std::vector<bool>{false, true},
                                             {false, false, true},
                                             {false, true, false},
                                             {true, false, true},
                                             {false, true, false, true},
                                             {false, false, false, true}})
        expectRest(GetParam(), substeps, ratio, heavy);
}

TEST_P(MassRatio, AHeavyTableStandsOnLightLegs) {
  World world = makeWorld(4);
  scenes::addGround(world);
  for (const float x : {-0.9f, 0.9f})
    for (const float z : {-0.9f, 0.9f}) {
      BodyDef leg = boxAt({x, 0.25f, z}, {0.1f, 0.25f, 0.1f});
      leg.mass = 1;
      need(world.addBody(leg));
    }
  BodyDef top = boxAt({0, 0.6f, 0}, {1, 0.1f, 1});
  top.mass = 1000;
  need(world.addBody(top));
  const Rest found = rest(world, 150);
  EXPECT_LE(found.moved, 0.001f);
  EXPECT_LE(found.speed, 0.001f);
}

TEST_P(MassRatio, WhatFallsOnALightBoxComesToRestOnIt) {
  for (const float ratio : {100.0f, 1000.0f})
    for (const float drop : {0.05f, 0.5f}) {
      World world = makeWorld(4);
      scenes::addGround(world);
      BodyDef light = boxAt({0, 0.5f, 0});
      light.mass = 1;
      need(world.addBody(light));
      BodyDef heavy = boxAt({0, 1.5f + drop, 0});
      heavy.mass = ratio;
      need(world.addBody(heavy));
      const Rest found = rest(world);
      EXPECT_LE(found.speed, 0.001f) << ratio << " from " << drop;
      EXPECT_NEAR(world.bodies.poses[1].position.y, 0.5f, 0.002f) << ratio << " from " << drop;
      EXPECT_NEAR(world.bodies.poses[2].position.y, 1.5f, 0.004f) << ratio << " from " << drop;
    }
}

/// Nothing throws a crate back that fell on another body, and no energy comes of it.
void expectStays(World world, const Shape& light, float ratio, float height, float rate) {
  scenes::addGround(world);
  BodyDef below = boxAt({0, 0.1f, 0});
  below.shape = light, below.mass = 1;
  need(world.addBody(below));
  BodyDef crate = boxAt({0, 0.3f + height, 0}, {0.1f, 0.1f, 0.1f});
  crate.mass = ratio;
  const int i = world.indexOf(need(world.addBody(crate)));
  const auto energy = [&] {
    const auto e = world.energy();
    return e.kinetic + e.potential;
  };
  double least = energy();
  float lowest = 1, fastest = 0;
  for (int step = 0; float(step) < rate; ++step) {
    ASSERT_FALSE(world.step(1 / rate));
    least = std::min(least, energy());
    EXPECT_LT(energy() - least, 0.005 * double(ratio) * 9.81 * double(height))
        << ratio << ", " << height << " m, " << rate << " Hz, step " << step;
    const Transform& pose = world.bodies.poses[size_t(i)];
    // A ball may roll away from under it.
    if (length(pose.rotation.xyz()) > 1e-3f || std::abs(pose.position.x) > 1e-3f) break;
    lowest = std::min(lowest, pose.position.y);
    fastest = std::max(fastest, world.bodies.states[size_t(i)].linear.y);
  }
  EXPECT_GT(lowest, 0.298f) << ratio << ", " << height << " m, " << rate << " Hz";
  EXPECT_LT(fastest, 0.05f) << ratio << ", " << height << " m, " << rate << " Hz";
}

TEST_P(MassRatio, ACrateThatFallsOnALighterOneStaysOnIt) {
  for (const float ratio : {1.6f, 4.0f, 12.0f, 17.0f})
    expectStays(makeWorld(4), Box{{0.1f, 0.1f, 0.1f}}, ratio, 1, 60);
}

TEST_P(CampaignMassRatio, ACrateThatFallsOnALighterBodyStaysOnIt) {
  const Shape lights[] = {Box{{0.1f, 0.1f, 0.1f}}, Sphere{0.1f}, Box{{0.2f, 0.1f, 0.2f}}};
  for (const Shape& light : lights)
    for (const float ratio : {1.6f, 2.0f, 4.0f, 8.0f, 12.0f, 15.0f, 17.0f, 50.0f})
      for (const float height : {0.2f, 1.0f, 3.0f})
        for (const float rate : {60.0f, 120.0f})
          expectStays(makeWorld(4), light, ratio, height, rate);
}

/// A crate slides into a light body, which lies at a wall.
void expectHeldByWall(World world, bool ball, float ratio, float speed, float half, float rate) {
  scenes::addGround(world);
  BodyDef wall = boxAt({-half, 1, 0}, {half, 1, 2});
  wall.type = BodyType::Static;
  need(world.addBody(wall));
  const Vec3 place{0.101f, 0.1f, 0};
  BodyDef light = ball ? sphereAt(place, 0.1f) : boxAt(place, {0.1f, 0.1f, 0.1f});
  light.mass = 1, light.friction = 0.1f;
  const int i = world.indexOf(need(world.addBody(light)));
  BodyDef crate = boxAt({0.6f, 0.1f, 0}, {0.1f, 0.1f, 0.1f});
  crate.mass = ratio, crate.friction = 0.1f, crate.linearVelocity = {-speed, 0, 0};
  need(world.addBody(crate));
  for (int step = 0; float(step) < 0.3f * rate; ++step) ASSERT_FALSE(world.step(1 / rate));
  EXPECT_GT(world.bodies.poses[size_t(i)].position.x, 0)
      << ball << ", " << rate << " Hz, " << ratio << ", " << speed << " m/s, " << half << " m";
}

TEST_P(MassRatio, ACratePressesALighterBodyThroughNoWall) {
  for (const float ratio : {4.0f, 12.0f})
    for (const float speed : {4.0f, 12.0f})
      expectHeldByWall(makeWorld(4), true, ratio, speed, 0.05f, 60);
}

TEST_P(CampaignMassRatio, ACratePressesALighterBodyThroughNoWall) {
  for (const bool ball : {true, false})
    for (const float rate : {30.0f, 60.0f, 120.0f})
      for (const float ratio : {2.0f, 4.0f, 8.0f, 15.0f, 20.0f})
        for (const float speed : {4.0f, 8.0f, 12.0f})
          for (const float half : {0.03f, 0.1f})
            expectHeldByWall(makeWorld(4), ball, ratio, speed, half, rate);
}

TEST_P(MassRatio, ALightChainCarriesAHeavyBall) {
  for (const int substeps : {1, 4})
    for (const int links : {1, 4}) {
      World world = makeWorld(substeps);
      std::optional<BodyId> last;
      for (int i = 0; i <= links; ++i) {
        const bool isBall = i == links;
        const float top = -0.5f * float(i);
        BodyDef def = isBall ? sphereAt({0, top - 0.3f, 0}, 0.3f)
                             : boxAt({0, top - 0.25f, 0}, {0.05f, 0.25f, 0.05f});
        def.mass = isBall ? 1000.0f : 1.0f;
        BallJoint joint;
        joint.bodyA = need(world.addBody(def));
        joint.bodyB = last;
        joint.anchor = Vec3{0, top, 0};
        need(world.addJoint(joint));
        last = joint.bodyA;
      }
      const Rest found = rest(world);
      EXPECT_LE(found.moved, 0.001f) << substeps << " substeps, " << links << " links";
      EXPECT_LE(found.speed, 0.001f) << substeps << " substeps, " << links << " links";
    }
}

/// A tray of 1 kg that joints hold in each way, and a crate on it that lay there or fell.
TEST_P(MassRatio, ALightTrayOnJointsCarriesAHeavyCrate) {
  enum Held { Fixed, ByRods, ByHinge, BySlider };
  const auto hold = [](World& world, BodyId tray, Held held) {
    std::vector<JointId> joints;
    if (held == Fixed) {
      FixedJoint joint;
      joint.bodyA = tray;
      joints.push_back(need(world.addJoint(joint)));
    } else if (held == ByHinge) {
      HingeJoint joint;
      joint.bodyA = tray, joint.anchor = Vec3{-0.5f, 0, 0}, joint.axis = Vec3{0, 0, 1};
      joint.limits = AngularLimits{0, 0};
      joints.push_back(need(world.addJoint(joint)));
    } else if (held == BySlider) {
      PrismaticJoint joint;
      joint.bodyA = tray, joint.axis = Vec3{0, 1, 0}, joint.limits = LinearLimits{-0.2f, 0.5f};
      joints.push_back(need(world.addJoint(joint)));
    }
    for (const float x : {-0.45f, 0.45f})
      for (const float z : {-0.45f, 0.45f}) {
        if (held != ByRods) continue;
        DistanceJoint joint;
        joint.bodyA = tray, joint.anchorA = Vec3{x, 0, z}, joint.anchorB = Vec3{x, 2, z};
        joints.push_back(need(world.addJoint(joint)));
      }
    return joints;
  };
  for (const Held held : {Fixed, ByRods, ByHinge, BySlider})
    for (const float mass : {5.0f, 12.0f, 50.0f, 300.0f, 1000.0f})
      for (const float fall : {0.0f, 1.0f}) {
        World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
        BodyDef def = scenes::boxAt({}, {0.5f, 0.05f, 0.5f});
        def.mass = 1;
        const BodyId tray = need(world.addBody(def));
        const std::vector<JointId> joints = hold(world, tray, held);
        def = scenes::boxAt({0, 0.25f + fall, 0}, {0.2f, 0.2f, 0.2f});
        def.mass = mass;
        const BodyId crate = need(world.addBody(def));
        for (int i = 0; i < 300; ++i) world.step(1.0 / 60);
        const std::string what = std::to_string(held) + ", " + std::to_string(mass) + " kg, fell " +
                                 std::to_string(fall) + " m";
        EXPECT_NEAR(world.describe(tray).position.y, held == BySlider ? -0.2f : 0, 1e-3f) << what;
        const float above = world.describe(crate).position.y - world.describe(tray).position.y;
        EXPECT_NEAR(above, 0.25f, 1e-3f) << what;
        EXPECT_LE(length(world.describe(crate).linearVelocity), 1e-3f) << what;
        float force = 0;
        for (const JointId joint : joints) force += length(world.readout(joint).reaction.force);
        EXPECT_NEAR(force, 9.81f * (1 + mass), 0.01f * (1 + mass)) << what;
      }
}

TEST_P(MassRatio, ASqueezedLightBallKeepsTheMomenta) {
  World world = makeWorld(4, {});
  for (const float side : {-1.0f, 1.0f}) {
    BodyDef heavy = boxAt({0.8f * side, 0.02f * side, 0});
    heavy.mass = 1000, heavy.linearVelocity = {-0.5f * side, 0, 0};
    need(world.addBody(heavy));
  }
  BodyDef light = sphereAt({0, 0, 0}, 0.25f);
  light.mass = 1;
  need(world.addBody(light));
  const Momentum before = world.momentum();
  for (int k = 0; k < 120; ++k) ASSERT_FALSE(world.step(1.0f / 60));
  const Momentum after = world.momentum();
  EXPECT_LT(length(after.linear - before.linear), 1e-5 * 500);
  EXPECT_LT(length(after.angular - before.angular), 1e-5 * 500);
  EXPECT_LT(world.energy().kinetic, 250.5);
}

TEST_P(MassRatio, OnlyHeavyOnLightIsSolvedExactly) {
  const auto anyExact = [&](std::vector<float> masses) {
    World world = makeWorld(4);
    scenes::addGround(world);
    for (size_t i = 0; i < masses.size(); ++i) {
      BodyDef box = boxAt({0, 0.5f + float(i), 0});
      box.mass = masses[i];
      need(world.addBody(box));
    }
    for (int k = 0; k < 10; ++k) EXPECT_FALSE(world.step(1.0f / 60));
    const auto& all = world.collision.contacts.all();
    return std::any_of(all.begin(), all.end(), [](const Contact& c) { return bool(c.exact); });
  };
  EXPECT_FALSE(anyExact({1, 1, 1, 1}));
  EXPECT_FALSE(anyExact({1000, 100, 10, 1}));
  EXPECT_FALSE(anyExact({1, 1.4f}));
  EXPECT_TRUE(anyExact({1, 1.6f}));
  EXPECT_TRUE(anyExact({1, 10, 100}));
  EXPECT_TRUE(anyExact({1, 1, 1000}));
}

TEST_P(MassRatio, ARestoredWorldGoesOnWithoutExactIslandsAsTheFirst) {
  World world = makeWorld(4);
  scenes::addGround(world);
  for (const float mass : {1.0f, 1000.0f}) {
    BodyDef box = boxAt({0, mass > 1 ? 1.5f : 0.5f, 0});
    box.mass = mass;
    need(world.addBody(box));
  }
  for (int i = 0; i < 10; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  World twin;
  ASSERT_FALSE(twin.restore(world.snapshot()));
  for (World* each : {&world, &twin}) {
    each->settings.exactIslands = false;
    for (int i = 0; i < 20; ++i) ASSERT_FALSE(each->step(1.0f / 60));
  }
  EXPECT_EQ(world.hash(), twin.hash());
}

/// How many of 100 heavy boxes on light ones, each pair by itself, are solved exactly.
int exactPairs(float ratio) {
  World world;
  world.settings.sleeping = false;
  scenes::addGround(world);
  for (int i = 0; i < 100; ++i)
    for (const bool heavy : {false, true}) {
      BodyDef box = scenes::boxAt({2 * float(i % 10), heavy ? 1.5f : 0.5f, 2 * float(i / 10)});
      box.mass = heavy ? ratio : 1;
      scenes::need(world.addBody(box));
    }
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(world.step(1.0f / 60));
  int count = 0;
  for (const Contact& c : world.collision.contacts.all())
    count += c.exact && world.bodies.moves(c.bodyA) && world.bodies.moves(c.bodyB);
  return count;
}

TEST(ExactIslands, ManyTakeBoundedWorkTheMostUnlikeFirst) {
  EXPECT_EQ(exactPairs(1.4f), 0);
  EXPECT_GT(exactPairs(4), 5);
  const int few = exactPairs(20), all = exactPairs(1000);
  EXPECT_GT(few, 0);
  // A pair has 24 rows: its own contact and that of the ground.
  EXPECT_LE(24 * few, 2 * 20 * kRowsPerRatio);
  EXPECT_EQ(all, 100);
}

}  // namespace mass_ratio_test
}  // namespace holonom
