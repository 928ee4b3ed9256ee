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
  for (const uint64_t seed : {3, 7}) expectStand(GetParam(), 8, 0.00185f, 60, seed);
}

class SmallBodiesThatFall : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, SmallBodiesThatFall, everySolver(), solverName);

TEST_P(SmallBodiesThatFall, LieAsHighAsTheyAre) {
  for (const float half : {0.0005f, 0.001f, 0.0025f, 0.006f, 0.02f, 0.1f}) {
    const Shape shapes[] = {Box{{half, half, half}}, Sphere{half}, Cylinder{half, half},
                            Capsule{half / 2, half / 2}, Box{{2 * half, half, 0.7f * half}}};
    for (const float ground : {0.0f, 1.0f, 300.0f})
      for (const int substeps : {1, 4}) {
        World world = scenes::sleeplessWorld(GetParam(), substeps, {0, -9.81f, 0});
        if (ground > 0) {
          BodyDef floor = scenes::boxAt({0, -ground, 0});
          floor.type = BodyType::Static;
          floor.shape = Box{{ground + 5, ground, ground + 5}};
          need(world.addBody(floor));
        } else {
          scenes::addGround(world);
        }
        float x = 0;
        for (const Shape& shape : shapes) {
          BodyDef body = scenes::boxAt({x, 3 * half, 0});
          body.shape = shape;
          need(world.addBody(body));
          x += 10 * half;
        }
        for (int k = 0; k < 120; ++k) ASSERT_FALSE(world.step(1.0f / 60));
        for (int i = 1; i < world.bodies.size(); ++i) {
          // What falls by more than its size in a substep is past the first order of projections.
          const bool coarse = GetParam() == SolverType::Xpbd && substeps == 1 && half <= 0.001f;
          // Heights as large as the floor's are known to single precision.
          const float most = (coarse ? 0.4f : 0.04f) * half + 1.2e-7f * ground;
          EXPECT_NEAR(world.bodies.poses[i].position.y, half, most)
              << "shape " << i << ", half " << half << " m, floor " << ground << " m, " << substeps
              << " substeps";
        }
      }
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
