// The integrator with momenta as state: its order, exact tops, and how it meets impulses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "case_file.h"
#include "scenes.h"

namespace holonom {
namespace rk4_test {

using scenes::boxAt;
using scenes::need;

Quatd quaternionOf(const CaseValue& wxyz) {
  const std::vector<double> n = wxyz.numbers();
  return {n[1], n[2], n[3], n[0]};
}

/// A body of unit mass that spins about its center.
MomentumBody topOf(Vec3d inertia, Vec3d bodySpin, Quatd rotation = {0, 0, 0, 1}) {
  MomentumBody b;
  b.inverseMass = 1;
  b.inertia = inertia;
  b.inverseInertia = {1 / inertia.x, 1 / inertia.y, 1 / inertia.z};
  b.start.rotation = rotation;
  b.start.angularMomentum = rotate(
      rotation, Vec3d{inertia.x * bodySpin.x, inertia.y * bodySpin.y, inertia.z * bodySpin.z});
  return b;
}

/// Free flight; `torque` acts in world axes.
void fly(MomentumBody& top, int steps, double h, Vec3d torque = {}) {
  std::vector<MomentumBody> bodies{top};
  for (int i = 0; i < steps; ++i) {
    rk4Step(bodies, h, [&](std::vector<MomentumBody>& all) {
      all[0].force = {};
      all[0].torque = torque;
    });
    bodies[0].start = bodies[0].now;
  }
  top = bodies[0];
}

Vec3d bodySpinOf(const MomentumBody& b) { return rotate(conjugate(b.now.rotation), b.spin); }

TEST(Rk4, FollowsTheFreeAsymmetricTopThroughItsFlips) {
  forEachCase("torque_free_top", [](const Case& c) {
    constexpr double kStep = 0.00125;
    const double tolerance = c.tol["samples_abs"].number();
    MomentumBody top = topOf(c.input["I_body"].vectorDouble(),
                             c.input["omega0_body"].vectorDouble(), quaternionOf(c.input["q0"]));
    double t = 0;
    for (int k = 1; k < c.expect["samples"].size(); ++k) {
      const CaseValue sample = c.expect["samples"][k];
      const int steps = int(std::lround((sample["t"].number() - t) / kStep));
      fly(top, steps, kStep);
      t = sample["t"].number();
      const Vec3d expected = sample["omega_body"].vectorDouble();
      EXPECT_LT(length(bodySpinOf(top) - expected), tolerance) << t;
      const Quatd q = quaternionOf(sample["q_wxyz"]), p = top.now.rotation;
      const double cosine = std::abs(q.x * p.x + q.y * p.y + q.z * p.z + q.w * p.w);
      EXPECT_LT(std::sqrt(std::max(0.0, 2 - 2 * cosine)), 10 * tolerance) << t;
    }
    const Vec3d l = c.expect["L_world"].vectorDouble();
    EXPECT_LT(length(top.now.angularMomentum - l), 1e-12 * length(l));
  });
}

TEST(Rk4, FollowsTheSymmetricTop) {
  forEachCase("symmetric_top", [](const Case& c) {
    constexpr double kStep = 0.0025;
    MomentumBody top = topOf(c.input["I_body"].vectorDouble(), c.input["omega0"].vectorDouble());
    double t = 0;
    for (int k = 1; k < c.expect["samples"].size(); ++k) {
      const CaseValue sample = c.expect["samples"][k];
      fly(top, int(std::lround((sample["t"].number() - t) / kStep)), kStep);
      t = sample["t"].number();
      c.expectNear(sample["omega_body"], bodySpinOf(top));
    }
  });
}

TEST(Rk4, IsOfFourthOrder) {
  // A symmetric top turns about L while it spins: the angle of its rotation is known.
  const Vec3d inertia{2, 2, 1.2}, spin{0.9, 0, 3};
  const auto error = [&](int steps) {
    MomentumBody coarse = topOf(inertia, spin);
    fly(coarse, steps, 2.0 / steps);
    // ω turns about the axis at (I₃ − I₁) / I₁ ω₃.
    const double angle = (inertia.z - inertia.x) / inertia.x * spin.z * 2;
    const Vec3d exact{spin.x * std::cos(angle), spin.x * std::sin(angle), spin.z};
    return length(bodySpinOf(coarse) - exact);
  };
  for (const int steps : {20, 40, 80}) {
    const double order = std::log2(error(steps) / error(2 * steps));
    EXPECT_NEAR(order, 4, 0.25) << steps;
  }
}

TEST(Rk4, ASteadyTorqueAddsUpExactly) {
  MomentumBody top = topOf({0.2, 0.35, 0.45}, {1, 2, 3});
  const Vec3d before = top.start.angularMomentum;
  fly(top, 100, 0.01, {0.5, -1, 2});
  EXPECT_LT(length(top.now.angularMomentum - before - Vec3d{0.5, -1, 2}), 1e-13);
}

WorldSettings rk4Settings(SolverType solver = SolverType::SoftStep) {
  WorldSettings s;
  s.solver = solver;
  s.integrator = RigidIntegrator::Rk4;
  return s;
}

TEST(Rk4World, FreeFallIsExact) {
  WorldSettings s = rk4Settings();
  s.gravity = {0, -9.8f, 0};
  World world(s);
  BodyDef def = boxAt({1, 2, 3});
  def.linearVelocity = {4, -1, 2};
  need(world.addBody(def));
  for (int i = 0; i < 100; ++i) ASSERT_FALSE(world.step(0.01f));
  const Vec3 p = world.bodies.poses[0].position;
  EXPECT_NEAR(p.x, 5, 1e-5);
  EXPECT_NEAR(p.y, 2 - 1 - 4.9, 1e-5);
  EXPECT_NEAR(p.z, 5, 1e-5);
  EXPECT_NEAR(world.bodies.states[0].linear.y, -10.8, 2e-6);
}

TEST(Rk4World, KeepsAngularMomentumToRoundingFor100Seconds) {
  WorldSettings s = rk4Settings();
  s.gravity = {};
  World world(s);
  BodyDef box = boxAt({0, 0, 0}, {0.5f, 0.2f, 0.1f});
  box.angularVelocity = {0.05f, 8, 0.02f};
  need(world.addBody(box));
  const Vec3d before = world.momentum().angular;
  const double energy = world.energy().kinetic;
  int flips = 0;
  float side = 1;
  for (int i = 0; i < 6000; ++i) {
    ASSERT_FALSE(world.step(1.0f / 60));
    // The rounding of one reading, of a pose and a spin through moments that differ sixfold:
    // nothing accumulates.
    ASSERT_LT(length(world.momentum().angular - before), 3e-6 * length(before)) << i;
    ASSERT_NEAR(world.energy().kinetic / energy, 1, 1e-4) << i;
    const float spin =
        inverseRotate(world.bodies.poses[0].rotation, world.bodies.states[0].angular).y;
    if (spin * side < 0) ++flips, side = spin;
  }
  EXPECT_GT(flips, 20);
}

TEST(Rk4World, ATowerStands) {
  for (const SolverType solver : {SolverType::SoftStep, SolverType::Pgs}) {
    WorldSettings s = rk4Settings(solver);
    if (solver == SolverType::Pgs) s.iterations = 20;
    s.sleeping = false;
    World world(s);
    scenes::tower(world, 4);
    for (int i = 0; i < 240; ++i) ASSERT_FALSE(world.step(1.0f / 60));
    for (int i = 1; i < world.bodies.size(); ++i) {
      EXPECT_NEAR(world.bodies.poses[i].position.y, float(i) - 0.5f, 0.01f) << i;
      EXPECT_LT(length(world.bodies.states[i].linear), 0.01f) << i;
    }
    EXPECT_LT(world.deepestPenetration(), 0.005);
  }
}

// Angular momentum but for how far the bodies turn in the substep that meets: their inertia is that
// of its start.
TEST(Rk4World, ACollisionKeepsMomentum) {
  WorldSettings s = rk4Settings();
  s.gravity = {};
  World world(s);
  BodyDef left = boxAt({-2, 0, 0}, {0.5f, 0.2f, 0.3f}), right = boxAt({2, 0.3f, 0.1f});
  left.linearVelocity = {4, 0, 0};
  left.angularVelocity = {1, 5, 2};
  right.linearVelocity = {-3, 0, 0};
  need(world.addBody(left));
  need(world.addBody(right));
  const Momentum before = world.momentum();
  for (int i = 0; i < 120; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  EXPECT_LT(world.bodies.states[0].linear.x, 0) << "they must have met";
  const Momentum after = world.momentum();
  EXPECT_LT(length(after.linear - before.linear), 1e-5 * 240 * 4);
  EXPECT_LT(length(after.angular - before.angular), 1e-5 * length(before.angular));
}

TEST(Rk4World, AKinematicBodyMovesWithItsVelocity) {
  World world(rk4Settings());
  BodyDef def = boxAt({});
  def.type = BodyType::Kinematic;
  def.linearVelocity = {2, 0, 0};
  need(world.addBody(def));
  for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  EXPECT_NEAR(world.bodies.poses[0].position.x, 2, 1e-5);
}

TEST(Rk4World, ANewVelocityCountsAtOnce) {
  WorldSettings s = rk4Settings();
  s.gravity = {};
  World world(s);
  const BodyId id = need(world.addBody(boxAt({}, {0.5f, 0.2f, 0.1f})));
  ASSERT_FALSE(world.step(1.0f / 60));
  BodyDef def = world.describe(id);
  def.linearVelocity = {1, 0, 0};
  def.angularVelocity = {0, 0, 3};
  def.mass = 7;
  ASSERT_FALSE(world.redefine(id, def));
  for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  EXPECT_NEAR(world.bodies.poses[0].position.x, 1, 1e-5);
  EXPECT_NEAR(world.bodies.states[0].angular.z, 3, 1e-5);
  EXPECT_NEAR(world.momentum().linear.x, 7, 1e-5);
}

}  // namespace rk4_test
}  // namespace holonom
