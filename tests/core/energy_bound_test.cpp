// Passive worlds gain no energy by contacts and joints, however fast and thin their bodies are.
#include <gtest/gtest.h>

#include <cmath>

#include "family.h"
#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace energy_bound_test {

using scenes::energyOf;
using scenes::need;

/// Links of 0.4 m along x from `start`, joined by balls or hinges about z; the first one also to
/// the world where it is `hung`.
std::vector<BodyId> addChain(World& world, Vec3 start, int links, bool hinges, bool hung,
                             float thickness = 0.02f) {
  std::vector<BodyId> ids;
  for (int i = 0; i < links; ++i) {
    BodyDef link =
        scenes::boxAt(start + Vec3{0.2f + 0.4f * float(i), 0, 0}, {0.19f, thickness, thickness});
    link.restitution = 0;
    ids.push_back(need(world.addBody(link)));
    if (i == 0 && !hung) continue;
    const auto join = [&](auto joint) {
      joint.bodyA = ids.back();
      if (i > 0) joint.bodyB = ids[size_t(i) - 1];
      joint.anchor = start + Vec3{0.4f * float(i), 0, 0};
      if (hinges) joint.axis = Vec3{0, 0, 1};
      need(world.addJoint(joint));
    };
    if (hinges)
      join(HingeJoint{});
    else
      join(BallJoint{});
  }
  return ids;
}

void spin(World& world, const std::vector<BodyId>& ids, Vec3 about, float rate) {
  for (const BodyId id : ids) {
    const int i = world.indexOf(id);
    world.bodies.states[i].angular = {0, 0, rate};
    world.bodies.states[i].linear = cross(Vec3{0, 0, rate}, world.bodies.poses[i].position - about);
  }
}

BodyDef wallAt(Vec3 position, Vec3 halfExtents) {
  BodyDef wall = scenes::boxAt(position, halfExtents);
  wall.type = BodyType::Static;
  return wall;
}

/// The most by which the energy passes that of the start in `steps` steps, over the kinetic energy
/// of the start.
double growth(World& world, int steps) {
  const double start = energyOf(world), scale = world.energy().kinetic;
  double most = 0;
  for (int i = 0; i < steps; ++i) {
    if (world.step(1.0f / 60)) return INFINITY;
    const double now = energyOf(world);
    if (!std::isfinite(now)) return INFINITY;
    most = std::max(most, (now - start) / scale);
  }
  return most;
}

/// These solve joints together and exactly. The others leave them torn where light links turn fast,
/// and what closes them turns their island faster for a time.
bool closesJoints(SolverType solver) {
  return solver == SolverType::Direct || solver == SolverType::Mlcp ||
         solver == SolverType::SoftStep;
}

class EnergyBound : public testing::TestWithParam<SolverType> {};

TEST_P(EnergyBound, FreeSpinningChainsGainNoneAndKeepTheirMomenta) {
  for (const int links : {2, 6, 20})
    for (const int substeps : {1, 4, 8})
      for (const float rate : {1.0f, 5.0f, 20.0f, 60.0f, 65.0f}) {
        World world;
        world.settings.solver = GetParam();
        world.settings.substeps = substeps;
        world.settings.gravity = {};
        const auto chain = addChain(world, {0, 0, 0}, links, false, false);
        spin(world, chain, {0.2f * float(links), 0, 0}, rate);
        const Momentum before = world.momentum();
        EXPECT_LT(growth(world, 120), 0.005) << links << " links, " << substeps << ", " << rate;
        const Momentum after = world.momentum();
        const double size = length(before.angular);
        EXPECT_LT(length(after.angular - before.angular), 1e-5 * size)
            << links << " links, " << substeps << ", " << rate;
      }
}

