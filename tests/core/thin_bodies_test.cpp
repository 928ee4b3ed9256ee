// Thin, slender and small bodies that fly at doors, walls and floors and tumble after the first
// touch: none gets through.
#include <gtest/gtest.h>

#include <cmath>

#include "long_run.h"
#include "meshes.h"
#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace thin_bodies_test {

using scenes::need;

constexpr float kStep = 1.0f / 60;

enum class Wall { Static, Free, Hinged, Sliding, Fixed, Hanging, Tiles, Compound, Welded };

constexpr float kSlats[] = {-0.375f, -0.125f, 0.125f, 0.375f};

/// A free wall of slats that joints hold together.
void addWelded(World& world, float halfThickness) {
  BodyId last;
  for (const float x : kSlats) {
    BodyDef def = scenes::boxAt({x, 0, 0}, {0.125f, 1, halfThickness});
    def.mass = 5;
    FixedJoint weld;
    weld.bodyB = last;
    weld.bodyA = last = need(world.addBody(def));
    if (x > kSlats[0]) need(world.addJoint(weld));
  }
}

/// Across z at the origin; body 0 is of it.
void addWall(World& world, Wall kind, float halfThickness) {
  BodyDef def = scenes::boxAt({}, {0.5f, 1, halfThickness});
  if (kind == Wall::Static || kind == Wall::Tiles) def.type = BodyType::Static;
  if (kind == Wall::Welded) {
    addWelded(world, halfThickness);
    return;
  }
  if (kind == Wall::Tiles) {
    def.shape = Box{{0.25f, 1, halfThickness}};
    for (const float x : {-0.25f, 0.25f}) {
      def.position.x = x;
      need(world.addBody(def));
    }
    return;
  }
  def.mass = 20;
  if (kind == Wall::Compound) {
    Compound compound;
    for (const float x : kSlats)
      compound.parts.push_back({{x, 0, 0}, {}, Box{{0.125f, 1, halfThickness}}});
    def.shape = compound;
  }
  const BodyId wall = need(world.addBody(def));
  if (kind == Wall::Hinged || kind == Wall::Compound) {
    HingeJoint joint;
    joint.bodyA = wall, joint.anchor = Vec3{-0.5f, 0, 0}, joint.axis = Vec3{0, 1, 0};
    need(world.addJoint(joint));
  } else if (kind == Wall::Sliding) {
    PrismaticJoint joint;
    joint.bodyA = wall, joint.anchor = Vec3{}, joint.axis = Vec3{0, 0, 1};
    need(world.addJoint(joint));
  } else if (kind == Wall::Fixed) {
    FixedJoint joint;
    joint.bodyA = wall;
    need(world.addJoint(joint));
  } else if (kind == Wall::Hanging) {
    BallJoint joint;
    joint.bodyA = wall, joint.anchor = Vec3{0, 1, 0};
    need(world.addJoint(joint));
  }
}

const Shape kShapes[] = {Cylinder{0.012f, 0.001f},
                         Cylinder{0.004f, 0.09f},
                         Capsule{0.004f, 0.1f},
                         Box{{0.1f, 0.003f, 0.1f}},
                         Box{{0.008f, 0.008f, 0.008f}},
                         Box{{0.03f, 0.0005f, 0.045f}},
                         Sphere{0.02f}};

/// Whether a throw at the wall gets through.
bool passes(SolverType solver, int substeps, Wall kind, const Shape& shape, float speed, float spin,
            uint64_t seed) {
  const float halfThickness = 0.01f;
  World world = scenes::sleeplessWorld(solver, substeps, {});
  addWall(world, kind, halfThickness);
  Random random(seed);
  const float tilt = random.real(0, 0.6f), around = random.real(0, 6.28f);
  const Vec3 way{std::sin(tilt) * std::cos(around), std::sin(tilt) * std::sin(around),
                 -std::cos(tilt)};
  const float aside = kind == Wall::Tiles ? 0.03f : 0.2f, from = random.real(0.3f, 1.5f);
  BodyDef def;
  def.shape = shape;
  def.density = 7000;
  def.position = Vec3{random.real(-aside, aside), 0, halfThickness} - from * way;
  def.rotation = random.rotation();
  def.linearVelocity = speed * way;
  def.angularVelocity = {random.real(-spin, spin), random.real(-spin, spin), 0};
  const size_t body = size_t(world.indexOf(need(world.addBody(def))));
  for (int step = 0; step < 120; ++step) {
    EXPECT_FALSE(world.step(kStep));
    const Transform frame = kind == Wall::Tiles ? Transform{} : Transform(world.bodies.poses[0]);
    Vec3 place = inverseTransformPoint(frame, world.bodies.poses[body].position);
    if (kind == Wall::Welded) place.x += kSlats[0];
    if (std::abs(place.x) > 0.45f || std::abs(place.y) > 0.9f) return false;
    if (place.z < -halfThickness) return true;
  }
  return false;
}

