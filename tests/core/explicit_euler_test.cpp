// Explicit Euler for rigid bodies: closed forms of its error, and that constraints hold under it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "everything.h"
#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace explicit_euler_test {

using scenes::boxAt;
using scenes::need;
using scenes::sphereAt;

World explicitWorld(SolverType solver = SolverType::SoftStep, int substeps = 4, Vec3 gravity = {}) {
  World world = scenes::sleeplessWorld(solver, substeps, gravity);
  world.settings.integrator = RigidIntegrator::ExplicitEuler;
  return world;
}

/// Whether an error is of first order: halved, to `within`, with each halving of the step.
void expectFirstOrder(double coarse, double fine, double within, const std::string& where) {
  EXPECT_NEAR(std::log2(coarse / fine), 1, within) << where << ": " << coarse << ", " << fine;
}

// ---- free flight

class ExplicitEuler : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, ExplicitEuler, everySolver(), solverName);

TEST_P(ExplicitEuler, FallsLateByHalfASubstep) {
  Random random(1);
  for (int substeps = 1; substeps <= 16; ++substeps) {
    const Vec3 gravity = 10 * random.direction(), velocity = random.vector(5);
    World world = explicitWorld(GetParam(), substeps, gravity);
    BodyDef def = boxAt({}, {0.5f, 0.2f, 0.3f});
    def.linearVelocity = velocity;
    def.mass = random.real(0.01f, 100);
    need(world.addBody(def));
    const double h = double(1.0f / 60) / substeps;
    for (int step = 1; step <= 60; ++step) {
      ASSERT_FALSE(world.step(1.0f / 60));
      const double t = step * substeps * h;
      const Vec3d place = t * toDouble(velocity) + (0.5 * t * (t - h)) * toDouble(gravity);
      ASSERT_LT(length(toDouble(world.bodies.poses[0].position) - place), 1e-6 * step)
          << substeps << " substeps, step " << step;
      ASSERT_LT(length(toDouble(world.bodies.states[0].linear) - toDouble(velocity) -
                       t * toDouble(gravity)),
                2e-6 * step);
    }
  }
}

TEST_P(ExplicitEuler, GainsTheEnergyOfFreeFallThatItsErrorGives) {
  // Also where something turns far in a substep, or is joined: no bound may take that gain.
  for (const bool joined : {false, true})
    for (const int substeps : {1, 2, 4, 16}) {
      World world = explicitWorld(GetParam(), substeps, {0, -9.81f, 0});
      BodyDef def = sphereAt({}, 0.2f);
      def.mass = 2;
      def.angularVelocity = {0, 0, joined ? 0.0f : 40.0f};
      const BodyId a = need(world.addBody(def));
      def.position = {1, 0, 0};
      const BodyId b = need(world.addBody(def));
      if (joined) {
        FixedJoint joint;
        joint.bodyA = a, joint.bodyB = b;
        need(world.addJoint(JointDef(joint)));
      }
      const double before = world.energy().kinetic + world.energy().potential;
      for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1.0f / 60));
      const double gain = world.energy().kinetic + world.energy().potential - before;
      // m g² h t / 2
      const double expected = 4 * 0.5 * 9.81 * 9.81 / (60 * substeps);
      EXPECT_NEAR(gain, expected, 2e-3 * expected + 2e-3) << substeps << (joined ? ", joined" : "");
    }
}

TEST_P(ExplicitEuler, TheBoundOfEnergyLeavesJoinedBodiesThatSpinTheirSpeed) {
  // A pair that turns far in a substep is watched: that its fall gains energy may not slow it down.
  for (const float spin : {20.0f, 60.0f}) {
    const auto after = [&](float gravity) {
      World world = explicitWorld(GetParam(), 4, {0, -gravity, 0});
      BodyDef def = sphereAt({-0.5f, 0, 0}, 0.2f);
      def.mass = 2;
      def.angularVelocity = {0, 0, spin};
      def.linearVelocity = {0, -0.5f * spin, 0};
      FixedJoint joint;
      joint.bodyA = need(world.addBody(def));
      def.position.x = 0.5f, def.linearVelocity.y = 0.5f * spin;
      joint.bodyB = need(world.addBody(def));
      need(world.addJoint(JointDef(joint)));
      for (int i = 0; i < 60; ++i) EXPECT_FALSE(world.step(1.0f / 60));
      return world;
    };
    const World falling = after(9.81f), floating = after(0);
    const auto innerSpeed = [](const World& w) {
      return length(w.bodies.states[1].linear - w.bodies.states[0].linear);
    };
    EXPECT_GT(innerSpeed(falling), 0.9999f * innerSpeed(floating)) << spin;
    const auto& poses = falling.bodies.poses;
    const float fall = -0.5f * (poses[0].position.y + poses[1].position.y), h = 1 / 240.0f;
    // Later than by symplectic Euler. Impulses within the pair undo some of the lag.
    EXPECT_GT(fall, 0.5f * 9.81f * (1 - h) - 1e-3f) << spin;
    EXPECT_LT(fall, 0.5f * 9.81f) << spin;
  }
}

