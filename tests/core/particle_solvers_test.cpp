// The solvers of particles' constraints: what their sweeps leave, and that all agree in the end.
#include <gtest/gtest.h>

#include <cmath>

#include "scenes.h"

namespace holonom {
namespace particle_solvers_test {

using scenes::need;

constexpr int kSolvers = int(std::size(EnumNames<ParticleSolver>::names));
const char* nameOf(ParticleSolver solver) { return EnumNames<ParticleSolver>::names[int(solver)]; }
template <class F>
void forEachSolver(F&& f) {
  for (int i = 0; i < kSolvers; ++i) {
    SCOPED_TRACE(nameOf(ParticleSolver(i)));
    f(ParticleSolver(i));
  }
}

/// A cloth that a step has stretched, with `sweeps` in its only substep.
World sagging(ParticleSolver solver, int sweeps, int segments = 8, float stretchCompliance = 0) {
  WorldSettings s;
  s.particleSolver = solver;
  s.substeps = 1;
  s.particleIterations = sweeps;
  s.particleResiduals = true;
  World world(s);
  ClothDef def;
  def.grid = GridDef{{1, 1}, {segments, segments}};
  def.pins.names = {"top"};
  def.stretchCompliance = stretchCompliance;
  def.drag = 0;
  need(world.addCloth(def));
  return world;
}

TEST(ParticleSolvers, SweepsLeaveLessAndLess) {
  forEachSolver([](ParticleSolver solver) {
    World world = sagging(solver, 30);
    for (int i = 0; i < 5; ++i) ASSERT_FALSE(world.step(1.0f / 60));
    const std::vector<float>& left = world.soft.cloths[0].residuals;
    ASSERT_EQ(left.size(), 30u);
    EXPECT_LT(left[29], 0.5f * left[0]);
    EXPECT_GT(left[0], 0);
  });
}

TEST(ParticleSolvers, OneNewtonStepLeavesTheLeast) {
  const auto leftBy = [](ParticleSolver solver, int sweeps) {
    World world = sagging(solver, sweeps);
    for (int i = 0; i < 10; ++i) EXPECT_FALSE(world.step(1.0f / 60));
    return world.soft.cloths[0].residuals.back();
  };
  const float direct = leftBy(ParticleSolver::Direct, 2);
  EXPECT_LT(direct, 0.1f * leftBy(ParticleSolver::Colored, 2));
  EXPECT_LT(direct, 0.1f * leftBy(ParticleSolver::GaussSeidel, 2));
  EXPECT_LT(direct, 0.1f * leftBy(ParticleSolver::Jacobi, 2));
}

TEST(ParticleSolvers, ChebyshevsRecurrenceIsFasterThanJacobiAlone) {
  // Alone it is the last sweep, again and again.
  World world = sagging(ParticleSolver::Jacobi, 40);
  for (int i = 0; i < 5; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  Cloth& cloth = world.soft.cloths[0];
  Particles alone = world.soft.particles, sped = world.soft.particles;
  // A gust displaces one corner.
  const auto sweep = [&](Particles& p, bool accelerated) {
    p.positions[cloth.first + cloth.count - 1].z += 0.1f;
    p.previous = p.positions;
    for (int i = 0; i < 40; ++i) {
      projectCloth(cloth, p, {1.0f / 60, 0, 1, accelerated ? i : 39, 40, ParticleSolver::Jacobi});
    }
    return measureResidual(cloth, p, 1.0f / 60);
  };
  const float without = sweep(alone, false), with = sweep(sped, true);
  EXPECT_LT(with, 0.5f * without);
}

TEST(ParticleSolvers, AllHangAlikeOnceTheyConverge) {
  const auto lowest = [](ParticleSolver solver) {
    World world = sagging(solver, solver == ParticleSolver::Direct ? 3 : 60, 4, 1e-3f);
    ClothDef def = world.describe(world.soft.cloths.idAt(0));
    def.damping = 5;
    EXPECT_FALSE(world.redefine(world.soft.cloths.idAt(0), def));
    for (int i = 0; i < 150; ++i) EXPECT_FALSE(world.step(1.0f / 60));
    float y = 0;
    for (const Quad& p : world.soft.particles.positions) y = min(y, p.y);
    return y;
  };
  const float expected = lowest(ParticleSolver::Direct);
  EXPECT_LT(expected, -0.9f);
  forEachSolver([&](ParticleSolver solver) { EXPECT_NEAR(lowest(solver), expected, 2e-3f); });
}

void add(World& world, const ClothDef& def) { need(world.addCloth(def)); }
void add(World& world, const RopeDef& def) { need(world.addRope(def)); }

/// Mean of |stretch| over the edges, over the steps of half a second.
template <class Def>
double meanStretch(const Def& def, ParticleSolver solver, int sweeps) {
  World world;
  world.settings.particleSolver = solver;
  world.settings.particleIterations = sweeps;
  add(world, def);
  ConstraintReadout edges;
  double sum = 0;
  for (int i = 0; i < 30; ++i) {
    EXPECT_FALSE(world.step(1.0f / 60));
    readConstraints(world.soft.cloths[0], world.soft.particles, "distance", edges);
    for (const float c : edges.values)
      sum += std::abs(double(c)) / world.soft.cloths[0].meanLength / double(edges.values.size());
  }
  return sum / 30;
}

TEST(ParticleSolvers, LevelsKeepLargeClothFromStretching) {
  // With half the sweeps of the others, which cost more than the levels do.
  ClothDef sheet;
  sheet.grid = GridDef{{2, 2}, {60, 60}};
  sheet.pins.names = {"top-left", "top-right"};
  RopeDef rope = scenes::ropeOf(2, 200);
  rope.pins.indices = {0};
  const auto check = [](const auto& def) {
    const double levels = meanStretch(def, ParticleSolver::Hierarchical, 1);
    EXPECT_LT(3 * levels, meanStretch(def, ParticleSolver::GaussSeidel, 2));
    EXPECT_LT(3 * levels, meanStretch(def, ParticleSolver::Colored, 2));
  };
  check(sheet);
  check(rope);
}

TEST(ParticleSolvers, LinesKeepClothFromStretchingMost) {
  // With half the sweeps of the others.
  ClothDef sheet;
  sheet.grid = GridDef{{2, 2}, {60, 60}};
  sheet.pins.names = {"top-left", "top-right"};
  RopeDef rope = scenes::ropeOf(2, 60);
  rope.pins.indices = {0};
  const auto check = [](const auto& def) {
    const double lines = meanStretch(def, ParticleSolver::Lines, 1);
    EXPECT_LT(5 * lines, meanStretch(def, ParticleSolver::Colored, 2));
    EXPECT_LT(5 * lines, meanStretch(def, ParticleSolver::GaussSeidel, 2));
  };
  check(sheet);
  check(rope);
}

TEST(ParticleSolvers, OneSweepSolvesARopeThatIsALittleOff) {
  // A straight rope pinned at one end, each piece 1 % too short: one line, and so one linear
  // system.
  RopeDef def = scenes::ropeOf(2, 8);
  def.pins.indices = {0};
  for (int i = 0; i <= 8; ++i)
    for (const float v : {0.2475f * float(i), 0.0f, 0.0f}) def.positions.push_back(v);
  const auto left = [&](ParticleSolver solver) {
    World world;
    world.settings.particleSolver = solver;
    world.settings.particleIterations = 1;
    world.settings.substeps = 1;
    world.settings.gravity = {};
    need(world.addRope(def));
    EXPECT_FALSE(world.step(1.0f / 60));
    ConstraintReadout edges;
    readConstraints(world.soft.cloths[0], world.soft.particles, "distance", edges);
    float most = 0;
    for (const float c : edges.values) most = max(most, std::abs(c));
    return most;
  };
  const float before = 0.0025f;
  EXPECT_LT(left(ParticleSolver::Lines), 0.1f * before);
  EXPECT_GT(left(ParticleSolver::Colored), 0.3f * before);
}

TEST(ParticleSolvers, LinesTellTheForceInEachPieceOfARope) {
  RopeDef def = scenes::ropeOf(1, 20, 0.5f);
  def.pins.indices = {0};
  def.stretchCompliance = 1e-6f;  // no tethers, which would bear some
  def.damping = 1;
  World world;
  world.settings.particleSolver = ParticleSolver::Lines;
  need(world.addRope(def));
  for (int i = 0; i < 1200; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  ConstraintReadout edges;
  readConstraints(world.soft.cloths[0], world.soft.particles, "distance", edges);
  ASSERT_EQ(edges.forces.size(), 20u);
  for (size_t k = 0; k < 20; ++k) {
    // It bears what hangs below: the lower half of itself, and all pieces that follow.
    const float below =
        19.5f - min(float(edges.particles[2 * k]), float(edges.particles[2 * k + 1]));
    EXPECT_NEAR(edges.forces[k], 0.5f * 9.81f * below / 20, 0.01f * 0.5f * 9.81f);
  }
}

TEST(ParticleSolvers, FineClothKeepsItsBoundsByDefault) {
  // 100 x 100 particles held at two corners: edges one by one would stretch 3 %, one of them 78 %.
  World world;
  ClothDef def;
  def.grid = GridDef{{4, 4}, {99, 99}};
  def.pins.names = {"top-left", "top-right"};
  need(world.addCloth(def));
  ConstraintReadout edges;
  const Quad* x = world.soft.particles.positions.data();
  for (int i = 1; i <= 120; ++i) {
    ASSERT_FALSE(world.step(1.0f / 60));
    if (i % 10 > 0) continue;
    readConstraints(world.soft.cloths[0], world.soft.particles, "distance", edges);
    double sum = 0, worst = 0;
    for (size_t k = 0; k < edges.values.size(); ++k) {
      const Vec3 a = x[edges.particles[2 * k]].xyz(), b = x[edges.particles[2 * k + 1]].xyz();
      const double strain = std::abs(edges.values[k]) / double(length(a - b) - edges.values[k]);
      sum += strain;
      worst = max(worst, strain);
    }
    EXPECT_LT(worst, 0.5) << "step " << i;
    EXPECT_LT(sum / double(edges.values.size()), 0.02) << "step " << i;
  }
}

TEST(ParticleSolvers, LinesRestWhereTheyAreTaut) {
  // A trampoline that is too small for its frame: no edge can have its length.
  for (const float over : {0.0f, 0.001f, 0.01f, 0.2f}) {
    constexpr int kSide = 20;
    ClothDef def;
    def.grid = GridDef{{2, 2}, {kSide, kSide}};
    for (int j = 0; j <= kSide; ++j)
      for (int i = 0; i <= kSide; ++i) {
        const float scale = 0.1f * (1 + over);
        for (const float v : {scale * float(i), 0.0f, scale * float(j)}) def.positions.push_back(v);
        if (i % kSide == 0 || j % kSide == 0)
          def.pins.indices.push_back(uint32_t(j * (kSide + 1) + i));
      }
    World world;
    world.settings.particleSolver = ParticleSolver::Lines;
    need(world.addCloth(def));
    for (int i = 0; i < 180; ++i) ASSERT_FALSE(world.step(1.0f / 60));
    float fastest = 0;
    for (const Quad& v : world.soft.particles.velocities) fastest = max(fastest, length(v.xyz()));
    EXPECT_LT(fastest, 0.01f) << over;
  }
}

TEST(ParticleSolvers, LevelsPassMomentumOn) {
  World world;
  world.settings.particleSolver = ParticleSolver::Hierarchical;
  world.settings.gravity = {};
  ClothDef def;
  def.grid = GridDef{{1, 1}, {12, 12}};
  def.drag = 0;
  need(world.addCloth(def));
  const auto momentum = [&] {
    Vec3d sum{};
    for (int i = 0; i < 169; ++i)
      sum += (1 / double(world.soft.particles.positions[i].w)) *
             toDouble(world.soft.particles.velocities[i].xyz());
    return sum;
  };
  // One corner is torn away.
  for (int k = 0; k < 3; ++k) world.soft.particles.velocities[k] = {-20, 10, -20, 0};
  const Vec3d before = momentum();
  for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  EXPECT_LT(length(momentum() - before), 1e-3 * length(before));
  EXPECT_LT(world.soft.particles.velocities[168].x, -0.05f) << "the far corner is drawn along";
}

TEST(ParticleSolvers, LevelsLetAFoldedClothUnfold) {
  // A strip that is folded over at rest lies flat: its ends are farther apart than they were made.
  ClothDef def;
  def.mesh.emplace();
  for (int i = 0; i <= 20; ++i)
    for (const float z : {0.0f, 0.1f}) {
      const float s = 0.1f * float(i);
      for (const float v : {min(s, 2 - s), s > 1 ? 0.02f : 0.0f, z})
        def.mesh->vertices.push_back(v);
      for (const float v : {s, 0.0f, z}) def.positions.push_back(v);
    }
  for (uint32_t i = 0; i < 40; i += 2)
    for (const uint32_t k : {i, i + 1, i + 2, i + 2, i + 1, i + 3}) def.mesh->indices.push_back(k);
  def.bend.compliance = 1e6f;
  World world;
  world.settings.particleSolver = ParticleSolver::Hierarchical;
  world.settings.gravity = {};
  need(world.addCloth(def));
  for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  EXPECT_NEAR(
      length(world.soft.particles.positions[40].xyz() - world.soft.particles.positions[0].xyz()), 2,
      0.03f);
}

TEST(ParticleSolvers, ChangeWhileAClothFalls) {
  // Over a ball, with a sheet below; each solver in turn, with either integrator.
  for (const ParticleIntegrator integrator :
       {ParticleIntegrator::Euler, ParticleIntegrator::Bdf2}) {
    World world;
    world.settings.particleIntegrator = integrator;
    scenes::addPlane(world);
    need(world.addBody(scenes::sphereAt({0, 0.4f, 0}, 0.3f)));
    for (int k = 0; k < 2; ++k) {
      ClothDef def;
      def.grid = GridDef{{1, 1}, {8, 8}};
      def.position = {0.05f, 0.9f + 0.1f * float(k), 0};
      def.selfCollision = true;
      need(world.addCloth(def));
    }
    for (int i = 0; i < 96; ++i) {
      WorldSettings changed = world.settings;
      changed.particleSolver = ParticleSolver(i / 8 % kSolvers);
      ASSERT_FALSE(world.redefine(changed));
      ASSERT_FALSE(world.step(1.0f / 60));
      for (const Cloth& c : world.soft.cloths)
        for (int j = c.first; j < c.first + c.count; ++j) {
          ASSERT_LT(length(world.soft.particles.positions[j].xyz()), 3);
          // An exact one takes out at once what sweeps left of stretch.
          ASSERT_LT(length(world.soft.particles.velocities[j].xyz()), 40);
          ASSERT_GT(world.soft.particles.positions[j].y, -0.01f);
        }
    }
  }
}

TEST(ParticleSolvers, OneSweepInOrderDoesNotExplode) {
  World world;
  world.settings.particleSolver = ParticleSolver::GaussSeidel;
  world.settings.particleIterations = 1;
  scenes::hangingCloth(world, 49);
  for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  // Faster than what falls 4 m by a third: the hem of a swing cracks as a whip does.
  for (const Quad& v : world.soft.particles.velocities) EXPECT_LT(length(v.xyz()), 25);
}

TEST(ParticleSolvers, MeasureOnlyWhenAsked) {
  World world = sagging(ParticleSolver::Colored, 3);
  ASSERT_FALSE(world.step(1.0f / 60));
  EXPECT_EQ(world.soft.cloths[0].residuals.size(), 3u);
  const uint64_t measured = world.hash();
  world.settings.particleResiduals = false;
  ASSERT_FALSE(world.step(1.0f / 60));
  EXPECT_TRUE(world.soft.cloths[0].residuals.empty());
  World other = sagging(ParticleSolver::Colored, 3);
  other.settings.particleResiduals = false;
  ASSERT_FALSE(other.step(1.0f / 60));
  EXPECT_EQ(other.hash(), measured);
}

TEST(ParticleSolvers, LeaveClothTooLargeForOneSystemToSweeps) {
  // A long strip is narrow enough; a wide one of as many particles is not.
  World world;
  world.settings.particleSolver = ParticleSolver::Direct;
  world.settings.substeps = world.settings.particleIterations = 1;
  ClothDef def;
  def.grid = GridDef{{1, 1}, {170, 170}};
  need(world.addCloth(def));
  ASSERT_FALSE(world.step(1.0f / 60));
  for (const Quad& v : world.soft.particles.velocities) ASSERT_LT(length(v.xyz()), 1);
}

TEST(Bdf2, GoesOnFromASnapshotToTheBit) {
  forEachSolver([](ParticleSolver solver) {
    World world = sagging(solver, 4);
    world.settings.particleIntegrator = ParticleIntegrator::Bdf2;
    world.settings.substeps = 3;
    for (int i = 0; i < 20; ++i) ASSERT_FALSE(world.step(1.0f / 60));
    World copy;
    ASSERT_FALSE(copy.restore(world.snapshot()));
    for (int i = 0; i < 20; ++i) {
      ASSERT_FALSE(world.step(1.0f / 60));
      ASSERT_FALSE(copy.step(1.0f / 60));
    }
    EXPECT_EQ(world.hash(), copy.hash());
  });
}

TEST(Bdf2, ClothThatComesAndGoesBetweenStepsHasRoomInEveryArray) {
  forEachSolver([](ParticleSolver solver) {
    World world = sagging(solver, 4);
    world.settings.particleIntegrator = ParticleIntegrator::Bdf2;
    ASSERT_FALSE(world.step(1.0f / 60));
    const auto expectOneEach = [&] {
      for (const auto* array : {&world.soft.particles.previous, &world.soft.particles.velocities,
                                &world.soft.particles.accelerations, &world.soft.particles.moves,
                                &world.soft.particles.velocitiesBefore})
        ASSERT_EQ(array->size(), world.soft.particles.positions.size());
    };
    RopeDef rope = scenes::ropeOf(1, 200);
    const RopeId added = need(world.addRope(rope));
    expectOneEach();
    rope.velocities.assign(3 * 201, 0.5f);
    ASSERT_FALSE(world.redefine(added, rope));
    rope.pins.indices = {3};
    ASSERT_FALSE(world.redefine(added, rope));
    ASSERT_FALSE(world.step(1.0f / 60));
    expectOneEach();
    rope.velocities.clear();
    const RopeId second = need(world.addRope(rope));
    ASSERT_TRUE(world.remove(added));
    expectOneEach();
    ASSERT_FALSE(world.step(1.0f / 60));
    ASSERT_TRUE(world.remove(second));
    expectOneEach();
  });
}

TEST(Bdf2, TakesEulersStepAnewWhereTheSubstepChanges) {
  World world = sagging(ParticleSolver::Colored, 10);
  world.settings.particleIntegrator = ParticleIntegrator::Bdf2;
  for (int i = 0; i < 200; ++i) {
    ASSERT_FALSE(world.step(i % 3 == 0 ? 0.01f : 0.02f));
    for (const Quad& v : world.soft.particles.velocities) ASSERT_LT(length(v.xyz()), 8);
  }
  // Inverse masses are whole again after each step.
  World other = sagging(ParticleSolver::Colored, 10);
  for (int i = 0; i < 81; ++i)
    EXPECT_EQ(world.soft.particles.positions[i].w, other.soft.particles.positions[i].w);
}

TEST(Bdf2, AClothThatLiesOnABodyWeighsWhatItWeighs) {
  // On a platform that a spring holds up.
  for (const ParticleIntegrator integrator :
       {ParticleIntegrator::Euler, ParticleIntegrator::Bdf2}) {
    World world;
    world.settings.particleIntegrator = integrator;
    world.settings.sleeping = false;
    BodyDef plate = scenes::boxAt({0, 0, 0}, {1, 0.05f, 1});
    plate.mass = 10;
    const BodyId body = need(world.addBody(plate));
    PrismaticJoint guide;
    guide.bodyA = body;
    guide.axis = Vec3{0, 1, 0};
    need(world.addJoint(guide));
    SpringForce spring;
    spring.bodyA = body;
    spring.anchorB = Vec3{0, 2, 0};
    spring.stiffness = 500, spring.damping = 50, spring.length = 2;
    need(world.addForce(spring));
    ClothDef def;
    def.grid = GridDef{{1, 1}, {8, 8}};
    def.position = {0, 0.07f, 0};
    def.mass = 1;
    def.drag = 0;
    need(world.addCloth(def));
    for (int i = 0; i < 600; ++i) ASSERT_FALSE(world.step(1.0f / 60));
    // Both hang on it: 11 kg on 500 N/m.
    const float expected = -11 * 9.81f / 500;
    EXPECT_NEAR(world.bodies.poses[world.bodies.ids.indexOf(body)].position.y, expected,
                -0.01f * expected)
        << int(integrator);
  }
}

// Its bend meets one particle twice.
TEST(ParticleSolvers, ATriangleWithTwoSidesFallsAsAnyOther) {
  forEachSolver([](ParticleSolver solver) {
    World world;
    world.settings.particleSolver = solver;
    ClothDef def;
    def.mesh = MeshDef{{0, 0, 0, 1, 0, 0, 0, 0, 1}, {0, 1, 2, 1, 0, 2}};
    def.bend.compliance = 1e-3f;
    def.drag = 0;
    scenes::need(world.addCloth(def));
    for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1.0f / 60));
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(world.soft.particles.positions[size_t(world.soft.cloths[0].first + i)].y, -4.9f,
                  0.2f);
  });
}

}  // namespace particle_solvers_test
}  // namespace holonom
