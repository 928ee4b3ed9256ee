// What is a blow-up of a spring network, and what is only fast.
#include <gtest/gtest.h>

#include "scenes.h"

namespace holonom {
namespace spring_blow_up_test {

using enum IntegratorType;
using scenes::need;

constexpr int kIntegrators = 9;

World weightless() {
  WorldSettings settings;
  settings.gravity = {};
  return World(settings);
}

SpringNetworkDef netOf(IntegratorType integrator) {
  SpringNetworkDef def;
  def.grid = GridDef{{1, 1}, {5, 5}};
  def.integrator = integrator;
  return def;
}

void run(World& world, int steps) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(1.0 / 60));
}

class AtSpeed : public testing::TestWithParam<double> {};

TEST_P(AtSpeed, ANetFliesAsOne) {
  for (int k = 0; k < kIntegrators; ++k) {
    World world = weightless();
    SpringNetworkDef def = netOf(IntegratorType(k));
    for (int i = 0; i < 36; ++i) def.velocities.insert(def.velocities.end(), {0, GetParam(), 0});
    need(world.addSpringNetwork(def));
    run(world, 60);
    EXPECT_FALSE(world.soft.springs[0].stopped) << k;
    EXPECT_NEAR(world.soft.springs[0].network.positions[7].y, GetParam(), 1e-6) << k;
  }
}

TEST_P(AtSpeed, ANetFliesWithItsBody) {
  for (const float compliance : {0.0f, 1e-5f})
    for (int k = 0; k < kIntegrators; ++k) {
      World world = weightless();
      SpringNetworkDef def = netOf(IntegratorType(k));
      def.stiffness = 10;  // even explicit Euler bears that
      for (int i = 0; i < 36; ++i) def.velocities.insert(def.velocities.end(), {GetParam(), 0, 0});
      AttachmentDef tie;
      tie.springNetwork = need(world.addSpringNetwork(def));
      BodyDef body = scenes::sphereAt({-0.5f, 0, -0.5f}, 0.05f);
      body.linearVelocity = {float(GetParam()), 0, 0};
      tie.body = need(world.addBody(body));
      tie.compliance = compliance;
      need(world.addAttachment(tie));
      run(world, 60);
      EXPECT_FALSE(world.soft.springs[0].stopped) << k;
      EXPECT_NEAR(world.soft.springs[0].network.velocities[7].x, GetParam(), 0.01 * GetParam());
    }
}

TEST_P(AtSpeed, ANetAtRestIsTakenAlongByABody) {
  // What the substep is too long for may fail; backward Euler stands every jerk.
  for (const float compliance : {0.0f, 1e-5f}) {
    World world = weightless();
    AttachmentDef tie;
    tie.springNetwork = need(world.addSpringNetwork(netOf(BackwardEuler)));
    BodyDef body = scenes::sphereAt({-0.5f, 0, -0.5f}, 0.05f);
    body.linearVelocity = {float(GetParam()), 0, 0};
    body.density = 1e6f;
    tie.body = need(world.addBody(body));
    tie.compliance = compliance;
    need(world.addAttachment(tie));
    run(world, 300);
    EXPECT_FALSE(world.soft.springs[0].stopped) << compliance;
    EXPECT_NEAR(world.soft.springs[0].network.velocities[7].x, GetParam(), 0.05 * GetParam());
  }
}

TEST_P(AtSpeed, ABallHitsANet) {
  for (const IntegratorType integrator : {SymplecticEuler, BackwardEuler}) {
    World world = weightless();
    SpringNetworkDef def = netOf(integrator);
    def.stiffness = 50;
    need(world.addSpringNetwork(def));
    BodyDef body = scenes::sphereAt({0.1f, 1, 0.1f}, 0.3f);
    body.linearVelocity = {0, float(-GetParam()), 0};
    need(world.addBody(body));
    run(world, 30);
    EXPECT_FALSE(world.soft.springs[0].stopped) << int(integrator);
  }
}

INSTANTIATE_TEST_SUITE_P(BlowUp, AtSpeed, testing::Values(1000, 5000));

TEST(BlowUp, AStiffSpringMaySwingFast) {
  // 0.1 m at ω = √(2 κ/m) = 4.5e4 1/s: up to 4472 m/s.
  WorldSettings settings;
  settings.gravity = {};
  settings.substeps = 256;
  World world(settings);
  SpringNetworkDef def;
  def.lists = SpringListsDef{{0, 0, 0, 1, 0, 0}, {0, 1}};
  def.positions = {0, 0, 0, 1.1, 0, 0};
  def.mass = 2;
  def.stiffness = 1e9;
  def.damping = 0;
  def.integrator = Harmonic;
  need(world.addSpringNetwork(def));
  for (int i = 0; i < 100; ++i) ASSERT_FALSE(world.step(2e-4));  // 28 substeps a radian
  EXPECT_FALSE(world.soft.springs[0].stopped);
}

