// Locked axes of bodies (`lockTranslation`, `lockRotation`) and planar worlds.
#include <gtest/gtest.h>

#include <cmath>

#include "long_run.h"
#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace locked_axes_test {

using scenes::need;

Axes axesOf(int bits) { return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0}; }

std::vector<float> randomPoints(Random& random, float size) {
  std::vector<float> points;
  for (int i = 0; i < 12; ++i) {
    const Vec3 d = size * random.direction();
    points.insert(points.end(), {d.x, 0.6f * d.y, 1.3f * d.z});
  }
  return points;
}

/// A box, ball, capsule or hull; some with a center of mass and moments of their own.
BodyDef randomBody(Random& random, Vec3 position) {
  BodyDef def;
  const float size = random.real(0.2f, 0.5f);
  switch (random.below(4)) {
    case 0:
      def.shape = Sphere{size};
      break;
    case 1:
      def.shape = Capsule{0.5f * size, size};
      break;
    case 2: {
      Hull hull;
      hull.points = randomPoints(random, size);
      def.shape = hull;
      break;
    }
    default:
      def.shape = Box{{size, 0.5f * size, 0.8f * size}};
  }
  def.position = position;
  def.friction = random.real(0, 1);
  def.restitution = random.below(2) ? random.real(0, 0.8f) : 0;
  def.density = random.real(200, 2000);
  if (random.below(4) == 0) def.centerOfMass = random.vector(0.2f * size);
  if (random.below(4) == 0) def.rollingFriction = 0.02f, def.torsionalFriction = 0.02f;
  return def;
}

void addRandomJoint(World& world, Random& random, BodyId a, BodyId b) {
  const auto anchored = [&](auto joint) {
    joint.bodyA = a, joint.bodyB = b;
    joint.anchorA = random.vector(0.3f);
    need(world.addJoint(joint));
  };
  switch (random.below(5)) {
    case 0: {
      BallJoint joint;
      return anchored(joint);
    }
    case 1: {
      HingeJoint joint;
      joint.axis = random.below(2) ? Vec3{0, 0, 1} : random.direction();
      if (random.below(2)) joint.limits = AngularLimits{-0.5f, 0.5f};
      return anchored(joint);
    }
    case 2: {
      FixedJoint joint;
      return anchored(joint);
    }
    case 3: {
      PrismaticJoint joint;
      joint.axis = random.direction();
      return anchored(joint);
    }
    default: {
      DistanceJoint joint;
      return anchored(joint);
    }
  }
}

/// What locked axes keep, body by body, to the bit.
class Kept {
 public:
  explicit Kept(const World& world) {
    for (int i = 0; i < world.bodies.size(); ++i)
      starts_.push_back({world.bodies.poses[i], world.bodies.bodyPose(i)});
  }
  void check(const World& world, const std::string& where) const {
    const Bodies& bodies = world.bodies;
    for (int i = 0; i < bodies.size(); ++i) {
      const int locks = bodies.masses[i].locks;
      const BodyState& s = bodies.states[i];
      for (int axis = 0; axis < 3; ++axis) {
        if (locks >> axis & 1) {
          ASSERT_EQ(at(s.linear, axis), 0) << where << ", body " << i;
          const double rounding = bodies.ownFrame(i) ? 1e-5 : 0;
          ASSERT_NEAR(at(bodies.poses[i].position, axis), at(starts_[i].pose.position, axis),
                      rounding)
              << where << ", body " << i << ", axis " << axis;
        }
        if (locks >> (3 + axis) & 1) {
          ASSERT_EQ(at(s.angular, axis), 0) << where << ", body " << i;
        }
      }
      if (locks >> 3 == 7) {
        ASSERT_EQ(bodies.bodyPose(i).rotation, starts_[i].origin.rotation);
      }
      ASSERT_FALSE(bodies.isStopped(i)) << where << ", body " << i;
    }
  }

 private:
  struct Start {
    Transform pose, origin;
  };
  std::vector<Start> starts_;
};

class LockedAxes : public testing::TestWithParam<SolverType> {};

