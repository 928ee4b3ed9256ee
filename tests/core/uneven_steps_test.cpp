// Passive chains at their limits gain no energy from steps of unlike lengths.
#include <gtest/gtest.h>

#include <algorithm>

#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace uneven_steps_test {

using scenes::need;

/// Six boxes in a row on hinges with limits; the last is sent off.
void addChain(World& world, Random& random) {
  BodyId last{};
  for (int i = 0; i < 6; ++i) {
    BodyDef box = scenes::boxAt({0.5f * float(i), 0, 0}, {0.1f, 0.1f, 0.1f});
    box.mass = 1;
    if (i == 5) box.linearVelocity = {random.real(-1, 1), -3, random.real(-1, 1)};
    const BodyId id = need(world.addBody(box));
    if (i > 0) {
      HingeJoint hinge;
      hinge.bodyA = id, hinge.bodyB = last;
      hinge.anchor = Vec3{0.5f * float(i) - 0.25f, 0, 0};
      hinge.axis = Vec3{0, 0, 1};
      hinge.limits = AngularLimits{0, 1};
      need(world.addJoint(hinge));
    }
    last = id;
  }
}

class UnevenSteps : public testing::TestWithParam<SolverType> {};

INSTANTIATE_TEST_SUITE_P(Solvers, UnevenSteps, everySolver(), solverName);

TEST_P(UnevenSteps, GiveNoEnergyToChains) {
  // Every tenth step is so long; 0: all are of random lengths [s].
  for (const double brief : {1.0 / 60, 4e-3, 1e-3, 3e-4, 1e-4, 1e-6, 0.0})
    for (uint64_t seed = 1; seed <= 10; ++seed) {
      Random random(seed);
      World world = scenes::sleeplessWorld(GetParam(), 4, {});
      addChain(world, random);
      const double start = world.energy().kinetic;
      double most = 0;
      for (int i = 0; i < 240; ++i) {
        const double dt = brief > 0 ? (i % 10 == 0 ? brief : 1.0 / 60)
                                    : double(random.real(1.0f / 144, 1.0f / 30));
        EXPECT_FALSE(world.step(dt));
        most = std::max(most, world.energy().kinetic);
      }
      EXPECT_LE(most, 1.005 * start) << "steps of " << brief << " s, seed " << seed;
    }
}

/// Every tenth step is a quarter as long. Positions that xpbd corrects in a short step become
/// velocities.
TEST_P(UnevenSteps, LeaveStacksStanding) {
  World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
  scenes::addGround(world);
  constexpr int kBoxes = 6;
  for (int i = 0; i < kBoxes; ++i)
    need(world.addBody(scenes::boxAt({0, 0.2f * (float(i) + 0.5f), 0}, {0.1f, 0.1f, 0.1f})));
  float fastest = 0;
  for (int i = 0; i < 300; ++i) {
    EXPECT_FALSE(world.step(i % 10 == 0 ? 1.0 / 240 : 1.0 / 60));
    for (const int k : world.bodies.active())
      if (i >= 120) fastest = std::max(fastest, length(world.bodies.states[k].linear));
  }
  EXPECT_LE(fastest, GetParam() == SolverType::Xpbd ? 0.3f : 0.005f);
  EXPECT_NEAR(world.bodies.poses[kBoxes].position.y, 0.2f * kBoxes - 0.1f, 0.01f);
}

}  // namespace uneven_steps_test
}  // namespace holonom
