// A heavy ball breaks through a wall of loose bricks wherever it hits it.
#include <gtest/gtest.h>

#include "long_run.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace wrecking_ball_test {

using scenes::need;

constexpr int kRows = 12, kColumns = 12;

/// A ball of 40 bricks' weight, two seconds after it was sent at 12 m/s to the wall, which stands
/// at 0: thrown a little up or rolling.
struct Hit {
  float aside, from;
  bool rolls = false;
};
struct Left {
  float z;    ///< where the ball is [m]
  int moved;  ///< bricks, by half a meter and more
};
Left hit(SolverType solver, const Hit& how) {
  World world;
  world.settings.solver = solver;
  scenes::addGround(world);
  for (int row = 0; row < kRows; ++row)
    for (int k = 0; k < kColumns; ++k) {
      const float x = (float(k) - 0.5f * (kColumns - 1) + 0.5f * float(row % 2) - 0.25f) * 0.404f;
      BodyDef brick = scenes::boxAt({x, 0.2f * (float(row) + 0.5f), 0}, {0.2f, 0.1f, 0.1f});
      brick.density = 1800, brick.friction = 0.6f;
      need(world.addBody(brick));
    }
  const auto start = world.bodies.poses;
  BodyDef ball = scenes::sphereAt({how.aside, how.rolls ? 0.8f : 1.2f, how.from}, 0.8f);
  ball.mass = 8.0f * kRows * kColumns;
  ball.linearVelocity = {0, how.rolls ? 0.0f : 3.0f, -12};
  if (how.rolls) ball.angularVelocity = {-12 / 0.8f, 0, 0};
  const int index = world.indexOf(need(world.addBody(ball)));
  for (int step = 0; step < 120; ++step) EXPECT_FALSE(world.step(1.0f / 60));
  Left left{world.bodies.poses[size_t(index)].position.z, 0};
  for (size_t i = 0; i < size_t(index); ++i)
    left.moved += length(world.bodies.poses[i].position - start[i].position) > 0.5f;
  return left;
}

class WreckingBall : public testing::TestWithParam<SolverType> {};

INSTANTIATE_TEST_SUITE_P(Solvers, WreckingBall, everySolver(), solverName);

TEST_P(WreckingBall, BreaksThroughWhereverItHits) {
  const int throws = GetParam() == SolverType::SoftStep ? (longRun() ? 20 : 4) : 1;
  for (const bool rolls : {false, true})
    for (const float from : {4.6f, 4.55f, 4.65f}) {
      if (!longRun() && from != 4.6f && GetParam() != SolverType::SoftStep) break;
      for (int k = 0; k < throws; ++k) {
        const Hit how{0.38f + 0.04f / float(throws) * float(k), from, rolls};
        const Left left = hit(GetParam(), how);
        const auto what = testing::Message() << how.aside << " m aside, from " << from << " m"
                                             << (rolls ? ", rolling" : "");
        EXPECT_LT(left.z, -2) << what;
        EXPECT_GT(left.moved, kRows * kColumns / 10) << what;
      }
    }
}

}  // namespace wrecking_ball_test
}  // namespace holonom
