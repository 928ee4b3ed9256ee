// Ropes: they hang as chains do, end where they end, and lie on each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "case_file.h"
#include "scenes.h"
#include "world/access.h"

namespace holonom {
namespace rope_test {

using scenes::need;

void run(World& world, int steps) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(1.0f / 60));
}

TEST(Rope, HasItsMassItsLengthAndItsEnds) {
  World world;
  RopeDef def = scenes::ropeOf(3, 6, 0.2f);
  def.pins.names = {"left", "right"};
  need(world.addRope(def));
  const Cloth& rope = world.soft.cloths[0];
  EXPECT_EQ(rope.count, 7);
  EXPECT_EQ(rope.batches.one<ParticleDistance>().count, 6);
  EXPECT_NEAR(rope.mass, 0.6, 1e-6);
  EXPECT_FLOAT_EQ(world.soft.particles.positions[0].x, -1.5f);
  EXPECT_FLOAT_EQ(world.soft.particles.positions[6].x, 1.5f);
  for (int i = 0; i < 7; ++i) EXPECT_EQ(world.soft.particles.positions[i].w == 0, i == 0 || i == 6);
  EXPECT_NEAR(1 / world.soft.particles.positions[3].w, 0.1, 1e-6);
}

TEST(Rope, HangsAsTheCatenaryOfItsLinks) {
  forEachCase("catenary", [](const Case& c) {
    WorldSettings s;
    s.gravity = {0, -c.input["g"].real(), 0};
    s.substeps = 20;
    World world(s);
    const int links = c.input["n_links"].integer();
    const float span = c.input["span"].real(), rise = c.input["dy"].real();
    RopeDef def = scenes::ropeOf(c.input["length"].real(), links, 1);
    def.mass = c.input["total_mass"].real();
    def.pins.names = {"corners"};
    def.damping = 2;
    for (int i = 0; i <= links; ++i) {
      const float t = float(i) / float(links);
      def.positions.insert(def.positions.end(),
                           {span * t, rise * t - 2 * t * (1 - t), 0.02f * t * (1 - t)});
    }
    need(world.addRope(def));
    run(world, 600);
    const std::vector<double> nodes = c.expect["discrete_nodes"].numbers();
    ASSERT_EQ(nodes.size(), size_t(2 * links + 2));
    double worst = 0;
    for (int i = 0; i <= links; ++i) {
      const Quad& x = world.soft.particles.positions[i];
      worst = std::max(worst, std::hypot(x.x - nodes[2 * i], x.y - nodes[2 * i + 1]));
    }
    EXPECT_LT(worst, c.tol["abs_nodes"].number());
  });
}

TEST(Rope, LaidAcrossAnotherHangsOnIt) {
  for (const bool fast : {false, true}) {
    World world;
    RopeDef def = scenes::ropeOf(1, 20);
    def.thickness = 0.02f;
    def.position = {0, 1, 0};
    def.pins.names = {"left", "right"};
    need(world.addRope(def));
    def.pins = {};
    def.position = {0.01f, 1.1f, 0.012f};
    def.rotation = {0, 0.70710678f, 0, 0.70710678f};
    if (fast)
      for (int i = 0; i < 21; ++i) def.velocities.insert(def.velocities.end(), {0, -10, 0});
    need(world.addRope(def));
    run(world, 30);
    const Cloth& upper = world.soft.cloths[1];
    float highest = -1e9f;
    for (int i = upper.first; i < upper.first + upper.count; ++i)
      highest = std::max(highest, world.soft.particles.positions[i].y);
    EXPECT_GT(highest, 0.8f) << fast;
  }
}

TEST(Rope, LiesOnBodiesAtItsThickness) {
  World world;
  scenes::addPlane(world);
  RopeDef def = scenes::ropeOf(1, 30);
  def.thickness = 0.03f;
  def.position = {0, 0.5f, 0};
  def.selfCollision = true;
  need(world.addRope(def));
  run(world, 120);
  for (int i = 0; i <= 30; ++i) EXPECT_NEAR(world.soft.particles.positions[i].y, 0.03f, 0.002f);
}

