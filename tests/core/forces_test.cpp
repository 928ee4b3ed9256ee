// Forces against closed forms, with every integrator.
#include <gtest/gtest.h>

#include <cmath>

#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace forces_test {

using scenes::boxAt;
using scenes::need;
using scenes::sphereAt;

class Forces : public testing::TestWithParam<RigidIntegrator> {
 protected:
  bool rk4() const { return GetParam() == RigidIntegrator::Rk4; }
  /// Relative error of a decay at `rate` [1/s] after `time` [s] in substeps of h [s]: explicit
  /// Euler has (1 - rate h)^n.
  double decayError(double rate, double time, double h) const {
    return GetParam() == RigidIntegrator::ExplicitEuler ? 0.55 * rate * rate * time * h : 0;
  }
  WorldSettings settings(Vec3 gravity = {}) const {
    WorldSettings s;
    s.integrator = GetParam();
    s.gravity = gravity;
    s.sleeping = false;
    return s;
  }
  static void run(World& world, float seconds) {
    const int steps = int(std::lround(seconds * 60));
    for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  }
};

INSTANTIATE_TEST_SUITE_P(Integrators, Forces, testing::ValuesIn(allIntegrators()),
                         testName<RigidIntegrator>);

/// What explicit Euler, which gains energy, does not keep: see explicit_euler_test.cpp.
class KeptByForces : public Forces {};
INSTANTIATE_TEST_SUITE_P(Integrators, KeptByForces,
                         testing::Values(RigidIntegrator::SymplecticEuler, RigidIntegrator::Rk4),
                         testName<RigidIntegrator>);

BodyDef ballOf(float mass, Vec3 position = {}) {
  BodyDef def = sphereAt(position, 0.1f);
  def.mass = mass;
  return def;
}

TEST_P(Forces, AProjectileInAViscousFluidFollowsItsExponential) {
  World world(settings({0, -9.81f, 0}));
  BodyDef ball = ballOf(2);
  ball.linearVelocity = {10, 20, 0};
  const BodyId id = need(world.addBody(ball));
  DragForce drag;
  drag.body = id;
  drag.linear = 1.5f;
  need(world.addForce(drag));
  run(world, 2);
  // τ = m / c; v = v∞ + (v₀ − v∞) e^(−t/τ)
  const double tau = 2 / 1.5, e = std::exp(-2 / tau), fall = -9.81 * tau;
  const double h = 1.0 / 240;
  // Symplectic Euler takes gravity in kicks: off by g h / 2 at most, and that for 2 s.
  const double speedError = rk4() ? 1e-5 : 9.81 * h, wayError = rk4() ? 2e-5 : 9.81 * h * 2;
  const Vec3 v = world.bodies.states[0].linear, x = world.bodies.poses[0].position;
  EXPECT_NEAR(v.x, 10 * e, (rk4() ? 1e-5 : 1e-4) + 10 * e * decayError(1 / tau, 2, h));
  EXPECT_NEAR(v.y, fall + (20 - fall) * e, speedError);
  EXPECT_NEAR(x.x, 10 * tau * (1 - e), rk4() ? 2e-5 : 10 * h);
  EXPECT_NEAR(x.y, fall * 2 + (20 - fall) * tau * (1 - e), wayError + (rk4() ? 0 : 20 * h));
}

TEST_P(Forces, AFallingBodyReachesTheSpeedAtWhichQuadraticDragCarriesIt) {
  World world(settings({0, -9.81f, 0}));
  need(world.addBody(ballOf(3)));
  DragForce drag;
  drag.quadratic = 0.2f;
  need(world.addForce(drag));
  run(world, 20);
  const double terminal = std::sqrt(3 * 9.81 / 0.2);
  EXPECT_NEAR(world.bodies.states[0].linear.y, -terminal, rk4() ? 1e-5 : 9.81 / 240);
}