TEST_P(EnergyBound, HungChainsThatHitPostsGainNone) {
  for (const bool hinges : {true, false})
    for (const int links : {1, 3, 6})
      for (const float rate : {5.0f, 20.0f, 60.0f, 200.0f})
        for (const float restitution : {0.0f, 0.5f, 1.0f}) {
          World world;
          world.settings.solver = GetParam();
          world.settings.gravity = {};
          const auto chain = addChain(world, {0, 0, 0}, links, hinges, true);
          spin(world, chain, {}, rate);
          BodyDef post = wallAt({0.1f, 0.3f * float(links), 0}, {0.02f, 0.15f * float(links), 1});
          post.restitution = restitution;
          need(world.addBody(post));
          EXPECT_LT(growth(world, 120), 0.005)
              << hinges << ", " << links << " links, " << rate << " rad/s, e " << restitution;
        }
}

/// Chains of random links among thin walls and loose bodies, thrown at each other.
void fillRandomly(World& world, uint64_t seed, SolverType solver) {
  Random random(seed);
  world.settings.solver = solver;
  world.settings.substeps = 1 << random.below(4);
  if (random.below(2)) world.settings.gravity = {};
  world.settings.sleeping = false;
  const float fastest = std::pow(10.0f, random.real(0, 2)), restitution = random.below(2) ? 0 : 1;
  const auto shapeOf = [&](float size) -> Shape {
    const float thin = random.below(3) ? 1 : random.real(0.05f, 1);
    switch (random.below(3)) {
      case 0:
        return Sphere{size};
      case 1:
        return Capsule{0.5f * size * thin, 0.5f * size};
      default:
        return Box{{size, size * thin, size * thin * random.real(0.5f, 1)}};
    }
  };
  for (int i = 0, walls = random.below(4); i < walls; ++i) {
    BodyDef wall = wallAt(random.vector(2), {1.5f, 1.5f, random.real(0.005f, 0.1f)});
    wall.position.y -= 5;  // none overlaps a chain
    wall.rotation = random.rotation();
    need(world.addBody(wall));
  }
  const int groups = 1 + random.below(4);
  for (int g = 0; g < groups; ++g) {
    const int links = 1 + random.below(5), kind = random.below(4);
    const float size = random.real(0.05f, 0.3f), apart = (kind < 3 ? 2.2f : 3.6f) * size;
    const Vec3 along{0, 0, 1}, start{3.0f * float(g), 0, random.real(-1, 1)};
    const Vec3 motion = fastest * random.vector(), turn = fastest * random.vector();
    BodyId last;
    for (int i = 0; i < links; ++i) {
      BodyDef def;
      def.shape = shapeOf(size);
      def.position = start + (apart * float(i)) * along;
      def.rotation = random.rotation();
      def.linearVelocity = motion + cross(turn, def.position - start);
      def.angularVelocity = turn;
      def.friction = random.real(0, 1);
      def.restitution = restitution * random.real(0, 1);
      const BodyId id = need(world.addBody(def));
      const auto join = [&](auto joint, bool other) {
        joint.bodyA = id;
        if (other) joint.bodyB = last;
        joint.anchor = def.position - (0.5f * apart) * along;
        if constexpr (requires { joint.axis; }) joint.axis = random.direction();
        need(world.addJoint(joint));
      };
      if (i > 0 || random.below(4) == 0) {
        if (kind == 0) join(BallJoint{}, i > 0);
        if (kind == 1) join(HingeJoint{}, i > 0);
        if (kind == 2) join(FixedJoint{}, i > 0);
      }
      last = id;
    }
  }
}

void expectNoGain(SolverType solver, uint64_t first, int count) {
  int gaining = 0;
  for (uint64_t seed = first; seed < first + uint64_t(count); ++seed) {
    World world;
    fillRandomly(world, seed, solver);
    const double most = growth(world, 60);
    EXPECT_LT(most, closesJoints(solver) ? 0.005 : 1) << "seed " << seed;
    gaining += !(most < 0.005);
  }
  EXPECT_LE(gaining, closesJoints(solver) ? 0 : (count + 49) / 50);
}

TEST_P(EnergyBound, RandomPassiveWorldsGainNone) { expectNoGain(GetParam(), 1, 60); }

