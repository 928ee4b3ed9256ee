// Springs of bodies with locked axes: as stiff as those of bodies that joints guide.
#include <gtest/gtest.h>

#include <cmath>

#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace locked_springs_test {

using scenes::need;

Axes axesOf(int bits) { return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0}; }

class LockedSprings : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, LockedSprings, everySolver(), solverName);

/// A bead on an axis swings between two springs as one does that a prismatic joint guides, past the
/// dead center too, whatever its place and theirs.
TEST_P(LockedSprings, AreAsStiffAsThoseOfAGuidedBead) {
  Random random(5);
  for (const int substeps : {1, 4, 16})
    for (int i = 0; i < 6; ++i) {
      const float start = random.real(-0.4f, 0.4f), side = random.real(0.3f, 1);
      const float frequency = random.real(0.5f, 3), damping = random.real(0, 0.5f);
      const float stretch = random.real(0.6f, 1), shift = random.real(-0.1f, 0.1f);
      World worlds[2];
      for (const bool locks : {false, true}) {
        World& world = worlds[locks];
        world = scenes::sleeplessWorld(GetParam(), substeps, {});
        BodyDef bead = scenes::boxAt({0, start, 0}, {0.1f, 0.1f, 0.1f});
        if (locks) bead.lockTranslation = {true, false, true}, bead.lockRotation = axesOf(7);
        const BodyId id = need(world.addBody(bead));
        if (!locks) {
          PrismaticJoint guide;
          guide.bodyA = id, guide.anchor = Vec3{0, start, 0}, guide.axis = Vec3{0, 1, 0};
          need(world.addJoint(guide));
        }
        for (const float x : {-side, side}) {
          DistanceJoint spring;
          spring.bodyA = id, spring.mode = DistanceMode::Spring;
          spring.anchorB = Vec3{x, shift, 0};
          spring.length = stretch * side;
          spring.frequency = frequency, spring.dampingRatio = damping;
          need(world.addJoint(spring));
        }
      }
      float farthest = 0;
      for (int step = 0; step < 120; ++step) {
        for (World& world : worlds) ASSERT_FALSE(world.step(1.0f / 60));
        const float guided = worlds[0].bodies.poses[0].position.y;
        const float locked = worlds[1].bodies.poses[0].position.y;
        farthest = std::max(farthest, std::abs(locked - guided));
        EXPECT_LT(std::abs(locked), 1.05f * std::abs(start - shift) + std::abs(shift) + 0.01f);
      }
      EXPECT_LT(farthest, 0.02f) << substeps << " substeps, world " << i;
    }
}

/// A spring off the center of a body that can't turn has its frequency all the same.
TEST_P(LockedSprings, HaveTheirFrequencyOnBodiesThatCannotTurn) {
  for (const float offset : {0.0f, 0.3f, -0.1f}) {
    World world = scenes::sleeplessWorld(GetParam(), 16, {});
    BodyDef def = scenes::boxAt({0.1f, 0, 0}, {0.3f, 0.1f, 0.1f});
    def.lockRotation = axesOf(7), def.lockTranslation = {false, true, true};
    const BodyId id = need(world.addBody(def));
    DistanceJoint spring;
    spring.bodyA = id, spring.mode = DistanceMode::Spring;
    spring.anchorA = Vec3{0, offset, 0}, spring.anchorB = Vec3{-2, offset, 0};
    spring.length = 2, spring.frequency = 1, spring.dampingRatio = 0;
    need(world.addJoint(spring));
    // A quarter of a period to the middle.
    for (int i = 0; i < 15; ++i) ASSERT_FALSE(world.step(1.0f / 60));
    EXPECT_NEAR(world.bodies.poses[0].position.x, 0, 4e-3) << offset;
    EXPECT_LT(world.bodies.states[0].linear.x, -0.55f) << offset;
  }
}

/// Soft joints of several equations stay springs, whatever is locked.
TEST_P(LockedSprings, OfJointsGiveNoEnergy) {
  Random random(9);
  for (int i = 0; i < 120; ++i) {
    World world = scenes::sleeplessWorld(GetParam(), 4, {});
    BodyDef def = scenes::boxAt({0, 0, 0}, {0.2f, 0.1f, 0.1f});
    def.rotation = random.rotation();
    def.lockTranslation = axesOf(random.below(8)), def.lockRotation = axesOf(random.below(8));
    const BodyId id = need(world.addBody(def));
    const Vec3 arm = random.vector(0.3f), gap = random.vector(0.3f);
    const float frequency = random.real(0.5f, 4), damping = random.real(0, 1);
    const auto join = [&](auto joint) {
      joint.bodyA = id, joint.anchorA = arm;
      joint.anchorB = rotate(def.rotation, arm) + gap;
      joint.frequency = frequency, joint.dampingRatio = damping;
      if constexpr (requires { joint.axis; }) joint.axis = random.direction();
      need(world.addJoint(joint));
    };
    if (i % 3 == 0) join(BallJoint{});
    if (i % 3 == 1) join(FixedJoint{});
    if (i % 3 == 2) join(HingeJoint{});
    // What the springs hold at first: ½ k |C|² each, of at most the body's mass.
    const double turn = 2 * 3.14159 * double(frequency);
    const double held =
        0.5 * double(world.bodies.masses[0].mass) * turn * turn * double(lengthSquared(gap));
    for (int step = 0; step < 180; ++step) {
      ASSERT_FALSE(world.step(1.0f / 60));
      ASSERT_LT(world.energy().kinetic, 1.05 * held + 1e-4) << i << ", step " << step;
    }
  }
}

}  // namespace locked_springs_test
}  // namespace holonom
