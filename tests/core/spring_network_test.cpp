// What spring networks are made of, what acts on them from outside, and what they refuse.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "random.h"
#include "scenes.h"
#include "springs/diagnostics.h"
#include "world/access.h"

namespace holonom {
namespace spring_network_test {

using enum IntegratorType;
using scenes::need;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr int kIntegrators = int(std::size(EnumNames<IntegratorType>::names));

World weightless() {
  WorldSettings s;
  s.gravity = {};
  s.substeps = 1;
  return World(s);
}

const SpringNetwork& network(const World& world) { return world.soft.springs[0].network; }

void run(World& world, int steps, float dt = 1.0f / 60) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(dt));
}

/// Two unit tetrahedra on one face, listed with different orientations.
TetrahedraDef twoTetrahedra() {
  return {{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1}, {0, 1, 2, 3, 1, 2, 3, 4}};
}

/// A chain of `nodes` along x, 1 m apart.
SpringNetworkDef chainOf(int nodes) {
  SpringNetworkDef def;
  def.lists.emplace();
  for (int i = 0; i < nodes; ++i) {
    def.lists->positions.insert(def.lists->positions.end(), {float(i), 0, 0});
    if (i > 0) def.lists->springs.insert(def.lists->springs.end(), {uint32_t(i - 1), uint32_t(i)});
  }
  return def;
}

TEST(SpringSources, TetrahedraGiveEveryEdgeOnceAndTheirSurface) {
  World world;
  SpringNetworkDef def;
  def.tetrahedra = twoTetrahedra();
  need(world.addSpringNetwork(def));
  EXPECT_EQ(network(world).springs.size(), 9u);
  for (const Spring& s : network(world).springs) EXPECT_LT(s.a, s.b);
  const std::vector<uint32_t>& surface = world.soft.springs[0].indices;
  EXPECT_EQ(surface.size(), 3u * 6);
  // Outwards: the surface integral of position · normal is three times the volume.
  double integral = 0;
  for (size_t t = 0; t < surface.size(); t += 3) {
    const Vec3d a = network(world).positions[surface[t]],
                b = network(world).positions[surface[t + 1]],
                c = network(world).positions[surface[t + 2]];
    integral += dot(a, cross(b - a, c - a)) / 2;
  }
  EXPECT_NEAR(integral, 3 * (1.0 / 6 + 1.0 / 3), 1e-12);
}

TEST(SpringSources, WhatIsNoTetrahedralMeshIsRefused) {
  const auto pathOf = [](const TetrahedraDef& tetrahedra) {
    World world;
    SpringNetworkDef def;
    def.tetrahedra = tetrahedra;
    const auto refused = world.addSpringNetwork(def);
    return refused ? std::string() : refused.error->path;
  };
  TetrahedraDef def = twoTetrahedra();
  def.indices[5] = 1;
  EXPECT_EQ(pathOf(def), "tetrahedra.indices[5]");
  def.indices[5] = 9;
  EXPECT_EQ(pathOf(def), "tetrahedra.indices[5]");
  def.indices.pop_back();
  EXPECT_EQ(pathOf(def), "tetrahedra.indices");
  def = twoTetrahedra();
  def.vertices.pop_back();
  EXPECT_EQ(pathOf(def), "tetrahedra.vertices");
  EXPECT_EQ(pathOf({}), "tetrahedra.vertices");
}

TEST(SpringSources, StructuralShearAndBendSpringsAreChosenApart) {
  const auto count = [](bool structural, bool shear, bool bend, bool mesh) {
    World world;
    SpringNetworkDef def;
    if (mesh)
      def.mesh = MeshDef{{0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1}, {0, 2, 1, 1, 2, 3}};
    else
      def.grid = GridDef{{1, 1}, {3, 2}};  // 4 × 3 nodes
    def.structuralSprings = structural, def.shearSprings = shear, def.bendSprings = bend;
    need(world.addSpringNetwork(def));
    return int(network(world).springs.size());
  };
  EXPECT_EQ(count(true, false, false, false), 3 * 3 + 4 * 2);
  EXPECT_EQ(count(false, true, false, false), 2 * 3 * 2);
  EXPECT_EQ(count(false, false, true, false), 2 * 3 + 4);
  EXPECT_EQ(count(true, false, false, true), 5);
  EXPECT_EQ(count(false, false, true, true), 1);  // across the one shared edge
}