TEST(CampaignEnergyBound, RandomPassiveWorldsGainNone) {
  // Of the solvers that leave joints torn one world in fifty gains, and none by more than it had.
  for (const bool closes : {true, false}) {
    Family family(closes ? "energy of closed joints" : "energy of torn joints", "gain", 0.005,
                  closes ? 0 : 0.02);
    for (const SolverType solver : allSolvers())
      for (uint64_t seed = 1000; seed < 2700; ++seed) {
        if (closesJoints(solver) != closes) continue;
        World world;
        fillRandomly(world, seed, solver);
        const double most = growth(world, 60);
        EXPECT_LT(most, closes ? 0.005 : 1) << nameOf(solver) << " seed " << seed;
        family.add(most, 0, [&] { return nameOf(solver) + (" seed " + std::to_string(seed)); });
      }
  }
}

TEST_P(EnergyBound, JointsFarFromClosedCloseAndLeaveNoSpeed) {
  const bool atOnce = GetParam() == SolverType::Xpbd;  // it moves bodies; the others push them
  for (const bool hinge : {true, false})
    for (const int substeps : {1, 4, 16})
      for (const float gap : {0.1f, 0.5f, 3.0f}) {
        World world;
        world.settings.solver = GetParam();
        world.settings.substeps = substeps;
        world.settings.gravity = {};
        const BodyId a = need(world.addBody(scenes::boxAt({0, 0, 0}, {0.5f, 0.1f, 0.1f})));
        const BodyId b =
            need(world.addBody(scenes::boxAt({1.1f + gap, 0.3f, 0}, {0.5f, 0.1f, 0.1f})));
        const auto join = [&](auto joint) {
          joint.bodyA = a, joint.bodyB = b;
          joint.anchorA = Vec3{0.5f, 0, 0}, joint.anchorB = Vec3{-0.5f, 0, 0};
          if constexpr (requires { joint.axis; }) joint.axis = Vec3{0, 0, 1};
          need(world.addJoint(joint));
        };
        if (hinge)
          join(HingeJoint{});
        else
          join(BallJoint{});
        for (int i = 0; i < 60; ++i) {
          ASSERT_FALSE(world.step(1.0f / 60));
          const double most = i < 40 && !atOnce ? INFINITY : gap * gap;
          EXPECT_LT(world.energy().kinetic, most) << hinge << ", " << substeps << ", " << gap;
        }
        const auto endOf = [&](BodyId id, float x) {
          const Transform& pose = world.bodies.poses[world.indexOf(id)];
          return pose.position + rotate(pose.rotation, Vec3{x, 0, 0});
        };
        EXPECT_LT(length(endOf(a, 0.5f) - endOf(b, -0.5f)), 0.01f * gap)
            << hinge << ", " << substeps << ", " << gap;
      }
}

/// xpbd moves bodies to where joints close, however far that is, and leaves them no speed by it.
TEST(TornJoints, CloseWithoutSpeedUnderXpbd) {
  Random random(11);
  for (int i = 0; i < 240; ++i) {
    World world;
    world.settings.solver = SolverType::Xpbd;
    world.settings.substeps = 1 << random.below(5);
    world.settings.gravity = {};
    world.settings.sleeping = false;
    const int kind = i % 6, links = 1 + random.below(4);
    std::vector<BodyId> ids;
    for (int k = 0; k < links; ++k) {
      const BodyId id =
          need(world.addBody(scenes::boxAt({0.5f * float(k), 0, 0}, {0.2f, 0.05f, 0.08f})));
      const auto join = [&](auto joint) {
        joint.bodyA = id;
        if (k > 0) joint.bodyB = ids.back();
        if constexpr (requires { joint.anchor; })
          joint.anchor = Vec3{0.5f * float(k) - 0.25f, 0, 0};
        if constexpr (requires { joint.axis; }) joint.axis = random.direction();
        if constexpr (requires { joint.mode; }) {
          joint.anchorB = Vec3{k > 0 ? 0.0f : -0.5f, 0, 0};
          joint.mode = kind == 4 ? DistanceMode::Rope : DistanceMode::Rigid;
          joint.length = 0.5f;
        }
        need(world.addJoint(joint));
      };
      if (kind == 0) join(BallJoint{});
      if (kind == 1) join(HingeJoint{});
      if (kind == 2) join(FixedJoint{});
      if (kind == 3) join(PrismaticJoint{});
      if (kind > 3) join(DistanceJoint{});
      ids.push_back(id);
    }
    const float gap = random.real(0.3f, 3);
    const int moved = world.indexOf(ids[size_t(random.below(links))]);
    world.bodies.poses[moved].position += gap * random.direction();
    for (int step = 0; step < 60; ++step) {
      ASSERT_FALSE(world.step(1.0f / 60));
      // Far below that of the speed that closes it in a substep, and below what the others need.
      ASSERT_LT(world.energy().kinetic, 40 * gap * gap)
          << "kind " << kind << ", " << links << " links, " << world.settings.substeps
          << " substeps, gap " << gap << ", step " << step;
    }
  }
}

