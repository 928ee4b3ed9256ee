// Forces as objects of a world: their fields, files, and what they wake.
#include <gtest/gtest.h>

#include <cmath>

#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace force_objects_test {

using scenes::boxAt;
using scenes::need;
using scenes::sphereAt;

BodyDef ballOf(float mass, Vec3 position = {}) {
  BodyDef def = sphereAt(position, 0.1f);
  def.mass = mass;
  return def;
}

TEST(ForceObjects, MistakesNameTheField) {
  World world;
  const BodyId ball = need(world.addBody(ballOf(1)));
  const auto refusal = [&](ForceDef def) {
    const Result<ForceId> r = world.addForce(std::move(def));
    EXPECT_TRUE(r.error);
    return r.error.value_or(Error{});
  };
  EXPECT_EQ(refusal(PointForce{}).path, "point.body");
  EXPECT_EQ(refusal(PointForce{}).code, ErrorCode::Missing);
  EXPECT_EQ(refusal(TorqueForce{}).path, "torque.body");
  EXPECT_EQ(refusal(SpringForce{}).path, "spring.bodyA");
  SpringForce spring;
  spring.bodyA = ball;
  spring.stiffness = -1;
  EXPECT_EQ(refusal(spring).path, "spring.stiffness");
  spring.stiffness = 1;
  spring.bodyB = ball;
  EXPECT_EQ(refusal(spring).path, "spring.bodyB");
  spring.bodyB = BodyId{77};
  EXPECT_EQ(refusal(spring).code, ErrorCode::Stale);
  DragForce drag;
  drag.quadratic = NAN;
  EXPECT_EQ(refusal(drag).path, "drag.quadratic");
  FieldForce field;
  field.acceleration = {0, 0, INFINITY};
  EXPECT_EQ(refusal(field).path, "field.acceleration[2]");
  EXPECT_EQ(world.forces.size(), 0u);
}

/// One of each.
void addAll(World& world) {
  const BodyId a = need(world.addBody(boxAt({0, 2, 0}))), b = need(world.addBody(boxAt({3, 2, 0})));
  PointForce point;
  point.body = a;
  point.force = {1, 2, 3};
  need(world.addForce(point));
  TorqueForce torque;
  torque.body = b;
  torque.torque = {0, 2, 0};
  torque.local = true;
  need(world.addForce(torque));
  FieldForce field;
  field.acceleration = {0.5f, 0, 0};
  field.groups = 5;
  need(world.addForce(field));
  SpringForce spring;
  spring.bodyA = b, spring.bodyB = a;
  need(world.addForce(spring));
  SpringForce anchored;
  anchored.bodyA = a;
  anchored.anchorB = Vec3{0, 4, 0};
  need(world.addForce(anchored));
  DragForce drag;
  drag.linear = 0.1f;
  need(world.addForce(drag));
}

TEST(ForceObjects, GoThroughASceneFile) {
  World world;
  addAll(world);
  for (int i = 0; i < 30; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  World copy;
  ASSERT_FALSE(loadScene(copy, saveScene(world)));
  ASSERT_EQ(copy.forces.size(), world.forces.size());
  EXPECT_EQ(std::get_if<SpringForce>(&copy.forces[3])->length, 3.0f);
  for (int i = 0; i < 60; ++i) {
    ASSERT_FALSE(world.step(1.0f / 60));
    ASSERT_FALSE(copy.step(1.0f / 60));
  }
  EXPECT_EQ(copy.hash(), world.hash());
}

TEST(ForceObjects, GoWithTheirBody) {
  World world;
  addAll(world);
  const ForceId torque = world.forces.idAt(1);
  world.remove(world.bodies.ids.idAt(0));
  // Torque, field and drag remain.
  EXPECT_EQ(world.forces.size(), 3u);
  EXPECT_GE(world.indexOf(torque), 0);
  ASSERT_FALSE(world.step(1.0f / 60));
  EXPECT_GT(world.bodies.states[0].angular.y, 0);
  EXPECT_TRUE(world.remove(torque));
  EXPECT_FALSE(world.remove(torque));
  world.clear();
  EXPECT_EQ(world.forces.size(), 0u);
}

TEST(ForceObjects, FieldsReadAndWriteByName) {
  World world;
  addAll(world);
  const uint32_t spring = world.forces.idAt(4).bits;
  EXPECT_EQ(getField(world, Kind::Force, spring, "length").value.number, 2);
  ASSERT_FALSE(setField(world, Kind::Force, spring, "stiffness", 12.0));
  EXPECT_EQ(getField(world, Kind::Force, spring, "stiffness").value.number, 12);
  EXPECT_EQ(setField(world, Kind::Force, spring, "stiffness", -1.0)->path, "stiffness");
  EXPECT_EQ(setField(world, Kind::Force, spring, "bodyA", 1.0)->code, ErrorCode::Fixed);
  EXPECT_EQ(setField(world, Kind::Force, spring, "force", 1.0)->code, ErrorCode::UnknownField);
  // What is taken away follows from the present poses.
  ASSERT_FALSE(setField(world, Kind::Force, spring, "anchorB", Value()));
  ASSERT_FALSE(setField(world, Kind::Force, spring, "length", Value()));
  EXPECT_EQ(getField(world, Kind::Force, spring, "length").value.number, 0);
}

TEST(ForceObjects, WakeWhatTheyPull) {
  World world;
  scenes::addPlane(world);
  const BodyId a = need(world.addBody(boxAt({0, 0.5f, 0}))),
               b = need(world.addBody(boxAt({3, 0.5f, 0})));
  SpringForce spring;
  spring.bodyA = a, spring.bodyB = b;
  const ForceId id = need(world.addForce(spring));
  const auto rest = [&] {
    for (int i = 0; i < 120; ++i) ASSERT_FALSE(world.step(1.0f / 60));
    EXPECT_FALSE(world.bodies.isAwake(1));
    EXPECT_FALSE(world.bodies.isAwake(2));
  };
  rest();
  spring = *std::get_if<SpringForce>(&world.forces[0]);
  spring.length = 4;
  ASSERT_FALSE(world.redefine(id, spring));
  EXPECT_TRUE(world.bodies.isAwake(1));
  rest();
  ASSERT_FALSE(world.applyForce(a, {0, 0, 1}));
  EXPECT_TRUE(world.bodies.isAwake(2)) << "one island";
  rest();
  world.remove(id);
  EXPECT_TRUE(world.bodies.isAwake(2));
}

}  // namespace force_objects_test
}  // namespace holonom