TEST(SpringLists, EachSpringHasItsOwnStiffnessDampingAndLength) {
  World world;
  SpringNetworkDef def = chainOf(4);
  def.stiffnesses = {100, 200, 300};
  def.dampings = {0, 1, 2};
  def.restLengths = {0.5, 1, 0};
  const SpringNetworkId id = need(world.addSpringNetwork(def));
  for (size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(network(world).springs[k].stiffness, def.stiffnesses[k]);
    EXPECT_EQ(network(world).springs[k].damping, def.dampings[k]);
    EXPECT_EQ(network(world).springs[k].restLength, def.restLengths[k]);
  }
  EXPECT_EQ(network(world).meanLength, 0.5);
  EXPECT_NEAR(diagnose(network(world), {}).elastic, 0.5 * 100 * 0.25 + 0.5 * 300, 1e-12);
  def.stiffnesses = {}, def.dampings = {}, def.restLengths = {};
  def.stiffness = 7;
  ASSERT_FALSE(world.redefine(id, def));
  for (const Spring& s : network(world).springs) {
    EXPECT_EQ(s.stiffness, 7);
    EXPECT_EQ(s.damping, def.damping);
    EXPECT_EQ(s.restLength, 1);
  }
}

TEST(SpringLists, AChainHangsWithTheStretchOfEachSpring) {
  // Below the pin hang 3 springs and 1, 2 and 4 kg: each stretches by what hangs from it over its
  // κ.
  for (int k = 0; k < kIntegrators; ++k) {
    const IntegratorType integrator = IntegratorType(k);
    // Springs that share a node swing as if alone within a step, which moves where they rest.
    if (integrator == Harmonic || integrator == Hybrid) continue;
    World world;
    SpringNetworkDef def = chainOf(4);
    def.rotation = {0, 0, -std::sqrt(0.5f), std::sqrt(0.5f)};  // +x turns to −y
    def.pins.indices = {0};
    def.integrator = integrator;
    def.masses = {5, 1, 2, 4};
    def.stiffnesses = {900, 600, 300};
    def.dampings = {30, 30, 30};
    def.restLengths = {0.5, 0.75, 1.25};
    def.sweeps = 30;
    need(world.addSpringNetwork(def));
    run(world, 1200);
    const auto& x = network(world).positions;
    const double g = double(9.81f);
    EXPECT_NEAR(x[0].y - x[1].y, 0.5 + 7 * g / 900, 1e-5) << k;
    EXPECT_NEAR(x[1].y - x[2].y, 0.75 + 6 * g / 600, 1e-5) << k;
    EXPECT_NEAR(x[2].y - x[3].y, 1.25 + 4 * g / 300, 1e-5) << k;
  }
}

TEST(SpringLists, EqualEntriesAreTheSameAsOneNumberForAll) {
  for (int k = 0; k < kIntegrators; ++k) {
    uint64_t hashes[2];
    for (const bool listed : {false, true}) {
      World world;
      const SpringNetworkId id = scenes::hangingNet(world, IntegratorType(k));
      SpringNetworkDef def = world.describe(id);
      def.stiffness = 20;
      const size_t springs = network(world).springs.size();
      if (listed) {
        def.stiffnesses.assign(springs, 20);
        def.dampings.assign(springs, def.damping);
        def.masses.assign(network(world).masses.size(), def.mass / double(17 * 17));
        for (const Spring& s : network(world).springs) def.restLengths.push_back(s.restLength);
        def.forces.assign(3 * network(world).masses.size(), 0);
        def.stiffness = def.damping = 1, def.mass = 3;  // unused then
      }
      ASSERT_FALSE(world.redefine(id, def));
      run(world, 30);
      hashes[listed] = world.hash();
    }
    EXPECT_EQ(hashes[0], hashes[1]) << EnumNames<IntegratorType>::names[k];
  }
}

TEST(SpringLists, APinStaysOneWhenMassesChange) {
  World world;
  SpringNetworkDef def = chainOf(3);
  def.pins.indices = {1};
  const SpringNetworkId id = need(world.addSpringNetwork(def));
  def.masses = {1, 2, 4};
  ASSERT_FALSE(world.redefine(id, def));
  EXPECT_EQ(network(world).inverseMasses, (std::vector<double>{1, 0, 0.25}));
  EXPECT_EQ(network(world).mass, 7);
}

