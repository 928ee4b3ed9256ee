// An integrator of one file has its order on a mass at a spring.
#include <gtest/gtest.h>

#include <cmath>

#include "scenes.h"

namespace holonom {
namespace integrator_test {

using scenes::need;

/// Of the position after a second at ω = 5 rad/s [m].
double errorAt(int steps) {
  World world;
  world.settings.gravity = {}, world.settings.substeps = 1, world.settings.sleeping = false;
  SpringNetworkDef def;
  def.lists = SpringListsDef{{0, 0, 0, 1, 0, 0}, {0, 1}};
  def.mass = 2, def.stiffness = 25, def.damping = 0;
  def.pins.indices = {0};
  def.positions = {0, 0, 0, 1.1, 0, 0};
  def.integrator = IntegratorType::Heun;
  need(world.addSpringNetwork(def));
  for (int i = 0; i < steps; ++i) world.step(1.0 / steps);
  return std::abs(world.soft.springs[0].network.positions[1].x - (1 + 0.1 * std::cos(5.0)));
}

TEST(Integrator, IsOfSecondOrder) {
  EXPECT_LT(errorAt(200), 1e-3);
  EXPECT_NEAR(std::log2(errorAt(100) / errorAt(200)), 2, 0.2);
}

}  // namespace integrator_test
}  // namespace holonom
