// Racks and pulleys: speeds, forces and energies against what the geometry and masses give.
#include <gtest/gtest.h>

#include <cmath>

#include "machines.h"
#include "random.h"
#include "solvers.h"

namespace holonom {
namespace rack_and_pulley_test {

using machines::bear;
using machines::energyOf;
using machines::machine;
using machines::wheel;
using scenes::need;

class Racks : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, Racks, everySolver(), solverName);

struct Steering {
  World world;
  JointId joint;
};
/// A pinion on a hinge about z, and below it a rack on a rail along x.
Steering steering(SolverType solver, float radius, float pinionMass, float rackMass) {
  Steering s{machine(solver), {}};
  const BodyId pinion = need(s.world.addBody(wheel({}, radius, pinionMass)));
  BodyDef bar = scenes::boxAt({0, -radius, 0}, {1, 0.05f, 0.05f});
  bar.mass = rackMass, bar.collisionMask = 0;
  const BodyId rack = need(s.world.addBody(bar));
  bear(s.world, pinion);
  PrismaticJoint rail;
  rail.bodyA = rack, rail.axis = Vec3{1, 0, 0};
  need(s.world.addJoint(rail));
  RackAndPinionJoint joint;
  joint.bodyA = pinion, joint.bodyB = rack;
  joint.axis = Vec3{0, 0, 1}, joint.direction = Vec3{1, 0, 0};
  joint.radius = radius;
  s.joint = need(s.world.addJoint(joint));
  return s;
}

TEST_P(Racks, MoveAtTheSpeedOfThePitchCircle) {
  for (const float radius : {0.1f, 0.4f})
    for (const float mass : {0.5f, 5.0f, 50.0f})
      for (const int rate : {240, 60, 30}) {
        SCOPED_TRACE(testing::Message() << radius << " m, " << mass << " kg, 1/" << rate << " s");
        Steering s = steering(GetParam(), radius, 2, mass);
        const float spin = 2;
        s.world.bodies.states[0].angular.z = spin;
        s.world.bodies.states[1].linear.x = spin * radius;
        const double energy = energyOf(s.world);
        double worst = 0;
        // Over a turn of the pinion, which is no error.
        for (int i = 0; i < 4 * rate; ++i) {
          ASSERT_FALSE(s.world.step(1.0f / float(rate)));
          worst = std::max(worst, std::abs(double(s.world.bodies.states[1].linear.x) -
                                           double(radius * s.world.bodies.states[0].angular.z)));
        }
        // The angle lags behind the rate by (ω h)² / 12, and rounding is corrected.
        const double h = 0.25 / rate, share = GetParam() == SolverType::Xpbd ? 1 : 0.2;
        const double lag = radius * spin * (spin * h) * (spin * h) / 12;
        EXPECT_LT(worst, 1e-6 + 1.2 * lag + 1e-6 * share / h);
        EXPECT_NEAR(s.world.bodies.poses[1].position.x, 8 * radius, 0.01 * double(radius));
        EXPECT_NEAR(energyOf(s.world) / energy, 1, 1e-3);
        const JointReadout now = s.world.readout(s.joint);
        EXPECT_NEAR(now.coordinate[1], s.world.bodies.poses[1].position.x, 1e-4);
        EXPECT_NEAR(now.rate[1], radius * now.rate[0], 1e-3);
        EXPECT_NEAR(now.error[0], 0, 1e-4);
      }
}

TEST_P(Racks, AccelerateByMassAndInertia) {
  for (const float mass : {0.5f, 2.0f, 20.0f}) {
    Steering s = steering(GetParam(), 0.3f, 2, mass);
    PointForce push;
    push.body = s.world.bodies.ids.idAt(1), push.force = {3, 0, 0};
    need(s.world.addForce(push));
    const double inertia = s.world.bodies.masses[0].inertia.z;
    const double a = 3 / (double(mass) + inertia / 0.09);
    for (int i = 0; i < 30; ++i) ASSERT_FALSE(s.world.step(1.0f / 60));
    EXPECT_NEAR(s.world.bodies.states[1].linear.x, a / 2, 1e-3 * a);
    // The tooth force turns the pinion.
    EXPECT_NEAR(s.world.readout(s.joint).reaction.force.x, -inertia / 0.09 * a,
                5e-3 * inertia / 0.09 * a + 1e-4);
  }
}

TEST_P(Racks, FreeOnesKeepMomenta) {
  World w = machine(GetParam());
  const BodyId pinion = need(w.addBody(wheel({0, 0.3f, 0}, 0.3f, 1)));
  BodyDef bar = scenes::boxAt({}, {1, 0.05f, 0.05f});
  bar.mass = 2, bar.collisionMask = 0;
  bar.angularVelocity = {0, 0, 0.3f};
  const BodyId rack = need(w.addBody(bar));
  RackAndPinionJoint joint;
  joint.bodyA = pinion, joint.bodyB = rack;
  joint.axis = Vec3{0, 0, 1}, joint.direction = Vec3{1, 0, 0};
  joint.radius = 0.3f;
  need(w.addJoint(joint));
  w.bodies.states[w.indexOf(pinion)].angular.z = 1;
  const Momentum before = w.momentum();
  for (int i = 0; i < 120; ++i) ASSERT_FALSE(w.step(1.0f / 60));
  const Momentum after = w.momentum();
  EXPECT_GT(std::abs(w.bodies.states[w.indexOf(pinion)].linear.x), 0.01);
  EXPECT_NEAR(length(after.linear - before.linear), 0, 1e-4);
  EXPECT_NEAR(length(after.angular - before.angular), 0, 5e-3 * length(before.angular));
}

class Pulleys : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, Pulleys, everySolver(), solverName);

