// Rebound of joined bodies: the point of contact leaves at the coefficient of restitution times the
// speed at which it came, whatever it is joined to.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace jointed_impacts_test {

using scenes::boxAt;
using scenes::need;
using scenes::sphereAt;

class JointedImpacts : public testing::TestWithParam<SolverType> {
 protected:
  World makeWorld(int substeps, Vec3 gravity = {}) const {
    return scenes::sleeplessWorld(GetParam(), substeps, gravity);
  }
};

/// Where a box lies that is thrown on a ground to which a door hangs far away, or to the world.
Transform thrownBeside(World world, bool doorOnGround) {
  BodyDef ground = scenes::boxAt({0, -1, 0}, {30, 1, 30});
  ground.type = BodyType::Static;
  const BodyId below = need(world.addBody(ground));
  BodyDef box = scenes::boxAt({0, 1, 0}, {0.2f, 0.1f, 0.3f});
  box.linearVelocity = {1, -12, 0}, box.angularVelocity = {1, 2, 3};
  const int thrown = world.indexOf(need(world.addBody(box)));
  HingeJoint hinge;
  hinge.bodyA = need(world.addBody(scenes::boxAt({15, 2, 0}, {0.5f, 1, 0.05f})));
  if (doorOnGround) hinge.bodyB = below;
  hinge.anchor = Vec3{14.5f, 2, 0}, hinge.axis = Vec3{0, 1, 0};
  need(world.addJoint(hinge));
  for (int i = 0; i < 90; ++i) world.step(1.0f / 60);
  return world.bodies.poses[size_t(thrown)];
}

TEST_P(JointedImpacts, AJointOfTheGroundChangesNothingForWhatIsFree) {
  const Vec3 gravity{0, -9.81f, 0};
  for (const int substeps : {1, 4})
    EXPECT_EQ(thrownBeside(makeWorld(substeps, gravity), true),
              thrownBeside(makeWorld(substeps, gravity), false))
        << substeps << " substeps";
}

INSTANTIATE_TEST_SUITE_P(Solvers, JointedImpacts, everySolver(), solverName);

TEST_P(JointedImpacts, AHingedRodLeavesAPostAtTheRestitution) {
  for (const int substeps : {1, 2, 4, 8})
    for (const float friction : {0.0f, 0.5f})
      for (const float e : {0.0f, 0.5f, 1.0f})
        for (const float at : {0.3f, 0.6f, 0.95f}) {
          World world = makeWorld(substeps);
          const float rate = 6;
          BodyDef rod = boxAt({0.5f, 0, 0}, {0.5f, 0.05f, 0.05f});
          rod.mass = 2, rod.friction = friction, rod.restitution = e;
          rod.angularVelocity = {0, 0, -rate}, rod.linearVelocity = {0, -rate * 0.5f, 0};
          HingeJoint hinge;
          hinge.bodyA = need(world.addBody(rod));
          hinge.axis = Vec3{0, 0, 1}, hinge.anchor = Vec3{};
          need(world.addJoint(hinge));
          BodyDef post = sphereAt({at, -0.21f, 0}, 0.1f);
          post.type = BodyType::Static, post.friction = friction, post.restitution = e;
          need(world.addBody(post));
          for (int k = 0; k < 24 && world.bodies.states[0].angular.z < -0.5f * rate; ++k)
            ASSERT_FALSE(world.step(1.0f / 240));
          // Without a bounce the gap closes first.
          for (int k = 0; k < 8 && e == 0; ++k) ASSERT_FALSE(world.step(1.0f / 240));
          EXPECT_NEAR(world.bodies.states[0].angular.z / rate, e, 0.02)
              << "e " << e << " at " << at << " friction " << friction << " substeps " << substeps;
        }
}

struct Chain {
  float length = 0.4f;
  int links = 1;
};

/// Links along −y from the origin, joined in a row; the first to the world where `held`.
void addChain(World& world, Random& random, const Chain& chain, bool held, float e, float friction,
              bool hinged) {
  std::optional<BodyId> last;
  for (int i = 0; i < chain.links; ++i) {
    const float half = chain.length / 2;
    BodyDef def = boxAt({0, -chain.length * (float(i) + 0.5f), 0}, {0.05f, 0.95f * half, 0.05f});
    def.mass = random.real(0.3f, 3);
    def.friction = friction, def.restitution = e;
    const BodyId id = need(world.addBody(def));
    const Vec3 anchor{0, -chain.length * float(i), 0};
    const auto join = [&](auto joint) {
      joint.bodyA = id;
      if (last) joint.bodyB = *last;
      joint.anchor = anchor;
      need(world.addJoint(joint));
    };
    if (last || held) {
      if (hinged) {
        HingeJoint hinge;
        hinge.axis = Vec3{0, 0, 1};
        join(hinge);
      } else {
        join(BallJoint{});
      }
    }
    last = id;
  }
}