TEST_P(Forces, DragCarriesABodyAlongWithTheWind) {
  WorldSettings s = settings();
  s.wind = {3, 0, -1};
  World world(s);
  need(world.addBody(ballOf(1)));
  DragForce drag;
  drag.linear = 5;
  need(world.addForce(drag));
  run(world, 4);
  EXPECT_LT(length(world.bodies.states[0].linear - s.wind), 1e-5f);
}

TEST_P(Forces, AngularDragSlowsEachAxisAtItsOwnRate) {
  World world(settings());
  BodyDef box = boxAt({}, {0.5f, 0.2f, 0.1f});
  box.angularVelocity = {0, 0, 4};
  const BodyId id = need(world.addBody(box));
  DragForce drag;
  drag.body = id;
  drag.angular = 5;
  need(world.addForce(drag));
  run(world, 1);
  const double moment = double(world.bodies.masses[0].inertia.z);
  const double decay = std::exp(-5 / moment);
  EXPECT_NEAR(world.bodies.states[0].angular.z, 4 * decay,
              5e-5 + 4 * decay * decayError(5 / moment, 1, 1.0 / 240));
}

TEST_P(KeptByForces, ASpringSwingsWithItsPeriodAndKeepsItsEnergy) {
  World world(settings());
  BodyDef ball = ballOf(2, {1.5f, 0, 0});
  const BodyId id = need(world.addBody(ball));
  SpringForce spring;
  spring.bodyA = id;
  spring.anchorB = Vec3{};
  spring.stiffness = 80;
  spring.length = 1.0f;
  need(world.addForce(spring));
  EXPECT_NEAR(world.energy().elastic, 0.5 * 80 * 0.25, 1e-5);
  const double omega = std::sqrt(80 / 2.0), h = 1.0 / 240;
  for (int second = 1; second <= 20; ++second) {
    run(world, 1);
    // Symplectic Euler lags half a substep in the phase and gains (ω h)² / 24 of it.
    const double phase =
        rk4() ? 1e-4 : omega * h / 2 + omega * second * std::pow(omega * h, 2) / 24;
    EXPECT_NEAR(world.bodies.poses[0].position.x, 1 + 0.5 * std::cos(omega * second), 0.55 * phase)
        << second;
    // Its energy swings by ω h / 2 but does not drift.
    EXPECT_NEAR(world.energy().kinetic + world.energy().elastic, 10,
                rk4() ? 1e-3 : 10 * omega * h / 2 * 1.1)
        << second;
  }
}

TEST_P(Forces, ADampedSpringComesToRestWhereItCarriesTheWeight) {
  World world(settings({0, -9.81f, 0}));
  const BodyId id = need(world.addBody(ballOf(2, {0, -1, 0})));
  SpringForce spring;
  spring.bodyA = id;
  spring.anchorB = Vec3{};
  spring.stiffness = 200;
  spring.damping = 20;
  spring.length = 1;
  need(world.addForce(spring));
  run(world, 10);
  EXPECT_NEAR(world.bodies.poses[0].position.y, -1 - 2 * 9.81 / 200, 1e-4);
}

TEST_P(Forces, AForceAtAPointAcceleratesAndTurns) {
  for (const bool local : {false, true}) {
    World world(settings());
    BodyDef def = boxAt({1, 2, 3}, {0.5f, 0.2f, 0.1f});
    def.rotation = {0, 0, std::sqrt(0.5f), std::sqrt(0.5f)};  // body x is world y
    const BodyId id = need(world.addBody(def));
    PointForce force;
    force.body = id;
    force.force = {0, 0, 30};
    force.anchor = Vec3{0.5f, 0, 0};
    force.local = local;
    need(world.addForce(force));
    const float dt = 1.0f / 1000;
    ASSERT_FALSE(world.step(dt));
    const BodyMass& m = world.bodies.masses[0];
    const BodyState& s = world.bodies.states[0];
    EXPECT_NEAR(s.linear.z, 30 * dt / m.mass, 1e-6);
    // World torque (0, 0.5, 0) × (0, 0, 30) = (15, 0, 0), which is body −y.
    EXPECT_NEAR(s.angular.x, 15 * dt / m.inertia.y, 1e-5);
    EXPECT_NEAR(s.angular.y, 0, 1e-5);
    EXPECT_NEAR(s.angular.z, 0, 1e-5);
  }
}

