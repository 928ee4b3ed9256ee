// Incremental contact manifolds: one point a step, in a cache of four for each pair of shapes.
#include "collision/incremental_manifold.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "convex.h"
#include "meshes.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace incremental_manifold_test {

using scenes::addGround;
using scenes::addPlane;
using scenes::boxAt;
using scenes::need;
using scenes::sphereAt;

constexpr float kDt = 1.0f / 60;

World incrementalWorld(SolverType solver = SolverType::SoftStep) {
  World world = scenes::sleeplessWorld(solver, 4, {0, -9.81f, 0});
  world.settings.contactManifold = ContactManifold::Incremental;
  return world;
}

void step(World& w, int steps = 1) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(w.step(kDt));
}

int pointCount(const World& w) {
  int count = 0;
  for (const Contact& c : w.collision.contacts.all()) count += c.count;
  return count;
}

/// Force of all contacts along their normals, over the last step [N].
float normalForce(const World& w) {
  float impulse = 0;
  for (const Contact& c : w.collision.contacts.all())
    impulse += w.collision.contacts.patchOf(c).stepImpulse;
  return impulse / kDt;
}

const BodyState& stateOf(const World& w, int body) { return w.bodies.states[size_t(body)]; }
const Transform& poseOf(const World& w, int body) { return w.bodies.poses[size_t(body)]; }
/// Angle between a body's own y axis and the vertical, while it is small [rad].
float tiltOf(const World& w, int body) {
  const Quat q = poseOf(w, body).rotation;
  return 2 * std::hypot(q.x, q.z);
}
double mechanicalEnergy(const World& w) {
  const Energy energy = w.energy();
  return energy.kinetic + energy.potential;
}

// --- The cache alone ---------------------------------------------------------------------------

/// Two bodies, A above B; the manifold of a step as a narrow phase would give it.
struct Pair {
  Contact contact;
  ContactCache cache;
  Transform a{{0, 1, 0}, {}}, b{{0, 0, 0}, {}};
  static constexpr float kMargin = 0.02f;

  /// Points of A's face y = -1 at these x, with separations.
  void find(const std::vector<std::pair<float, float>>& points) {
    Manifold m;
    m.normal = {0, -1, 0};
    m.count = static_cast<int>(points.size());
    for (int i = 0; i < m.count; ++i) {
      const auto [x, separation] = points[size_t(i)];
      m.points[i] = {{x, -1, 0}, {x + a.position.x, -separation, 0}, separation, uint32_t(i)};
    }
    keep(m);
  }
  void keep(Manifold m) {
    const int old = contact.count;
    cacheDeepest(contact, cache.patchOf(contact), kMargin, a, b, m);
    contact.count = unsigned(m.count);
    remember(contact, cache.needPatch(contact, m.count), old, m, a, b);
  }
  PatchPoint* points() { return cache.patch(contact.patch).points(); }
};

TEST(IncrementalManifold, ADeeperPointJoinsThoseOfBefore) {
  Pair p;
  p.find({{-1, 0}, {1, -0.001f}});
  ASSERT_EQ(p.contact.count, 1u);
  EXPECT_EQ(p.points()[0].onA.x, 1);
  p.points()[0].impulse = 3;
  p.find({{-1, -0.002f}, {1, -0.001f}});
  ASSERT_EQ(p.contact.count, 2u);
  const int first = p.points()[0].onA.x == 1 ? 0 : 1;
  EXPECT_EQ(p.points()[first].onA.x, 1);
  EXPECT_EQ(p.points()[first].impulse, 3) << "what it pushed starts the next step";
  EXPECT_EQ(p.points()[1 - first].onA.x, -1);
  EXPECT_EQ(p.points()[1 - first].impulse, 0);
}

TEST(IncrementalManifold, ANearPointIsTheSameOne) {
  Pair p;
  p.find({{1, -0.001f}});
  p.points()[0].impulse = 3;
  p.find({{1.004f, -0.002f}});
  ASSERT_EQ(p.contact.count, 1u);
  EXPECT_EQ(p.points()[0].onA.x, 1.004f);
  EXPECT_EQ(p.points()[0].impulse, 3);
  p.find({{1.01f, -0.003f}});
  EXPECT_EQ(p.contact.count, 2u);
}