TEST_P(ExplicitEuler, AProjectileWithDragConvergesWithFirstOrder) {
  for (const double rate : {0.2, 1.0, 3.0}) {
    const auto errorWith = [&](int substeps) {
      World world = explicitWorld(GetParam(), substeps, {0, -9.81f, 0});
      BodyDef ball = sphereAt({}, 0.1f);
      ball.mass = 2;
      ball.linearVelocity = {10, 20, 0};
      DragForce drag;
      drag.body = need(world.addBody(ball));
      drag.linear = float(2 * rate);
      need(world.addForce(drag));
      for (int i = 0; i < 60; ++i) EXPECT_FALSE(world.step(1.0f / 60));
      const double e = std::exp(-rate), fall = -9.81 / rate;
      const Vec3d exact{10 / rate * (1 - e), fall + (20 - fall) / rate * (1 - e), 0};
      return length(toDouble(world.bodies.poses[0].position) - exact);
    };
    for (const int substeps : {1, 2, 4})
      expectFirstOrder(errorWith(substeps), errorWith(2 * substeps), 0.06,
                       "rate " + std::to_string(rate));
  }
}

TEST_P(ExplicitEuler, LinearDampingIsBoundedAndOfFirstOrder) {
  for (const float damping : {0.1f, 5.0f, 60.0f, 1e3f, 1e7f})
    for (const int substeps : {1, 4, 16}) {
      World world = explicitWorld(GetParam(), substeps);
      BodyDef ball = sphereAt({}, 0.1f);
      ball.linearVelocity = {3, 0, 0}, ball.angularVelocity = {0, 4, 0};
      ball.linearDamping = ball.angularDamping = damping;
      need(world.addBody(ball));
      for (int i = 0; i < 30; ++i) ASSERT_FALSE(world.step(1.0f / 60));
      const double h = 1.0 / (60 * substeps);
      const double left = std::pow(std::max(0.0, 1 - double(damping) * h), 30 * substeps);
      EXPECT_NEAR(world.bodies.states[0].linear.x, 3 * left, 1e-5) << damping;
      EXPECT_NEAR(world.bodies.states[0].angular.y, 4 * left, 1e-5) << damping;
    }
}

// ---- oscillators

/// Amplitude of a ball on a spring after `steps`, as a multiple of that at the start.
double growthOf(SolverType solver, int substeps, double omega, int steps, bool pulled) {
  World world = explicitWorld(solver, substeps);
  BodyDef ball = sphereAt({0.5f, 0, 0}, 0.1f);
  ball.mass = 2;
  const BodyId id = need(world.addBody(ball));
  SpringForce spring;
  spring.bodyA = id;
  spring.anchorB = Vec3{};
  spring.stiffness = float(2 * omega * omega);
  spring.length = 0;
  if (!pulled) need(world.addForce(spring));
  const auto pull = [&] {
    const Vec3 at = world.bodies.poses[0].position;
    EXPECT_FALSE(world.applyForce(id, -spring.stiffness * at));
  };
  for (int i = 0; i < steps; ++i) {
    if (pulled) pull();
    EXPECT_FALSE(world.step(1.0f / 60));
  }
  const Vec3d x = toDouble(world.bodies.poses[0].position),
              v = (1 / omega) * toDouble(world.bodies.states[0].linear);
  return std::sqrt(dot(x, x) + dot(v, v)) / 0.5;
}

TEST_P(ExplicitEuler, AnOscillatorGrowsAsItsClosedForm) {
  for (const double omega : {0.5, 2.0, 6.0, 15.0})
    for (int substeps = 1; substeps <= 16; ++substeps) {
      const double wh = omega / (60 * substeps);
      const double expected = std::pow(1 + wh * wh, 0.5 * 60 * substeps);
      EXPECT_NEAR(growthOf(GetParam(), substeps, omega, 60, false) / expected, 1, 1e-3)
          << omega << " rad/s, " << substeps << " substeps";
    }
}

