// A force that only its struct and its effect describe.
#include <gtest/gtest.h>

#include "scenes.h"

namespace holonom {
namespace force_test {

using scenes::need;

TEST(Force, ActsUnderEveryIntegrator) {
  for (const auto integrator : {RigidIntegrator::SymplecticEuler, RigidIntegrator::Rk4}) {
    World world;
    world.settings.gravity = {}, world.settings.integrator = integrator;
    const BodyId id = need(world.addBody(scenes::sphereAt({2, 0, 0}, 0.1f)));
    need(world.addForce(WhirlForce{{0, 3, 0}}));
    world.step(0.01f);
    const Vec3 v = world.bodies.states[world.indexOf(id)].linear;
    EXPECT_NEAR(v.z, -0.06f, 1e-4f);
    EXPECT_NEAR(v.x, 0, 1e-3f);
  }
}

}  // namespace force_test
}  // namespace holonom