TEST_P(Forces, ALocalForceTurnsWithTheBody) {
  World world(settings());
  BodyDef def = ballOf(1);
  def.angularVelocity = {0, 0, 2};
  const BodyId id = need(world.addBody(def));
  PointForce thrust;
  thrust.body = id;
  thrust.force = {3, 0, 0};
  thrust.local = true;
  need(world.addForce(thrust));
  run(world, 1);
  // v = ∫ 3 (cos 2t, sin 2t) dt
  const double tolerance = rk4() ? 1e-5 : 3 * 2.0 / 240;
  EXPECT_NEAR(world.bodies.states[0].linear.x, 1.5 * std::sin(2), tolerance);
  EXPECT_NEAR(world.bodies.states[0].linear.y, 1.5 * (1 - std::cos(2)), tolerance);
}

TEST_P(Forces, ATorqueTurnsWithoutMoving) {
  World world(settings());
  const BodyId id = need(world.addBody(boxAt({}, {0.5f, 0.2f, 0.1f})));
  TorqueForce torque;
  torque.body = id;
  torque.torque = {0, 0, 40};
  need(world.addForce(torque));
  run(world, 1);
  EXPECT_NEAR(world.bodies.states[0].angular.z, 40 / world.bodies.masses[0].inertia.z, 1e-4);
  EXPECT_EQ(world.bodies.states[0].linear, (Vec3{}));
}

TEST_P(Forces, AFieldReachesTheBodiesOfItsGroups) {
  World world(settings());
  for (const uint32_t groups : {1u, 2u, 6u}) {
    BodyDef def = ballOf(2, {float(groups), 0, 0});
    def.collisionGroups = groups;
    need(world.addBody(def));
  }
  FieldForce field;
  field.acceleration = {0, 3, 0};
  field.groups = 2;
  need(world.addForce(field));
  run(world, 1);
  EXPECT_EQ(world.bodies.states[0].linear.y, 0);
  EXPECT_NEAR(world.bodies.states[1].linear.y, 3, 1e-5);
  EXPECT_NEAR(world.bodies.states[2].linear.y, 3, 1e-5);
  // What the field gave as speed it took as potential.
  EXPECT_NEAR(world.energy().kinetic + world.energy().potential, 0, rk4() ? 1e-4 : 18 * 3.0 / 240);
}

TEST_P(KeptByForces, ASpringBetweenTwoBodiesKeepsMomentum) {
  World world(settings());
  BodyDef a = boxAt({-1, 0, 0}, {0.3f, 0.1f, 0.2f}), b = boxAt({1, 0.5f, 0}, {0.2f, 0.2f, 0.4f});
  a.mass = 3, b.mass = 2;
  a.linearVelocity = {0, 1, 0};
  a.collisionMask = b.collisionMask = 0;
  a.angularVelocity = {1, 0, 2};
  SpringForce spring;
  spring.bodyA = need(world.addBody(a));
  spring.bodyB = need(world.addBody(b));
  spring.anchorA = Vec3{0.3f, 0.1f, 0};
  spring.anchorB = Vec3{-0.2f, 0, 0.4f};
  spring.stiffness = 60;
  spring.damping = 0.5f;
  spring.length = 1;
  need(world.addForce(spring));
  const Momentum before = world.momentum();
  float fastest = 0;
  for (int i = 0; i < 600; ++i) {
    ASSERT_FALSE(world.step(1.0f / 60));
    fastest = std::max(fastest, length(world.bodies.states[1].linear));
  }
  EXPECT_GT(fastest, 1.0f) << "the spring must have pulled";
  const Momentum after = world.momentum();
  EXPECT_LT(length(after.linear - before.linear), 1e-5 * 10);
  EXPECT_LT(length(after.angular - before.angular), rk4() ? 1e-4 : 5e-4 * 10);
}