TEST_P(ExplicitEuler, AForceThatIsSetInEachStepDrivesTheSameGrowth) {
  const double omega = 6, wh = omega / 60;
  EXPECT_NEAR(growthOf(GetParam(), 1, omega, 60, true), std::pow(1 + wh * wh, 30), 1e-3);
}

TEST_P(ExplicitEuler, AnOscillatorConvergesWithFirstOrder) {
  const double omega = 3;
  const auto errorWith = [&](int substeps) {
    World world = explicitWorld(GetParam(), substeps);
    SpringForce spring;
    BodyDef ball = sphereAt({1.5f, 0, 0}, 0.1f);
    ball.mass = 2;
    spring.bodyA = need(world.addBody(ball));
    spring.anchorB = Vec3{};
    spring.stiffness = float(2 * omega * omega);
    spring.length = 1.0f;
    need(world.addForce(spring));
    for (int i = 0; i < 120; ++i) EXPECT_FALSE(world.step(1.0f / 60));
    return std::abs(double(world.bodies.poses[0].position.x) - 1 - 0.5 * std::cos(omega * 2));
  };
  for (const int substeps : {2, 4, 8})
    expectFirstOrder(errorWith(substeps), errorWith(2 * substeps), 0.1, nameOf(GetParam()));
}

// ---- rotation

TEST(ExplicitEulerSpin, OfFreeBodiesIsOfFirstOrder) {
  // An asymmetric body, and symmetric ones, long and flat.
  for (const Vec3 size : {Vec3{0.5f, 0.3f, 0.2f}, {0.5f, 0.2f, 0.2f}, {0.1f, 0.4f, 0.4f}}) {
    const auto errorsWith = [&](int substeps) {
      World world = explicitWorld(SolverType::SoftStep, substeps);
      BodyDef def = boxAt({}, size);
      def.angularVelocity = {1.5f, 2, 0.7f};
      need(world.addBody(def));
      const Vec3d momentum = world.momentum().angular;
      const double energy = world.energy().kinetic;
      for (int i = 0; i < 60; ++i) EXPECT_FALSE(world.step(1.0f / 60));
      return std::pair{length(world.momentum().angular - momentum) / length(momentum),
                       std::abs(world.energy().kinetic - energy) / energy};
    };
    for (const int substeps : {1, 2, 4, 8}) {
      const auto coarse = errorsWith(substeps), fine = errorsWith(2 * substeps);
      expectFirstOrder(coarse.first, fine.first, 0.15, "angular momentum");
      expectFirstOrder(coarse.second, fine.second, 0.15, "energy");
      EXPECT_LT(fine.first, 0.05 / substeps);
    }
  }
}

TEST(ExplicitEulerSpin, TakesTheGyroscopicTermOfTheStart) {
  Random random(5);
  for (int n = 0; n < 40; ++n) {
    World world = explicitWorld(SolverType::SoftStep, 1);
    BodyDef def = boxAt({}, {0.5f, 0.3f, 0.1f});
    def.rotation = random.rotation();
    def.angularVelocity = random.vector(6);
    const BodyId id = need(world.addBody(def));
    const Vec3d spin = toDouble(world.bodies.states[0].angular);
    const Sym3d inertia = world.bodies.inertiaNow(0);
    const Quat start = world.bodies.poses[0].rotation;
    const Vec3 torque = random.vector(10);
    ASSERT_FALSE(world.applyTorque(id, torque));
    const double h = double(1.0f / 100);
    ASSERT_FALSE(world.step(1.0f / 100));
    const Vec3d change = inverse(inertia) * (toDouble(torque) - cross(spin, inertia * spin));
    EXPECT_LT(length(toDouble(world.bodies.states[0].angular) - spin - h * change),
              2e-6 * (1 + length(spin)));
    const Quat turned = normalize(integrateRotation(start, float(h) * toFloat(spin)));
    EXPECT_LT(2 * length((world.bodies.poses[0].rotation * conjugate(turned)).xyz()), 1e-6);
  }
}

