// Attachments that give, between a net and bodies of any mass.
#include <gtest/gtest.h>

#include "scenes.h"

namespace holonom {
namespace soft_ties_test {

using enum IntegratorType;
using scenes::need;

/// The greatest speed of a ball on a tie in the middle of a net of 2 m that is pinned at its
/// corners, over two seconds.
float fastest(IntegratorType integrator, double stiffness, float mass, float compliance) {
  World world;
  SpringNetworkDef def;
  def.grid = GridDef{{2, 2}, {8, 8}};
  def.mass = 2;
  def.stiffness = stiffness;
  def.damping = 0.1;
  def.pins.names = {"corners"};
  def.integrator = integrator;
  AttachmentDef tie;
  tie.springNetwork = need(world.addSpringNetwork(def));
  tie.point = 40;
  tie.compliance = compliance;
  BodyDef ball = scenes::sphereAt({0, -0.3f, 0}, 0.1f);
  ball.mass = mass;
  tie.body = need(world.addBody(ball));
  need(world.addAttachment(tie));
  float most = 0;
  for (int i = 0; i < 120; ++i) {
    EXPECT_FALSE(world.step(1.0f / 60));
    most = max(most, length(world.bodies.states[0].linear));
  }
  EXPECT_FALSE(world.soft.springs[0].stopped);
  return most;
}

TEST(SoftTies, HoldBodiesOfAnyMass) {
  // No faster than what falls as far.
  const auto calm = [](IntegratorType integrator, double stiffness) {
    for (const float mass : {0.01f, 0.1f, 1.0f, 10.0f})
      for (const float compliance : {1e-2f, 1e-4f, 1e-6f})
        EXPECT_LT(fastest(integrator, stiffness, mass, compliance), 10)
            << int(integrator) << ", " << stiffness << " N/m, " << mass << " kg, " << compliance;
  };
  for (const IntegratorType integrator : {SymplecticEuler, Verlet, Rk4, Harmonic})
    calm(integrator, 300);
  for (const IntegratorType integrator : {BackwardEuler, Jacobi, Hybrid}) calm(integrator, 1e4);
}

}  // namespace soft_ties_test
}  // namespace holonom
