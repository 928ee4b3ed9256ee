#include <gtest/gtest.h>

#include <algorithm>

#include "meshes.h"
#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace fast_bodies_test {

/// A thin wall across x at the origin, without gravity.
void addWall(World& world) {
  world.settings.gravity = {};
  BodyDef wall = scenes::boxAt({0, 0, 0}, {0.01f, 2, 2});
  wall.type = BodyType::Static;
  scenes::need(world.addBody(wall));
}

TEST(FastBodies, StopAtAThinWallAtAnySpeed) {
  for (const float speed : {5.0f, 50.0f, 200.0f})
    for (const bool round : {true, false}) {
      World world;
      addWall(world);
      BodyDef bullet = round ? scenes::sphereAt({-3, 0.3f, 0.2f}, 0.1f)
                             : scenes::boxAt({-3, 0.3f, 0.2f}, {0.1f, 0.1f, 0.1f});
      bullet.linearVelocity = {speed, 0, 0};
      scenes::need(world.addBody(bullet));
      float farthest = -3;
      for (int i = 0; i < 60; ++i) {
        ASSERT_FALSE(world.step(1.0f / 60));
        farthest = std::max(farthest, world.bodies.poses[1].position.x);
      }
      // Its center stays outside; a sphere's surface stays within a millimeter of the wall.
      EXPECT_LT(farthest, round ? -0.109f : -0.1f) << speed;
    }
}

TEST(FastBodies, WhatLayBesideAWallIsStoppedWhenItIsThrownAtIt) {
  for (const float gap : {0.021f, 0.03f, 0.1f})
    for (const float speed : {0.1f, 5.0f, 200.0f}) {
      World world;
      addWall(world);
      const float start = -0.11f - gap;
      scenes::need(world.addBody(scenes::boxAt({start, 0, 0}, {0.1f, 0.1f, 0.1f})));
      for (int i = 0; i < 10; ++i) ASSERT_FALSE(world.step(1.0f / 60));
      world.bodies.states[1].linear = {speed, 0, 0};
      for (int i = 0; i < 120; ++i) ASSERT_FALSE(world.step(1.0f / 60));
      EXPECT_LT(world.bodies.poses[1].position.x, -0.1f) << gap << " " << speed;
    }
}

TEST(FastBodies, BounceWithTheirRestitution) {
  for (const float speed : {5.0f, 50.0f, 200.0f}) {
    World world;
    addWall(world);
    BodyDef ball = scenes::sphereAt({-3, 0, 0}, 0.1f);
    ball.linearVelocity = {speed, 0, 0};
    ball.restitution = 0.8f;
    scenes::need(world.addBody(ball));
    for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1.0f / 60));
    EXPECT_NEAR(world.bodies.states[1].linear.x, -0.8f * speed, 1e-3f * speed);
  }
}

/// A closed room of 4 m with thin walls, and bodies without friction in it.
class FastRoom {
 public:
  FastRoom(uint64_t seed, float speed, float boxShare, float restitution = 1)
      : random_(seed), restitution_(restitution) {
    world.settings.gravity = {};
    for (int axis = 0; axis < 3; ++axis)
      for (const float side : {-1.0f, 1.0f}) {
        Vec3 position, half{kHalf + 0.1f, kHalf + 0.1f, kHalf + 0.1f};
        (&position.x)[axis] = side * (kHalf + 0.05f);
        (&half.x)[axis] = 0.05f;
        BodyDef wall = scenes::boxAt(position, half);
        wall.type = BodyType::Static;
        add(wall);
      }
    for (int i = 0; i < 64; ++i) {
      const float size = random_.real(0.08f, 0.2f);
      const Vec3 at{float(i % 4) - 1.5f, float(i / 4 % 4) - 1.5f, float(i / 16) - 1.5f};
      const bool box = random_.real(0, 1) < boxShare;
      BodyDef body =
          box ? scenes::boxAt(at, {size, 0.8f * size, 0.6f * size}) : scenes::sphereAt(at, size);
      body.linearVelocity = speed * normalize(random_.vector(1) + Vec3{0.01f, 0, 0});
      add(body);
    }
  }

  void add(BodyDef def) {
    def.friction = 0, def.restitution = restitution_;
    scenes::need(world.addBody(def));
  }

  /// How deep two balls are in each other, or any body's middle is out of the room [m].
  float deepest() const {
    float most = 0;
    const Bodies& all = world.bodies;
    for (int i = kWalls; i < all.size(); ++i) {
      const Vec3 p = all.poses[i].position;
      most = std::max({most, std::abs(p.x) - kHalf, std::abs(p.y) - kHalf, std::abs(p.z) - kHalf});
      const Sphere* a = std::get_if<Sphere>(&all.defs[i].shape);
      for (int j = kWalls; a && j < i; ++j)
        if (const Sphere* b = std::get_if<Sphere>(&all.defs[j].shape))
          most = std::max(most, a->radius + b->radius - length(p - all.poses[j].position));
    }
    return most;
  }