constexpr double kGravity = 9.81;

struct Atwood {
  World world;
  BodyId a, b;
  JointId rope;
};
Atwood atwood(SolverType solver, PulleyMode mode, float ratio, float massA, float massB) {
  Atwood t{machine(solver, {0, -float(kGravity), 0}), {}, {}, {}};
  BodyDef def = scenes::boxAt({-1, 0, 0}, {0.2f, 0.2f, 0.2f});
  def.mass = massA;
  t.a = need(t.world.addBody(def));
  def.position = {1, 0, 0};
  def.mass = massB;
  t.b = need(t.world.addBody(def));
  PulleyJoint rope;
  rope.bodyA = t.a, rope.bodyB = t.b;
  rope.groundA = Vec3{-1, 5, 0}, rope.groundB = Vec3{1, 5, 0};
  rope.mode = mode, rope.ratio = ratio;
  t.rope = need(t.world.addJoint(rope));
  return t;
}

TEST_P(Pulleys, AccelerateAsAtwoodsMachine) {
  for (const PulleyMode mode : {PulleyMode::Rope, PulleyMode::Rigid})
    for (const float ratio : {1.0f, 2.0f, 4.0f, 0.5f})
      for (const float massB : {0.5f, 2.0f, 4.0f, 30.0f})
        for (const int rate : {120, 60, 30}) {
          SCOPED_TRACE(testing::Message() << "mode " << int(mode) << ", ratio " << ratio << ", "
                                          << massB << " kg, 1/" << rate << " s");
          Atwood t = atwood(GetParam(), mode, ratio, 2, massB);
          // A falls by s as B rises by s / r.
          const double m = 2, r = ratio, b = massB;
          const double a = kGravity * r * (r * m - b) / (r * r * m + b);
          const int steps = rate / 3;
          double worst = 0;
          for (int i = 0; i < steps; ++i) {
            ASSERT_FALSE(t.world.step(1.0f / float(rate)));
            const JointReadout now = t.world.readout(t.rope);
            worst = std::max(worst, std::abs(double(now.error[0])));
          }
          const double time = double(steps) / rate;
          EXPECT_NEAR(t.world.bodies.states[0].linear.y, -a * time, 1e-3 * (kGravity * time));
          EXPECT_NEAR(t.world.bodies.states[1].linear.y, a / r * time, 1e-3 * (kGravity * time));
          EXPECT_LT(worst, 1e-4);
          // Tension, and the multiple of it on B.
          const double tension = m * (kGravity - a);
          const JointReadout now = t.world.readout(t.rope);
          // xpbd takes the force from the lengths, whose rounding it corrects at once.
          const double h = 0.25 / rate, mass = 1 / (1 / m + r * r / b);
          const bool precise = GetParam() != SolverType::Xpbd;
          const double rounding = precise ? 0 : 2e-7 * (1 + r) * mass / (h * h);
          EXPECT_NEAR(std::abs(now.lambda[0]), tension, 2e-3 * m * kGravity + rounding);
          EXPECT_NEAR(now.reaction.force.y, r * tension, r * (2e-3 * m * kGravity + rounding));
          EXPECT_NEAR(now.coordinate[0] + ratio * now.coordinate[1], 5 + 5 * ratio, 1e-4);
          EXPECT_NEAR(now.rate[0] + ratio * now.rate[1], 0, 1e-3);
        }
}