TEST(IncrementalManifold, DepthFollowsTheBodies) {
  Pair p;
  p.find({{-1, -0.002f}, {1, -0.001f}});
  p.a.position.y += 0.0015f;
  p.find({{1, 0.0005f}});
  ASSERT_EQ(p.contact.count, 2u);
  for (int i = 0; i < 2; ++i)
    EXPECT_NEAR(p.points()[i].separation, p.points()[i].onA.x < 0 ? -0.0005f : 0.0005f, 1e-6f);
}

TEST(IncrementalManifold, SeparatedPointsAreDropped) {
  Pair p;
  p.find({{-1, -0.002f}});
  p.find({{1, -0.003f}});
  ASSERT_EQ(p.contact.count, 2u);
  // Turned about the corner at the right, the left one rises by 2.4 cm.
  const float angle = -0.012f;
  p.a.rotation = normalize(Quat{0, 0, 0.5f * angle, 1});
  p.a.position.x = 1 - (std::cos(angle) + std::sin(angle));
  Manifold m;
  m.normal = {0, -1, 0};
  m.count = 1;
  m.points[0] = {rotate(p.a.rotation, {1, -1, 0}), {1, 0.003f, 0}, -0.003f, 0};
  p.a.position.y = -0.003f - m.points[0].onA.y + 0.006f;
  p.keep(m);
  ASSERT_EQ(p.contact.count, 1u);
  EXPECT_NEAR(p.points()[0].onA.x, 1, 1e-6f);
}

TEST(IncrementalManifold, PointsThatDriftAreDropped) {
  Pair p;
  p.find({{-1, -0.001f}});
  p.find({{1, -0.002f}});
  ASSERT_EQ(p.contact.count, 2u);
  p.a.position.x = 0.015f;
  p.find({{1, -0.002f}});
  EXPECT_EQ(p.contact.count, 2u);
  p.a.position.x = 0.021f;
  p.find({{1, -0.002f}});
  ASSERT_EQ(p.contact.count, 1u);
  EXPECT_EQ(p.points()[0].onA.x, 1) << "found again, it did not drift";
}

TEST(IncrementalManifold, FourPointsAreKeptByDepthAndArea) {
  Pair p;
  const float corners[][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, 0.1f}};
  for (int i = 0; i < 5; ++i) {
    Manifold m;
    m.normal = {0, -1, 0};
    m.count = 1;
    const auto [x, z] = corners[i];
    const float depth = i == 4 ? 0.001f : 0.002f + 0.001f * float(i);
    m.points[0] = {{x, -1, z}, {x, depth, z}, -depth, 0};
    p.keep(m);
    EXPECT_EQ(p.contact.count, unsigned(std::min(i + 1, 4)));
  }
  for (int i = 0; i < 4; ++i) EXPECT_EQ(std::abs(p.points()[i].onA.x), 1) << "not the middle";
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < i; ++k) EXPECT_NE(p.points()[i].feature, p.points()[k].feature);
}

TEST(IncrementalManifold, AnotherFaceStartsAnew) {
  Pair p;
  p.find({{-1, -0.001f}});
  p.find({{1, -0.002f}});
  ASSERT_EQ(p.contact.count, 2u);
  Manifold m;
  m.normal = {1, 0, 0};
  m.count = 1;
  m.points[0] = {{1, 0, 0}, {1, 1, 0}, -0.001f, 0};
  p.keep(m);
  EXPECT_EQ(p.contact.count, 1u);
  p.keep({});
  EXPECT_EQ(p.contact.count, 0u);
}

// --- Worlds ------------------------------------------------------------------------------------

TEST(IncrementalManifold, FullIsTheDefault) {
  World byDefault, full;
  EXPECT_EQ(byDefault.settings.contactManifold, ContactManifold::Full);
  full.settings.contactManifold = ContactManifold::Full;
  scenes::tower(full, 1);
  step(full, 2);
  EXPECT_EQ(pointCount(full), 4) << "all four at once";
}

class IncrementalManifoldTest : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, IncrementalManifoldTest, everySolver(), solverName);

TEST_P(IncrementalManifoldTest, ABoxThatLandsFlatHasFourPointsAfterSomeSteps) {
  World world = incrementalWorld(GetParam());
  addPlane(world);
  need(world.addBody(boxAt({0, 0.6f, 0})));
  std::vector<int> counts;
  float tilt = 0;
  for (int i = 0; i < 90; ++i) {
    step(world);
    if (!counts.empty() || pointCount(world) > 0) counts.push_back(pointCount(world));
    tilt = std::max(tilt, tiltOf(world, 1));
  }
  // One a step, but for those of substeps, and while the box tilts from corner to corner.
  EXPECT_LE(counts[0], 2);
  EXPECT_LT(counts[2], 4);
  const auto four = std::find(counts.begin(), counts.end(), 4) - counts.begin();
  EXPECT_GE(four, 3);
  EXPECT_LE(four, 20);
  EXPECT_GT(tilt, 1e-4f) << "it rocks";
  EXPECT_LT(tilt, 0.03f);
  EXPECT_EQ(counts.back(), 4);
  EXPECT_LT(tiltOf(world, 1), 5e-4f) << "within the slop";
}