TEST(StiffForces, SpringsOfAnyStiffnessNeverBlowUp) {
  for (const float stiffness : {1e3f, 1e5f, 1e8f, 1e12f})
    for (const float length : {0.0f, 0.5f}) {
      World world;
      BodyDef def = boxAt({0, 0.4f, 0}, {0.5f, 0.2f, 0.1f});
      def.mass = 1;
      def.linearVelocity = {1, 0, 2};
      def.angularVelocity = {3, 1, 2};
      const BodyId id = need(world.addBody(def));
      // Eight on one body, from its corners outwards.
      for (int k = 0; k < 8; ++k) {
        SpringForce spring;
        spring.bodyA = id;
        const Vec3 corner{k & 1 ? 0.5f : -0.5f, k & 2 ? 0.2f : -0.2f, k & 4 ? 0.1f : -0.1f};
        spring.anchorA = corner;
        spring.anchorB = 2 * corner;
        spring.stiffness = stiffness;
        spring.length = length;
        need(world.addForce(spring));
      }
      const double start = world.energy().kinetic + world.energy().elastic;
      for (int i = 0; i < 600; ++i) {
        ASSERT_FALSE(world.step(1.0f / 60));
        const Energy e = world.energy();
        // Beyond that floats round the anchors by more than such a spring gives.
        if (stiffness < 1e10f) {
          ASSERT_LT(e.kinetic + e.elastic, 2 * start + 20) << stiffness << " after " << i;
        }
        ASSERT_LT(lengthSquared(world.bodies.poses[0].position), 4) << stiffness << " after " << i;
      }
    }
}

TEST(StiffForces, DragsAndDampingOfAnySizeStopABodyAndDoNotTurnItRound) {
  for (const RigidIntegrator integrator : allIntegrators())
    for (const auto& [drags, damping] : {std::pair{1, 0.0f}, {4, 0.0f}, {1, 1e3f}, {4, 150.0f}})
      for (const float size : {10.0f, 150.0f, 1e4f, 1e8f, 1e15f}) {
        WorldSettings s;
        s.gravity = {};
        s.integrator = integrator;
        World world(s);
        BodyDef def = ballOf(1);
        def.linearVelocity = {5, 0, 0};
        def.angularVelocity = {0, 8, 0};
        def.linearDamping = def.angularDamping = damping;
        need(world.addBody(def));
        DragForce drag;
        drag.linear = drag.quadratic = drag.angular = size;
        for (int k = 0; k < drags; ++k) need(world.addForce(drag));
        for (int i = 0; i < 120; ++i) ASSERT_FALSE(world.step(1.0f / 60));
        EXPECT_GE(world.bodies.states[0].linear.x, 0);
        EXPECT_LT(world.bodies.states[0].linear.x, 1e-4f) << size;
        EXPECT_LT(std::abs(world.bodies.states[0].angular.y), 1e-4f) << size;
        EXPECT_LT(world.bodies.poses[0].position.x, 0.5f);
      }
}

TEST(ForceCalls, AppliedForcesActForOneStep) {
  World world;
  world.settings.gravity = {};
  BodyDef def = ballOf(2);
  const BodyId id = need(world.addBody(def));
  ASSERT_FALSE(world.applyForce(id, {8, 0, 0}));
  ASSERT_FALSE(world.applyForce(id, {0, 0, 4}, Vec3{0.1f, 0, 0}));
  ASSERT_FALSE(world.applyTorque(id, {0, 0.1f, 0}));
  for (int i = 0; i < 2; ++i) {
    ASSERT_FALSE(world.step(0.1f));
    EXPECT_NEAR(world.bodies.states[0].linear.x, 0.4, 1e-6);
    EXPECT_NEAR(world.bodies.states[0].linear.z, 0.2, 1e-6);
    // (0.1, 0, 0) × (0, 0, 4) = (0, −0.4, 0)
    EXPECT_NEAR(world.bodies.states[0].angular.y, -0.3 * 0.1 / world.bodies.masses[0].inertia.y,
                1e-5);
  }
}