TEST_P(LockedAxes, NeverMoveInRandomWorldsWithContactsAndJoints) {
  for (uint64_t seed = 1; seed <= 24; ++seed) {
    Random random(seed);
    WorldSettings settings;
    settings.solver = GetParam();
    settings.substeps = 1 + random.below(4);
    settings.integrator =
        random.below(4) ? RigidIntegrator::SymplecticEuler : RigidIntegrator(1 + random.below(2));
    settings.friction = static_cast<FrictionModel>(random.below(3));
    settings.gyroscopic = static_cast<Gyroscopic>(random.below(4));
    if (random.below(3) == 0) settings.gravity = 10 * random.direction();
    World world(settings);
    scenes::pit(world, 3);
    std::vector<BodyId> ids;
    for (int i = 0; i < 14; ++i) {
      BodyDef def =
          randomBody(random, {random.real(-2, 2), 0.6f + 0.4f * float(i), random.real(-2, 2)});
      def.rotation = random.rotation();
      def.linearVelocity = random.vector(5);
      def.angularVelocity = random.vector(10);
      if (random.below(4)) def.lockTranslation = axesOf(random.below(8));
      if (random.below(4)) def.lockRotation = axesOf(random.below(8));
      ids.push_back(need(world.addBody(def)));
      if (i > 0 && random.below(4) == 0)
        addRandomJoint(world, random, ids[size_t(i) - 1], ids.back());
    }
    const Kept kept(world);
    for (int step = 0; step < 120; ++step) {
      ASSERT_FALSE(world.step(random.below(8) ? 1.0f / 60 : random.real(0.001f, 0.03f)));
      kept.check(world, std::string(nameOf(GetParam())) + ", seed " + std::to_string(seed) +
                            ", step " + std::to_string(step));
      if (HasFatalFailure()) return;
    }
  }
}

// ---- impacts

TEST_P(LockedAxes, TakeTheImpulseOfAnImpactAsInfiniteMass) {
  Random random(11);
  for (int n = 0; n < 30; ++n) {
    World world = scenes::sleeplessWorld(GetParam(), 4, {});
    const float angle = random.real(-1, 1), massA = random.real(0.2f, 5),
                massB = random.real(0.2f, 5);
    const Vec3 normal{std::cos(angle), std::sin(angle), 0};
    const float restitution = n % 2 ? 1 : 0;
    BodyDef a = scenes::sphereAt(-1.0001f * normal, 0.5f), b = scenes::sphereAt({}, 0.5f);
    a.mass = massA, b.mass = massB;
    a.friction = b.friction = 0;
    a.restitution = b.restitution = restitution;
    a.linearVelocity = {4, 0, 0};
    b.lockTranslation = {true, false, true};
    const BodyId idA = need(world.addBody(a)), idB = need(world.addBody(b));
    for (int i = 0; i < 20; ++i) ASSERT_FALSE(world.step(1.0f / 120));
    // Normal impulse between a free ball and one that is free along y only.
    const float speed = 4 * normal.x;
    const float impulse = (1 + restitution) * speed / (1 / massA + normal.y * normal.y / massB);
    const BodyDef endA = world.describe(idA), endB = world.describe(idB);
    const Vec3 expectedA = Vec3{4, 0, 0} - (impulse / massA) * normal;
    EXPECT_NEAR(length(endA.linearVelocity - expectedA), 0, 0.05f) << n << ", angle " << angle;
    EXPECT_NEAR(endB.linearVelocity.y, impulse * normal.y / massB, 0.05f + 0.02f * impulse / massB)
        << n << ", angle " << angle;
    EXPECT_EQ(endB.linearVelocity.x, 0);
    EXPECT_EQ(endB.position.x, 0);
    // Along the free axis momentum is conserved.
    EXPECT_NEAR(massA * endA.linearVelocity.y + massB * endB.linearVelocity.y, 0,
                1e-4f * massA * 4);
  }
}

TEST_P(LockedAxes, AllLockedIsAsAStaticBodyToOthers) {
  const auto run = [&](bool isStatic) {
    World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
    BodyDef floor = scenes::boxAt({0, -0.5f, 0}, {3, 0.5f, 3});
    if (isStatic)
      floor.type = BodyType::Static;
    else
      floor.lockTranslation = floor.lockRotation = {true, true, true};
    need(world.addBody(floor));
    BodyDef box = scenes::boxAt({0, 0.5f, 0}, {0.5f, 0.5f, 0.5f});
    box.linearVelocity = {2, 0, 0.5f};
    need(world.addBody(box));
    BodyDef ball = scenes::sphereAt({-1.5f, 2, 1}, 0.3f);
    ball.restitution = 0.7f;
    need(world.addBody(ball));
    for (int i = 0; i < 90; ++i) EXPECT_FALSE(world.step(1.0f / 60));
    return std::pair{world.bodies.poses[1].position, world.bodies.poses[2].position};
  };
  const auto [boxA, ballA] = run(true);
  const auto [boxB, ballB] = run(false);
  EXPECT_LT(length(boxA - boxB), 0.003f);
  EXPECT_LT(length(ballA - ballB), 0.02f);
  EXPECT_GT(boxB.x, 0.2f);
}

