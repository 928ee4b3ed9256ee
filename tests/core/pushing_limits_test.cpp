// Chains whose joints meet their limits gain no energy by that: free ones keep their momenta, held
// ones come to rest.
#include <gtest/gtest.h>

#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace pushing_limits_test {

using scenes::need;

enum class Limit { Slide, Rope, Angle, Swing };
constexpr Limit kLimits[] = {Limit::Slide, Limit::Rope, Limit::Angle, Limit::Swing};

struct Chain {
  Limit limit;
  int count;     ///< of boxes in a row, 5, 1 and 0.2 kg by turns
  float spin;    ///< of all as one body [rad/s]
  float random;  ///< of each: a velocity besides [m/s]
};

void join(World& world, Limit limit, BodyId a, BodyId b, float x, Random& random) {
  const auto add = [&](auto joint) {
    joint.bodyA = a, joint.bodyB = b;
    need(world.addJoint(joint));
  };
  if (limit == Limit::Slide) {
    PrismaticJoint j;
    j.anchor = Vec3{x, 0, 0}, j.axis = Vec3{1, 0, 0}, j.limits = LinearLimits{-0.02f, 0.1f};
    add(j);
  } else if (limit == Limit::Rope) {
    DistanceJoint j;
    j.mode = DistanceMode::Rope, j.length = 0.35f;
    add(j);
  } else if (limit == Limit::Angle) {
    HingeJoint j;
    j.anchor = Vec3{x, 0, 0}, j.axis = random.direction(), j.limits = AngularLimits{-0.1f, 0.4f};
    add(j);
  } else {
    BallJoint j;
    j.anchor = Vec3{x, 0, 0}, j.axis = Vec3{1, 0, 0}, j.swingLimit = 0.4f;
    j.twistLimits = AngularLimits{-0.3f, 0.3f};
    add(j);
  }
}

void build(World& world, SolverType solver, const Chain& chain, uint64_t seed) {
  world.settings.solver = solver, world.settings.gravity = {};
  Random random(seed);
  constexpr float kMasses[] = {5, 1, 0.2f};
  std::optional<BodyId> last;
  for (int k = 0; k < chain.count; ++k) {
    const float x = 0.3f * (float(k) - 0.5f * float(chain.count - 1));
    BodyDef box = scenes::boxAt({x, 0, 0}, {0.14f, 0.05f, 0.05f});
    box.mass = kMasses[k % 3];
    box.linearVelocity = Vec3{x, chain.spin * x, 0} + random.vector(chain.random);
    box.angularVelocity = {0, 0, chain.spin};
    const BodyId id = need(world.addBody(box));
    if (last) join(world, chain.limit, id, *last, x - 0.15f, random);
    last = id;
  }
}

/// What changed in three seconds. Over the energy of the start: how far it rose above that, and
/// above any instant. Over what such an energy could hold of them: momenta.
struct Change {
  double growth = 0, gain = 0, linear = 0, angular = 0;
};

Change run(SolverType solver, const Chain& chain, uint64_t seed) {
  World world;
  build(world, solver, chain, seed);
  double mass = 0, inertia = 0;
  for (int i = 0; i < world.bodies.size(); ++i) {
    mass += world.bodies.masses[i].mass;
    inertia += world.bodies.masses[i].mass * lengthSquared(world.bodies.poseNow(i).position);
  }
  const double start = world.energy().kinetic;
  const Momentum had = world.momentum();
  double least = start;
  Change change;
  for (int i = 0; i < 180; ++i) {
    world.step(1.0 / 60);
    const Momentum now = world.momentum();
    const double energy = world.energy().kinetic;
    least = std::min(least, energy);
    change.growth = std::max(change.growth, energy / start - 1);
    change.gain = std::max(change.gain, (energy - least) / start);
    change.linear = std::max(change.linear, double(length(now.linear - had.linear)));
    change.angular = std::max(change.angular, double(length(now.angular - had.angular)));
  }
  change.linear /= std::sqrt(2 * start * mass), change.angular /= std::sqrt(2 * start * inertia);
  return change;
}