TEST(ForceCalls, WhatCantBePushedIsRefused) {
  World world;
  BodyDef fixed = boxAt({});
  fixed.type = BodyType::Static;
  const BodyId wall = need(world.addBody(fixed)), ball = need(world.addBody(ballOf(1)));
  EXPECT_FALSE(world.applyForce(wall, {1, 0, 0})) << "a wall stands all the same";
  EXPECT_EQ(world.applyForce(ball, {NAN, 0, 0})->code, ErrorCode::Finite);
  EXPECT_EQ(world.applyForce(ball, {1, 0, 0}, Vec3{0, INFINITY, 0})->path, "point[1]");
  EXPECT_EQ(world.applyTorque(ball, {0, 0, INFINITY})->path, "torque[2]");
  world.remove(ball);
  EXPECT_EQ(world.applyTorque(ball, {})->code, ErrorCode::Stale);
  EXPECT_EQ(world.bodies.forces[0], (Vec3{}));
}

/// A spring to the origin, or a sun there, as a user would write them.
struct Pull {
  BodyId body;
  float stiffness = 0, sun = 0;
  int calls = 0;
  double seconds = 0;
  static void apply(void* user, World& world, double time, float dt) {
    Pull& pull = *static_cast<Pull*>(user);
    EXPECT_NEAR(time, pull.seconds, 1e-6 * (1 + time));
    ++pull.calls;
    pull.seconds += dt;
    const Vec3 x = world.bodies.bodyPose(world.indexOf(pull.body)).position;
    const float r = length(x);
    EXPECT_FALSE(world.applyForce(pull.body, -(pull.stiffness + pull.sun / (r * r * r)) * x));
  }
};

TEST(ForceCalls, AGeneratorIsAskedInEachSubstep) {
  World world;
  world.settings.gravity = {};
  Pull pull{need(world.addBody(ballOf(2, {1, 0, 0}))), 8};
  const ForceGenerator generator{Pull::apply, &pull};
  world.addForceGenerator(generator);
  world.bodies.states[0].linear = {0, 2, 0};
  for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1.0 / 60));
  EXPECT_EQ(pull.calls, 240);
  EXPECT_EQ(world.step(-1)->path, "dt");
  EXPECT_EQ(pull.calls, 240) << "a refused step asks nobody";
  ASSERT_FALSE(world.step(1.0 / 60, 3));
  EXPECT_EQ(pull.calls, 243);
  EXPECT_TRUE(world.removeForceGenerator(generator));
  EXPECT_FALSE(world.removeForceGenerator(generator));
  ASSERT_FALSE(world.step(1.0 / 60));
  EXPECT_EQ(pull.calls, 243);
}

TEST(ForceCalls, AGeneratorOfStepsIsAskedBeforeEach) {
  World world;
  world.settings.gravity = {};
  struct Push {
    BodyId body;
    int calls = 0;
  } push{need(world.addBody(ballOf(2)))};
  world.addForceGenerator({[](void* user, World& w, double, float dt) {
                             Push& p = *static_cast<Push*>(user);
                             EXPECT_NEAR(dt, 1.0 / 60, 1e-7);
                             if (++p.calls == 3) need(w.addBody(ballOf(1, {5, 0, 0})));
                             EXPECT_FALSE(w.applyForce(p.body, {4, 0, 0}));
                           },
                           &push, ForceGenerator::Call::EachStep});
  for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1.0 / 60));
  EXPECT_EQ(push.calls, 60);
  EXPECT_EQ(world.bodies.size(), 2);
  EXPECT_NEAR(world.bodies.states[0].linear.x, 2, 1e-5);
}

