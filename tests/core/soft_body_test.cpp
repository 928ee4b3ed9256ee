// Soft bodies: they weigh what they are made of, stay as they are made, and bend, stretch, bulge
// and swing as elastic solids do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "long_run.h"
#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace soft_body_test {

using scenes::need;

constexpr double kG = 9.81;

SoftBodyDef boxOf(Vec3 size, Int3 cells, SolidModel model = SolidModel::NeoHookean) {
  SoftBodyDef def;
  def.lattice = LatticeDef{size, cells};
  def.model = model;
  return def;
}

double volumeOf(const World& world, const Cloth& body) {
  const auto at = [&](size_t corner) {
    return toDouble(
        world.soft.particles.positions[size_t(body.first) + body.tetrahedra[corner]].xyz());
  };
  double sum = 0;
  for (size_t t = 0; t < body.tetrahedra.size(); t += 4)
    sum += dot(cross(at(t + 1) - at(t), at(t + 2) - at(t)), at(t + 3) - at(t)) / 6;
  return sum;
}

/// Particles of which a coordinate at rest is least (−1) or greatest (1).
std::vector<uint32_t> sideOf(const SoftBodyDef& def, int axis, int sign) {
  const TetrahedraDef solid = tetrahedraOf(*def.lattice);
  const float half = 0.5f * (axis == 0   ? def.lattice->size.x
                             : axis == 1 ? def.lattice->size.y
                                         : def.lattice->size.z);
  std::vector<uint32_t> out;
  for (size_t i = 0; i < solid.vertices.size(); i += 3)
    if (std::abs(solid.vertices[i + size_t(axis)] - float(sign) * half) < 1e-5f)
      out.push_back(uint32_t(i / 3));
  return out;
}

World worldOf(int substeps, Vec3 gravity, ParticleSolver solver = ParticleSolver::Colored) {
  WorldSettings s;
  s.substeps = substeps;
  s.gravity = gravity;
  s.particleSolver = solver;
  return World(s);
}

TEST(SoftBody, HasItsVolumeMassAndSurface) {
  World world;
  SoftBodyDef def = boxOf({0.4f, 0.6f, 0.2f}, {3, 4, 2});
  def.density = 500;
  need(world.addSoftBody(def));
  const Cloth& body = world.soft.cloths[0];
  EXPECT_EQ(body.count, 4 * 5 * 3);
  EXPECT_EQ(body.tetrahedra.size(), 4u * 6 * 24);
  // Two triangles on each outer face of a cell.
  EXPECT_EQ(body.indices.size(), 3u * 2 * 2 * (3 * 4 + 4 * 2 + 3 * 2));
  EXPECT_NEAR(volumeOf(world, body), 0.048, 1e-7);
  EXPECT_NEAR(body.mass, 24, 1e-4);
  double sum = 0;
  for (int i = 0; i < body.count; ++i) sum += 1 / double(world.soft.particles.positions[i].w);
  EXPECT_NEAR(sum, 24, 1e-4);
}

TEST(SoftBody, TurnsMirroredTetrahedraAndRefusesFlatOnes) {
  World world;
  SoftBodyDef def;
  def.tetrahedra = TetrahedraDef{{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 1, 3, 2}};
  need(world.addSoftBody(def));
  EXPECT_NEAR(volumeOf(world, world.soft.cloths[0]), 1.0 / 6, 1e-7);
  def.tetrahedra->vertices[11] = 0;
  const auto refused = world.addSoftBody(def);
  ASSERT_TRUE(refused.error);
  EXPECT_EQ(refused.error->path, "tetrahedra.indices[0]");
  EXPECT_EQ(world.soft.cloths.size(), 1u);
  def.lattice = LatticeDef{};
  EXPECT_EQ(world.addSoftBody(def).error->path, "tetrahedra");
  def.lattice.reset(), def.tetrahedra.reset();
  EXPECT_EQ(world.addSoftBody(def).error->path, "lattice");
}

class SoftBodies : public testing::TestWithParam<SolidModel> {};
INSTANTIATE_TEST_SUITE_P(Models, SoftBodies, testing::ValuesIn(allOf<SolidModel>()),
                         testName<SolidModel>);

TEST_P(SoftBodies, StayAsTheyAreMade) {
  for (const ParticleSolver solver : allOf<ParticleSolver>())
    for (const float nu : {0.0f, 0.3f, 0.49f}) {
      World world = worldOf(4, {}, solver);
      SoftBodyDef def = boxOf({0.3f, 0.4f, 0.5f}, {2, 3, 3}, GetParam());
      def.poissonRatio = nu;
      def.rotation = normalize(Quat{0.3f, 0.2f, -0.4f, 0.8f});
      need(world.addSoftBody(def));
      const std::vector<Quad> before = world.soft.particles.positions;
      EXPECT_NEAR(world.energy().elastic, 0, 1e-3);
      for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1.0 / 60));
      for (int i = 0; i < world.soft.cloths[0].count; ++i)
        EXPECT_LT(length(world.soft.particles.positions[i].xyz() - before[i].xyz()), 1e-4f)
            << nameOf(solver) << ", nu " << nu << ", particle " << i;
    }
}

