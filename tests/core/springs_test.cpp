// Spring networks against closed forms and a dense solver.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "random.h"
#include "scenes.h"
#include "springs/diagnostics.h"

namespace holonom {
namespace springs_test {

using scenes::need;

constexpr IntegratorType kIntegrators[] = {IntegratorType::SymplecticEuler,
                                           IntegratorType::BackwardEuler};

/// Two nodes 1 m apart along x, the second displaced by `stretch`; 1 kg each.
SpringNetworkDef pairOf(double stiffness, double stretch, bool pinned) {
  SpringNetworkDef def;
  def.lists = SpringListsDef{{0, 0, 0, 1, 0, 0}, {0, 1}};
  def.positions = {0, 0, 0, 1 + stretch, 0, 0};
  def.mass = 2;
  def.stiffness = stiffness;
  def.damping = 0;
  def.tolerance = 1e-14;
  if (pinned) def.pins.indices = {0};
  return def;
}

World weightless(int substeps = 1) {
  WorldSettings s;
  s.gravity = {};
  s.substeps = substeps;
  return World(s);
}

const SpringNetwork& network(const World& world, int i = 0) {
  return world.soft.springs[i].network;
}

void run(World& world, int steps, float dt = 1.0f / 60) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(dt));
}

TEST(Springs, ForcesAreHookesAlongTheSpring) {
  struct Case {
    double kappa, rest;
    Vec3d a, b, force;  // on a
  };
  const Case cases[] = {
      {62.407262271659434,
       0.8226550904115322,
       {0.7674701130947078, -0.053029778757267734, 0.8597939889439096},
       {1.5054811563838433, -0.6535945334170485, 0.610351145830187},
       {7.538088070705708, -6.134203619245272, -2.547823826074919}},
      {135.40104752753078,
       0.9681737072950352,
       {-0.8368950200968434, -0.3015466095655266, 0.36233859316943917},
       {0.25811026702099754, -1.6394479624476481, 0.360155232237386},
       {65.23639690013083, -79.70725319470289, -0.13007663251979576}},
  };
  for (const Case& c : cases) {
    SpringNetwork n;
    n.positions = {c.a, c.b};
    n.velocities = {{}, {}};
    n.masses = n.inverseMasses = {1, 1};
    n.springs = {{0, 1, c.rest, c.kappa}};
    computeForces(n, {});
    EXPECT_LT(length(n.force[0] - c.force), 1e-9);
    EXPECT_LT(length(n.force[1] + c.force), 1e-9);
    const double e = length(c.b - c.a) - c.rest;
    EXPECT_NEAR(diagnose(n, {}).elastic, 0.5 * c.kappa * e * e, 1e-12);
  }
}

TEST(Springs, DampersActOnTheWholeRelativeVelocity) {
  SpringNetwork n;
  n.positions = {{0, 0, 0}, {1, 0, 0}};
  n.velocities = {{0, 0, 0}, {1, 2, 3}};
  n.masses = {1, 2};
  n.springs = {{0, 1, 1, 100, 0.5}};
  computeForces(n, {0, -10, 0});
  EXPECT_EQ(n.force[0], (Vec3d{0.5, 1 - 10, 1.5}));
  EXPECT_EQ(n.force[1], (Vec3d{-0.5, -1 - 20, -1.5}));
}

TEST(Springs, SymplecticEulerOscillatesAtItsOwnFrequency) {
  // x_n = x₀ (cos nθ − tan(θ/2) sin nθ) with cos θ = 1 − ω² h²/2: the exact discrete solution.
  World world = weightless();
  SpringNetworkDef def = pairOf(100, 0.1, true);
  def.integrator = IntegratorType::SymplecticEuler;
  need(world.addSpringNetwork(def));
  const double h = double(0.01f), omega = 10, theta = std::acos(1 - omega * omega * h * h / 2);
  for (int n = 1; n <= 500; ++n) {
    run(world, 1, 0.01f);
    const double expected = 0.1 * (std::cos(n * theta) - std::tan(theta / 2) * std::sin(n * theta));
    ASSERT_NEAR(network(world).positions[1].x - 1, expected, 1e-10) << n;
  }
}