// ---- characters, slopes

TEST_P(LockedAxes, ACapsuleWithoutRotationStaysUprightWhenItIsHitAndPushed) {
  World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
  scenes::addGround(world);
  BodyDef capsule;
  capsule.shape = Capsule{0.3f, 0.5f};
  capsule.position = {0, 0.8f, 0};
  capsule.mass = 70.0f;
  capsule.lockRotation = {true, true, true};
  const BodyId id = need(world.addBody(capsule));
  for (int i = 0; i < 4; ++i) {
    BodyDef ball = scenes::sphereAt({-2 - 2 * float(i), 1.2f, 0.1f * float(i)}, 0.2f);
    ball.mass = 20.0f;
    ball.linearVelocity = {8, 1, 0};
    need(world.addBody(ball));
  }
  for (int i = 0; i < 180; ++i) {
    ASSERT_FALSE(world.applyForce(id, {200, 0, 150}, Vec3{0, 1.5f, 0.3f}));
    ASSERT_FALSE(world.step(1.0f / 60));
    ASSERT_EQ(world.describe(id).rotation, (Quat{0, 0, 0, 1}));
    ASSERT_EQ(world.describe(id).angularVelocity, (Vec3{}));
    ASSERT_NEAR(world.describe(id).position.y, 0.8f, 0.02f);
  }
  EXPECT_GT(world.describe(id).position.x, 0.5f);
}

TEST_P(LockedAxes, ABoxWithoutRotationSlidesDownASlopeByItsFriction) {
  for (const bool planar : {false, true})
    for (const float degrees : {20.0f, 35.0f, 50.0f})
      for (const float mu : {0.0f, 0.2f, 0.3f}) {
        World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
        world.settings.planar = planar;
        const float angle = degrees * kPi / 180;
        const Quat tilt{0, 0, std::sin(-angle / 2), std::cos(-angle / 2)};
        BodyDef slope = scenes::boxAt(rotate(tilt, {0, -1, 0}), {50, 1, 5});
        slope.type = BodyType::Static;
        slope.rotation = tilt;
        slope.friction = mu;
        need(world.addBody(slope));
        BodyDef box = scenes::boxAt(rotate(tilt, {-20, 0.5f, 0}), {0.3f, 0.5f, 0.3f});
        box.rotation = tilt;
        box.friction = mu;
        box.frictionCombine = slope.frictionCombine = Combine::Average;
        // High boxes would topple.
        if (!planar) box.lockRotation = {true, true, true};
        const BodyId id = need(world.addBody(box));
        for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1.0f / 60));
        const float expected = 9.81f * (std::sin(angle) - mu * std::cos(angle));
        EXPECT_NEAR(length(world.describe(id).linearVelocity), expected, 0.02f * expected + 0.02f)
            << degrees << "°, friction " << mu << (planar ? ", planar" : "");
      }
}

// ---- planar worlds

/// Joints that a plane allows.
void addPlanarJoint(World& world, Random& random, BodyId a, BodyId b) {
  const Vec3 anchor = 0.5f * (world.describe(a).position + world.describe(b).position);
  const auto add = [&](auto joint) {
    joint.bodyA = a, joint.bodyB = b;
    if constexpr (requires { joint.anchor; }) joint.anchor = anchor;
    need(world.addJoint(joint));
  };
  switch (random.below(5)) {
    case 0:
      return add(BallJoint{});
    case 1: {
      HingeJoint joint;
      joint.axis = {0, 0, 1};
      if (random.below(2)) joint.limits = AngularLimits{-0.5f, 0.5f};
      return add(joint);
    }
    case 2:
      return add(FixedJoint{});
    case 3: {
      PrismaticJoint joint;
      const float angle = random.real(-3, 3);
      joint.axis = {std::cos(angle), std::sin(angle), 0};
      return add(joint);
    }
    default:
      return add(DistanceJoint{});
  }
}