class ThinBodies : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, ThinBodies, everySolver(), solverName);

TEST_P(ThinBodies, DoNotPassWallsDoorsOrSeams) {
  const int throws = longRun() ? 60 : 2;
  for (const Wall wall : {Wall::Static, Wall::Free, Wall::Hinged, Wall::Sliding, Wall::Fixed,
                          Wall::Hanging, Wall::Tiles})
    for (const Shape& shape : kShapes)
      for (const float speed : {5.0f, 10.0f, 20.0f, 50.0f})
        for (const float spin : {0.0f, 100.0f})
          for (int k = 0; k < throws; ++k)
            EXPECT_FALSE(passes(GetParam(), 4, wall, shape, speed, spin,
                                uint64_t(1000 * speed) + uint64_t(k)))
                << "wall " << int(wall) << ", shape " << &shape - kShapes << ", " << speed
                << " m/s, spin " << spin << ", throw " << k;
}

TEST_P(ThinBodies, DoNotPassSeamsOfDoors) {
  for (const Wall wall : {Wall::Compound, Wall::Welded})
    for (const Shape& shape : {Shape(Cylinder{0.01f, 0.3f}), Shape(Capsule{0.01f, 0.3f}),
                               Shape(Box{{0.3f, 0.004f, 0.004f}}), kShapes[1], kShapes[2]})
      for (const float speed : {15.0f, 30.0f, 60.0f})
        for (int k = 0; k < (longRun() ? 60 : 5); ++k)
          EXPECT_FALSE(passes(GetParam(), 4, wall, shape, speed, k % 2 ? 20 : 0,
                              uint64_t(1000 * speed) + uint64_t(k)))
              << "wall " << int(wall) << ", " << extentOf(shape) << " m, " << speed
              << " m/s, throw " << k;
}

TEST_P(ThinBodies, DoNotPassMeshes) {
  for (const int cells : {1, 8, 32})
    for (const bool round : {false, true})
      for (const float speed : {5.0f, 10.0f, 20.0f})
        for (int tilt = 0; tilt < 90; tilt += longRun() ? 1 : 6) {
          World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
          BodyDef floor;
          floor.type = BodyType::Static;
          floor.shape = meshOf(gridMesh(2, 2, cells, cells));
          need(world.addBody(floor));
          BodyDef pencil;
          pencil.shape = round ? Shape(Capsule{0.0035f, 0.09f}) : Shape(Cylinder{0.0035f, 0.09f});
          pencil.mass = 0.005f;
          pencil.position = {0.06f, 0.5f + 0.001f * float(tilt), 0.03f};
          const float half = float(tilt) * 3.14159265f / 360;
          pencil.rotation = {0.8f * std::sin(half), 0, 0.6f * std::sin(half), std::cos(half)};
          pencil.linearVelocity = {0, -speed, 0};
          need(world.addBody(pencil));
          for (int step = 0; step < 60; ++step) {
            ASSERT_FALSE(world.step(kStep));
            const Vec3 place = world.bodies.poses[1].position;
            if (std::abs(place.x) > 0.8f || std::abs(place.z) > 0.8f) break;
            ASSERT_GT(place.y, -0.01f)
                << cells << " cells, round " << round << ", " << speed << " m/s, tilt " << tilt;
          }
        }
}

/// They come to rest on what moves on: none hangs over it, nor gathers speed there.
TEST_P(ThinBodies, RideOnLiftsAndTurntables) {
  for (const int motion : {0, 1, 2})
    for (const Shape& shape : kShapes)
      for (int k = 0; k < (longRun() ? 12 : 2); ++k)
        for (const int substeps : {1, 4}) {
          Random random(uint64_t(100 * motion + k));
          World world = scenes::sleeplessWorld(GetParam(), substeps, {0, -9.81f, 0});
          BodyDef floor = scenes::boxAt({0, -0.1f, 0}, {2, 0.1f, 2});
          floor.type = BodyType::Kinematic;
          if (motion == 1) floor.linearVelocity = {0, 0.5f, 0};
          if (motion == 2) floor.angularVelocity = {0, 1, 0};
          need(world.addBody(floor));
          BodyDef def;
          def.shape = shape;
          def.density = 7000;
          def.position = {random.real(-0.3f, 0.3f), 0.25f, random.real(-0.3f, 0.3f)};
          def.rotation = random.rotation();
          need(world.addBody(def));
          for (int step = 0; step < 180; ++step) {
            ASSERT_FALSE(world.step(kStep));
            ASSERT_LT(length(world.bodies.states[1].linear), 3)
                << "motion " << motion << ", shape " << &shape - kShapes << ", drop " << k << ", "
                << substeps << " substeps, step " << step;
          }
          const Vec3 place =
              inverseTransformPoint(world.bodies.poses[0], world.bodies.poses[1].position);
          if (std::abs(place.x) > 1.9f || std::abs(place.z) > 1.9f) continue;
          EXPECT_GT(place.y, 0.0995f);
          EXPECT_LT(place.y, 0.1f + extentOf(shape) + 0.01f);
        }
}