TEST(Springs, BackwardEulerOscillatesAndDecaysAsItShould) {
  // x_n = Re x₀/(1 + iωh)ⁿ: the exact discrete solution.
  World world = weightless();
  SpringNetworkDef def = pairOf(100, 0.1, true);
  def.integrator = IntegratorType::BackwardEuler;
  need(world.addSpringNetwork(def));
  const double h = double(0.01f), omega = 10;
  for (int n = 1; n <= 300; ++n) {
    run(world, 1, 0.01f);
    const double expected = 0.1 * std::real(std::pow(std::complex<double>(1, omega * h), -n));
    ASSERT_NEAR(network(world).positions[1].x - 1, expected, 1e-10) << n;
  }
}

TEST(Springs, BothIntegratorsAreOfFirstOrder) {
  // Two free masses of 1 kg, κ = 400: δ = δ₀ cos ωt + δ̇₀/ω sin ωt with ω² = κ (1/m + 1/m).
  const double omega = std::sqrt(800.0), time = 0.1;
  const double exactLength =
      1 + 0.2 * std::cos(omega * time) - 0.9 / omega * std::sin(omega * time);
  for (const IntegratorType integrator : kIntegrators) {
    double errors[2];
    for (int k = 0; k < 2; ++k) {
      World world = weightless();
      SpringNetworkDef def = pairOf(400, 0.2, false);
      def.velocities = {0.45, 0, 0, -0.45, 0, 0};
      def.integrator = integrator;
      need(world.addSpringNetwork(def));
      const int steps = 512 << k;  // times a step that floats hold exactly: 0.1 s to 1e-9
      run(world, steps, float(time) / float(steps));
      const auto& x = network(world).positions;
      errors[k] = std::fabs(x[1].x - x[0].x - exactLength);
    }
    EXPECT_LT(errors[0], 5e-3);
    EXPECT_NEAR(errors[0] / errors[1], 2, 0.1);
  }
}

TEST(Springs, SymplecticEulerKeepsItsEnergyBounded) {
  World world = weightless();
  SpringNetworkDef def = pairOf(100, 0.1, true);
  def.integrator = IntegratorType::SymplecticEuler;
  need(world.addSpringNetwork(def));
  const double start = 0.5 * 100 * 0.1 * 0.1;
  for (int i = 0; i < 10000; ++i) {
    run(world, 1, 0.01f);
    const Energy e = world.energy();
    ASSERT_NEAR(e.kinetic + e.elastic, start, 0.06 * start) << i;  // ω h / 2 = 5 %
  }
}

