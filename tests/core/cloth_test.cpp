// Cloth against closed forms: motion, air, contacts in both directions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "scenes.h"

namespace holonom {
namespace cloth_test {

using scenes::boxAt;
using scenes::need;
using scenes::sphereAt;

constexpr double kGravity = 9.81;

ClothDef sheet(float size, int segments, Vec3 position = {}) {
  ClothDef def;
  def.grid = GridDef{{size, size}, {segments, segments}};
  def.position = position;
  def.drag = 0;
  return def;
}

void run(World& world, int steps, float dt = 1.0f / 60) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(dt));
}

void expectFinite(const World& world) {
  for (const Quad& x : world.soft.particles.positions) ASSERT_TRUE(isFinite(x.xyz()));
}

TEST(Cloth, MassIsDensityTimesArea) {
  World world;
  ClothDef def = sheet(2, 7);
  def.density = 0.3f;
  need(world.addCloth(def));
  EXPECT_NEAR(world.soft.cloths[0].mass, 1.2, 1e-5);
  double sum = 0;
  for (int i = 0; i < world.soft.cloths[0].count; ++i)
    sum += 1 / double(world.soft.particles.positions[i].w);
  EXPECT_NEAR(sum, 1.2, 1e-5);
}

TEST(Cloth, GivenMassReplacesDensity) {
  World world;
  ClothDef def = sheet(2, 7);
  def.mass = 5;
  need(world.addCloth(def));
  double sum = 0;
  for (int i = 0; i < world.soft.cloths[0].count; ++i)
    sum += 1 / double(world.soft.particles.positions[i].w);
  EXPECT_NEAR(sum, 5, 1e-4);
}

TEST(Cloth, GridHasItsPointsEdgesAndStencils) {
  World world;
  ClothDef def;
  def.grid = GridDef{{3, 2}, {3, 2}};
  need(world.addCloth(def));
  const Cloth& c = world.soft.cloths[0];
  EXPECT_EQ(c.count, 4 * 3);
  EXPECT_EQ(c.indices.size(), 3u * 12);
  EXPECT_EQ(c.batches.one<ParticleDistance>().count,
            3 * 3 + 4 * 2 + 6);  // along x, along z, diagonals
  EXPECT_EQ(c.batches.one<DihedralBend>().count,
            c.batches.one<ParticleDistance>().count - 2 * (3 + 2));  // all but the border
  EXPECT_EQ(c.uvs.size(), 2u * 12);
}

TEST(Cloth, NamedPinsHoldTheSidesOfTheGrid) {
  const struct {
    const char* name;
    int count;
  } cases[] = {{"corners", 4}, {"left", 4},   {"right", 4},
               {"top", 6},     {"bottom", 6}, {"top-left", 1}};
  for (const auto& [name, count] : cases) {
    World world;
    ClothDef def;
    def.grid = GridDef{{5, 3}, {5, 3}};
    def.pins.names = {name};
    need(world.addCloth(def));
    int pinned = 0;
    for (int i = 0; i < world.soft.cloths[0].count; ++i) {
      const Quad& x = world.soft.particles.positions[i];
      if (x.w != 0) continue;
      ++pinned;
      const std::string n = name;
      EXPECT_TRUE(n.find("top") != 0 || x.z == -1.5f) << n;
      EXPECT_TRUE((n != "left" && n != "top-left") || x.x == -2.5f) << n;
    }
    EXPECT_EQ(pinned, count) << name;
  }
}

TEST(Cloth, FallsFreelyWithoutAir) {
  World world;
  need(world.addCloth(sheet(1, 5, {0, 10, 0})));
  run(world, 60);
  const double n = 240, h = 1 / 240.0;
  for (int i = 0; i < world.soft.cloths[0].count; ++i) {
    EXPECT_NEAR(world.soft.particles.positions[i].y, 10 - kGravity * h * h * n * (n + 1) / 2, 1e-3);
    EXPECT_NEAR(world.soft.particles.velocities[i].y, -kGravity, 1e-3);
  }
}

