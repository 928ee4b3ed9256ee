// Two joined bodies that turn far within a substep gain no energy by their joint and its limits,
// and keep their momentum.
#include <gtest/gtest.h>

#include "long_run.h"
#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace turning_joints_test {

using scenes::need;

enum class Join { Hinge, HingeWithin, Ball, BallWithin, Fixed };
constexpr Join kJoins[] = {Join::Hinge, Join::HingeWithin, Join::Ball, Join::BallWithin,
                           Join::Fixed};

template <class J>
void addAt(World& world, J joint, BodyId a, BodyId b) {
  joint.bodyA = a, joint.bodyB = b;
  joint.anchor = Vec3{};
  need(world.addJoint(joint));
}

void join(World& world, Join how, BodyId a, BodyId b, Vec3 axis) {
  HingeJoint hinge;
  hinge.axis = axis;
  if (how == Join::HingeWithin) hinge.limits = AngularLimits{-0.5f, 0.5f};
  BallJoint ball;
  if (how == Join::BallWithin) ball.swingLimit = 0.5f;
  if (how == Join::Fixed)
    addAt(world, FixedJoint{}, a, b);
  else if (how == Join::Hinge || how == Join::HingeWithin)
    addAt(world, hinge, a, b);
  else
    addAt(world, ball, a, b);
}

struct Turning {
  Join how;
  int substeps;
  float halfThickness;  ///< of a rod of 28 cm [m]
  float spin;           ///< of both, and of the rod about the joint besides [rad/s]
};

void build(World& world, SolverType solver, const Turning& t, uint64_t seed) {
  Random random(seed);
  world.settings.solver = solver, world.settings.substeps = t.substeps;
  world.settings.gravity = {};
  BodyDef rod = scenes::boxAt({-0.16f, 0, 0}, {0.14f, t.halfThickness, t.halfThickness});
  BodyDef box = scenes::boxAt({0.12f, 0, 0}, {0.1f, 0.05f, 0.03f});
  box.mass = 0.26f;
  rod.rotation = random.rotation(), box.rotation = random.rotation();
  const Vec3 axis = random.direction(), spin = t.spin * random.direction();
  box.angularVelocity = spin, rod.angularVelocity = spin + t.spin * axis;
  for (BodyDef* def : {&rod, &box})
    def->linearVelocity = cross(def->angularVelocity, def->position);
  const BodyId a = need(world.addBody(rod)), b = need(world.addBody(box));
  join(world, t.how, a, b, axis);
}

/// The largest kinetic energy in two seconds, over that of the start.
double growth(SolverType solver, const Turning& t, uint64_t seed) {
  World world;
  build(world, solver, t, seed);
  const double start = world.energy().kinetic;
  double most = start;
  for (int i = 0; i < 120; ++i) {
    world.step(1.0 / 60);
    most = std::max(most, world.energy().kinetic);
  }
  return most / start;
}

/// The largest change of the angular momentum in three seconds, over that of the start.
double lostMomentum(SolverType solver, const Turning& t, uint64_t seed) {
  World world;
  build(world, solver, t, seed);
  const Vec3d start = world.momentum().angular;
  double most = 0;
  for (int i = 0; i < 180; ++i) {
    world.step(1.0 / 60);
    most = std::max(most, double(length(world.momentum().angular - start)));
  }
  return most / length(start);
}

/// The others leave joints open where light bodies turn fast.
bool closesJoints(SolverType solver) {
  return solver != SolverType::Pgs && solver != SolverType::Xpbd;
}

class TurningJoints : public testing::TestWithParam<SolverType> {};

TEST_P(TurningJoints, GainNoEnergyByTheirLimits) {
  for (const Join how : kJoins)
    for (const int substeps : {1, 4, 8})
      for (const float halfThickness : {0.0042f, 0.02f})
        for (const float spin : {5.0f, 20.0f, 100.0f})
          for (uint64_t seed = 1; seed <= (longRun() ? 4 : 1); ++seed) {
            const double bound = closesJoints(GetParam()) ? 1.005 : 1.02;
            EXPECT_LE(growth(GetParam(), {how, substeps, halfThickness, spin}, seed), bound)
                << "joint " << int(how) << ", " << substeps << " substeps, " << halfThickness
                << " m, " << spin << " rad/s, seed " << seed;
          }
}

/// Free pairs that turn as one, or about their joint besides, for two seconds: what they lose of
/// their angular momentum, and the least and most of their energy, over those of the start.
struct Kept {
  double lost = 0, least = 1, most = 1;
};
Kept keptOf(SolverType solver, Join how, int substeps, float turn, uint64_t seed) {
  Random random(seed);
  World world;
  world.settings.solver = solver, world.settings.substeps = substeps;
  world.settings.gravity = {};
  const float half = random.below(2) ? 0.02f : 0.05f, rate = turn * 60 * float(substeps);
  BodyDef rod = scenes::boxAt({-0.16f, 0, 0}, {0.14f, half, half});
  BodyDef box = scenes::boxAt({0.12f, 0, 0}, {0.1f, 0.05f, 0.03f});
  box.mass = 0.26f;
  rod.rotation = random.rotation(), box.rotation = random.rotation();
  const Vec3 axis = random.direction(), spin = rate * random.direction();
  box.angularVelocity = rod.angularVelocity = spin;
  if (how != Join::Fixed) rod.angularVelocity += 0.2f * rate * axis;
  for (BodyDef* def : {&rod, &box})
    def->linearVelocity = cross(def->angularVelocity, def->position);
  const BodyId a = need(world.addBody(rod)), b = need(world.addBody(box));
  join(world, how, a, b, axis);
  const Vec3d start = world.momentum().angular;
  const double energy = world.energy().kinetic;
  Kept kept;
  for (int i = 0; i < 120; ++i) {
    EXPECT_FALSE(world.step(1.0 / 60));
    kept.lost =
        std::max(kept.lost, double(length(world.momentum().angular - start)) / length(start));
    kept.least = std::min(kept.least, world.energy().kinetic / energy);
    kept.most = std::max(kept.most, world.energy().kinetic / energy);
  }
  return kept;
}

