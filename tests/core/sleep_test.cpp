// Islands fall asleep as one, wake as one, and never miss what happens to them.
#include <gtest/gtest.h>

#include "scenes.h"
#include "world/access.h"

namespace holonom {
namespace sleep_test {

using scenes::boxAt;
using scenes::need;

void run(World& world, int steps) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(1.0f / 60));
}

struct Sleep : testing::Test {
  World world;
  BodyId low, high, apart;
  Sleep() {
    scenes::addGround(world);
    low = need(world.addBody(boxAt({0, 0.5f, 0})));
    high = need(world.addBody(boxAt({0, 1.5f, 0})));
    apart = need(world.addBody(boxAt({5, 0.5f, 0})));
  }
  bool asleep(BodyId id) const { return world.describe(id).asleep; }
};

TEST_F(Sleep, RestingIslandsSleepAndStandStill) {
  run(world, 120);
  EXPECT_TRUE(asleep(low) && asleep(high) && asleep(apart));
  const uint64_t before = world.hash();
  run(world, 60);
  EXPECT_EQ(world.hash(), before);
}

TEST_F(Sleep, IsOffWhereTheSettingSaysSo) {
  world.settings.sleeping = false;
  run(world, 120);
  EXPECT_FALSE(asleep(low) || asleep(high) || asleep(apart));
}

TEST_F(Sleep, ABodyThatMayNotSleepKeepsItsIslandAwake) {
  BodyDef def = world.describe(high);
  def.canSleep = false;
  ASSERT_FALSE(world.redefine(high, def));
  run(world, 120);
  EXPECT_FALSE(asleep(low) || asleep(high));
  EXPECT_TRUE(asleep(apart));
}

TEST_F(Sleep, AHitWakesTheWholeIslandAndNoOther) {
  run(world, 120);
  BodyDef ball = boxAt({-3, 0.5f, 0});
  ball.shape = Sphere{0.3f};
  ball.linearVelocity = {20, 0, 0};
  need(world.addBody(ball));
  run(world, 12);
  EXPECT_FALSE(asleep(low) || asleep(high));
  EXPECT_TRUE(asleep(apart));
}

TEST_F(Sleep, WhatStandsOnARemovedBodyFalls) {
  run(world, 120);
  ASSERT_TRUE(world.remove(low));
  EXPECT_FALSE(asleep(high));
  run(world, 60);
  EXPECT_LT(world.describe(high).position.y, 0.6f);
}

TEST_F(Sleep, AGroundThatIsMovedAwayWakesWhatStoodOnIt) {
  run(world, 120);
  const BodyId ground = world.bodies.ids.idAt(0);
  BodyDef def = world.describe(ground);
  def.position.y -= 1;
  ASSERT_FALSE(world.redefine(ground, def));
  run(world, 60);
  EXPECT_LT(world.describe(apart).position.y, 0);
}

TEST_F(Sleep, ANameWakesNobody) {
  run(world, 120);
  const uint64_t before = world.hash();
  EXPECT_FALSE(setField(world, Kind::Body, low.bits, "name", Value(std::string("sill"))));
  EXPECT_TRUE(asleep(low) && asleep(high));
  EXPECT_EQ(world.hash(), before);
  EXPECT_EQ(world.describe(low).name, "sill");
  EXPECT_TRUE(setField(world, Kind::Body, low.bits, "name", 3.0));
  EXPECT_EQ(world.describe(low).name, "sill");
}

TEST_F(Sleep, OtherGravityWakesAll) {
  run(world, 120);
  WorldSettings changed = world.settings;
  changed.gravity = {0, 5, 0};
  ASSERT_FALSE(world.redefine(changed));
  run(world, 30);
  EXPECT_GT(world.describe(apart).position.y, 0.7f);
}

TEST_F(Sleep, JointedBodiesSleepTogether) {
  BodyDef swinging = boxAt({5, 3, 0});
  swinging.shape = Sphere{0.2f};
  swinging.linearVelocity = {3, 0, 0};
  const BodyId bob = need(world.addBody(swinging));
  BallJoint joint;
  joint.bodyA = bob, joint.bodyB = apart;
  joint.anchor = Vec3{5, 1, 0};
  need(world.addJoint(joint));
  run(world, 60);
  EXPECT_FALSE(asleep(bob));
  EXPECT_FALSE(asleep(apart));
  EXPECT_TRUE(asleep(low));
}