TEST(Cloth, FallsAsFastFarFromTheOrigin) {
  // At 1 km a float resolves 60 µm: a substep of 1/1200 s adds 7 µm to what one falls in it.
  WorldSettings s;
  s.substeps = 20;
  World world(s);
  need(world.addCloth(sheet(1, 2, {1000, 1000, 1000})));
  run(world, 30);
  EXPECT_NEAR(world.momentum().linear.y / 0.2, -kGravity / 2, 0.05);
}

TEST(Cloth, FlatClothFallsAtItsTerminalSpeed) {
  // ½ ρ c A v² = m g: v² = 2 σ g / (ρ c) with σ = 0.2 kg/m² and ρ = 1.2 kg/m³.
  for (const float drag : {1.0f, 2.0f}) {
    World world;
    ClothDef def = sheet(1, 4, {0, 0, 0});
    def.drag = drag;
    need(world.addCloth(def));
    // Drag is held over a step, so the speed is right to the first order in it.
    run(world, 960, 1.0f / 240);
    const double v = std::sqrt(2 * 0.2 * kGravity / (1.2 * drag));
    EXPECT_NEAR(world.momentum().linear.y / 0.2, -v, 0.02 * v) << drag;
  }
}

TEST(Cloth, WindCarriesClothToItsSpeed) {
  WorldSettings s;
  s.gravity = {};
  s.wind = {0, 3, 0};
  World world(s);
  ClothDef def = sheet(1, 4);
  def.drag = 1;
  need(world.addCloth(def));
  run(world, 300);
  // dv/dt = ρ c (u − v)²/(2 σ): u − v = 1/(1/u + ρ t/(2 σ)).
  EXPECT_NEAR(world.momentum().linear.y / 0.2, 3 - 1 / (1.0 / 3 + 1.2 * 5 / 0.4), 0.01);
}

TEST(Cloth, LiftIsAcrossTheWindAndGreatestAtHalfARightAngle) {
  // ½ ρ c A u² sin a cos a on a plate at the angle a to the wind; nothing along it.
  for (const double angle : {0.0, 0.4, 0.7853981633974483, 1.5707963267948966}) {
    WorldSettings s;
    s.gravity = {};
    s.wind = {4, 0, 0};
    World world(s);
    ClothDef def = sheet(1, 3);
    def.lift = 0.8f;
    def.rotation = {0, 0, float(std::sin(angle / 2)), float(std::cos(angle / 2))};
    need(world.addCloth(def));
    run(world, 1, 1e-3f);
    const Vec3d force = 1e3 * world.momentum().linear;
    const double expected = 0.5 * 1.2 * 0.8 * 16 * std::sin(angle) * std::cos(angle);
    EXPECT_NEAR(force.y, -expected, 0.04) << angle;  // it moves a little already
    EXPECT_NEAR(force.x, 0, 0.04) << angle;
  }
}

TEST(Wind, GustsTravelWithItVaryWithinTheirShareAndLeaveItsMean) {
  Wind wind{{3, 4, 0}, 0.4f, 2, 0};
  const Vec3 at{0.3f, -0.2f, 5};
  double mean = 0, least = 10, most = 0;
  for (int i = 0; i < 20000; ++i) {
    wind.time = 0.05 * i;
    const double speed = length(wind.at(at));
    mean += speed / 20000, least = std::min(least, speed), most = std::max(most, speed);
    EXPECT_NEAR(cross(wind.mean, wind.at(at)).z, 0, 1e-5);
  }
  EXPECT_NEAR(mean, 5, 0.02);
  EXPECT_GT(least, 5 * 0.6 - 1e-4);
  EXPECT_LT(most, 5 * 1.4 + 1e-4);
  EXPECT_GT(most - least, 2);
  const Vec3 before = wind.at(at);
  wind.time += 0.7;
  EXPECT_LT(length(wind.at(at + 0.7f * wind.mean) - before), 1e-4f);
  wind.gusts = 0;
  EXPECT_EQ(wind.at(at), wind.mean);
}