TEST(SpringLists, AreInSceneFiles) {
  World world;
  SpringNetworkDef def = chainOf(3);
  def.stiffnesses = {1.0 / 3, 200};
  def.dampings = {0, 0.1};
  def.restLengths = {0.7, 1};
  def.masses = {1, 2.0 / 3, 3};
  def.forces = {1, 0, 0, 0, 1.0 / 7, 0, 0, 0, 1};
  def.drag = 0.5f;
  def.structuralSprings = false;
  need(world.addSpringNetwork(def));
  World copy;
  ASSERT_FALSE(loadScene(copy, saveScene(world)));
  const SpringNetworkDef& loaded = copy.soft.springs[0].def;
  EXPECT_EQ(loaded.stiffnesses, def.stiffnesses);
  EXPECT_EQ(loaded.dampings, def.dampings);
  EXPECT_EQ(loaded.restLengths, def.restLengths);
  EXPECT_EQ(loaded.masses, def.masses);
  EXPECT_EQ(loaded.forces, def.forces);
  EXPECT_EQ(loaded.drag, 0.5f);
  EXPECT_FALSE(loaded.structuralSprings);
  run(world, 20);
  run(copy, 20);
  EXPECT_EQ(world.hash(), copy.hash());
}

TEST(OuterForces, PullAtTheirNodesUnderEveryIntegrator) {
  // Δv = h F / m for a node without springs; a pinned one stays.
  for (int k = 0; k < kIntegrators; ++k) {
    World world = weightless();
    SpringNetworkDef def = chainOf(3);
    def.lists->springs.clear();
    def.integrator = IntegratorType(k);
    def.masses = {1, 2, 4};
    def.pins.indices = {2};
    def.forces = {6, 0, 0, 0, -8, 0, 0, 0, 9};
    need(world.addSpringNetwork(def));
    run(world, 10, 0.125f);
    EXPECT_NEAR(network(world).velocities[0].x, 1.25 * 6, 1e-12) << k;
    EXPECT_NEAR(network(world).velocities[1].y, 1.25 * -4, 1e-12) << k;
    EXPECT_EQ(network(world).velocities[2], Vec3d{}) << k;
  }
}

TEST(Wind, CarriesANetToItsOwnSpeedAndNotBeyond) {
  for (const IntegratorType integrator : {SymplecticEuler, BackwardEuler, Harmonic, Imex}) {
    WorldSettings settings;
    settings.gravity = {};
    settings.wind = {0, 3, 0};
    World world(settings);
    SpringNetworkDef def;
    def.grid = GridDef{{1, 1}, {6, 6}};
    def.integrator = integrator;
    def.mass = 0.05;
    def.stiffness = 5;
    def.damping = 0.001;
    def.drag = 1;
    need(world.addSpringNetwork(def));
    double before = 0;
    for (int i = 0; i < 240; ++i) {
      run(world, 1);
      const double speed = diagnose(network(world), {}).linear.y / 0.05;
      EXPECT_GE(speed, before - 1e-9);
      EXPECT_LE(speed, 3);
      before = speed;
    }
    EXPECT_GT(before, 2.9);
  }
}

TEST(Wind, PressesOnANetAsOnACloth) {
  // The same grid, slanted, of the same masses: the first step gives both the same impulse.
  WorldSettings settings;
  settings.gravity = {};
  settings.wind = {4, 2, -1};
  settings.substeps = 1;
  World world(settings);
  const Quat slant = normalize(Quat{0.3f, 0.1f, 0.2f, 1});
  ClothDef cloth;
  cloth.grid = GridDef{{1, 1}, {4, 4}};
  cloth.rotation = slant;
  cloth.drag = 0.7f, cloth.lift = 0.4f;
  cloth.damping = 0;
  need(world.addCloth(cloth));
  SpringNetworkDef net;
  net.grid = cloth.grid;
  net.rotation = slant;
  net.position = {10, 0, 0};
  net.drag = 0.7f, net.lift = 0.4f;
  for (const Quad& x : world.soft.particles.positions)
    if (x.w > 0) net.masses.push_back(1 / double(x.w));
  ASSERT_EQ(net.masses.size(), 25u);
  net.integrator = ExplicitEuler;
  need(world.addSpringNetwork(net));
  run(world, 1);
  const SpringDiagnostics d = diagnose(network(world), {});
  const Momentum both = world.momentum();
  EXPECT_GT(length(d.linear), 0.001);
  EXPECT_LT(length(both.linear - d.linear - d.linear), 1e-5 * length(d.linear));
}

