// Particles against reference values: compliance, stiffness and integrators, on ropes of one link.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "case_file.h"
#include "long_run.h"
#include "scenes.h"
#include "solvers/pbd_stiffness.h"
#include "solvers/xpbd.h"

namespace holonom {
namespace particle_cases_test {

using scenes::need;

constexpr Vec3 kAcross{1, 0, 0}, kDown{0, -1, 0};
constexpr double kFloat = 6e-8;  // what a float of 1 resolves

/// A particle of `mass` on a link of 1 m; about the origin, where floats are fine.
struct Link {
  World world;
  Vec3 pin;
  float h;

  /// The link is at rest along `direction`, and the particle `stretch` farther.
  Link(double mass, double compliance, double h, Vec3 direction, double stretch = 0,
       double speed = 0)
      : pin(-direction), h(float(h)) {
    world.settings.gravity = {};
    world.settings.substeps = 1;
    const Vec3 at = float(stretch) * direction, v = float(speed) * direction;
    RopeDef def = scenes::ropeOf(1, 1, 1);
    def.mass = float(2 * mass);  // an end has half of it
    def.pins.names = {"left"};
    def.stretchCompliance = float(compliance);
    def.positions = {pin.x, pin.y, pin.z, at.x, at.y, at.z};
    def.velocities = {0, 0, 0, v.x, v.y, v.z};
    need(world.addRope(def));
  }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(h));
  }
  Vec3 position() const { return world.soft.particles.positions[1].xyz(); }
  Vec3 velocity() const { return world.soft.particles.velocities[1].xyz(); }
  /// λ/h² of the link and of the tether, which is as long [N]
  double force() const {
    const Cloth& cloth = world.soft.cloths[0];
    const double lambda = double(cloth.batches.one<ParticleDistance>().blocks[0].lambda[0]) +
                          double(cloth.batches.one<ParticleTether>().blocks[0].lambda[0]);
    return lambda / (double(cloth.batches.one<ParticleDistance>().interval) *
                     double(cloth.batches.one<ParticleDistance>().interval));
  }
  template <class Change>
  void redefine(Change&& change) {
    ClothDef def = world.describe(world.soft.cloths.idAt(0));
    change(def);
    ASSERT_FALSE(world.redefine(world.soft.cloths.idAt(0), def));
  }
  void setDamping(double rate) {
    redefine([&](ClothDef& def) { def.damping = float(rate); });
  }
};

TEST(ParticleCases, AHangingMassStretchesByForceTimesCompliance) {
  forEachCase("xpbd", "hang", [](const Case& c) {
    const double h = c.input["dt"].number(), alpha = c.input["alpha"].number();
    Link link(c.input["m"].number(), alpha, h, kDown);
    link.world.settings.gravity = {0, -c.input["g"].real(), 0};
    link.world.settings.particleIterations = c.input["iterations"].integer();
    // 1/(1 + rate h) = e^(−3 h)
    link.setDamping((std::exp(3 * h) - 1) / h);
    link.run(int(8 / h));
    // The last place of the link's length, and the force that takes it back in a substep.
    c.expectNear("static_deflection_with_factor", -double(link.position().y), kFloat);
    c.expectNear("force_lambda_over_dt2", -link.force(), kFloat * c.input["m"].number() / (h * h));
  });
}

TEST(ParticleCases, OneStepOfALinearSpringIsImplicitEulerInAnyNumberOfSweeps) {
  forEachCase("xpbd", "single linear", [](const Case& c) {
    for (const int sweeps : {1, 7}) {
      const double h = c.input["dt"].number(), x0 = c.input["x0"].number();
      Link link(c.input["m"].number(), c.input["alpha"].number(), h, kAcross, x0,
                c.input["v0"].number());
      link.world.settings.particleIterations = sweeps;
      link.run(1);
      c.expectNear("x1", double(link.position().x), 4 * kFloat);
      c.expectNear("force", link.force(), 4 * kFloat * c.input["m"].number() / (h * h));
    }
  });
}