TEST(BlowUp, WhatIsUnstableStopsSoon) {
  // Slightly and far beyond the step that each method bears, at rest and on the move.
  for (const IntegratorType integrator : {ExplicitEuler, SymplecticEuler, Verlet, Rk4, Harmonic})
    for (const double stiffness : {1e5, 1e6, 1e8})
      for (const double speed : {0.0, 5000.0}) {
        World world = weightless();
        SpringNetworkDef def = netOf(integrator);
        def.stiffness = stiffness;
        def.damping = 0;
        for (int i = 0; i < 36; ++i)
          def.velocities.insert(def.velocities.end(), {speed, 0.01 * (i % 5), 0.02 * (i % 3)});
        need(world.addSpringNetwork(def));
        run(world, 120);
        const SpringObject& o = world.soft.springs[0];
        EXPECT_TRUE(o.stopped) << int(integrator) << ' ' << stiffness << ' ' << speed;
        EXPECT_LE(o.stoppedStep, 60) << int(integrator) << ' ' << stiffness << ' ' << speed;
        for (const Vec3d& x : o.network.positions) EXPECT_LT(std::abs(x.y), 1e4);
      }
}

TEST(BlowUp, ALoneSpringThatGrowsSlowlyIsCaught) {
  // Explicit Euler: each step multiplies the energy by 1 + ω² h², while speeds pass through nought.
  World world = weightless();
  SpringNetworkDef def;
  def.lists = SpringListsDef{{0, 0, 0, 1, 0, 0}, {0, 1}};
  def.positions = {0, 0, 0, 1.1, 0, 0};
  def.mass = 2;
  def.stiffness = 2000;
  def.damping = 0;
  def.integrator = ExplicitEuler;
  need(world.addSpringNetwork(def));
  run(world, 1200);
  const SpringObject& o = world.soft.springs[0];
  EXPECT_TRUE(o.stopped);
  EXPECT_LT(length(o.network.positions[1]), 1e3);
}

TEST(BlowUp, ASpringIsNamedThoughNoneIsStrained) {
  World world = weightless();
  SpringNetworkDef def;
  def.lists = SpringListsDef{{0, 0, 0, 1, 0, 0, 2, 0, 0}, {0, 1, 1, 2}};
  def.masses = {1e-3, 1e-3, 1e-3};
  def.forces = {5e6, 0, 0, 5e6, 0, 0, 1e7, 0, 0};
  def.integrator = ExplicitEuler;  // moves positions a step late
  need(world.addSpringNetwork(def));
  run(world, 1);
  EXPECT_TRUE(world.soft.springs[0].stopped);
  EXPECT_EQ(world.soft.springs[0].stoppedSpring, 1);
}

TEST(BlowUp, AStoppedNetStillCarriesWhatLiesOnIt) {
  for (const IntegratorType integrator : {ExplicitEuler, Verlet, BackwardEuler}) {
    World world = weightless();
    world.settings.gravity = {0, -9.81f, 0};
    SpringNetworkDef def = netOf(integrator);
    def.pins.indices = {0};
    need(world.addSpringNetwork(def));
    SpringObject& o = world.soft.springs[0];
    o.network.velocities[35] = {1e12, 0, 0};  // it leaves the world
    ASSERT_FALSE(world.step(1.0 / 60));
    ASSERT_TRUE(o.stopped);
    Vec3d middle{};
    for (const Vec3d& x : o.network.positions) middle += (1.0 / 36) * x;
    need(world.addBody(scenes::sphereAt(toFloat(middle) + Vec3{0, 0.5f, 0}, 0.3f)));
    run(world, 120);
    EXPECT_GT(world.bodies.poses[0].position.y, float(middle.y)) << int(integrator);
    EXPECT_LT(length(world.bodies.states[0].linear), 0.05f) << int(integrator);
  }
}

TEST(BlowUp, WhatIsPinnedExplainsNothingHoweverHeavy) {
  int64_t stopped[2];
  for (const bool heavy : {false, true}) {
    World world = weightless();
    SpringNetworkDef def;
    def.lists = SpringListsDef{{0, 0, 0, 1, 0, 0}, {0, 1}};
    def.positions = {0, 0, 0, 1.1, 0, 0};
    def.masses = {heavy ? 1e7 : 1, 1};
    def.pins.indices = {0};
    def.stiffness = 2000;
    def.damping = 0;
    def.integrator = ExplicitEuler;
    need(world.addSpringNetwork(def));
    run(world, 1200);
    stopped[heavy] = world.soft.springs[0].stoppedStep;
  }
  EXPECT_GT(stopped[0], 0);
  EXPECT_EQ(stopped[1], stopped[0]);
}

}  // namespace spring_blow_up_test
}  // namespace holonom
