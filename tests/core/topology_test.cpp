// Cloth and ropes whose particles are split while they move.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "closed_surfaces.h"
#include "random.h"
#include "scenes.h"
#include "world/access.h"

namespace holonom {
namespace topology_test {

using scenes::need;

constexpr ParticleSolver kSolvers[] = {ParticleSolver::Colored,      ParticleSolver::GaussSeidel,
                                       ParticleSolver::Jacobi,       ParticleSolver::Direct,
                                       ParticleSolver::Hierarchical, ParticleSolver::Lines};

std::vector<int32_t> trianglesOf(const Cloth& cloth, int particle) {
  std::vector<int32_t> found;
  for (size_t k = 0; k < cloth.indices.size(); ++k)
    if (cloth.indices[k] == uint32_t(particle)) found.push_back(int32_t(k / 3));
  return found;
}

/// Those of a particle on one side of a plane through it, at rest.
std::vector<int32_t> beyond(const Cloth& cloth, int particle, Vec3 normal) {
  std::vector<int32_t> found;
  for (const int32_t t : trianglesOf(cloth, particle)) {
    Vec3 sum{};
    for (int k = 0; k < 3; ++k)
      sum += cloth.rest[cloth.indices[size_t(3 * t + k)]] - cloth.rest[size_t(particle)];
    if (dot(sum, normal) > 0) found.push_back(t);
  }
  return found;
}

/// No constraint, no level and no tree may name what is not there.
void expectSound(const World& world) {
  int total = 0;
  for (const Cloth& c : world.soft.cloths) {
    EXPECT_EQ(c.rest.size(), size_t(c.count));
    EXPECT_TRUE(c.uvs.empty() || c.uvs.size() == size_t(2 * c.count));
    for (const uint32_t i : c.indices) EXPECT_LT(i, uint32_t(c.count));
    c.batches.forEach([&]<class C>(const char* name, const ConstraintBatch<C>& batch) {
      for (const auto& block : batch.blocks)
        for (int j = 0; j < C::particleCount; ++j)
          for (int k = 0; k < 4; ++k) EXPECT_LE(block.index[j][k], c.count) << name;
    });
    total += c.count + 1;
  }
  EXPECT_EQ(world.soft.particles.size(), total);
}

TEST(Topology, TheCopyTakesItsTrianglesAndItsShareOfTheMass) {
  World world;
  ClothDef def;
  def.grid = GridDef{{2, 2}, {8, 8}};
  def.mass = 0.8f;
  const ClothId first = need(world.addCloth(def)), last = need(world.addCloth(def));
  for (int i = 0; i < 5; ++i) ASSERT_FALSE(world.step(1 / 60.0));
  const Momentum before = world.momentum();
  const Cloth& cloth = world.soft.cloths[world.indexOf(first)];
  const int particle = 40;
  const auto triangles = beyond(cloth, particle, {1, 0, 0});
  const Vec3 place = world.soft.positionOf({PointRef::Kind::Cloth, 0, particle});
  const Vec3 other = world.soft.positionOf({PointRef::Kind::Cloth, world.indexOf(last), 7});
  const int copy = need(world.split(first, particle, triangles));
  EXPECT_EQ(copy, 81);
  EXPECT_EQ(world.soft.positionOf({PointRef::Kind::Cloth, 0, copy}), place);
  EXPECT_EQ(world.soft.positionOf({PointRef::Kind::Cloth, world.indexOf(last), 7}), other);
  for (const int32_t t : triangles) {
    const uint32_t* corners = &cloth.indices[size_t(3 * t)];
    EXPECT_NE(std::find(corners, corners + 3, uint32_t(copy)), corners + 3);
    EXPECT_EQ(std::find(corners, corners + 3, uint32_t(particle)), corners + 3);
  }
  const Momentum after = world.momentum();
  EXPECT_LT(length(after.linear - before.linear), 1e-5 * length(before.linear));
  expectSound(world);
  for (int i = 0; i < 30; ++i) ASSERT_FALSE(world.step(1 / 60.0));
}

/// A hanging cloth that is cut right across falls in two: every particle of its middle row is
/// split.
TEST(Topology, ACutAcrossLetsTheLowerPartFall) {
  for (const ParticleSolver solver : kSolvers)
    for (const bool strained : {false, true}) {
      SCOPED_TRACE(testing::Message() << int(solver) << " strain " << strained);
      World world;
      world.settings.particleSolver = solver;
      ClothDef def;
      def.grid = GridDef{{1, 1}, {8, 8}};
      def.pins.names = {"top"};
      if (strained) def.strain = StrainDef{};
      const ClothId id = need(world.addCloth(def));
      for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1 / 60.0));
      const Cloth& cloth = world.soft.cloths[0];
      for (int k = 0; k <= 8; ++k) {
        const int particle = 4 * 9 + k;
        need(world.split(id, particle, beyond(cloth, particle, {0, 0, 1})));
      }
      EXPECT_EQ(cloth.count, 90);
      expectSound(world);
      const float before = world.soft.positionOf({PointRef::Kind::Cloth, 0, 76}).y;
      for (int i = 0; i < 30; ++i) ASSERT_FALSE(world.step(1 / 60.0));
      const float fallen = before - world.soft.positionOf({PointRef::Kind::Cloth, 0, 76}).y;
      EXPECT_GT(fallen, 0.7f);  // ½ g t² less what air takes
      EXPECT_LT(fallen, 1.3f);
      EXPECT_EQ(world.soft.positionOf({PointRef::Kind::Cloth, 0, 4}), world.soft.cloths[0].rest[4]);
    }
}