TEST(SpringRefusals, NameTheFieldAndTheEntry) {
  const auto pathOf = [](auto&& change) {
    World world;
    SpringNetworkDef def = chainOf(3);
    change(def);
    const auto refused = world.addSpringNetwork(def);
    EXPECT_EQ(world.soft.springs.size(), refused ? 1u : 0u);
    if (!refused) {
      EXPECT_FALSE(refused.error->allowed().empty());
    }
    return refused ? std::string() : refused.error->path;
  };
  using Def = SpringNetworkDef;
  EXPECT_EQ(pathOf([](Def&) {}), "");
  EXPECT_EQ(pathOf([](Def& d) { d.stiffness = 0; }), "stiffness");
  EXPECT_EQ(pathOf([](Def& d) { d.stiffness = -1; }), "stiffness");
  EXPECT_EQ(pathOf([](Def& d) { d.stiffness = 1e300; }), "stiffness");
  EXPECT_EQ(pathOf([](Def& d) { d.damping = -1; }), "damping");
  EXPECT_EQ(pathOf([](Def& d) { d.mass = 0; }), "mass");
  EXPECT_EQ(pathOf([](Def& d) { d.mass = 2e-30; }), "mass");
  EXPECT_EQ(pathOf([](Def& d) { d.drag = -1; }), "drag");
  EXPECT_EQ(pathOf([](Def& d) { d.stiffnesses = {1}; }), "stiffnesses");
  EXPECT_EQ(pathOf([](Def& d) { d.stiffnesses = {1, 0}; }), "stiffnesses[1]");
  EXPECT_EQ(pathOf([](Def& d) { d.stiffnesses = {kNaN, 1}; }), "stiffnesses[0]");
  EXPECT_EQ(pathOf([](Def& d) { d.dampings = {0, 0, 0}; }), "dampings");
  EXPECT_EQ(pathOf([](Def& d) { d.dampings = {0, -1}; }), "dampings[1]");
  EXPECT_EQ(pathOf([](Def& d) { d.restLengths = {1}; }), "restLengths");
  EXPECT_EQ(pathOf([](Def& d) { d.restLengths = {1, -1e-9}; }), "restLengths[1]");
  EXPECT_EQ(pathOf([](Def& d) { d.masses = {1, 1}; }), "masses");
  EXPECT_EQ(pathOf([](Def& d) { d.masses = {1, 1, 0}; }), "masses[2]");
  EXPECT_EQ(pathOf([](Def& d) { d.masses = {1, 1e-31, 1}; }), "masses[1]");
  EXPECT_EQ(pathOf([](Def& d) { d.forces = {1, 2, 3}; }), "forces");
  EXPECT_EQ(pathOf([](Def& d) { d.forces.assign(9, 0), d.forces[4] = kNaN; }), "forces[4]");
  EXPECT_EQ(pathOf([](Def& d) { d.lists->springs = {0, 0}; }), "lists.springs[0]");
  EXPECT_EQ(pathOf([](Def& d) { d.lists->springs = {0, 3}; }), "lists.springs[1]");
  EXPECT_EQ(pathOf([](Def& d) { d.lists->springs = {0}; }), "lists.springs");
}

TEST(SpringRefusals, AFactorTooLargeIsNamedByWhatAsksForIt) {
  World world;
  SpringNetworkDef def;
  def.grid = GridDef{{1, 1}, {53, 49}};  // 2,700 nodes
  const auto pathOf = [&](LinearSolverType solver, bool printed, IntegratorType integrator) {
    def.linearSolver = solver, def.asPrinted = printed, def.integrator = integrator;
    const auto refused = world.addSpringNetwork(def);
    return refused ? std::string() : refused.error->path;
  };
  EXPECT_EQ(pathOf(LinearSolverType::Dense, false, BackwardEuler), "linearSolver");
  EXPECT_EQ(pathOf(LinearSolverType::Pcg, true, BackwardEuler), "asPrinted");
  EXPECT_EQ(pathOf(LinearSolverType::Pcg, true, Jacobi), "");
  EXPECT_EQ(pathOf(LinearSolverType::Ldlt, false, BackwardEuler), "");
  const SpringNetworkId id = world.soft.springs.idAt(1);
  def.linearSolver = LinearSolverType::Dense;
  EXPECT_EQ(world.redefine(id, def)->path, "linearSolver");
  EXPECT_EQ(world.soft.springs[1].def.linearSolver, LinearSolverType::Ldlt);
}