TEST(ExplicitEulerSpin, OfABallAboutAnyAxisIsSteady) {
  World world = explicitWorld(SolverType::SoftStep, 3);
  BodyDef def = sphereAt({}, 0.3f);
  def.angularVelocity = {3, -2, 5};
  need(world.addBody(def));
  for (int i = 0; i < 600; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  EXPECT_LT(length(world.bodies.states[0].angular - def.angularVelocity), 1e-5f);
}

// ---- contacts and joints

TEST_P(ExplicitEuler, ABoxAtRestStays) {
  for (int substeps = 1; substeps <= 16; ++substeps)
    for (const float size : {0.05f, 0.5f, 2.0f}) {
      World world = explicitWorld(GetParam(), substeps, {0, -9.81f, 0});
      scenes::addGround(world);
      BodyDef def = boxAt({0, size, 0}, {size, size, size});
      def.mass = size < 1 ? 0.1f : 1000.0f;
      need(world.addBody(def));
      const std::string where =
          std::to_string(substeps) + " substeps, size " + std::to_string(size);
      for (int i = 0; i < 300; ++i) {
        ASSERT_FALSE(world.step(1.0f / 60));
        // Soft contacts yield beyond the slop by what carries the weight, as they do elsewhere.
        ASSERT_NEAR(world.bodies.poses[1].position.y, size, world.settings.contactSlop + 3e-4)
            << where << ", step " << i;
        // It settles by its slop in the first second.
        if (i >= 60) {
          ASSERT_LT(length(world.bodies.states[1].linear), 1e-3f) << where << ", step " << i;
        }
      }
    }
}

TEST_P(ExplicitEuler, ATowerStandsAndFallsAsleep) {
  WorldSettings settings;
  settings.solver = GetParam();
  settings.integrator = RigidIntegrator::ExplicitEuler;
  World world(settings);
  scenes::tower(world, 4);
  for (int i = 0; i < 240; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  for (int i = 1; i < world.bodies.size(); ++i) {
    EXPECT_NEAR(world.bodies.poses[i].position.y, float(i) - 0.5f, 0.01f) << i;
    EXPECT_FALSE(world.bodies.isAwake(i)) << i;
  }
}

TEST_P(ExplicitEuler, ABoxSlidesDownASlopeAndStaysOnIt) {
  for (const int substeps : {1, 4, 16}) {
    const auto slide = [&](RigidIntegrator integrator) {
      // Gravity leans by 30 degrees in place of the ground.
      World world = explicitWorld(GetParam(), substeps, 9.81f * Vec3{0.5f, -0.8660254f, 0});
      world.settings.integrator = integrator;
      scenes::addGround(world);
      BodyDef def = boxAt({0, 0.5f, 0});
      def.friction = 0;
      need(world.addBody(def));
      float highest = 0;
      for (int i = 0; i < 120; ++i) {
        EXPECT_FALSE(world.step(1.0f / 60));
        highest = std::max(highest, std::abs(world.bodies.poses[1].position.y - 0.5f));
      }
      return std::pair{double(world.bodies.poses[1].position.x), double(highest)};
    };
    const auto [way, gap] = slide(RigidIntegrator::ExplicitEuler);
    const double a = 9.81 / 2, h = 1.0 / (60 * substeps);
    EXPECT_NEAR(way, 0.5 * a * 2 * (2 - h), 2e-3) << substeps;
    EXPECT_LT(gap, slide(RigidIntegrator::SymplecticEuler).second + 1e-4) << substeps;
  }
}

TEST_P(ExplicitEuler, APendulumKeepsItsLengthAndGainsEnergyOfFirstOrder) {
  const auto swing = [&](RigidIntegrator integrator, int substeps) {
    World world = explicitWorld(GetParam(), substeps, {0, -9.81f, 0});
    world.settings.integrator = integrator;
    DistanceJoint joint;
    BodyDef bob = sphereAt({1, 0, 0}, 0.1f);
    bob.mass = 1;
    joint.bodyA = need(world.addBody(bob));
    joint.anchorB = Vec3{};
    need(world.addJoint(JointDef(joint)));
    const double start = world.energy().kinetic + world.energy().potential;
    double stretch = 0;
    for (int i = 0; i < 180; ++i) {
      EXPECT_FALSE(world.step(1.0f / 60));
      stretch = std::max(stretch, std::abs(length(toDouble(world.bodies.poses[0].position)) - 1));
    }
    return std::pair{stretch, world.energy().kinetic + world.energy().potential - start};
  };
  for (const int substeps : {1, 2, 4, 8, 16}) {
    const double h = 1.0 / (60 * substeps);
    const auto [stretch, gain] = swing(RigidIntegrator::ExplicitEuler, substeps);
    const double other = std::max(swing(RigidIntegrator::SymplecticEuler, substeps).first,
                                  swing(RigidIntegrator::Rk4, substeps).first);
    // What moves across the rod within a substep lengthens it by (v h)² / 2, at up to 3 g l = v²,
    // and faster with what energy it gains.
    EXPECT_LT(stretch, 1.25 * other + 0.5 * 3 * 9.81 * h * h) << substeps;
    EXPECT_GT(gain, 0) << substeps;
    if (substeps >= 4) {
      expectFirstOrder(gain, swing(RigidIntegrator::ExplicitEuler, 2 * substeps).second, 0.25,
                       nameOf(GetParam()));
    }
  }
}

TEST_P(ExplicitEuler, JointsHoldInRandomChains) {
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    const auto tornIn = [&](RigidIntegrator integrator) {
      Random random(seed);
      World world = explicitWorld(GetParam(), 1 + random.below(16), {0, -9.81f, 0});
      world.settings.integrator = integrator;
      std::vector<BodyId> ids;
      for (int i = 0; i < 6; ++i) {
        BodyDef def = boxAt({0.4f * float(i) + 0.2f, 0, 0}, {0.2f, 0.05f, 0.08f});
        def.mass = random.real(0.5f, 2);
        def.collisionMask = 0;
        ids.push_back(need(world.addBody(def)));
        BallJoint joint;
        joint.bodyA = ids.back();
        joint.anchorA = Vec3{-0.2f, 0, 0};
        if (i > 0) joint.bodyB = ids[size_t(i) - 1];
        joint.anchorB = i > 0 ? Vec3{0.2f, 0, 0} : Vec3{};
        need(world.addJoint(JointDef(joint)));
      }
      double torn = 0;
      for (int step = 0; step < 120; ++step) {
        EXPECT_FALSE(world.step(1.0f / 60));
        for (int i = 0; i < 6; ++i) {
          const Vec3 end = transformPoint(world.bodies.bodyPose(i), {-0.2f, 0, 0});
          const Vec3 other =
              i > 0 ? transformPoint(world.bodies.bodyPose(i - 1), {0.2f, 0, 0}) : Vec3{};
          torn = std::max(torn, double(length(end - other)));
        }
      }
      return torn;
    };
    const double others =
        std::max(tornIn(RigidIntegrator::SymplecticEuler), tornIn(RigidIntegrator::Rk4));
    EXPECT_LT(tornIn(RigidIntegrator::ExplicitEuler), 2 * others + 1e-4) << seed;
  }
}

TEST_P(ExplicitEuler, ABallBouncesWithItsRestitution) {
  for (const int substeps : {1, 4, 16}) {
    World world = explicitWorld(GetParam(), substeps, {0, -9.81f, 0});
    scenes::addGround(world);
    BodyDef ball = sphereAt({0, 1.1f, 0}, 0.1f);
    ball.restitution = 0.5f;
    need(world.addBody(ball));
    float highest = 0, lowest = 1;
    bool bounced = false;
    for (int i = 0; i < 60; ++i) {
      ASSERT_FALSE(world.step(1.0f / 60));
      const float y = world.bodies.poses[1].position.y - 0.1f;
      lowest = std::min(lowest, y);
      bounced |= world.bodies.states[1].linear.y > 0;
      if (bounced) highest = std::max(highest, y);
    }
    EXPECT_NEAR(highest, 0.25f, 0.02f) << substeps;
    EXPECT_GT(lowest, -0.002f) << substeps;
  }
}

TEST_P(ExplicitEuler, AFastBallDoesNotTunnel) {
  Random random(9);
  for (int n = 0; n < 20; ++n) {
    World world = explicitWorld(GetParam(), 1 + random.below(8), {0, -9.81f, 0});
    BodyDef wall = boxAt({0, 0, 0}, {5, 0.01f, 5});
    wall.type = BodyType::Static;
    need(world.addBody(wall));
    BodyDef ball = sphereAt({0, 3, 0}, 0.05f);
    ball.linearVelocity = {random.real(-5, 5), -random.real(20, 90), 0};
    ball.restitution = random.below(2) ? 0.0f : 0.8f;
    need(world.addBody(ball));
    for (int i = 0; i < 40; ++i) {
      ASSERT_FALSE(world.step(1.0f / 60));
      ASSERT_GT(world.bodies.poses[1].position.y, 0.04f) << n << ", step " << i;
    }
  }
}

TEST(ExplicitEulerImpacts, KeepMomentum) {
  World world = explicitWorld();
  BodyDef left = boxAt({-2, 0, 0}, {0.5f, 0.2f, 0.3f}), right = boxAt({2, 0.3f, 0.1f});
  left.linearVelocity = {4, 0, 0};
  right.linearVelocity = {-3, 0, 0};
  need(world.addBody(left));
  need(world.addBody(right));
  const Momentum before = world.momentum();
  for (int i = 0; i < 120; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  EXPECT_LT(world.bodies.states[0].linear.x, 0) << "they must have met";
  EXPECT_LT(length(world.momentum().linear - before.linear), 1e-5 * 240 * 4);
}

// ---- locks, snapshots

TEST_P(ExplicitEuler, LocksAndPlanarWorldsHoldExactly) {
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    Random random(seed);
    World world = explicitWorld(GetParam(), 1 + random.below(16), 10 * random.direction());
    world.settings.planar = true;
    scenes::pit(world, 3);
    const int first = world.bodies.size();
    std::vector<float> depths;
    for (int i = 0; i < 8; ++i) {
      BodyDef def =
          boxAt({random.real(-2, 2), 0.8f + float(i), 0.25f * float(i % 3)}, {0.3f, 0.2f, 0.4f});
      def.linearVelocity = random.vector(5), def.angularVelocity = random.vector(8);
      def.lockTranslation.x = random.below(3) == 0;
      depths.push_back(def.position.z);
      need(world.addBody(def));
    }
    std::vector<float> starts;
    for (int i = 0; i < 8; ++i) starts.push_back(world.bodies.poses[first + i].position.x);
    for (int step = 0; step < 120; ++step) {
      ASSERT_FALSE(world.step(1.0f / 60));
      for (int i = 0; i < 8; ++i) {
        const BodyState& s = world.bodies.states[first + i];
        const Transform pose = world.bodies.bodyPose(first + i);
        ASSERT_EQ(s.linear.z, 0);
        ASSERT_EQ(s.angular.x, 0);
        ASSERT_EQ(s.angular.y, 0);
        ASSERT_EQ(pose.position.z, depths[size_t(i)]);
        ASSERT_EQ(pose.rotation.x, 0);
        ASSERT_EQ(pose.rotation.y, 0);
        if (world.bodies.defs[first + i].lockTranslation.x) {
          ASSERT_EQ(world.bodies.poses[first + i].position.x, starts[size_t(i)]);
        }
      }
    }
  }
}

TEST_P(ExplicitEuler, GoesOnFromASnapshotAndRepeatsItself) {
  const auto begin = [&](World& world) {
    world.settings.solver = GetParam();
    world.settings.integrator = RigidIntegrator::ExplicitEuler;
    scenes::everything(world);
    for (int i = 0; i < 10; ++i) EXPECT_FALSE(world.step(1.0f / 60));
  };
  World world, twin, restored;
  begin(world), begin(twin);
  ASSERT_EQ(world.hash(), twin.hash());
  ASSERT_FALSE(restored.restore(world.snapshot()));
  EXPECT_EQ(restored.settings.integrator, RigidIntegrator::ExplicitEuler);
  for (int i = 0; i < 10; ++i) {
    for (World* w : {&world, &twin, &restored}) ASSERT_FALSE(w->step(1.0f / 60));
    ASSERT_EQ(world.hash(), twin.hash()) << i;
    ASSERT_EQ(world.hash(), restored.hash()) << i;
  }
}

TEST(ExplicitEulerWorld, SwitchesWhileItRuns) {
  World world = explicitWorld(SolverType::SoftStep, 4, {0, -9.81f, 0});
  scenes::tower(world, 3);
  for (int i = 0; i < 240; ++i) {
    world.settings.integrator = RigidIntegrator(i / 20 % 3);
    ASSERT_FALSE(world.step(1.0f / 60));
  }
  for (int i = 1; i < world.bodies.size(); ++i)
    EXPECT_NEAR(world.bodies.poses[i].position.y, float(i) - 0.5f, 0.01f) << i;
}

}  // namespace explicit_euler_test
}  // namespace holonom