/// Links one behind the other that fly apart, held together by balls, rods and ropes.
void fillWithRopes(World& world, uint64_t seed) {
  Random random(seed);
  world.settings.gravity = {};
  world.settings.sleeping = false;
  const float size = std::pow(10.0f, random.real(-1.5f, 0));
  BodyId last;
  for (int i = 0, links = 3 + random.below(4); i < links; ++i) {
    BodyDef link;
    link.shape = Capsule{0.1f * size, 0.3f * size};
    link.position = {1.1f * size * float(i), 0, 0};
    link.rotation = {0, 0, std::sqrt(0.5f), std::sqrt(0.5f)};
    link.linearVelocity = 4.0f * random.vector();
    const BodyId id = need(world.addBody(link));
    const auto join = [&](auto joint) {
      joint.bodyA = last;
      joint.bodyB = id;
      if constexpr (requires { joint.mode; })
        joint.mode = random.below(2) ? DistanceMode::Rope : DistanceMode::Rigid;
      else
        joint.anchor = Vec3{1.1f * size * (float(i) - 0.5f), 0, 0};
      need(world.addJoint(joint));
    };
    if (i > 0 && random.below(2))
      join(BallJoint{});
    else if (i > 0)
      join(DistanceJoint{});
    last = id;
  }
}

TEST_P(EnergyBound, RodsAndRopesInFlightGainNoneAndKeepMomentum) {
  for (const int substeps : {4, 8})
    for (uint64_t seed = 0; seed < 100; ++seed) {
      World world;
      world.settings.solver = GetParam();
      world.settings.substeps = substeps;
      fillWithRopes(world, seed);
      const Momentum before = world.momentum();
      EXPECT_LT(growth(world, 60), GetParam() == SolverType::Xpbd ? 0.1 : 0.005)
          << substeps << " substeps, seed " << seed;
      const Momentum after = world.momentum();
      EXPECT_LT(length(after.linear - before.linear), 1e-4 * length(before.linear))
          << substeps << " substeps, seed " << seed;
    }
}

TEST_P(EnergyBound, AHitOnAJointedPairKeepsTheMomenta) {
  Random random(7);
  for (int i = 0; i < 20; ++i) {
    World world;
    world.settings.solver = GetParam();
    world.settings.gravity = {};
    const auto pair = addChain(world, {0, 0, 0}, 2, i % 2, false, 0.1f);
    BodyDef ball = scenes::sphereAt({random.real(0.1f, 0.7f), 1, random.real(-0.05f, 0.05f)}, 0.1f);
    ball.linearVelocity = {0, -std::pow(10.0f, random.real(0, 1.5f)), 0};
    ball.friction = random.real(0, 1);
    need(world.addBody(ball));
    const Momentum before = world.momentum();
    for (int step = 0; step < 60; ++step) ASSERT_FALSE(world.step(1.0f / 60));
    const Momentum after = world.momentum();
    const double size = length(before.linear);
    EXPECT_LT(length(after.linear - before.linear), 1e-5 * size) << i;
    EXPECT_LT(length(after.angular - before.angular), 1e-4 * size) << i;
  }
}