TEST_P(IncrementalManifoldTest, ABoxAtRestStaysAtRest) {
  World world = incrementalWorld(GetParam());
  addPlane(world);
  need(world.addBody(boxAt({0, 0.5f, 0}, {0.4f, 0.5f, 0.3f})));
  step(world, 120);
  const Vec3 position = poseOf(world, 1).position;
  EXPECT_NEAR(position.y, 0.5f, 1e-3f);
  EXPECT_EQ(pointCount(world), 4);
  for (int i = 0; i < 120; ++i) {
    step(world);
    EXPECT_EQ(pointCount(world), 4);
    EXPECT_LT(length(stateOf(world, 1).linear), 1e-4f);
    EXPECT_LT(length(stateOf(world, 1).angular), 1e-4f);
    const float weight = world.bodies.masses[1].mass * 9.81f;
    EXPECT_NEAR(normalForce(world), weight, 2e-3f * weight);
  }
  EXPECT_LT(length(poseOf(world, 1).position - position), 2e-4f);
}

TEST_P(IncrementalManifoldTest, AStackOfThreeStands) {
  World world = incrementalWorld(GetParam());
  scenes::tower(world, 3);
  step(world, 300);
  EXPECT_EQ(pointCount(world), 12);
  for (int body = 1; body <= 3; ++body) {
    const Vec3 position = poseOf(world, body).position;
    EXPECT_NEAR(position.y, float(body) - 0.5f, 3e-3f) << body;
    EXPECT_LT(std::hypot(position.x, position.z), 0.01f) << body;
    EXPECT_LT(length(stateOf(world, body).linear), 1e-3f) << body;
    EXPECT_LT(tiltOf(world, body), 2e-3f) << body;
  }
}

TEST_P(IncrementalManifoldTest, ASlidingBoxDropsPointsAndStops) {
  World world = incrementalWorld(GetParam());
  addPlane(world);
  BodyDef def = boxAt({0, 0.2f, 0}, {0.4f, 0.2f, 0.4f});
  def.linearVelocity = {2, 0, 0};
  need(world.addBody(def));
  int fewest = 4;
  for (int i = 0; i < 15; ++i) {
    step(world);
    // At 2 m/s a step is farther than a point may drift.
    if (i > 3 && length(stateOf(world, 1).linear) > 1.3f)
      fewest = std::min(fewest, pointCount(world));
    EXPECT_GT(poseOf(world, 1).position.y, 0.15f);
    EXPECT_LT(tiltOf(world, 1), 0.1f);
  }
  EXPECT_LT(fewest, 3);
  step(world, 200);
  EXPECT_EQ(pointCount(world), 4);
  EXPECT_LT(length(stateOf(world, 1).linear), 1e-3f);
  EXPECT_NEAR(poseOf(world, 1).position.y, 0.2f, 1e-3f);
  // 0.41 m by Coulomb's law. Under xpbd the corners that are pushed out rub more.
  EXPECT_GT(poseOf(world, 1).position.x, 0.1f);
  EXPECT_LT(poseOf(world, 1).position.x, 0.5f);
}

TEST_P(IncrementalManifoldTest, AHeapStaysAboveTheFloor) {
  World world = incrementalWorld(GetParam());
  scenes::pit(world, 1);
  constexpr uint64_t kSeed = 29;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int i = 0; i < 24; ++i) {
    const float r = random.real(0.1f, 0.2f);
    BodyDef def =
        boxAt({random.real(-0.7f, 0.7f), 0.4f + 0.15f * float(i), random.real(-0.7f, 0.7f)},
              {r, random.real(0.1f, 0.2f), random.real(0.1f, 0.2f)});
    if (i % 6 == 0) def.shape = Sphere{r};
    if (i % 6 == 1) def.shape = Capsule{0.5f * r, r};
    if (i % 6 == 2) def.shape = Cylinder{r, r};
    if (i % 6 == 3) def.shape = convex::randomHull(random, 12, {r, r, 1.2f * r});
    def.rotation = random.rotation();
    def.density = 400;
    need(world.addBody(def));
  }
  const double start = mechanicalEnergy(world);
  double last = start;
  for (int i = 0; i < 150; ++i) {
    step(world);
    const double now = mechanicalEnergy(world);
    EXPECT_LT(now - last, 0.02 * start) << "step " << i;
    last = now;
  }
  EXPECT_LT(last, 0.5 * start);
  for (int body = 5; body < world.bodies.size(); ++body) {
    const Vec3 position = poseOf(world, body).position;
    ASSERT_TRUE(isFinite(position));
    EXPECT_GT(position.y, 0.03f) << body;
    EXPECT_LT(std::max(std::abs(position.x), std::abs(position.z)), 1) << body;
  }
}

