// What sleeps is set apart from what the step looks at: nothing may come of it but speed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace {

using scenes::boxAt;
using scenes::need;

Shape anyShape(Random& random) {
  const float r = random.real(0.15f, 0.35f);
  switch (random.below(4)) {
    case 0:
      return Sphere{r};
    case 1:
      return Capsule{0.5f * r, 2 * r};
    case 2: {
      Compound dumbbell;
      for (const float side : {-1.0f, 1.0f}) {
        CompoundPart& part = dumbbell.parts.emplace_back();
        part.shape = Box{{0.5f * r, 0.6f * r, 0.5f * r}};
        part.position = {side * r, 0, 0};
      }
      return dumbbell;
    }
    default:
      return Box{{r, random.real(0.5f, 1) * r, r}};
  }
}

BodyDef anyBody(Random& random, Vec3 middle, float spread, float lowest = 0.6f) {
  BodyDef def;
  def.shape = anyShape(random);
  def.position = middle + Vec3{random.real(-spread, spread), random.real(lowest, lowest + 3),
                               random.real(-spread, spread)};
  def.rotation = random.rotation();
  def.restitution = random.below(3) == 0 ? 0.4f : 0;
  return def;
}

void addFloor(World& world, bool mesh) {
  BodyDef floor = boxAt({0, -1, 0}, {40, 1, 40});
  if (mesh) {
    Mesh square;
    square.vertices = {-40, 1, -40, -40, 1, 40, 40, 1, -40, 40, 1, 40};
    square.indices = {0, 1, 2, 2, 1, 3};
    floor.shape = square;
  }
  floor.type = BodyType::Static;
  need(world.addBody(floor));
}

uint64_t pairOf(BodyId a, BodyId b) {
  return uint64_t(std::min(a.bits, b.bits)) << 32 | std::max(a.bits, b.bits);
}

/// What must hold between steps.
void expectSound(const World& world, const std::string& where) {
  const Bodies& bodies = world.bodies;
  std::vector<int> active;
  for (int i = 0; i < bodies.size(); ++i) {
    if (bodies.awake[i] && bodies.types[i] != BodyType::Static) {
      active.push_back(i);
      continue;
    }
    const BodyState& s = bodies.states[i];
    ASSERT_TRUE(s.linear == Vec3{} && s.angular == Vec3{} && s.deltaPosition == Vec3{})
        << where << ", body " << i;
  }
  ASSERT_TRUE(std::ranges::equal(bodies.active(), active)) << where;
  const auto& all = world.collision.contacts.all();
  const size_t count = world.collision.contacts.active().size();
  ASSERT_LE(count, all.size()) << where;
  for (size_t i = 0; i < all.size(); ++i) {
    const Contact& c = all[i];
    ASSERT_EQ(c.parked != 0, i >= count) << where;
    ASSERT_EQ(world.collision.contacts.indexOf(c.colliderA, c.colliderB, c.part), int(i)) << where;
    ASSERT_TRUE(!c.parked || c.patch >= 0 || c.apart) << where;
  }
}

/// As a step that follows finds it.
void expectParted(const World& world, const std::string& where) {
  for (const Contact& c : world.collision.contacts.all()) {
    const bool active = world.bodies.isActive(c.bodyA) || world.bodies.isActive(c.bodyB);
    EXPECT_FALSE(active && c.parked) << where;
  }
}

class Activity : public testing::TestWithParam<SolverType> {
 protected:
  World makeWorld(int substeps = 4) const {
    WorldSettings settings;
    settings.solver = GetParam();
    settings.substeps = substeps;
    return World(settings);
  }
};
INSTANTIATE_TEST_SUITE_P(Solvers, Activity, everySolver(), solverName);

/// A heap of moving bodies, with a joint, a spring and a kinematic one.
void addMoving(World& world, uint64_t seed) {
  Random random(seed);
  std::vector<BodyId> ids;
  for (int i = 0; i < 14; ++i) ids.push_back(need(world.addBody(anyBody(random, {}, 1.2f))));
  HingeJoint hinge;
  hinge.axis = Vec3{0, 0, 1};
  hinge.bodyA = ids[0], hinge.bodyB = ids[1];
  need(world.addJoint(hinge));
  SpringForce spring;
  spring.bodyA = ids[2], spring.bodyB = ids[3];
  spring.stiffness = 50;
  need(world.addForce(spring));
  BodyDef pusher = boxAt({-3, 0.3f, 0}, {0.3f, 0.3f, 2});
  pusher.type = BodyType::Kinematic;
  pusher.linearVelocity = {0.5f, 0, 0};
  need(world.addBody(pusher));
}

