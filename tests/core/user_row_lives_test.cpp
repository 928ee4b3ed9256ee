// Constraints of the user on bodies over their life: failures, sleep, removal, snapshots, mistakes.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "random.h"
#include "scenes.h"
#include "solvers.h"
#include "user_rows.h"

namespace holonom {
namespace user_row_lives_test {

using namespace user_rows;

class UserRowLives : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, UserRowLives, everySolver(), solverName);

TEST_P(UserRowLives, ThatGiveNoNumberAreLeftOutForTheStep) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
  std::vector<BodyId> ids;
  for (int i = 0; i < 3; ++i) ids.push_back(need(world.addBody(ball({float(i), 0, 0}, 1))));
  bool sane = false;
  Own moody, steep, good;
  moody.value = [&](Poses p) { return sane ? p[0].position.y : nan; };
  steep.value = [](Poses p) { return p[0].position.y; };
  steep.gradient = [&](Poses, std::span<UserGradient> out) { out[0] = {{0, 1, 0}, {0, 0, nan}}; };
  good.value = [](Poses p) { return p[0].position.y; };
  const UserConstraintId a = add(world, moody, on({ids[0]}));
  const UserConstraintId b = add(world, steep, on({ids[1]}));
  const UserConstraintId c = add(world, good, on({ids[2]}));
  run(world, 10);
  EXPECT_EQ(moody.calls, 10) << "asked once in each step";
  EXPECT_TRUE(world.find(a)->failed);
  EXPECT_TRUE(world.find(b)->failed);
  EXPECT_FALSE(world.find(c)->failed);
  EXPECT_EQ(world.find(a)->force, 0);
  const float fallen = float(-0.5 * 9.81 / 36);
  EXPECT_NEAR(world.bodies.poses[0].position.y, fallen, 0.02f);
  EXPECT_NEAR(world.bodies.poses[1].position.y, fallen, 0.02f);
  EXPECT_NEAR(world.bodies.poses[2].position.y, 0, 1e-3f);
  sane = true;
  run(world, 60);
  EXPECT_FALSE(world.find(a)->failed);
  EXPECT_NEAR(world.bodies.poses[0].position.y, 0, 2e-3f);
}

TEST_P(UserRowLives, WithNoWayToGoMoveNothing) {
  for (const double slope : {0.0, 1e-200, 1e-12, 1e200}) {
    World world = scenes::sleeplessWorld(GetParam(), 4, {});
    const BodyId body = need(world.addBody(ball({0, 1, 0}, 1)));
    Own own;
    own.value = [=](Poses p) { return 1 + slope * p[0].position.y; };
    add(world, own, on({body}));
    run(world, 5);
    EXPECT_EQ(world.bodies.poses[0].position, (Vec3{0, 1, 0})) << slope;
  }
}

TEST_P(UserRowLives, HeldByLockedAxesMoveNothing) {
  const Vec3d target{1.3, 0.7, 2};
  for (const bool planar : {true, false}) {
    World world = scenes::sleeplessWorld(GetParam(), 4, {});
    BodyDef def = ball({1.3f, 0.7f, 0}, 1);
    if (!planar) def.lockTranslation = {true, true, true};
    if (planar) {
      WorldSettings settings = world.settings;
      settings.planar = true;
      world = World(settings);
    }
    const BodyId body = need(world.addBody(def));
    Own own;
    own.value = [=](Poses p) { return length(p[0].position - target) - 1.5; };
    const UserConstraintId id = add(world, own, on({body}));
    run(world, 60);
    EXPECT_LT(length(world.bodies.states[0].linear), 1e-3f) << planar;
    EXPECT_LT(length(world.bodies.states[0].angular), 1e-3f) << planar;
    EXPECT_NEAR(world.find(id)->value, 0.5, 1e-4) << planar;
  }
}

TEST_P(UserRowLives, SleepAndWakeTogether) {
  WorldSettings settings;
  settings.solver = GetParam();
  World world(settings);
  std::vector<BodyId> ids;
  for (int i = 0; i < 3; ++i) ids.push_back(need(world.addBody(ball({float(i), 0, 0}, 1))));
  Own own[3];
  UserConstraintId id[3];
  for (int i = 0; i < 3; ++i) own[i].value = [](Poses p) { return p[0].position.y; };
  own[2].value = [](Poses p) { return p[0].position.y + p[1].position.y + p[2].position.y; };
  id[0] = add(world, own[0], on({ids[0]})), id[1] = add(world, own[1], on({ids[1]}));
  id[2] = add(world, own[2], on(ids));
  EXPECT_EQ(world.islandCount(), 1);
  run(world, 180);
  EXPECT_EQ(world.sleepingCount(), 3);
  const double force = world.find(id[2])->force;
  EXPECT_NEAR(force, 9.81, 0.05);
  run(world, 10);
  EXPECT_EQ(world.find(id[2])->force, force) << "as it fell asleep";
  const int calls = own[2].calls;
  run(world, 10);
  EXPECT_EQ(own[2].calls, calls) << "nobody asks what sleeps";
  ASSERT_FALSE(world.applyImpulse(ids[2], {1, 0, 0}));
  run(world, 1);
  EXPECT_EQ(world.sleepingCount(), 0);
  run(world, 300);
  ASSERT_TRUE(world.remove(id[2]));
  run(world, 30);
  EXPECT_LT(world.bodies.poses[2].position.y, -0.5f) << "a constraint that goes wakes";
  EXPECT_NEAR(world.bodies.poses[0].position.y, 0, 1e-3f);
}

