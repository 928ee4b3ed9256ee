#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "random.h"
#include "scenes.h"

namespace holonom {
namespace gyroscopic_test {

struct Drift {
  double energy = 0, momentum = 0;  ///< largest relative change; momentum as a vector
  int flips = 0;                    ///< turns of the middle axis
};

/// A free box spun about its middle axis, which is unstable (Dzhanibekov).
Drift spin(Gyroscopic method, int steps) {
  WorldSettings settings;
  settings.gravity = {};
  settings.gyroscopic = method;
  World world(settings);
  BodyDef box = scenes::boxAt({0, 0, 0}, {0.5f, 0.2f, 0.1f});
  box.angularVelocity = {0.05f, 8, 0.02f};
  scenes::need(world.addBody(box));
  const Vec3d before = world.momentum().angular;
  const double energy = world.energy().kinetic;
  Drift drift;
  float side = 1;
  for (int i = 0; i < steps; ++i) {
    EXPECT_FALSE(world.step(1.0f / 60));
    drift.energy = std::max(drift.energy, std::abs(world.energy().kinetic / energy - 1));
    drift.momentum =
        std::max(drift.momentum, length(world.momentum().angular - before) / length(before));
    const float spin =
        inverseRotate(world.bodies.poses[0].rotation, world.bodies.states[0].angular).y;
    if (spin * side < 0) ++drift.flips, side = spin;
  }
  return drift;
}

TEST(Gyroscopic, TheDefaultKeepsEnergyAndAngularMomentumFor100Seconds) {
  const Drift drift = spin(WorldSettings{}.gyroscopic, 6000);
  EXPECT_LT(drift.energy, 1e-4);
  EXPECT_LT(drift.momentum, 1e-4);
  EXPECT_GT(drift.flips, 20);
}

TEST(Gyroscopic, TheDefaultKeepsTheEnergyOfWhatTurnsManyTimesInASubstep) {
  Random random(5);
  for (const int substeps : {1, 4})
    for (const float rate : {100.0f, 300.0f, 1000.0f, 5000.0f})
      for (int i = 0; i < 10; ++i) {
        World world;
        world.settings.gravity = {};
        world.settings.substeps = substeps;
        BodyDef box =
            scenes::boxAt({}, {0.1f, random.real(0.003f, 0.1f), random.real(0.003f, 0.1f)});
        box.angularVelocity = rate * random.direction();
        scenes::need(world.addBody(box));
        const double energy = world.energy().kinetic;
        for (int step = 0; step < 120; ++step) {
          ASSERT_FALSE(world.step(1.0f / 60));
          ASSERT_NEAR(world.energy().kinetic, energy, 0.005 * energy)
              << substeps << ", " << rate << " rad/s, " << i << ", step " << step;
        }
      }
}

TEST(Gyroscopic, ImplicitStepIsStableAndLosesEnergy) {
  const Drift drift = spin(Gyroscopic::Implicit, 600);
  EXPECT_GT(drift.energy, 1e-2);
  EXPECT_LT(drift.energy, 1.0);
}

TEST(Gyroscopic, OffNeverFlips) { EXPECT_EQ(spin(Gyroscopic::Off, 1200).flips, 0); }

TEST(Gyroscopic, ExplicitStepGainsEnergy) {
  EXPECT_GT(spin(Gyroscopic::Explicit, 1200).energy, 0.1);
}

}  // namespace gyroscopic_test
}  // namespace holonom
