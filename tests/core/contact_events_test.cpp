// Each touch begins once and ends once, whatever parts touch and whatever ends it.
#include <gtest/gtest.h>

#include <algorithm>

#include "scenes.h"

namespace holonom {
namespace contact_events_test {

using scenes::boxAt;
using scenes::need;
using Kind = ContactEvent::Kind;

struct Counts {
  int begins = 0, ends = 0;
};

Counts stepAndCount(World& world, int steps) {
  Counts counts;
  for (int i = 0; i < steps; ++i) {
    EXPECT_FALSE(world.step(1.0f / 60));
    for (const ContactEvent& e : world.collision.events.told())
      (e.kind == Kind::Begin ? counts.begins : counts.ends)++;
  }
  return counts;
}

TEST(ContactEvents, ABoxThatLandsBeginsOneTouchWithItsImpulse) {
  World world;
  world.settings.sleeping = false;
  scenes::addGround(world);
  const BodyId box = need(world.addBody(boxAt({0, 2, 0})));
  float impulse = 0, speed = 0;
  double sum = 0;
  int begins = 0;
  for (int i = 0; i < 120; ++i) {
    ASSERT_FALSE(world.step(1.0f / 60));
    for (const Contact& c : world.collision.contacts.all())
      sum += double(world.collision.contacts.patchOf(c).stepImpulse);
    for (const ContactEvent& e : world.collision.events.told()) {
      ASSERT_EQ(e.kind, Kind::Begin);
      ++begins;
      impulse = e.impulse, speed = e.approachSpeed;
      EXPECT_TRUE(e.bodyA == box || e.bodyB == box);
      EXPECT_NEAR(std::abs(e.normal.y), 1, 1e-3f);
      EXPECT_NEAR(e.point.y, 0, 0.03f);
    }
  }
  EXPECT_EQ(begins, 1);
  // It fell 1.5 m. What stops it may spread over two steps: in the first it may close its gap.
  EXPECT_NEAR(speed, 5.42, 0.2);
  EXPECT_GT(impulse, 0.5f * 1000 * 5.42f);
  EXPECT_LT(impulse, 1.05f * 1000 * 5.42f);
  // From rest to rest the ground gives what gravity takes.
  EXPECT_NEAR(sum, 1000 * 9.81 * 2, 0.002 * 1000 * 9.81 * 2);
}

TEST(ContactEvents, ABallThatBouncesBeginsAndEndsEachTime) {
  World world;
  scenes::addGround(world);
  BodyDef ball = boxAt({0, 2, 0});
  ball.shape = Sphere{0.25f};
  ball.restitution = 0.8f;
  need(world.addBody(ball));
  const Counts counts = stepAndCount(world, 150);
  EXPECT_GE(counts.begins, 2);
  EXPECT_LE(counts.begins - counts.ends, 1);
  EXPECT_GE(counts.begins, counts.ends);
}

TEST(ContactEvents, RemovalEndsATouchAtTheNextStep) {
  World world;
  scenes::addGround(world);
  const BodyId box = need(world.addBody(boxAt({0, 0.5f, 0})));
  EXPECT_EQ(stepAndCount(world, 5).begins, 1);
  world.remove(box);
  const Counts counts = stepAndCount(world, 1);
  EXPECT_EQ(counts.begins, 0);
  EXPECT_EQ(counts.ends, 1);
  EXPECT_EQ(stepAndCount(world, 5).ends, 0);
}

TEST(ContactEvents, ACompoundTouchesOnce) {
  World world;
  scenes::addGround(world);
  BodyDef table;
  Compound c;
  for (const float x : {-1.0f, 1.0f}) {
    CompoundPart leg;
    leg.position = {x, -0.5f, 0};
    leg.shape = Box{{0.1f, 0.5f, 0.5f}};
    c.parts.push_back(leg);
  }
  CompoundPart top;
  top.shape = Box{{1.2f, 0.1f, 0.5f}};
  c.parts.push_back(top);
  table.shape = c;
  table.position = {0, 1.5f, 0};
  const BodyId id = need(world.addBody(table));
  EXPECT_EQ(stepAndCount(world, 60).begins, 1);
  world.remove(id);
  EXPECT_EQ(stepAndCount(world, 1).ends, 1);
}

TEST(ContactEvents, ABallThatRollsOverAMeshTouchesItOnce) {
  World world;
  BodyDef ground;
  ground.type = BodyType::Static;
  const TriangleMesh grid = gridMesh(20, 20, 20, 20);
  Mesh mesh;
  for (const Vec3 v : grid.vertices) mesh.vertices.insert(mesh.vertices.end(), {v.x, v.y, v.z});
  mesh.indices = grid.indices;
  ground.shape = mesh;
  need(world.addBody(ground));
  BodyDef ball = boxAt({-5, 0.5f, 0.1f});
  ball.shape = Sphere{0.5f};
  ball.linearVelocity = {4, 0, 0};
  ball.angularVelocity = {0, 0, -8};
  need(world.addBody(ball));
  const Counts counts = stepAndCount(world, 120);
  EXPECT_EQ(counts.begins, 1);
  EXPECT_EQ(counts.ends, 0);
  EXPECT_GT(world.bodies.poses[1].position.x, 2.5f);
  EXPECT_NEAR(world.bodies.poses[1].position.y, 0.5f, 0.002f);
}

/// A flat static box that only watches.
void addSensor(World& world, Vec3 position) {
  BodyDef def = boxAt(position, {1, 0.1f, 1});
  def.type = BodyType::Static;
  def.sensor = true;
  need(world.addBody(def));
}

TEST(ContactEvents, ASensorSeesAndHoldsNothing) {
  World world;
  addSensor(world, {0, 0, 0});
  BodyDef ball = boxAt({0, 1, 0});
  ball.shape = Sphere{0.1f};
  need(world.addBody(ball));
  const Counts counts = stepAndCount(world, 90);
  EXPECT_EQ(counts.begins, 1);
  EXPECT_EQ(counts.ends, 1);
  EXPECT_LT(world.bodies.poses[1].position.y, -5);
}

TEST(ContactEvents, GroupsAndMasksKeepBodiesApart) {
  World world;
  BodyDef ground = boxAt({0, -1, 0}, {5, 1, 5});
  ground.type = BodyType::Static;
  ground.collisionGroups = 2;
  need(world.addBody(ground));
  BodyDef ghost = boxAt({0, 1, 0});
  ghost.collisionMask = ~2u;
  need(world.addBody(ghost));
  BodyDef solid = boxAt({3, 1, 0});
  need(world.addBody(solid));
  EXPECT_EQ(stepAndCount(world, 90).begins, 1);
  EXPECT_LT(world.bodies.poses[1].position.y, -2);
  EXPECT_NEAR(world.bodies.poses[2].position.y, 0.5f, 0.01f);
}

BodyDef twoBalls(Vec3 position) {
  Compound c;
  for (const float x : {-0.4f, 0.4f}) {
    CompoundPart part;
    part.position = {x, 0, 0};
    part.shape = Sphere{0.25f};
    c.parts.push_back(part);
  }
  BodyDef def;
  def.shape = c;
  def.position = position;
  return def;
}

/// The begin and the end of the only touch.
std::pair<ContactEvent, ContactEvent> onlyTouch(World& world, int steps) {
  std::pair<ContactEvent, ContactEvent> both;
  Counts counts;
  for (int i = 0; i < steps; ++i) {
    EXPECT_FALSE(world.step(1.0f / 60));
    for (const ContactEvent& e : world.collision.events.told()) {
      (e.kind == Kind::Begin ? both.first : both.second) = e;
      (e.kind == Kind::Begin ? counts.begins : counts.ends)++;
    }
  }
  EXPECT_EQ(counts.begins, 1);
  EXPECT_EQ(counts.ends, 1);
  return both;
}

void expectSameTouch(const ContactEvent& begin, const ContactEvent& end) {
  EXPECT_EQ(begin.bodyA.bits, end.bodyA.bits);
  EXPECT_EQ(begin.bodyB.bits, end.bodyB.bits);
  EXPECT_EQ(begin.sensors, end.sensors);
  EXPECT_NEAR(length(begin.normal), 1, 1e-4f);
  EXPECT_NEAR(length(end.normal), 1, 1e-4f);
  EXPECT_NEAR(end.point.x, 3, 0.6f);
}

TEST(ContactEvents, TheEndOfACompoundsTouchSaysWhatItsBeginningSaid) {
  World world;
  addSensor(world, {3, 0, 0});
  need(world.addBody(twoBalls({3, 1, 0})));
  const auto [begin, end] = onlyTouch(world, 90);
  EXPECT_NE(begin.sensors, 0);
  expectSameTouch(begin, end);
}

TEST(ContactEvents, TheEndOfAPlainTouchSaysWhatItsBeginningSaid) {
  World world;
  addSensor(world, {3, 0, 0});
  need(world.addBody(scenes::sphereAt({3, 6, 0}, 0.1f)));
  const auto [begin, end] = onlyTouch(world, 120);
  EXPECT_NE(begin.sensors, 0);
  expectSameTouch(begin, end);
}

TEST(ContactEvents, TheEndOfATouchIsWhereItWasAtAnySpeed) {
  for (const float speed : {2.0f, 10.0f, 40.0f})
    for (const bool sensor : {true, false}) {
      World world;
      world.settings.gravity = {};
      if (sensor) {
        addSensor(world, {3, 0, 0});
      } else {
        BodyDef wall = boxAt({3, 0, 0});
        wall.type = BodyType::Static;
        need(world.addBody(wall));
      }
      BodyDef ball = scenes::sphereAt({3, 4, 0}, 0.1f);
      ball.linearVelocity = {0, -speed, 0};
      ball.restitution = 1;
      need(world.addBody(ball));
      const auto [begin, end] = onlyTouch(world, int(600 / speed));
      EXPECT_NEAR(end.point.x, 3, 0.6f) << speed << sensor;
      EXPECT_LT(abs(end.point.y), 0.7f + speed / 30) << speed << sensor;
    }
}

TEST(ContactEvents, ASensorTellsAtWhichSpeedTheyMet) {
  World world;
  addSensor(world, {0, 0, 0});
  need(world.addBody(scenes::sphereAt({0, 4.3f, 0}, 0.1f)));
  EXPECT_NEAR(onlyTouch(world, 90).first.approachSpeed, 9, 0.3f);
}

TEST(ContactEvents, ManyCompoundsThatLandAtOnceBeginInTheOrderOfTheirContacts) {
  World world;
  world.settings.gravity = {};
  scenes::addGround(world);
  for (int i = 0; i < 50; ++i) {
    BodyDef def = twoBalls({2 * float(i) - 50, 0.251f, 0});
    def.linearVelocity = {0, -1, 0};
    need(world.addBody(def));
  }
  ASSERT_FALSE(world.step(1.0f / 60));
  ASSERT_EQ(world.collision.events.told().size(), 50u);
  std::vector<uint32_t> order, told;
  for (const Contact& c : world.collision.contacts.all()) {
    const uint32_t ball = world.bodies.ids.idAt(std::max(c.bodyA, c.bodyB)).bits;
    if (std::find(order.begin(), order.end(), ball) == order.end()) order.push_back(ball);
  }
  for (const ContactEvent& e : world.collision.events.told()) {
    told.push_back(std::max(e.bodyA.bits, e.bodyB.bits));
    // Both balls of one stop: 2 × 4/3 π 0.25³ × 1000 kg at 1 m/s.
    EXPECT_NEAR(e.impulse, 131, 3);
  }
  EXPECT_EQ(told, order);
}

// ---- single objects

std::vector<ObjectEvent> objectEventsOf(World& world, int steps) {
  std::vector<ObjectEvent> all;
  for (int i = 0; i < steps; ++i) {
    EXPECT_FALSE(world.step(1.0f / 60));
    all.insert(all.end(), world.objectEvents.begin(), world.objectEvents.end());
  }
  return all;
}

TEST(ObjectEvents, ABodyFallsAsleepOnceAndWakesOnce) {
  World world;
  scenes::addPlane(world);
  const BodyId box = scenes::need(world.addBody(scenes::boxAt({0, 0.5f, 0})));
  const auto asleep = objectEventsOf(world, 120);
  ASSERT_EQ(asleep.size(), 1u);
  EXPECT_EQ(asleep[0].kind, ObjectEvent::Kind::Sleep);
  EXPECT_EQ(asleep[0].id, box.bits);
  ASSERT_FALSE(world.applyImpulse(box, {0, 2000, 0}));
  const auto awake = objectEventsOf(world, 10);
  ASSERT_EQ(awake.size(), 1u);
  EXPECT_EQ(awake[0].kind, ObjectEvent::Kind::Wake);
}

TEST(ObjectEvents, ANetTellsItsBlowUpOnce) {
  World world;
  SpringNetworkDef net;
  net.grid = GridDef{{1, 1}, {4, 4}};
  net.integrator = IntegratorType::ExplicitEuler;
  net.stiffness = 1e6;
  net.pins.names = {"top-left"};
  const SpringNetworkId id = scenes::need(world.addSpringNetwork(net));
  const auto events = objectEventsOf(world, 60);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, ObjectEvent::Kind::BlowUp);
  EXPECT_EQ(events[0].id, id.bits);
}

TEST(ObjectEvents, AJointBreaksAtItsForceAndIsGone) {
  // A weight of 1000 kg · 9.81 m/s² hangs from a ball joint.
  for (const float most : {9500.0f, 15000.0f}) {
    World world;
    world.settings.sleeping = false;
    BallJoint ball;
    ball.bodyA = scenes::need(world.addBody(scenes::boxAt({0, 0, 0})));
    ball.anchor = Vec3{0, 0.5f, 0};
    ball.breakForce = most;
    const JointId id = scenes::need(world.addJoint(ball));
    const auto events = objectEventsOf(world, 60);
    const bool holds = most > 9810;
    EXPECT_EQ(world.indexOf(id) >= 0, holds);
    ASSERT_EQ(events.size(), holds ? 0u : 1u);
    if (holds) continue;
    EXPECT_EQ(events[0].kind, ObjectEvent::Kind::Break);
    EXPECT_EQ(events[0].id, id.bits);
  }
}

TEST(ObjectEvents, AJointBreaksAtItsTorque) {
  // The weight hangs from a rigid arm of 1 m: 9810 N m.
  World world;
  FixedJoint arm;
  arm.bodyA = scenes::need(world.addBody(scenes::boxAt({1, 0, 0})));
  arm.anchor = Vec3{0, 0, 0};
  arm.breakTorque = 9000;
  scenes::need(world.addJoint(arm));
  const auto events = objectEventsOf(world, 60);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, ObjectEvent::Kind::Break);
  EXPECT_TRUE(world.joints.all.empty());
}

}  // namespace contact_events_test
}  // namespace holonom