TEST(ParticleCases, TwoSpringsInARowStretchAsTheWeightBelowThem) {
  forEachCase("xpbd", "two-spring", [](const Case& c) {
    // Two cloths cannot share a particle: the lower spring hangs from the upper mass's place.
    const std::vector<double> k = c.input["k"].numbers(), m = c.input["m"].numbers();
    const double g = c.input["g"].number();
    Particles particles;
    const std::vector<Quad> points = {
        {0, 0, 0, 0}, {0, -1, 0, float(1 / m[0])}, {0, -2, 0, float(1 / m[1])}};
    particles.add(points);
    ConstraintBatch<ParticleDistance> upper, lower;
    buildBatch<ParticleDistance>({{{0, 1}, {1}}}, points, upper);
    buildBatch<ParticleDistance>({{{1, 2}, {1}}}, points, lower);
    upper.compliance = float(1 / k[0]), lower.compliance = float(1 / k[1]);
    const float h = 1.0f / 60;
    for (int i = 0; i < 4000; ++i) {
      predict(particles, 0, 3, {0, float(-g), 0}, 0.05f, h);
      for (int sweep = 0; sweep < 20; ++sweep)
        for (auto* batch : {&upper, &lower})
          projectBatch(*batch, particles.positions.data(), particles.previous.data(), h,
                       sweep == 0);
      updateVelocities(particles, 0, 3, h);
    }
    c.expectNear("x1", -1 - double(particles.positions[1].y));
    c.expectNear("x2", -2 - double(particles.positions[2].y));
  });
}

TEST(ParticleCases, StiffnessOfOneSweepLeavesTheSameErrorAfterAll) {
  forEachCase("pbd_stiffness", [](const Case& c) {
    const double k = c.input["k"].number();
    const int sweeps = c.input["n_s"].integer();
    const double share = pbdStiffness(k, sweeps);
    c.expectNear("k_prime", share);
    c.expectNear("residual", std::pow(1 - share, sweeps));
    // A stretched link at rest: a substep leaves that share of its stretch.
    for (const ParticleSolver solver : {ParticleSolver::Colored, ParticleSolver::GaussSeidel}) {
      Link link(1, 0, 1.0 / 60, kAcross, 0.5);
      link.redefine([&](ClothDef& def) { def.stiffness = float(k); });
      link.world.settings.particleSolver = solver;
      link.world.settings.particleIterations = sweeps;
      link.run(1);
      c.expectNear("residual", double(link.position().x) / 0.5, 2 * (sweeps + 1) * kFloat);
    }
  });
}

/// What is left of an oscillation of a linear spring: share a step, phase a step, share of ten
/// periods. Velocities obey vₙ₊₂ = p vₙ₊₁ − q vₙ, so that vₙ₊₁² − vₙ vₙ₊₂ shrinks by q a step.
struct Decay {
  double share, phase, tenPeriods;
};
Decay decayOf(ParticleIntegrator integrator, double turn) {
  const double h = 1.0 / 64, omega = turn / h;
  Link link(2, 1 / (2 * omega * omega), h, kAcross, 0.5);
  link.world.settings.particleIntegrator = integrator;
  // After Euler's first step bdf2 has a second mode, which loses two thirds in each step.
  const int skipped = 20, steps = int(20 * std::numbers::pi / turn);
  std::vector<double> v;
  link.run(skipped);
  for (int i = 0; i < steps + 3; ++i) {
    v.push_back(link.velocity().x);
    link.run(1);
  }
  const auto size = [&](int i) { return v[i + 1] * v[i + 1] - v[i] * v[i + 2]; };
  // Few steps where it dies away soon.
  const int last = std::min(steps, int(12 / turn));
  const double share = std::pow(size(last) / size(0), 0.5 / last);
  double first = -1, zero = 0;
  int zeros = -1;
  for (int i = 0; i < last; ++i)
    if ((v[i] > 0) != (v[i + 1] > 0)) {
      // Between zeros lies half a turn; the envelope is taken off before the line is drawn.
      zero = i + v[i] / (v[i] - v[i + 1] / share);
      if (++zeros == 0) first = zero;
    }
  return {share, std::numbers::pi * zeros / (zero - first),
          std::pow(share, 20 * std::numbers::pi / turn)};
}

