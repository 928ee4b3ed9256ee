#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "math/elementary.h"
#include "springs/harmonic.h"
#include "springs/network.h"

namespace holonom {
namespace integrators_test {

constexpr IntegratorType kAll[] = {
    IntegratorType::ExplicitEuler, IntegratorType::SymplecticEuler, IntegratorType::Verlet,
    IntegratorType::Rk4,           IntegratorType::BackwardEuler,   IntegratorType::Jacobi,
    IntegratorType::Harmonic,      IntegratorType::Hybrid,          IntegratorType::Imex};

/// Two free masses on a spring along x, stretched by `extension`.
SpringNetwork pair(double massA, double massB, double stiffness, double damping, double extension) {
  SpringNetwork n;
  n.positions = {{0, 0, 0}, {1 + extension, 0, 0}};
  n.velocities.resize(2);
  n.masses = {massA, massB};
  n.inverseMasses = {1 / massA, 1 / massB};
  n.springs = {{0, 1, 1.0, stiffness, damping}};
  return n;
}

double rateOf(const SpringNetwork& n) { return n.velocities[1].x - n.velocities[0].x; }

SpringNetworkDef settingsOf(IntegratorType integrator) {
  SpringNetworkDef def;
  def.integrator = integrator;
  return def;
}

TEST(Elementary, SineCosineAndExponentialAgreeWithTheLibrary) {
  for (int i = -3000; i < 3000; ++i) {
    const double x = i * 0.137;
    EXPECT_NEAR(sineCosine(x).sine, std::sin(x), 1e-15) << x;
    EXPECT_NEAR(sineCosine(x).cosine, std::cos(x), 1e-15) << x;
    EXPECT_NEAR(exponential(x) / std::exp(x), 1, 1e-14) << x;
  }
  EXPECT_EQ(exponential(-1e5), 0);
}

TEST(Harmonic, PairIsExactForEveryDampingRatio) {
  // M = 2/3 kg, κ = 50 N/m: critical damping is 2 √(κ M).
  const double reduced = 1.0 * 2.0 / 3.0, critical = 2 * std::sqrt(50 * reduced);
  for (const double damping : {0.0, 0.1 * critical, critical, 3.67 * critical}) {
    const double h = 0.03;
    SpringNetwork n = pair(1, 2, 50, damping, 0.2);
    n.velocities[1] = {0.4, 0, 0};
    // Reference: a thousand Runge-Kutta steps of the scalar equation.
    double x = 0.2, v = 0.4;
    const int steps = 1000;
    const double dt = h / steps;
    const auto a = [&](double d, double r) { return -(50 * d + damping * r) / reduced; };
    for (int i = 0; i < steps; ++i) {
      const double k1 = v, l1 = a(x, v), k2 = v + dt / 2 * l1, l2 = a(x + dt / 2 * k1, k2);
      const double k3 = v + dt / 2 * l2, l3 = a(x + dt / 2 * k2, k3);
      const double k4 = v + dt * l3, l4 = a(x + dt * k3, k4);
      x += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
      v += dt / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
    }
    const Oscillation motion = oscillationOver(h, 50, damping, reduced);
    EXPECT_NEAR(motion.extension(0.2, 0.4), x, 1e-12) << damping;
    EXPECT_NEAR(motion.rate(0.2, 0.4), v, 1e-12) << damping;
    stepNetwork(n, settingsOf(IntegratorType::Harmonic), {}, h);
    EXPECT_NEAR(rateOf(n), v, 1e-12) << damping;
  }
}

TEST(Integrators, ConvergeWithTheirOrder) {
  // One oscillation of an undamped pair; the error of the extension at a fixed time.
  const auto errorAt = [](IntegratorType type, int steps) {
    const double end = 0.4;
    SpringNetwork n = pair(1, 1, 20, 0, 0.1);
    SpringNetworkDef settings = settingsOf(type);
    settings.tolerance = 1e-13;
    for (int i = 0; i < steps; ++i) stepNetwork(n, settings, {}, end / steps);
    const double extension = n.positions[1].x - n.positions[0].x - 1;
    return std::abs(extension - 0.1 * std::cos(std::sqrt(20 / 0.5) * end));
  };
  const auto orderOf = [&](IntegratorType type, int steps = 400) {
    return std::log2(errorAt(type, steps) / errorAt(type, 2 * steps));
  };
  EXPECT_NEAR(orderOf(IntegratorType::ExplicitEuler), 1, 0.1);
  EXPECT_NEAR(orderOf(IntegratorType::SymplecticEuler), 1, 0.1);
  EXPECT_NEAR(orderOf(IntegratorType::Verlet), 2, 0.1);
  EXPECT_NEAR(orderOf(IntegratorType::Rk4, 50), 4, 0.1);
  EXPECT_NEAR(orderOf(IntegratorType::BackwardEuler), 1, 0.1);
  EXPECT_NEAR(orderOf(IntegratorType::Jacobi), 1, 0.1);
  EXPECT_NEAR(orderOf(IntegratorType::Harmonic), 1, 0.1);
  EXPECT_NEAR(orderOf(IntegratorType::Hybrid), 1, 0.1);
  EXPECT_NEAR(orderOf(IntegratorType::Imex), 2, 0.1);
}

TEST(Integrators, DampingLeavesThemTheirOrder) {
  // A pair that is stretched and turns, damped along the spring, all over or at its nodes; against
  // fine steps of the method of fourth order.
  for (const auto& [axial, ofPoints] : {std::pair{false, 0.0}, {true, 0.0}, {false, 0.3}}) {
    const auto after = [&](IntegratorType type, int steps) {
      SpringNetwork n = pair(1, 2, 20, 1.5, 0.1);
      n.velocities[1] = {0.1, 0.8, -0.3};
      n.axialDamping = axial;
      n.pointDamping = ofPoints;
      SpringNetworkDef settings = settingsOf(type);
      settings.tolerance = 1e-13;
      settings.axialDamping = axial;
      for (int i = 0; i < steps; ++i) stepNetwork(n, settings, {0, -3, 0}, 0.4 / steps);
      return n;
    };
    const SpringNetwork exact = after(IntegratorType::Rk4, 4000);
    const auto errorAt = [&](IntegratorType type, int steps) {
      const SpringNetwork n = after(type, steps);
      double sum = 0;
      for (int i = 0; i < 2; ++i)
        sum += lengthSquared(n.positions[i] - exact.positions[i]) +
               0.01 * lengthSquared(n.velocities[i] - exact.velocities[i]);
      return std::sqrt(sum);
    };
    constexpr double kOrders[] = {1, 1, 2, 4, 1, 1, 1, 1, 2};
    for (const IntegratorType type : kAll) {
      const int steps = type == IntegratorType::Rk4 ? 20 : 400;
      const double order = std::log2(errorAt(type, steps) / errorAt(type, 2 * steps));
      EXPECT_NEAR(order, kOrders[int(type)], 0.1)
          << EnumNames<IntegratorType>::names[int(type)] << (axial ? ", axial, " : ", ") << ofPoints
          << " N s/m at points";
    }
  }
}

TEST(Integrators, PointDampingLeadsToATerminalVelocity) {
  for (const IntegratorType type : kAll)
    for (const double stiffness : {30.0, 1e6})
      for (const double c : {0.5, 5.0, 500.0}) {
        const bool isExplicit = type <= IntegratorType::Rk4;
        const bool isDiagonal = type == IntegratorType::Jacobi || type == IntegratorType::Hybrid;
        if (isExplicit && (stiffness > 1000 || c > 10)) continue;
        if (isDiagonal && stiffness > 1000) continue;  // what holds it back takes too long
        SpringNetwork n = pair(2, 2, stiffness, 0.2, 0);
        n.pointDamping = c;
        const int steps = int(2000 / min(c, 20.0));
        for (int i = 0; i < steps; ++i) stepNetwork(n, settingsOf(type), {0, -10, 0}, 0.02);
        for (const Vec3d& v : n.velocities)
          EXPECT_NEAR(v.y, -20 / c, 1e-6 * 20 / c)
              << EnumNames<IntegratorType>::names[int(type)] << ", c " << c << ", " << stiffness;
      }
}

TEST(Integrators, HybridIsAMeanByItsWeight) {
  // Of one sweep on the two right-hand sides, whatever the weight: 1 is Jacobi's initial guess.
  for (const double stiffness : {400.0, 4000.0})
    for (const double h : {0.03, 0.05, 0.1}) {
      const auto change = [&](IntegratorType type, double weight) {
        SpringNetwork n = pair(1, 2, stiffness, 0.3, 0.2);
        n.velocities[1] = {0.1, 0.8, -0.3};
        SpringNetworkDef settings = settingsOf(type);
        settings.hybridWeight = weight, settings.sweeps = 0;
        stepNetwork(n, settings, {0, -9.81, 0}, h);
        return n.velocities[1];
      };
      const Vec3d harmonic = change(IntegratorType::Hybrid, 0);
      const Vec3d implicit = change(IntegratorType::Hybrid, 1);
      EXPECT_GT(length(implicit - harmonic), 0.1);
      EXPECT_LT(length(implicit - change(IntegratorType::Jacobi, 0.5)), 1e-14);
      for (const double w : {0.2, 0.5, 0.9}) {
        const Vec3d mean = w * implicit + (1 - w) * harmonic;
        EXPECT_LT(length(mean - change(IntegratorType::Hybrid, w)), 1e-12);
      }
    }
}

TEST(Integrators, FreeFallTakesGravityInFull) {
  // Every method but hybrid, whose diagonal holds back a stretched or damped pair.
  for (const IntegratorType type : kAll) {
    if (type == IntegratorType::Hybrid || type == IntegratorType::Jacobi) continue;
    SpringNetwork n = pair(1, 3, 30, 0.2, 0);
    for (int i = 0; i < 100; ++i) stepNetwork(n, settingsOf(type), {0, -10, 0}, 0.01);
    EXPECT_NEAR(n.velocities[0].y, -10, 1e-9) << int(type);
    EXPECT_NEAR(n.velocities[1].y, -10, 1e-9) << int(type);
  }
}

TEST(Integrators, SolversOfAWholeSystemKeepMomentumAndDiagonalOnesDoNot) {
  const auto momentumAfter = [](IntegratorType type) {
    SpringNetwork n = pair(1, 3, 2000, 0.5, 0.1);
    SpringNetworkDef settings = settingsOf(type);
    settings.tolerance = 1e-13;
    settings.sweeps = 0;
    for (int i = 0; i < 50; ++i) stepNetwork(n, settings, {}, 0.01);
    return std::abs(n.masses[0] * n.velocities[0].x + n.masses[1] * n.velocities[1].x);
  };
  for (const IntegratorType type :
       {IntegratorType::SymplecticEuler, IntegratorType::Verlet, IntegratorType::Rk4,
        IntegratorType::BackwardEuler, IntegratorType::Harmonic, IntegratorType::Imex})
    EXPECT_LT(momentumAfter(type), 1e-9) << int(type);
  EXPECT_GT(momentumAfter(IntegratorType::Jacobi), 1e-6);
  EXPECT_GT(momentumAfter(IntegratorType::Hybrid), 1e-6);
}

TEST(Integrators, ManyJacobiSweepsReachBackwardEuler) {
  SpringNetworkDef jacobi = settingsOf(IntegratorType::Jacobi);
  jacobi.sweeps = 400;
  SpringNetworkDef implicit = settingsOf(IntegratorType::BackwardEuler);
  implicit.tolerance = 1e-14;
  SpringNetwork a = pair(1, 2, 500, 0.1, 0.1), b = a;
  stepNetwork(a, jacobi, {0, -9.81, 0}, 0.01);
  stepNetwork(b, implicit, {0, -9.81, 0}, 0.01);
  for (int i = 0; i < 2; ++i) EXPECT_LT(length(a.velocities[i] - b.velocities[i]), 1e-12) << i;
}

}  // namespace integrators_test
}  // namespace holonom
