// Ropes: they hang as chains do, end where they end, and lie on each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "case_file.h"
#include "scenes.h"

namespace holonom {
namespace rope_test {

using scenes::need;

void run(World& world, int steps) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(1.0f / 60));
}

TEST(Rope, HasItsMassItsLengthAndItsEnds) {
  World world;
  ClothDef def;
  def.rope = RopeDef{3, 6, 0.2f};
  def.pins.names = {"left", "right"};
  need(world.addCloth(def));
  const Cloth& rope = world.cloths[0];
  EXPECT_EQ(rope.count, 7);
  EXPECT_EQ(rope.distance.count, 6);
  EXPECT_NEAR(rope.mass, 0.6, 1e-6);
  EXPECT_FLOAT_EQ(world.particles.positions[0].x, -1.5f);
  EXPECT_FLOAT_EQ(world.particles.positions[6].x, 1.5f);
  for (int i = 0; i < 7; ++i) EXPECT_EQ(world.particles.positions[i].w == 0, i == 0 || i == 6);
  EXPECT_NEAR(1 / world.particles.positions[3].w, 0.1, 1e-6);
}

TEST(Rope, HangsAsTheCatenaryOfItsLinks) {
  forEachCase("catenary", [](const Case& c) {
    WorldSettings s;
    s.gravity = {0, -c.input["g"].real(), 0};
    s.substeps = 20;
    World world(s);
    const int links = c.input["n_links"].integer();
    const float span = c.input["span"].real(), rise = c.input["dy"].real();
    ClothDef def;
    def.rope = RopeDef{c.input["length"].real(), links, 1};
    def.mass = c.input["total_mass"].real();
    def.pins.names = {"corners"};
    def.damping = 2;
    for (int i = 0; i <= links; ++i) {
      const float t = float(i) / float(links);
      def.positions.insert(def.positions.end(),
                           {span * t, rise * t - 2 * t * (1 - t), 0.02f * t * (1 - t)});
    }
    need(world.addCloth(def));
    run(world, 600);
    const std::vector<double> nodes = c.expect["discrete_nodes"].numbers();
    ASSERT_EQ(nodes.size(), size_t(2 * links + 2));
    double worst = 0;
    for (int i = 0; i <= links; ++i) {
      const Quad& x = world.particles.positions[i];
      worst = std::max(worst, std::hypot(x.x - nodes[2 * i], x.y - nodes[2 * i + 1]));
    }
    EXPECT_LT(worst, c.tol["abs_nodes"].number());
  });
}

TEST(Rope, LaidAcrossAnotherHangsOnIt) {
  for (const bool fast : {false, true}) {
    World world;
    ClothDef def;
    def.rope = RopeDef{1, 20, 0.1f};
    def.thickness = 0.02f;
    def.position = {0, 1, 0};
    def.pins.names = {"left", "right"};
    need(world.addCloth(def));
    def.pins = {};
    def.position = {0.01f, 1.1f, 0.012f};
    def.rotation = {0, 0.70710678f, 0, 0.70710678f};
    if (fast)
      for (int i = 0; i < 21; ++i) def.velocities.insert(def.velocities.end(), {0, -10, 0});
    need(world.addCloth(def));
    run(world, 30);
    const Cloth& upper = world.cloths[1];
    float highest = -1e9f;
    for (int i = upper.first; i < upper.first + upper.count; ++i)
      highest = std::max(highest, world.particles.positions[i].y);
    EXPECT_GT(highest, 0.8f) << fast;
  }
}

TEST(Rope, LiesOnBodiesAtItsThickness) {
  World world;
  scenes::addPlane(world);
  ClothDef def;
  def.rope = RopeDef{1, 30, 0.1f};
  def.thickness = 0.03f;
  def.position = {0, 0.5f, 0};
  def.selfCollision = true;
  need(world.addCloth(def));
  run(world, 120);
  for (int i = 0; i <= 30; ++i) EXPECT_NEAR(world.particles.positions[i].y, 0.03f, 0.002f);
}

TEST(Rope, PinsNameItsEndsOrItsParticles) {
  World world;
  ClothDef def;
  def.rope = RopeDef{1, 4, 0.1f};
  def.pins.indices = {5};
  EXPECT_EQ(world.addCloth(def).error->path, "pins[0]");
}

}  // namespace rope_test
}  // namespace holonom