TEST(ParticleCases, IntegratorsDampALinearSpringAsTheyShould) {
  forEachCase("bdf2_damping", "linear oscillator", [](const Case& c) {
    const double turn = c.input["omega_h"].number();
    const Decay euler = decayOf(ParticleIntegrator::Euler, turn);
    const Decay bdf2 = decayOf(ParticleIntegrator::Bdf2, turn);
    // Floats of a position add some 1e-7 a step to what is measured over some hundred steps.
    c.expectNear("euler_amp_per_step", euler.share, 2e-6);
    c.expectNear("bdf2_amp_per_step", bdf2.share, 2e-6);
    const double tenPeriods = c.expect["bdf2_amp_10_periods"].number();
    c.expectNear("bdf2_amp_10_periods", bdf2.tenPeriods, 2e-3 * tenPeriods);
    // A line between two steps for an arc: (ω h)² of a step of phase, at each end.
    c.expectNear("euler_phase_per_step", euler.phase, 0.02 * turn * turn);
    c.expectNear("bdf2_phase_per_step", bdf2.phase, 0.02 * turn * turn);
  });
}

/// How far a pendulum swings in the last 2 s of `time` [deg].
double lastSwing(ParticleIntegrator integrator, double degrees, double h, double time) {
  const double angle = degrees * std::numbers::pi / 180;
  Link link(1, 0, h, {float(std::sin(angle)), float(-std::cos(angle)), 0});
  link.world.settings.gravity = {0, -9.8f, 0};
  link.world.settings.particleIntegrator = integrator;
  const int steps = int(std::lround(time / h)), before = steps - int(std::lround(2 / h));
  double last = 0;
  for (int i = 0; i < steps; ++i) {
    link.run(1);
    const Vec3 p = link.position() - link.pin;
    const double turned = std::atan2(double(p.x), -double(p.y)) * 180 / std::numbers::pi;
    if (i >= before) last = std::max(last, std::abs(turned));
  }
  return last;
}

TEST(ParticleCases, Bdf2KeepsTheSwingOfAPendulum) {
  forEachCase("bdf2_damping", "pendulum", [](const Case& c) {
    const auto swing = [&](ParticleIntegrator integrator) {
      return lastSwing(integrator, c.input["amp_deg"].number(), c.input["h"].number(),
                       c.input["T"].number());
    };
    const double bdf2 = swing(ParticleIntegrator::Bdf2);
    EXPECT_NEAR(bdf2, c.expect["amplitude_end_bdf2"].number(), c.tol["abs_deg"].number());
    EXPECT_NEAR(bdf2, c.expect["exact"].number(), 0.02 * c.expect["exact"].number());
    EXPECT_NEAR(swing(ParticleIntegrator::Euler), c.expect["amplitude_end_euler"].number(),
                c.tol["abs_deg"].number());
  });
}

TEST(ParticleCases, StiffnessDoesNotDependOnIterationsOrSubsteps) {
  // 2 kg on 200 N/m: by its weight, within 2 %, at rest.
  for (const ParticleIntegrator integrator : {ParticleIntegrator::Euler, ParticleIntegrator::Bdf2})
    for (const ParticleSolver solver :
         {ParticleSolver::Colored, ParticleSolver::GaussSeidel, ParticleSolver::Jacobi,
          ParticleSolver::Direct, ParticleSolver::Hierarchical, ParticleSolver::Lines})
      for (const int iterations : {1, 2, 8, 64})
        for (const int substeps : {1, 4, 32}) {
          if (!longRun() && iterations * substeps > 256) continue;
          Link link(2, 1.0 / 200, 1.0 / 60, kDown);
          WorldSettings& s = link.world.settings;
          s.gravity = {0, -9.8f, 0};
          s.particleSolver = solver, s.particleIntegrator = integrator;
          s.particleIterations = iterations, s.substeps = substeps;
          link.setDamping(3);
          link.run(480);
          const double weight =
              2 * 9.8 /
              (1 + (integrator == ParticleIntegrator::Bdf2 ? 2.0 / 3 : 1) * 3.0 / 60 / substeps);
          EXPECT_NEAR(-double(link.position().y), weight / 200, 0.02 * weight / 200)
              << int(integrator) << " " << int(solver) << " " << iterations << " " << substeps;
          EXPECT_NEAR(-link.force(), weight, 0.02 * weight);
        }
}

}  // namespace particle_cases_test
}  // namespace holonom
