// What changes a net, what does not, and what its springs and contacts are made from.
#include <gtest/gtest.h>

#include <set>

#include "scenes.h"
#include "world/access.h"

namespace holonom {
namespace spring_changes_test {

using scenes::need;

const SpringNetwork& network(const World& world) { return world.soft.springs[0].network; }

TEST(SpringChanges, ForcesAndNamesDoNotReviveAStoppedNet) {
  World world;
  SpringNetworkDef def;
  def.lists = SpringListsDef{{0, 0, 0, 0, 1, 0}, {0, 1}};
  def.positions = {0, 0, 0, 0, 1.5, 0};
  def.stiffness = 1e9;
  def.integrator = IntegratorType::SymplecticEuler;
  const uint32_t id = need(world.addSpringNetwork(def)).bits;
  ASSERT_FALSE(world.step(1.0f / 60));
  ASSERT_TRUE(world.soft.springs[0].stopped);
  const auto set = [&](const char* field, Value value) {
    return setField(world, Kind::SpringNetwork, id, field, value);
  };
  EXPECT_FALSE(set("forces", Value::ofNumbers({1, 2, 3, 4, 5, 6})));
  EXPECT_FALSE(set("name", Value("net")));
  EXPECT_TRUE(world.soft.springs[0].stopped);
  EXPECT_EQ(world.soft.springs[0].def.forces[5], 6);
  EXPECT_EQ(world.soft.springs[0].def.name, "net");
  EXPECT_FALSE(set("stiffness", Value(100.0)));
  EXPECT_FALSE(world.soft.springs[0].stopped);
}

TEST(SpringChanges, RefusedForcesLeaveThoseThatWere) {
  World world;
  SpringNetworkDef def;
  def.lists = SpringListsDef{{0, 0, 0, 0, 1, 0}, {0, 1}};
  def.forces = {1, 2, 3, 4, 5, 6};
  const SpringNetworkId id = need(world.addSpringNetwork(def));
  const Status bad = world.setForces(id, {1, 2, 3});
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->path, "forces");
  EXPECT_EQ(bad->allowed(), "an empty list or 6 numbers");
  EXPECT_EQ(world.setForces(id, {1, 2, 3, 4, 5, 1e300 * 1e10})->path, "forces[5]");
  EXPECT_EQ(world.soft.springs[0].def.forces[5], 6);
  EXPECT_FALSE(world.setForces(id, {}));
  EXPECT_TRUE(world.soft.springs[0].def.forces.empty());
}

TEST(SpringChanges, NetsFromListsKeepApartByTheirRadius) {
  WorldSettings settings;
  settings.gravity = {};
  settings.substeps = 1;
  for (const float gap : {0.3f, 0.1f}) {
    World world(settings);
    for (const float x : {0.0f, gap}) {
      SpringNetworkDef def;
      def.lists = SpringListsDef{{x, 1.6f, 0, x, 0, 0}, {0, 1}};
      def.radius = 0.1f;
      need(world.addSpringNetwork(def));
    }
    ASSERT_FALSE(world.step(1.0f / 60));
    EXPECT_NEAR(
        world.soft.springs[1].network.positions[0].x - world.soft.springs[0].network.positions[0].x,
        std::max(gap, 0.2f), 1e-6);
  }
}

TEST(SpringChanges, BendingSpringsOfClosedMeshesJoinNoPairTwice) {
  World world;
  SpringNetworkDef def;
  // A double pyramid over a triangle: the tips are opposite across each of its three sides, and
  // corners across the slopes are joined already.
  def.mesh = MeshDef{{1, 0, 0, 0, 0, 1, -1, 0, 0, 0, 1, 0, 0, -1, 0},
                     {0, 3, 1, 1, 3, 2, 2, 3, 0, 1, 4, 0, 2, 4, 1, 0, 4, 2}};
  def.bendSprings = true;
  need(world.addSpringNetwork(def));
  std::set<std::pair<int, int>> pairs;
  for (const Spring& s : network(world).springs)
    EXPECT_TRUE(pairs.insert({std::min(s.a, s.b), std::max(s.a, s.b)}).second) << s.a << ' ' << s.b;
  EXPECT_EQ(pairs.size(), 10u);  // nine edges, and one from tip to tip
}

TEST(SpringChanges, AMassTooSmallIsReportedAsItWasGiven) {
  World world;
  SpringNetworkDef def;
  def.lists = SpringListsDef{{0, 0, 0, 0, 1, 0}, {0, 1}};
  def.mass = 1e-30;
  const auto net = world.addSpringNetwork(def);
  ASSERT_FALSE(net);
  EXPECT_EQ(net.error->path, "mass");
  EXPECT_EQ(net.error->value.number, 1e-30);
}

}  // namespace spring_changes_test
}  // namespace holonom
