// Wind and outer forces on nets and cloth, however light.
#include <gtest/gtest.h>

#include "scenes.h"

namespace holonom {
namespace spring_wind_test {

using scenes::need;

/// 10 g/m², as tissue paper.
constexpr float kLight = 0.01f;

WorldSettings windy(float speed) {
  WorldSettings settings;
  settings.gravity = {};
  settings.wind = {0, speed, 0};
  return settings;
}

/// The largest speed of a point in two seconds, and at their end the mean.
struct Blown {
  double largest = 0, mean = 0;
};
template <class Velocity>
Blown blow(World& world, int count, Velocity&& velocity) {
  Blown blown;
  for (int i = 0; i < 120; ++i) {
    EXPECT_FALSE(world.step(1.0f / 60));
    blown.mean = 0;
    for (int k = 0; k < count; ++k) {
      blown.largest = std::max(blown.largest, length(velocity(k)));
      blown.mean += velocity(k).y / count;
    }
  }
  return blown;
}

TEST(SpringWind, TakesTheLightestNetAlongAtItsSpeed) {
  for (const IntegratorType integrator :
       {IntegratorType::SymplecticEuler, IntegratorType::BackwardEuler, IntegratorType::Imex}) {
    SCOPED_TRACE(int(integrator));
    World world(windy(10));
    SpringNetworkDef net;
    net.grid = GridDef{{1, 1}, {8, 8}};
    net.integrator = integrator;
    net.mass = double(kLight);
    net.stiffness = 1;
    net.damping = 0.001;
    net.drag = 1.2f;
    need(world.addSpringNetwork(net));
    const SpringNetwork& n = world.soft.springs[0].network;
    const Blown blown = blow(world, n.size(), [&](int k) { return n.velocities[k]; });
    EXPECT_LT(blown.largest, 11);
    EXPECT_NEAR(blown.mean, 10, 0.5);
  }
}

TEST(SpringWind, TakesTheLightestClothAlongAtItsSpeed) {
  World world(windy(10));
  ClothDef cloth;
  cloth.grid = GridDef{{1, 1}, {8, 8}};
  cloth.density = kLight;
  cloth.drag = 1.2f;
  need(world.addCloth(cloth));
  const Blown blown = blow(world, world.soft.cloths[0].count, [&](int k) {
    return toDouble(world.soft.particles.velocities[k].xyz());
  });
  EXPECT_LT(blown.largest, 11);
  EXPECT_NEAR(blown.mean, 10, 0.5);
}

TEST(SpringWind, LiftOnALightFlagStaysBounded) {
  WorldSettings settings;
  settings.wind = {10, 0, 2};
  World world(settings);
  SpringNetworkDef net;
  net.grid = GridDef{{1, 1}, {8, 8}};
  net.pins.names = {"left"};
  net.mass = double(kLight);
  net.stiffness = 50;
  net.drag = net.lift = 1;
  need(world.addSpringNetwork(net));
  const SpringNetwork& n = world.soft.springs[0].network;
  EXPECT_LT(blow(world, n.size(), [&](int k) { return n.velocities[k]; }).largest, 30);
}

/// A wall from x = 0.2 on, in the way of what is at the origin.
void addWall(World& world) {
  BodyDef wall = scenes::boxAt({0.7f, 0, 0}, {0.5f, 2, 2});
  wall.type = BodyType::Static;
  need(world.addBody(wall));
}

TEST(SpringWind, AForceDoesNotPushNodesThroughAWall) {
  for (const IntegratorType integrator :
       {IntegratorType::SymplecticEuler, IntegratorType::BackwardEuler}) {
    SCOPED_TRACE(int(integrator));
    World world;
    addWall(world);
    SpringNetworkDef net;
    net.lists = SpringListsDef{{0, 0, 0, 0, 0.1f, 0}, {0, 1}};
    net.integrator = integrator;
    net.mass = 2;
    net.forces = {3000, 0, 0, 3000, 0, 0};  // within a step, from rest to 0.4 m away
    need(world.addSpringNetwork(net));
    for (int i = 0; i < 10; ++i) ASSERT_FALSE(world.step(1.0f / 60));
    for (const Vec3d& x : world.soft.springs[0].network.positions) EXPECT_LT(x.x, 0.19);
  }
}

TEST(SpringWind, AGustDoesNotBlowClothThroughAWall) {
  WorldSettings settings;
  settings.gravity = {};
  settings.wind = {60, 0, 0};
  World world(settings);
  addWall(world);
  ClothDef cloth;
  cloth.grid = GridDef{{0.4f, 0.4f}, {4, 4}};
  cloth.rotation = {0, 0, 0.70710678f, 0.70710678f};
  cloth.density = kLight;
  need(world.addCloth(cloth));
  for (int i = 0; i < 10; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  for (int k = 0; k < world.soft.cloths[0].count; ++k)
    EXPECT_LT(world.soft.particles.positions[k].x, 0.21f);
}

}  // namespace spring_wind_test
}  // namespace holonom