TEST(SpringRefusals, ARefusedChangeChangesNothing) {
  World world;
  SpringNetworkDef def = chainOf(3);
  def.masses = {1, 2, 3};
  const SpringNetworkId id = need(world.addSpringNetwork(def));
  def.masses = {4, 5, 6};
  def.stiffness = 5;
  def.forces = {1};
  const Status refused = world.redefine(id, def);
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->path, "forces");
  EXPECT_EQ(network(world).masses, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(network(world).springs[0].stiffness, 1000);
  EXPECT_EQ(world.step(0)->path, "dt");
  EXPECT_EQ(world.step(-0.01f)->path, "dt");
}

TEST(Extremes, WhateverIsAcceptedStaysBoundedOrIsStoppedAndSaysWhere) {
  // Coincident ends, disconnected nodes, rest lengths of nought, stiffnesses far beyond what a
  // factorisation can resolve, masses that differ by 36 decades.
  for (int k = 0; k < kIntegrators; ++k)
    for (int solver = 0; solver < 3; ++solver)
      for (const double stiffness : {1e-12, 1e6, 1e15})
        for (const bool clamp : {true, false}) {
          World world;
          SpringNetworkDef def;
          def.lists = SpringListsDef{{0, 0, 0, 0, 0, 0, 1, 0, 0, 5, 5, 5, 1, 1, 0},
                                     {0, 1, 1, 2, 2, 4, 0, 4}};
          def.restLengths = {1, 1, 0, 3};
          def.masses = {1e-30, 1e6, 1, 1, 1e-3};
          def.integrator = IntegratorType(k);
          def.linearSolver = LinearSolverType(solver);
          def.stiffness = stiffness;
          def.clampCompression = clamp;
          def.newtonIterations = 4;
          need(world.addSpringNetwork(def));
          run(world, 30);
          const SpringObject& o = world.soft.springs[0];
          for (int i = 0; i < o.network.size(); ++i) {
            const Vec3d x = o.network.positions[i], v = o.network.velocities[i];
            EXPECT_LE(length(x), 1e7) << k << ' ' << solver << ' ' << stiffness;
            EXPECT_LE(length(v), kSpeed.max) << k << ' ' << solver << ' ' << stiffness;
          }
          if (o.stopped) {
            EXPECT_GE(o.stoppedStep, 1);
            EXPECT_GE(o.stoppedSpring, 0);
          } else {
            using enum IntegratorType;
            const IntegratorType i = def.integrator;
            const bool measured = i == BackwardEuler || i == Jacobi || i == Imex;
            EXPECT_EQ(std::isfinite(o.network.residual), measured)
                << k << ' ' << solver << ' ' << stiffness;
          }
        }
}

TEST(Extremes, PrintedFormulasOfCoincidentEndsStopAtTheirSpring) {
  for (const IntegratorType integrator : {BackwardEuler, Jacobi, Harmonic, Hybrid}) {
    World world;
    SpringNetworkDef def;
    def.lists = SpringListsDef{{0, 0, 0, 1, 0, 0, 1, 0, 0}, {0, 1, 1, 2}};
    def.integrator = integrator;
    def.asPrinted = true;
    need(world.addSpringNetwork(def));
    run(world, 3);
    EXPECT_TRUE(world.soft.springs[0].stopped);
    EXPECT_EQ(world.soft.springs[0].stoppedStep, 1);
    for (const Vec3d& x : network(world).positions) EXPECT_TRUE(std::isfinite(x.x + x.y + x.z));
  }
}

TEST(Extremes, TheStiffestSpringsStillFactoriseAndFall) {
  for (const LinearSolverType solver : {LinearSolverType::Ldlt, LinearSolverType::Dense}) {
    World world;
    SpringNetworkDef def;
    def.grid = GridDef{{1, 1}, {6, 6}};
    def.linearSolver = solver;
    def.stiffness = 1e15;
    need(world.addSpringNetwork(def));
    Random random(3);
    for (Vec3d& x : world.soft.springs[0].network.positions) x += 0.02 * random.vectorDouble();
    run(world, 1);
    EXPECT_FALSE(world.soft.springs[0].stopped);
    EXPECT_LT(network(world).residual, 1e-12);
    // Among κ h² the masses are a part in 10¹¹.
    EXPECT_NEAR(diagnose(network(world), {}).linear.y, -9.81 / 60, 1e-3);
  }
}

}  // namespace spring_network_test
}  // namespace holonom
