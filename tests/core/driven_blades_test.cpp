// Blades on hinges that motors drive: what they strike is thrown or carried, and they turn on.
#include <gtest/gtest.h>

#include <cmath>

#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace driven_blades_test {

using scenes::need;

constexpr float kHalfThickness = 0.01f, kHalfSize = 0.03f;

class DrivenBlades : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, DrivenBlades, everySolver(), solverName);

/// Without weight; the blade, body 0, reaches from its hinge at the origin to 1 m.
struct BladeWorld {
  World world;
  JointId hinge;

  BladeWorld(SolverType solver, int substeps, float rate)
      : world(scenes::sleeplessWorld(solver, substeps, {})) {
    BodyDef blade = scenes::boxAt({0.5f, 0, 0}, {0.5f, 0.25f, kHalfThickness});
    blade.mass = 20;
    blade.angularVelocity = {0, rate, 0}, blade.linearVelocity = {0, 0, -0.5f * rate};
    HingeJoint joint;
    joint.bodyA = need(world.addBody(blade));
    joint.anchor = Vec3{}, joint.axis = Vec3{0, 1, 0};
    joint.motor = AngularMotor{rate, 300};
    hinge = need(world.addJoint(joint));
  }

  void addInWay(bool ball, float angle, float radius, float mass) {
    const Vec3 place{radius * std::cos(angle), 0.05f, -radius * std::sin(angle)};
    BodyDef def = ball ? scenes::sphereAt(place, kHalfSize)
                       : scenes::boxAt(place, {kHalfSize, kHalfSize, kHalfSize});
    def.mass = mass;
    need(world.addBody(def));
  }
};

TEST_P(DrivenBlades, TurnOnWhateverTheyStrike) {
  Random random(3);
  for (const int substeps : {1, 4})
    for (const float rate : {10.0f, 20.0f, 30.0f, 60.0f})
      for (int k = 0; k < 12; ++k) {
        BladeWorld w(GetParam(), substeps, rate);
        for (int i = 0; i <= k % 4; ++i)
          w.addInWay(k % 3 != 0, random.real(0.5f, 4.5f), random.real(0.2f, 0.9f), 0.2f);
        float angle = 0;
        int still = 0;
        for (int step = 0; step < 90; ++step) {
          ASSERT_FALSE(w.world.step(1.0f / 60));
          const float now = w.world.readout(w.hinge).coordinate[0];
          still = std::abs(now - angle) < 1e-3f ? still + 1 : 0;
          angle = now;
          ASSERT_LT(still, 10) << substeps << " substeps, " << rate << " rad/s, world " << k;
        }
      }
}

/// What lies before the blade stays before it until it leaves over an edge.
TEST_P(DrivenBlades, CarryWhatTheyMeet) {
  Random random(5);
  for (const float rate : {2.0f, 5.0f, 10.0f, 20.0f})
    for (const float mass : {0.05f, 0.2f, 20.0f})
      for (int k = 0; k < 12; ++k) {
        const float angle = random.real(0.5f, 4.5f), radius = random.real(0.2f, 0.8f);
        BladeWorld w(GetParam(), 4, rate);
        w.addInWay(k % 2 != 0, angle, radius, mass);
        float before = 0;
        for (int step = 0; step < 120; ++step) {
          ASSERT_FALSE(w.world.step(1.0f / 60));
          const auto& poses = w.world.bodies.poses;
          const Vec3 place = inverseTransformPoint(poses[0], poses[1].position);
          const bool beside = std::abs(place.x) < 0.5f - kHalfSize &&
                              std::abs(place.y) < 0.25f - kHalfSize && std::abs(place.z) < 0.3f;
          ASSERT_FALSE(beside && place.z * before < 0)
              << rate << " rad/s, " << mass << " kg, " << angle << " rad, " << radius << " m, ball "
              << k % 2 << ", step " << step;
          before = beside ? place.z : 0;
        }
      }
}

}  // namespace driven_blades_test
}  // namespace holonom