TEST_P(SoftBodies, KeepMomentumAndAngularMomentum) {
  for (const ParticleSolver solver : allOf<ParticleSolver>()) {
    World world = worldOf(8, {}, solver);
    SoftBodyDef def = boxOf({0.3f, 0.4f, 0.5f}, {2, 3, 3}, GetParam());
    def.youngsModulus = 3e4f;
    Random random(5);
    for (int i = 0; i < 3 * 48; ++i) def.velocities.push_back(random.real(-0.5f, 1));
    need(world.addSoftBody(def));
    const auto sums = [&] {
      Vec3d momentum, angular;
      for (int i = 0; i < world.soft.cloths[0].count; ++i) {
        const Quad& x = world.soft.particles.positions[i];
        const Vec3d p = (1 / double(x.w)) * toDouble(world.soft.particles.velocities[i].xyz());
        momentum += p;
        angular += cross(toDouble(x.xyz()), p);
      }
      return std::pair{momentum, angular};
    };
    const auto before = sums();
    for (int i = 0; i < 120; ++i) ASSERT_FALSE(world.step(1.0 / 60));
    const auto after = sums();
    const auto off = [](Vec3d a, Vec3d b) {
      return std::sqrt(lengthSquared(a - b) / lengthSquared(a));
    };
    EXPECT_LT(off(before.first, after.first), 1e-5) << nameOf(solver);
    EXPECT_LT(off(before.second, after.second), 1e-5) << nameOf(solver);
  }
}

/// A bar that hangs from its upper end, at rest.
struct HangingBar {
  double length, width;  // of what was 1 m and 0.1 m [m]; the width is that in the middle
};
HangingBar hang(SolidModel model, float nu, Int3 cells, float modulus, int substeps,
                ParticleSolver solver = ParticleSolver::Colored) {
  World world = worldOf(substeps, {0, -float(kG), 0}, solver);
  SoftBodyDef def = boxOf({0.1f, 1, 0.1f}, cells, model);
  def.youngsModulus = modulus, def.poissonRatio = nu;
  def.damping = 6;
  def.pins.indices = sideOf(def, 1, 1);
  need(world.addSoftBody(def));
  for (int i = 0; i < 240; ++i) EXPECT_FALSE(world.step(1.0 / 60));
  const auto& x = world.soft.particles.positions;
  const auto meanOf = [&](const std::vector<uint32_t>& which, int axis, bool middle) {
    double sum = 0;
    int count = 0;
    for (const uint32_t i : which) {
      const Vec3 rest = world.soft.cloths[0].rest[i];
      if (middle && std::abs(rest.y) > 0.01f) continue;
      sum += axis == 0 ? double(x[i].x) : double(x[i].y);
      ++count;
    }
    return sum / count;
  };
  return {meanOf(sideOf(def, 1, 1), 1, false) - meanOf(sideOf(def, 1, -1), 1, false),
          meanOf(sideOf(def, 0, 1), 0, true) - meanOf(sideOf(def, 0, -1), 0, true)};
}

/// Under its own weight a bar is ρ g L²/(2 E) longer, and in its middle ν ρ g L/(2 E) of its width
/// thinner.
TEST_P(SoftBodies, HangAsBarsDo) {
  for (const float nu : {0.0f, 0.3f}) {
    const float modulus = 4e5f;
    const double longer = 1000 * kG / (2 * double(modulus));
    const HangingBar bar = hang(GetParam(), nu, {2, 16, 2}, modulus, longRun() ? 40 : 20);
    EXPECT_NEAR((bar.length - 1) / longer, 1, 0.05) << "nu " << nu;
    EXPECT_NEAR((0.1 - bar.width) / 0.1 / longer, double(nu), 0.03) << "nu " << nu;
  }
}

/// `jacobi` aside, which would need more sweeps.
TEST_P(SoftBodies, HangAlikeUnderEverySolver) {
  using enum ParticleSolver;
  const auto longer = [&](ParticleSolver solver) {
    return hang(GetParam(), 0.3f, {2, 8, 2}, 1e5f, 20, solver).length - 1;
  };
  const double colored = longer(Colored);
  EXPECT_GT(colored, 0.04);
  for (const ParticleSolver solver : {Hierarchical, Lines, GaussSeidel, Direct})
    EXPECT_NEAR(longer(solver), colored, 0.05 * colored) << nameOf(solver);
}

