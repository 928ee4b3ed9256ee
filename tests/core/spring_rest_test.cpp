// Nodes that something holds: where they come to rest, and that they are told to be at rest.
#include <gtest/gtest.h>

#include "scenes.h"

namespace holonom {
namespace spring_rest_test {

using enum IntegratorType;
using scenes::need;

constexpr IntegratorType kAll[] = {ExplicitEuler, SymplecticEuler, Verlet, Rk4, BackwardEuler,
                                   Jacobi,        Harmonic,        Hybrid, Imex};
constexpr double g = 9.8125;

World worldOf() {
  WorldSettings settings;
  settings.gravity = {0, float(-g), 0};
  settings.substeps = 1;
  return World(settings);
}

/// Two masses of 1 kg, one below the other.
SpringNetworkDef chain(IntegratorType integrator) {
  SpringNetworkDef def;
  def.lists = SpringListsDef{{0, 0, 0, 0, -1, 0}, {0, 1}};
  def.masses = {1, 1};
  def.stiffness = 200;
  def.damping = 10;
  def.integrator = integrator;
  def.linearSolver = LinearSolverType::Ldlt;
  def.radius = 0;
  return def;
}

const SpringNetwork& net(const World& world) { return world.soft.springs[0].network; }

void run(World& world, double seconds, double dt) {
  for (int i = 0; i < int(seconds / dt); ++i) ASSERT_FALSE(world.step(dt));
}

TEST(SpringRest, ASoftTieStretchesByTheWeightAndNothingMoves) {
  for (const IntegratorType integrator : kAll)
    for (const float compliance : {5e-3f, 1e-7f}) {  // the second is stiffer than any step bears
      World world = worldOf();
      AttachmentDef tie;
      tie.springNetwork = need(world.addSpringNetwork(chain(integrator)));
      tie.compliance = compliance;
      need(world.addAttachment(tie));
      run(world, 25, 1.0 / 120);
      EXPECT_NEAR(net(world).positions[0].y, -2 * g * double(compliance), 1e-4) << int(integrator);
      EXPECT_NEAR(net(world).velocities[0].y, 0, 1e-5) << int(integrator) << ' ' << compliance;
      EXPECT_NEAR(net(world).velocities[1].y, 0, 1e-5) << int(integrator) << ' ' << compliance;
    }
}

TEST(SpringRest, AGrabHoldsAtOnePlaceAtAllSteps) {
  for (const IntegratorType integrator : kAll) {
    double place[2];
    for (const int k : {0, 1}) {
      World world = worldOf();
      GrabDef grab;
      grab.springNetwork = need(world.addSpringNetwork(chain(integrator)));
      grab.target = {};
      need(world.addGrab(grab));
      run(world, 20, 1.0 / (k ? 240 : 60));
      place[k] = net(world).positions[0].y;
      EXPECT_NEAR(net(world).velocities[0].y, 0, 1e-5) << int(integrator);
    }
    EXPECT_NEAR(place[0], place[1], 1e-6) << int(integrator);
  }
}

TEST(SpringRest, ABodyOnASoftTieHangsWhereStaticsSays) {
  for (const IntegratorType integrator : kAll) {
    World world = worldOf();
    SpringNetworkDef def = chain(integrator);
    def.masses = {1, 0.1};
    def.stiffness = 400;
    def.damping = 20;
    def.pins.indices = {0};
    AttachmentDef tie;
    tie.springNetwork = need(world.addSpringNetwork(def));
    tie.point = 1;
    tie.compliance = 1e-3f;
    BodyDef body = scenes::sphereAt({0, -1, 0}, 0.1f);
    body.mass = 5;
    body.linearDamping = 0.5f;
    tie.body = need(world.addBody(body));
    tie.anchor = Vec3{};
    need(world.addAttachment(tie));
    run(world, 60, 1.0 / 240);
    EXPECT_NEAR(net(world).velocities[1].y, 0, 1e-4) << int(integrator);
    if (integrator == Harmonic || integrator == Hybrid) continue;  // each spring for itself
    EXPECT_NEAR(net(world).positions[1].y, -1 - 5.1 * g / 400, 1e-4) << int(integrator);
    EXPECT_NEAR(world.bodies.poses[0].position.y, -1 - 5.1 * g / 400 - 5 * g * 1e-3, 1e-4)
        << int(integrator);
  }
}

// Springs of these methods swing by themselves: with the mass that they find along them.
TEST(SpringRest, ABallUnderANodeWeighsAsIfItWereTheNodes) {
  for (const IntegratorType integrator : {Harmonic, Hybrid}) {
    const auto heightsWith = [&](double ball) {
      World world = worldOf();
      SpringNetworkDef def = chain(integrator);
      def.masses = {1, 4 - ball};
      def.pins.indices = {0};
      const SpringNetworkId id = need(world.addSpringNetwork(def));
      if (ball > 0) {
        BodyDef body = scenes::sphereAt({0, -1.5f, 0}, 0.2f);
        body.mass = float(ball);
        AttachmentDef tie;
        tie.springNetwork = id;
        tie.point = 1;
        tie.body = need(world.addBody(body));
        need(world.addAttachment(tie));
      }
      std::vector<double> heights;
      for (int i = 0; i < 240; ++i) {
        EXPECT_FALSE(world.step(1.0 / 240));
        heights.push_back(net(world).positions[1].y);
      }
      return heights;
    };
    const std::vector<double> alone = heightsWith(0), shared = heightsWith(3);
    for (size_t i = 0; i < alone.size(); ++i)
      ASSERT_NEAR(shared[i], alone[i], 2e-6) << int(integrator) << ' ' << i;
  }
}

TEST(SpringRest, WhatLiesOnTheGroundDoesNotFall) {
  for (const IntegratorType integrator : kAll) {
    if (integrator == ExplicitEuler) continue;  // its velocity is one step ahead of the contact
    World world = worldOf();
    scenes::addGround(world);
    SpringNetworkDef def;
    def.lists = SpringListsDef{{0, 0.5, 0}, {}};
    def.integrator = integrator;
    need(world.addSpringNetwork(def));
    run(world, 2, 1.0 / 60);
    EXPECT_NEAR(net(world).positions[0].y, 0.02, 1e-5) << int(integrator);
    EXPECT_NEAR(net(world).velocities[0].y, 0, 1e-4) << int(integrator);
  }
}

TEST(SpringRest, WhatLiesOnANodeOrAClothDoesNotFall) {
  for (const IntegratorType integrator : kAll)
    for (const bool onCloth : {false, true}) {
      if (integrator == ExplicitEuler) continue;  // as on the ground
      World world = worldOf();
      double top = 0.02;
      if (onCloth) {
        ClothDef sheet;
        sheet.grid = GridDef{{0.1f, 0.1f}, {1, 1}};
        sheet.pins.indices = {0, 1, 2, 3};
        sheet.position = {0.05f, 0, 0.05f};
        need(world.addCloth(sheet));
        top = 0.5 * double(world.soft.cloths[0].meanLength);
      } else {
        SpringNetworkDef pinned;
        pinned.lists = SpringListsDef{{0, 0, 0}, {}};
        pinned.pins.indices = {0};
        need(world.addSpringNetwork(pinned));
      }
      SpringNetworkDef def;
      def.lists = SpringListsDef{{0, 0.2, 0}, {}};
      def.integrator = integrator;
      need(world.addSpringNetwork(def));
      run(world, 2, 1.0 / 60);
      const SpringNetwork& n = world.soft.springs.back().network;
      EXPECT_NEAR(n.positions[0].y, 0.02 + top, 1e-5) << int(integrator) << onCloth;
      EXPECT_NEAR(n.velocities[0].y, 0, 1e-4) << int(integrator) << onCloth;
    }
}

TEST(SpringRest, ABodyBearsTheWholeWeightOfANodeOnIt) {
  for (const IntegratorType integrator : {SymplecticEuler, Verlet, Rk4, BackwardEuler}) {
    World world = worldOf();
    BodyDef plate = scenes::boxAt({}, {1, 0.1f, 1});
    plate.mass = 10;
    plate.gravityScale = 0;
    need(world.addBody(plate));
    SpringNetworkDef def;
    def.lists = SpringListsDef{{0, 0.12, 0}, {}};
    def.mass = 1;
    def.integrator = integrator;
    need(world.addSpringNetwork(def));
    run(world, 1, 1.0 / 60);
    EXPECT_NEAR(world.bodies.states[0].linear.y, -g / 11, 0.02 * g / 11) << int(integrator);
  }
}

}  // namespace spring_rest_test
}  // namespace holonom