  World world;

 private:
  static constexpr int kWalls = 6;
  static constexpr float kHalf = 2;
  Random random_;
  float restitution_;
};

TEST(FastBodies, ElasticBallsMeetAndKeepTheirEnergy) {
  constexpr int kRooms = 6, kSteps = 120;
  for (const float speed : {5.0f, 10.0f, 30.0f}) {
    int deep = 0;
    double kept = 0;
    for (uint64_t seed = 1; seed <= kRooms; ++seed) {
      FastRoom room(seed, speed, 0);
      const double before = room.world.energy().kinetic;
      for (int i = 0; i < kSteps; ++i) {
        ASSERT_FALSE(room.world.step(1.0 / 60));
        const float deepest = room.deepest();
        ASSERT_LT(deepest, 0.2f) << speed << " m/s, room " << seed << ", step " << i;
        deep += deepest > 0.03f;
        ASSERT_LT(room.world.energy().kinetic, 1.005 * before) << speed << ", room " << seed;
      }
      kept += room.world.energy().kinetic / before / kRooms;
    }
    // What pushes a lighter one before it may sink in for some substeps.
    EXPECT_LE(deep, kRooms * kSteps / 100) << speed;
    // Slower than 1 m/s they do not bounce.
    EXPECT_NEAR(kept, 1, speed < 10 ? 0.01 : 0.005) << speed;
  }
}

/// No force turns them.
TEST(FastBodies, SmoothBallsDoNotComeToSpin) {
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    FastRoom room(seed, 10, 0);
    for (int i = 0; i < 120; ++i) ASSERT_FALSE(room.world.step(1.0 / 60));
    float fastest = 0;
    for (const BodyState& s : room.world.bodies.states)
      fastest = std::max(fastest, length(s.angular));
    // Of about 60 rad/s at which balls of this speed and size would roll.
    EXPECT_LT(fastest, 6) << seed;
  }
}

/// A ball that is struck leaves those that it touched as the step began by more than its size.
TEST(FastBodies, ElasticBallsGainNoEnergyAtAnySpeed) {
  for (const float speed : {60.0f, 100.0f, 200.0f})
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      FastRoom room(seed, speed, 0);
      const double before = room.world.energy().kinetic;
      for (int i = 0; i < 120; ++i) {
        ASSERT_FALSE(room.world.step(1.0 / 60));
        // From 100 m/s on they fly farther in a substep than they are large.
        ASSERT_LT(room.world.energy().kinetic, (speed < 100 ? 1.005 : 1.02) * before)
            << speed << " m/s, room " << seed << ", step " << i;
      }
      EXPECT_GT(room.world.energy().kinetic, 0.85 * before) << speed << " m/s, room " << seed;
    }
}

/// What bounces off what it is pressed into gets no more back than its restitution.
TEST(FastBodies, BodiesThatBounceLessLoseEnergy) {
  for (const float speed : {10.0f, 60.0f})
    for (uint64_t seed = 1; seed <= 3; ++seed) {
      FastRoom room(seed, speed, 0.5f, 0.5f);
      double last = room.world.energy().kinetic;
      const double before = last;
      for (int i = 0; i < 120; ++i) {
        ASSERT_FALSE(room.world.step(1.0 / 60));
        const double now = room.world.energy().kinetic;
        ASSERT_LT(now, last + 0.002 * before) << speed << " m/s, room " << seed << ", step " << i;
        last = now;
      }
      EXPECT_LT(last, 0.1 * before) << speed << " m/s, room " << seed;
    }
}

TEST(FastBodies, ElasticBoxesStayInTheirRoomAndGainNoEnergy) {
  constexpr int kSeeds = 4;
  for (const float speed : {3.0f, 10.0f, 30.0f})
    for (const int substeps : {4, 16}) {
      double kept = 0;
      for (int seed = 1; seed <= kSeeds; ++seed) {
        FastRoom room(uint64_t(seed), speed, 0.7f);
        room.world.settings.substeps = substeps;
        const double before = room.world.energy().kinetic;
        for (int i = 0; i < 120; ++i) {
          ASSERT_FALSE(room.world.step(1.0 / 60));
          ASSERT_LT(room.deepest(), 0.03f) << speed << " m/s, step " << i;
          ASSERT_LT(room.world.energy().kinetic, 1.005 * before) << speed << " m/s, step " << i;
        }
        kept += room.world.energy().kinetic / before / kSeeds;
      }
      EXPECT_GT(kept, substeps > 4 ? 0.96 : 0.9) << speed << " m/s, " << substeps << " substeps";
    }
}

