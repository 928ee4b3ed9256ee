// Piles of grains: they keep their distance, stand by friction, and meet everything else.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "scenes.h"

namespace holonom {
namespace grains_test {

using scenes::need;

constexpr float kRadius = 0.05f;

void run(World& world, int steps) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(1.0f / 60));
}

/// Layers of base², (base − 1)², … grains, each in the hollows of the one below.
GrainsDef pyramid(int base) {
  GrainsDef def;
  for (int k = 0; k < base; ++k)
    for (int j = 0; j < base - k; ++j)
      for (int i = 0; i < base - k; ++i)
        def.positions.insert(def.positions.end(), {kRadius * float(2 * i + k - base + 1),
                                                   kRadius * (1 + 1.4142136f * float(k)),
                                                   kRadius * float(2 * j + k - base + 1)});
  def.base = {int(def.positions.size()) / 3, 1}, def.layers = 1, def.radius = kRadius;
  def.damping = 0;
  return def;
}

float highest(const World& world) {
  float most = -1e9f;
  for (const Cloth& c : world.soft.cloths)
    for (int i = c.first; i < c.first + c.count; ++i)
      most = std::max(most, world.soft.particles.positions[i].y);
  return most;
}

/// Of two grains, as a share of what they keep [1].
float deepestOverlap(const World& world) {
  float deepest = 0;
  for (const Cloth& c : world.soft.cloths)
    for (int i = c.first; i < c.first + c.count; ++i)
      for (int j = c.first; j < i; ++j) {
        const float l = length(world.soft.particles.positions[i].xyz() -
                               world.soft.particles.positions[j].xyz());
        deepest = std::max(deepest, 1 - l / (2 * c.def.radius));
      }
  return deepest;
}

/// How far the grains moved at most.
float farthest(const World& world, const std::vector<Quad>& before) {
  float most = 0;
  for (size_t i = 0; i < before.size(); ++i)
    most = std::max(most, length(world.soft.particles.positions[i].xyz() - before[i].xyz()));
  return most;
}

void addFloor(World& world, float friction, Quat rotation = {}) {
  BodyDef ground;
  ground.type = BodyType::Static;
  ground.shape = Plane{};
  ground.friction = friction;
  ground.rotation = rotation;
  need(world.addBody(ground));
}

TEST(Grains, AFrictionPileStandsThreeHundredFrames) {
  // The survey's figure 9: with friction, and without.
  for (const bool rough : {true, false}) {
    World world;
    addFloor(world, rough ? 0.8f : 0);
    GrainsDef def = pyramid(6);
    def.friction = rough ? 0.5f : 0;
    if (rough) def.staticFriction = 0.8f;
    need(world.addGrains(def));
    const float height = highest(world);
    run(world, 60);
    const std::vector<Quad> settled = world.soft.particles.positions;
    run(world, 240);
    if (rough) {
      EXPECT_GT(highest(world), 0.99f * height);
      EXPECT_LT(farthest(world, settled), 0.05f * kRadius);
      EXPECT_LT(deepestOverlap(world), 0.03f);
    } else {
      EXPECT_LT(highest(world), 0.5f * height);
    }
  }
}

TEST(Grains, ADroppedPileSettlesWithoutOverlap) {
  World world;
  scenes::addPlane(world);
  GrainsDef def = scenes::grainsOf({6, 6}, 6, kRadius);
  def.position = {0, 0.5f, 0};
  need(world.addGrains(def));
  run(world, 300);
  EXPECT_LT(deepestOverlap(world), 0.03f);
  EXPECT_LT(highest(world), 0.5f);
  for (int i = 0; i < world.soft.cloths[0].count; ++i)
    ASSERT_GT(world.soft.particles.positions[i].y, 0.9f * kRadius);
}

