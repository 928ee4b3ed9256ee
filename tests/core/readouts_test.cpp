// What bodies and the world tell of themselves: against textbooks.
#include <gtest/gtest.h>

#include <cmath>

#include "random.h"
#include "scenes.h"

namespace holonom {
namespace readouts_test {

using scenes::boxAt;
using scenes::need;
using scenes::sphereAt;

constexpr double kGravity = 9.81;

TEST(Bodies, PointVelocityIsThatOfTheContactRow) {
  // n · (v₂ + ω₂ × r₂ − v₁ − ω₁ × r₁)
  Bodies bodies;
  BodyDef a, b;
  a.linearVelocity = {-0.8083458775593314f, 0.5509765318813011f, -0.44445682570554373f};
  a.angularVelocity = {-0.9361621531378327f, -0.8106894642994449f, 0.20169530087063778f};
  b.linearVelocity = {2.0751877763153903f, -0.048723544625703656f, 0.5021269704086143f};
  b.angularVelocity = {-0.3840544504961268f, 0.3532885925705412f, -1.5618241192857418f};
  bodies.add(a);
  bodies.add(b);
  const Vec3 c{-0.09240806520639366f, 0.6909519446056412f, 1.3203794893667786f};
  const Vec3 x1{0.7980751811597928f, -0.6677563797627329f, -0.5493705607570516f};
  const Vec3 x2{-0.5320653277786109f, -1.3493172462579026f, -0.5915748828912161f};
  const Vec3 n{-0.05825580397583751f, -0.2202313525344413f, 0.9737065331320208f};
  EXPECT_NEAR(dot(n, bodies.velocityAt(1, c - x2) - bodies.velocityAt(0, c - x1)),
              1.9192162241620285, 1e-5);
}

TEST(Bodies, PointInverseMassIsVelocityPerImpulse) {
  constexpr uint64_t kSeed = 93;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int i = 0; i < 100; ++i) {
    Bodies bodies;
    BodyDef def = boxAt({}, {0.3f, 0.5f, 0.7f});
    def.rotation = random.rotation();
    def.density = 10;
    bodies.add(def);
    const Vec3 arm = random.vector(), impulse = random.vector();
    const Vec3 expected = bodies.pointInverseMass(0, arm) * impulse;
    bodies.applyImpulse(0, impulse, arm);
    EXPECT_LT(length(bodies.velocityAt(0, arm) - expected), 1e-5f * (1 + length(expected)));
  }
}

TEST(Bodies, PositionalImpulseMovesAsItsVelocityWould) {
  Bodies bodies;
  BodyDef def = boxAt({1, 2, 3});
  def.mass = 4;
  bodies.add(def);
  bodies.applyPositionalImpulse(0, {8, 0, 0}, {}, 0.01f);
  EXPECT_FLOAT_EQ(bodies.states[0].linear.x, 2);
  EXPECT_FLOAT_EQ(bodies.poseNow(0).position.x, 1.02f);
}

TEST(Readouts, EnergyOfOneBodyIsTheTextbooks) {
  World world;
  BodyDef def = boxAt({1, 3, 2}, {0.5f, 1, 1.5f});
  def.mass = 6;
  def.linearVelocity = {1, 2, 2};
  def.angularVelocity = {2, 0, 0};
  need(world.addBody(def));
  const Energy e = world.energy();
  const double inertia = 6.0 / 12 * (4 + 9);
  EXPECT_NEAR(e.kinetic, 0.5 * 6 * 9 + 0.5 * inertia * 4, 1e-4);
  EXPECT_NEAR(e.potential, 6 * kGravity * 3, 1e-3);
  EXPECT_EQ(e.elastic, 0);
}

TEST(Readouts, MomentumOfOneBodyIsTheTextbooks) {
  World world;
  BodyDef def = boxAt({1, 3, 2}, {0.5f, 1, 1.5f});
  def.mass = 6;
  def.rotation = {0, 0, std::sqrt(0.5f), std::sqrt(0.5f)};  // body x is world y
  def.linearVelocity = {1, 2, 2};
  def.angularVelocity = {0, 2, 0};
  need(world.addBody(def));
  const Momentum m = world.momentum();
  EXPECT_NEAR(m.linear.x, 6, 1e-5);
  EXPECT_NEAR(m.linear.y, 12, 1e-5);
  // r × p = 6 (1, 3, 2) × (1, 2, 2), plus I ω about the body's x.
  const double inertia = 6.0 / 12 * (4 + 9);
  EXPECT_NEAR(m.angular.x, 6 * (3 * 2 - 2 * 2), 1e-4);
  EXPECT_NEAR(m.angular.y, 6 * (2 * 1 - 1 * 2) + inertia * 2, 1e-4);
  EXPECT_NEAR(m.angular.z, 6 * (1 * 2 - 3 * 1), 1e-4);
}

TEST(Readouts, StaticAndKinematicBodiesCarryNone) {
  World world;
  BodyDef def = boxAt({1, 3, 2});
  def.type = BodyType::Kinematic;
  def.linearVelocity = {1, 2, 2};
  need(world.addBody(def));
  EXPECT_EQ(world.energy().kinetic, 0);
  EXPECT_EQ(world.energy().potential, 0);
  EXPECT_EQ(world.momentum().linear, Vec3d{});
}

TEST(Readouts, StageTimesStayWithinTheStep) {
  World world;
  scenes::pyramid(world, 6);
  for (int i = 0; i < 10; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  double sum = 0;
  for (int k = 0; k + 1 < kStages; ++k) {
    EXPECT_GE(world.stageMs[k], 0);
    sum += world.stageMs[k];
  }
  const double whole = world.stageMs[kStages - 1];
  EXPECT_GT(whole, 0);
  EXPECT_LE(sum, whole + 1e-6);
  EXPECT_EQ(world.stepCount, 10);
  EXPECT_NEAR(world.time, 10 / 60.0, 1e-6);
}

TEST(Step, RefusesWhatIsNoStep) {
  World world;
  need(world.addBody(sphereAt({}, 1)));
  const uint64_t before = world.hash();
  for (const float dt : {0.0f, -0.01f, 1.5f, std::nanf(""), HUGE_VALF}) {
    const Status bad = world.step(dt);
    ASSERT_TRUE(bad) << dt;
    EXPECT_EQ(bad->path, "dt");
  }
  EXPECT_EQ(world.hash(), before);
  EXPECT_EQ(world.stepCount, 0);
}

}  // namespace readouts_test
}  // namespace holonom
