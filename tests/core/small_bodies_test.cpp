// Small bodies: what the solvers leave uncorrected, and the give of soft contacts, are small beside
// them. Stacks stand, and sink by a small share of their height.
#include <gtest/gtest.h>

#include <algorithm>

#include "long_run.h"
#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace small_bodies_test {

using scenes::need;

class SmallBodies : public testing::TestWithParam<SolverType> {};

auto solversThatSweepMore() {
  return testing::Values(SolverType::SoftStep, SolverType::Pgs, SolverType::Direct);
}

INSTANTIATE_TEST_SUITE_P(Solvers, SmallBodies, solversThatSweepMore(), solverName);
INSTANTIATE_TEST_SUITE_P(Exact, SmallBodies, testing::Values(SolverType::Mlcp), solverName);

/// How far the top of a stack of cubes has sunk, as a share of the stack; of a fallen one 1.
float sunk(SolverType solver, int high, float edge, float rate, uint64_t seed) {
  World world = scenes::sleeplessWorld(solver, 4, {0, -9.81f, 0});
  scenes::addGround(world);
  Random random(seed);
  for (int i = 0; i < high; ++i) {
    const float aside = 0.05f * edge;
    BodyDef cube = scenes::boxAt(
        {random.real(-aside, aside), edge * (0.5f + 1.01f * float(i)), random.real(-aside, aside)});
    cube.shape = Box{{edge / 2, edge / 2, edge / 2}};
    need(world.addBody(cube));
  }
  for (int k = 0; k < int(3 * rate); ++k) EXPECT_FALSE(world.step(1 / rate));
  const float height = world.bodies.poses[high].position.y;
  return std::min(1.0f, 1 - height / (edge * (float(high) - 0.5f)));
}

void expectStand(SolverType solver, int high, float edge, float rate, uint64_t seed) {
  // Soft contacts give by the square of the substep.
  EXPECT_LT(sunk(solver, high, edge, rate, seed), rate < 60 ? 0.04f : 0.025f)
      << high << " of " << edge << " m, " << rate << " Hz, seed " << seed;
}

TEST_P(SmallBodies, StacksStandAndSinkLittle) {
  for (const float edge : {0.002f, 0.005f, 0.01f, 0.016f, 0.03f, 0.1f, 1.0f}) {
    if (!longRun() && (edge == 0.005f || edge == 0.016f || edge == 0.1f)) continue;
    expectStand(GetParam(), 5, edge, 60, 1);
  }
}

using CampaignSmallBodies = SmallBodies;
INSTANTIATE_TEST_SUITE_P(CampaignSolvers, CampaignSmallBodies, solversThatSweepMore(), solverName);

TEST_P(CampaignSmallBodies, StacksStandAndSinkLittle) {
  for (const float rate : {30.0f, 60.0f, 120.0f, 240.0f})
    for (float edge = 0.002f; edge < 1; edge *= 1.3f)
      for (uint64_t seed = 1; seed <= 3; ++seed)
        expectStand(GetParam(), seed == 3 && rate >= 60 ? 8 : 5, edge, rate, seed);
}

}  // namespace small_bodies_test
}  // namespace holonom