TEST(Grains, HoldByStaticAndSlideByKineticFriction) {
  // On a slope of tangent 0.42, between the two coefficients: what lies stays, what slides goes on.
  const float half = 0.2f;
  for (const float speed : {0.0f, 0.5f}) {
    World world;
    addFloor(world, 1, {0, 0, std::sin(half), std::cos(half)});
    GrainsDef def = scenes::grainsOf({1, 1}, 1, kRadius);
    def.positions = {-kRadius * std::sin(2 * half), kRadius * std::cos(2 * half), 0};
    def.velocities = {-speed * std::cos(2 * half), -speed * std::sin(2 * half), 0};
    def.friction = 0.04f, def.staticFriction = 0.36f;  // with the floor's 1: 0.2 and 0.6
    need(world.addGrains(def));
    const Vec3 start = world.soft.particles.positions[0].xyz();
    run(world, 60);
    const float moved = length(world.soft.particles.positions[0].xyz() - start);
    // a = g (sin 0.4 − 0.2 cos 0.4)
    if (speed == 0)
      EXPECT_LT(moved, 0.001f);
    else
      EXPECT_NEAR(moved, speed + 0.5 * 9.81 * (0.38942 - 0.2 * 0.92106), 0.03);
  }
}

TEST(Grains, OfTwoPilesKeepApartAndKeepTheirMomentum) {
  WorldSettings s;
  s.gravity = {};
  World world(s);
  for (const float side : {-1.0f, 1.0f}) {
    GrainsDef def = scenes::grainsOf({3, 3}, 3, side < 0 ? 0.05f : 0.03f);
    def.position = {0.3f * side, 0, 0.02f * side};
    for (int i = 0; i < 27; ++i) def.velocities.insert(def.velocities.end(), {-side, 0, 0});
    need(world.addGrains(def));
  }
  const Momentum before = world.momentum();
  run(world, 60);
  const Momentum after = world.momentum();
  EXPECT_LT(length(after.linear - before.linear), 1e-4 * length(before.linear) + 1e-4);
  const Cloth& b = world.soft.cloths[1];
  for (int i = 0; i < 27; ++i)
    for (int j = b.first; j < b.first + 27; ++j)
      ASSERT_GT(
          length(world.soft.particles.positions[i].xyz() - world.soft.particles.positions[j].xyz()),
          0.97f * 0.08f);
}

TEST(Grains, LieOnClothThatHoldsThem) {
  World world;
  ClothDef sheet;
  sheet.grid = GridDef{{1, 1}, {12, 12}};
  sheet.position = {0, 1, 0};
  sheet.pins.names = {"left", "right", "top", "bottom"};
  need(world.addCloth(sheet));
  GrainsDef def = scenes::grainsOf({4, 4}, 2, 0.03f, 200);
  def.position = {0, 1.05f, 0};
  need(world.addGrains(def));
  run(world, 240);
  for (int i = world.soft.cloths[1].first; i < world.soft.cloths[1].first + 32; ++i)
    EXPECT_GT(world.soft.particles.positions[i].y, 0.6f);
}

TEST(Grains, AllInOnePlaceComeApart) {
  World world;
  scenes::addPlane(world);
  GrainsDef def = scenes::grainsOf({10, 10}, 10, 0.02f);
  def.positions.assign(3000, 0.5f);
  need(world.addGrains(def));
  run(world, 60);
  for (const Quad& x : world.soft.particles.positions) {
    ASSERT_TRUE(isFinite(x.xyz()));
    ASSERT_LT(length(x.xyz()), 100.0f);
  }
}

TEST(Grains, RefuseWhatMakesNoPile) {
  World world;
  EXPECT_EQ(world.addGrains(scenes::grainsOf({1000, 1000}, 2, 0.01f)).error->path, "layers");
  EXPECT_EQ(world.addGrains(scenes::grainsOf({2, 2}, 2, 0)).error->path, "radius");
  GrainsDef def;
  def.staticFriction = -1;
  EXPECT_EQ(world.addGrains(def).error->path, "staticFriction");
}

}  // namespace grains_test
}  // namespace holonom