TEST_P(Activity, StepsLookAtNothingThatSleeps) {
  for (const bool mesh : {false, true}) {
    World world = makeWorld();
    addFloor(world, mesh);
    addMoving(world, 7);
    for (int i = 0; i < 60; ++i) {
      BodyDef def = boxAt({20 + 1.03f * float(i % 8), 0.5f, float(i / 8)});
      def.asleep = true;
      need(world.addBody(def));
    }
    for (int step = 0; step < 20; ++step) ASSERT_FALSE(world.step(1 / 60.0f));
    EXPECT_EQ(world.sleepingCount(), 60);
    EXPECT_EQ(world.bodies.active().size(), 15u);
    for (const Contact& c : world.collision.contacts.active())
      EXPECT_TRUE(world.bodies.isActive(c.bodyA) || world.bodies.isActive(c.bodyB));
    EXPECT_GE(world.collision.contacts.all().size() - world.collision.contacts.active().size(),
              60u);
    ASSERT_NO_FATAL_FAILURE(expectSound(world, "in the end"));
  }
}

TEST_P(Activity, AForceWithinAStepEndsNoTouch) {
  World world = makeWorld();
  addFloor(world, false);
  BodyDef def;
  Compound slab;
  for (const float side : {-1.0f, 1.0f}) {
    CompoundPart& part = slab.parts.emplace_back();
    part.shape = Box{{0.5f, 0.2f, 0.5f}};
    part.position = {0.5f * side, 0, 0};
  }
  def.shape = slab;
  def.position = {0, 0.2f, 0};
  const BodyId id = need(world.addBody(def));
  struct Push {
    BodyId id;
    bool on = false;
  } push{id};
  world.addForceGenerator({[](void* user, World& w, double, float) {
                             const Push& p = *static_cast<Push*>(user);
                             if (p.on) {
                               EXPECT_FALSE(w.applyForce(p.id, {1, 0, 0}));
                             }
                           },
                           &push});
  for (int step = 0; step < 90; ++step) ASSERT_FALSE(world.step(1 / 60.0f));
  ASSERT_TRUE(world.describe(id).asleep);
  push.on = true;
  for (int step = 0; step < 10; ++step) {
    ASSERT_FALSE(world.step(1 / 60.0f));
    EXPECT_TRUE(world.collision.events.told().empty()) << step;
    EXPECT_FALSE(world.describe(id).asleep);
  }
}

TEST_P(Activity, ATouchEndsThoughBothBodiesRest) {
  for (const bool mesh : {false, true})
    for (const bool moved : {false, true}) {
      World world = makeWorld();
      addFloor(world, mesh);
      BodyDef def = boxAt({0, 0.5f, 0});
      if (!mesh) {
        Compound halves;
        for (const float side : {-1.0f, 1.0f}) {
          CompoundPart& part = halves.parts.emplace_back();
          part.shape = Box{{0.25f, 0.5f, 0.5f}};
          part.position = {0.25f * side, 0, 0};
        }
        def.shape = halves;
      }
      const BodyId id = need(world.addBody(def));
      for (int step = 0; step < 120; ++step) ASSERT_FALSE(world.step(1 / 60.0f));
      ASSERT_TRUE(world.describe(id).asleep);
      BodyDef changed = world.describe(id);
      if (moved)
        changed.position.y += 3;
      else
        changed.collisionMask = 0;
      ASSERT_FALSE(world.redefine(id, changed));
      ASSERT_FALSE(world.step(1 / 60.0f));
      ASSERT_EQ(world.collision.events.told().size(), 1u);
      EXPECT_EQ(world.collision.events.told()[0].kind, ContactEvent::Kind::End);
      for (int step = 0; step < 3; ++step) {
        ASSERT_FALSE(world.step(1 / 60.0f));
        EXPECT_TRUE(world.collision.events.told().empty());
      }
      EXPECT_TRUE(world.describe(id).asleep);
    }
}

TEST_P(Activity, WhatIsStruckInASubstepWakes) {
  Random random(5);
  for (int shot = 0; shot < 60; ++shot) {
    World world = makeWorld();
    addFloor(world, false);
    BodyDef sleeper = boxAt({0, 0.5f, 0});
    sleeper.asleep = true;
    need(world.addBody(sleeper));
    BodyDef rod = boxAt({-2, 0.7f, random.real(-1.2f, 1.2f)}, {0.8f, 0.1f, 0.1f});
    rod.linearVelocity = {random.real(20, 120), random.real(-2, 2), random.real(-3, 3)};
    rod.angularVelocity = random.vector(60);
    rod.restitution = random.real(0, 1);
    need(world.addBody(rod));
    for (int step = 0; step < 12; ++step) {
      ASSERT_FALSE(world.step(1 / 60.0f));
      ASSERT_NO_FATAL_FAILURE(expectSound(world, "shot " + std::to_string(shot)));
    }
  }
}

/// A world that is disturbed in every way while parts of it sleep.
struct Disturbed {
  explicit Disturbed(World&& made, uint64_t seed) : world(std::move(made)), random(seed) {
    addFloor(world, random.below(2) == 0);
    for (int heap = 0; heap < 4; ++heap)
      for (int i = 0; i < 5; ++i)
        ids.push_back(need(
            world.addBody(anyBody(random, {6 * float(heap % 2), 0, 6 * float(heap / 2)}, 0.8f))));
  }
  BodyId any() { return ids[size_t(random.below(int(ids.size())))]; }

