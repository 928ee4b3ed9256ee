// Pins of cloth and nets that come and go while a world runs.
#include <gtest/gtest.h>

#include "scenes.h"
#include "world/access.h"

namespace holonom {
namespace pins_test {

using scenes::need;

const GridDef kGrid{{1, 1}, {4, 4}};
constexpr uint32_t kCorner = 0, kMiddle = 12;

ClothDef sheet() {
  ClothDef def;
  def.grid = kGrid;
  return def;
}

SpringNetworkDef net() {
  SpringNetworkDef def;
  def.grid = kGrid;
  return def;
}

Pins pinsAt(std::vector<uint32_t> indices) { return {std::move(indices), {}}; }

uint64_t hashAfter(World& world, int steps) {
  for (int i = 0; i < steps; ++i) EXPECT_FALSE(world.step(1.0f / 60));
  return world.hash();
}

class PinsOfCloth : public testing::TestWithParam<ParticleSolver> {};

TEST_P(PinsOfCloth, AreAsIfItHadBeenMadeWithThem) {
  WorldSettings settings;
  settings.particleSolver = GetParam();
  for (const bool woven : {false, true})
    for (const BendModel bend : {BendModel::Dihedral, BendModel::Isometric})
      for (const ParticleIntegrator integrator :
           {ParticleIntegrator::Euler, ParticleIntegrator::Bdf2}) {
        settings.particleIntegrator = integrator;
        ClothDef def = sheet();
        if (woven) def.strain = StrainDef{};
        def.bend.model = bend;
        def.pins.names = {"top"};
        World made(settings), changed(settings);
        need(made.addCloth(def));
        ClothDef other = def;
        other.pins = pinsAt({kMiddle, 24});
        const ClothId id = need(changed.addCloth(other));
        ASSERT_FALSE(changed.redefine(id, def));
        EXPECT_EQ(hashAfter(changed, 20), hashAfter(made, 20));
      }
}

INSTANTIATE_TEST_SUITE_P(Solvers, PinsOfCloth,
                         testing::Values(ParticleSolver::Colored, ParticleSolver::GaussSeidel,
                                         ParticleSolver::Jacobi, ParticleSolver::Direct,
                                         ParticleSolver::Hierarchical, ParticleSolver::Lines));

TEST(Pins, AParticleThatIsHeldStaysWhereItIsAndFallsWhenItIsLetGo) {
  World world;
  ClothDef def = sheet();
  const ClothId id = need(world.addCloth(def));
  hashAfter(world, 10);
  const auto corner = [&] {
    return world.soft.particles.positions[world.soft.cloths[0].first].xyz();
  };
  const Vec3 there = corner();
  EXPECT_LT(there.y, -0.1f);
  def.pins = pinsAt({kCorner});
  ASSERT_FALSE(world.redefine(id, def));
  EXPECT_EQ(length(world.soft.particles.velocities[world.soft.cloths[0].first].xyz()), 0);
  hashAfter(world, 30);
  EXPECT_EQ(length(corner() - there), 0);
  EXPECT_GT(world.soft.cloths[0].batches.one<ParticleTether>().count, 0);
  def.pins = {};
  ASSERT_FALSE(world.redefine(id, def));
  EXPECT_EQ(world.soft.cloths[0].batches.one<ParticleTether>().count, 0);
  hashAfter(world, 10);
  EXPECT_LT(corner().y, there.y - 0.1f);
}

TEST(Pins, OneClothsPinsLeaveTheOthersAlone) {
  World world, alone;
  ClothDef first = sheet(), second = sheet();
  second.position = {5, 0, 0};
  const ClothId id = need(world.addCloth(first));
  need(world.addCloth(second));
  need(alone.addCloth(first));
  need(alone.addCloth(second));
  first.pins.names = {"left"};
  ASSERT_FALSE(world.redefine(id, first));
  hashAfter(world, 10), hashAfter(alone, 10);
  for (int i = 0; i < 25; ++i) {
    const int at = world.soft.cloths[1].first + i;
    EXPECT_EQ(
        length(world.soft.particles.positions[at].xyz() - alone.soft.particles.positions[at].xyz()),
        0);
  }
}

TEST(Pins, OfNetsAreAsIfTheyHadBeenMadeWithThem) {
  for (size_t i = 0; i < std::size(EnumNames<IntegratorType>::names); ++i)
    for (const LinearSolverType solver : {LinearSolverType::Pcg, LinearSolverType::Ldlt}) {
      SpringNetworkDef def = net();
      def.integrator = static_cast<IntegratorType>(i);
      def.linearSolver = solver;
      def.pins.names = {"top"};
      World made, changed;
      need(made.addSpringNetwork(def));
      SpringNetworkDef other = def;
      other.pins = pinsAt({kMiddle});
      const SpringNetworkId id = need(changed.addSpringNetwork(other));
      ASSERT_FALSE(changed.redefine(id, def));
      EXPECT_EQ(hashAfter(changed, 10), hashAfter(made, 10)) << EnumNames<IntegratorType>::names[i];
    }
}

TEST(Pins, ANodeThatIsHeldStaysWhereItIsAndFallsWhenItIsLetGo) {
  World world;
  SpringNetworkDef def = net();
  const SpringNetworkId id = need(world.addSpringNetwork(def));
  hashAfter(world, 10);
  const auto corner = [&] { return world.soft.springs[0].network.positions[kCorner]; };
  const Vec3d there = corner();
  def.pins = pinsAt({kCorner});
  ASSERT_FALSE(world.redefine(id, def));
  EXPECT_EQ(length(world.soft.springs[0].network.velocities[kCorner]), 0);
  hashAfter(world, 30);
  EXPECT_EQ(length(corner() - there), 0);
  def.pins = {};
  ASSERT_FALSE(world.redefine(id, def));
  hashAfter(world, 10);
  EXPECT_LT(corner().y, there.y - 0.1);
}

TEST(Pins, ThatCanNotBeChangeNothing) {
  World world;
  const uint32_t cloth = need(world.addCloth(sheet())).bits;
  const uint32_t springs = need(world.addSpringNetwork(net())).bits;
  const uint64_t before = hashAfter(world, 1);
  for (const auto& [kind, id] : {std::pair{Kind::Cloth, cloth}, {Kind::SpringNetwork, springs}}) {
    const Status bad = setField(world, kind, id, "pins", Value::ofNumbers({25}));
    ASSERT_TRUE(bad);
    EXPECT_EQ(bad->path, "pins[0]");
    EXPECT_EQ(bad->allowed(), "an index from 0 to 24");
  }
  EXPECT_EQ(world.hash(), before);
}

// A velocity would act on its neighbors through dampers and implicit steps, though it stands.
TEST(Pins, HaveNoVelocityWhateverIsSaid) {
  World world;
  SpringNetworkDef def = net();
  def.pins = pinsAt({kCorner});
  def.velocities.assign(75, 3);
  const SpringNetworkId id = need(world.addSpringNetwork(def));
  EXPECT_EQ(world.describe(id).velocities[3 * kCorner], 0);
  EXPECT_EQ(world.describe(id).velocities[3 * kMiddle], 3);
  ASSERT_FALSE(world.redefine(id, def));
  EXPECT_EQ(world.describe(id).velocities[3 * kCorner], 0);
  EXPECT_EQ(world.describe(id).velocities[3 * kMiddle], 3);
}

TEST(Pins, StayWhereTwoTiesHoldANode) {
  World world;
  SpringNetworkDef def = net();
  def.pins = pinsAt({kCorner});
  const SpringNetworkId id = need(world.addSpringNetwork(def));
  for (const float x : {0.0f, 3.0f}) {
    AttachmentDef tie;
    tie.springNetwork = id;
    tie.point = kCorner;
    tie.body = need(world.addBody(scenes::boxAt({x, 3, 0})));
    need(world.addAttachment(tie));
  }
  SpringNetworkDef freed = def;
  freed.pins = {};
  const Status bad = world.redefine(id, freed);
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->path, "pins");
  EXPECT_EQ(world.soft.springs[0].network.inverseMasses[kCorner], 0);
  ASSERT_TRUE(world.remove(world.ties.attachments.idAt(1)));
  EXPECT_FALSE(world.redefine(id, freed));
  EXPECT_GT(world.soft.springs[0].network.inverseMasses[kCorner], 0);
  hashAfter(world, 10);
}

TEST(Pins, OfNamesThatAreNoneAreRefused) {
  World world;
  ClothDef cloth = sheet();
  cloth.pins.names = {"topLeft"};
  const auto refused = world.addCloth(cloth);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error->path, "pins");
  EXPECT_EQ(world.soft.cloths.size(), 0u);
  SpringNetworkDef springs = net();
  springs.pins.names = {"top-left", "middle"};
  EXPECT_FALSE(world.addSpringNetwork(springs));
}

}  // namespace pins_test
}  // namespace holonom
