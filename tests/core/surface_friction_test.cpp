// Static and kinetic, rolling and torsional friction and moving surfaces against closed forms,
// under every solver.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace surface_friction_test {

using scenes::boxAt;
using scenes::need;
using scenes::sphereAt;

constexpr double kGravity = 9.81;

struct Clock {
  float dt;
  int substeps;
  std::string text() const {
    return " dt 1/" + std::to_string(int(std::lround(1 / dt))) + ", " + std::to_string(substeps) +
           " substeps";
  }
};

/// A solver, and whether every clock is tried.
using Param = std::tuple<SolverType, bool>;

class Surface : public testing::TestWithParam<Param> {
 protected:
  SolverType solver() const { return std::get<0>(GetParam()); }
  std::vector<Clock> clocks() const {
    if (!std::get<1>(GetParam())) return {{1.0f / 30, 1}, {1.0f / 60, 4}};
    std::vector<Clock> all;
    for (const float rate : {30.0f, 60.0f, 240.0f})
      for (const int substeps : {1, 2, 4, 8}) all.push_back({1 / rate, substeps});
    return all;
  }
  World makeWorld(const Clock& clock, Vec3 gravity = {0, float(-kGravity), 0}) const {
    WorldSettings settings;
    settings.solver = solver();
    settings.substeps = clock.substeps;
    settings.gravity = gravity;
    settings.sleeping = false;
    return World(settings);
  }
};

std::string paramName(const testing::TestParamInfo<Param>& info) {
  return solverName({std::get<0>(info.param), info.index});
}
INSTANTIATE_TEST_SUITE_P(Solvers, Surface, testing::Combine(everySolver(), testing::Values(false)),
                         paramName);
INSTANTIATE_TEST_SUITE_P(CampaignSolvers, Surface,
                         testing::Combine(everySolver(), testing::Values(true)), paramName);

void run(World& world, const Clock& clock, double seconds) {
  const int steps = int(std::lround(seconds / double(clock.dt)));
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(clock.dt));
}

Quat aboutZ(double angle) { return {0, 0, float(std::sin(angle / 2)), float(std::cos(angle / 2))}; }

/// A half-space that falls along x by an angle [rad], with the surface of `like`.
Quat addSlope(World& world, double angle, const BodyDef& like) {
  BodyDef ground = like;
  ground.type = BodyType::Static;
  ground.shape = Plane{};
  ground.rotation = aboutZ(-angle);
  ground.linearVelocity = ground.angularVelocity = {};
  need(world.addBody(ground));
  return ground.rotation;
}

BodyDef rough(double kinetic, double sticking) {
  BodyDef def;
  def.friction = float(kinetic);
  def.staticFriction = float(sticking);
  return def;
}

/// How far a body may move that is put where it touches: soft-step brakes it only after its first
/// substep [m].
double landing(const Clock& clock) {
  const double h = double(clock.dt) / clock.substeps;
  return 3e-3 + kGravity * h * h;
}

/// The speed of the last body down a slope.
double speedDown(const World& world, double angle) {
  const Vec3 down{float(std::cos(angle)), float(-std::sin(angle)), 0};
  return double(dot(world.bodies.states[world.bodies.size() - 1].linear, down));
}

