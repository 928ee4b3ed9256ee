// The account of a spring network's energy: what comes from nowhere is a blow-up, what has a source
// is not, however much it is.
#include <gtest/gtest.h>

#include <array>

#include "math/elementary.h"
#include "scenes.h"
#include "springs/diagnostics.h"

namespace holonom {
namespace spring_energy_test {

using enum IntegratorType;
using scenes::need;

World worldOf(Vec3 gravity, int substeps = 1) {
  WorldSettings settings;
  settings.gravity = gravity;
  settings.substeps = substeps;
  return World(settings);
}

/// A grid of nodes 1 m wide with its positions disturbed by `noise`.
SpringNetworkDef netOf(IntegratorType integrator, double stiffness, int segments, double noise) {
  SpringNetworkDef def;
  def.grid = GridDef{{1, 1}, {segments, segments}};
  def.integrator = integrator;
  def.stiffness = stiffness;
  const int side = segments + 1;
  def.mass = side * side;
  // The same to the bit wherever it is built: what explodes amplifies the last.
  const auto wave = [&](int k) { return noise * sineCosine(k).sine; };
  for (int i = 0; i < side * side; ++i)
    def.positions.insert(def.positions.end(),
                         {double(i % side) / segments - 0.5 + wave(7 * i), wave(3 * i),
                          double(i / side) / segments - 0.5 + wave(5 * i)});
  return def;
}

/// A mass on a spring of 1 m that hangs down from a fixed node.
SpringNetworkDef pendulum(IntegratorType integrator, double stiffness) {
  SpringNetworkDef def;
  def.lists = SpringListsDef{{0, 0, 0, 0, -1, 0}, {0, 1}};
  def.masses = {1, 1};
  def.pins.indices = {0};
  def.integrator = integrator;
  def.stiffness = stiffness;
  def.damping = 0;
  return def;
}

const SpringObject& net(const World& world) { return world.soft.springs[0]; }

double energyOf(const World& world) {
  const SpringDiagnostics d = diagnose(net(world).network, {});
  return d.kinetic + d.elastic;
}

TEST(SpringEnergy, ARawJacobianThatExplodesIsStoppedBeforeItThrowsABall) {
  for (const IntegratorType integrator : {Hybrid, Jacobi}) {
    World world = worldOf({0, -9.8125f, 0});
    BodyDef ball = scenes::sphereAt({4, 0, 0}, 0.5f);
    ball.gravityScale = 0;
    need(world.addBody(ball));
    SpringNetworkDef def = netOf(integrator, 1e7, 4, 0.002);
    def.clampCompression = false;
    def.pins.indices = {0, 4};
    need(world.addSpringNetwork(def));
    const double start = energyOf(world), weight = 25 * 9.8125;
    double explained = 0, held = 0, heldBefore = 0;
    for (int i = 0; i < 3000 && !net(world).stopped; ++i) {
      ASSERT_FALSE(world.step(0.01));
      if (net(world).stopped) break;
      explained = std::max(explained, net(world).network.explained);
      heldBefore = held, held = energyOf(world);
    }
    EXPECT_TRUE(net(world).stopped) << int(integrator);
    // It hangs no more than 1 m down.
    EXPECT_LT(explained, start + weight) << int(integrator);
    // What springs hold is found as the next step begins: one explosion, and none before it.
    EXPECT_LT(heldBefore, 1000 * (explained + 12.5)) << int(integrator);
    EXPECT_GE(net(world).stoppedSpring, 0);
    EXPECT_LT(length(world.bodies.states[0].linear), 0.1f) << int(integrator);
  }
}

TEST(SpringEnergy, AStrongForceExplainsWhatItGives) {
  // 1 kN on 1 g: a million meters a second each second.
  World world = worldOf({});
  SpringNetworkDef def;
  def.lists = SpringListsDef{{0, 0, 0, 1, 0, 0}, {0, 1}};
  def.masses = {0.001, 0.001};
  def.stiffness = 1e-4;
  def.damping = 0;
  def.forces = {0, 0, 0, 1000, 0, 0};
  def.integrator = Rk4;
  def.radius = 0;
  need(world.addSpringNetwork(def));
  for (int i = 0; i < 100; ++i) ASSERT_FALSE(world.step(1e-3));
  EXPECT_FALSE(net(world).stopped);
  EXPECT_NEAR(net(world).network.positions[1].x, 5001, 2);
}

// What it gives on the way out it takes on the way back, until next to nothing is explained.
TEST(SpringEnergy, AForceThatSwingsANodeOutTakesBackWhatItGave) {
  for (const IntegratorType integrator : {SymplecticEuler, Verlet, Rk4, Imex})
    for (const auto [force, stiffness, substeps] :
         {std::array<double, 3>{20, 10, 1}, {100, 100, 4}, {200, 100, 4}}) {
      World world = worldOf({}, int(substeps));
      SpringNetworkDef def = pendulum(integrator, stiffness);
      def.masses = {0.01, 0.01};
      def.forces = {0, 0, 0, 0, -force, 0};
      need(world.addSpringNetwork(def));
      double lowest = 0;
      for (int i = 0; i < 240; ++i) {
        ASSERT_FALSE(world.step(1.0 / 60));
        lowest = std::min(lowest, net(world).network.positions[1].y);
      }
      EXPECT_FALSE(net(world).stopped) << int(integrator) << ' ' << force;
      EXPECT_NEAR(lowest, -1 - 2 * force / stiffness, 0.15 * force / stiffness) << int(integrator);
    }
}

TEST(SpringEnergy, ExplicitMethodsNearTheirCriticalStepRecover) {
  // ω h = 1.99: with a kick, the energy swings between values that differ by a factor of hundreds.
  for (const IntegratorType integrator : {SymplecticEuler, Verlet}) {
    World world = worldOf({});
    SpringNetworkDef def = pendulum(integrator, 1.99 * 1.99 * 1e4);
    def.positions = {0, 0, 0, 0, -1.01, 0};
    need(world.addSpringNetwork(def));
    double least = kInfinity, most = 0;
    for (int i = 0; i < 2000; ++i) {
      ASSERT_FALSE(world.step(0.01));
      least = std::min(least, energyOf(world)), most = std::max(most, energyOf(world));
    }
    EXPECT_GT(most, 50 * least) << int(integrator);
    EXPECT_FALSE(net(world).stopped) << int(integrator);
  }
}

TEST(SpringEnergy, WhatAWinchAGrabOrASettingGivesIsExplained) {
  constexpr int kIntegrators = 9;
  for (int k = 0; k < kIntegrators; ++k) {
    World winch = worldOf({}, 4);
    SpringNetworkDef def = pendulum(IntegratorType(k), 400);
    def.damping = 2;
    def.pins = {};
    def.masses = {1, 1000};
    AttachmentDef tie;
    tie.springNetwork = need(winch.addSpringNetwork(def));
    BodyDef body = scenes::sphereAt({}, 0.05f);
    body.type = BodyType::Kinematic;
    body.linearVelocity = {0, 0.5f, 0};
    tie.body = need(winch.addBody(body));
    need(winch.addAttachment(tie));
    World grab = worldOf({}, 4);
    GrabDef hand;
    hand.springNetwork = need(grab.addSpringNetwork(def));
    hand.point = 1;
    hand.target = {0, -50, 0};
    need(grab.addGrab(hand));
    World setting = worldOf({}, 4);
    def.positions = {0, 0, 0, 0, -1.01, 0};
    const SpringNetworkId id = need(setting.addSpringNetwork(def));
    for (int i = 0; i < 600; ++i) {
      if (i == 300) {
        SpringNetworkDef changed = setting.describe(id);
        changed.positions = {0, 0, 0, 0, -1000, 0};
        ASSERT_FALSE(setting.redefine(id, changed));
      }
      for (World* world : {&winch, &grab, &setting}) ASSERT_FALSE(world->step(1.0 / 240));
    }
    for (const World* world : {&winch, &grab, &setting})
      EXPECT_FALSE(net(*world).stopped) << k << ' ' << (world == &winch) << (world == &grab);
    EXPECT_GT(energyOf(setting), 1e6) << k;
  }
}

TEST(SpringEnergy, ATiedNodeThatIsPlacedElsewhereIsNoBlowUp) {
  enum Act { JumpingAnchor, DraggedAnchor, LateTie, PlacedBody };
  for (const Act act : {JumpingAnchor, DraggedAnchor, LateTie, PlacedBody})
    for (const double stiffness : {1e3, 1e5, 1e6}) {
      World world = worldOf({0, -9.8125f, 0}, 4);
      SpringNetworkDef def;
      def.grid = GridDef{{1, 1}, {4, 4}};
      def.pins.indices = {24};
      def.stiffness = stiffness;
      def.damping = 1;
      AttachmentDef tie;
      tie.springNetwork = need(world.addSpringNetwork(def));
      if (act == PlacedBody) {
        BodyDef body = scenes::sphereAt({-0.5f, 0, -0.5f}, 0.05f);
        body.type = BodyType::Kinematic;
        tie.body = need(world.addBody(body));
      }
      AttachmentId held;
      if (act != LateTie) held = need(world.addAttachment(tie));
      for (int i = 0; i < 60; ++i) {
        const float far = act == DraggedAnchor ? 0.05f * float(i) : i < 20 ? 0 : 0.5f;
        const Vec3 place{-0.5f - far, 0, -0.5f};
        tie.anchor = place;
        if (act == PlacedBody) {
          BodyDef motion = world.describe(*tie.body);
          motion.position = place;
          ASSERT_FALSE(world.setMotion(*tie.body, motion));
        } else if (act != LateTie) {
          ASSERT_FALSE(world.redefine(held, tie));
        } else if (i == 20) {
          need(world.addAttachment(tie));
        }
        ASSERT_FALSE(world.step(1.0f / 60));
        ASSERT_FALSE(net(world).stopped) << act << ", " << stiffness << " N/m, step " << i;
      }
    }
}

TEST(SpringEnergy, ABodyThatStrikesOrCarriesANetExplainsWhatItGives) {
  constexpr int kIntegrators = 9;
  for (int k = 0; k < kIntegrators; ++k)
    for (const float speed : {2.0f, 60.0f}) {
      World world = worldOf({0, -9.81f, 0}, 4);
      SpringNetworkDef def = netOf(IntegratorType(k), 200, 4, 0);
      def.damping = 1;
      need(world.addSpringNetwork(def));
      BodyDef plate = scenes::boxAt({0, -1.5f, 0}, {2, 0.5f, 2});
      plate.type = BodyType::Kinematic;
      plate.linearVelocity = {0, speed, 0};
      need(world.addBody(plate));
      for (int i = 0; i < 240; ++i) ASSERT_FALSE(world.step(1.0 / 240));
      EXPECT_FALSE(net(world).stopped) << k << ' ' << speed;
      EXPECT_GT(net(world).network.positions[12].y, -1 + 0.9 * double(speed)) << k;
    }
}

TEST(SpringEnergy, AStoppedNetHasNoVelocityWhateverHoldsIt) {
  World world = worldOf({});
  SpringNetworkDef def = pendulum(SymplecticEuler, 1e9);
  def.pins = {};
  def.positions = {0, 0, 0, 0, -1.5, 0};
  AttachmentDef tie;
  tie.springNetwork = need(world.addSpringNetwork(def));
  BodyDef body = scenes::sphereAt({}, 0.05f);
  body.type = BodyType::Kinematic;
  body.linearVelocity = {5, 0, 0};
  tie.body = need(world.addBody(body));
  need(world.addAttachment(tie));
  for (int i = 0; i < 5; ++i) ASSERT_FALSE(world.step(0.01));
  ASSERT_TRUE(net(world).stopped);
  for (const Vec3d& v : net(world).network.velocities) EXPECT_EQ(v, Vec3d{});
}

TEST(SpringEnergy, ABlownSpringHasANumberWhereAllAreAtRestWithoutLength) {
  World world = worldOf({0, -9.8f, 0});
  SpringNetworkDef def;
  def.lists = SpringListsDef{{0, 0, 0, 1, 0, 0, 2, 0, 0}, {0, 1, 1, 2}};
  def.restLengths = {0, 0};
  def.stiffness = 1e6;
  def.integrator = SymplecticEuler;
  def.pins.indices = {0};
  need(world.addSpringNetwork(def));
  for (int i = 0; i < 50; ++i) ASSERT_FALSE(world.step(0.01));
  ASSERT_TRUE(net(world).stopped);
  EXPECT_GE(net(world).stoppedSpring, 0);
}

}  // namespace spring_energy_test
}  // namespace holonom
