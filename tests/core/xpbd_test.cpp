#include "solvers/xpbd.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "constraints/coloring.h"
#include "constraints/list.h"
#include "particles/particles.h"

namespace holonom {
namespace xpbd_test {

/// Particles joined by distance constraints; the last is the sink.
struct Chain {
  Particles particles;
  ConstraintBatch<ParticleDistance> batch;
  int count;

  Chain(std::vector<Quad> points, const std::vector<ConstraintInput<ParticleDistance>>& links)
      : count(int(points.size())) {
    particles.add(points);
    buildBatch(links, points, batch);
  }
  void substep(Vec3 gravity, float h, int sweeps, float decay = 0) {
    predict(particles, 0, count, gravity, decay, h);
    for (int i = 0; i < sweeps; ++i)
      projectBatch(batch, particles.positions.data(), particles.previous.data(), h, i == 0);
    updateVelocities(particles, 0, count, h);
  }
  Vec3 at(int i) const { return particles.positions[size_t(i)].xyz(); }
  Vec3 velocity(int i) const { return particles.velocities[size_t(i)].xyz(); }
};

TEST(Xpbd, OneProjectionMeetsARigidDistance) {
  // Masses 1 and 3 kg: the lighter moves three times as far.
  Chain chain({{0, 0, 0, 1}, {5, 0, 0, 1.0f / 3}}, {{{0, 1}, {1}}});
  projectBatch(chain.batch, chain.particles.positions.data(), chain.particles.previous.data(),
               0.01f, true);
  EXPECT_FLOAT_EQ(chain.at(0).x, 3);
  EXPECT_FLOAT_EQ(chain.at(1).x, 4);
}

TEST(Xpbd, APinnedEndDoesNotMove) {
  Chain chain({{0, 0, 0, 0}, {0, -3, 0, 1}}, {{{0, 1}, {2}}});
  projectBatch(chain.batch, chain.particles.positions.data(), chain.particles.previous.data(),
               0.01f, true);
  EXPECT_EQ(chain.at(0), (Vec3{0, 0, 0}));
  EXPECT_FLOAT_EQ(chain.at(1).y, -2);
}

TEST(Xpbd, TwoPinnedEndsAreLeftAlone) {
  Chain chain({{0, 0, 0, 0}, {0, -3, 0, 0}}, {{{0, 1}, {2}}});
  projectBatch(chain.batch, chain.particles.positions.data(), chain.particles.previous.data(),
               0.01f, true);
  EXPECT_EQ(chain.at(1), (Vec3{0, -3, 0}));
}

struct Step {
  double alpha, h, stretch, velocity, expectedStretch;
};
// One linear constraint, m = 2 kg: the step is that of implicit Euler on a spring of 1/α.
constexpr Step kSteps[] = {
    {0.001, 1.0 / 60, 0.2, 1, 0.1902439024390244},
    {0.01, 1.0 / 30, -0.1, 2, -0.03157894736842106},
    {0, 1.0 / 60, 0.3, -1, 0},
};

TEST(Xpbd, OneStepOfALinearSpringIsImplicitEuler) {
  for (const Step& s : kSteps)
    for (const int sweeps : {1, 7}) {
      Chain chain({{0, 0, 0, 0}, {float(1 + s.stretch), 0, 0, 0.5f}}, {{{0, 1}, {1}}});
      chain.batch.compliance = float(s.alpha);
      chain.particles.velocities[1].x = float(s.velocity);
      chain.substep({}, float(s.h), sweeps);
      EXPECT_NEAR(chain.at(1).x - 1, s.expectedStretch, 2e-6) << s.alpha << ", sweeps " << sweeps;
    }
}

TEST(Xpbd, ForceIsLambdaOverHSquared) {
  const Step s = kSteps[0];
  Chain chain({{0, 0, 0, 0}, {float(1 + s.stretch), 0, 0, 0.5f}}, {{{0, 1}, {1}}});
  chain.batch.compliance = float(s.alpha);
  chain.particles.velocities[1].x = float(s.velocity);
  chain.substep({}, float(s.h), 1);
  EXPECT_NEAR(chain.batch.blocks[0].lambda[0] / (s.h * s.h), -190.24390243902437, 0.02);
}

TEST(Xpbd, ADampedSpringDecaysAtItsRateAndRestsWhereItDid) {
  // m x″ = −(x + τ x′)/α: amplitude e^(−τ ω² t/2), with ω² = 1/(m α).
  const double omega = 10, tau = 0.02, h = 1e-3;
  Chain chain({{0, 0, 0, 0}, {1.1f, 0, 0, 0.5f}}, {{{0, 1}, {1}}});
  chain.batch.compliance = float(1 / (2 * omega * omega));
  chain.batch.damping = float(tau);
  double lowest = 0;
  for (int i = 0; i < 1100; ++i) {
    chain.substep({}, float(h), 1);
    if (i > 600) lowest = std::min(lowest, double(chain.at(1).x) - 1);
  }
  // The second trough is at t = 3π/ω_d; implicit steps add ω² h/2 to the rate.
  const double rate = (tau + h) * omega * omega / 2,
               t = 3 * 3.14159265 / std::sqrt(100 - rate * rate);
  EXPECT_NEAR(lowest, -0.1 * std::exp(-rate * t), 0.002);
}

TEST(Xpbd, AHangingMassStretchesByForceTimesCompliance) {
  // 2 kg at 9.8 m/s²: m g α, whatever the substep and the number of sweeps.
  for (const float h : {1.0f / 60, 1.0f / 240})
    for (const int sweeps : {1, 5, 50})
      for (const double alpha : {1e-4, 1e-2}) {
        Chain chain({{0, 0, 0, 0}, {0, -1, 0, 0.5f}}, {{{0, 1}, {1}}});
        chain.batch.compliance = float(alpha);
        // Damping reaches rest; at rest it does nothing but scale the weight by 1/(1 + 3 h).
        for (int i = 0; i < 2000; ++i) chain.substep({0, -9.8f, 0}, h, sweeps, 3);
        const double expected = 2 * 9.8 * alpha / (1 + 3 * double(h));
        // A float of 1 m resolves 7e-4 of what is fallen in 1/240 s.
        EXPECT_NEAR(-1 - chain.at(1).y, expected, 7e-4 * expected + 2e-6) << h << " " << sweeps;
      }
}

TEST(Xpbd, ARigidHangingMassDoesNotStretch) {
  Chain chain({{0, 0, 0, 0}, {0, -1, 0, 0.5f}}, {{{0, 1}, {1}}});
  for (int i = 0; i < 1000; ++i) chain.substep({0, -9.8f, 0}, 1.0f / 60, 1);
  EXPECT_NEAR(chain.at(1).y, -1, 1e-6);
}

TEST(Xpbd, TwoSpringsInARowStretchAsTheWeightBelowThem) {
  // 1 kg, then 3 kg, on springs of 200 N/m: (m₁ + m₂) g α and m₂ g α.
  Chain chain({{0, 0, 0, 0}, {0, -1, 0, 1}, {0, -2, 0, 1.0f / 3}}, {{{0, 1}, {1}}, {{1, 2}, {1}}});
  chain.batch.compliance = 1.0f / 200;
  for (int i = 0; i < 4000; ++i) chain.substep({0, -9.8f, 0}, 1.0f / 60, 20, 1);
  const double weight = 9.8 / (1 + 1.0 / 60);
  EXPECT_NEAR(-1 - chain.at(1).y, 4 * weight / 200, 2e-4);
  EXPECT_NEAR(chain.at(1).y - chain.at(2).y - 1, 3 * weight / 200, 2e-4);
}

TEST(Xpbd, ATetherPullsOnlyBeyondItsReach) {
  std::vector<Quad> points = {{0, 0, 0, 0}, {0, -3, 0, 1}, {0, 1, 0, 1}};
  Particles particles;
  particles.add(points);
  ConstraintBatch<ParticleTether> batch;
  buildBatch<ParticleTether>({{{0, 1}, {2}}, {{0, 2}, {2}}}, points, batch);
  projectBatch(batch, particles.positions.data(), particles.previous.data(), 0.01f, true);
  EXPECT_FLOAT_EQ(particles.positions[1].y, -2);
  EXPECT_EQ(particles.positions[2].xyz(), (Vec3{0, 1, 0}));
  EXPECT_EQ(particles.positions[0].xyz(), Vec3{});
}

TEST(Xpbd, FreeChainsKeepTheirMomentum) {
  Chain chain({{0, 0, 0, 1}, {1.5f, 0, 0, 0.5f}, {1.5f, 2, 0, 0.25f}},
              {{{0, 1}, {1}}, {{1, 2}, {1}}});
  chain.particles.velocities[0].x = 1;
  const float masses[3] = {1, 2, 4};
  for (int i = 0; i < 50; ++i) chain.substep({}, 1.0f / 60, 3);
  Vec3 p{};
  for (int i = 0; i < 3; ++i) p += masses[i] * chain.velocity(i);
  EXPECT_NEAR(p.x, 1, 5e-4);
  EXPECT_NEAR(p.y, 0, 5e-4);
}

TEST(Xpbd, PredictionIsSymplecticEuler) {
  Chain chain({{1, 2, 3, 1}}, {});
  chain.particles.velocities[0] = {4, -1, 2, 0};
  for (int i = 0; i < 100; ++i) chain.substep({0, -9.8f, 0}, 0.01f, 1);
  // x + n h v + g h² n (n + 1)/2
  EXPECT_NEAR(chain.at(0).x, 5, 1e-4);
  EXPECT_NEAR(chain.at(0).y, -3.949, 1e-4);
  EXPECT_NEAR(chain.velocity(0).y, -10.8, 2e-3);
}

}  // namespace xpbd_test
}  // namespace holonom