struct Kind {
  const char* name;
  Shape shape;
};
std::vector<Kind> kinds() {
  Random random(5);
  Compound ell;
  ell.parts.push_back({{0, 0, 0}, {}, Box{{0.4f, 0.1f, 0.1f}}});
  ell.parts.push_back({{0, 0, 0.3f}, {}, Box{{0.1f, 0.1f, 0.4f}}});
  return {{"sphere", Sphere{0.3f}},
          {"capsule", Capsule{0.2f, 0.3f}},
          {"box", Box{{0.3f, 0.2f, 0.4f}}},
          {"hull", convex::randomHull(random, 20, {0.4f, 0.3f, 0.3f})},
          {"cylinder", Cylinder{0.3f, 0.3f}},
          {"cone", Cone{0.3f, 0.3f}},
          {"ellipsoid", Ellipsoid{{0.3f, 0.2f, 0.4f}}},
          {"compound", ell}};
}

TEST(IncrementalManifold, EveryShapeComesToRestOnEveryGround) {
  const Kind grounds[] = {{"plane", Plane{}},
                          {"box", Box{{10, 1, 10}}},
                          {"mesh", boxMesh({10, 1, 10})},
                          {"hull", convex::boxHull({10, 1, 10})}};
  for (const Kind& ground : grounds)
    for (const Kind& kind : kinds()) {
      SCOPED_TRACE(testing::Message() << kind.name << " on " << ground.name);
      World world = incrementalWorld();
      BodyDef def;
      def.type = BodyType::Static;
      def.shape = ground.shape;
      if (ground.name != std::string("plane")) def.position = {0, -1, 0};
      def.rollingFriction = 0.03f, def.torsionalFriction = 0.03f;
      need(world.addBody(def));
      def = boxAt({0.3f, 0.7f, 0.2f});
      def.shape = kind.shape;
      def.rotation = normalize(Quat{0.3f, 0.1f, 0.2f, 1});
      def.angularVelocity = {1, 0, 1};
      need(world.addBody(def));
      const double start = mechanicalEnergy(world);
      float deepest = 0;
      for (int i = 0; i < 400; ++i) {
        step(world);
        deepest = std::max(deepest, float(world.deepestPenetration()));
      }
      EXPECT_LT(deepest, 0.03f);
      EXPECT_LT(mechanicalEnergy(world), start);
      EXPECT_LT(length(stateOf(world, 1).linear), 0.02f);
      EXPECT_LT(length(stateOf(world, 1).angular), 0.1f);
      EXPECT_LT(world.deepestPenetration(), 2e-3);
      const float weight = world.bodies.masses[1].mass * 9.81f;
      EXPECT_NEAR(normalForce(world), weight, 0.02f * weight);
    }
}

TEST(IncrementalManifold, BallsAndEllipsoidsHaveOnePoint) {
  World full, incremental = incrementalWorld();
  full.settings = incremental.settings;
  full.settings.contactManifold = ContactManifold::Full;
  for (World* world : {&full, &incremental}) {
    addGround(*world);
    BodyDef def = sphereAt({0, 0.3f, 0}, 0.3f);
    def.linearVelocity = {2, 0, 0}, def.angularVelocity = {0, 0, -2 / 0.3f};
    need(world->addBody(def));
    def.shape = Ellipsoid{{0.3f, 0.2f, 0.3f}};
    def.position = {0, 0.4f, 3};
    need(world->addBody(def));
    for (int i = 0; i < 120; ++i) {
      step(*world);
      for (const Contact& c : world->collision.contacts.all()) EXPECT_LE(c.count, 1u);
    }
  }
  EXPECT_NEAR(stateOf(incremental, 1).linear.x, 2, 1e-3f);
  EXPECT_EQ(full.hash(), incremental.hash()) << "they need no cache";
}

