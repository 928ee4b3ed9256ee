// Grabs: what comes to the target, how far and how strongly.
#include <gtest/gtest.h>

#include <cmath>

#include "solvers.h"
#include "ties.h"

namespace holonom {
namespace grabs_test {

using scenes::boxAt;
using scenes::need;
using scenes::sphereAt;
using ties::addStrip;
using ties::run;
using ties::weightless;

constexpr double kGravity = 9.81;

TEST(Grabs, ANodeUnderPrintedMethodsComesAlong) {
  for (const IntegratorType integrator : {IntegratorType::BackwardEuler, IntegratorType::Jacobi,
                                          IntegratorType::Harmonic, IntegratorType::Hybrid}) {
    World world(weightless());
    SpringNetworkDef def;
    def.lists = SpringListsDef{{0, 0, 0}, {}};
    def.integrator = integrator;
    def.asPrinted = true;
    GrabDef grab;
    grab.springNetwork = need(world.addSpringNetwork(def));
    grab.target = {0, 0.5f, 0};
    need(world.addGrab(grab));
    run(world, 120);
    EXPECT_NEAR(world.soft.springs[0].network.positions[0].y, 0.5, 1e-3) << int(integrator);
  }
}

TEST(Grabs, ABodyComesToTheTarget) {
  World world(weightless());
  const BodyId body = need(world.addBody(boxAt({0, 0, 0})));
  GrabDef grab;
  grab.body = body;
  grab.target = {1, 2, 3};
  need(world.addGrab(grab));
  run(world, 120);
  EXPECT_LT(length(world.bodies.poses[0].position - grab.target), 1e-3f);
  EXPECT_LT(length(world.bodies.states[0].linear), 1e-2f);
}

TEST(Grabs, ABodySagsByGOverOmegaSquared) {
  World world;
  const BodyId body = need(world.addBody(sphereAt({0, 0, 0}, 0.5f)));
  GrabDef grab;
  grab.body = body;
  grab.frequency = 2;
  need(world.addGrab(grab));
  run(world, 240);
  const double omega = 2 * 3.141592653589793 * 2;
  // The spring acts with the error at the start of a substep: one of them late.
  EXPECT_NEAR(world.bodies.poses[0].position.y, -kGravity / (omega * omega), 2e-3);
}

TEST(Grabs, AreHeldAtTheGivenPoint) {
  World world;
  const BodyId body = need(world.addBody(boxAt({0, 0, 0}, {0.5f, 0.1f, 0.1f})));
  GrabDef grab;
  grab.body = body;
  grab.anchor = Vec3{0.5f, 0, 0};
  grab.target = {0.5f, 0, 0};
  const GrabId id = need(world.addGrab(grab));
  BodyDef def = world.describe(body);
  def.angularDamping = 3, def.linearDamping = 1;
  ASSERT_FALSE(world.redefine(body, def));
  run(world, 900);
  // Hangs below the point it is held at.
  EXPECT_NEAR(world.bodies.poses[0].position.x, 0.5, 0.02);
  EXPECT_NEAR(world.bodies.poses[0].position.y, -0.5, 0.03);
  EXPECT_LT(length(*world.describe(id).anchor - grab.target), 0.02f);
}

TEST(Grabs, TooWeakAForceCannotLift) {
  World world;
  BodyDef def = sphereAt({0, 0, 0}, 0.5f);
  def.mass = 2;
  const BodyId body = need(world.addBody(def));
  GrabDef grab;
  grab.body = body;
  grab.target = {0, 100, 0};
  grab.maxForce = 10.0f;
  need(world.addGrab(grab));
  run(world, 60);
  // a = F/m − g
  EXPECT_NEAR(world.bodies.states[0].linear.y, 10.0 / 2 - kGravity, 0.05);
}

TEST(Grabs, AClothsParticleComesToTheTarget) {
  World world(weightless());
  GrabDef grab;
  grab.cloth = addStrip(world);
  grab.point = 16;
  grab.target = {0.3f, 0.4f, 0.2f};
  need(world.addGrab(grab));
  run(world, 180);
  EXPECT_LT(length(world.soft.positionOf({PointRef::Kind::Cloth, 0, 16}) - grab.target), 0.01f);
}

TEST(Grabs, ASpringNodeComesToTheTarget) {
  for (const IntegratorType integrator :
       {IntegratorType::SymplecticEuler, IntegratorType::BackwardEuler}) {
    World world(weightless());
    SpringNetworkDef def;
    def.grid = GridDef{{0.5f, 0.5f}, {4, 4}};
    def.stiffness = 50;
    def.integrator = integrator;
    GrabDef grab;
    grab.springNetwork = need(world.addSpringNetwork(def));
    grab.point = 12;
    grab.target = {0.3f, 0.4f, 0.2f};
    need(world.addGrab(grab));
    run(world, 240);
    EXPECT_LT(length(world.soft.positionOf({PointRef::Kind::Springs, 0, 12}) - grab.target), 0.02f)
        << int(integrator);
  }
}

TEST(Grabs, FollowAMovedTarget) {
  World world(weightless());
  const BodyId body = need(world.addBody(boxAt({0, 0, 0})));
  GrabDef grab;
  grab.body = body;
  const GrabId id = need(world.addGrab(grab));
  run(world, 10);
  grab = world.describe(id);
  grab.target = {0, 1, 0};
  ASSERT_FALSE(world.redefine(id, grab));
  run(world, 120);
  EXPECT_NEAR(world.bodies.poses[0].position.y, 1, 1e-3);
  EXPECT_TRUE(world.remove(id));
  EXPECT_FALSE(world.remove(id));
  run(world, 10);
}

TEST(Grabs, PullByTheirFrequencyUnderEverySolver) {
  for (const SolverType solver : allSolvers())
    for (const int substeps : {4, 16})
      for (const float frequency : {0.5f, 1.0f, 3.0f}) {
        World world(weightless());
        world.settings.solver = solver;
        world.settings.substeps = substeps;
        const BodyId body = need(world.addBody(boxAt({0, 0, 0}, {0.2f, 0.05f, 0.08f})));
        GrabDef grab;
        grab.body = body;
        grab.target = {1, -2, 0.5f};
        grab.frequency = frequency;
        need(world.addGrab(grab));
        const double omega = 2 * 3.141592653589793 * double(frequency);
        for (int i = 1; i <= 60; ++i) {
          run(world, 1);
          const double t = i / 60.0, left = (1 + omega * t) * std::exp(-omega * t);
          // Two substeps late at the most, and the method is of first order.
          EXPECT_NEAR(world.bodies.poses[0].position.x, 1 - left,
                      0.75 * omega / 60 / substeps + 1e-3)
              << nameOf(solver) << ", " << substeps << ", " << frequency << " Hz, step " << i;
        }
      }
}

}  // namespace grabs_test
}  // namespace holonom