/// In any order and to the last: the particles that stay keep their state to the bit.
TEST(Topology, RandomSplitsLeaveTheRestAlone) {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    World world;
    world.settings.particleSolver = kSolvers[seed % 6];
    if (seed % 4 == 0) world.settings.particleIntegrator = ParticleIntegrator::Bdf2;
    scenes::addGround(world);
    need(world.addRope(scenes::ropeOf(1, 10)));
    ClothDef def;
    def.position = {0, 1, 0};
    def.rotation = random.rotation();
    def.grid = GridDef{{1, 1}, {2 + random.below(6), 2 + random.below(6)}};
    def.selfCollision = seed % 3 == 0;
    if (seed % 2) def.strain = StrainDef{};
    if (seed % 5 == 0) def.seams = {{{{0}, {}}, {{2}, {}}, 0.01f}};
    def.pins.indices = {0};
    const ClothId id = need(world.addCloth(def));
    need(world.addGrains(scenes::grainsOf({3, 3}, 2)));
    for (int round = 0; round < 40; ++round) {
      const Cloth& cloth = world.soft.cloths[world.indexOf(id)];
      const int particle = random.below(cloth.count), count = cloth.count;
      auto triangles = trianglesOf(cloth, particle);
      std::vector<int32_t> some;
      for (const int32_t t : triangles)
        if (random.below(2)) some.push_back(t);
      const auto before = world.soft.particles.positions;
      const bool fits = !some.empty() && some.size() < triangles.size();
      const uint64_t hash = world.hash();
      const Result<int> copy = world.split(id, particle, some);
      ASSERT_EQ(bool(copy), fits);
      if (!fits) {
        EXPECT_EQ(world.hash(), hash);
        continue;
      }
      EXPECT_EQ(copy.value, count);
      const auto& now = world.soft.particles.positions;
      const size_t at = size_t(cloth.first + count);
      for (size_t i = 0; i < before.size(); ++i)
        EXPECT_EQ(now[i + (i >= at)].xyz(), before[i].xyz());
      expectSound(world);
      ASSERT_FALSE(world.step(1 / 60.0));
      const auto bytes = world.snapshot();
      World again;
      ASSERT_FALSE(again.restore(bytes));
      ASSERT_FALSE(world.step(1 / 60.0));
      ASSERT_FALSE(again.step(1 / 60.0));
      EXPECT_EQ(again.hash(), world.hash());
    }
    // And through a scene file.
    const Value saved = saveScene(world);
    World loaded;
    ASSERT_FALSE(loadScene(loaded, saved));
    EXPECT_EQ(loaded.hash(), world.hash());
    expectSound(loaded);
  }
}