TEST_P(UserRowLives, RestWhileABodyIsAwayAndComeBack) {
  World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
  const BodyId first = need(world.addBody(ball({5, 0, 0}, 1)));
  std::vector<BodyId> ids;
  for (int i = 0; i < 3; ++i) ids.push_back(need(world.addBody(ball({float(i), 0, 0}, 1))));
  Own own;
  own.value = [](Poses p) { return p[0].position.y + p[1].position.y + p[2].position.y; };
  const UserConstraintId id = add(world, own, on(ids));
  run(world, 10);
  const std::vector<uint8_t> before = world.snapshot();
  ASSERT_TRUE(world.remove(ids[1]));
  run(world, 20);
  EXPECT_EQ(world.find(id)->force, 0);
  EXPECT_LT(world.bodies.poses[2].position.y, -0.3f);
  ASSERT_FALSE(world.restore(before));
  ASSERT_TRUE(world.remove(first));
  run(world, 20);
  EXPECT_NEAR(world.find(id)->force, 9.81, 0.02);
  float sum = 0;
  for (int i = 0; i < 3; ++i) sum += world.bodies.poses[i].position.y;
  EXPECT_NEAR(sum, 0, 1e-3f);
  world.clear();
  run(world, 2);
}

TEST_P(UserRowLives, GoOnTheSameFromASnapshot) {
  World world = scenes::sleeplessWorld(GetParam(), 2, {0, -9.81f, 0});
  BodyDef post = ball({0, 0, 0}, 1);
  post.type = BodyType::Static;
  std::vector<BodyId> ids{need(world.addBody(post))};
  std::vector<Own> rods;
  for (int i = 1; i < 6; ++i) {
    ids.push_back(need(world.addBody(ball({float(i), 0, 0}, 1 + float(i * i)))));
    rods.push_back(rod({}, {}, 1, false));
  }
  for (size_t i = 0; i < rods.size(); ++i) add(world, rods[i], on({ids[i], ids[i + 1]}));
  run(world, 20);
  const std::vector<uint8_t> bytes = world.snapshot();
  run(world, 40);
  const uint64_t hash = world.hash();
  for (int again = 0; again < 2; ++again) {
    ASSERT_FALSE(world.restore(bytes));
    run(world, 40);
    EXPECT_EQ(world.hash(), hash);
  }
}

/// Worlds of everything: nothing gains energy, and nothing leaves the numbers.
TEST_P(UserRowLives, LeaveRandomWorldsSound) {
  for (int seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE(seed);
    Random random(uint64_t(seed) + 100);
    World world = scenes::sleeplessWorld(GetParam(), 1 + random.below(6), {0, -9.81f, 0});
    scenes::addGround(world);
    std::vector<BodyId> ids;
    for (int i = 0; i < 8; ++i) {
      BodyDef def = scenes::boxAt({float(i % 4), 1 + 1.5f * float(i / 4), random.real()},
                                  Vec3{0.2f, 0.2f, 0.2f} + 0.1f * Vec3{1, 1, 1} * random.real());
      def.mass = std::exp(random.real(-2, 2));
      def.restitution = random.below(2) ? 0.5f : 0;
      ids.push_back(need(world.addBody(def)));
    }
    for (int i = 0; i + 1 < 8; i += 3) {
      BallJoint joint;
      joint.bodyA = ids[size_t(i)], joint.bodyB = ids[size_t(i + 1)];
      // Not between their centers: rows that say the same of them would contradict each other.
      joint.anchorA = Vec3{0.5f, 0.4f, 0};
      need(world.addJoint(joint));
    }
    std::vector<Own> rows(5);
    for (Own& row : rows) {
      UserConstraintDef def;
      const int count = 2 + random.below(4), from = random.below(8 - count);
      for (int i = 0; i < count; ++i) def.bodies.push_back(ids[size_t(from + i)]);
      // How far they are from each other now, all in all.
      const auto spread = [](Poses p) {
        double sum = 0;
        for (size_t i = 1; i < p.size(); ++i) sum += length(p[i].position - p[i - 1].position);
        return sum;
      };
      std::vector<UserPose> now;
      for (const BodyId id : def.bodies)
        now.push_back({toDouble(world.bodies.poses[world.indexOf(id)].position), {0, 0, 0, 1}});
      const double rest = spread(now);
      row.value = [=](Poses p) { return rest - spread(p); };
      def.inequality = random.below(3) == 0;
      def.compliance = random.below(3) == 0 ? 1e-4f : 0;
      add(world, row, def);
    }
    const Energy before = world.energy();
    const double start = before.kinetic + before.potential;
    for (int i = 0; i < 60; ++i) {
      run(world, 1);
      const Energy e = world.energy();
      ASSERT_LT(e.kinetic + e.potential, start + 0.02 * std::abs(start) + 0.5) << "step " << i;
    }
    for (const Transform& pose : world.bodies.poses) {
      ASSERT_TRUE(isFinite(pose.position));
      ASSERT_GT(pose.position.y, -1.1f);
    }
  }
}