TEST(FastBodies, WhatABlowTurnsDoesNotPassAMeshAcrossItsSeams) {
  const Mesh floors[] = {meshOf(gridMesh(20, 20, 1, 1)), meshOf(gridMesh(20, 20, 10, 10))};
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    Random random(seed);
    World world;
    BodyDef ground;
    ground.type = BodyType::Static;
    ground.shape = floors[seed % 2];
    scenes::need(world.addBody(ground));
    BodyDef body;
    if (seed % 3 == 0)
      body.shape = Box{{0.1f, 0.3f, 0.1f}};
    else
      body.shape = Capsule{0.1f, 0.2f};
    body.position = {random.real(-3, 3), random.real(1, 2), random.real(-3, 3)};
    body.rotation = random.rotation();
    const Vec3 way{random.real(-0.3f, 0.3f), -1, random.real(-0.3f, 0.3f)};
    body.linearVelocity = random.real(100, 450) * normalize(way);
    scenes::need(world.addBody(body));
    for (int i = 0; i < 6; ++i) ASSERT_FALSE(world.step(1.0f / 60));
    EXPECT_GT(world.bodies.poses[1].position.y, 0) << "seed " << seed;
  }
}

/// A ball that bounces off a wall meets one that sleeps, in the same step or soon after.
TEST(FastBodies, WhatABlowTurnsAsideWakesWhatItMeets) {
  for (const float speed : {30.0f, 60.0f, 100.0f})
    for (const float place : {0.3f, 0.45f, 0.6f, 0.8f, 1.2f}) {
      World world;
      addWall(world);
      BodyDef thrown = scenes::sphereAt({-0.31f, 0, 0}, 0.1f);
      thrown.friction = 0, thrown.restitution = 1;
      // On the way after the bounce, a little off its middle.
      BodyDef struck = thrown;
      const Vec3 way = normalize(Vec3{-1, 1, 0});
      struck.position = Vec3{-0.11f, 0.2f, 0.05f} + place * way;
      struck.asleep = true;
      thrown.linearVelocity = speed * normalize(Vec3{1, 1, 0});
      scenes::need(world.addBody(thrown));
      const BodyId sleeper = scenes::need(world.addBody(struck));
      const double before = world.energy().kinetic;
      for (int i = 0; i < 6; ++i) ASSERT_FALSE(world.step(1.0 / 60));
      EXPECT_NEAR(world.energy().kinetic, before, 2e-3 * before)
          << speed << " m/s, " << place << " m";
      EXPECT_GT(length(world.describe(sleeper).linearVelocity), 0.7f * speed)
          << speed << " m/s, " << place << " m";
    }
}

class DynamicPlates : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, DynamicPlates, everySolver(), solverName);

/// A body that meets a plate with a corner first tumbles faster than it flew.
TEST_P(DynamicPlates, NothingTumblesThroughAThinOne) {
  for (const int substeps : {1, 4})
    for (const float thickness : {0.005f, 0.02f})
      for (int shot = 0; shot < 20; ++shot) {
        Random random(uint64_t(100 * substeps + shot));
        World world = scenes::sleeplessWorld(GetParam(), substeps, {});
        BodyDef plate = scenes::boxAt({0, 0, 0}, {thickness / 2, 0.5f, 0.5f});
        plate.density = 8000;
        plate.linearVelocity.x = shot % 2 ? random.real(-30, 0) : 0;
        const BodyId target = scenes::need(world.addBody(plate));
        const float size = random.real(0.03f, 0.1f);
        BodyDef def = scenes::boxAt({-1.5f, random.real(-0.2f, 0.2f), random.real(-0.2f, 0.2f)},
                                    {size, 0.7f * size, 0.5f * size});
        if (shot % 4 < 2) def.shape = Capsule{0.5f * size, size};
        def.rotation = random.rotation();
        def.linearVelocity = {random.real(5, 120), random.real(-2, 2), random.real(-2, 2)};
        const BodyId bullet = scenes::need(world.addBody(def));
        for (int step = 0; step < 40; ++step) {
          ASSERT_FALSE(world.step(1 / 60.0f));
          const BodyDef p = world.describe(target), b = world.describe(bullet);
          const Vec3 place = inverseRotate(p.rotation, b.position - p.position);
          if (abs(place.y) > 0.45f || abs(place.z) > 0.45f) break;
          ASSERT_LT(place.x, thickness)
              << substeps << " substeps, " << thickness << " m, shot " << shot << ", step " << step;
          const Vec3 away = rotate(p.rotation, {-1, 0, 0});
          if (dot(b.linearVelocity - p.linearVelocity, away) > 0.01f) break;
        }
      }
}

}  // namespace fast_bodies_test
}  // namespace holonom
