// Locked axes of bodies (`lockTranslation`, `lockRotation`) and planar worlds.
#include <gtest/gtest.h>

#include <cmath>

#include "convex.h"
#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace locked_axes_test {

using scenes::need;

Axes axesOf(int bits) { return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0}; }

/// A box, ball, capsule or hull; some with a center of mass and moments of their own.
BodyDef randomBody(Random& random, Vec3 position) {
  BodyDef def;
  const float size = random.real(0.2f, 0.5f);
  switch (random.below(4)) {
    case 0:
      def.shape = Sphere{size};
      break;
    case 1:
      def.shape = Capsule{0.5f * size, size};
      break;
    case 2:
      def.shape = convex::randomHull(random, 12, {size, 0.6f * size, 1.3f * size});
      break;
    default:
      def.shape = Box{{size, 0.5f * size, 0.8f * size}};
  }
  def.position = position;
  def.friction = random.real(0, 1);
  def.restitution = random.below(2) ? random.real(0, 0.8f) : 0;
  def.density = random.real(200, 2000);
  if (random.below(4) == 0) def.centerOfMass = random.vector(0.2f * size);
  if (random.below(4) == 0) def.rollingFriction = 0.02f, def.torsionalFriction = 0.02f;
  return def;
}

void addRandomJoint(World& world, Random& random, BodyId a, BodyId b) {
  const auto anchored = [&](auto joint) {
    joint.bodyA = a, joint.bodyB = b;
    joint.anchorA = random.vector(0.3f);
    need(world.addJoint(joint));
  };
  switch (random.below(5)) {
    case 0: {
      BallJoint joint;
      return anchored(joint);
    }
    case 1: {
      HingeJoint joint;
      joint.axis = random.below(2) ? Vec3{0, 0, 1} : random.direction();
      if (random.below(2)) joint.limits = AngularLimits{-0.5f, 0.5f};
      return anchored(joint);
    }
    case 2: {
      FixedJoint joint;
      return anchored(joint);
    }
    case 3: {
      PrismaticJoint joint;
      joint.axis = random.direction();
      return anchored(joint);
    }
    default: {
      DistanceJoint joint;
      return anchored(joint);
    }
  }
}

/// What locked axes keep, body by body, to the bit.
class Kept {
 public:
  explicit Kept(const World& world) {
    for (int i = 0; i < world.bodies.size(); ++i)
      starts_.push_back({world.bodies.poses[i], world.bodies.bodyPose(i)});
  }
  void check(const World& world, const std::string& where) const {
    const Bodies& bodies = world.bodies;
    for (int i = 0; i < bodies.size(); ++i) {
      const int locks = bodies.masses[i].locks;
      const BodyState& s = bodies.states[i];
      for (int axis = 0; axis < 3; ++axis) {
        if (locks >> axis & 1) {
          ASSERT_EQ(at(s.linear, axis), 0) << where << ", body " << i;
          ASSERT_EQ(at(bodies.poses[i].position, axis), at(starts_[i].pose.position, axis))
              << where << ", body " << i << ", axis " << axis;
        }
        if (locks >> (3 + axis) & 1) ASSERT_EQ(at(s.angular, axis), 0) << where << ", body " << i;
      }
      if (locks >> 3 == 7) ASSERT_EQ(bodies.bodyPose(i).rotation, starts_[i].origin.rotation);
      fast = std::max(fast, length(s.linear));
    }
  }

 mutable float fast = 0;
 private:
  struct Start {
    Transform pose, origin;
  };
  std::vector<Start> starts_;
};

class LockedAxes : public testing::TestWithParam<SolverType> {};

TEST_P(LockedAxes, NeverMoveInRandomWorldsWithContactsAndJoints) {
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    Random random(seed);
    WorldSettings settings;
    settings.solver = GetParam();
    settings.substeps = 1 + random.below(4);
    settings.integrator = random.below(4) ? RigidIntegrator::SymplecticEuler : RigidIntegrator::Rk4;
    settings.friction = static_cast<FrictionModel>(random.below(3));
    settings.gyroscopic = static_cast<Gyroscopic>(random.below(4));
    if (random.below(3) == 0) settings.gravity = 10 * random.direction();
    World world(settings);
    scenes::pit(world, 3);
    std::vector<BodyId> ids;
    for (int i = 0; i < 14; ++i) {
      BodyDef def = randomBody(random, {random.real(-2, 2), 0.6f + 0.4f * float(i), random.real(-2, 2)});
      def.rotation = random.rotation();
      def.linearVelocity = random.vector(5);
      def.angularVelocity = random.vector(10);
      if (random.below(4)) def.lockTranslation = axesOf(LOCKS random.below(8));
      if (random.below(4)) def.lockRotation = axesOf(LOCKS random.below(8));
      ids.push_back(need(world.addBody(def)));
      if (i > 0 && random.below(4) == 0) addRandomJoint(world, random, ids[size_t(i) - 1], ids.back());
    }
    const Kept kept(world);
    for (int step = 0; step < 120; ++step) {
      ASSERT_FALSE(world.step(random.below(8) ? 1.0f / 60 : random.real(0.001f, 0.03f)));
      kept.check(world, std::string(nameOf(GetParam())) + ", seed " + std::to_string(seed) + ", step " + std::to_string(step));
      if (HasFatalFailure()) return;
    }
    if (kept.fast > 25) printf("%s seed %d %g\n", nameOf(GetParam()), int(seed), kept.fast);
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, LockedAxes, everySolver(), solverName);

}  // namespace locked_axes_test
}  // namespace holonom