  void disturb() {
    switch (random.below(24)) {
      case 0:
        ids.push_back(need(world.addBody(
            anyBody(random, {6 * float(random.below(2)), 2, 6 * float(random.below(2))}, 1))));
        break;
      case 1: {
        const size_t i = size_t(random.below(int(ids.size())));
        ASSERT_TRUE(world.remove(ids[i]));
        ids.erase(ids.begin() + long(i));
        break;
      }
      case 2: {  // Put elsewhere, awake.
        const BodyId id = any();
        BodyDef motion = world.describe(id);
        motion.position.y += 1;
        ASSERT_FALSE(world.setMotion(id, motion));
        break;
      }
      case 3: {  // Put elsewhere, asleep.
        const BodyId id = any();
        BodyDef def = world.describe(id);
        def.position.x += random.real(-1, 1);
        def.asleep = true;
        def.linearVelocity = def.angularVelocity = {};
        ASSERT_FALSE(world.redefine(id, def));
        break;
      }
      case 4: {
        FixedJoint joint;
        joint.bodyA = any(), joint.bodyB = any();
        if (joint.bodyA != joint.bodyB) joints.push_back(need(world.addJoint(joint)));
        break;
      }
      case 5:
        if (!joints.empty()) {
          world.remove(joints.back());
          joints.pop_back();
        }
        break;
      case 6: {
        BodyDef ball = scenes::sphereAt({-8, 0.5f, 6 * float(random.below(2))}, 0.3f);
        ball.linearVelocity = {20, 1, 0};
        ids.push_back(need(world.addBody(ball)));
        break;
      }
      case 7: {
        const BodyId id = any();
        BodyDef def = world.describe(id);
        def.type = def.type == BodyType::Dynamic ? BodyType::Kinematic : BodyType::Dynamic;
        def.linearVelocity = def.angularVelocity = {};
        ASSERT_FALSE(world.redefine(id, def));
        break;
      }
      case 8:  // More than the numbers hold: it is stopped.
        if (blowsUp) {
          ASSERT_FALSE(world.applyForce(any(), {3e38f, 0, 0}));
        }
        break;
      default:
        break;
    }
  }

  bool blowsUp = false;
  World world;
  Random random;
  std::vector<BodyId> ids;
  std::vector<JointId> joints;
};

TEST_P(Activity, WhatSleepsAndWakesIsAlwaysKnown) {
  size_t slept = 0;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    Disturbed d(makeWorld(seed % 2 ? 4 : 1), seed);
    std::set<uint64_t> touching;
    size_t most = 0;
    for (int step = 0; step < 400; ++step) {
      const std::string where = "seed " + std::to_string(seed) + ", step " + std::to_string(step);
      if (step > 60) d.disturb();
      ASSERT_FALSE(d.world.step(1 / 60.0f)) << where;
      ASSERT_NO_FATAL_FAILURE(expectSound(d.world, where));
      most = std::max(most, d.world.collision.contacts.all().size() -
                                d.world.collision.contacts.active().size());
      // Events tell of each touch once, and of its end.
      for (const ContactEvent& e : d.world.collision.events.told()) {
        const uint64_t pair = pairOf(e.bodyA, e.bodyB);
        if (e.kind == ContactEvent::Kind::Begin) {
          EXPECT_TRUE(touching.insert(pair).second) << where;
        } else {
          EXPECT_EQ(touching.erase(pair), 1u) << where;
        }
      }
      std::set<uint64_t> now;
      for (const Contact& c : d.world.collision.contacts.all())
        if (c.touching)
          now.insert(pairOf(d.world.bodies.ids.idAt(c.bodyA), d.world.bodies.ids.idAt(c.bodyB)));
      ASSERT_TRUE(std::ranges::includes(touching, now)) << where;
    }
    slept += most;
  }
  EXPECT_GT(slept, 100u);
}

TEST_P(Activity, AWorldGoesOnFromAnySnapshotToTheBit) {
  for (uint64_t seed = 1; seed <= 2; ++seed) {
    Disturbed d(makeWorld(), seed);
    d.blowsUp = true;
    for (int step = 0; step < 240; ++step) {
      if (step > 60) d.disturb();
      ASSERT_FALSE(d.world.step(1 / 60.0f));
      if (step % 16 != 0) continue;
      World restored, went = makeWorld();
      ASSERT_FALSE(restored.restore(d.world.snapshot()));
      ASSERT_FALSE(went.restore(d.world.snapshot()));
      // One goes on from what it is, one from a copy of it some steps later.
      for (int k = 0; k < 24; ++k) {
        ASSERT_FALSE(restored.step(1 / 60.0f));
        ASSERT_FALSE(went.step(1 / 60.0f));
        if (k == 7) {
          World copy;
          ASSERT_FALSE(copy.restore(went.snapshot()));
          went = std::move(copy);
        }
        ASSERT_EQ(restored.hash(), went.hash()) << "seed " << seed << ", step " << step + k;
      }
      expectParted(restored, "restored");
    }
  }
}

}  // namespace
}  // namespace holonom