TEST(Rope, PinsNameItsEndsOrItsParticles) {
  World world;
  RopeDef def = scenes::ropeOf(1, 4);
  def.pins.indices = {5};
  EXPECT_EQ(world.addRope(def).error->path, "pins[0]");
}

TEST(Rope, IsNoClothAndNoGrains) {
  World world;
  const RopeId rope = need(world.addRope({}));
  const GrainsId grains = need(world.addGrains({}));
  const uint32_t bits[] = {rope.bits, grains.bits};
  const Kind kinds[] = {Kind::Rope, Kind::Grains};
  for (int i = 0; i < 2; ++i) {
    for (const Kind kind : {Kind::Cloth, Kind::Rope, Kind::Grains}) {
      const bool own = kind == kinds[i];
      EXPECT_EQ(objectIndex(world, kind, bits[i]) >= 0, own);
      EXPECT_EQ(getField(world, kind, bits[i], "friction").error.has_value(), !own);
      EXPECT_EQ(setField(world, kind, bits[i], "friction", 0.25).has_value(), !own);
    }
    EXPECT_EQ(objectCount(world, kinds[i]), 1);
    EXPECT_EQ(handleAt(world, kinds[i], 0), bits[i]);
    EXPECT_EQ(handleAt(world, kinds[i], 1), 0u);
  }
  EXPECT_EQ(objectCount(world, Kind::Cloth), 0);
  EXPECT_FALSE(removeObject(world, Kind::Cloth, rope.bits));
  EXPECT_TRUE(removeObject(world, Kind::Rope, rope.bits));
  EXPECT_EQ(objectCount(world, Kind::Grains), 1);
}

TEST(Rope, IsTiedUnderItsOwnName) {
  World world;
  const RopeId rope = need(world.addRope({}));
  const GrainsId grains = need(world.addGrains({}));
  AttachmentDef def;
  def.cloth = ClothId{rope.bits};
  EXPECT_EQ(world.addAttachment(def).error->path, "cloth");
  def = {};
  def.rope = RopeId{grains.bits};
  EXPECT_EQ(world.addAttachment(def).error->path, "rope");
  def.rope = rope, def.grains = grains;
  EXPECT_EQ(world.addAttachment(def).error->path, "grains");
  def.grains.reset(), def.toGrains = GrainsId{rope.bits};
  EXPECT_EQ(world.addAttachment(def).error->path, "toGrains");
  def.toGrains = grains, def.toRope = rope;
  EXPECT_EQ(world.addAttachment(def).error->rule, Rule::AtMostOne);
  def.toRope.reset();
  const AttachmentId tie = need(world.addAttachment(def));
  GrabDef grab;
  grab.grains = grains, grab.target = {0, 5, 0};
  const GrabId held = need(world.addGrab(grab));
  EXPECT_TRUE(world.remove(grains));
  EXPECT_EQ(world.indexOf(tie), -1);
  EXPECT_EQ(world.indexOf(held), -1);
  EXPECT_EQ(world.indexOf(rope), 0);
}

TEST(Rope, DescribesItselfAgain) {
  World world;
  RopeDef def = scenes::ropeOf(2, 7, 0.3f);
  def.name = "line", def.thickness = 0.03f;
  const Value said = need(describeObject(world, Kind::Rope, need(world.addRope(def)).bits));
  EXPECT_EQ(said.find("length")->number, 2);
  EXPECT_EQ(said.find("segments")->number, 7);
  EXPECT_FLOAT_EQ(float(said.find("density")->number), 0.3f);
  EXPECT_EQ(said.find("positions")->size(), 24u);
  EXPECT_FALSE(said.find("grid"));
  const uint32_t again = need(addObject(world, Kind::Rope, said));
  EXPECT_TRUE(world.remove(RopeId{world.soft.cloths.idAt(0).bits}));
  EXPECT_EQ(objectIndex(world, Kind::Rope, again), 0);
}

}  // namespace rope_test
}  // namespace holonom