/// Bodies that swing, with the ropes at any angle.
TEST_P(Pulleys, KeepTheLengthOfSwingingRopes) {
  for (uint64_t seed = 1; seed <= 8; ++seed)
    for (const int rate : {120, 60}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", 1/" << rate << " s");
      Random random(seed);
      Atwood t = atwood(GetParam(), PulleyMode::Rope, random.real(0.7f, 1.4f), 2,
                        2 * random.real(0.8f, 1.25f));
      t.world.bodies.states[0].linear = {random.real(), 0, random.real()};
      t.world.bodies.states[1].linear = {random.real(), 0, random.real()};
      double most = energyOf(t.world), longest = 0;
      for (int i = 0; i < 2 * rate; ++i) {
        ASSERT_FALSE(t.world.step(1.0f / float(rate)));
        const JointReadout now = t.world.readout(t.rope);
        if (now.coordinate[0] < 1.5f || now.coordinate[1] < 1.5f) break;
        longest = std::max(longest, -double(now.error[0]));
        ASSERT_LT(energyOf(t.world), most + 2e-2) << i;
      }
      EXPECT_LT(longest, 1e-3);
    }
}

/// B is thrown up, the rope goes slack, and tight again where it falls back.
TEST_P(Pulleys, GoSlackAndTightWithoutGain) {
  for (const int rate : {240, 120, 60, 30})
    for (const float speed : {2.0f, 4.0f}) {
      SCOPED_TRACE(testing::Message() << "1/" << rate << " s, " << speed << " m/s");
      Atwood t = atwood(GetParam(), PulleyMode::Rope, 1, 2, 2);
      t.world.bodies.states[1].linear.y = speed;
      double most = energyOf(t.world), longest = 0;
      bool slack = false, tight = false;
      for (int i = 0; i < 2 * rate; ++i) {
        ASSERT_FALSE(t.world.step(1.0f / float(rate)));
        const JointReadout now = t.world.readout(t.rope);
        slack |= now.error[0] > 0.05f;
        tight |= slack && now.lambda[0] > 1;
        longest = std::max(longest, -double(now.error[0]));
        const double energy = energyOf(t.world);
        ASSERT_LT(energy, most + 2e-2) << i;
        most = std::min(most, energy);
        if (now.coordinate[0] < 0.7f || now.coordinate[1] < 0.7f) break;
      }
      EXPECT_TRUE(slack);
      EXPECT_TRUE(tight);
      EXPECT_LT(longest, 1e-3);
    }
}

/// The impulse with which a slack rope goes tight is that of an inelastic impact.
TEST_P(Pulleys, StopWhatFallsIntoTheRope) {
  Atwood t = atwood(GetParam(), PulleyMode::Rope, 2, 2, 6);
  t.world.settings.gravity = {};
  JointDef def = t.world.describe(t.rope);
  std::get<PulleyJoint>(def).length = 15.5f;  // half a meter slack
  ASSERT_FALSE(t.world.redefine(t.rope, def));
  t.world.bodies.states[0].linear.y = -1;
  for (int i = 0; i < 60; ++i) ASSERT_FALSE(t.world.step(1.0f / 60));
  // v_A + r v_B is stopped: λ = 1 / (1/m_A + r²/m_B) = 6/7.
  EXPECT_NEAR(t.world.bodies.states[0].linear.y, -1 + 6.0 / 7 / 2, 0.01);
  EXPECT_NEAR(t.world.bodies.states[1].linear.y, 2 * 6.0 / 7 / 6, 0.01);
}

TEST_P(Pulleys, LiftByBlockAndTackle) {
  Atwood t = atwood(GetParam(), PulleyMode::Rope, 4, 2, 8);
  t.world.settings.sleeping = true;
  // In balance it stays and falls asleep; more weight on one side wakes both.
  for (int i = 0; i < 120; ++i) ASSERT_FALSE(t.world.step(1.0f / 60));
  EXPECT_NEAR(t.world.bodies.poses[1].position.y, 0, 1e-3);
  EXPECT_FALSE(t.world.bodies.isAwake(0) || t.world.bodies.isAwake(1));
  PointForce pull;
  pull.body = t.a, pull.force = {0, -3, 0};
  need(t.world.addForce(pull));
  for (int i = 0; i < 60; ++i) ASSERT_FALSE(t.world.step(1.0f / 60));
  EXPECT_LT(t.world.bodies.states[0].linear.y, -0.5f);
  EXPECT_GT(t.world.bodies.states[1].linear.y, 0.1f);
}