/// A closed cloth that is cut open encloses nothing any more.
TEST(Topology, ABalloonThatIsCutCollapses) {
  World world;
  ClothDef def;
  def.mesh = ballSurface(0.5, 3);
  def.volume = VolumeDef{1.3f, 0};
  def.position = {0, 5, 0};
  const ClothId id = need(world.addCloth(def));
  for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1 / 60.0));
  const Cloth& cloth = world.soft.cloths[0];
  EXPECT_EQ(cloth.batches.wide<SurfaceVolume>().count(), 1);
  need(world.split(id, 7, std::vector<int32_t>{trianglesOf(cloth, 7)[0]}));
  EXPECT_EQ(cloth.batches.wide<SurfaceVolume>().count(), 0);
  EXPECT_FALSE(world.describe(id).volume);
  for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1 / 60.0));
  expectSound(world);
}

TEST(Topology, ARopeIsSplitInTwo) {
  for (const ParticleSolver solver : kSolvers) {
    SCOPED_TRACE(int(solver));
    World world;
    world.settings.particleSolver = solver;
    RopeDef def = scenes::ropeOf(2, 10);
    def.mass = 0.5f;
    def.position = {0, 3, 0};
    def.pins.names = {"left"};
    const RopeId id = need(world.addRope(def));
    BodyDef weight = scenes::sphereAt({1, 3, 0}, 0.05f);
    const BodyId ball = need(world.addBody(weight));
    AttachmentDef tie;
    tie.rope = id, tie.point = 10, tie.body = ball;
    const AttachmentId held = need(world.addAttachment(tie));
    for (int i = 0; i < 20; ++i) ASSERT_FALSE(world.step(1 / 60.0));
    const Momentum before = world.momentum();
    const auto points = world.soft.particles.positions;
    const RopeId rest = need(world.split(id, 4));
    EXPECT_EQ(world.soft.cloths[world.indexOf(id)].count, 5);
    EXPECT_EQ(world.soft.cloths[world.indexOf(rest)].count, 7);
    EXPECT_NEAR(world.describe(id).length, 0.8, 1e-6);
    EXPECT_NEAR(*world.describe(rest).mass, 0.3, 1e-6);
    EXPECT_EQ(world.describe(held).rope, rest);
    EXPECT_EQ(world.describe(held).point, 6);
    EXPECT_LT(length(world.momentum().linear - before.linear), 1e-5);
    for (int i = 0; i <= 10; ++i) {
      const PointRef p = i <= 4 ? world.soft.refOf(clothOf(id), {}, i)
                                : world.soft.refOf(clothOf(rest), {}, i - 4);
      EXPECT_EQ(world.soft.positionOf(p), points[size_t(i)].xyz());
    }
    expectSound(world);
    const float height = world.bodies.poses[0].position.y;
    for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1 / 60.0));
    EXPECT_LT(world.bodies.poses[0].position.y, height - 3);
    EXPECT_LT(length(world.soft.positionOf(world.describe(held)) -
                     Ties::anchorOf(world.soft, world.bodies, world.describe(held))),
              0.01f);
  }
}

/// Whoever lies in the store beside what is split keeps what it remembers, as the slips of grains.
TEST(Topology, AHeapOfGrainsBesideDoesNotSlump) {
  const auto heightsOf = [](bool splits) {
    World world;
    scenes::addPlane(world);
    ClothDef def;
    def.grid = GridDef{{1, 1}, {4, 4}};
    def.position = {30, 5, 0};
    def.pins.names = {"left", "right"};
    const ClothId cloth = need(world.addCloth(def));
    const RopeId rope = need(world.addRope(scenes::ropeOf(1, 20)));
    GrainsDef heap = scenes::grainsOf({6, 6}, 6);
    heap.position = {0, 0.1f, 0}, heap.friction = 0.8f;
    const GrainsId grains = need(world.addGrains(heap));
    for (int i = 0; i < 300; ++i) world.step(1 / 60.0);
    for (int i = 0; i < 12; ++i) {
      const Cloth& c = world.soft.cloths[world.indexOf(cloth)];
      if (splits) need(world.split(cloth, 6 + i, std::vector{trianglesOf(c, 6 + i)[0]}));
      if (splits && i == 6) need(world.split(rope, 9));
      world.step(1 / 60.0);
    }
    std::vector<Vec3> places;
    const Cloth& c = world.soft.cloths[world.indexOf(grains)];
    for (int i = 0; i < c.count; ++i)
      places.push_back(world.soft.particles.positions[size_t(c.first + i)].xyz());
    return places;
  };
  EXPECT_EQ(heightsOf(true), heightsOf(false));
}