TEST_P(JointedImpacts, ABallLeavesAChainAtTheRestitutionAndKeepsTheMomenta) {
  Random random(41);
  for (int i = 0; i < 60; ++i) {
    World world = makeWorld(1 + i % 8);
    const bool held = i % 2, hinged = i % 3 == 0;
    const Chain chain{random.real(0.2f, 0.6f), (held ? 1 : 2) + i % 5};
    const float e = i % 5 == 0 ? 1 : random.real(0.2f, 1);
    const float friction = i % 4 < 2 ? 0 : random.real(0, 0.8f);
    addChain(world, random, chain, held, e, friction, hinged);
    // Not at the very top of a held chain, which gives way little.
    const int link = random.below(chain.links);
    const float along = random.real(0.3f, 0.9f), speed = random.real(2, 8), radius = 0.15f;
    BodyDef ball =
        sphereAt({-0.05f - radius - 0.002f, -chain.length * (float(link) + along), 0}, radius);
    ball.mass = random.real(0.1f, 10);
    ball.friction = friction, ball.restitution = e, ball.linearVelocity = {speed, 0, 0};
    need(world.addBody(ball));
    const Momentum before = world.momentum();
    const double energy = world.energy().kinetic;
    const Vec3 arm{-0.05f, chain.length * (0.5f - along), 0};
    const auto apart = [&] {
      const Quat turn = world.bodies.poses[link].rotation;
      return double(world.bodies.velocityAt(link, rotate(turn, arm)).x -
                    world.bodies.states[chain.links].linear.x);
    };
    const std::string what = "case " + std::to_string(i) + " links " + std::to_string(chain.links) +
                             " struck " + std::to_string(link) + " e " + std::to_string(e);
    double left = apart();
    for (int k = 0; k < 60 && left < 0; ++k) {
      ASSERT_FALSE(world.step(0.0002f));
      left = apart();
    }
    EXPECT_NEAR(left / double(speed), e, 0.02) << what;
    EXPECT_LT(world.energy().kinetic, 1.001 * energy) << what;
    if (e == 1 && friction == 0) {
      EXPECT_GT(world.energy().kinetic, 0.998 * energy) << what;
    }
    if (held) continue;
    const Momentum after = world.momentum();
    const double scale = double(ball.mass.value_or(1) * speed);
    EXPECT_LT(length(after.linear - before.linear), 1e-5 * scale) << what;
    EXPECT_LT(length(after.angular - before.angular), 2e-5 * scale) << what;
  }
}

TEST_P(JointedImpacts, AFallingChainThatIsStruckLosesNothingOfItsFall) {
  Random random(43);
  const Vec3 gravity{0, -9.81f, 0};
  int off = 0;
  for (int i = 0; i < 60; ++i) {
    World world = makeWorld(1 + i % 8, gravity);
    const Chain chain{random.real(0.2f, 0.6f), 2 + i % 4};
    const float e = i % 3 == 0 ? 1 : random.real(0, 1), friction = i % 4 < 2 ? 0 : 0.5f;
    addChain(world, random, chain, false, e, friction, i % 2);
    const float radius = 0.1f, ahead = random.real(0.3f, 0.8f), speed = random.real(1, 8);
    const float beside = random.real(-0.04f, 0.04f), along = random.real(0.1f, 0.9f);
    BodyDef ball = sphereAt({-ahead, -along * chain.length * float(chain.links), beside}, radius);
    ball.mass = random.real(0.3f, 3);
    ball.friction = friction, ball.restitution = e, ball.linearVelocity = {speed, 0, 0};
    need(world.addBody(ball));
    const Momentum before = world.momentum();
    const double energy = world.energy().kinetic + world.energy().potential;
    double mass = 0;
    for (int b = 0; b < world.bodies.size(); ++b) mass += double(world.bodies.masses[b].mass);
    const int rate = i % 5 == 0 ? 30 : 60;
    // By then they have parted, and the links have not met each other yet.
    const int steps = rate * 6 / 10;
    for (int k = 0; k < steps; ++k) ASSERT_FALSE(world.step(1.0f / float(rate)));
    const Vec3d fall = (mass * steps / rate) * toDouble(gravity);
    const std::string what = "case " + std::to_string(i) + " links " + std::to_string(chain.links);
    off += length(world.momentum().linear - before.linear - fall) > 1e-4 * length(fall);
    const double gain = world.energy().kinetic + world.energy().potential - energy;
    EXPECT_LT(gain, 0.005 * 0.5 * double(ball.mass.value_or(1)) * double(speed * speed)) << what;
  }
  // Where an impact within the chain stops it while the ball still touches, energy counts for more.
  EXPECT_LE(off, 1);
}

TEST_P(JointedImpacts, APendulumThatBouncesPerfectlyKeepsItsEnergy) {
  for (const int substeps : {2, 4, 8}) {
    World world = makeWorld(substeps, {0, -9.81f, 0});
    BodyDef bob = sphereAt({1, 0, 0}, 0.1f);
    bob.restitution = 1, bob.friction = 0;
    BallJoint rod;
    rod.bodyA = need(world.addBody(bob));
    rod.anchor = Vec3{};
    need(world.addJoint(rod));
    BodyDef wall = boxAt({-0.6f, -1, 0}, {0.5f, 1, 1});
    wall.type = BodyType::Static, wall.restitution = 1, wall.friction = 0;
    need(world.addBody(wall));
    const double start = world.energy().kinetic + world.energy().potential;
    int bounces = 0;
    float last = 0;
    for (int k = 0; k < 600; ++k) {
      ASSERT_FALSE(world.step(1.0f / 60));
      const float now = world.bodies.states[0].linear.x;
      bounces += last < 0 && now > 0 && world.bodies.poses[0].position.x < 0.3f;
      last = now;
    }
    EXPECT_GT(bounces, 5) << substeps;
    const double energy = world.energy().kinetic + world.energy().potential;
    EXPECT_NEAR(energy, start, 0.08 * 9.81 * double(world.bodies.masses[0].mass)) << substeps;
  }
}

}  // namespace jointed_impacts_test
}  // namespace holonom