TEST_P(IncrementalManifoldTest, WhatRollsGainsNoSpeed) {
  for (const bool capsule : {false, true}) {
    World world = incrementalWorld(GetParam());
    addPlane(world);
    BodyDef def = boxAt({0, 0.3f, 0});
    def.shape = capsule ? Shape(Capsule{0.3f, 0.4f}) : Shape(Cylinder{0.3f, 0.4f});
    def.rotation = normalize(Quat{1, 0, 0, 1});
    def.linearVelocity = {2, 0, 0}, def.angularVelocity = {0, 0, -2 / 0.3f};
    need(world.addBody(def));
    step(world, 180);
    EXPECT_NEAR(stateOf(world, 1).linear.x, 2, 0.01f) << capsule;
    EXPECT_NEAR(poseOf(world, 1).position.y, 0.3f, 5e-3f) << capsule;
  }
}

TEST(IncrementalManifold, NothingTunnels) {
  Random random(9);
  for (int i = 0; i < 30; ++i) {
    World world = incrementalWorld();
    world.settings.gravity = {};
    BodyDef wall = boxAt({0, 0, 0}, {0.02f, 5, 5});
    wall.type = BodyType::Static;
    need(world.addBody(wall));
    BodyDef def = boxAt({-2, 0, 0}, {0.2f, 0.1f, 0.3f});
    def.linearVelocity = {random.real(10, 150), random.real(-5, 5), 0};
    def.angularVelocity = random.real(0, 40) * random.direction();
    need(world.addBody(def));
    const double start = mechanicalEnergy(world);
    step(world, 30);
    EXPECT_LT(poseOf(world, 1).position.x, 0.1f) << i;
    EXPECT_LT(mechanicalEnergy(world), 1.01 * start) << i;
  }
}

TEST(IncrementalManifold, ARestingHeapFallsAsleep) {
  World world = incrementalWorld();
  world.settings.sleeping = true;
  scenes::pyramid(world, 3);
  step(world, 180);
  EXPECT_EQ(world.sleepingCount(), 6);
}

TEST(IncrementalManifold, SnapshotsRestoreTheCache) {
  World world = incrementalWorld();
  scenes::pyramid(world, 3);
  BodyDef slider = boxAt({0, 0.3f, 3}, {0.3f, 0.3f, 0.3f});
  slider.linearVelocity = {1, 0, 0};
  need(world.addBody(slider));
  step(world, 2);
  EXPECT_LT(pointCount(world), 4 * 7) << "while it fills";
  World other;
  ASSERT_FALSE(other.restore(world.snapshot()));
  EXPECT_EQ(other.settings.contactManifold, ContactManifold::Incremental);
  for (int i = 0; i < 60; ++i) {
    ASSERT_EQ(world.snapshot(), other.snapshot()) << "before step " << i;
    step(world), step(other);
    ASSERT_EQ(pointCount(world), pointCount(other));
  }
}

TEST(IncrementalManifold, SceneFilesKeepTheSetting) {
  World world = incrementalWorld(), other;
  const auto scene = saveScene(world);
  ASSERT_FALSE(loadScene(other, scene));
  EXPECT_EQ(other.settings.contactManifold, ContactManifold::Incremental);
}

TEST_P(IncrementalManifoldTest, TheSettingMayChangeInAnyStep) {
  World world = incrementalWorld(GetParam());
  scenes::tower(world, 3);
  step(world, 3);
  // Missing points are found in the next step, though nothing moves by then.
  world.settings.contactManifold = ContactManifold::Full;
  step(world);
  EXPECT_EQ(pointCount(world), 12);
  step(world, 60);
  // The cache begins with the points of the full manifold.
  world.settings.contactManifold = ContactManifold::Incremental;
  for (int i = 0; i < 60; ++i) {
    step(world);
    EXPECT_EQ(pointCount(world), 12);
    EXPECT_LT(length(stateOf(world, 3).linear), 1e-3f);
  }
  for (int i = 0; i < 120; ++i) {
    world.settings.contactManifold = ContactManifold(i % 2);
    step(world);
    EXPECT_LT(length(stateOf(world, 3).linear), 5e-3f) << "step " << i;
  }
  EXPECT_NEAR(poseOf(world, 3).position.y, 2.5f, 4e-3f);
}

}  // namespace incremental_manifold_test
}  // namespace holonom