class PushingLimits : public testing::TestWithParam<SolverType> {};

TEST_P(PushingLimits, OfFreeChainsGiveNoEnergyAndKeepTheirMomenta) {
  for (const Limit limit : kLimits)
    for (const int count : {2, 4, 8})
      for (const float spin : {0.0f, 0.5f, 2.0f})
        for (const float random : {0.0f, 0.3f}) {
          const Change change = run(GetParam(), {limit, count, spin, random}, 1);
          const auto told = [&] {
            return testing::Message() << "limit " << int(limit) << ", " << count << " boxes, "
                                      << spin << " rad/s, " << random << " m/s";
          };
          EXPECT_LE(change.growth, 0.001) << told();
          // A soft limit gives back some of what it took just before.
          EXPECT_LE(change.gain, GetParam() == SolverType::SoftStep ? 0.05 : 0.005) << told();
          EXPECT_LE(change.linear, 3e-5) << told();
          EXPECT_LE(change.angular, 3e-5) << told();
        }
}

TEST_P(PushingLimits, GoOnAsBeforeFromASnapshot) {
  for (const Limit limit : kLimits) {
    World world, other;
    build(world, GetParam(), {limit, 4, 0.5f, 0.3f}, 2);
    for (int i = 0; i < 30; ++i) world.step(1.0 / 60);
    ASSERT_FALSE(other.restore(world.snapshot()));
    for (int i = 0; i < 60; ++i) {
      world.step(1.0 / 60), other.step(1.0 / 60);
      ASSERT_EQ(world.hash(), other.hash()) << "limit " << int(limit) << ", step " << i;
    }
  }
}

/// The most that a light box on a slider of the world, and a heavy one on a slider of that, gain
/// after any instant, over the energy of the start.
double gainOfPair(SolverType solver, float heavy, float speed, int substeps) {
  World world;
  world.settings.solver = solver, world.settings.substeps = substeps;
  world.settings.gravity = {};
  std::optional<BodyId> last;
  for (const float mass : {1.0f, heavy}) {
    const float x = last ? 0.3f : 0;
    BodyDef box = scenes::boxAt({x, 0, 0}, {0.1f, 0.05f, 0.05f});
    box.mass = mass;
    if (last) box.linearVelocity = {speed, 0, 0};
    PrismaticJoint j;
    j.bodyA = need(world.addBody(box)), j.bodyB = last;
    j.anchor = Vec3{x - 0.15f, 0, 0}, j.axis = Vec3{1, 0, 0},
    j.limits = LinearLimits{-0.05f, 0.05f};
    need(world.addJoint(j));
    last = j.bodyA;
  }
  const double start = world.energy().kinetic;
  double least = start, gain = 0;
  for (int i = 0; i < 300; ++i) {
    world.step(1.0 / 60);
    least = std::min(least, world.energy().kinetic);
    gain = std::max(gain, world.energy().kinetic - least);
  }
  return gain / start;
}

TEST_P(PushingLimits, OfSlidersInARowGiveNoEnergy) {
  for (const float heavy : {1.0f, 2.0f, 10.0f, 30.0f, 100.0f})
    for (const float speed : {0.1f, 1.0f})
      for (const int substeps : {2, 4, 8})
        EXPECT_LE(gainOfPair(GetParam(), heavy, speed, substeps), 0.02)
            << heavy << " kg at " << speed << " m/s, " << substeps << " substeps";
}

enum class Hung { Hinge, Ball, Slider };
constexpr const char* kHungNames[] = {"hinged", "swinging", "sliding"};

