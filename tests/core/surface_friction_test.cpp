// Static and kinetic, rolling and torsional friction against closed forms, under every solver.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "long_run.h"
#include "random.h"
#include "surfaces.h"

namespace holonom {
namespace surface_friction_test {

using surfaces::addSlope;
using surfaces::boxAt;
using surfaces::Clock;
using surfaces::expectNear;
using surfaces::kGravity;
using surfaces::landing;
using surfaces::need;
using surfaces::paramName;
using surfaces::rough;
using surfaces::run;
using surfaces::speedDown;
using surfaces::sphereAt;
using surfaces::Surface;

class SurfaceFriction : public Surface {};

INSTANTIATE_TEST_SUITE_P(Solvers, SurfaceFriction,
                         testing::Combine(everySolver(), testing::Values(false)), paramName);
INSTANTIATE_TEST_SUITE_P(CampaignSolvers, SurfaceFriction,
                         testing::Combine(everySolver(), testing::Values(true)), paramName);

TEST_P(SurfaceFriction, ABoxThatIsPushedOffSlidesFreelyWhereKineticFrictionIsZero) {
  for (const Clock& clock : clocks()) {
    const double angle = std::atan(0.4);
    World world = makeWorld(clock);
    BodyDef box = rough(0, 0.5);
    const Quat tilt = addSlope(world, angle, box);
    box.shape = Box{{0.4f, 0.1f, 0.3f}};
    box.position = rotate(tilt, {0, 0.1f, 0}), box.rotation = tilt;
    need(world.addBody(box));
    run(world, clock, 0.6);
    world.bodies.states[1].linear = rotate(tilt, {1, 0, 0});
    run(world, clock, 0.2);
    const double before = speedDown(world, angle);
    run(world, clock, 0.4);
    EXPECT_NEAR((speedDown(world, angle) - before) / 0.4, kGravity * std::sin(angle), 0.04)
        << clock.text();
  }
}

TEST_P(SurfaceFriction, ABoxHoldsBelowTheStaticLimitAndSlidesByKineticFrictionAboveIt) {
  for (const double sticking : {0.3, 0.8})
    for (const double ratio : {0.97, 1.03})
      for (const float mass : {0.1f, 20.0f})
        for (const Clock& clock : clocks()) {
          const double kinetic = 0.6 * sticking, angle = std::atan(ratio * sticking);
          World world = makeWorld(clock);
          BodyDef box = rough(kinetic, sticking);
          const Quat tilt = addSlope(world, angle, box);
          box.shape = Box{{0.4f, 0.1f, 0.3f}};
          box.mass = mass;
          box.position = rotate(tilt, {0, 0.1f, 0}), box.rotation = tilt;
          need(world.addBody(box));
          run(world, clock, 0.6);
          const double before = speedDown(world, angle);
          run(world, clock, 0.4);
          const double gained = speedDown(world, angle) - before;
          const double slides = kGravity * (std::sin(angle) - kinetic * std::cos(angle));
          EXPECT_NEAR(gained / 0.4, ratio < 1 ? 0 : slides, 0.01 * slides)
              << sticking << " x " << ratio << ", " << mass << " kg," << clock.text();
          if (ratio < 1) {
            const Vec3 moved = world.bodies.poses[1].position - box.position;
            EXPECT_LT(double(length(moved)), landing(clock))
                << sticking << ", " << mass << " kg," << clock.text();
          }
        }
}

TEST_P(SurfaceFriction, ABoxThatSlidesGoesOnWhereOneAtRestHolds) {
  for (const Clock& clock : clocks()) {
    const double sticking = 0.7, kinetic = 0.3, angle = std::atan(0.5);
    World world = makeWorld(clock);
    BodyDef box = rough(kinetic, sticking);
    const Quat tilt = addSlope(world, angle, box);
    box.shape = Box{{0.4f, 0.1f, 0.3f}};
    box.position = rotate(tilt, {0, 0.1f, 0}), box.rotation = tilt;
    box.linearVelocity = rotate(tilt, {1, 0, 0});
    need(world.addBody(box));
    run(world, clock, 0.5);
    const double wanted = 1 + 0.5 * kGravity * (std::sin(angle) - kinetic * std::cos(angle));
    EXPECT_NEAR(speedDown(world, angle), wanted, 0.015 * wanted) << clock.text();
  }
}

TEST_P(SurfaceFriction, AStaticCoefficientBelowTheKineticOneIsNone) {
  const auto slid = [&](std::optional<float> sticking) {
    const Clock clock{1.0f / 60, 4};
    World world = makeWorld(clock);
    scenes::addPlane(world);
    BodyDef box = boxAt({0, 0.5f, 0});
    box.friction = 0.4f, box.staticFriction = sticking;
    box.linearVelocity = {3, 0, 1}, box.angularVelocity = {0, 2, 0};
    need(world.addBody(box));
    run(world, clock, 0.5);
    return world.bodies.poses[1].position;
  };
  EXPECT_EQ(slid(std::nullopt), slid(0.4f));
  EXPECT_EQ(slid(std::nullopt), slid(0.1f));
}

// A spring whose end is drawn slowly: it stretches to μs m g / k, slips, and stays behind by
// (2 μk − μs) m g / k.
TEST_P(SurfaceFriction, ADrawnSpringSticksAndSlips) {
  for (const int substeps : {1, 4})
    for (const float mass : {0.5f, 8.0f}) {
      const double sticking = 0.6, kinetic = 0.4, rate = 240, draw = 0.05;
      const double stiffness = 100 * double(mass);
      World world = makeWorld({float(1 / rate), substeps});
      BodyDef box = rough(kinetic, sticking);
      addSlope(world, 0, box);
      box.shape = Box{{0.3f, 0.05f, 0.3f}};
      box.mass = mass, box.position = {0, 0.05f, 0};
      need(world.addBody(box));
      double most = 0, least = 1;
      int slips = 0;
      bool slid = false;
      for (int i = 0; i < 6 * int(rate); ++i) {
        const double stretch = draw * i / rate - double(world.bodies.poses[1].position.x);
        const bool slides = world.bodies.states[1].linear.x > 0.02f;
        slips += slides && !slid;
        slid = slides;
        most = std::max(most, stretch);
        if (slips > 0 && !slides) least = std::min(least, stretch);
        world.bodies.forces[1] = {float(stiffness * stretch), 0, 0};
        ASSERT_FALSE(world.step(1 / rate));
      }
      const double unit = double(mass) * kGravity / stiffness;
      EXPECT_NEAR(most, sticking * unit, 0.03 * sticking * unit) << mass << ", " << substeps;
      EXPECT_NEAR(least, (2 * kinetic - sticking) * unit, 0.12 * sticking * unit)
          << mass << ", " << substeps;
      EXPECT_GE(slips, 4) << mass << ", " << substeps;
    }
}

TEST_P(SurfaceFriction, ABallRollsDownASlope) {
  for (const double degrees : {5.0, 20.0, 35.0})
    for (const float radius : {0.05f, 0.5f})
      for (const bool hollow : {false, true})
        for (const Clock& clock : clocks()) {
          const double angle = degrees * 3.14159265358979 / 180;
          World world = makeWorld(clock);
          BodyDef ball = rough(0.9, 0.9);
          const Quat tilt = addSlope(world, angle, ball);
          ball.shape = Sphere{radius};
          ball.mass = hollow ? 0.2f : 7.0f;
          const double share = hollow ? 2.0 / 3 : 2.0 / 5;
          const float moment = float(share) * *ball.mass * radius * radius;
          ball.inertia = Vec3{moment, moment, moment};
          ball.position = rotate(tilt, {0, radius, 0});
          need(world.addBody(ball));
          run(world, clock, 0.2);
          const double before = speedDown(world, angle);
          run(world, clock, 0.6);
          const double wanted = 0.6 * kGravity * std::sin(angle) / (1 + share);
          EXPECT_NEAR(speedDown(world, angle) - before, wanted, 0.005 * wanted)
              << degrees << " deg, r " << radius << (hollow ? " hollow," : ",") << clock.text();
        }
}

TEST_P(SurfaceFriction, ABallThatSlidesComesToRoll) {
  Random random(3);
  for (const double speed : {1.0, 4.0})
    for (const double mu : {0.2, 0.5})
      for (const Clock& clock : clocks()) {
        const double radius = random.uniform(0.05, 0.5),
                     spin = random.uniform(-speed, speed) / radius;
        World world = makeWorld(clock);
        BodyDef ball = rough(mu, mu);
        addSlope(world, 0, ball);
        ball.shape = Sphere{float(radius)};
        ball.position = {0, float(radius), 0};
        ball.linearVelocity = {float(speed), 0, 0};
        ball.angularVelocity = {0, 0, float(-spin)};
        need(world.addBody(ball));
        const double time = 2.0 / 7 * std::abs(speed - radius * spin) / (mu * kGravity);
        const double before = 0.5 * time;
        run(world, clock, before);
        const double passed = std::lround(before / double(clock.dt)) * double(clock.dt);
        const double pull = std::copysign(mu * kGravity, speed - radius * spin);
        EXPECT_NEAR(double(world.bodies.states[1].linear.x), speed - pull * passed, 0.01 * speed)
            << speed << ", mu " << mu << clock.text();
        run(world, clock, time + 0.3);
        const double rolls = (5 * speed + 2 * radius * spin) / 7;
        const BodyState& s = world.bodies.states[1];
        EXPECT_NEAR(double(s.linear.x), rolls, 0.005 * speed) << speed << clock.text();
        EXPECT_NEAR(-double(s.angular.z) * radius, rolls, 0.005 * speed) << speed << clock.text();
      }
}

TEST_P(SurfaceFriction, RollingFrictionSlowsARollingBallDown) {
  for (const double coefficient : {0.001, 0.01})
    for (const float radius : {0.1f, 0.4f})
      for (const float mass : {0.2f, 30.0f})
        for (const Clock& clock : clocks()) {
          const double slowing = coefficient * kGravity / (double(radius) * (1 + 2.0 / 5));
          const double speed = 0.8 * slowing;
          World world = makeWorld(clock);
          BodyDef ball = rough(0.6, 0.6);
          addSlope(world, 0, ball);
          ball.rollingFriction = float(coefficient);
          ball.shape = Sphere{radius};
          ball.mass = mass, ball.position = {0, radius, 0};
          ball.linearVelocity = {0, 0, float(speed)};
          ball.angularVelocity = {float(speed) / radius, 0, 0};
          need(world.addBody(ball));
          const std::string what = std::to_string(coefficient) + ", r " + std::to_string(radius) +
                                   ", " + std::to_string(mass) + " kg," + clock.text();
          run(world, clock, 0.4);
          EXPECT_NEAR(double(world.bodies.states[1].linear.z), speed - 0.4 * slowing, 0.01 * speed)
              << what;
          run(world, clock, 0.6);
          EXPECT_NEAR(double(world.bodies.states[1].linear.z), 0, 1e-4 * speed) << what;
        }
}

TEST_P(SurfaceFriction, RollingFrictionHoldsABallOnASlope) {
  for (const double ratio : {0.95, 1.05})
    for (const double share : {0.05, 0.3})
      for (const float mass : {0.2f, 30.0f})
        for (const Clock& clock : clocks()) {
          const double radius = 0.2, angle = std::atan(ratio * share);
          World world = makeWorld(clock);
          BodyDef ball = rough(0.9, 0.9);
          ball.rollingFriction = float(share * radius);
          const Quat tilt = addSlope(world, angle, ball);
          ball.shape = Sphere{float(radius)};
          ball.mass = mass, ball.position = rotate(tilt, {0, float(radius), 0});
          need(world.addBody(ball));
          const std::string what = std::to_string(ratio) + " x " + std::to_string(share) + ", " +
                                   std::to_string(mass) + " kg," + clock.text();
          run(world, clock, 1);
          if (ratio < 1) {
            const Vec3 moved = world.bodies.poses[1].position - ball.position;
            EXPECT_LT(double(length(moved)), landing(clock)) << what;
          }
          const double before = speedDown(world, angle);
          run(world, clock, 1);
          const double gain = kGravity * (std::sin(angle) - share * std::cos(angle)) / 1.4;
          EXPECT_NEAR(speedDown(world, angle) - before, std::max(0.0, gain),
                      0.002 * kGravity * std::sin(angle))
              << what;
        }
}

TEST_P(SurfaceFriction, TorsionalFrictionStopsASpinningBall) {
  for (const double coefficient : {0.002, 0.02})
    for (const float radius : {0.1f, 0.4f})
      for (const float mu : {0.0f, 0.5f})
        for (const Clock& clock : clocks()) {
          const double slowing = coefficient * kGravity / (0.4 * double(radius * radius));
          const double spin = 0.8 * slowing;
          World world = makeWorld(clock);
          BodyDef ball = rough(mu, mu);
          addSlope(world, 0, ball);
          ball.torsionalFriction = float(coefficient);
          ball.shape = Sphere{radius};
          ball.mass = 3, ball.position = {0, radius, 0};
          ball.angularVelocity = {0, float(spin), 0};
          need(world.addBody(ball));
          const std::string what = std::to_string(coefficient) + ", r " + std::to_string(radius) +
                                   ", mu " + std::to_string(mu) + clock.text();
          run(world, clock, 0.4);
          EXPECT_NEAR(double(world.bodies.states[1].angular.y), spin - 0.4 * slowing, 0.01 * spin)
              << what;
          run(world, clock, 0.6);
          EXPECT_NEAR(double(world.bodies.states[1].angular.y), 0, 1e-4 * spin) << what;
          const Vec3 moved = world.bodies.poses[1].position - ball.position;
          EXPECT_LT(std::hypot(moved.x, moved.z), 1e-4f) << what;
        }
}

TEST_P(SurfaceFriction, FreeBodiesKeepTheirMomenta) {
  Random random(31);
  for (int i = 0; i < 60; ++i) {
    const Clock clock{1 / (i % 2 ? 60.0f : 240.0f), 1 + i % 8};
    World world = makeWorld(clock, {});
    for (const float x : {0.0f, 0.9f}) {
      BodyDef def = rough(random.uniform(0.1, 0.8), random.uniform(0.1, 1.2));
      def.position = {x, random.real(-0.1f, 0.1f), random.real(-0.1f, 0.1f)};
      if ((i / 2) % 2)
        def.shape = Sphere{0.4f};
      else
        def.shape = Box{{0.3f, 0.4f, 0.35f}};
      def.mass = random.real(0.5f, 5);
      def.rollingFriction = random.real(0, 0.1f), def.torsionalFriction = random.real(0, 0.1f);
      def.surfaceVelocity = random.vector(2);
      if (i % 3 == 0) def.restitution = 0.5f;
      def.linearVelocity = {x > 0 ? -2.0f : 2.0f, random.real(), random.real()};
      def.angularVelocity = random.vector(4);
      need(world.addBody(def));
    }
    struct Momenta {
      Vec3d linear, angular;
    };
    const auto momenta = [&] {
      Momenta sum;
      for (int k = 0; k < 2; ++k) {
        const BodyState& s = world.bodies.states[k];
        const Vec3d p = double(world.bodies.masses[k].mass) * toDouble(s.linear);
        const Quat q = world.bodies.poseNow(k).rotation;
        const Vec3 own = inverseRotate(q, s.angular), inertia = world.bodies.masses[k].inertia;
        sum.linear += p;
        sum.angular +=
            cross(toDouble(world.bodies.poseNow(k).position), p) +
            toDouble(rotate(q, {own.x * inertia.x, own.y * inertia.y, own.z * inertia.z}));
      }
      return sum;
    };
    const Momenta before = momenta();
    run(world, clock, 0.5);
    const Momenta after = momenta();
    const std::string what = "case " + std::to_string(i) + clock.text();
    expectNear(toFloat(after.linear), before.linear, 1e-4, what + " linear");
    expectNear(toFloat(after.angular), before.angular, 0.01, what + " angular");
  }
}

TEST_P(SurfaceFriction, TheForcesOfAStackAreTheWeightsAbove) {
  for (const Clock& clock : clocks()) {
    World world = makeWorld(clock);
    BodyDef like = rough(0.4, 0.6);
    like.rollingFriction = like.torsionalFriction = 0.01f;
    addSlope(world, 0, like);
    Random random(5);
    std::vector<double> masses;
    for (int i = 0; i < 4; ++i) {
      BodyDef box = like;
      box.shape = Box{{0.5f, 0.25f, 0.5f}};
      box.position = {0, 0.25f + 0.5f * float(i), 0};
      box.mass = random.real(1, 3);
      masses.push_back(double(*box.mass));
      need(world.addBody(box));
    }
    run(world, clock, 3);
    std::vector<double> forces(5);
    const int steps = 40;
    for (int i = 0; i < steps; ++i) {
      ASSERT_FALSE(world.step(clock.dt));
      for (const Contact& c : world.collision.contacts.all())
        if (c.touching)
          forces[size_t(std::max(c.bodyA, c.bodyB))] +=
              double(world.collision.contacts.patchOf(c).stepImpulse) / (steps * double(clock.dt));
    }
    double weight = 0;
    for (int i = 4; i >= 1; --i) {
      weight += masses[size_t(i - 1)] * kGravity;
      EXPECT_NEAR(forces[size_t(i)] / weight, 1, 0.005) << "box " << i << clock.text();
    }
  }
}

TEST_P(SurfaceFriction, AWorldGoesOnFromASnapshotToTheBit) {
  for (const int steps : {1, 20, 45, 90}) {
    WorldSettings settings;
    settings.solver = solver();
    World world(settings), twin(settings);
    scenes::belt(world), scenes::belt(twin);
    for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(1.0 / 60));
    for (int i = 0; i < steps; ++i) ASSERT_FALSE(twin.step(1.0 / 60));
    ASSERT_EQ(world.hash(), twin.hash()) << steps;
    World other;
    ASSERT_FALSE(other.restore(world.snapshot()));
    for (int i = 0; i < 30; ++i) {
      ASSERT_FALSE(world.step(1.0 / 60));
      ASSERT_FALSE(other.step(1.0 / 60));
      ASSERT_EQ(world.snapshot(), other.snapshot()) << steps << " + " << i;
    }
  }
}

// Resistance to turning only ever takes energy.
TEST_P(SurfaceFriction, BallsWithRollingFrictionComeToRest) {
  const int seeds = !std::get<1>(GetParam()) ? 1 : longRun() ? 6 : 2;
  for (int seed = 0; seed < seeds; ++seed) {
    Random random{uint64_t(seed)};
    WorldSettings settings;
    settings.solver = solver();
    settings.sleeping = false;
    World world(settings);
    scenes::pit(world, 1);
    for (int i = 0; i < 16; ++i) {
      BodyDef ball =
          sphereAt({random.real(-0.7f, 0.7f), 0.3f + 0.3f * float(i / 4), random.real(-0.7f, 0.7f)},
                   random.real(0.1f, 0.15f));
      ball.rollingFriction = 0.02f, ball.torsionalFriction = 0.01f, ball.staticFriction = 0.7f;
      ball.linearVelocity = random.vector(2), ball.angularVelocity = random.vector(10);
      need(world.addBody(ball));
    }
    for (int i = 0; i < 480; ++i) ASSERT_FALSE(world.step(1.0 / 60));
    for (int i = 5; i < world.bodies.size(); ++i) {
      EXPECT_LT(length(world.bodies.states[i].linear), 0.03f) << seed << " ball " << i;
      EXPECT_LT(length(world.bodies.states[i].angular), 0.3f) << seed << " ball " << i;
    }
  }
}

}  // namespace surface_friction_test
}  // namespace holonom