TEST(Cloth, DampingDecaysItsVelocity) {
  WorldSettings s;
  s.gravity = {};
  World world(s);
  ClothDef def = sheet(1, 2);
  def.damping = 2;
  for (int i = 0; i < 9; ++i) def.velocities.insert(def.velocities.end(), {3, 0, 0});
  need(world.addCloth(def));
  run(world, 60);
  EXPECT_NEAR(world.soft.particles.velocities[4].x, 3 * std::pow(1 + 2 / 240.0, -240), 0.01);
}

TEST(Cloth, FreeClothKeepsItsMomentum) {
  WorldSettings s;
  s.gravity = {};
  World world(s);
  ClothDef def = sheet(1, 6);
  for (int i = 0; i < 49; ++i)
    def.velocities.insert(def.velocities.end(), {std::sin(float(i)), 0.5f, std::cos(3 * float(i))});
  need(world.addCloth(def));
  const Momentum before = world.momentum();
  run(world, 120);
  const Momentum after = world.momentum();
  EXPECT_LT(length(after.linear - before.linear), 1e-3);
  EXPECT_LT(length(after.angular - before.angular), 5e-3);
}

TEST(Cloth, GlobalDampingKeepsMomentumAndLeavesRigidMotion) {
  WorldSettings s;
  s.gravity = {};
  World world(s);
  ClothDef def = sheet(1, 6);
  def.globalDamping = 2;
  def.bend.compliance = 0.01f;
  for (int i = 0; i < 49; ++i) {
    const float x = float(i % 7) / 6 - 0.5f;
    def.velocities.insert(def.velocities.end(),
                          {0.3f + 0.1f * std::sin(float(i)), 2 * x, 0.2f * std::cos(3 * float(i))});
  }
  need(world.addCloth(def));
  const Momentum before = world.momentum();
  run(world, 600);
  const Momentum after = world.momentum();
  EXPECT_LT(length(after.linear - before.linear), 1e-5 * length(before.linear));
  EXPECT_LT(length(after.angular - before.angular), 1e-5 * length(before.angular));
  // What is left turns as one, at some 2 rad/s: only points that fly off along their tangents for a
  // substep and are drawn back still part, by h ω² r.
  const auto widest = [&] {
    const Particles& p = world.soft.particles;
    double most = 0;
    for (int i = 0; i < 49; ++i)
      for (int j = 0; j < i; ++j) {
        const Vec3 d = p.positions[i].xyz() - p.positions[j].xyz();
        const Vec3 v = p.velocities[i].xyz() - p.velocities[j].xyz();
        most = std::max(most, double(std::abs(dot(d, v)) / length(d)));
      }
    return most;
  };
  EXPECT_LT(widest(), 0.01);
}

TEST(Cloth, HangsAsLongAsItIs) {
  WorldSettings s;
  s.substeps = 20;
  World world(s);
  ClothDef def = sheet(1, 8);
  def.pins.names = {"top"};
  def.damping = 2;
  need(world.addCloth(def));
  run(world, 600);
  float lowest = 0;
  for (int i = 0; i < world.soft.cloths[0].count; ++i)
    lowest = std::min(lowest, world.soft.particles.positions[i].y);
  EXPECT_NEAR(lowest, -1, 0.02);
}

TEST(Cloth, PinnedParticlesNeverMove) {
  World world;
  const ClothId id = scenes::hangingCloth(world, 10);
  const ClothDef before = world.describe(id);
  run(world, 60);
  const ClothDef after = world.describe(id);
  for (const size_t i : {size_t(0), size_t(10)})
    for (size_t k = 0; k < 3; ++k)
      EXPECT_EQ(after.positions[3 * i + k], before.positions[3 * i + k]);
}

