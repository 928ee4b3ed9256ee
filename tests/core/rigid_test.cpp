// Rigid bodies against closed forms, under every solver.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "random.h"
#include "scenes.h"

namespace holonom {
namespace rigid_test {

using scenes::boxAt;
using scenes::need;
using scenes::sphereAt;

constexpr double kGravity = 9.81;

class Rigid : public testing::TestWithParam<SolverType> {
 protected:
  WorldSettings settings() const {
    WorldSettings s;
    s.solver = GetParam();
    if (s.solver == SolverType::Pgs) s.iterations = 8;
    return s;
  }
  static void run(World& world, int steps, float dt = 1.0f / 60) {
    for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(dt));
  }
};

INSTANTIATE_TEST_SUITE_P(Solvers, Rigid, testing::Values(SolverType::SoftStep, SolverType::Pgs),
                         [](const auto& info) {
                           return info.param == SolverType::Pgs ? "Pgs" : "SoftStep";
                         });

TEST_P(Rigid, FreeFallIsSymplecticEulerToTheLastSubstep) {
  for (const int substeps : {1, 4}) {
    WorldSettings s = settings();
    s.substeps = substeps;
    s.gravity = {0, -9.8f, 0};
    World world(s);
    BodyDef def = sphereAt({1, 2, 3}, 0.1f);
    def.linearVelocity = {4, -1, 2};
    need(world.addBody(def));
    run(world, 100, 0.01f);
    // x + n h v + g h² n (n + 1)/2
    const double n = 100.0 * substeps, h = 0.01 / substeps;
    const Vec3 p = world.bodies.poses[0].position;
    EXPECT_NEAR(p.x, 5, 1e-4);
    EXPECT_NEAR(p.y, 2 - 1 - 9.8 * h * h * n * (n + 1) / 2, 2e-4);
    EXPECT_NEAR(p.z, 5, 1e-4);
    EXPECT_NEAR(world.bodies.states[0].linear.y, -10.8, 1e-4);
  }
}

TEST_P(Rigid, SpinAboutAPrincipalAxisTurnsByTheAngle) {
  WorldSettings s = settings();
  s.gravity = {};
  World world(s);
  BodyDef def = boxAt({0, 0, 0}, {0.1f, 0.2f, 0.3f});
  def.angularVelocity = {0, 2, 0};
  need(world.addBody(def));
  run(world, 60);
  const Vec3 x = rotate(world.bodies.poses[0].rotation, {1, 0, 0});
  EXPECT_NEAR(x.x, std::cos(2.0), 1e-4);
  EXPECT_NEAR(x.z, -std::sin(2.0), 1e-4);
}

TEST_P(Rigid, DampingDecaysAtItsRate) {
  WorldSettings s = settings();
  s.gravity = {};
  World world(s);
  BodyDef def = sphereAt({}, 0.5f);
  def.linearVelocity = {3, 0, 0};
  def.angularVelocity = {0, 5, 0};
  def.linearDamping = 2, def.angularDamping = 4;
  need(world.addBody(def));
  run(world, 60);
  EXPECT_NEAR(world.bodies.states[0].linear.x, 3 * std::pow(1 + 2 / 240.0, -240), 1e-4);
  EXPECT_NEAR(world.bodies.states[0].angular.y, 5 * std::pow(1 + 4 / 240.0, -240), 1e-4);
}

TEST_P(Rigid, GravityScaleMultipliesGravity) {
  World world(settings());
  BodyDef def = sphereAt({0, 0, 0}, 0.1f);
  def.gravityScale = 0;
  need(world.addBody(def));
  def.position = {1, 0, 0};
  def.gravityScale = -0.5f;
  need(world.addBody(def));
  run(world, 60);
  EXPECT_EQ(world.bodies.states[0].linear.y, 0);
  EXPECT_NEAR(world.bodies.states[1].linear.y, 0.5 * kGravity, 1e-3);
}

/// A flat box on a half-space tilted by `degrees`; after 1 s the speed down the slope.
float slideFor(WorldSettings settings, float degrees, float friction, float* distance) {
  settings.gravity = {0, -9.8f, 0};
  World world(settings);
  const float angle = degrees * 3.14159265f / 180;
  const Vec3 normal{std::sin(angle), std::cos(angle), 0};
  const Vec3 down{std::cos(angle), -std::sin(angle), 0};
  BodyDef ground;
  ground.type = BodyType::Static;
  ground.shape = Plane{normal, 0};
  ground.friction = friction;
  need(world.addBody(ground));
  BodyDef box = boxAt(0.1f * normal, {0.5f, 0.1f, 0.5f});
  box.rotation = {0, 0, -std::sin(angle / 2), std::cos(angle / 2)};
  box.mass = 2;
  box.friction = friction;
  need(world.addBody(box));
  for (int i = 0; i < 60; ++i) EXPECT_FALSE(world.step(1.0f / 60));
  *distance = dot(world.bodies.poses[1].position - 0.1f * normal, down);
  return dot(world.bodies.states[1].linear, down);
}

TEST_P(Rigid, ABoxOnASlopeSlidesWhenFrictionIsBelowTheTangent) {
  // a = g (sin θ − μ cos θ)
  const double expected[][3] = {{10, 0.1, 0.7366405431839537}, {20, 0.1, 2.4308986362213636},
                                {20, 0.3, 0.5891010994809834}, {30, 0.1, 4.05129510429125},
                                {30, 0.3, 2.3538853128737496}, {30, 0.5, 0.6564755214562499}};
  for (const auto& [degrees, friction, acceleration] : expected) {
    float distance;
    const float speed = slideFor(settings(), float(degrees), float(friction), &distance);
    EXPECT_NEAR(speed, acceleration, 0.01 * acceleration + 0.01) << degrees << "° μ " << friction;
    EXPECT_NEAR(distance, acceleration / 2, 0.02 * acceleration + 0.005);
  }
}

TEST_P(Rigid, ABoxOnASlopeSticksWhenFrictionIsAboveTheTangent) {
  const double cases[][2] = {{10, 0.3}, {10, 1.2}, {20, 0.5}, {30, 0.7}, {30, 1.2}};
  for (const auto& [degrees, friction] : cases) {
    float distance;
    const float speed = slideFor(settings(), float(degrees), float(friction), &distance);
    EXPECT_NEAR(speed, 0, 1e-3) << degrees << "° μ " << friction;
    EXPECT_NEAR(distance, 0, 2e-3) << degrees << "° μ " << friction;
  }
}

TEST_P(Rigid, ASlidingSphereEndsRollingAtFiveSevenths) {
  World world(settings());
  scenes::addPlane(world);
  BodyDef def = sphereAt({0, 0.5f, 0}, 0.5f);
  def.linearVelocity = {7, 0, 0};
  need(world.addBody(def));
  run(world, 120);
  EXPECT_NEAR(world.bodies.states[1].linear.x, 5, 0.05);
  EXPECT_NEAR(world.bodies.states[1].angular.z, -5 / 0.5, 0.1);
}

TEST_P(Rigid, ADroppedSphereBouncesToESquaredOfItsHeight) {
  for (const float e : {0.25f, 0.5f, 0.8f, 1.0f}) {
    WorldSettings s = settings();
    s.gravity = {0, -9.8f, 0};
    World world(s);
    scenes::addPlane(world);
    BodyDef def = sphereAt({0, 2.25f, 0}, 0.25f);
    def.restitution = e;
    need(world.addBody(def));
    // 240 Hz: the speed of impact is known to g/240 = 0.04 of 6.26 m/s, the height to 1.3 %.
    int step = 0;
    const auto velocity = [&] { return world.bodies.states[1].linear.y; };
    for (; step < 480 && velocity() <= 0; ++step) run(world, 1, 1.0f / 240);
    ASSERT_GT(velocity(), 0) << e;
    for (; step < 960 && velocity() > 0; ++step) run(world, 1, 1.0f / 240);
    const float apex = world.bodies.poses[1].position.y - 0.25f;
    EXPECT_NEAR(apex, 2 * e * e, 0.02 * 2 * e * e + 0.01) << e;
  }
}

TEST_P(Rigid, ADroppedSphereWithoutRestitutionStays) {
  World world(settings());
  scenes::addPlane(world);
  need(world.addBody(sphereAt({0, 2.25f, 0}, 0.25f)));
  run(world, 120);
  float highest = 0;
  for (int i = 0; i < 60; ++i) {
    run(world, 1);
    highest = std::max(highest, world.bodies.poses[1].position.y);
  }
  EXPECT_NEAR(highest, 0.25f, 2e-3);
}

TEST_P(Rigid, HeadOnSpheresLeaveWithTheClosedFormSpeeds) {
  for (const float e : {0.0f, 0.5f, 1.0f}) {
    WorldSettings s = settings();
    s.gravity = {};
    s.contactSlop = 0;
    World world(s);
    BodyDef a = sphereAt({-1, 0, 0}, 0.5f), b = sphereAt({1, 0, 0}, 0.5f);
    a.mass = 1, b.mass = 3;
    a.linearVelocity = {2, 0, 0}, b.linearVelocity = {-1, 0, 0};
    a.restitution = b.restitution = e;
    need(world.addBody(a));
    need(world.addBody(b));
    run(world, 60);
    // center of mass: (2 − 3)/4; relative speed 3 m/s comes back as 3 e.
    const double c = -0.25;
    EXPECT_NEAR(world.bodies.states[0].linear.x, c - 0.75 * 3 * e, 2e-3) << e;
    EXPECT_NEAR(world.bodies.states[1].linear.x, c + 0.25 * 3 * e, 2e-3) << e;
    EXPECT_NEAR(world.momentum().linear.x, -1, 1e-5) << e;
  }
}

TEST_P(Rigid, CollisionsOfTumblingBoxesKeepLinearMomentum) {
  constexpr uint64_t kSeed = 91;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  WorldSettings s = settings();
  s.gravity = {};
  World world(s);
  for (int i = 0; i < 12; ++i) {
    BodyDef def = boxAt(random.vector(1.5f), {0.3f, 0.2f, 0.4f});
    def.rotation = random.rotation();
    def.linearVelocity = -2.0f * def.position;
    def.angularVelocity = random.vector(3);
    def.density = 100;
    def.restitution = 0.3f;
    need(world.addBody(def));
  }
  const Vec3d before = world.momentum().linear;
  int contacts = 0;
  for (int i = 0; i < 120; ++i) {
    run(world, 1);
    contacts += world.contactCount();
  }
  EXPECT_GT(contacts, 20);
  const Vec3d after = world.momentum().linear;
  EXPECT_LT(length(after - before), 1e-3);  // of about 12 · 19 kg · 3 m/s
}

TEST_P(Rigid, ATowerOfTenStandsForTenSeconds) {
  World world(settings());
  scenes::tower(world, 10);
  run(world, 600);
  for (int i = 1; i <= 10; ++i) {
    const Vec3 p = world.bodies.poses[i].position;
    EXPECT_NEAR(p.x, 0, 0.01) << i;
    EXPECT_NEAR(p.z, 0, 0.01) << i;
    EXPECT_NEAR(p.y, i - 0.5, 0.01 * i) << i;
    EXPECT_LT(length(world.bodies.states[i].linear), 0.02) << i;
  }
  EXPECT_LT(world.deepestPenetration(), 0.01);
}

TEST_P(Rigid, WhatRestsElsewhereDoesNotChangeHowABoxFallsOverFromItsCorner) {
  const auto fallOver = [&](int others) {
    World world(settings());
    scenes::addPlane(world);
    BodyDef box = boxAt({0, 0.8f, 0});
    box.rotation = normalize(Quat{0.3f, 0, 0.2f, 1});
    need(world.addBody(box));
    for (int i = 1; i <= others; ++i) need(world.addBody(boxAt({5.0f * float(i), 0.5f, 0})));
    run(world, 60);
    return world.bodies.poses[1];
  };
  const Transform alone = fallOver(0), among = fallOver(3);
  EXPECT_EQ(alone.position, among.position);
  EXPECT_EQ(alone.rotation, among.rotation);
}

TEST_P(Rigid, ContactsOfARestingBoxCarryItsWeight) {
  World world(settings());
  scenes::addPlane(world);
  BodyDef def = boxAt({0, 0.5f, 0});
  def.mass = 2;
  need(world.addBody(def));
  run(world, 240);
  double sum = 0;
  for (const Contact& c : world.collision.contacts.all())
    for (int i = 0; i < c.count; ++i)
      sum += world.collision.contacts.patchOf(c).points()[i].impulse;
  EXPECT_NEAR(sum * 240, 2 * kGravity, 0.01 * 2 * kGravity);  // impulse of a substep of 1/240 s
}

TEST_P(Rigid, AMovingPlatformDragsABoxToItsSpeed) {
  World world(settings());
  BodyDef platform = boxAt({0, -0.5f, 0}, {5, 0.5f, 5});
  platform.type = BodyType::Kinematic;
  platform.linearVelocity = {1, 0, 0};
  need(world.addBody(platform));
  need(world.addBody(boxAt({0, 0.25f, 0}, {0.25f, 0.25f, 0.25f})));
  run(world, 120);
  EXPECT_NEAR(world.bodies.poses[0].position.x, 2, 1e-4);
  EXPECT_NEAR(world.bodies.states[1].linear.x, 1, 1e-3);
  // Slides back by v²/(2 μ g) first.
  const double slip = 1 / (2 * 0.5 * kGravity);
  EXPECT_NEAR(world.bodies.poses[1].position.x, 2 - slip, 0.01);
}

TEST_P(Rigid, ARisingPlatformLiftsABox) {
  World world(settings());
  BodyDef platform = boxAt({0, -0.5f, 0}, {5, 0.5f, 5});
  platform.type = BodyType::Kinematic;
  platform.linearVelocity = {0, 0.5f, 0};
  need(world.addBody(platform));
  need(world.addBody(boxAt({0, 0.25f, 0}, {0.25f, 0.25f, 0.25f})));
  run(world, 240);
  EXPECT_NEAR(world.bodies.poses[0].position.y, 1.5, 1e-3);
  EXPECT_NEAR(world.bodies.poses[1].position.y, 2.25, 0.01);
}

TEST_P(Rigid, NothingMovesAKinematicOrStaticBody) {
  World world(settings());
  BodyDef still = boxAt({0, 0, 0});
  still.type = BodyType::Static;
  still.linearVelocity = {1, 1, 1};  // ignored
  need(world.addBody(still));
  BodyDef kinematic = boxAt({3, 0, 0});
  kinematic.type = BodyType::Kinematic;
  need(world.addBody(kinematic));
  for (const float x : {0.0f, 3.0f}) need(world.addBody(sphereAt({x, 1.5f, 0}, 0.5f)));
  run(world, 120);
  EXPECT_EQ(world.bodies.poses[0].position, Vec3{});
  EXPECT_EQ(world.bodies.poses[1].position, (Vec3{3, 0, 0}));
}

TEST_P(Rigid, EnergyNeverGrowsWhileAPileSettles) {
  World world(settings());
  scenes::addPlane(world);
  for (int i = 0; i < 5; ++i)
    need(world.addBody(boxAt({0.1f * float(i), 0.6f + 1.1f * float(i), 0})));
  const auto total = [&] {
    const Energy e = world.energy();
    return e.kinetic + e.potential;
  };
  double last = total();
  const double whole = last;
  for (int i = 0; i < 300; ++i) {
    run(world, 1);
    // Push-out may lift a body by the contact slop.
    EXPECT_LT(total(), last + 0.005 * whole) << i;
    last = total();
  }
  EXPECT_LT(last, whole);
}

TEST_P(Rigid, ABodyWokenFromStaticFalls) {
  World world(settings());
  BodyDef def = boxAt({0, 5, 0});
  def.type = BodyType::Static;
  const BodyId id = need(world.addBody(def));
  run(world, 30);
  EXPECT_EQ(world.bodies.poses[0].position.y, 5);
  def = world.describe(id);
  def.type = BodyType::Dynamic;
  ASSERT_FALSE(world.redefine(id, def));
  run(world, 30);
  EXPECT_NEAR(world.bodies.states[0].linear.y, -0.5 * kGravity, 1e-3);
}

TEST_P(Rigid, ABodyMovedByHandMeetsWhatIsThere) {
  World world(settings());
  scenes::addPlane(world);
  const BodyId id = need(world.addBody(sphereAt({0, 50, 0}, 0.5f)));
  run(world, 5);
  BodyDef def = world.describe(id);
  def.position = {10, 0.45f, 0};
  def.linearVelocity = {};
  ASSERT_FALSE(world.redefine(id, def));
  run(world, 60);
  EXPECT_NEAR(world.bodies.poses[1].position.y, 0.5, 0.005);
}

TEST_P(Rigid, APlaneAddedUnderRestingBodiesHoldsThem) {
  WorldSettings s = settings();
  s.gravity = {0, -0.01f, 0};  // slow enough that the body stays in its fat box
  World world(s);
  need(world.addBody(sphereAt({0, 0.5f, 0}, 0.5f)));
  run(world, 10);
  scenes::addPlane(world);
  run(world, 300);
  EXPECT_GT(world.bodies.poses[0].position.y, 0.49f);
  EXPECT_LT(length(world.bodies.states[0].linear), 0.01f);
}

TEST_P(Rigid, APlaneRaisedIntoARestingBodyLiftsIt) {
  World world(settings());
  scenes::addGround(world);
  need(world.addBody(boxAt({0, 0.5f, 0})));
  BodyDef plane;
  plane.type = BodyType::Static;
  plane.shape = Plane{};
  plane.position = {0, -5, 0};
  const BodyId id = need(world.addBody(plane));
  run(world, 30);
  plane = world.describe(id);
  plane.position = {0, 0.05f, 0};
  ASSERT_FALSE(world.redefine(id, plane));
  run(world, 60);
  EXPECT_NEAR(world.bodies.poses[1].position.y, 0.55, 0.005);
}

TEST_P(Rigid, RemovingTheGroundLetsTheStackFall) {
  World world(settings());
  scenes::tower(world, 3);
  run(world, 30);
  EXPECT_TRUE(world.remove(world.bodies.ids.idAt(0)));
  run(world, 60);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(world.bodies.states[i].linear.y, -kGravity, 0.05);
  EXPECT_EQ(world.bodies.size(), 3);
}

TEST_P(Rigid, RandomAddingAndRemovingKeepsEverythingFinite) {
  constexpr uint64_t kSeed = 92;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  World world(settings());
  scenes::addPlane(world);
  for (int i = 0; i < 300; ++i) {
    const Vec3 p{random.real(-2, 2), random.real(0, 4), random.real(-2, 2)};
    if (world.bodies.size() < 25)
      need(world.addBody(random.below(2) ? sphereAt(p, 0.4f) : boxAt(p, {0.3f, 0.4f, 0.3f})));
    if (random.below(3) == 0) {
      const BodyId id = world.bodies.ids.idAt(1 + random.below(world.bodies.size() - 1));
      EXPECT_TRUE(world.remove(id));
      EXPECT_FALSE(world.remove(id));
    }
    run(world, 1);
    for (const Contact& c : world.collision.contacts.all()) {
      ASSERT_LT(c.bodyA, world.bodies.size());
      ASSERT_LT(c.bodyB, world.bodies.size());
    }
  }
  for (int i = 0; i < world.bodies.size(); ++i) {
    EXPECT_TRUE(isFinite(world.bodies.poses[i].position));
    EXPECT_GT(world.bodies.poses[i].position.y, -0.5f);
    EXPECT_TRUE(isFinite(world.bodies.states[i].angular));
  }
}

TEST_P(Rigid, BodiesInOnePlaceComeApartWithoutNaN) {
  World world(settings());
  scenes::addPlane(world);
  for (int i = 0; i < 3; ++i) need(world.addBody(sphereAt({0, 1, 0}, 0.5f)));
  for (int i = 0; i < 3; ++i) need(world.addBody(boxAt({5, 1, 0})));
  run(world, 180);
  for (int i = 0; i < world.bodies.size(); ++i) {
    EXPECT_TRUE(isFinite(world.bodies.poses[i].position)) << i;
    EXPECT_LT(length(world.bodies.states[i].linear), 20) << i;
  }
}

// The first step of a box that stands on one edge, 4 mm in the ground: A = J M⁻¹ Jᵀ, λ = η/A,
// with Baumgarte's β/h; the two contacts of the edge share λ.
TEST(Pgs, ATiltedBoxLeavesWithTheClosedFormVelocity) {
  struct Case {
    float halfWidth, halfHeight, degrees, beta, cornerDepth;
    double velocity, spin;
  };
  const Case cases[] = {
      {0.5f, 0.5f, 20, 0.2f, 0.6408563820557885f, -0.025730275698349972, 0.24672468108841394},
      {1.0f, 0.3f, 10, 0.1f, 0.46909050357059273f, -0.10814389197959462, 0.14167686042471925},
  };
  for (const Case& c : cases) {
    WorldSettings s;
    s.solver = SolverType::Pgs;
    s.gravity = {0, -9.8f, 0};
    s.substeps = 1, s.iterations = 200;
    s.baumgarte = c.beta;
    s.contactSlop = 0;
    World world(s);
    scenes::addPlane(world);
    BodyDef box = boxAt({0, c.cornerDepth - 0.004f, 0}, {c.halfWidth, c.halfHeight, 0.5f});
    const float half = c.degrees * 3.14159265f / 360;
    box.rotation = {0, 0, std::sin(half), std::cos(half)};
    box.mass = 2;
    box.friction = 0;
    need(world.addBody(box));
    ASSERT_FALSE(world.step(1.0f / 60));
    EXPECT_NEAR(world.bodies.states[1].linear.y, c.velocity, 2e-4);
    EXPECT_NEAR(std::fabs(world.bodies.states[1].angular.z), c.spin, 5e-4);
    EXPECT_NEAR(world.bodies.states[1].linear.x, 0, 1e-6);
  }
}

TEST(Rigid, SensorsOneOnTheOtherKeepNothingFromTheFloor) {
  World world;
  scenes::addGround(world);
  BodyDef sensor = scenes::boxAt({}, {5, 5, 5});
  sensor.type = BodyType::Static;
  sensor.sensor = true;
  for (int i = 0; i < 100; ++i) scenes::need(world.addBody(sensor));
  const BodyId ball = scenes::need(world.addBody(scenes::sphereAt({0, 1, 0}, 0.3f)));
  size_t begun = 0;
  for (int step = 0; step < 120; ++step) {
    ASSERT_FALSE(world.step(1.0f / 60));
    for (const ContactEvent& e : world.collision.events.told()) begun += e.sensors != 0;
  }
  EXPECT_NEAR(world.bodies.poses[world.indexOf(ball)].position.y, 0.3, 0.01);
  EXPECT_EQ(begun, 100u);
}

}  // namespace rigid_test
}  // namespace holonom