TEST(UserRowPoses, AreThoseOfTheCenterAndTheBodysAxes) {
  World world = scenes::sleeplessWorld(SolverType::Direct, 1, {});
  BodyDef def = scenes::boxAt({1, 2, 3}, {0.1f, 0.2f, 0.3f});
  def.centerOfMass = Vec3{0.3f, 0, 0.1f};
  def.rotation = normalize(Quat{0.1f, -0.3f, 0.5f, 1});
  def.linearVelocity = {1, 0, 0}, def.angularVelocity = {0.5f, 1, 2};
  const BodyId body = need(world.addBody(def));
  const BodyId other = need(world.addBody(ball({0, 5, 0}, 1)));
  Own own;
  std::vector<UserPose> seen;
  own.value = [&](Poses p) {
    if (seen.empty()) seen.assign(p.begin(), p.end());
    return 0.0;
  };
  own.gradient = [](Poses, std::span<UserGradient> out) {
    for (UserGradient& g : out) g = {{0, 1e-3, 0}, {}};
  };
  add(world, own, on({other, body}));
  for (int i = 0; i < 20; ++i) {
    seen.clear();
    const BodyDef now = world.describe(body);
    const Vec3 center = transformPoint({now.position, now.rotation}, {0.3f, 0, 0.1f});
    run(world, 1);
    ASSERT_EQ(seen.size(), 2u);
    EXPECT_LT(length(seen[1].position - toDouble(center)), 1e-5);
    const Vec3d x = rotate(seen[1].rotation, Vec3d{1, 0, 0});
    EXPECT_LT(length(x - toDouble(rotate(now.rotation, Vec3{1, 0, 0}))), 1e-5);
    EXPECT_NEAR(seen[0].position.y, 5, 0.1);
  }
}

TEST(UserRowMistakes, NameTheField) {
  World world;
  const BodyId a = need(world.addBody(ball({}, 1))), b = need(world.addBody(ball({3, 0, 0}, 1)));
  Own own;
  own.value = [](Poses) { return 0.0; };
  const auto refusal = [&](const UserConstraintDef& def) {
    const uint64_t before = world.hash();
    const auto r = world.addUserConstraint(def, own.functions());
    EXPECT_TRUE(r.error);
    EXPECT_EQ(world.hash(), before);
    return r.error.value_or(Error{});
  };
  EXPECT_EQ(refusal(on({a, BodyId{77}})).path, "bodies[1]");
  EXPECT_EQ(refusal(on({a, BodyId{77}})).code, ErrorCode::Stale);
  EXPECT_EQ(refusal(on({a, b, a})).path, "bodies[2]");
  EXPECT_EQ(refusal(on({a, b, a})).rule, Rule::NewBody);
  UserConstraintDef def = on({a});
  def.particles = {{ClothId{1}, 0}};
  EXPECT_EQ(refusal(def).path, "bodies");
  for (const float bad : {1.0f, std::numeric_limits<float>::quiet_NaN()}) {
    def = on({a});
    def.lower = bad;
    EXPECT_EQ(refusal(def).path, "bounds.lower");
    def = on({a});
    def.upper = -bad;
    EXPECT_EQ(refusal(def).path, "bounds.upper");
  }
  def = on({a});
  def.compliance = -1;
  EXPECT_EQ(refusal(def).path, "compliance");
  def.compliance = 0;
  const float endless = std::numeric_limits<float>::infinity();
  def.lower = -endless, def.upper = endless;
  EXPECT_FALSE(world.addUserConstraint(def, own.functions()).error);
  run(world, 2);
}

}  // namespace user_row_lives_test
}  // namespace holonom