TEST(Cloth, SofterEdgesStretchFartherUnderTheSameWeight) {
  double last = 0;
  for (const float compliance : {0.0f, 0.01f, 0.05f}) {
    World world;
    ClothDef def = sheet(1, 6);
    def.pins.names = {"top"};
    def.damping = 2;
    def.stretchCompliance = compliance;
    need(world.addCloth(def));
    run(world, 400);
    double lowest = 0;
    for (int i = 0; i < world.soft.cloths[0].count; ++i)
      lowest = std::min(lowest, double(world.soft.particles.positions[i].y));
    EXPECT_LT(lowest, last - (compliance > 0 ? 0.005 : 0)) << compliance;
    last = lowest;
  }
}

class ClothBending : public testing::TestWithParam<BendModel> {};
INSTANTIATE_TEST_SUITE_P(Models, ClothBending,
                         testing::Values(BendModel::Dihedral, BendModel::Isometric));

TEST_P(ClothBending, StifferBendingSagsLess) {
  double last = -1;
  for (const float compliance : {100.0f, 0.5f, 0.0f}) {
    WorldSettings s;
    s.substeps = 20;
    World world(s);
    ClothDef def;
    def.grid = GridDef{{1, 0.2f}, {10, 2}};
    def.pins.indices = {0, 1, 11, 12, 22, 23};  // clamped at the left
    def.drag = 0;
    def.damping = 5;
    def.bend = {GetParam(), compliance};
    need(world.addCloth(def));
    run(world, 240);
    const double tip = world.soft.particles.positions[21].y;
    EXPECT_GT(tip, last + 0.02) << compliance;
    last = tip;
  }
}

/// How much longer a sheet of 1 m gets that hangs in its own plane, along z from the top or along x
/// from the left.
double elongation(ClothDef def, const char* pins, Vec3 down) {
  WorldSettings s;
  s.gravity = float(kGravity) * down;
  s.substeps = 10;
  World world(s);
  def.pins.names = {pins};
  def.damping = 5;
  need(world.addCloth(def));
  run(world, 240);
  float lowest = 0;
  for (int i = 0; i < world.soft.cloths[0].count; ++i)
    lowest = std::max(lowest, dot(down, world.soft.particles.positions[i].xyz()));
  return double(lowest) - 0.5;
}

TEST(Cloth, WarpAndWeftStretchByTheirOwnCompliance) {
  // A hanging sheet carries σ g (L − s) per width: it stretches by ½ σ g L² α.
  const double expected = 0.5 * 0.2 * kGravity * 0.05;
  ClothDef def = sheet(1, 6);
  def.strain = StrainDef{0.05f, 0, 0.01f};
  EXPECT_NEAR(elongation(def, "left", {1, 0, 0}), expected, 0.02 * expected);
  EXPECT_NEAR(elongation(def, "top", {0, 0, 1}), 0, 0.02 * expected);
  def.strain = StrainDef{0, 0.05f, 0.01f};
  EXPECT_NEAR(elongation(def, "left", {1, 0, 0}), 0, 0.02 * expected);
  EXPECT_NEAR(elongation(def, "top", {0, 0, 1}), expected, 0.02 * expected);
  // Texture coordinates turned by 90° swap the threads.
  for (int j = 0; j <= 6; ++j)
    for (int i = 0; i <= 6; ++i) def.uvs.insert(def.uvs.end(), {float(j), float(i)});
  EXPECT_NEAR(elongation(def, "left", {1, 0, 0}), expected, 0.02 * expected);
}

TEST(Cloth, ShearComplianceLetsTheThreadsLean) {
  // Held at the left, weight along z: pure shear by σ g L² α/2 at the free side.
  ClothDef def = sheet(1, 6);
  def.bend.compliance = 0;  // no folds
  double last = 0;
  for (const float compliance : {0.0f, 0.02f, 0.08f}) {
    def.strain = StrainDef{0, 0, compliance};
    const double sag = elongation(def, "left", {0, 0, 1});
    EXPECT_GT(sag, last + (compliance > 0 ? 0.005 : -0.01)) << compliance;
    last = sag;
  }
}

