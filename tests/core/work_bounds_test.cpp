// Counted work of a step whose bodies or cloth do their worst, against its limit.
#include <gtest/gtest.h>

#include <algorithm>

#include "long_run.h"
#include "scenes.h"

namespace holonom {
namespace work_bounds_test {

using scenes::need;

World cloths(int count, Vec3 apart, float scatter) {
  World world;
  for (int i = 0; i < count; ++i) {
    ClothDef cloth;
    cloth.grid = GridDef{{1, 1}, {20, 20}};
    cloth.selfCollision = true;
    cloth.position = float(i) * apart;
    if (scatter > 0)
      for (int k = 0; k < 441 * 3; ++k)
        cloth.velocities.push_back(scatter * float((k * 7919) % 201 - 100) / 100);
    need(world.addCloth(cloth));
  }
  return world;
}

TEST(WorkBounds, ClothThatIsEverywhereVisitsBoundedPairs) {
  const int triangles = 800;
  for (const float scatter : {0.0f, 10.0f, 1e3f, 1e5f})
    for (const int count : {1, 10}) {
      if (!longRun() && (scatter == 10 || scatter > 1e3f)) continue;
      World world = cloths(count, {}, scatter);
      for (int i = 0; i < 3; ++i) {
        ASSERT_FALSE(world.step(1.0 / 60));
        // The last leaf may add its pairs.
        EXPECT_LE(world.solverReport().clothVisits,
                  10000 + count * count + 1024 * triangles * count + 1000)
            << scatter << " " << count;
      }
    }
}

TEST(WorkBounds, ClothThatFallsFlatLeavesOutNothing) {
  World world = cloths(3, {0, 0.1f, 0}, 0);
  for (int i = 0; i < 30; ++i) {
    ASSERT_FALSE(world.step(1.0 / 60));
    EXPECT_EQ(world.solverReport().fallbacks, 0);
  }
}

TEST(WorkBounds, LinearSystemsOfATallStackEndInSweeps) {
  int fallbacks = 0;
  for (const int iterations : {0, 10, 200}) {
    WorldSettings settings;
    settings.solver = SolverType::GaussSeidel;
    settings.sleeping = false;
    settings.iterations = iterations;
    World world(settings);
    scenes::addGround(world);
    for (int i = 0; i < 24; ++i) {
      BodyDef box = scenes::boxAt({0, 0.5f + float(i), 0});
      box.linearVelocity = {float(i % 3 - 1), 0, float(i % 2)};
      box.angularVelocity.y = float(i % 5 - 2);
      need(world.addBody(box));
    }
    for (int i = 0; i < 4; ++i) {
      ASSERT_FALSE(world.step(1.0 / 60));
      const SolverReport report = world.solverReport();
      fallbacks += report.fallbacks;
      // 9e6 products of an island, or those of one pass; the sweep that passes the bound is whole.
      const int64_t sweep = 2 * 300 * 300;
      const int64_t most = std::max(int64_t(9000000), iterations * sweep) + sweep;
      EXPECT_LE(report.products, settings.substeps * most) << iterations;
    }
  }
  EXPECT_GT(fallbacks, 0);
}

TEST(WorkBounds, AFactorOfTooManyProductsIsRefused) {
  World world;
  SpringNetworkDef def;
  def.linearSolver = LinearSolverType::Dense;
  def.grid = GridDef{{1, 1}, {23, 23}};
  EXPECT_FALSE(world.addSpringNetwork(def).error);
  def.grid = GridDef{{1, 1}, {31, 31}};
  EXPECT_EQ(world.addSpringNetwork(def).error->path, "linearSolver");
}

}  // namespace work_bounds_test
}  // namespace holonom