TEST_P(KeptByForces, ASpringByAGeneratorKeepsItsAmplitude) {
  for (const SolverType solver : allSolvers())
    for (const int substeps : {1, 2, 4, 8})
      for (const double dt : {1.0 / 30, 1.0 / 60, 1.0 / 144})
        for (const double omega : {0.5, 2.0, 10.0, 25.0}) {
          const double h = dt / substeps;
          if (omega * h > 0.5) continue;
          World world(settings());
          world.settings.solver = solver;
          world.settings.substeps = substeps;
          Pull pull{need(world.addBody(ballOf(2, {1, 0, 0}))), float(2 * omega * omega)};
          world.addForceGenerator({Pull::apply, &pull});
          double most = 0;
          for (int i = 0; i < std::lround(10 / dt); ++i) {
            ASSERT_FALSE(world.step(dt));
            most = std::max(most, double(std::abs(world.bodies.poses[0].position.x)));
          }
          // Symplectic Euler circles on x² + (v / ω)² + h x v: within ω h / 2 of the circle.
          EXPECT_LT(most, 1 + 0.6 * omega * h + 1e-3)
              << nameOf(solver) << " " << substeps << " substeps of " << dt << " s, " << omega;
          EXPECT_GT(most, 0.9);
        }
}

TEST_P(KeptByForces, APlanetOfAGeneratorKeepsItsOrbit) {
  for (const double eccentricity : {0.0, 0.3, 0.6}) {
    World world(settings());
    // Perihelion at 1 m; a = 1 / (1 − e), T = 2π √(a³ / GM).
    const double gm = 4;
    Pull pull{need(world.addBody(ballOf(3, {1, 0, 0}))), 0, float(3 * gm)};
    world.addForceGenerator({Pull::apply, &pull});
    BodyState& s = world.bodies.states[0];
    s.linear = {0, float(std::sqrt(gm * (1 + eccentricity))), 0};
    const auto energy = [&] {
      return 0.5 * double(lengthSquared(s.linear)) -
             gm / double(length(world.bodies.poses[0].position));
    };
    const double before = energy(), momentum = double(s.linear.y);
    const double period = 2 * M_PI * std::sqrt(std::pow(1 / (1 - eccentricity), 3) / gm);
    double worst = 0;
    for (int i = 0; i < std::lround(20 * period * 60); ++i) {
      ASSERT_FALSE(world.step(1.0 / 60));
      worst = std::max(worst, std::abs(energy() / before - 1));
    }
    EXPECT_LT(worst, 0.02) << eccentricity << ", in 20 turns";
    const Vec3 x = world.bodies.poses[0].position;
    EXPECT_NEAR(cross(x, s.linear).z, momentum, 1e-3 * momentum) << "equal areas in equal times";
  }
}

TEST_P(Forces, WhatAGeneratorAlwaysAppliesIsTheForceOfTheStep) {
  // A body that turns, off its center of mass, with principal axes of its own.
  World asked(settings()), told(settings());
  BodyDef def = boxAt({0, 0, 0}, {0.5f, 0.2f, 0.3f});
  def.angularVelocity = {1, 2, 3};
  struct Push {
    BodyId body;
  } push{need(asked.addBody(def))};
  const BodyId same = need(told.addBody(def));
  asked.addForceGenerator({[](void* user, World& w, double, float) {
                             const BodyId body = static_cast<Push*>(user)->body;
                             EXPECT_FALSE(w.applyForce(body, {3, 4, 5}));
                             EXPECT_FALSE(w.applyTorque(body, {0.1f, 0.2f, 0.3f}));
                           },
                           &push});
  for (int i = 0; i < 60; ++i) {
    ASSERT_FALSE(asked.step(1.0 / 60));
    ASSERT_FALSE(told.applyForce(same, {3, 4, 5}));
    ASSERT_FALSE(told.applyTorque(same, {0.1f, 0.2f, 0.3f}));
    ASSERT_FALSE(told.step(1.0 / 60));
  }
  const Vec3 a = asked.bodies.poses[0].position, b = told.bodies.poses[0].position;
  const Vec3 u = asked.bodies.states[0].angular, v = told.bodies.states[0].angular;
  // Runge-Kutta takes the way of a force of the whole step exactly, of kicks to first order.
  EXPECT_LT(length(a - b), rk4() ? 0.01 : 1e-5);
  EXPECT_LT(length(u - v), rk4() ? 0.01 : 1e-5);
}

}  // namespace forces_test
}  // namespace holonom