TEST(Cloth, AreasAreKeptWhereEdgesGive) {
  WorldSettings s;
  s.gravity = {};
  World world(s);
  ClothDef def;
  def.mesh = MeshDef{{0, 0, 0, 1, 0, 0, 0, 0, 1}, {0, 2, 1}};
  def.stretchCompliance = 1e15f;
  def.areaCompliance = 0;
  def.positions = {0, 0, 0, 1.5f, 0, 0, 0.2f, 0, 1.4f};
  def.drag = 0;
  need(world.addCloth(def));
  run(world, 10);
  const auto x = [&](int i) { return world.soft.particles.positions[i].xyz(); };
  EXPECT_NEAR(0.5 * length(cross(x(1) - x(0), x(2) - x(0))), 0.5, 1e-3);
}

TEST(Cloth, ForcesOfItsEdgesCarryItsWeight) {
  // One triangle hangs by two corners: its edges' pulls on the third add up to its weight.
  WorldSettings s;
  s.gravity = {0, 0, float(kGravity)};
  World world(s);
  ClothDef def;
  def.mesh = MeshDef{{-1, 0, 0, 1, 0, 0, 0, 0, 1}, {0, 2, 1}};
  def.pins.indices = {0, 1};
  def.damping = 5;
  def.drag = 0;
  need(world.addCloth(def));
  run(world, 120);
  ConstraintReadout read;
  Vec3 pull{};
  for (const char* kind : {"distance", "tether"}) {  // which share the load where both are taut
    readConstraints(world.soft.cloths[0], world.soft.particles, kind, read);
    ASSERT_EQ(read.particles.size(), 2 * read.forces.size());
    for (size_t k = 0; k < read.forces.size(); ++k) {
      const uint32_t a = read.particles[2 * k], b = read.particles[2 * k + 1];
      EXPECT_NEAR(read.values[k], 0, 1e-5);
      if (a != 2 && b != 2) continue;
      const Vec3 other = world.soft.particles.positions[a == 2 ? b : a].xyz();
      pull += read.forces[k] * normalize(other - world.soft.particles.positions[2].xyz());
    }
  }
  const double h = 1.0 / 240;
  EXPECT_NEAR(pull.z, -0.2 / 3 * kGravity / (1 + 5 * h), 2e-3);
  EXPECT_NEAR(pull.x, 0, 2e-3);
  readConstraints(world.soft.cloths[0], world.soft.particles, "nothing", read);
  EXPECT_TRUE(read.forces.empty());
}

TEST(Cloth, WhichConstraintsHoldItIsFixed) {
  World world;
  const ClothId id = need(world.addCloth(sheet(1, 2)));
  ClothDef changed = world.describe(id);
  changed.strain = StrainDef{};
  EXPECT_EQ(world.redefine(id, changed)->path, "strain");
  changed = world.describe(id);
  changed.areaCompliance = 1;
  EXPECT_EQ(world.redefine(id, changed)->path, "areaCompliance");
  changed = world.describe(id);
  changed.bend.model = BendModel::Isometric;
  EXPECT_EQ(world.redefine(id, changed)->path, "bend.model");
}

TEST(Cloth, StrainWantsTextureCoordinatesWithAnArea) {
  World world;
  ClothDef def;
  def.mesh = MeshDef{{0, 0, 0, 1, 0, 0, 0, 0, 1}, {0, 2, 1}};
  def.strain = StrainDef{};
  EXPECT_EQ(world.addCloth(def).error->path, "uvs");
  def.uvs = {0, 0, 1, 0};
  EXPECT_EQ(world.addCloth(def).error->path, "uvs");
  def.uvs = {0, 0, 1, 1, 2, 2};
  EXPECT_EQ(world.addCloth(def).error->path, "uvs");
  def.uvs = {0, 0, 1, 0, 0, 1};
  need(world.addCloth(def));
}