/// No way leads straight across a cut, for the levels of `hierarchical` least of all.
TEST(Topology, ACutSheetHasNoMoreEnergyThanAtFirst) {
  for (const ParticleSolver solver : kSolvers)
    for (const ParticleIntegrator integrator :
         {ParticleIntegrator::Euler, ParticleIntegrator::Bdf2}) {
      SCOPED_TRACE(testing::Message() << int(solver) << " " << int(integrator));
      World world;
      world.settings.particleSolver = solver, world.settings.particleIntegrator = integrator;
      ClothDef def;
      def.grid = GridDef{{1, 1}, {6, 6}};
      def.position = {0, 1, 0};
      def.pins.names = {"top"};
      const ClothId id = need(world.addCloth(def));
      const Cloth& cloth = world.soft.cloths[0];
      for (const int particle : {24, 25, 26, 31, 38})
        need(world.split(id, particle, beyond(cloth, particle, {0.3f, 0, 1})));
      const double start = scenes::energyOf(world);
      for (int i = 0; i < 240; ++i) {
        ASSERT_FALSE(world.step(1 / 60.0));
        ASSERT_LT(scenes::energyOf(world), start + 0.02 * abs(start)) << i;
      }
    }
}

TEST(Topology, ARopeGoesOnAsItMoved) {
  for (const ParticleIntegrator integrator :
       {ParticleIntegrator::Euler, ParticleIntegrator::Bdf2}) {
    std::vector<Vec3> ends[2];
    for (const bool splits : {false, true}) {
      World world;
      world.settings.particleIntegrator = integrator;
      RopeDef def = scenes::ropeOf(1, 12);
      def.position = {0, 3, 0};
      const RopeId id = need(world.addRope(def));
      for (int i = 0; i < 20; ++i) world.step(1 / 60.0);
      RopeId last = id;
      if (splits) last = need(world.split(id, 5));
      world.step(1 / 60.0);
      const Cloth& c = world.soft.cloths[world.indexOf(last)];
      ends[splits].push_back(world.soft.positionOf(PointRef{PointRef::Kind::Cloth, 0, 0}));
      ends[splits].push_back(world.soft.particles.positions[size_t(c.first + c.count - 1)].xyz());
    }
    // Along the rope the ends that meet at the cut part by their thickness.
    for (size_t k = 0; k < 2; ++k) EXPECT_NEAR(ends[0][k].y, ends[1][k].y, 2e-6f);
  }
}

TEST(Topology, WhatCannotBeSplitIsRefusedByName) {
  World world;
  ClothDef def;
  def.grid = GridDef{{1, 1}, {2, 2}};
  const ClothId cloth = need(world.addCloth(def));
  const RopeId rope = need(world.addRope(scenes::ropeOf(1, 3)));
  const auto pathOf = [](const auto& result) { return result ? "" : result.error->path; };
  const std::vector<int32_t> own = trianglesOf(world.soft.cloths[0], 4);
  const uint64_t hash = world.hash();
  EXPECT_EQ(pathOf(world.split(cloth, -1, own)), "particle");
  EXPECT_EQ(pathOf(world.split(cloth, 9, own)), "particle");
  EXPECT_EQ(pathOf(world.split(cloth, 4, {})), "triangles");
  EXPECT_EQ(pathOf(world.split(cloth, 4, own)), "triangles");
  const auto with = [&](int32_t t) { return std::vector<int32_t>{own[0], t}; };
  EXPECT_EQ(pathOf(world.split(cloth, 4, with(8))), "triangles[1]");
  EXPECT_EQ(pathOf(world.split(cloth, 4, with(-1))), "triangles[1]");
  EXPECT_EQ(pathOf(world.split(cloth, 4, with(own[0]))), "triangles[1]");
  EXPECT_EQ(pathOf(world.split(cloth, 0, with(own.back()))), "triangles[1]");
  EXPECT_EQ(pathOf(world.split(rope, 0)), "particle");
  EXPECT_EQ(pathOf(world.split(rope, 3)), "particle");
  EXPECT_EQ(pathOf(world.split(RopeId{77}, 1)), "rope");
  EXPECT_EQ(pathOf(world.split(RopeId{cloth.bits}, 1)), "rope");
  EXPECT_EQ(world.hash(), hash);
}

}  // namespace topology_test
}  // namespace holonom