/// A rod on a hinge or ball at its middle, or free, and a blade loosely jointed to it or none.
BodyId addRotor(World& world, bool held, float damping) {
  BodyDef rod = scenes::boxAt({0, 0, 0}, {0.5f, 0.05f, 0.05f});
  rod.angularDamping = damping;
  const BodyId id = need(world.addBody(rod));
  if (held) {
    HingeJoint hinge;
    hinge.bodyA = id;
    hinge.anchor = Vec3{0, 0, 0};
    hinge.axis = Vec3{0, 0, 1};
    need(world.addJoint(hinge));
    return id;
  }
  BodyDef blade = scenes::boxAt({0, 0, 0}, {0.05f, 0.5f, 0.05f});
  blade.angularDamping = damping;
  FixedJoint weld;
  weld.bodyA = need(world.addBody(blade));
  weld.bodyB = id;
  weld.anchor = Vec3{0, 0, 0};
  need(world.addJoint(weld));
  return id;
}

TEST_P(EnergyBound, FastRotorsAreDampedAsTheySay) {
  for (const bool held : {true, false})
    for (const float rate : {3.0f, 10.0f, 30.0f}) {
      World world;
      world.settings.solver = GetParam();
      world.settings.gravity = {};
      const int rotor = world.indexOf(addRotor(world, held, 0.5f));
      for (int i = 0; i < world.bodies.size(); ++i) world.bodies.states[i].angular = {0, 0, rate};
      for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1.0f / 60));
      EXPECT_NEAR(world.bodies.states[rotor].angular.z, rate * std::exp(-0.5f), 0.01f * rate)
          << held << " " << rate;
    }
}

TEST_P(EnergyBound, TorquesAndForcesTurnRotorsUp) {
  for (const bool held : {true, false})
    for (const int how : {0, 1, 2}) {  // a torque that stays, a force off the center, a callback's
      World world;
      world.settings.solver = GetParam();
      world.settings.gravity = {};
      const BodyId id = addRotor(world, held, 0);
      const int rotor = world.indexOf(id);
      double inertia = 0;
      for (const BodyMass& m : world.bodies.masses) inertia += m.inertia.z;
      if (!held) inertia = 2 * double(world.bodies.masses[0].inertia.z);
      if (how == 0) {
        TorqueForce torque;
        torque.body = id;
        torque.torque = Vec3{0, 0, float(15 * inertia)};
        need(world.addForce(torque));
      }
      if (how == 1) {
        // At the end of the rod, along its y.
        PointForce force;
        force.body = id;
        force.anchor = Vec3{0.5f, 0, 0};
        force.force = Vec3{0, float(30 * inertia), 0};
        force.local = true;
        if (!held) continue;  // it would fly away
        need(world.addForce(force));
      }
      for (int i = 0; i < 120; ++i) {
        if (how == 2) world.bodies.torques[size_t(rotor)] = {0, 0, float(15 * inertia)};
        ASSERT_FALSE(world.step(1.0f / 60));
      }
      EXPECT_NEAR(world.bodies.states[rotor].angular.z, 30, 0.3) << held << " " << how;
    }
}

TEST_P(EnergyBound, ArmsThatAMotorDrivesAreNoFasterThanItThrowsThem) {
  for (const int substeps : {1, 4, 8})
    for (const int links : {2, 3})
      for (const float rate : {5.0f, 10.0f, 20.0f, 30.0f, 60.0f}) {
        World world;
        world.settings.solver = GetParam();
        world.settings.substeps = substeps;
        world.settings.gravity = {};
        const auto arm = addChain(world, {0, 0, 0}, links, false, false);
        HingeJoint hinge;
        hinge.bodyA = arm.front();
        hinge.anchor = Vec3{0, 0, 0}, hinge.axis = Vec3{0, 0, 1};
        hinge.motor = AngularMotor{rate, 300.0f};
        need(world.addJoint(hinge));
        float fastest = 0;
        for (int i = 0; i < 300; ++i) {
          ASSERT_FALSE(world.step(1.0f / 60));
          for (const BodyState& s : world.bodies.states)
            fastest = std::max(fastest, length(s.linear));
        }
        EXPECT_LT(fastest, 4 * 0.4f * float(links) * rate)
            << substeps << " substeps, " << links << " links, " << rate << " rad/s";
      }
}

