// Gears: rates, torques and forces of gear trains, against what the teeth and inertias give.
#include <gtest/gtest.h>

#include <cmath>

#include "machines.h"
#include "random.h"
#include "solvers.h"

namespace holonom {
namespace gear_test {

using machines::bear;
using machines::energyOf;
using machines::machine;
using machines::mesh;
using machines::wheel;
using scenes::need;

class Gears : public testing::TestWithParam<SolverType> {
 protected:
  /// Share of an error that a substep corrects.
  static double correction() {
    if (GetParam() == SolverType::Xpbd) return 1;
    return GetParam() == SolverType::SoftStep ? 0.2 : 0.1;
  }
};
INSTANTIATE_TEST_SUITE_P(Solvers, Gears, everySolver(), solverName);

/// The angle between two rotations about z [rad].
double turnBetween(Quat from, Quat to) {
  const Quat q = to * conjugate(from);
  return 2 * std::atan2(double(q.z) * (q.w < 0 ? -1 : 1), std::abs(double(q.w)));
}

struct Train {
  World world;
  JointId gear;
  int teethA, teethB;  // the latter below 0 for a ring
};
/// Two gears a meter apart, on hinges, that turn at `rate` and as the teeth then want.
Train train(SolverType solver, int teethA, int teethB, bool internal, float massRatio, float rate) {
  Train t{machine(solver), {}, teethA, internal ? -teethB : teethB};
  const float pitch = 1 / std::abs(float(t.teethA + t.teethB));
  BodyDef a = wheel({0, 0, 0}, pitch * float(teethA), 2);
  BodyDef b = wheel({1, 0, 0}, pitch * float(teethB), 2 * massRatio);
  a.angularVelocity.z = rate;
  b.angularVelocity.z = -rate * float(t.teethA) / float(t.teethB);
  const BodyId bodyA = need(t.world.addBody(a)), bodyB = need(t.world.addBody(b));
  bear(t.world, bodyA), bear(t.world, bodyB);
  t.gear = mesh(t.world, bodyA, bodyB, teethA, teethB, internal);
  return t;
}

struct Teeth {
  int a, b;
  bool internal;
};
constexpr Teeth kTeeth[] = {{20, 20, false}, {12, 36, false}, {17, 40, false},
                            {50, 7, false},  {1, 30, false},  {18, 54, true}};

TEST_P(Gears, TurnInTheRatioOfTheirTeeth) {
  for (const Teeth teeth : kTeeth)
    for (const float massRatio : {1.0f, 100.0f, 0.01f})
      for (const int rate : {240, 120, 60, 30}) {
        SCOPED_TRACE(testing::Message() << teeth.a << ":" << teeth.b << ", masses 1:" << massRatio
                                        << ", step 1/" << rate << " s");
        Train t = train(GetParam(), teeth.a, teeth.b, teeth.internal, massRatio, 4);
        const double h = 1.0 / rate / t.world.settings.substeps;
        const double ratio = double(t.teethB) / t.teethA;
        // That of rotations, which the solver corrects.
        const double rounding = 3e-7 * (1 + std::abs(ratio)) * correction() / h;
        double turnedA = 0, turnedB = 0;
        for (int i = 0; i < 2 * rate; ++i) {
          const Quat a = t.world.bodies.poses[0].rotation, b = t.world.bodies.poses[1].rotation;
          ASSERT_FALSE(t.world.step(1.0f / float(rate)));
          turnedA += turnBetween(a, t.world.bodies.poses[0].rotation);
          turnedB += turnBetween(b, t.world.bodies.poses[1].rotation);
          const double rateA = t.world.bodies.states[0].angular.z;
          const double rateB = t.world.bodies.states[1].angular.z;
          ASSERT_NEAR(rateA + ratio * rateB, 0, 1e-6 * 4 + rounding) << "step " << i;
        }
        EXPECT_NEAR(turnedA, 8, 0.05);
        EXPECT_NEAR(turnedB / turnedA * ratio, -1, 1e-6);
      }
}

TEST_P(Gears, TurnEachOtherByTheirInertias) {
  for (const Teeth teeth : kTeeth)
    for (const float massRatio : {1.0f, 10.0f, 0.1f}) {
      SCOPED_TRACE(testing::Message() << teeth.a << ":" << teeth.b << ", masses " << massRatio);
      Train t = train(GetParam(), teeth.a, teeth.b, teeth.internal, massRatio, 0);
      const double ratio = double(teeth.a) / teeth.b;
      const double inertia = double(t.world.bodies.masses[0].inertia.z) +
                             double(t.world.bodies.masses[1].inertia.z) * ratio * ratio;
      // So that the faster gear turns by 0.01 rad in the last substep.
      const double alpha = 0.01 * 240 / std::max(1.0, ratio);
      TorqueForce torque;
      torque.body = t.world.bodies.ids.idAt(0);
      torque.torque = {0, 0, float(alpha * inertia)};
      need(t.world.addForce(torque));
      for (int i = 0; i < 60; ++i) ASSERT_FALSE(t.world.step(1.0f / 60));
      EXPECT_NEAR(t.world.bodies.states[0].angular.z, alpha, 1e-4 * alpha);
      // The teeth turn B: their force times its pitch radius.
      const double pitch = double(teeth.b) / std::abs(t.teethA + t.teethB);
      const JointReaction reaction = t.world.readout(t.gear).reaction;
      const double force = double(t.world.bodies.masses[1].inertia.z) * alpha * ratio / pitch;
      EXPECT_NEAR(std::abs(reaction.force.y), force, 2e-3 * force + 1e-4);
      EXPECT_NEAR(reaction.force.x, 0, 1e-3 * force + 1e-4);
    }
}

TEST_P(Gears, CoastWithoutLossOrSlip) {
  for (const Teeth teeth : kTeeth) {
    SCOPED_TRACE(testing::Message() << teeth.a << ":" << teeth.b);
    Train t = train(GetParam(), teeth.a, teeth.b, teeth.internal, 3, 1.5f);
    const double before = energyOf(t.world);
    double worst = 0;
    const int steps = teeth.a == 17 ? 10000 : 1300;
    for (int i = 0; i < steps; ++i) {
      ASSERT_FALSE(t.world.step(1.0f / 60));
      worst = std::max(worst, std::abs(double(t.world.readout(t.gear).error[0])));
      if (i == 1200) {
        EXPECT_NEAR(energyOf(t.world) / before, 1, 1e-4);
      }
    }
    // Of half a tooth, a slip of which would be seen as no error.
    EXPECT_LT(worst, 0.01 * double(kPi) / teeth.a);
    EXPECT_NEAR(energyOf(t.world) / before, 1, 1e-3);
  }
}

/// A sun, three planets on a carrier and a ring, all with the same axis.
struct Planets {
  World world;
  BodyId sun, carrier, ring, planets[3];
};
constexpr int kSun = 24, kPlanet = 18, kRing = kSun + 2 * kPlanet;

Planets planets(SolverType solver, bool free) {
  Planets p{machine(solver), {}, {}, {}, {}};
  World& w = p.world;
  p.sun = need(w.addBody(wheel({}, 0.24f, 1)));
  p.carrier = need(w.addBody(wheel({}, 0.4f, 0.5f)));
  p.ring = need(w.addBody(wheel({}, 0.7f, 3)));
  if (!free) bear(w, p.carrier);
  bear(w, p.sun, p.carrier), bear(w, p.ring, p.carrier);
  for (int i = 0; i < 3; ++i) {
    const float angle = 2 * kPi * float(i) / 3;
    const Vec3 at{0.42f * std::cos(angle), 0.42f * std::sin(angle), 0};
    p.planets[i] = need(w.addBody(wheel(at, 0.18f, 0.3f)));
    bear(w, p.planets[i], p.carrier);
    mesh(w, p.sun, p.planets[i], kSun, kPlanet);
    mesh(w, p.planets[i], p.ring, kPlanet, kRing, true);
  }
  return p;
}
double rateOf(const World& w, BodyId id) { return w.bodies.states[w.indexOf(id)].angular.z; }

/// Willis: z_S (ω_S − ω_C) + z_R (ω_R − ω_C) = 0.
TEST_P(Gears, PlanetsFollowTheirCarrier) {
  for (const bool ringStops : {false, true}) {
    Planets p = planets(GetParam(), false);
    World& w = p.world;
    if (ringStops) bear(w, p.ring, {}, AngularMotor{0, {}});
    bear(w, p.sun, {}, AngularMotor{3, {}});
    for (int i = 0; i < 240; ++i) ASSERT_FALSE(w.step(1.0f / 60));
    const double sun = rateOf(w, p.sun), ring = rateOf(w, p.ring), carrier = rateOf(w, p.carrier);
    EXPECT_NEAR(sun, 3, 0.02);
    if (ringStops) {
      EXPECT_NEAR(carrier, 3.0 * kSun / (kSun + kRing), 0.02);
    }
    EXPECT_NEAR(kSun * (sun - carrier) + kRing * (ring - carrier), 0, 0.01 * kSun * 3);
    for (const BodyId planet : p.planets)
      EXPECT_NEAR(kSun * (sun - carrier) + kPlanet * (rateOf(w, planet) - carrier), 0,
                  0.01 * kSun * 3);
  }
}

TEST_P(Gears, OfAFreeGearboxKeepMomenta) {
  Planets p = planets(GetParam(), true);
  World& w = p.world;
  w.bodies.states[w.indexOf(p.sun)].angular = {0, 0, 4};
  for (int i = 0; i < 60; ++i) ASSERT_FALSE(w.step(1.0f / 60));  // the teeth meet
  const Momentum before = w.momentum();
  const double energy = energyOf(w);
  EXPECT_GT(std::abs(before.angular.z), 0.01);
  for (int i = 0; i < 600; ++i) ASSERT_FALSE(w.step(1.0f / 60));
  const Momentum after = w.momentum();
  const double size = length(before.angular);
  EXPECT_NEAR(length(after.angular - before.angular), 0, 0.01 * size);
  EXPECT_NEAR(length(after.linear - before.linear), 0, 1e-4);
  EXPECT_LT(energyOf(w), 1.01 * energy);
}

/// Two wheels that turn about x, and a bevel gear between them on a carrier that also does.
TEST_P(Gears, ADifferentialSharesTheRateOfItsCarrier) {
  World w = machine(GetParam());
  BodyDef def = wheel({-0.3f, 0, 0}, 0.3f, 1);
  def.inertia = Vec3{0.05f, 0.03f, 0.03f};
  const BodyId left = need(w.addBody(def));
  def.position.x = 0.3f;
  def.inertia = Vec3{0.15f, 0.09f, 0.09f};
  const BodyId right = need(w.addBody(def));
  def.position.x = 0;
  const BodyId carrier = need(w.addBody(def));
  def.position = {0, 0.3f, 0};
  def.inertia = Vec3{0.002f, 0.003f, 0.002f};
  const BodyId spider = need(w.addBody(def));
  const Vec3 along{1, 0, 0};
  const JointId axle = bear(w, carrier, {}, AngularMotor{2, {}}, along);
  const JointId bearing = bear(w, left, {}, {}, along);
  bear(w, right, {}, {}, along);
  bear(w, spider, carrier, {}, {0, 1, 0});
  GearJoint gear;
  gear.bodyA = spider, gear.axisA = Vec3{0, 1, 0};
  gear.teethA = 10, gear.teethB = 10;
  // At the tips of the back cones, between which the teeth meet.
  gear.anchorA = Vec3{0, 0.3f, 0};
  gear.bodyB = left, gear.axisB = -along, gear.anchorB = Vec3{-0.3f, 0, 0};
  need(w.addJoint(gear));
  gear.bodyB = right, gear.axisB = along, gear.anchorB = Vec3{0.3f, 0, 0};
  need(w.addJoint(gear));
  const auto rate = [&](BodyId id) { return double(w.bodies.states[w.indexOf(id)].angular.x); };
  for (int i = 0; i < 120; ++i) {
    ASSERT_FALSE(w.step(1.0f / 60));
    // Sweeps bring what started from rest to its rates over the first steps.
    if (i >= 30) {
      ASSERT_NEAR(rate(left) + rate(right), 2 * rate(carrier), 0.02) << i;
    }
  }
  EXPECT_NEAR(rate(carrier), 2, 0.01);
  // Both wheels get the same torque, whatever their inertias.
  const double left0 = rate(left), right0 = rate(right);
  EXPECT_NEAR(left0 / right0, 3, 0.1);
  // Where one stands, the other turns twice as fast.
  JointDef braked = w.describe(bearing);
  std::get<HingeJoint>(braked).motor = AngularMotor{0, {}};
  ASSERT_FALSE(w.redefine(bearing, braked));
  for (int i = 0; i < 120; ++i) ASSERT_FALSE(w.step(1.0f / 60));
  EXPECT_NEAR(rate(left), 0, 0.02);
  EXPECT_NEAR(rate(right), 2 * rate(carrier), 0.02);
  EXPECT_EQ(w.readout(axle).coordinates, 1);
}

TEST_P(Gears, SoftTeethOscillateAtTheirFrequency) {
  World w = machine(GetParam());
  w.settings.substeps = 16;
  const BodyId a = need(w.addBody(wheel({}, 0.5f, 2)));
  BodyDef still = wheel({1, 0, 0}, 0.5f, 2);
  still.type = BodyType::Static;
  const BodyId b = need(w.addBody(still));
  bear(w, a);
  GearJoint gear;
  gear.bodyA = a, gear.bodyB = b, gear.axisA = Vec3{0, 0, 1};
  gear.teethA = gear.teethB = 20;
  gear.frequency = 1, gear.dampingRatio = 0;
  const JointId id = need(w.addJoint(gear));
  w.bodies.states[w.indexOf(a)].angular.z = 0.2f;
  int crossings = 0;
  float last = 0;
  for (int i = 0; i < 240; ++i) {
    ASSERT_FALSE(w.step(1.0f / 60));
    const float now = w.readout(id).error[0];
    crossings += last * now < 0;
    last = now;
  }
  // A free disc gives way by 1/m + r²/I = 3/m, one on a hinge by 2/m: it has 3/2 of the mass.
  EXPECT_NEAR(crossings, 8 * std::sqrt(2.0 / 3), 0.6);
}

TEST_P(Gears, BreakUnderTooMuchForce) {
  Train t = train(GetParam(), 20, 20, false, 1, 0);
  JointDef def = t.world.describe(t.gear);
  std::get<GearJoint>(def).breakForce = 20;
  ASSERT_FALSE(t.world.redefine(t.gear, def));
  TorqueForce torque;
  torque.body = t.world.bodies.ids.idAt(0), torque.torque = {0, 0, 3};
  need(t.world.addForce(torque));
  for (int i = 0; i < 30; ++i) ASSERT_FALSE(t.world.step(1.0f / 60));
  EXPECT_EQ(t.world.joints.all.size(), 3u);  // half of the torque at half a meter: 3 N
  torque.torque = {0, 0, 60};
  need(t.world.addForce(torque));
  for (int i = 0; i < 5; ++i) ASSERT_FALSE(t.world.step(1.0f / 60));
  EXPECT_EQ(t.world.joints.all.size(), 2u);
}

TEST_P(Gears, SleepAndWakeTogether) {
  Train t = train(GetParam(), 12, 36, false, 1, 0.2f);
  t.world.settings.sleeping = true;
  for (int i = 0; i < 300; ++i) ASSERT_FALSE(t.world.step(1.0f / 60));
  EXPECT_TRUE(t.world.bodies.isAwake(0) && t.world.bodies.isAwake(1));
  t.world.bodies.states[0].angular = t.world.bodies.states[1].angular = {};
  for (int i = 0; i < 120; ++i) ASSERT_FALSE(t.world.step(1.0f / 60));
  EXPECT_FALSE(t.world.bodies.isAwake(0) || t.world.bodies.isAwake(1));
  TorqueForce torque;
  torque.body = t.world.bodies.ids.idAt(0), torque.torque = {0, 0, 3};
  need(t.world.addForce(torque));
  ASSERT_FALSE(t.world.step(1.0f / 60));
  EXPECT_TRUE(t.world.bodies.isAwake(0) && t.world.bodies.isAwake(1));
  ASSERT_FALSE(t.world.step(1.0f / 60));
  EXPECT_LT(t.world.bodies.states[1].angular.z, -1e-3f);
}

TEST_P(Gears, RewindToTheBit) {
  Train t = train(GetParam(), 17, 40, false, 3, 4);
  for (int i = 0; i < 50; ++i) ASSERT_FALSE(t.world.step(1.0f / 60));
  const std::vector<uint8_t> bytes = t.world.snapshot();
  for (int i = 0; i < 50; ++i) ASSERT_FALSE(t.world.step(1.0f / 60));
  World other;
  ASSERT_FALSE(other.restore(bytes));
  for (int i = 0; i < 50; ++i) ASSERT_FALSE(other.step(1.0f / 60));
  EXPECT_EQ(other.hash(), t.world.hash());
}

/// A file holds the phase: gears that were saved in mesh are loaded in mesh.
TEST_P(Gears, AreInMeshInASceneFile) {
  Train t = train(GetParam(), 17, 40, false, 3, 4);
  for (int i = 0; i < 137; ++i) ASSERT_FALSE(t.world.step(1.0f / 60));
  World loaded;
  ASSERT_FALSE(loadScene(loaded, saveScene(t.world)));
  ASSERT_EQ(loaded.joints.all.size(), 3u);
  const JointId gear = loaded.joints.all.idAt(2);
  EXPECT_NEAR(loaded.readout(gear).error[0], t.world.readout(t.gear).error[0], 1e-6);
  for (int i = 0; i < 60; ++i) ASSERT_FALSE(loaded.step(1.0f / 60));
  EXPECT_NEAR(loaded.bodies.states[0].angular.z, 4, 0.01);
}

TEST(GearWorlds, LoseAJointWithItsBody) {
  Train t = train(SolverType::SoftStep, 12, 36, false, 1, 4);
  ASSERT_TRUE(t.world.remove(t.world.bodies.ids.idAt(0)));
  EXPECT_EQ(t.world.joints.all.size(), 1u);
  for (int i = 0; i < 60; ++i) ASSERT_FALSE(t.world.step(1.0f / 60));
  EXPECT_NEAR(t.world.bodies.states[0].angular.z, -4.0 / 3, 1e-4);
}

/// Rows of gears on bars that fall, hit each other and the ground: no energy comes of it.
TEST_P(Gears, OfRandomMachinesGiveNoEnergy) {
  for (uint64_t seed = 1; seed <= 2; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    World w = machine(GetParam(), {0, -9.81f, 0});
    scenes::addGround(w);
    for (int m = 0; m < 3; ++m) {
      const Vec3 at{random.real(-1, 1), 1.5f + 1.2f * float(m), random.real(-1, 1)};
      BodyDef bar = scenes::boxAt(at, {1, 0.1f, 0.1f});
      bar.mass = random.real(1, 5);
      const BodyId frame = need(w.addBody(bar));
      std::vector<BodyId> gears;
      std::vector<int> teeth;
      float x = -0.8f;
      while (x < 0.2f) {
        const int count = 8 + random.below(12);
        const float radius = 0.015f * float(count);
        x += gears.empty() ? 0 : radius;
        BodyDef gear = scenes::boxAt(at + Vec3{x, 0, 0.3f}, {0.6f * radius, 0.6f * radius, 0.1f});
        gear.mass = random.real(0.2f, 3);
        gear.angularVelocity = {0, 0, random.real(-5, 5)};
        gears.push_back(need(w.addBody(gear)));
        bear(w, gears.back(), frame);
        teeth.push_back(count);
        const size_t n = gears.size();
        if (n > 1) mesh(w, gears[n - 2], gears[n - 1], teeth[n - 2], teeth[n - 1]);
        x += radius;
      }
    }
    for (int i = 0; i < 10; ++i) ASSERT_FALSE(w.step(1.0f / 60));
    double most = energyOf(w);
    for (int i = 0; i < 180; ++i) {
      ASSERT_FALSE(w.step(1.0f / 60));
      const double now = energyOf(w);
      ASSERT_LT(now, most + 0.02 * std::abs(most) + 0.05) << "step " << i;
      most = std::min(most, now);
    }
  }
}

}  // namespace gear_test
}  // namespace holonom
