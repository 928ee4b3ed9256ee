// Rebound against its closed forms, under every solver.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace {

using scenes::boxAt;
using scenes::need;
using scenes::sphereAt;

class Impacts : public testing::TestWithParam<SolverType> {
 protected:
  World makeWorld(Vec3 gravity = {}) const {
    WorldSettings settings;
    settings.solver = GetParam();
    settings.gravity = gravity;
    settings.sleeping = false;
    return World(settings);
  }
};

INSTANTIATE_TEST_SUITE_P(Solvers, Impacts, everySolver(), solverName);

void run(World& world, int steps, float dt = 1.0f / 60) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(dt));
}

void addFloor(World& world, float friction, float restitution = 0) {
  BodyDef floor;
  floor.type = BodyType::Static;
  floor.shape = Plane{};
  floor.friction = friction, floor.restitution = restitution;
  need(world.addBody(floor));
}

/// After a ball met the floor at `down` with `along` and `spin`: its speed along, and its spin.
struct Bounce {
  double along, spin;
};
Bounce bounceOf(double along, double down, double spin, double radius, double e, double mu) {
  const double slip = along + radius * spin;  // spin about z, forward rolling is negative
  const double most = mu * (1 + e) * down, stick = 2.0 / 7 * std::abs(slip);
  const double taken = std::copysign(std::min(most, stick), slip);
  return {along - taken, spin - 2.5 * taken / radius};
}

TEST_P(Impacts, ABallLosesAlongWhatFrictionTakesInAnyPhaseOfTheStep) {
  Random random(11);
  for (int i = 0; i < 40; ++i) {
    World world = makeWorld();
    world.settings.substeps = 1 + i % 16;
    const float e = i % 3 == 0 ? 0 : random.real(0, 1), mu = random.real(0, 0.6f);
    const float radius = random.real(0.05f, 1), down = random.real(1.2f, 20);
    const float along = random.real(-10, 10), spin = random.real(-20, 20);
    addFloor(world, mu);
    BodyDef ball = sphereAt({0, radius + down * random.real(0.02f, 0.06f), 0}, radius);
    ball.mass = random.real(0.01f, 100);
    ball.friction = mu, ball.restitution = e;
    ball.linearVelocity = {along, -down, 0}, ball.angularVelocity = {0, 0, spin};
    need(world.addBody(ball));
    run(world, 8);
    const Bounce expected = bounceOf(along, down, spin, radius, e, mu);
    const BodyState& s = world.bodies.states[1];
    const std::string what = "e " + std::to_string(e) + " mu " + std::to_string(mu) + " down " +
                             std::to_string(down) + " along " + std::to_string(along) + " spin " +
                             std::to_string(spin) + " r " + std::to_string(radius) + " substeps " +
                             std::to_string(world.settings.substeps);
    const double tolerance = 0.01 * (std::abs(along) + down + std::abs(spin) * radius);
    // Where it sticks, friction goes on as it rolls.
    EXPECT_NEAR(s.linear.x, expected.along, tolerance) << what;
    EXPECT_NEAR(s.linear.y, e * down, 0.003 * down + 0.002) << what;
    EXPECT_NEAR(s.angular.z * radius, expected.spin * radius, 2 * tolerance) << what;
  }
}

TEST_P(Impacts, ABoxThatLandsFlatLeavesWithoutSpin) {
  Random random(12);
  for (int i = 0; i < 12; ++i) {
    World world = makeWorld({0, -9.81f, 0});
    world.settings.substeps = 1 + (5 * i) % 16;
    const Vec3 half{random.real(0.1f, 1), random.real(0.1f, 1), random.real(0.1f, 1)};
    const float drop = random.real(0.5f, 3), e = random.real(0.3f, 0.9f);
    if (i % 2)
      scenes::addGround(world);
    else
      addFloor(world, 0.5f);
    BodyDef box = boxAt({0, half.y + drop, 0}, half);
    box.restitution = e;
    need(world.addBody(box));
    float highest = 0;
    bool up = false;
    for (int k = 0; k < 90; ++k) {
      run(world, 1);
      const BodyState& s = world.bodies.states[1];
      up |= s.linear.y > 0.1f;
      if (up && s.linear.y < 0) break;
      if (up) highest = std::max(highest, world.bodies.poses[1].position.y - half.y);
      EXPECT_LT(length(s.angular), 0.01f) << i;
    }
    EXPECT_NEAR(highest, e * e * drop, 0.01f * drop + 0.01f) << i;
  }
}