TEST(Cloth, ElasticEnergyIsHalfKxSquared) {
  // One triangle, one edge stretched by 1 cm: ½ x²/α; a single triangle does not bend.
  World world;
  ClothDef def;
  def.mesh = MeshDef{{0, 0, 0, 1, 0, 0, 0, 0, 1}, {0, 2, 1}};
  def.stretchCompliance = 0.001f;
  def.positions = {0, 0, 0, 1.01f, 0, 0, 0, 0, 1};
  need(world.addCloth(def));
  const double hypotenuse = std::sqrt(1.01 * 1.01 + 1) - std::sqrt(2.0);
  EXPECT_NEAR(world.energy().elastic, 0.5 * (0.01 * 0.01 + hypotenuse * hypotenuse) / 0.001, 1e-4);
}

TEST(ClothContact, DrapedOnASphereItStaysOutside) {
  WorldSettings s;
  s.substeps = 8;
  World world(s);
  BodyDef ball = sphereAt({}, 0.5f);
  ball.type = BodyType::Static;
  need(world.addBody(ball));
  ClothDef def = sheet(1.6f, 24, {0, 0.6f, 0});
  def.thickness = 0.02f;
  need(world.addCloth(def));
  int touching = 0;
  for (int step = 0; step < 120; ++step) {
    run(world, 1);
    for (int i = 0; i < world.soft.cloths[0].count; ++i) {
      const double distance = length(world.soft.particles.positions[i].xyz()) - 0.5;
      // Constraints pull after the contact of a substep: a millimeter may be lost.
      ASSERT_GT(distance, 0.02 - 2e-3) << "step " << step << ", particle " << i;
      touching += distance < 0.021;
    }
  }
  EXPECT_GT(touching, 500);
  expectFinite(world);
}

TEST(ClothContact, LiesOnAPlaneAtItsThickness) {
  World world;
  scenes::addPlane(world);
  ClothDef def = sheet(1, 8, {0, 0.3f, 0});
  def.thickness = 0.03f;
  need(world.addCloth(def));
  run(world, 120);
  for (int i = 0; i < world.soft.cloths[0].count; ++i)
    EXPECT_NEAR(world.soft.particles.positions[i].y, 0.03, 1e-3);
}

TEST(ClothContact, FrictionHoldsItOnASlopeBelowItsTangent) {
  const auto slide = [](float friction) {
    World world;
    const float angle = 0.5236f;  // 30°: tan = 0.577
    const Vec3 normal{std::sin(angle), std::cos(angle), 0};
    BodyDef ground;
    ground.type = BodyType::Static;
    ground.shape = Plane{normal, 0};
    ground.friction = friction;
    need(world.addBody(ground));
    ClothDef def = sheet(0.5f, 4, 0.01f * normal);
    def.rotation = {0, 0, -std::sin(angle / 2), std::cos(angle / 2)};
    def.friction = friction;
    const ClothId id = need(world.addCloth(def));
    const float before = world.describe(id).positions[0];
    run(world, 60);
    return (world.describe(id).positions[0] - before) / std::cos(angle);
  };
  EXPECT_NEAR(slide(0.8f), 0, 0.01);
  // ½ g (sin θ − μ cos θ) t²
  EXPECT_NEAR(slide(0.2f), 0.5 * kGravity * (0.5 - 0.2 * 0.8660), 0.1);
  EXPECT_NEAR(slide(0), 0.5 * kGravity * 0.5, 0.05);
}