double energyOf(const World& world) {
  const Energy e = world.energy();
  return e.kinetic + e.potential + e.elastic;
}

TEST_P(LockedAxes, APlanarWorldStaysPlanarAndNeverHasMoreEnergyThanAtFirst) {
  for (uint64_t seed = 1; seed <= (longRun() ? 12 : 4); ++seed) {
    Random random(seed);
    WorldSettings settings;
    settings.solver = GetParam();
    settings.planar = true;
    settings.substeps = 2 + random.below(3);
    World world(settings);
    scenes::pit(world, 4);
    std::vector<BodyId> ids;
    for (int i = 0; i < 16; ++i) {
      BodyDef def =
          randomBody(random, {random.real(-3, 3), 1 + 0.7f * float(i), random.real(-0.2f, 0.2f)});
      const float angle = random.real(-1, 1);
      def.rotation = {0, 0, std::sin(angle), std::cos(angle)};
      def.linearVelocity = random.vector(3);
      def.angularVelocity = random.vector(4);
      ids.push_back(need(world.addBody(def)));
      if (i % 4 == 3) addPlanarJoint(world, random, ids[size_t(i) - 1], ids.back());
    }
    const Kept kept(world);
    std::vector<float> z;
    for (const BodyId id : ids) z.push_back(world.describe(id).position.z);
    // Contacts that give way return what they took, so only the start is a bound.
    const double most = energyOf(world);
    for (int step = 0; step < 240; ++step) {
      ASSERT_FALSE(world.step(1.0f / 60));
      const std::string where = "seed " + std::to_string(seed) + ", step " + std::to_string(step);
      kept.check(world, where);
      if (HasFatalFailure()) return;
      for (size_t i = 0; i < ids.size(); ++i) {
        const BodyDef def = world.describe(ids[i]);
        ASSERT_EQ(def.rotation.x, 0) << where;
        ASSERT_EQ(def.rotation.y, 0) << where;
        ASSERT_NEAR(def.position.z, z[i], 1e-6f) << where;
      }
      ASSERT_LT(energyOf(world), most + 0.001 * std::abs(most)) << where;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, LockedAxes, everySolver(), solverName);

// ---- rotation about free axes

TEST(LockedRotation, TurnsAboutItsFreeAxisWithTheInertiaAboutThat) {
  Random random(3);
  for (const RigidIntegrator integrator : allIntegrators())
    for (int n = 0; n < 20; ++n) {
      World world = scenes::sleeplessWorld(SolverType::SoftStep, 4, {});
      world.settings.integrator = integrator;
      BodyDef def = scenes::boxAt({}, {0.8f, 0.3f, 0.1f});
      def.rotation = random.rotation();
      const int axis = n % 3;
      def.lockRotation = axesOf(7 & ~(1 << axis));
      const BodyId id = need(world.addBody(def));
      const Sym3d inertia = world.bodies.inertiaNow(0);
      const double about = axis == 0 ? inertia.xx : axis == 1 ? inertia.yy : inertia.zz;
      const Vec3 torque = random.vector(50);
      for (int i = 0; i < 60; ++i) {
        ASSERT_FALSE(world.applyTorque(id, torque));
        ASSERT_FALSE(world.step(1.0f / 60));
      }
      // As a product of inertia couples the axes, a mask on the inverse would give another rate.
      const double rate = double(at(torque, axis)) / about;
      EXPECT_NEAR(at(world.describe(id).angularVelocity, axis), rate, 1e-3 * std::abs(rate)) << n;
      const Vec3 arm = random.vector(0.5f), impulse = random.vector(20);
      ASSERT_FALSE(world.applyImpulse(id, impulse, arm + world.bodies.poses[0].position));
      const double kicked = rate + double(at(cross(arm, impulse), axis)) / about;
      EXPECT_NEAR(at(world.describe(id).angularVelocity, axis), kicked,
                  2e-3 * (std::abs(rate) + std::abs(kicked)));
    }
}

TEST(LockedRotation, WithTwoFreeAxesKeepsTheirAngularMomentumAndTheEnergy) {
  Random random(4);
  for (const RigidIntegrator integrator : {RigidIntegrator::SymplecticEuler, RigidIntegrator::Rk4})
    for (int n = 0; n < 12; ++n) {
      World world = scenes::sleeplessWorld(SolverType::SoftStep, 4, {});
      world.settings.integrator = integrator;
      BodyDef def = scenes::boxAt({}, {0.5f, 0.3f, 0.1f});
      def.rotation = random.rotation();
      def.angularVelocity = random.vector(6);
      const int axis = n % 3;
      def.lockRotation = axesOf(1 << axis);
      need(world.addBody(def));
      const auto momentum = [&] {
        Vec3d l = world.bodies.inertiaNow(0) * toDouble(world.bodies.states[0].angular);
        return withoutAxes(l, 1 << axis);
      };
      const Vec3d before = momentum();
      const double energy = world.energy().kinetic;
      for (int i = 0; i < 600; ++i) {
        ASSERT_FALSE(world.step(1.0f / 60));
        ASSERT_NEAR(world.energy().kinetic, energy, 2e-3 * energy) << n << ", step " << i;
        const Vec3d now = momentum();
        // In its direction; its size follows from the energy to first order.
        ASSERT_GT(dot(now, before), 0.999 * length(now) * length(before)) << n << ", step " << i;
      }
    }
}

// ---- changes, sleep, files

TEST(LockedAxesChanges, WakeABodyAndStopItsMotion) {
  World world;
  BodyDef def = scenes::boxAt({0, 3, 0});
  def.lockTranslation = {false, true, false};
  const BodyId id = need(world.addBody(def));
  for (int i = 0; i < 120; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  EXPECT_TRUE(world.describe(id).asleep);
  EXPECT_EQ(world.describe(id).position.y, 3);
  Value none = Value::array();
  for (int i = 0; i < 3; ++i) none.push(false);
  ASSERT_FALSE(setField(world, Kind::Body, id.bits, "lockTranslation", none));
  EXPECT_FALSE(world.describe(id).asleep);
  for (int i = 0; i < 30; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  const float fall = world.describe(id).linearVelocity.y;
  EXPECT_LT(fall, -4);
  Value vertical = Value::array();
  for (const bool axis : {false, true, false}) vertical.push(axis);
  ASSERT_FALSE(setField(world, Kind::Body, id.bits, "lockTranslation", vertical));
  EXPECT_EQ(world.describe(id).linearVelocity.y, 0);
  // What a user gives along a locked axis is 0.
  ASSERT_FALSE(setField(world, Kind::Body, id.bits, "linearVelocity", Value::ofNumbers({1, 2, 3})));
  EXPECT_EQ(world.describe(id).linearVelocity, (Vec3{1, 0, 3}));
  ASSERT_FALSE(world.applyImpulse(id, {0, 1e4f, 0}));
  EXPECT_EQ(world.describe(id).linearVelocity, (Vec3{1, 0, 3}));
}

TEST(LockedAxesChanges, APlanarWorldLocksBodiesAndReleasesThem) {
  World world = scenes::sleeplessWorld(SolverType::SoftStep, 4, {});
  BodyDef def = scenes::boxAt({});
  def.linearVelocity = {1, 2, 3}, def.angularVelocity = {1, 2, 3};
  const BodyId id = need(world.addBody(def));
  world.settings.planar = true;
  ASSERT_FALSE(world.step(1.0f / 60));
  EXPECT_EQ(world.describe(id).linearVelocity.z, 0);
  EXPECT_EQ(world.describe(id).angularVelocity.x, 0);
  EXPECT_NEAR(world.describe(id).angularVelocity.z, 3, 1e-3f);
  WorldSettings free = world.settings;
  free.planar = false;
  ASSERT_FALSE(world.redefine(free));
  ASSERT_FALSE(world.applyImpulse(id, {0, 0, 1000}));
  EXPECT_NEAR(world.describe(id).linearVelocity.z, 1, 1e-4f);
}

TEST(LockedAxesFiles, GoOnWithTheSameBitsFromSnapshots) {
  Random random(8);
  World world;
  world.settings.planar = true;
  scenes::pit(world, 3);
  for (int i = 0; i < 10; ++i) {
    BodyDef def = randomBody(random, {random.real(-2, 2), 1 + 0.6f * float(i), 0});
    def.lockTranslation = axesOf(random.below(8)), def.lockRotation = axesOf(random.below(8));
    need(world.addBody(def));
  }
  for (int i = 0; i < 40; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  const auto bytes = world.snapshot();
  World other;
  ASSERT_FALSE(other.restore(bytes));
  const Value saved = saveScene(world);
  World loaded;
  const Status bad = loadScene(loaded, saved);
  ASSERT_FALSE(bad) << bad->path;
  EXPECT_TRUE(loaded.settings.planar);
  for (int i = 0; i < world.bodies.size(); ++i) {
    EXPECT_EQ(loaded.bodies.masses[i].locks, world.bodies.masses[i].locks);
    EXPECT_EQ(loaded.bodies.bodyPose(i), world.bodies.bodyPose(i));
  }
  for (int i = 0; i < 40; ++i) {
    ASSERT_FALSE(world.step(1.0f / 60));
    ASSERT_FALSE(other.step(1.0f / 60));
  }
  EXPECT_EQ(world.snapshot(), other.snapshot());
}

TEST(LockedAxesFiles, RefuseWhatIsNotThreeFlags) {
  World world;
  const auto refused = [&](Value locks) {
    Value v = Value::object();
    v.set("lockRotation", std::move(locks));
    const Status bad = addObject(world, Kind::Body, v).error;
    return bad ? bad->path : "";
  };
  const auto flags = [](std::vector<Value> items) {
    Value v = Value::array();
    for (Value& item : items) v.push(item);
    return v;
  };
  EXPECT_EQ(refused(true), "lockRotation");
  EXPECT_EQ(refused("xyz"), "lockRotation");
  EXPECT_EQ(refused(Value::ofNumbers({1, 1, 0})), "lockRotation");
  EXPECT_EQ(refused(flags({true, true})), "lockRotation");
  EXPECT_EQ(refused(flags({true, true, 1.0})), "lockRotation[2]");
  EXPECT_EQ(world.bodies.size(), 0);
  EXPECT_EQ(refused(flags({true, true, false})), "");
  EXPECT_EQ(world.bodies.masses[0].locks, 0b011'000);
}

/// A rod that is tilted against its free axis loses its spin at the rate of that axis.
TEST_P(LockedAxes, DragSlowsARodAboutItsFreeAxis) {
  World world = scenes::sleeplessWorld(GetParam(), 4, {});
  BodyDef def = scenes::boxAt({0, 0, 0}, {0.5f, 0.03f, 0.03f});
  def.rotation = {0, std::sin(0.4f), 0, std::cos(0.4f)};
  def.lockRotation = {true, true, false};
  def.angularVelocity = {0, 0, 1};
  const BodyId id = need(world.addBody(def));
  DragForce drag;
  drag.body = id;
  drag.angular = 0.1f;
  need(world.addForce(drag));
  const double rate = 0.1 * double(world.bodies.inverseInertia(0).zz);
  for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  EXPECT_NEAR(world.bodies.states[0].angular.z, std::exp(-rate), 2e-3);
}

/// What is in a block of four contacts beside others does not matter to them.
TEST_P(LockedAxes, LeaveOtherContactsAlone) {
  const auto endOf = [&](bool locked) {
    World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
    BodyDef ground = scenes::boxAt({0, -0.5f, 0}, {50, 0.5f, 50});
    ground.type = BodyType::Static;
    need(world.addBody(ground));
    BodyDef rod;
    rod.shape = Capsule{0.05f, 0.5f};
    rod.position = {0, 0.5f, 0};
    rod.rotation = {0, 0, std::sin(0.6f), std::cos(0.6f)};
    rod.linearVelocity = {1, 0, 0.5f};
    const int i = world.indexOf(need(world.addBody(rod)));
    for (int k = 0; k < 3; ++k) {
      BodyDef box = scenes::boxAt({20 + 3.0f * float(k), 0.5f, 0}, {0.5f, 0.5f, 0.5f});
      if (locked) box.lockRotation = {true, true, true};
      need(world.addBody(box));
    }
    for (int step = 0; step < 90; ++step) EXPECT_FALSE(world.step(1.0f / 60));
    return world.bodies.poses[size_t(i)];
  };
  const Transform free = endOf(false), beside = endOf(true);
  EXPECT_EQ(free.position, beside.position);
  EXPECT_EQ(free.rotation, beside.rotation);
}

}  // namespace locked_axes_test
}  // namespace holonom