TEST_F(Sleep, IsPartOfASavedBody) {
  run(world, 120);
  World copy;
  need(copy.addBody(world.describe(low)));
  EXPECT_FALSE(copy.bodies.isAwake(0));
}

TEST_F(Sleep, WhatIsLoadedAsleepSleepsOn) {
  run(world, 120);
  World copy;
  scenes::addGround(copy);
  for (const BodyId id : {low, high, apart}) need(copy.addBody(world.describe(id)));
  const uint64_t before = copy.hash();
  run(copy, 60);
  EXPECT_EQ(copy.hash(), before);
  // It wakes as any other does.
  BodyDef wedge = boxAt({0.9f, 0.5f, 0});
  wedge.type = BodyType::Static;
  need(copy.addBody(wedge));
  run(copy, 1);
  EXPECT_TRUE(copy.bodies.isAwake(1));
}

TEST_F(Sleep, WhatIsLoadedAsleepFallsWhenWhatItLiesOnGoes) {
  run(world, 120);
  for (const bool removed : {false, true})
    for (const int gone : {0, 1}) {  // the floor, or the crate below
      World copy;
      BodyDef floor = boxAt({0, -0.5f, 0});
      floor.type = BodyType::Static;
      const BodyId under[] = {need(copy.addBody(floor)), need(copy.addBody(world.describe(low)))};
      const BodyId top = need(copy.addBody(world.describe(high)));
      run(copy, 5);
      ASSERT_TRUE(copy.describe(top).asleep);
      if (removed)
        ASSERT_TRUE(copy.remove(under[gone]));
      else
        ASSERT_FALSE(setField(copy, Kind::Body, under[gone].bits, "position",
                              Value::ofNumbers({20, -5, 0})));
      run(copy, 60);
      EXPECT_LT(copy.describe(top).position.y, 1) << removed << gone;
    }
}

TEST_F(Sleep, WhatIsLoadedAsleepOnAConveyorWakes) {
  World moving;
  BodyDef belt = boxAt({0, 0, 0});
  belt.type = BodyType::Kinematic;
  belt.linearVelocity = {0.5f, 0, 0};
  need(moving.addBody(belt));
  BodyDef crate = boxAt({0, 1, 0});
  crate.asleep = true;
  const BodyId id = need(moving.addBody(crate));
  run(moving, 30);
  EXPECT_GT(moving.describe(id).position.x, 0.1f);
}

TEST_F(Sleep, ANewVelocityWakesTheNeighborsToo) {
  run(world, 120);
  ASSERT_FALSE(
      setField(world, Kind::Body, low.bits, "linearVelocity", Value::ofNumbers({0, 0, 1})));
  EXPECT_FALSE(asleep(low) || asleep(high));
  EXPECT_TRUE(asleep(apart));
  EXPECT_EQ(world.describe(low).linearVelocity.z, 1);
}

TEST_F(Sleep, AChangeOfMotionIsAsAChangeOfTheWholeBody) {
  World other;
  scenes::addGround(other);
  for (const Vec3 p : {Vec3{0, 0.5f, 0}, Vec3{0, 1.5f, 0}, Vec3{5, 0.5f, 0}})
    need(other.addBody(boxAt(p)));
  const auto change = [](World& w, BodyId id, Vec3 velocity) {
    BodyDef def = w.describe(id);
    def.linearVelocity = velocity;
    def.position.x += 0.1f;
    return def;
  };
  for (int i = 0; i < 100; ++i) {
    for (const BodyId id : {high, apart}) {
      if (i % 30 != 7) continue;
      ASSERT_FALSE(world.setMotion(id, change(world, id, {1, 0, 0})));
      BodyDef def = change(other, id, {1, 0, 0});
      def.asleep = false;
      ASSERT_FALSE(other.redefine(id, def));
    }
    run(world, 1);
    run(other, 1);
    ASSERT_EQ(world.hash(), other.hash()) << i;
  }
}