/// Solves A x = b by elimination with pivoting; for small systems.
std::vector<double> solveDense(std::vector<std::vector<double>> a, std::vector<double> b) {
  const size_t n = b.size();
  for (size_t k = 0; k < n; ++k) {
    size_t pivot = k;
    for (size_t i = k + 1; i < n; ++i)
      if (std::fabs(a[i][k]) > std::fabs(a[pivot][k])) pivot = i;
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (size_t i = k + 1; i < n; ++i) {
      const double f = a[i][k] / a[k][k];
      for (size_t j = k; j < n; ++j) a[i][j] -= f * a[k][j];
      b[i] -= f * b[k];
    }
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

double& component(std::vector<Vec3d>& v, size_t i) {
  Vec3d& p = v[i / 3];
  return i % 3 == 0 ? p.x : i % 3 == 1 ? p.y : p.z;
}

TEST(Springs, BackwardEulerEqualsADenseSolve) {
  constexpr uint64_t kSeed = 101;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int trial = 0; trial < 6; ++trial) {
    // All stretched, or all compressed and not clamped.
    const bool stretched = trial % 2 == 0;
    const double restShare = stretched ? 0.7 : 1.3;
    SpringNetwork n;
    constexpr int kNodes = 8;
    for (int i = 0; i < kNodes; ++i) {
      n.positions.push_back(random.vectorDouble());
      n.velocities.push_back(random.vectorDouble());
      n.masses.push_back(random.uniform(0.5, 2));
      n.inverseMasses.push_back(i == 2 ? 0 : 1 / n.masses.back());
    }
    n.velocities[2] = {};
    for (int i = 0; i < kNodes; ++i)
      for (int j = 0; j < i; ++j)
        if ((i + j) % 3 != 0)
          n.springs.push_back({i, j, restShare * length(n.positions[i] - n.positions[j]),
                               random.uniform(300, 700), random.uniform(0.5, 1)});
    const double h = 0.02;
    const Vec3d gravity{0, -9.81, 0};

    // Jx and Jv by central differences of the forces.
    constexpr size_t kSize = 3 * kNodes;
    std::vector<std::vector<double>> a(kSize, std::vector<double>(kSize));
    std::vector<double> b(kSize);
    computeForces(n, gravity);
    for (size_t i = 0; i < kSize; ++i) b[i] = h * component(n.force, i);
    SpringNetwork probe = n;
    constexpr double step = 1e-5;
    for (size_t j = 0; j < kSize; ++j) {
      const auto derivative = [&](std::vector<Vec3d>& of) {
        component(of, j) += step;
        computeForces(probe, gravity);
        const std::vector<Vec3d> ahead = probe.force;
        component(of, j) -= 2 * step;
        computeForces(probe, gravity);
        std::vector<Vec3d> d(kNodes);
        for (size_t i = 0; i < kNodes; ++i) d[i] = (1 / (2 * step)) * (ahead[i] - probe.force[i]);
        of = &of == &probe.positions ? n.positions : n.velocities;
        return d;
      };
      std::vector<Vec3d> jx = derivative(probe.positions), jv = derivative(probe.velocities);
      for (size_t i = 0; i < kSize; ++i) {
        a[i][j] = (i == j ? n.masses[i / 3] : 0) - h * h * component(jx, i) - h * component(jv, i);
        b[i] += h * h * component(jx, i) * component(n.velocities, j);
      }
    }
    for (size_t i = 6; i < 9; ++i) {  // the pinned node
      std::fill(a[i].begin(), a[i].end(), 0);
      a[i][i] = 1, b[i] = 0;
    }
    const std::vector<double> expected = solveDense(a, b);

    SpringNetworkDef settings;
    settings.tolerance = 1e-13;
    settings.maxIterations = 1000;
    settings.clampCompression = false;
    if (!stretched) settings.linearSolver = LinearSolverType::Ldlt;  // perhaps indefinite
    std::vector<Vec3d> before = n.velocities;
    stepBackwardEuler(n, settings, gravity, h);
    for (size_t i = 0; i < kSize; ++i)
      EXPECT_NEAR(component(n.velocities, i) - component(before, i), expected[i], 1e-6) << i;
    EXPECT_EQ(n.positions[2], probe.positions[2]);
  }
}

TEST(Springs, TheLinearSolverReportsItsResidual) {
  for (const double tolerance : {1e-3, 1e-6, 1e-10}) {
    World world;
    SpringNetworkDef def;
    def.grid = GridDef{{1, 1}, {10, 10}};
    def.stiffness = 1e5;
    def.tolerance = tolerance;
    def.maxIterations = 5000;
    def.pins.names = {"corners"};
    need(world.addSpringNetwork(def));
    run(world, 10);
    EXPECT_LE(network(world).residual, tolerance);
    EXPECT_GT(network(world).iterations, 0);
  }
}

TEST(Springs, AFreeNetKeepsItsMomentum) {
  for (const IntegratorType integrator : kIntegrators) {
    World world = weightless(4);
    SpringNetworkDef def;
    def.grid = GridDef{{1, 1}, {5, 5}};
    def.integrator = integrator;
    def.stiffness = 50;
    def.damping = 0;
    def.tolerance = 1e-12;
    Random random(102);
    for (int i = 0; i < 36 * 3; ++i) def.velocities.push_back(random.uniform());
    need(world.addSpringNetwork(def));
    const Momentum before = world.momentum();
    run(world, 200);
    const Momentum after = world.momentum();
    EXPECT_LT(length(after.linear - before.linear), 1e-9);
    // Central forces at one configuration keep it exactly; backward Euler only loses it.
    if (integrator == IntegratorType::SymplecticEuler) {
      EXPECT_LT(length(after.angular - before.angular), 1e-9);
    } else {
      EXPECT_LE(length(after.angular), length(before.angular));
    }
  }
}

TEST(Springs, NetsFallFreely) {
  for (const IntegratorType integrator : kIntegrators) {
    World world;
    SpringNetworkDef def;
    def.grid = GridDef{{1, 1}, {4, 4}};
    def.integrator = integrator;
    need(world.addSpringNetwork(def));
    run(world, 60);
    const double n = 240, h = double(1.0f / 60) / 4;
    EXPECT_NEAR(network(world).positions[12].y, -double(9.81f) * h * h * n * (n + 1) / 2, 1e-6);
  }
}

TEST(Springs, AHangingMassStretchesByItsWeightOverStiffness) {
  for (const IntegratorType integrator : kIntegrators) {
    World world;
    SpringNetworkDef def;
    def.lists = SpringListsDef{{0, 0, 0, 0, -1, 0}, {0, 1}};
    def.mass = 4;  // 2 kg each
    def.stiffness = 300;
    def.damping = 20;
    def.integrator = integrator;
    def.pins.indices = {0};
    need(world.addSpringNetwork(def));
    run(world, 900);
    EXPECT_NEAR(-1 - network(world).positions[1].y, 2 * 9.81 / 300, 1e-6);
  }
}

TEST(Springs, GridsHaveTheSpringsThatWereAskedFor) {
  const auto count = [](bool shear, bool bend) {
    World world;
    SpringNetworkDef def;
    def.grid = GridDef{{1, 1}, {3, 2}};  // 4 × 3 nodes
    def.shearSprings = shear, def.bendSprings = bend;
    need(world.addSpringNetwork(def));
    return int(network(world).springs.size());
  };
  const int structural = 3 * 3 + 4 * 2, shear = 2 * 3 * 2, bend = 2 * 3 + 4 * 1;
  EXPECT_EQ(count(false, false), structural);
  EXPECT_EQ(count(true, false), structural + shear);
  EXPECT_EQ(count(true, true), structural + shear + bend);
}

TEST(Springs, AMeshGivesItsEdges) {
  World world;
  SpringNetworkDef def;
  def.mesh = MeshDef{{0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1}, {0, 2, 1, 1, 2, 3}};
  need(world.addSpringNetwork(def));
  EXPECT_EQ(network(world).springs.size(), 5u);
}

TEST(Springs, NodesSplitTheMassEqually) {
  World world;
  SpringNetworkDef def;
  def.grid = GridDef{{1, 1}, {4, 4}};
  def.mass = 5;
  need(world.addSpringNetwork(def));
  for (const double m : network(world).masses) EXPECT_DOUBLE_EQ(m, 0.2);
}

TEST(Springs, AnUnstableNetStopsWithoutNaNAndTheRestGoesOn) {
  World world;
  SpringNetworkDef stiff = pairOf(1e9, 0.1, false);
  stiff.integrator = IntegratorType::SymplecticEuler;
  const SpringNetworkId id = need(world.addSpringNetwork(stiff));
  SpringNetworkDef calm = pairOf(100, 0, false);
  calm.positions.clear();
  calm.position = {0, 0, 5};
  need(world.addSpringNetwork(calm));
  const BodyId ball = need(world.addBody(scenes::sphereAt({0, 5, 0}, 0.1f)));
  AttachmentDef tie;
  tie.springNetwork = id;
  tie.point = 1;
  tie.body = ball;
  need(world.addAttachment(tie));
  run(world, 60);
  EXPECT_TRUE(world.soft.springs[0].stopped);
  EXPECT_EQ(world.soft.springs[0].stoppedStep, 1);
  EXPECT_EQ(world.soft.springs[0].stoppedSpring, 0);
  EXPECT_FALSE(world.soft.springs[1].stopped);
  for (const SpringObject& o : world.soft.springs)
    for (int i = 0; i < o.network.size(); ++i) {
      EXPECT_TRUE(std::isfinite(o.network.positions[i].y));
      EXPECT_TRUE(std::isfinite(o.network.velocities[i].y));
    }
  EXPECT_TRUE(isFinite(world.bodies.poses[0].position));
  EXPECT_NEAR(network(world, 1).velocities[0].y, -9.81, 0.01);
  const Energy e = world.energy();
  EXPECT_TRUE(std::isfinite(e.kinetic + e.potential + e.elastic));
}

TEST(Springs, AStoppedNetGoesOnWhenItsSettingsChange) {
  World world;
  SpringNetworkDef stiff = pairOf(1e9, 0.1, false);
  stiff.integrator = IntegratorType::SymplecticEuler;
  const SpringNetworkId id = need(world.addSpringNetwork(stiff));
  run(world, 60);
  ASSERT_TRUE(world.soft.springs[0].stopped);
  SpringNetworkDef def = world.describe(id);
  def.integrator = IntegratorType::BackwardEuler;
  def.stiffness = 100;
  ASSERT_FALSE(world.redefine(id, def));
  const double y = network(world).positions[0].y;
  run(world, 60);
  EXPECT_FALSE(world.soft.springs[0].stopped);
  EXPECT_LT(network(world).positions[0].y, y - 1);
}

TEST(Springs, BackwardEulerStandsWhatSymplecticEulerCannot) {
  World world;
  SpringNetworkDef def;
  def.grid = GridDef{{1, 1}, {6, 6}};
  def.stiffness = 1e7;
  def.pins.names = {"corners"};
  need(world.addSpringNetwork(def));
  run(world, 120);
  EXPECT_FALSE(world.soft.springs[0].stopped);
  double lowest = 0;
  for (const Vec3d& x : network(world).positions) lowest = std::min(lowest, x.y);
  EXPECT_GT(lowest, -0.1);  // nearly inextensible
}

TEST(Springs, CoincidentNodesStayFinite) {
  for (const IntegratorType integrator : kIntegrators) {
    World world;
    SpringNetworkDef def;
    def.lists = SpringListsDef{{0, 0, 0, 0, 0, 0, 1, 0, 0}, {0, 1, 1, 2}};
    def.integrator = integrator;
    need(world.addSpringNetwork(def));
    run(world, 30);
    for (const Vec3d& x : network(world).positions) EXPECT_TRUE(std::isfinite(x.x + x.y + x.z));
  }
}

TEST(SpringContact, NodesRestOnAPlaneAtTheirRadius) {
  for (const IntegratorType integrator : kIntegrators) {
    World world;
    scenes::addPlane(world);
    SpringNetworkDef def;
    def.grid = GridDef{{0.5f, 0.5f}, {4, 4}};
    def.position = {0, 0.3f, 0};
    def.integrator = integrator;
    def.stiffness = 50;
    def.radius = 0.05f;
    need(world.addSpringNetwork(def));
    run(world, 180);
    for (const Vec3d& x : network(world).positions) EXPECT_NEAR(x.y, 0.05, 2e-3);
  }
}

TEST(SpringContact, ANetThatLandsOnAFreeBodyKeepsVerticalMomentum) {
  World world = weightless(4);
  BodyDef ball = scenes::sphereAt({0, -0.5f, 0}, 0.4f);
  ball.mass = 0.5f;
  need(world.addBody(ball));
  SpringNetworkDef def;
  def.grid = GridDef{{1, 1}, {12, 12}};
  def.position = {0, 0.1f, 0};
  def.mass = 0.5;
  def.stiffness = 30;
  for (int i = 0; i < 169; ++i) def.velocities.insert(def.velocities.end(), {0, -2, 0});
  need(world.addSpringNetwork(def));
  const double before = world.momentum().linear.y;
  for (int i = 0; i < 120; ++i) {
    run(world, 1);
    ASSERT_NEAR(world.momentum().linear.y, before, 2e-3) << i;
  }
  EXPECT_LT(world.bodies.states[0].linear.y, -0.2f);
}

}  // namespace springs_test
}  // namespace holonom
