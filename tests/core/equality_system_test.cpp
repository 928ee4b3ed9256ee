#include "solvers/equality_system.h"

#include <gtest/gtest.h>

#include <cmath>

#include "random.h"
#include "row_scenes.h"

namespace holonom {
namespace equality_system_test {

constexpr float kGravity = 9.8f, kStep = 0.01f;

/// Links of 1 kg hanging from the world, one below the other, and a weight as the last.
RowScene hangingChain(int links, float weight) {
  RowScene s;
  for (int i = 0; i < links; ++i)
    s.addBox({0, -0.2f * float(i) - 0.1f, 0}, i == links - 1 ? weight : 1);
  for (int i = 0; i < links; ++i) s.addJoint(i, i - 1, {0, -0.2f * float(i), 0});
  return s;
}

TEST(EqualitySystem, AChainOf100LinksHoldsAnyWeight) {
  for (const float weight : {1.0f, 100.0f, 1e4f}) {
    SCOPED_TRACE(testing::Message() << "weight " << weight);
    RowScene s = hangingChain(100, weight);
    EqualitySystem system;
    system.analyze(s.bodies, s.blocks);
    s.accelerate({0, -kGravity * kStep, 0});
    for (int i = 0; i < 100; ++i) s.bodies.states[i].angular = {0.3f * float(i % 3), 1, 0.7f};
    system.factor(s.bodies, s.rows, {});
    s.solve(system, true);
    EXPECT_LT(s.largestSpeed(), 1e-5);
  }
}

TEST(EqualitySystem, TheTensionOfAHangingChainIsTheWeightBelow) {
  const float weight = 1e4f;
  RowScene s = hangingChain(100, weight);
  EqualitySystem system;
  system.analyze(s.bodies, s.blocks);
  s.accelerate({0, -kGravity * kStep, 0});
  system.factor(s.bodies, s.rows, {});
  EXPECT_LT(s.solveExactly(system), 1e-9);
  for (int i = 0; i < 100; ++i) {
    const double below = weight + 99 - i;  // kg
    // The joint's row along y pushes its second body up and its first, the lower, down.
    EXPECT_NEAR(-s.rows[size_t(3 * i + 1)].impulse / kStep, below * kGravity,
                1e-6 * below * kGravity);
    EXPECT_NEAR(s.bodies.states[i].linear.y, 0, 1e-9);
  }
}

TEST(EqualitySystem, APendulumAtRestPullsItsPivotByTheAnalyticForce) {
  // A body of mass m and moment I on a pivot at distance l, θ from the vertical: along the arm
  // m g cos θ, across it m g sin θ I / (I + m l²).
  const double m = 3, l = 0.8, theta = 0.6;
  RowScene s;
  const Vec3 arm{float(l * std::sin(theta)), float(-l * std::cos(theta)), 0};
  s.addBox(arm, float(m), {0.2f, 0.3f, 0.1f});
  s.addJoint(0, -1, {});
  const double inertia = m / 3 * (0.2 * 0.2 + 0.3 * 0.3);
  EqualitySystem system;
  system.analyze(s.bodies, s.blocks);
  s.accelerate({0, -kGravity * kStep, 0});
  system.factor(s.bodies, s.rows, {});
  s.solve(system, true);
  // The rows act on the body as −λ.
  const double fx = -s.rows[0].impulse / kStep, fy = -s.rows[1].impulse / kStep;
  const double along = -fx * std::sin(theta) + fy * std::cos(theta);
  const double across = fx * std::cos(theta) + fy * std::sin(theta);
  EXPECT_NEAR(along, m * kGravity * std::cos(theta), 1e-5 * m * kGravity);
  EXPECT_NEAR(across, m * kGravity * std::sin(theta) * inertia / (inertia + m * l * l),
              1e-5 * m * kGravity);
}

TEST(EqualitySystem, MeetsRandomTreesAndLoops) {
  constexpr uint64_t kSeed = 5;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int n = 0; n < 60; ++n) {
    RowScene s;
    const int count = 2 + random.below(12);
    for (int i = 0; i < count; ++i) {
      s.addBox(random.vector(2), i == 0 ? 0 : random.real(0.1f, 10));
      if (i == 0) continue;
      s.bodies.states[i].linear = random.vector();
      s.bodies.states[i].angular = random.vector();
    }
    for (int i = 1; i < count; ++i)
      s.addJoint(i, random.below(i), random.vector(2), 1 + random.below(5));
    for (int i = 0; i < count / 5; ++i) {  // loops, of rows that stay independent
      const int a = random.below(count), b = random.below(count);
      if (a != b) s.addJoint(a, b, random.vector(2), 1);
    }
    for (SolverRow& r : s.rows) {
      r.row.error = random.real(-0.01f, 0.01f);
      r.row.velocity = random.real();
      r.soft.biasRate = 20;
    }
    EqualitySystem system;
    system.analyze(s.bodies, s.blocks);
    system.factor(s.bodies, s.rows, {});
    EXPECT_LT(s.solveExactly(system), 1e-9);
    for (size_t i = 0; i < s.blocks.size(); ++i) {
      const RowBlock& block = s.blocks[i];
      ASSERT_TRUE(system.covers(int(i)));
      for (int k = block.first; k < block.first + block.count; ++k) {
        const SolverRow& r = s.rows[size_t(k)];
        float size = 1;  // rounding to float grows with the velocities
        for (const int body : {r.a, r.b})
          size = max(size, length(s.bodies.states[body].linear) +
                               3 * length(s.bodies.states[body].angular));
        EXPECT_NEAR(s.speed(r), r.row.velocity - 20 * r.row.error, 1e-6 * size);
      }
    }
  }
}

TEST(EqualitySystem, AfterPushesOnlyWhatWasPushedIsSolvedAgainAndComesToTheSame) {
  Random random(23);
  for (int n = 0; n < 20; ++n) {
    // Four chains; a push on some body of two of them.
    RowScene s;
    for (int chain = 0; chain < 4; ++chain)
      for (int i = 0; i < 5; ++i) {
        const int body = s.addBox({2.0f * float(chain), -0.2f * float(i), 0}, random.real(0.5f, 5));
        s.bodies.states[body].angular = random.vector();
      }
    for (int body = 0; body < 20; ++body) {
      const Vec3 anchor = s.bodies.poses[body].position + Vec3{0, 0.1f, 0};
      s.addJoint(body, body % 5 == 0 ? -1 : body - 1, anchor);
    }
    EqualitySystem system;
    system.analyze(s.bodies, s.blocks);
    system.factor(s.bodies, s.rows, {});
    system.takeImpulses(s.rows);
    system.solve(s.bodies, true);
    for (const int chain : {random.below(2), 2 + random.below(2)})
      s.bodies.applyImpulse(5 * chain + random.below(5), random.vector(3), random.vector());
    RowScene whole = s;
    EqualitySystem same = system;
    system.solveChanged(s.bodies);
    same.solve(whole.bodies, true);
    system.giveImpulses(s.rows), same.giveImpulses(whole.rows);
    EXPECT_LT(s.largestSpeed(), 1e-5f);
    for (int i = 0; i < 20; ++i) {
      EXPECT_LT(length(s.bodies.states[i].linear - whole.bodies.states[i].linear), 1e-5f);
      EXPECT_LT(length(s.bodies.states[i].angular - whole.bodies.states[i].angular), 1e-4f);
    }
    for (size_t k = 0; k < s.rows.size(); ++k)
      EXPECT_NEAR(s.rows[k].impulse, whole.rows[k].impulse, 1e-4f);
    // Nothing was pushed since: not a bit changes.
    const auto before = s.bodies.states;
    system.solveChanged(s.bodies);
    for (int i = 0; i < 20; ++i) EXPECT_EQ(s.bodies.states[i].linear, before[i].linear);
  }
}

TEST(EqualitySystem, ImpulsesAreThoseThatMovedTheBodies) {
  Random random(11);
  RowScene s = hangingChain(6, 20);
  s.addJoint(5, 2, {0.3f, -0.8f, 0.1f}, 2);
  for (int i = 0; i < 6; ++i) s.bodies.states[i].angular = random.vector();
  RowScene swept = s;
  EqualitySystem system;
  system.analyze(s.bodies, s.blocks);
  s.accelerate({0, -1, 0});
  swept.accelerate({0, -1, 0});
  system.factor(s.bodies, s.rows, {});
  s.solve(system, true);
  for (size_t i = 0; i < s.rows.size(); ++i) {
    swept.rows[i].impulse = s.rows[i].impulse;
    warmStartRow(swept.rows[i], swept.bodies);
  }
  for (int i = 0; i < 6; ++i) {
    EXPECT_LT(length(s.bodies.states[i].linear - swept.bodies.states[i].linear), 2e-5f);
    EXPECT_LT(length(s.bodies.states[i].angular - swept.bodies.states[i].angular), 2e-4f);
  }
}

TEST(EqualitySystem, TreesHaveNoFill) {
  RowScene s;
  for (int i = 0; i < 63; ++i) s.addBox({float(i), 0, 0}, 1);
  for (int i = 1; i < 63; ++i) s.addJoint(i, (i - 1) / 2, {float(i), 0.5f, 0}, 6);
  EqualitySystem system;
  system.analyze(s.bodies, s.blocks);
  // Each inner body makes a clique of its three joints, the root of its two: one block a pair.
  EXPECT_EQ(system.factorSize(), size_t(36 * (62 + 30 * 3 + 1)));
}

TEST(EqualitySystem, ADoorOnTwoHingesAndABodyJointedTwiceAreHeld) {
  RowScene s;
  const int frame = s.addBox({0, 0, 0}, 0), door = s.addBox({0.5f, 0, 0}, 20, {0.5f, 1, 0.02f});
  for (const float y : {-0.8f, 0.8f})
    for (int twice = 0; twice < 2; ++twice) {
      s.addJoint(frame, door, {0, y, 0}, 5);
      // The fourth and fifth row keep the axis y: about x and z.
      std::swap(s.rows[s.rows.size() - 1].row.angularA.y, s.rows[s.rows.size() - 1].row.angularA.z);
      std::swap(s.rows[s.rows.size() - 1].row.angularB.y, s.rows[s.rows.size() - 1].row.angularB.z);
    }
  EqualitySystem system;
  system.analyze(s.bodies, s.blocks);
  s.bodies.states[door].angular = {0.4f, 2, -0.3f};
  s.accelerate({0.5f, -kGravity * kStep, 0.2f});
  system.factor(s.bodies, s.rows, {});
  EXPECT_LT(s.solveExactly(system), 1e-6);
  EXPECT_LT(s.largestSpeed(), 1e-6);
  // The free axis keeps its angular momentum: (I ω − m r v) / (I + m r²).
  const double inertia = 20.0 / 3 * (0.5 * 0.5 + 0.02 * 0.02);
  EXPECT_NEAR(s.bodies.states[door].angular.y,
              (inertia * 2 - 20 * 0.5 * 0.2) / (inertia + 20 * 0.5 * 0.5), 1e-6);
  double lift = 0;
  for (size_t i = 1; i < s.rows.size(); i += 5) lift += s.rows[i].impulse;
  EXPECT_NEAR(lift / kStep, 20 * kGravity, 1e-3);
  for (const SolverRow& r : s.rows) EXPECT_LT(std::abs(r.impulse), 100);
}

TEST(EqualitySystem, ContradictingRowsStayBounded) {
  RowScene s;
  const int a = s.addBox({0, 0, 0}, 1);
  s.addJoint(a, -1, {}, 6);
  s.addJoint(a, -1, {}, 6);
  for (size_t k = 0; k < 6; ++k) s.rows[k].row.velocity = 1, s.rows[k + 6].row.velocity = -1;
  EqualitySystem system;
  system.analyze(s.bodies, s.blocks);
  system.factor(s.bodies, s.rows, {});
  for (int i = 0; i < 100; ++i) s.solve(system, true);
  EXPECT_LT(length(s.bodies.states[a].linear), 2);
  for (const SolverRow& r : s.rows) EXPECT_LT(std::abs(r.impulse), 2);
}

TEST(EqualitySystem, ASoftRowIsTheImplicitSpringOfOneRow) {
  RowScene s;
  s.addBox({0, 0, 0}, 3);
  s.addJoint(0, -1, {0.1f, 0.2f, 0}, 1);
  SolverRow& row = s.rows[0];
  row.row.error = 0.2f, row.row.frequency = 4, row.row.dampingRatio = 0.3f;
  row.soft = softness(4, 0.3f, kStep);
  row.impulse = 0.05f;
  s.bodies.states[0].linear = {0.5f, 0, 0};
  RowScene swept = s;
  prepareRow(swept.rows[0], swept.bodies);
  solveRow(swept.rows[0], swept.bodies, kStep);
  EqualitySystem system;
  system.analyze(s.bodies, s.blocks);
  system.factor(s.bodies, s.rows, {});
  s.solve(system, false);  // springs act in relaxing passes too
  EXPECT_NEAR(row.impulse, swept.rows[0].impulse, 1e-6);
  EXPECT_NEAR(s.bodies.states[0].linear.x, swept.bodies.states[0].linear.x, 1e-6);
  EXPECT_NE(row.impulse, 0.05f);
}

TEST(EqualitySystem, RelaxingLeavesErrorsAlone) {
  RowScene s;
  s.addBox({0, 0, 0}, 3);
  s.addJoint(0, -1, {});
  s.rows[0].row.error = 0.2f, s.rows[0].soft.biasRate = 10;
  EqualitySystem system;
  system.analyze(s.bodies, s.blocks);
  system.factor(s.bodies, s.rows, {});
  s.solve(system, true);
  EXPECT_NEAR(s.bodies.states[0].linear.x, 2, 1e-6);  // −J: towards smaller C
  s.solve(system, false);
  EXPECT_NEAR(s.bodies.states[0].linear.x, 0, 1e-6);
}

TEST(EqualitySystem, JointsFollowKinematicBodies) {
  RowScene s;
  s.addBox({0, 0, 0}, 1);
  BodyDef def;
  def.type = BodyType::Kinematic;
  def.position = {1, 0, 0};
  def.linearVelocity = {0, 3, 0};
  s.bodies.add(def);
  s.addJoint(0, 1, {0.5f, 0, 0}, 6);
  EqualitySystem system;
  system.analyze(s.bodies, s.blocks);
  system.factor(s.bodies, s.rows, {});
  s.solve(system, true);
  EXPECT_NEAR(s.bodies.states[0].linear.y, 3, 1e-6);
  EXPECT_EQ(s.bodies.states[1].linear.y, 3);
}

TEST(EqualitySystem, LeavesOutOnlyTheAssemblyThatCostsTooMuch) {
  RowScene s;
  constexpr int kSide = 5;
  const auto at = [](int x, int y, int z) { return (x * kSide + y) * kSide + z; };
  for (int x = 0; x < kSide; ++x)
    for (int y = 0; y < kSide; ++y)
      for (int z = 0; z < kSide; ++z) s.addBox({float(x), float(y), float(z)}, 1);
  const int chain = s.addBox({9, 0, 0}, 1);
  s.addJoint(chain, -1, {9, 1, 0});
  for (int x = 0; x < kSide; ++x)
    for (int y = 0; y < kSide; ++y)
      for (int z = 0; z < kSide; ++z) {
        const Vec3 p{float(x), float(y), float(z)};
        if (x > 0) s.addJoint(at(x, y, z), at(x - 1, y, z), p - Vec3{0.5f, 0, 0});
        if (y > 0) s.addJoint(at(x, y, z), at(x, y - 1, z), p - Vec3{0, 0.5f, 0});
        if (z > 0) s.addJoint(at(x, y, z), at(x, y, z - 1), p - Vec3{0, 0, 0.5f});
      }
  EqualitySystem system;
  system.analyze(s.bodies, s.blocks, {1000, 1e9});
  EXPECT_TRUE(system.covers(0));
  for (int i = 1; i < int(s.blocks.size()); ++i) ASSERT_FALSE(system.covers(i));
  EXPECT_LE(system.factorSize(), 1000u);
  system.analyze(s.bodies, s.blocks);
  EXPECT_TRUE(system.covers(1));
  s.bodies.states[0].linear = {1, 2, 3};
  system.factor(s.bodies, s.rows, {});
  EXPECT_LT(s.solveExactly(system), 1e-8);
}

TEST(EqualitySystem, KnowsWhetherItsAnalysisStillHolds) {
  RowScene s = hangingChain(3, 1);
  EqualitySystem system;
  EXPECT_FALSE(system.matches(s.bodies, s.blocks));
  system.analyze(s.bodies, s.blocks);
  EXPECT_TRUE(system.matches(s.bodies, s.blocks));
  BodyDef def = s.bodies.describe(1);
  def.type = BodyType::Static;
  s.bodies.redefine(1, def);
  EXPECT_FALSE(system.matches(s.bodies, s.blocks));
}

}  // namespace equality_system_test
}  // namespace holonom
