// Forces that are read after a step are means over it: over time they add up to the momentum given.
#include <gtest/gtest.h>

#include <cmath>

#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace {

using scenes::boxAt;
using scenes::need;
using scenes::sphereAt;

constexpr float kStep = 1.0f / 60;
constexpr double kGravity = 9.81;

class MeanForces : public testing::TestWithParam<SolverType> {
 protected:
  World makeWorld() const {
    WorldSettings settings;
    settings.solver = GetParam();
    settings.sleeping = false;
    return World(settings);
  }
};

INSTANTIATE_TEST_SUITE_P(Solvers, MeanForces, everySolver(), solverName);

/// Sums of the contact forces, as views show them [N].
struct Sum {
  double normal = 0;
  double friction[3] = {};
};
Sum contactForces(World& world) {
  WorldViews views(world);
  const auto all = views.contacts();
  Sum sum;
  for (size_t at = 0; at < all.size(); at += WorldViews::kContactStride) {
    const int count = int(all[at + 3]);
    for (int k = 0; k < 3; ++k) sum.friction[k] += all[at + 7 + size_t(k)];
    for (int i = 0; i < count; ++i) sum.normal += all[at + 10 + 5 * size_t(i) + 4];
  }
  return sum;
}

TEST_P(MeanForces, OfADroppedBallAddUpToItsChangeOfMomentum) {
  for (const int substeps : {1, 3, 4, 16})
    for (const float e : {0.0f, 0.5f, 1.0f}) {
      World world = makeWorld();
      world.settings.substeps = substeps;
      scenes::addPlane(world);
      BodyDef ball = sphereAt({0, 1, 0}, 0.5f);
      ball.mass = 3, ball.restitution = e;
      need(world.addBody(ball));
      double sum = 0;
      for (int i = 0; i < 60; ++i) {
        ASSERT_FALSE(world.step(kStep));
        sum += contactForces(world).normal * double(kStep);
      }
      const double gained = 3 * double(world.bodies.states[1].linear.y) + 3 * kGravity;
      EXPECT_NEAR(sum / gained, 1, 0.002) << substeps << " e " << e;
    }
}

TEST_P(MeanForces, OfFrictionAddUpToTheMomentumAlong) {
  for (const float e : {0.0f, 0.6f}) {
    World world = makeWorld();
    scenes::addPlane(world);
    BodyDef ball = sphereAt({0, 0.7f, 0}, 0.5f);
    ball.mass = 2, ball.restitution = e, ball.friction = 0.3f;
    ball.linearVelocity = {5, -3, 1};
    need(world.addBody(ball));
    double sum = 0;
    for (int i = 0; i < 20; ++i) {
      ASSERT_FALSE(world.step(kStep));
      sum += contactForces(world).friction[0] * double(kStep);
    }
    // That on B, here the plane.
    EXPECT_NEAR(-sum, 2 * (double(world.bodies.states[1].linear.x) - 5), 0.01) << e;
  }
}

TEST_P(MeanForces, OnALiftCarryMassTimesGravityAndItsAcceleration) {
  World world = makeWorld();
  BodyDef lift = boxAt({0, -0.5f, 0}, {2, 0.5f, 2});
  lift.type = BodyType::Kinematic;
  need(world.addBody(lift));
  BodyDef box = boxAt({0, 0.5f, 0});
  box.mass = 5;
  need(world.addBody(box));
  BallJoint joint;
  BodyDef bob = sphereAt({5, -1, 0}, 0.1f);
  bob.mass = 2, bob.collisionMask = 0;
  joint.bodyA = need(world.addBody(bob));
  joint.bodyB = world.bodies.ids.idAt(0);
  joint.anchor = Vec3{5, 0, 0};
  const JointId id = need(world.addJoint(joint));
  double mean = 0, reaction = 0;
  for (int i = 0; i < 60; ++i) {
    world.bodies.states[0].linear.y = 2 * kStep * float(i + 1);
    ASSERT_FALSE(world.step(kStep));
    if (i < 30) continue;
    mean += contactForces(world).normal / 30;
    reaction += double(std::abs(world.readout(id).reaction.force.y)) / 30;
  }
  EXPECT_NEAR(mean, 5 * (kGravity + 2), 0.01 * 5 * kGravity);
  EXPECT_NEAR(reaction, 2 * (kGravity + 2), 0.01 * 2 * kGravity);
}

TEST_P(MeanForces, OfAStackAreTheWeightsAbove) {
  World world = makeWorld();
  scenes::addPlane(world);
  Random random(5);
  std::vector<double> masses;
  for (int i = 0; i < 5; ++i) {
    BodyDef box = boxAt({0, 0.5f + float(i), 0});
    box.mass = random.real(1, 4);
    masses.push_back(double(box.mass.value()));
    need(world.addBody(box));
  }
  for (int i = 0; i < 240; ++i) ASSERT_FALSE(world.step(kStep));
  std::vector<double> forces(6);
  for (int i = 0; i < 30; ++i) {
    ASSERT_FALSE(world.step(kStep));
    for (const Contact& c : world.collision.contacts.all())
      if (c.touching)
        forces[size_t(std::max(c.bodyA, c.bodyB))] +=
            double(world.collision.contacts.patchOf(c).stepImpulse) / (30 * double(kStep));
  }
  // The plane is A or B; each box bears what is above its lower face.
  double above = 0;
  for (int i = 4; i >= 0; --i) above += masses[size_t(i)];
  double lowest = 0;
  for (const Contact& c : world.collision.contacts.all())
    if (c.touching && (c.bodyA == 0 || c.bodyB == 0))
      lowest = double(world.collision.contacts.patchOf(c).stepImpulse) / double(kStep);
  EXPECT_NEAR(lowest / (above * kGravity), 1, 0.005);
  double weight = 0;
  for (int i = 5; i >= 2; --i) {
    weight += masses[size_t(i - 1)] * kGravity;
    EXPECT_NEAR(forces[size_t(i)] / weight, 1, 0.005) << i;
  }
}

}  // namespace
}  // namespace holonom
