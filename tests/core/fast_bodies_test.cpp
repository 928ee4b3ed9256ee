#include <gtest/gtest.h>

#include <algorithm>

#include "meshes.h"
#include "random.h"
#include "scenes.h"

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

}  // namespace fast_bodies_test
}  // namespace holonom