/// By up to 0.4 rad a substep, 96 rad/s at four. Of the momentum, roundings of floats are lost in
/// up to 960 substeps; of the energy, what each of them may not pass that of the one before.
TEST_P(TurningJoints, KeepMomentumAndEnergyHoweverFast) {
  for (const Join how : {Join::Hinge, Join::Ball, Join::Fixed})
    for (const int substeps : {1, 4, 8})
      for (const float turn : {0.01f, 0.1f, 0.2f, 0.4f})
        for (uint64_t seed = 1; seed <= 4; ++seed) {
          // There its own joints, which it closes first, may tear.
          if (GetParam() == SolverType::Xpbd && turn > 0.2f) continue;
          const Kept kept = keptOf(GetParam(), how, substeps, turn, seed);
          const auto what = testing::Message() << "joint " << int(how) << ", " << substeps
                                               << " substeps, " << turn << " rad, seed " << seed;
          EXPECT_LE(kept.lost, turn < 0.2f ? 6e-5 : 2e-4) << what;
          EXPECT_LE(kept.most, 1.005) << what;
          EXPECT_GE(kept.least, how == Join::Fixed ? 0.99 : 0.82) << what;
        }
}

/// An arm that turns about a hub by up to 0.4 rad in a substep.
struct Rotor {
  World world;
  int hub = 0, arm = 0;

  Rotor(SolverType solver, float turn, BodyType type) {
    world.settings.solver = solver;
    world.settings.gravity = {};
    const float rate = turn * 240;
    BodyDef def = scenes::boxAt({}, {0.05f, 0.05f, 0.05f});
    def.type = type;
    if (type == BodyType::Kinematic) def.angularVelocity = {0, rate, 0};
    if (type == BodyType::Dynamic) def.lockTranslation = {true, true, true};
    const BodyId a = need(world.addBody(def));
    def = scenes::boxAt({0.25f, 0, 0}, {0.2f, 0.02f, 0.03f});
    def.angularVelocity = {0, rate, 0}, def.linearVelocity = {0, 0, -0.25f * rate};
    const BodyId b = need(world.addBody(def));
    join(world, type == BodyType::Kinematic ? Join::Fixed : Join::Ball, a, b, {0, 1, 0});
    hub = world.indexOf(a), arm = world.indexOf(b);
  }
  /// How far the middle of the arm is from where its joint lets it be [m].
  float off() const {
    const auto& poses = world.bodies.poses;
    return std::abs(length(poses[size_t(arm)].position - poses[size_t(hub)].position) - 0.25f);
  }
  /// What turns little moves along its velocity, and the bias takes a tenth of the error back.
  static float mostOff(float turn) {
    return 0.25f * turn * turn * (turn < 0.05f ? 0.6f / 0.1f : 0.1f);
  }
};

TEST_P(TurningJoints, LeaveALockedHubWhereItIs) {
  for (const float turn : {0.04f, 0.1f, 0.2f, 0.4f}) {
    Rotor rotor(GetParam(), turn, BodyType::Dynamic);
    const double energy = rotor.world.energy().kinetic;
    for (int i = 0; i < 60; ++i) EXPECT_FALSE(rotor.world.step(1.0 / 60));
    EXPECT_EQ(rotor.world.bodies.poses[size_t(rotor.hub)].position, Vec3{}) << turn << " rad";
    EXPECT_EQ(rotor.world.bodies.states[size_t(rotor.hub)].linear, Vec3{}) << turn << " rad";
    EXPECT_LE(rotor.world.energy().kinetic, 1.005 * energy) << turn << " rad";
    EXPECT_LE(rotor.off(), rotor.mostOff(turn)) << turn << " rad";
  }
}

TEST_P(TurningJoints, StayOnAKinematicRotor) {
  for (const float turn : {0.04f, 0.1f, 0.16f, 0.4f}) {
    Rotor rotor(GetParam(), turn, BodyType::Kinematic);
    float most = 0;
    for (int i = 0; i < 60; ++i) {
      EXPECT_FALSE(rotor.world.step(1.0 / 60));
      most = std::max(most, rotor.off());
    }
    EXPECT_LE(most, rotor.mostOff(turn)) << turn << " rad";
  }
}

/// As far as they turn slowly enough to be followed.
TEST_P(TurningJoints, KeepTheirMomentumWhereTheyMeetTheirLimits) {
  const bool isXpbd = GetParam() == SolverType::Xpbd;
  for (const Join how : kJoins)
    for (const int substeps : {4, 8})
      // Under xpbd the thinnest rods may fling themselves about their limits.
      for (const float halfThickness : {isXpbd ? 0.01f : 0.0042f, 0.02f, 0.05f})
        for (const float spin : {0.5f, 1.0f, 2.0f, 4.0f})
          for (uint64_t seed = 1; seed <= 2; ++seed)
            EXPECT_LE(lostMomentum(GetParam(), {how, substeps, halfThickness, spin}, seed), 2e-5)
                << "joint " << int(how) << ", " << substeps << " substeps, " << halfThickness
                << " m, " << spin << " rad/s, seed " << seed;
}

INSTANTIATE_TEST_SUITE_P(Solvers, TurningJoints, everySolver(), solverName);

}  // namespace turning_joints_test
}  // namespace holonom