/// Spinning thin bodies on ropes over pulleys, at what the energy bound watches: the world's pull
/// is no motion of the island.
TEST_P(Pulleys, HoldSpinningBodies) {
  for (const int rate : {120, 60}) {
    World w = machine(GetParam(), {0, -float(kGravity), 0});
    BodyDef def = scenes::boxAt({-1, 0, 0}, {0.3f, 0.02f, 0.02f});
    def.mass = 1, def.collisionMask = 0;
    def.angularVelocity = {0, 30, 0};
    PulleyJoint rope;
    rope.bodyA = need(w.addBody(def));
    def.position.x = 1;
    rope.bodyB = need(w.addBody(def));
    rope.groundA = Vec3{-1, 2, 0}, rope.groundB = Vec3{1, 2, 0};
    const JointId id = need(w.addJoint(rope));
    const double energy = energyOf(w);
    for (int i = 0; i < 2 * rate; ++i) {
      ASSERT_FALSE(w.step(1.0f / float(rate)));
      ASSERT_LT(energyOf(w), energy + 0.02 * std::abs(energy)) << i;
    }
    // What hangs in balance stays.
    EXPECT_NEAR(w.bodies.poses[0].position.y, 0, 0.02);
    EXPECT_NEAR(w.bodies.poses[1].position.y, 0, 0.02);
    EXPECT_NEAR(w.readout(id).lambda[0], kGravity, 0.05 * kGravity);
  }
}

/// Among other joints, whose equations are solved together with it: by the factorization as by the
/// dense system of mlcp, which knows rows of any form.
TEST(PulleyWorlds, AreSolvedAlikeWithOtherJoints) {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::vector<Vec3> ends[2];
    for (const SolverType solver : {SolverType::Direct, SolverType::Mlcp}) {
      Random random(seed);
      Atwood t = atwood(solver, PulleyMode::Rigid, random.real(0.5f, 2), random.real(1, 4),
                        random.real(1, 4));
      World& w = t.world;
      for (const BodyId end : {t.a, t.b}) {
        BodyDef def = scenes::boxAt(w.bodies.poses[w.indexOf(end)].position +
                                    Vec3{random.real(-0.3f, 0.3f), -0.8f, 0});
        def.mass = random.real(0.5f, 3), def.collisionMask = 0;
        BallJoint ball;
        ball.bodyA = need(w.addBody(def)), ball.bodyB = end;
        ball.anchor = def.position + Vec3{random.real(-0.2f, 0.2f), 0.4f, 0};
        // The pulley's bodies come first or second.
        if (random.below(2)) std::swap(ball.bodyA, ball.bodyB);
        need(w.addJoint(ball));
      }
      PrismaticJoint rail;
      rail.bodyA = random.below(2) ? t.a : t.b;
      rail.axis = Vec3{0.3f, 1, 0};
      need(w.addJoint(rail));
      // A second rope between the same bodies.
      PulleyJoint rope = std::get<PulleyJoint>(w.describe(t.rope));
      std::swap(rope.bodyA, rope.bodyB), std::swap(rope.anchorA, rope.anchorB);
      rope.groundA = Vec3{random.real(-2, 2), 6, 2}, rope.groundB = Vec3{0, 6, random.real(-2, 2)};
      rope.length.reset();
      need(w.addJoint(rope));
      for (int i = 0; i < 20; ++i) ASSERT_FALSE(w.step(1.0f / 60));
      for (const Transform& pose : w.bodies.poses)
        ends[solver == SolverType::Mlcp].push_back(pose.position);
    }
    for (size_t i = 0; i < ends[0].size(); ++i)
      EXPECT_NEAR(length(ends[0][i] - ends[1][i]), 0, 2e-4) << i;
  }
}

TEST_P(Pulleys, RewindToTheBitAndLoad) {
  for (const PulleyMode mode : {PulleyMode::Rope, PulleyMode::Rigid}) {
    Atwood t = atwood(GetParam(), mode, 2, 2, 5);
    for (int i = 0; i < 20; ++i) ASSERT_FALSE(t.world.step(1.0f / 60));
    World other, loaded;
    ASSERT_FALSE(other.restore(t.world.snapshot()));
    ASSERT_FALSE(loadScene(loaded, saveScene(t.world)));
    for (World* w : {&t.world, &other, &loaded})
      for (int i = 0; i < 20; ++i) ASSERT_FALSE(w->step(1.0f / 60));
    EXPECT_EQ(other.hash(), t.world.hash());
    EXPECT_NEAR(loaded.bodies.poses[0].position.y, t.world.bodies.poses[0].position.y, 1e-3);
    EXPECT_NEAR(loaded.readout(loaded.joints.all.idAt(0)).error[0], 0, 1e-4);
  }
}

TEST(PulleyWorlds, LoseARopeWithItsBody) {
  Atwood t = atwood(SolverType::SoftStep, PulleyMode::Rope, 1, 2, 2);
  ASSERT_TRUE(t.world.remove(t.b));
  EXPECT_TRUE(t.world.joints.all.empty());
  for (int i = 0; i < 60; ++i) ASSERT_FALSE(t.world.step(1.0f / 60));
  EXPECT_NEAR(t.world.bodies.states[0].linear.y, -kGravity, 0.01);
}

}  // namespace rack_and_pulley_test
}  // namespace holonom