/// Kinetic energy in the tenth second of boxes that hang in a row from the world [J].
double restOf(SolverType solver, int count, Hung hung, float limit) {
  World world;
  world.settings.solver = solver;
  std::optional<BodyId> last;
  for (int k = 0; k < count; ++k) {
    const Vec3 p{0.3f * float(k), 0, 0};
    BodyDef box = scenes::boxAt(p, {0.1f, 0.05f, 0.05f});
    box.mass = 1;
    const BodyId id = need(world.addBody(box));
    const auto hang = [&](auto joint) {
      joint.bodyA = id, joint.bodyB = last, joint.anchor = p - Vec3{0.15f, 0, 0};
      need(world.addJoint(joint));
    };
    if (hung == Hung::Hinge) {
      HingeJoint j;
      j.axis = Vec3{0, 0, 1}, j.limits = AngularLimits{-limit, limit};
      hang(j);
    } else if (hung == Hung::Slider) {
      PrismaticJoint j;
      j.axis = Vec3{0, 1, 0}, j.limits = LinearLimits{-limit, limit};
      hang(j);
    } else {
      BallJoint j;
      j.axis = Vec3{1, 0, 0}, j.swingLimit = limit;
      hang(j);
    }
    last = id;
  }
  double most = 0;
  for (int i = 0; i < 600; ++i) {
    world.step(1.0 / 60);
    if (i >= 540) most = std::max(most, world.energy().kinetic);
  }
  return most;
}

TEST_P(PushingLimits, OfAHangingRowComeToRest) {
  for (const int count : {1, 2, 3, 5})
    for (const Hung hung : {Hung::Hinge, Hung::Ball, Hung::Slider})
      for (const float limit : {0.1f, 0.3f})
        EXPECT_LE(restOf(GetParam(), count, hung, limit), 0.002 * count)
            << count << " boxes, " << kHungNames[int(hung)] << ", " << limit << " rad or m";
}

/// Cars on a smooth floor whose couplings have slack; the first and the last have these velocities.
void addTrain(World& world, int count, float ratio, float first, float last) {
  scenes::addGround(world);
  std::optional<BodyId> before;
  for (int k = 0; k < count; ++k) {
    const float x = 0.4f * float(k);
    BodyDef car = scenes::boxAt({x, 0.1f, 0}, {0.15f, 0.1f, 0.1f});
    car.mass = k % 2 ? 0.1f : 0.1f * ratio, car.friction = 0;
    car.linearVelocity = {k == 0 ? first : k == count - 1 ? last : 0, 0, 0};
    const BodyId id = need(world.addBody(car));
    if (before) {
      PrismaticJoint j;
      j.bodyA = id, j.bodyB = before;
      j.anchor = Vec3{x - 0.2f, 0.1f, 0}, j.axis = Vec3{1, 0, 0};
      j.limits = LinearLimits{-0.03f, 0.03f};
      need(world.addJoint(j));
    }
    before = id;
  }
}

TEST_P(PushingLimits, OfATrainGiveNoEnergy) {
  for (const int count : {3, 5})
    for (const float ratio : {10.0f, 100.0f}) {
      World world;
      world.settings.solver = GetParam();
      addTrain(world, count, ratio, -1, 1);
      const double start = world.energy().kinetic;
      for (int i = 0; i < 300; ++i) {
        world.step(1.0 / 60);
        ASSERT_LE(world.energy().kinetic, 1.01 * start) << count << " cars, ratio " << ratio;
      }
    }
}

TEST_P(PushingLimits, OfATrainThatIsDrawnKeepItsMomentum) {
  for (const int count : {3, 5})
    for (const float ratio : {1.0f, 10.0f, 100.0f}) {
      World world;
      world.settings.solver = GetParam();
      addTrain(world, count, ratio, -1, 0);
      const double start = world.momentum().linear.x;
      for (int i = 0; i < 300; ++i) world.step(1.0 / 60);
      EXPECT_NEAR(world.momentum().linear.x / start, 1, 1e-4) << count << " cars, ratio " << ratio;
    }
}