/// A cube of 1 m that touches nothing.
struct Drift : testing::Test {
  World world;
  BodyId body;
  void start(Vec3 gravity, float gravityScale = 1) {
    world.settings.gravity = gravity;
    BodyDef def = boxAt({});
    def.gravityScale = gravityScale;
    body = need(world.addBody(def));
  }
  /// A rail along x with a motor.
  PrismaticJoint slide(float velocity) const {
    PrismaticJoint joint;
    joint.bodyA = body;
    joint.anchor = Vec3{};
    joint.axis = Vec3{1, 0, 0};
    joint.motor = LinearMotor{};
    joint.motor->velocity = velocity;
    return joint;
  }
  Vec3 place() const { return world.describe(body).position; }
};

TEST_F(Drift, AWeakForceMovesABodyFromRest) {
  start({});
  PointForce push;
  push.body = body;
  push.force = {10, 0, 0};
  need(world.addForce(push));
  run(world, 600);
  EXPECT_NEAR(place().x, 0.5f, 0.01f);
}

TEST_F(Drift, AWeakTorqueTurnsABodyFromRest) {
  start({});
  TorqueForce twist;
  twist.body = body;
  twist.torque = {0, 1, 0};
  need(world.addForce(twist));
  run(world, 600);
  EXPECT_NEAR(world.describe(body).angularVelocity.y, 10.0f * 6 / 1000, 0.001f);
}

TEST_F(Drift, WeakGravityMovesABodyFromRest) {
  start({0, -0.01f, 0});
  run(world, 600);
  EXPECT_NEAR(place().y, -0.5f, 0.01f);
}

TEST_F(Drift, AFaintGravityScaleMovesABodyFromRest) {
  start({0, -9.81f, 0}, 0.00001f);
  run(world, 600);
  EXPECT_NEAR(place().y, -0.5f * 9.81e-5f * 100, 1e-4f);
}

TEST_F(Drift, AFieldThatAllButCarriesABodyLetsItSink) {
  start({0, -9.81f, 0});
  FieldForce field;
  field.acceleration = {0, 9.8f, 0};
  need(world.addForce(field));
  run(world, 600);
  EXPECT_NEAR(place().y, -0.5f, 0.01f);
}

TEST_F(Drift, WhatAFieldHoldsDownSleeps) {
  world.settings.gravity = {};
  FieldForce field;
  field.acceleration = {0, -9.81f, 0};
  need(world.addForce(field));
  scenes::pyramid(world, 6);
  run(world, 180);
  EXPECT_FALSE(world.bodies.isAwake(1));
}

TEST_F(Drift, WithoutAnyForceItSleeps) {
  start({});
  run(world, 60);
  EXPECT_FALSE(world.bodies.isAwake(0));
}

TEST_F(Drift, ASlowMotorRunsOn) {
  start({});
  HingeJoint hinge;
  hinge.bodyA = body;
  hinge.anchor = Vec3{};
  hinge.axis = Vec3{0, 0, 1};
  hinge.motor = AngularMotor{};
  hinge.motor->velocity = 6.2831853f / 600;
  const JointId id = need(world.addJoint(hinge));
  run(world, 3600);
  EXPECT_NEAR(std::abs(world.readout(id).coordinate[0]), 0.628f, 0.005f);
}

TEST_F(Drift, ASlowSlideRunsOn) {
  start({});
  const JointId id = need(world.addJoint(slide(0.009f)));
  run(world, 600);
  EXPECT_NEAR(std::abs(world.readout(id).coordinate[0]), 0.09f, 0.002f);
}

TEST_F(Drift, AMotorAtItsLimitSleeps) {
  start({});
  PrismaticJoint joint = slide(0.5f);
  joint.motor->maxEffort = 1000;
  joint.limits = LinearLimits{};
  joint.limits->lower = -0.1f, joint.limits->upper = 0.1f;
  need(world.addJoint(joint));
  run(world, 300);
  EXPECT_FALSE(world.bodies.isAwake(0));
}

}  // namespace sleep_test
}  // namespace holonom