/// After a hit two free bodies fly on as their velocities say.
TEST_P(ThinBodies, FlyOnAfterTheyMet) {
  int met = 0;
  for (uint64_t seed = 1; seed <= (longRun() ? 200 : 20); ++seed)
    for (const Shape& shape : {Shape(Ellipsoid{{0.05f, 0.02f, 0.1f}}), kShapes[1], kShapes[3]}) {
      Random random(seed);
      World world = scenes::sleeplessWorld(GetParam(), 4, {});
      BodyDef panel = scenes::boxAt({}, {0.2f, 0.2f, 0.01f});
      panel.mass = 0.5f;
      need(world.addBody(panel));
      BodyDef def;
      def.shape = shape;
      def.mass = 0.5f;
      def.position = {random.real(-0.1f, 0.1f), random.real(-0.1f, 0.1f), 0.4f};
      def.rotation = random.rotation();
      def.linearVelocity = {0, 0, -random.real(5, 40)};
      need(world.addBody(def));
      for (int step = 0; step < 60; ++step) ASSERT_FALSE(world.step(kStep));
      met += length(world.bodies.states[0].linear) > 0.1f;
      for (const size_t i : {0, 1}) {
        const Vec3 velocity = world.bodies.states[i].linear, from = world.bodies.poses[i].position;
        for (int step = 0; step < 10; ++step) ASSERT_FALSE(world.step(kStep));
        const BodyState& s = world.bodies.states[i];
        // What met again in this time flies by another velocity.
        if (length(s.linear - velocity) > 0.01f * length(velocity)) continue;
        EXPECT_LT(length(world.bodies.poses[i].position - from - 10 * kStep * velocity),
                  0.02f * length(10 * kStep * velocity) + 1e-3f)
            << "seed " << seed << ", body " << i;
      }
    }
  EXPECT_GT(met, 0);
}

/// What the world holds gets no velocity by what is pressed into it.
TEST_P(ThinBodies, LeaveAFixedPanelAlone) {
  for (uint64_t seed = 1; seed <= (longRun() ? 60 : 6); ++seed)
    for (const Shape& shape : kShapes) {
      Random random(seed);
      World world = scenes::sleeplessWorld(GetParam(), 4, {});
      addWall(world, Wall::Fixed, 0.01f);
      BodyDef def;
      def.shape = shape;
      def.density = 7000;
      def.position = {random.real(-0.2f, 0.2f), 0, 0.5f};
      def.rotation = random.rotation();
      def.linearVelocity = {0, 0, -random.real(10, 50)};
      need(world.addBody(def));
      for (int step = 0; step < 30; ++step) {
        ASSERT_FALSE(world.step(kStep));
        ASSERT_LT(length(world.bodies.states[0].linear), 0.05f)
            << "seed " << seed << ", shape " << &shape - kShapes << ", step " << step;
      }
    }
}

/// A blade that nothing stops sweeps a resting ball away, until that leaves over an edge.
TEST_P(ThinBodies, KinematicBladesDoNotPassBalls) {
  for (const float rate : {8.0f, 15.0f, 20.0f})
    for (int k = 0; k < 30; ++k) {
      if (rate > 15 && GetParam() != SolverType::SoftStep) continue;
      World world = scenes::sleeplessWorld(GetParam(), 4, {});
      BodyDef blade = scenes::boxAt({}, {0.8f, 0.1f, 0.005f});
      blade.type = BodyType::Kinematic;
      blade.angularVelocity = {0, rate, 0};
      need(world.addBody(blade));
      const float angle = 0.4f + 0.03f * float(k);
      BodyDef ball = scenes::sphereAt({0.3f * std::cos(angle), 0, -0.3f * std::sin(angle)}, 0.015f);
      ball.mass = 0.02f;
      need(world.addBody(ball));
      for (int step = 0; step < 60; ++step) {
        ASSERT_FALSE(world.step(kStep));
        const auto& poses = world.bodies.poses;
        const Vec3 place = inverseTransformPoint(poses[0], poses[1].position);
        if (place.x < 0 || place.x > 0.76f) break;
        ASSERT_LT(place.z, 0) << rate << " rad/s, phase " << k;
      }
    }
}

}  // namespace thin_bodies_test
}  // namespace holonom