/// A bar that is held at one end rings at √(E/ρ)/(4 L).
TEST_P(SoftBodies, RingAsBarsDo) {
  World world = worldOf(20, {});
  SoftBodyDef def = boxOf({1, 0.2f, 0.2f}, {12, 2, 2}, GetParam());
  def.youngsModulus = 1e5f, def.poissonRatio = 0;
  def.pins.indices = sideOf(def, 0, -1);
  const TetrahedraDef solid = tetrahedraOf(*def.lattice);
  // Its first mode, stretched by up to 2 %.
  for (size_t i = 0; i < solid.vertices.size(); i += 3) {
    const double s = double(solid.vertices[i]) + 0.5;
    def.positions.push_back(float(s - 0.5 + 0.02 * std::sin(1.5707963 * s)));
    def.positions.push_back(solid.vertices[i + 1]), def.positions.push_back(solid.vertices[i + 2]);
  }
  need(world.addSoftBody(def));
  const uint32_t tip = sideOf(def, 0, 1)[4];
  const auto stretch = [&] { return double(world.soft.particles.positions[tip].x) - 0.5; };
  // The time of two swings, between the first and the fifth passage.
  double first = -1, last = 0;
  int passages = 0;
  for (int i = 0; i < 240 && passages < 5; ++i) {
    const double before = stretch();
    ASSERT_FALSE(world.step(1.0 / 240));
    if (before * stretch() > 0) continue;
    last = (i + before / (before - stretch())) / 240;
    if (first < 0) first = last;
    ++passages;
  }
  ASSERT_EQ(passages, 5);
  EXPECT_NEAR(2 / (last - first), 2.5, 0.075);
}

/// From flat, mirrored and random shapes a Neo-Hookean body becomes what it was.
TEST(SoftBody, TornApartHasAnEnergyThatIsANumber) {
  for (const SolidModel model : {SolidModel::NeoHookean, SolidModel::SaintVenantKirchhoff}) {
    World world;
    SoftBodyDef def = boxOf({1e-3f, 1e-3f, 1e-3f}, {1, 1, 1}, model);
    Random random(1);
    for (int i = 0; i < 24; ++i) def.positions.push_back(random.real(-9e6f, 9e6f));
    need(world.addSoftBody(def));
    EXPECT_TRUE(std::isfinite(world.energy().elastic));
    EXPECT_GT(world.energy().elastic, 0);
    ASSERT_FALSE(world.step(1 / 60.0));
    EXPECT_TRUE(std::isfinite(world.energy().elastic));
  }
}

TEST(SoftBody, RecoversFromInversion) {
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    World world = worldOf(10, {});
    SoftBodyDef def = boxOf({0.4f, 0.4f, 0.4f}, {3, 3, 3});
    def.damping = 1;
    Random random(seed);
    const TetrahedraDef solid = tetrahedraOf(*def.lattice);
    for (size_t i = 0; i < solid.vertices.size(); ++i)
      // Flat, mirrored, or anyhow.
      def.positions.push_back(seed == 1   ? (i % 3 == 1 ? 0 : solid.vertices[i])
                              : seed == 2 ? (i % 3 == 0 ? -1 : 1) * solid.vertices[i]
                                          : random.real(-0.4f, 0.4f));
    need(world.addSoftBody(def));
    for (int i = 0; i < 600; ++i) ASSERT_FALSE(world.step(1.0 / 60));
    const Cloth& body = world.soft.cloths[0];
    EXPECT_NEAR(volumeOf(world, body), 0.064, 0.003) << "seed " << seed;
    EXPECT_LT(world.energy().elastic, 1) << "seed " << seed;
  }
}

/// Bodies bear it, and it bears bodies; nothing sinks through.
TEST_P(SoftBodies, LieOnBodiesAndBearThem) {
  World world = worldOf(8, {0, -float(kG), 0});
  scenes::addPlane(world);
  SoftBodyDef def = boxOf({0.5f, 0.5f, 0.5f}, {5, 5, 5}, GetParam());
  def.position = {0, 0.3f, 0};
  def.youngsModulus = 1e5f;
  def.springDamping = 0.02f;
  need(world.addSoftBody(def));
  BodyDef ball = scenes::sphereAt({0, 0.9f, 0}, 0.15f);
  ball.mass = 5;
  const BodyId id = need(world.addBody(ball));
  for (int i = 0; i < 300; ++i) ASSERT_FALSE(world.step(1.0 / 60));
  const Cloth& body = world.soft.cloths[0];
  EXPECT_NEAR(volumeOf(world, body), 0.125, 0.006);
  float lowest = 1;
  for (int i = 0; i < body.count; ++i)
    lowest = std::min(lowest, world.soft.particles.positions[i].y);
  EXPECT_GT(lowest, 0);
  EXPECT_LT(lowest, 2 * def.thickness);
  const Vec3 place = world.bodies.poses[world.indexOf(id)].position;
  EXPECT_GT(place.y, 0.45f);
  EXPECT_LT(length(world.bodies.states[world.indexOf(id)].linear), 0.05f);
}

}  // namespace soft_body_test
}  // namespace holonom