/// Where a motor without bound leaves a box after two seconds [rad or m], and its kinetic energy.
struct Driven {
  float coordinate;
  double kinetic;
};
Driven driven(SolverType solver, bool hinged, float velocity, int substeps, float frequency) {
  World world;
  world.settings.solver = solver, world.settings.substeps = substeps;
  BodyDef box = scenes::boxAt({0, 0, 0}, {0.12f, 0.1f, 0.05f});
  box.mass = 1;
  const BodyId id = need(world.addBody(box));
  const auto drive = [&](auto joint, auto limits, auto motor) {
    motor.velocity = velocity;
    joint.bodyA = id, joint.anchor = Vec3{-0.15f, 0, 0}, joint.limits = limits;
    joint.motor = motor, joint.frequency = frequency;
    return need(world.addJoint(joint));
  };
  HingeJoint hinge;
  hinge.axis = Vec3{0, 0, 1};
  PrismaticJoint slider;
  slider.axis = Vec3{1, 0, 0};
  const JointId joint = hinged ? drive(hinge, AngularLimits{-0.3f, 0.3f}, AngularMotor{})
                               : drive(slider, LinearLimits{-0.3f, 0.3f}, LinearMotor{});
  for (int i = 0; i < 120; ++i) world.step(1.0 / 60);
  return {world.readout(joint).coordinate[0], world.energy().kinetic};
}

TEST_P(PushingLimits, HoldAgainstMotorsWithoutBound) {
  for (const bool hinged : {true, false})
    for (const float velocity : {-200.0f, -20.0f, -2.0f, 2.0f, 20.0f, 200.0f})
      for (const int substeps : {1, 4, 8})
        for (const float frequency : {0.0f, 20.0f}) {
          const Driven end = driven(GetParam(), hinged, velocity, substeps, frequency);
          EXPECT_NEAR(end.coordinate, velocity > 0 ? 0.3f : -0.3f, 0.02f)
              << (hinged ? "hinge, " : "slider, ") << velocity << ", " << substeps << " substeps, "
              << frequency << " Hz";
          EXPECT_LE(end.kinetic, 1e-5);
        }
}

/// A motor without bound lifts a load to the upper limit, holds it there, and lowers it again.
TEST_P(PushingLimits, HoldLoadsThatMotorsWithoutBoundLift) {
  for (const float mass : {0.1f, 1.0f, 30.0f})
    for (const float velocity : {0.5f, 5.0f}) {
      World world;
      world.settings.solver = GetParam();
      BodyDef box = scenes::boxAt({0, 0, 0}, {0.2f, 0.2f, 0.2f});
      box.mass = 1;
      PrismaticJoint slider;
      slider.bodyA = need(world.addBody(box));
      slider.axis = Vec3{0, 1, 0};
      slider.limits = LinearLimits{-0.3f, 0.3f};
      slider.motor = LinearMotor{velocity, {}};
      const JointId joint = need(world.addJoint(slider));
      box = scenes::boxAt({0, -0.8f, 0}, {0.1f, 0.1f, 0.1f});
      box.mass = mass;
      DistanceJoint rope;
      rope.bodyA = slider.bodyA, rope.bodyB = need(world.addBody(box));
      need(world.addJoint(rope));
      const std::string what = std::to_string(mass) + " kg at " + std::to_string(velocity) + " m/s";
      for (int i = 0; i < 180; ++i) world.step(1.0 / 60);
      const JointReadout end = world.readout(joint);
      EXPECT_NEAR(std::abs(end.coordinate[0]), 0.3f, 2e-3f) << what;
      EXPECT_NEAR(end.rate[0], 0, 2e-3f) << what;
    }
}

INSTANTIATE_TEST_SUITE_P(Solvers, PushingLimits, everySolver(), solverName);

}  // namespace pushing_limits_test
}  // namespace holonom