TEST(ClothContact, LandingOnAFreeBodyConservesVerticalMomentum) {
  WorldSettings s;
  s.gravity = {};
  World world(s);
  BodyDef ball = sphereAt({0, -0.5f, 0}, 0.4f);
  ball.mass = 0.5f;
  need(world.addBody(ball));
  ClothDef def = sheet(1, 12, {0, 0.1f, 0});
  def.mass = 0.5f;
  for (int i = 0; i < 169; ++i) def.velocities.insert(def.velocities.end(), {0, -2, 0});
  need(world.addCloth(def));
  const double before = world.momentum().linear.y;
  EXPECT_NEAR(before, -1, 1e-5);
  for (int i = 0; i < 120; ++i) {
    run(world, 1);
    ASSERT_NEAR(world.momentum().linear.y, before, 2e-3) << "step " << i;
  }
  EXPECT_LT(world.bodies.states[0].linear.y, -0.2f);  // the body took its share
  expectFinite(world);
}

TEST(ClothContact, AHeldClothCarriesABall) {
  // The cloth, pinned all round, brings the ball to rest on it.
  WorldSettings s;
  s.substeps = 10;
  World world(s);
  ClothDef def = sheet(1, 16);
  def.pins.names = {"left", "right", "top", "bottom"};
  def.mass = 1;
  need(world.addCloth(def));
  BodyDef ball = sphereAt({0, 0.25f, 0}, 0.2f);
  ball.mass = 0.5f;
  ball.linearDamping = 2;
  need(world.addBody(ball));
  run(world, 300);
  EXPECT_GT(world.bodies.poses[0].position.y, -0.2f);
  EXPECT_LT(length(world.bodies.states[0].linear), 0.1f);
}

TEST(ClothContact, TwoClothsKeepTheirDistance) {
  World world;
  scenes::addPlane(world);
  need(world.addCloth(sheet(0.5f, 8, {0, 0.05f, 0})));
  need(world.addCloth(sheet(0.5f, 8, {0.02f, 0.3f, 0.01f})));
  run(world, 120);
  expectFinite(world);
  double lower = 0, upper = 0;
  for (int i = 0; i < 81; ++i) {
    lower += world.soft.particles.positions[world.soft.cloths[0].first + i].y / 81;
    upper += world.soft.particles.positions[world.soft.cloths[1].first + i].y / 81;
  }
  EXPECT_NEAR(upper - lower, 0.01, 5e-4);  // their thickness
}

TEST(Cloth, RemovingOneLeavesTheOthersAsTheyWere) {
  World world;
  const ClothId a = need(world.addCloth(sheet(1, 3, {0, 1, 0})));
  const ClothId b = need(world.addCloth(sheet(1, 4, {0, 2, 0})));
  const ClothId c = need(world.addCloth(sheet(1, 5, {0, 3, 0})));
  run(world, 5);
  const ClothDef keptB = world.describe(b), keptC = world.describe(c);
  EXPECT_TRUE(world.remove(a));
  EXPECT_FALSE(world.remove(a));
  EXPECT_EQ(world.describe(b).positions, keptB.positions);
  EXPECT_EQ(world.describe(c).positions, keptC.positions);
  EXPECT_EQ(world.describe(c).velocities, keptC.velocities);
  EXPECT_EQ(world.soft.particles.size(), 25 + 1 + 36 + 1);
  run(world, 5);
  EXPECT_NEAR(world.describe(c).positions[1], 3 - 0.5 * kGravity / 36, 0.02);
}

TEST(Cloth, ComplianceCanChangeWhileItHangs) {
  World world;
  const ClothId id = scenes::hangingCloth(world, 6);
  run(world, 60);
  ClothDef def = world.describe(id);
  const std::vector<float> positions = def.positions;
  def.stretchCompliance = 0.02f;
  ASSERT_FALSE(world.redefine(id, def));
  EXPECT_EQ(world.describe(id).positions, positions);
  run(world, 120);
  expectFinite(world);
  EXPECT_EQ(world.soft.cloths[0].batches.one<ParticleDistance>().compliance, 0.02f);
}

}  // namespace cloth_test
}  // namespace holonom
