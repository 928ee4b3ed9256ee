// The methods of mass-spring networks against reference cases, finite differences and one another.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "case_file.h"
#include "random.h"
#include "scenes.h"
#include "springs/diagnostics.h"
#include "springs/harmonic.h"
#include "springs/linear_system.h"

namespace holonom {
namespace spring_methods_test {

using enum IntegratorType;
using scenes::need;

/// The net of 5 × 5 nodes on 1 m × 1 m of the stability experiments.
SpringNetwork smallNet(double nodeMass, double stiffness, const SpringNetworkDef& options = {}) {
  World world;
  SpringNetworkDef def = options;
  def.grid = GridDef{{1, 1}, {4, 4}};
  def.mass = 25 * nodeMass;
  def.stiffness = stiffness;
  need(world.addSpringNetwork(def));
  return world.soft.springs[0].network;
}

void setDamping(SpringNetwork& n, double damping) {
  for (Spring& s : n.springs) s.damping = damping;
}

void shake(SpringNetwork& n, double amount, uint64_t seed = 7) {
  Random random(seed);
  for (int i = 0; i < n.size(); ++i)
    if (n.inverseMasses[i] > 0) n.positions[i] += amount * random.vectorDouble();
}

double totalSpeed(const SpringNetwork& n) {
  double sum = 0;
  for (const Vec3d& v : n.velocities) sum += length(v);
  return sum;
}

SpringNetworkDef settingsOf(IntegratorType integrator) {
  SpringNetworkDef def;
  def.integrator = integrator;
  def.tolerance = 1e-13;
  def.maxIterations = 10000;
  return def;
}

double largestDifference(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b) {
  double most = 0;
  for (size_t i = 0; i < a.size(); ++i) most = std::max(most, length(a[i] - b[i]));
  return most;
}

TEST(SpringCases, ForceAndMatrixOfASpring) {
  forEachCase("spring_jacobian", "", [](const Case& c) {
    SpringNetwork n;
    n.positions = {c.input["xi"].vectorDouble(), c.input["xj"].vectorDouble()};
    n.velocities.resize(2);
    n.masses = n.inverseMasses = {1, 1};
    n.springs = {{0, 1, c.input["l0"].number(), c.input["kappa"].number()}};
    computeForces(n, {});
    c.expectNear("f_i", n.force[0]);
    SpringNetworkDef raw;
    raw.clampCompression = false;
    assemble(n, raw, {}, 1, ImplicitStep::Linear);  // h = 1: the matrix is the Jacobian
    const auto [along, across, a, b] = n.linearized[0];
    std::vector<double> matrix;
    for (const Vec3d& e : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) {
      const Vec3d column = across * e + dot(along, e) * along;
      matrix.insert(matrix.end(), {column.x, column.y, column.z});
    }
    for (size_t i = 0; i < 9; ++i) EXPECT_NEAR(matrix[i], c.expect["J_ij"].numbers()[i], 1e-9) << i;
  });
}

TEST(SpringCases, TheHarmonicImpulseIsExactForAPair) {
  forEachCase("spring_two_mass", "", [](const Case& c) {
    const double mi = c.input["mi"].number(), h = c.input["h"].number();
    const bool pinned = c.input["mj"].isNull();
    const double mj = pinned ? 1 : c.input["mj"].number();
    const double extension = c.input["delta0"].number(), rate = c.input["deltadot0"].number();
    SpringNetwork n;
    n.positions = {{0, 0, 0}, {0, 0, 2 + extension}};
    n.velocities = {{0, 0, pinned ? -rate : 0}, {0, 0, pinned ? 0 : rate}};
    n.masses = {mi, mj};
    n.inverseMasses = {1 / mi, pinned ? 0 : 1 / mj};
    const double stiffness = c.input["kappa"].number(), damping = c.input["c_d"].number();
    n.springs = {{0, 1, 2.0, stiffness, damping}};
    const double before = n.velocities[0].z;
    stepNetwork(n, settingsOf(Harmonic), {}, h);
    const double scale = std::abs(c.expect["deltadot_h"].number());
    EXPECT_NEAR(n.velocities[1].z - n.velocities[0].z, c.expect["deltadot_h"].number(),
                1e-12 * std::max(1.0, scale));
    EXPECT_NEAR(mi * (n.velocities[0].z - before), c.expect["impulse_total"].number(),
                1e-12 * std::max(1.0, scale));
    const double w = n.inverseMasses[0] + n.inverseMasses[1];
    EXPECT_NEAR(oscillationOver(h, stiffness, damping, 1 / w).extension(extension, rate),
                c.expect["delta_h"].number(), 1e-12);
  });
}

TEST(SpringCases, StiffnessAtWhichARestingNetTurnsUnstable) {
  const struct {
    const char* name;
    IntegratorType integrator;
    double share;
  } methods[] = {{"Euler (symplectic, as in paper)", SymplecticEuler, 1},
                 {"harmonic half-phi exact", Harmonic, 0.5},
                 {"harmonic full-phi exact", Harmonic, 1},
                 {"Jacobi k=0", Jacobi, 1}};
  forEachCase("mass_spring_linear_kappa_max", "", [&](const Case& c) {
    SpringNetworkDef layout;
    const std::string kind = c.input["kind"].text();
    layout.shearSprings = kind != "S";
    layout.bendSprings = kind == "SSB";
    layout.damping = c.input["c_d"].number();
    if (c.input["pins"].text() == "2corner") layout.pins.names = {"top-left", "top-right"};
    for (const auto& method : methods) {
      // Free and without shear springs the net is a mechanism: the reference's differences took the
      // noise of its neutral modes under Jacobi for growth, at half the true limit.
      if (method.integrator == Jacobi && c.name.find("S free") == 0) continue;
      SpringNetworkDef settings = settingsOf(method.integrator);
      settings.share = method.share;
      settings.sweeps = 0;
      const auto growsAt = [&](double stiffness) {
        SpringNetwork n = smallNet(c.input["m"].number(), stiffness, layout);
        shake(n, 1e-9);
        const int steps = method.integrator == Jacobi ? 6000 : 300;  // it grows slowly
        for (int i = 0; i < steps; ++i) stepNetwork(n, settings, {}, c.input["h"].number());
        return !(totalSpeed(n) < 1e-4);
      };
      const double limit = c.expect[method.name].number();
      EXPECT_FALSE(growsAt(0.98 * limit)) << method.name;
      EXPECT_TRUE(growsAt(1.02 * limit)) << method.name;
    }
  });
}

TEST(SpringSolvers, AgreeWithOneAnother) {
  for (const IntegratorType integrator : {BackwardEuler, Imex})
    for (const double stiffness : {1e2, 1e4, 1e6}) {
      std::vector<Vec3d> velocities[3];
      for (int k = 0; k < 3; ++k) {
        SpringNetworkDef layout;
        layout.pins.names = {"top-left", "top-right"};
        SpringNetwork n = smallNet(1, stiffness, layout);
        shake(n, 0.05);
        n.welds = {{12, diagonal(3.0), {}, {0, -9.81, 0}}};
        n.anchors = {{7, {0, 1, 0}, 500, 2, 0, {}}};
        SpringNetworkDef settings = settingsOf(integrator);
        settings.linearSolver = LinearSolverType(k);
        for (int i = 0; i < 3; ++i) {
          stepNetwork(n, settings, {0, -9.81, 0}, 0.01);
          EXPECT_LT(n.residual, 1e-11);
        }
        velocities[k] = n.velocities;
      }
      EXPECT_LT(largestDifference(velocities[0], velocities[1]), 1e-9) << stiffness;
      EXPECT_LT(largestDifference(velocities[1], velocities[2]), 1e-9) << stiffness;
    }
}

TEST(SpringSolvers, AFactorTooLargeIsRefusedAndNothingChanges) {
  World world;
  SpringNetworkDef def;
  def.grid = GridDef{{1, 1}, {60, 60}};
  const SpringNetworkId id = need(world.addSpringNetwork(def));
  def = world.describe(id);
  def.linearSolver = LinearSolverType::Dense;
  const Status refused = world.redefine(id, def);
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->path, "linearSolver");
  EXPECT_EQ(world.describe(id).linearSolver, LinearSolverType::Pcg);
  EXPECT_FALSE(world.addSpringNetwork(def));
  def.linearSolver = LinearSolverType::Ldlt;
  EXPECT_FALSE(world.redefine(id, def));
  def.asPrinted = true;  // computes a dense inverse
  EXPECT_EQ(world.redefine(id, def)->path, "asPrinted");
}

/// Error of two masses on a spring after half a second in `steps`: of extension and scaled rate.
double pairError(IntegratorType integrator, const SpringNetworkDef& options, int steps) {
  const double extension = 0.1, stiffness = 20, omega = std::sqrt(2 * stiffness), time = 0.5;
  SpringNetwork n;
  n.positions = {{0, 0, 0}, {1 + extension, 0, 0}};
  n.velocities.resize(2);
  n.masses = n.inverseMasses = {1, 1};
  n.springs = {{0, 1, 1.0, stiffness, 0}};
  SpringNetworkDef settings = options;
  settings.integrator = integrator;
  settings.tolerance = 1e-14;
  for (int i = 0; i < steps; ++i) stepNetwork(n, settings, {}, time / steps);
  const double miss = n.positions[1].x - n.positions[0].x - 1 - extension * std::cos(omega * time);
  const double slip =
      n.velocities[1].x - n.velocities[0].x + omega * extension * std::sin(omega * time);
  return std::hypot(miss, slip / omega);
}

TEST(SpringMethods, ConvergeWithTheirOrders) {
  for (size_t k = 0; k < std::size(EnumNames<IntegratorType>::names); ++k) {
    const IntegratorType integrator = IntegratorType(k);
    const double order = integrator == Rk4 ? 4 : integrator == Verlet || integrator == Imex ? 2 : 1;
    const int steps = integrator == Rk4 ? 64 : 512;
    std::vector<SpringNetworkDef> options(1);
    if (integrator == BackwardEuler) {
      options.resize(4);
      options[1].linearSolver = LinearSolverType::Ldlt;
      options[2].linearSolver = LinearSolverType::Dense;
      options[3].newtonIterations = 20;
    }
    if (integrator == Jacobi) options.resize(2), options[1].sweeps = 5;
    for (const SpringNetworkDef& each : options) {
      const double observed =
          std::log2(pairError(integrator, each, steps) / pairError(integrator, each, 2 * steps));
      EXPECT_NEAR(observed, order, 0.1) << EnumNames<IntegratorType>::names[k];
    }
  }
}

TEST(SpringMethods, KeepMomentumButForDiagonalSolves) {
  // A weightless free net of unequal masses and springs that shakes: the share of its impulses that
  // is lost. What truncates a solve node by node lets one end of a spring take more than the other.
  for (size_t k = 0; k < std::size(EnumNames<IntegratorType>::names); ++k)
    for (int solver = 0; solver < 3; ++solver) {
      const IntegratorType integrator = IntegratorType(k);
      SpringNetworkDef settings = settingsOf(integrator);
      settings.linearSolver = LinearSolverType(solver);
      Random random(9);
      SpringNetwork n = smallNet(1, 500);
      for (Spring& s : n.springs) s.stiffness = random.uniform(100, 900);
      for (int i = 0; i < n.size(); ++i) {
        n.masses[i] = random.uniform(0.5, 2);
        n.inverseMasses[i] = 1 / n.masses[i];
        n.velocities[i] = random.vectorDouble();
      }
      shake(n, 0.02);
      const Vec3d before = diagnose(n, {}).linear;
      for (int i = 0; i < 100; ++i) stepNetwork(n, settings, {}, 0.005);
      const double lost = length(diagnose(n, {}).linear - before);
      if (integrator == Jacobi || integrator == Hybrid)
        EXPECT_GT(lost, 1e-3) << EnumNames<IntegratorType>::names[k];
      else
        EXPECT_LT(lost, 1e-9) << EnumNames<IntegratorType>::names[k] << ' ' << solver;
    }
}

TEST(SpringMethods, JacobiReportsHowFarItIsFromTheSolution) {
  double last = 1;
  for (const int sweeps : {0, 1, 4, 16, 64}) {
    SpringNetwork n = smallNet(1, 1000);
    shake(n, 0.01);
    SpringNetworkDef settings = settingsOf(Jacobi);
    settings.sweeps = sweeps;
    stepNetwork(n, settings, {}, 0.01);
    EXPECT_EQ(n.iterations, sweeps);
    EXPECT_LE(n.residual, last);
    last = n.residual;
  }
  EXPECT_LT(last, 1e-6);
}

TEST(Newton, SolvesTheNonlinearEquationOfBackwardEuler) {
  // M (v − v₀) = h f(x₀ + h v, v), with the raw Jacobian and with the clamped one.
  for (const bool clamp : {true, false}) {
    SpringNetworkDef layout;
    layout.pins.names = {"top-left", "top-right"};
    SpringNetwork n = smallNet(1, 5000, layout);
    shake(n, 0.02);
    setDamping(n, 0.5);
    const SpringNetwork before = n;
    SpringNetworkDef settings = settingsOf(BackwardEuler);
    settings.clampCompression = clamp;
    settings.newtonIterations = 100;
    settings.tolerance = 1e-11;
    const double h = 0.01;
    const Vec3d gravity{0, -9.81, 0};
    stepNetwork(n, settings, gravity, h);
    EXPECT_LE(n.residual, 1e-11);
    SpringNetwork after = n;
    computeForces(after, gravity);
    for (int i = 0; i < n.size(); ++i) {
      if (n.inverseMasses[i] == 0) continue;
      const Vec3d error =
          n.masses[i] * (n.velocities[i] - before.velocities[i]) - h * after.force[i];
      EXPECT_LT(length(error), 1e-9) << i;
      EXPECT_LT(length(n.positions[i] - before.positions[i] - h * n.velocities[i]), 1e-15) << i;
    }
  }
}

TEST(Imex, KeepsTheEnergyOfAStiffNetAtALongStep) {
  // ω h = 14 for the stiffest mode: 7 times the limit of symplectic Euler.
  SpringNetwork n = smallNet(1, 2.8e5);
  setDamping(n, 0);
  for (int i = 0; i < n.size(); ++i) n.velocities[i] = 0.1 * cross({0, 1, 0}, n.positions[i]);
  const double start = 0.5 * dot(n.velocities[0], n.velocities[0]);
  for (int i = 0; i < 5000; ++i) stepNetwork(n, settingsOf(Imex), {}, 0.01);
  EXPECT_NEAR(0.5 * dot(n.velocities[0], n.velocities[0]), start, 0.05 * start);
}

TEST(Damping, AlongTheSpringsLeavesTurningAlone) {
  const auto spinAfter = [](IntegratorType integrator, bool axial) {
    SpringNetwork n = smallNet(1, 4000);
    setDamping(n, 5);
    n.axialDamping = axial;
    for (int i = 0; i < n.size(); ++i) n.velocities[i] = cross({0, 0.2, 0}, n.positions[i]);
    for (int i = 0; i < 500; ++i) stepNetwork(n, settingsOf(integrator), {}, 0.002);
    Vec3d spin{};
    for (int i = 0; i < n.size(); ++i) spin += cross(n.positions[i], n.velocities[i]);
    return spin.y;
  };
  const double start = [] {
    const SpringNetwork n = smallNet(1, 1);
    double sum = 0;
    for (const Vec3d& x : n.positions) sum += 0.2 * (x.x * x.x + x.z * x.z);
    return sum;
  }();
  for (const IntegratorType integrator :
       {SymplecticEuler, Verlet, Rk4, BackwardEuler, Harmonic, Imex}) {
    EXPECT_NEAR(spinAfter(integrator, true), start, 2e-3 * start) << int(integrator);
    EXPECT_LT(spinAfter(integrator, false), 0.8 * start) << int(integrator);
  }
}

TEST(Clamp, KeepsACompressedNetSolvable) {
  // 20 % compressed at κ h²/m = 10: the raw matrix is indefinite.
  const auto residualOf = [](bool clamp) {
    SpringNetwork n = smallNet(1, 1e5);
    for (Vec3d& x : n.positions) x = 0.8 * x;
    shake(n, 0.01);
    SpringNetworkDef settings = settingsOf(BackwardEuler);
    settings.clampCompression = clamp;
    stepNetwork(n, settings, {}, 0.01);
    return n.residual;
  };
  EXPECT_LT(residualOf(true), 1e-12);
  EXPECT_GT(residualOf(false), 1e-3);
}

TEST(SpringDiagnostics, NameThePeriodTheStrainAndItsSpring) {
  SpringNetwork n = smallNet(2, 800);
  n.positions[0].x -= 0.125;  // of 0.25 m
  const SpringDiagnostics d = diagnose(n, {});
  EXPECT_NEAR(d.criticalTime, 2 * M_PI / std::sqrt(800 / 1.0), 1e-12);  // reduced mass 1 kg
  EXPECT_NEAR(d.largestStrain, 0.5, 1e-12);
  EXPECT_EQ(n.springs[d.strainedSpring].a, 0);
  EXPECT_EQ(n.springs[d.strainedSpring].b, 1);
  n.inverseMasses[0] = 0;
  EXPECT_NEAR(criticalTime(n, n.springs[0]), 2 * M_PI / std::sqrt(800 / 2.0), 1e-12);
  for (Spring& s : n.springs) s.damping = 0;
  // Twice the period of what hangs at the pin: three springs; half of it: none.
  const double period = criticalTime(n, n.springs[0]);
  EXPECT_EQ(idleSprings(n, 2 * period), 3);
  EXPECT_EQ(idleSprings(n, period / 2), 0);
  for (const double ratio : {0.99, 1.01, 1.99, 2.01, 8.01})
    EXPECT_GT(idleSprings(n, ratio * period), 0) << ratio;
  for (Spring& s : n.springs) s.damping = 1;  // takes a tenth of the motion
  EXPECT_EQ(idleSprings(n, 2 * period), 0);
}

TEST(Printed, FormulasDifferWhereTheErrataSaySo) {
  const auto step = [](IntegratorType integrator, bool printed, double damping, double gravity) {
    SpringNetwork n;
    n.positions = {{0, 0, 0}, {1.1, 0, 0}};
    n.velocities = {{0, 0, 0}, {0.5, 0, 0}};
    n.masses = n.inverseMasses = {1, 1};
    n.springs = {{0, 1, 1.0, 100, damping}};
    SpringNetworkDef settings = settingsOf(integrator);
    settings.asPrinted = printed;
    settings.sweeps = 0;
    stepNetwork(n, settings, {0, gravity, 0}, 0.01);
    return n;
  };
  const auto rate = [](const SpringNetwork& n) { return n.velocities[1].x - n.velocities[0].x; };
  // (1 ∓ 2 h² κ) Δδ̇ = −2 h κ (δ + h δ̇)
  EXPECT_NEAR(rate(step(BackwardEuler, false, 0, 0)), 0.5 - 0.2 * 10.5 / 1.02 / 10, 1e-12);
  EXPECT_NEAR(rate(step(BackwardEuler, true, 0, 0)), 0.5 - 0.2 * 10.5 / 0.98 / 10, 1e-12);
  // No sweep: h² κ v cancels on the right, D = 1 − h² κ.
  EXPECT_NEAR(rate(step(Jacobi, true, 0, 0)), 0.5 - 0.2 * 10 / 0.99 / 10, 1e-12);
  // Half the impulse, and no gravity.
  const double exact = rate(step(Harmonic, false, 0, 0));
  EXPECT_NEAR(rate(step(Harmonic, true, 0, 0)), 0.5 + (exact - 0.5) / 2, 1e-12);
  EXPECT_EQ(step(Harmonic, true, 0, -10).velocities[0].y, 0);
  EXPECT_NEAR(step(Hybrid, true, 0, -10).velocities[0].y, -0.05, 2e-3);
  // With damping it pushes a stretched pair apart.
  EXPECT_GT(rate(step(Harmonic, true, 0.1, 0)), 0.5);
}

}  // namespace spring_methods_test
}  // namespace holonom
