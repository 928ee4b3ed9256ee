// Steps of changing length, as pages have them whose frames are late: what rests goes on resting.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace changing_steps_test {

using scenes::need;

class ChangingSteps : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, ChangingSteps, everySolver(), solverName);

float stepUnevenly(World& w, Random& random) {
  const float dt = 1.0f / random.real(30, 240);
  EXPECT_FALSE(w.step(dt));
  return dt;
}

void stepUnevenly(World& w, int count, Random& random) {
  for (int k = 0; k < count; ++k) stepUnevenly(w, random);
}

TEST_P(ChangingSteps, ABoxStaysOnASlope) {
  for (const float angle : {0.1f, 0.35f, 0.44f})
    for (const float half : {0.02f, 0.2f, 1.0f}) {
      Random random(5);
      World w = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
      const Quat slope{0, 0, std::sin(angle / 2), std::cos(angle / 2)};
      BodyDef ground;
      ground.type = BodyType::Static;
      ground.shape = Plane{};
      ground.rotation = slope;
      need(w.addBody(ground));
      BodyDef def = scenes::boxAt(rotate(slope, {0, 0.5f * half, 0}), {half, 0.5f * half, half});
      def.rotation = slope;
      const int i = w.indexOf(need(w.addBody(def)));
      stepUnevenly(w, 120, random);
      const Vec3 start = w.bodies.poses[i].position;
      stepUnevenly(w, 900, random);
      EXPECT_LT(length(w.bodies.poses[i].position - start), 0.001f) << angle << " " << half;
    }
}

TEST_P(ChangingSteps, ATowerStands) {
  Random random(6);
  World w = scenes::sleeplessWorld(GetParam(), 8, {0, -9.81f, 0});
  scenes::tower(w, 5);
  stepUnevenly(w, 900, random);
  const Vec3 top = w.bodies.poses[5].position;
  EXPECT_NEAR(top.y, 4.5f, 0.02f);
  EXPECT_LT(std::hypot(top.x, top.z), 0.01f);
}

TEST_P(ChangingSteps, AChainTellsTheWeightItBears) {
  Random random(7);
  World w = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
  std::optional<BodyId> above;
  JointId top{};
  for (int i = 0; i < 5; ++i) {
    BodyDef def = scenes::boxAt({0, -0.1f - 0.2f * float(i), 0}, {0.02f, 0.09f, 0.02f});
    def.mass = 1.0f;
    BallJoint joint;
    joint.bodyA = need(w.addBody(def));
    joint.bodyB = above;
    joint.anchor = Vec3{0, -0.2f * float(i), 0};
    const JointId id = need(w.addJoint(joint));
    if (i == 0) top = id;
    above = joint.bodyA;
  }
  const double weight = 5 * 9.81;
  Vec3d impulse{};
  double time = 0;
  for (int k = 0; k < 300; ++k) {
    const double dt = double(stepUnevenly(w, random));
    if (k < 30) continue;
    const Vec3d force = toDouble(w.readout(top).reaction.force);
    impulse += dt * force, time += dt;
    // Joints of xpbd move bodies anew in each substep: there the mean alone is the weight.
    if (GetParam() != SolverType::Xpbd) {
      EXPECT_NEAR(length(force), weight, 0.5) << k;
    }
  }
  EXPECT_NEAR(length(impulse) / time, weight, 0.01 * weight);
}

}  // namespace changing_steps_test
}  // namespace holonom
