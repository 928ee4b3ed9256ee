// Pendulums against reference cases, under every solver.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "case_file.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace reference_joint_test {

using scenes::need;

class ReferenceJoint : public testing::TestWithParam<SolverType> {
 protected:
  static WorldSettings settings(const Case& c) {
    WorldSettings s;
    s.solver = GetParam();
    s.gravity = {0, -c.input["g"].real(), 0};
    s.sleeping = false;  // the slowest swing at 5 cm/s
    return s;
  }
};
INSTANTIATE_TEST_SUITE_P(Solvers, ReferenceJoint, everySolver(), solverName);

constexpr float kStep = 1.0f / 960;

struct Swing {
  double period = 0;   ///< [s]
  double fastest = 0;  ///< [m/s]
  double tension = 0;  ///< the mean near the lowest place [N]
};

/// Steps a pendulum of one body about the origin through one period, from lowest to lowest place.
/// Near that is within `near` of it [m].
Swing swing(World& world, float dt, double atMost, double near = 0) {
  Swing s;
  int nearSteps = 0;
  std::vector<double> crossings;
  double last = double(world.bodies.poses[0].position.x);
  while (crossings.size() < 3 && world.time < atMost) {
    EXPECT_FALSE(world.step(dt));
    const double x = double(world.bodies.poses[0].position.x);
    if (std::abs(x) < near && world.bodies.poses[0].position.y < 0) {
      s.tension += double(length(world.readout(world.joints.all.idAt(0)).reaction.force));
      ++nearSteps;
    }
    s.fastest = std::max(s.fastest, double(length(world.bodies.states[0].linear)));
    if (last * x < 0) crossings.push_back(world.time - x / (x - last) * double(dt));
    last = x;
  }
  if (nearSteps > 0) s.tension /= nearSteps;
  EXPECT_EQ(crossings.size(), 3u);
  if (crossings.size() == 3) s.period = crossings[2] - crossings[0];
  return s;
}

TEST_P(ReferenceJoint, APointMassOnARodSwingsWithTheExactPeriod) {
  forEachCase("pendulum", "L=", [](const Case& c) {
    World world(settings(c));
    const float length = c.input["L"].real();
    const double angle = c.input["amp_deg"].number() * double(kPi) / 180;
    BodyDef bob = scenes::sphereAt(
        {length * float(std::sin(angle)), -length * float(std::cos(angle)), 0}, 0.1f);
    bob.mass = 1;
    DistanceJoint rod;
    rod.bodyA = need(world.addBody(bob));
    rod.anchorB = Vec3{};
    need(world.addJoint(rod));
    const double exact = c.expect["T_exact"].number();
    const Swing s = swing(world, kStep, 2 * exact, 0.02 * double(length));
    c.expectNear("T_exact", s.period);
    c.expectNear("max_speed", s.fastest);
    // xpbd's forces are changes of position over h², and positions are rounded to 6e-8 of the
    // length.
    const double h = double(kStep) / world.settings.substeps;
    const double rounding = GetParam() == SolverType::Xpbd ? 6e-8 * double(length) / (h * h) : 0;
    c.expectNear("rod_tension_at_bottom_per_mass", s.tension, rounding);
  });
}

TEST_P(ReferenceJoint, AHingedBoxSwingsAsAPhysicalPendulum) {
  forEachCase("pendulum", "physical", [](const Case& c) {
    World world(settings(c));
    const float height = c.input["height"].real(), width = c.input["width"].real();
    const float angle = 0.02f;
    BodyDef box = scenes::boxAt({height / 2 * std::sin(angle), -height / 2 * std::cos(angle), 0},
                                {width / 2, height / 2, 0.1f});
    box.rotation = {0, 0, std::sin(angle / 2), std::cos(angle / 2)};
    box.mass = c.input["M"].real();
    HingeJoint hinge;
    hinge.bodyA = need(world.addBody(box));
    hinge.anchor = Vec3{};
    hinge.axis = Vec3{0, 0, 1};
    need(world.addJoint(hinge));
    c.expectNear("T_small", swing(world, kStep, 4).period);
  });
}

}  // namespace reference_joint_test
}  // namespace holonom
