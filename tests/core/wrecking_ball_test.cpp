// A heavy ball breaks through a wall of loose bricks wherever it hits it.
#include <gtest/gtest.h>

#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace wrecking_ball_test {

using scenes::need;

/// Where along its flight a ball of 40 bricks' weight is two seconds after it was
/// thrown at 12 m/s; the wall stands at 0.
float reach(SolverType solver, float aside, float from) {
  World world;
  world.settings.solver = solver;
  scenes::addGround(world);
  const int rows = 12, columns = 12;
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < columns; ++k) {
      const float x = (float(k) - 0.5f * (columns - 1) + 0.5f * float(row % 2) - 0.25f) * 0.404f;
      BodyDef brick = scenes::boxAt({x, 0.2f * (float(row) + 0.5f), 0}, {0.2f, 0.1f, 0.1f});
      brick.density = 1800, brick.friction = 0.6f;
      need(world.addBody(brick));
    }
  BodyDef ball = scenes::sphereAt({aside, 1.2f, from}, 0.8f);
  ball.mass = 8.0f * rows * columns, ball.linearVelocity = {0, 3, -12};
  const BodyId id = need(world.addBody(ball));
  for (int step = 0; step < 120; ++step) EXPECT_FALSE(world.step(1.0f / 60));
  return world.bodies.poses[size_t(world.indexOf(id))].position.z;
}

class WreckingBall : public testing::TestWithParam<SolverType> {};

INSTANTIATE_TEST_SUITE_P(Solvers, WreckingBall, everySolver(), solverName);

TEST_P(WreckingBall, BreaksThroughWhereverItHits) {
  const int throws = GetParam() == SolverType::SoftStep ? 20 : 1;
  for (const float from : {4.55f, 4.6f, 4.65f})
    for (int k = 0; k < throws; ++k) {
      const float aside = 0.38f + 2e-3f * float(k);
      EXPECT_LT(reach(GetParam(), aside, from), -2) << aside << " m aside, from " << from << " m";
    }
}

}  // namespace wrecking_ball_test
}  // namespace holonom