TEST_P(Impacts, PerfectReboundKeepsTheEnergyOverAHundredBounces) {
  for (const int substeps : {1, 4, 7}) {
    World world = makeWorld({0, -9.81f, 0});
    world.settings.substeps = substeps;
    addFloor(world, 0.5f);
    BodyDef ball = sphereAt({0, 2.5f, 0}, 0.5f);
    ball.restitution = 1;
    need(world.addBody(ball));
    const double h = 1.0 / 60 / substeps;
    const auto energy = [&] {
      // Velocities are those of the middle of a substep.
      const double v = world.bodies.states[1].linear.y - 9.81 * h / 2;
      return 9.81 * (world.bodies.poses[1].position.y - 0.5) + v * v / 2;
    };
    int bounces = 0;
    bool down = true;
    const double start = 9.81 * 2 + 9.81 * h / 2 * 9.81 * h / 2;
    for (int k = 0; k < 8200 && bounces < 100; ++k) {
      run(world, 1);
      const bool now = world.bodies.states[1].linear.y < 0;
      bounces += down && !now;
      down = now;
    }
    EXPECT_EQ(bounces, 100) << substeps;
    EXPECT_NEAR(energy() / start, 1, 1e-3) << substeps;
  }
}

TEST_P(Impacts, TouchingBallsHandOnAsManyAsArrive) {
  for (const float gap : {0.0f, 1e-6f, 1e-4f})
    for (int arriving = 1; arriving <= 4; ++arriving) {
      World world = makeWorld();
      for (int i = 0; i < 5; ++i) {
        const bool comes = i < arriving;
        BodyDef ball = sphereAt({(1 + gap) * float(i) - (comes ? 0.3f : 0), 0, 0}, 0.5f);
        ball.friction = 0.3f, ball.restitution = 1, ball.mass = 1;
        if (comes) ball.linearVelocity = {3, 0, 0};
        need(world.addBody(ball));
      }
      run(world, 20);
      for (int i = 0; i < 5; ++i)
        EXPECT_NEAR(world.bodies.states[i].linear.x, i < 5 - arriving ? 0 : 3, 1e-3)
            << i << " of " << arriving << " gap " << gap;
      EXPECT_NEAR(world.energy().kinetic, 4.5 * arriving, 1e-3 * arriving);
    }
}

TEST_P(Impacts, GlancingHitsKeepBothMomenta) {
  Random random(13);
  for (int i = 0; i < 40; ++i) {
    World world = makeWorld();
    world.settings.substeps = 1 + i % 8;
    const float e = i % 2 ? 0 : random.real(0.1f, 1), mu = i % 3 ? random.real(0, 1) : 0;
    const bool boxes = i % 4 >= 2;
    for (int k = 0; k < 2; ++k) {
      const Vec3 at{k == 0 ? -1.2f : 1.2f, random.real(-0.4f, 0.4f), random.real(-0.4f, 0.4f)};
      BodyDef body = boxes ? boxAt(at, {random.real(0.3f, 0.6f), 0.5f, 0.4f})
                           : sphereAt(at, random.real(0.4f, 0.6f));
      if (boxes) body.rotation = random.rotation();
      body.mass = random.real(0.5f, 5);
      body.friction = mu, body.restitution = e;
      body.linearVelocity = {k == 0 ? 4.0f : -4.0f, random.real(-1, 1), random.real(-1, 1)};
      body.angularVelocity = 3.0f * random.vector();
      need(world.addBody(body));
    }
    const Momentum before = world.momentum();
    const double energy = world.energy().kinetic;
    run(world, 40);
    const Momentum after = world.momentum();
    const double scale = 4 * 5;
    EXPECT_LT(length(after.linear - before.linear), 1e-5 * scale) << i;
    EXPECT_LT(length(after.angular - before.angular), 1e-4 * scale) << i << " e " << e;
    EXPECT_LT(world.energy().kinetic, 1.005 * energy) << i;
  }
}

/// Of boxes with any sides on a floor no step loses more than rubbing can take.
TEST_P(Impacts, TumblingBoxesWithoutLossLoseWhatFrictionTakesAlone) {
  for (const float friction : {0.001f, 0.1f})
    for (uint64_t seed = 0; seed < 12; ++seed) {
      Random random(seed);
      World world;
      world.settings.solver = GetParam();
      world.settings.restitutionThreshold = 0;
      world.settings.sleeping = false;
      BodyDef floor;
      floor.type = BodyType::Static;
      floor.shape = Plane{};
      floor.friction = friction;
      scenes::need(world.addBody(floor));
      BodyDef box = scenes::boxAt({0, 1.1f, 0}, {random.real(0.05f, 0.3f), random.real(0.05f, 0.3f),
                                                 random.real(0.05f, 0.3f)});
      if (seed > 3) box.rotation = random.rotation();
      box.restitution = 1;
      box.friction = friction;
      scenes::need(world.addBody(box));
      const auto total = [&] { return world.energy().kinetic + world.energy().potential; };
      const double start = total();
      double last = start;
      for (int step = 0; step < 600; ++step) {
        ASSERT_FALSE(world.step(1.0f / 60));
        const double now = total();
        EXPECT_LT(last - now, (friction < 0.01f ? 0.03 : 0.25) * start)
            << friction << ", seed " << seed << ", step " << step;
        last = now;
      }
    }
}

}  // namespace
}  // namespace holonom