TEST_P(Surface, ABoxThatIsPushedOffSlidesFreelyWhereKineticFrictionIsZero) {
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

TEST_P(Surface, ABoxHoldsBelowTheStaticLimitAndSlidesByKineticFrictionAboveIt) {
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

TEST_P(Surface, ABoxThatSlidesGoesOnWhereOneAtRestHolds) {
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

TEST_P(Surface, AStaticCoefficientBelowTheKineticOneIsNone) {
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
TEST_P(Surface, ADrawnSpringSticksAndSlips) {
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

TEST_P(Surface, ABallRollsDownASlope) {
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

TEST_P(Surface, ABallThatSlidesComesToRoll) {
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

struct BallMotion {
  Vec3d linear, angular;
};

/// An impulse on B at the touch, and the opposite one on A; masses, and radii of solid balls.
void strike(BallMotion& a, BallMotion& b, double ma, double mb, double ra, double rb, Vec3d normal,
            double e, double mu) {
  const auto inverse = [](double m) { return std::isfinite(m) ? 1 / m : 0.0; };
  const Vec3d armA = ra * normal, armB = -rb * normal;
  const Vec3d relative = b.linear + cross(b.angular, armB) - a.linear - cross(a.angular, armA);
  const double closing = dot(relative, normal), w = inverse(ma) + inverse(mb);
  const double push = -(1 + e) * closing / w;
  const Vec3d slip = relative - closing * normal;
  const double speed = std::sqrt(dot(slip, slip));
  // Across the normal a solid ball moves 7/2 times as easily as along it.
  const double most = std::min(mu * push, speed / (3.5 * w));
  const Vec3d impulse = push * normal - (speed > 0 ? most / speed : 0) * slip;
  a.linear -= inverse(ma) * impulse, b.linear += inverse(mb) * impulse;
  a.angular -= (2.5 * inverse(ma) / (ra * ra)) * cross(armA, impulse);
  b.angular += (2.5 * inverse(mb) / (rb * rb)) * cross(armB, impulse);
}

void expectNear(Vec3 value, Vec3d wanted, double tolerance, const std::string& what) {
  EXPECT_NEAR(double(value.x), wanted.x, tolerance) << what;
  EXPECT_NEAR(double(value.y), wanted.y, tolerance) << what;
  EXPECT_NEAR(double(value.z), wanted.z, tolerance) << what;
}

TEST_P(Surface, ABallLeavesACushionAsTheImpulseOfFrictionSays) {
  Random random(21);
  for (int i = 0; i < 60; ++i) {
    const Clock clock{1 / (i % 2 ? 60.0f : 240.0f), 1 + i % 8};
    const double e = random.uniform(0.2, 1), mu = random.uniform(0.05, 0.5), radius = 0.05;
    BallMotion wall{}, ball{{random.uniform(-1, 1), random.uniform(-3, 3), random.uniform(-3, 3)},
                            random.vectorDouble(40)};
    ball.linear.x = random.uniform(1.5, 6);
    World world = makeWorld(clock, {});
    BodyDef cushion = boxAt({1, 0, 0}, {0.5f, 5, 5});
    cushion.type = BodyType::Static;
    cushion.friction = float(mu);
    need(world.addBody(cushion));
    BodyDef def = sphereAt({float(0.45 - 0.05 * ball.linear.x), 0, 0}, float(radius));
    def.mass = 0.17f, def.friction = float(mu), def.restitution = float(e);
    def.linearVelocity = toFloat(ball.linear), def.angularVelocity = toFloat(ball.angular);
    need(world.addBody(def));
    run(world, clock, 0.1);
    strike(ball, wall, 0.17, INFINITY, radius, 1, {1, 0, 0}, e, mu);
    const double scale = length(def.linearVelocity) + float(radius) * length(def.angularVelocity);
    const std::string what = "case " + std::to_string(i) + clock.text();
    expectNear(world.bodies.states[1].linear, ball.linear, 0.02 * scale, what);
    expectNear(world.bodies.states[1].angular, ball.angular, 0.02 * scale / radius, what);
  }
}

TEST_P(Surface, TwoBallsPartAsTheImpulseOfFrictionSays) {
  Random random(22);
  for (int i = 0; i < 60; ++i) {
    const Clock clock{1 / (i % 2 ? 60.0f : 240.0f), 1 + i % 8};
    const double e = random.uniform(0.2, 1), mu = random.uniform(0.03, 0.3);
    const double ra = random.uniform(0.03, 0.1), rb = random.uniform(0.03, 0.1);
    const double ma = random.uniform(0.1, 1), mb = random.uniform(0.1, 1);
    const double closing = random.uniform(1.5, 6);
    const Vec3d normal = toDouble(random.direction());
    BallMotion a{random.vectorDouble(1), random.vectorDouble(1 / ra)}, b{{}, {}};
    b.angular = random.vectorDouble(3 / rb);
    b.linear = a.linear - closing * normal;
    World world = makeWorld(clock, {});
    BodyDef da = sphereAt({}, float(ra)), db = da;
    db.shape = Sphere{float(rb)};
    db.position = toFloat((ra + rb + 0.05 * closing) * normal);
    for (const auto& [def, motion, mass] : {std::tuple{&da, &a, ma}, {&db, &b, mb}}) {
      def->mass = float(mass), def->friction = float(mu), def->restitution = float(e);
      def->linearVelocity = toFloat(motion->linear),
      def->angularVelocity = toFloat(motion->angular);
      need(world.addBody(*def));
    }
    run(world, clock, 0.1);
    strike(a, b, ma, mb, ra, rb, normal, e, mu);
    const double scale = 2 * closing + 2;
    const std::string what = "case " + std::to_string(i) + clock.text();
    expectNear(world.bodies.states[0].linear, a.linear, 0.02 * scale, what);
    expectNear(world.bodies.states[1].linear, b.linear, 0.02 * scale, what);
    expectNear(world.bodies.states[0].angular, a.angular, 0.02 * scale / ra, what);
    expectNear(world.bodies.states[1].angular, b.angular, 0.02 * scale / rb, what);
  }
}

// M = μr N against a ball that rolls: m a = −F, I a / r = F r − M.
TEST_P(Surface, RollingFrictionSlowsARollingBallDown) {
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

TEST_P(Surface, RollingFrictionHoldsABallOnASlope) {
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

TEST_P(Surface, TorsionalFrictionStopsASpinningBall) {
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

TEST_P(Surface, ABeltTakesBoxesAlong) {
  for (const double degrees : {0.0, 10.0})
    for (const float turn : {0.0f, 0.7f})
      for (const float mass : {0.1f, 20.0f})
        for (const Clock& clock : clocks()) {
          const double mu = 0.5, speed = 2, angle = degrees * 3.14159265358979 / 180;
          World world = makeWorld(clock);
          // Its own x points up the slope, turned about the normal.
          BodyDef belt = rough(mu, mu);
          belt.type = BodyType::Static;
          belt.shape = Box{{20, 0.5f, 20}};
          const Quat tilt = aboutZ(angle);
          const Quat about{0, std::sin(turn / 2), 0, std::cos(turn / 2)};
          belt.rotation = tilt * about;
          belt.position = rotate(tilt, {0, -0.5f, 0});
          // What is along the normal does nothing.
          belt.surfaceVelocity = inverseRotate(about, {float(speed), 0.5f, 0});
          need(world.addBody(belt));
          BodyDef box = rough(mu, mu);
          box.shape = Box{{0.3f, 0.1f, 0.2f}};
          box.mass = mass, box.rotation = tilt, box.position = rotate(tilt, {0, 0.1f, 0});
          need(world.addBody(box));
          const std::string what = std::to_string(degrees) + " deg, turned " +
                                   std::to_string(turn) + ", " + std::to_string(mass) + " kg," +
                                   clock.text();
          const auto along = [&](Vec3 v) { return double(dot(v, rotate(tilt, {1, 0, 0}))); };
          run(world, clock, 0.1);
          const double before = along(world.bodies.states[1].linear);
          run(world, clock, 0.2);
          const double gain = kGravity * (mu * std::cos(angle) - std::sin(angle));
          EXPECT_NEAR(along(world.bodies.states[1].linear) - before, 0.2 * gain, 0.01 * 0.2 * gain)
              << what;
          run(world, clock, 0.7);
          EXPECT_NEAR(along(world.bodies.states[1].linear), speed, 1e-3 * speed) << what;
          const Vec3 at = world.bodies.poses[1].position;
          run(world, clock, 2);
          EXPECT_NEAR(along(world.bodies.poses[1].position - at), 2 * speed, 2e-3) << what;
          EXPECT_NEAR(double(world.bodies.poses[1].position.z), 0, 2e-3) << what;
          EXPECT_NEAR(length(world.bodies.states[1].angular), 0, 1e-3) << what;
        }
}

TEST_P(Surface, ABallOnABeltRollsAtTwoSeventhsOfItsSpeed) {
  for (const Clock& clock : clocks()) {
    World world = makeWorld(clock);
    BodyDef belt = rough(0.4, 0.4);
    belt.surfaceVelocity = {0, 0, 3};
    addSlope(world, 0, belt);
    BodyDef ball = sphereAt({0, 0.2f, 0}, 0.2f);
    ball.friction = 0.4f;
    need(world.addBody(ball));
    run(world, clock, 1);
    EXPECT_NEAR(double(world.bodies.states[1].linear.z), 3 * 2.0 / 7, 0.01) << clock.text();
  }
}

// A bound on the energy of joined bodies must let the belt give them some.
TEST_P(Surface, ABeltTakesJoinedBodiesAlong) {
  for (const Clock& clock : clocks()) {
    World world = makeWorld(clock);
    BodyDef belt = rough(0.5, 0.5);
    belt.surfaceVelocity = {2, 0, 0};
    addSlope(world, 0, belt);
    std::vector<BodyId> wheels;
    for (const float x : {0.0f, 0.6f}) {
      BodyDef wheel = sphereAt({x, 0.1f, 0}, 0.1f);
      wheel.angularVelocity = {0, 0, 15};
      wheels.push_back(need(world.addBody(wheel)));
    }
    FixedJoint joint;
    joint.bodyA = wheels[0], joint.bodyB = wheels[1];
    need(world.addJoint(joint));
    run(world, clock, 1.5);
    for (const int i : {1, 2})
      EXPECT_NEAR(double(world.bodies.states[i].linear.x), 2, 0.02) << clock.text();
  }
}

TEST_P(Surface, FreeBodiesKeepTheirMomenta) {
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

TEST_P(Surface, TheForcesOfAStackAreTheWeightsAbove) {
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
      for (const Contact& c : world.contacts.all())
        if (c.touching)
          forces[size_t(std::max(c.bodyA, c.bodyB))] +=
              double(world.contacts.patchOf(c).stepImpulse) / (steps * double(clock.dt));
    }
    double weight = 0;
    for (int i = 4; i >= 1; --i) {
      weight += masses[size_t(i - 1)] * kGravity;
      EXPECT_NEAR(forces[size_t(i)] / weight, 1, 0.005) << "box " << i << clock.text();
    }
  }
}

TEST_P(Surface, AWorldGoesOnFromASnapshotToTheBit) {
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
TEST_P(Surface, BallsWithRollingFrictionComeToRest) {
  const int seeds = std::get<1>(GetParam()) ? 6 : 1;
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

TEST_P(Surface, ABeltThatStartsWakesWhatSleepsOnIt) {
  WorldSettings settings;
  settings.solver = solver();
  World world(settings);
  BodyDef belt = boxAt({0, -0.5f, 0}, {10, 0.5f, 10});
  belt.type = BodyType::Static;
  const BodyId id = need(world.addBody(belt));
  need(world.addBody(boxAt({0, 0.5f, 0})));
  need(world.addBody(boxAt({0, 1.5f, 0})));
  for (int i = 0; i < 180; ++i) ASSERT_FALSE(world.step(1.0 / 60));
  ASSERT_EQ(world.sleepingCount(), 2);
  belt.surfaceVelocity = {1, 0, 0};
  ASSERT_FALSE(world.redefine(id, belt));
  for (int i = 0; i < 180; ++i) ASSERT_FALSE(world.step(1.0 / 60));
  EXPECT_EQ(world.sleepingCount(), 0);
  for (const int i : {1, 2}) EXPECT_NEAR(world.bodies.states[i].linear.x, 1, 0.01f) << i;
  belt.surfaceVelocity = {};
  ASSERT_FALSE(world.redefine(id, belt));
  for (int i = 0; i < 180; ++i) ASSERT_FALSE(world.step(1.0 / 60));
  EXPECT_EQ(world.sleepingCount(), 2);
}

}  // namespace surface_friction_test
}  // namespace holonom
