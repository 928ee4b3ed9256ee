// Boxes slide straight: friction acts against the slip, however a box is turned and whatever its
// sides are.
#include <gtest/gtest.h>

#include <cmath>

#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace sliding_test {

using scenes::need;

class Sliding : public testing::TestWithParam<SolverType> {};

INSTANTIATE_TEST_SUITE_P(Solvers, Sliding, everySolver(), solverName);

TEST_P(Sliding, BoxesGoStraightAndAsFarAsTheoryHasIt) {
  Random random(11);
  for (int k = 0; k < 24; ++k) {
    World world;
    world.settings.solver = GetParam();
    world.settings.substeps = 1 << (1 + random.below(3));
    world.settings.sleeping = false;
    const float friction = random.real(0.1f, 0.6f), speed = random.real(1, 6);
    BodyDef ground = scenes::boxAt({0, -0.5f, 0}, {50, 0.5f, 50});
    ground.type = BodyType::Static;
    if (k % 2) ground.shape = Plane{}, ground.position = {};
    ground.friction = friction;
    need(world.addBody(ground));
    // Flat enough not to topple.
    const Vec3 half{random.real(0.1f, 0.6f), 0.05f, random.real(0.1f, 0.6f)};
    BodyDef box = scenes::boxAt({0, 0.05f, 0}, half);
    const float yaw = random.real(-3, 3), course = random.real(-3, 3);
    box.rotation = {0, std::sin(yaw / 2), 0, std::cos(yaw / 2)};
    const Vec3 along{std::cos(course), 0, std::sin(course)}, across{-along.z, 0, along.x};
    box.linearVelocity = speed * along;
    box.friction = friction;
    const int i = world.indexOf(need(world.addBody(box)));
    const float way = speed * speed / (2 * friction * 9.81f);
    const int steps = int(60 * speed / (friction * 9.81f)) + 30;
    for (int step = 0; step < steps; ++step) ASSERT_FALSE(world.step(1.0f / 60));
    const Vec3 end = world.bodies.poses[i].position;
    // A step more or less of the start's speed.
    EXPECT_NEAR(dot(end, along), way, 0.01f * way + speed / 120) << "case " << k;
    EXPECT_NEAR(dot(end, across), 0, 0.002f * way) << "case " << k;
  }
}

}  // namespace sliding_test
}  // namespace holonom