/// A plate and a bar on its end, which turn as one about an axis that is no principal one.
std::vector<BodyId> addTumblingPair(World& world, float rate) {
  const Vec3 angular{0.1f * rate, rate, 0.1f * rate};
  std::vector<BodyId> pair;
  const Vec3 halves[] = {{0.5f, 0.2f, 0.05f}, {0.2f, 0.1f, 0.3f}};
  for (const Vec3& half : halves) {
    BodyDef def = scenes::boxAt({pair.empty() ? -half.x : half.x, 0, 0}, half);
    def.mass = pair.empty() ? 2.0f : 1.0f, def.collisionMask = 0;
    def.linearVelocity = cross(angular, def.position), def.angularVelocity = angular;
    pair.push_back(need(world.addBody(def)));
  }
  return pair;
}

TEST_P(EnergyBound, JoinedBodiesThatTumbleGainNothing) {
  for (const int substeps : {1, 4, 8})
    for (const float rate : {2.0f, 5.0f, 10.0f})
      for (const int kind : {0, 1, 2}) {
        World world = scenes::sleeplessWorld(GetParam(), substeps, {});
        const auto pair = addTumblingPair(world, rate);
        const auto join = [&](auto joint) {
          joint.bodyA = pair[0], joint.bodyB = pair[1], joint.anchor = Vec3{0, 0, 0};
          need(world.addJoint(joint));
        };
        if (kind == 0) join(FixedJoint{});
        HingeJoint hinge;
        hinge.axis = Vec3{0, 0, 1};
        if (kind == 1) join(hinge);
        if (kind == 2) join(BallJoint{});
        const double start = world.energy().kinetic;
        for (int i = 0; i < 1200; ++i) {
          ASSERT_FALSE(world.step(1.0f / 60));
          ASSERT_LT(world.energy().kinetic, 1.005 * start)
              << substeps << " substeps, " << rate << " rad/s, kind " << kind << ", step " << i;
        }
      }
}

TEST_P(EnergyBound, ThinRodsTurnAboutTheirHingeAlone) {
  // Its projections leave the rods' rings as they are.
  if (GetParam() == SolverType::Xpbd) return;
  // Its sweeps leave more across the hinge than rods of 50 to 1 forgive.
  const bool sweeps = GetParam() == SolverType::Pgs;
  for (const int substeps : {2, 4, 8})
    for (const float half : {0.04f, 0.02f, 0.01f, 0.005f}) {
      if (sweeps && half < 0.01f) continue;
      for (const float rate : {5.0f, 15.0f, 30.0f, 60.0f})
        for (const bool driven : {false, true}) {
          if (rate / (60 * float(substeps)) > 0.26f) continue;  // rad in a substep
          World world = scenes::sleeplessWorld(GetParam(), substeps, {});
          BodyDef rod = scenes::boxAt({0.25f, 0, 0}, {0.25f, half, half});
          rod.mass = 2;
          HingeJoint hinge;
          hinge.bodyA = need(world.addBody(rod));
          hinge.anchor = Vec3{0, 0, 0}, hinge.axis = Vec3{0, 0, 1};
          if (driven) hinge.motor = AngularMotor{rate, 100.0f};
          need(world.addJoint(hinge));
          if (!driven) spin(world, {*hinge.bodyA}, {}, rate);
          for (int i = 0; i < 120; ++i) {
            ASSERT_FALSE(world.step(1.0f / 60));
            const Vec3 now = world.bodies.states[0].angular;
            ASSERT_LT(std::hypot(now.x, now.y), 0.3f * rate)
                << substeps << " substeps, " << half << " m, " << rate << " rad/s, driven "
                << driven << ", step " << i;
          }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Solvers, EnergyBound, everySolver(), solverName);

}  // namespace energy_bound_test
}  // namespace holonom
