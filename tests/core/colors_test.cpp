// Constraints of a color share no body and no particle that moves, in random worlds.
#include "base/colors.h"

#include <gtest/gtest.h>

#include <set>

#include "convex.h"
#include "scenes.h"
#include "solvers/list.h"

namespace holonom {
namespace colors_test {

using scenes::need;

/// A heap on a plate that moves: of more contacts than there are colors.
void heap(World& world, Random& random, int count) {
  scenes::addGround(world);
  BodyDef plate = scenes::boxAt({0, 0.2f, 0}, {4, 0.1f, 4});
  need(world.addBody(plate));
  for (int i = 0; i < count; ++i) {
    BodyDef body;
    body.shape = convex::randomConvex(random, 0.4f);
    body.position = Vec3{0, 2, 0} + random.vector(2);
    body.rotation = random.rotation();
    if (random.below(10) == 0) body.type = BodyType::Kinematic;
    need(world.addBody(body));
  }
}

TEST(Colors, ContactsOfOneShareNoBodyThatMoves) {
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    World world;
    world.settings.exactIslands = false;
    heap(world, random, 40 * int(seed * seed));
    for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1 / 60.0));
    ContactSolver solver;
    solver.prepare(world.bodies, world.collision.contacts, softStepContacts({}, 1 / 240.0f));
    size_t lanes = 0, blocks = 0;
    solver.colors().forEach([&](size_t first, size_t end) {
      EXPECT_EQ(first, blocks);
      blocks = end;
      std::set<int> taken;
      for (size_t i = first; i < end; ++i)
        for (int lane = 0; lane < 4; ++lane) {
          const ContactBlock& block = solver.blocks()[i];
          if (block.a[lane] == world.bodies.nobody()) continue;
          ++lanes;
          for (const int body : {block.a[lane], block.b[lane]})
            EXPECT_TRUE(!world.bodies.isDynamic(body) || taken.insert(body).second) << body;
        }
    });
    EXPECT_EQ(blocks, solver.blocks().size());
    size_t touching = 0;
    for (const Contact& c : world.collision.contacts.active())
      touching += c.count > 0 && !c.swept && !c.exact &&
                  (world.bodies.moves(c.bodyA) || world.bodies.moves(c.bodyB));
    EXPECT_EQ(lanes, touching);
    EXPECT_GT(lanes, 20u);
  }
}

ClothDef randomCloth(Random& random) {
  ClothDef def;
  def.grid = GridDef{{2, 2}, {1 + random.below(20), 1 + random.below(20)}};
  if (random.below(2)) def.strain = StrainDef{};
  if (random.below(2)) def.areaCompliance = 0.1f;
  if (random.below(2)) def.bend.model = BendModel::Isometric;
  const int count = (def.grid->segments.x + 1) * (def.grid->segments.y + 1);
  std::set<uint32_t> pins;
  for (int i = random.below(6); i > 0; --i) pins.insert(uint32_t(random.below(count)));
  def.pins.indices.assign(pins.begin(), pins.end());
  if (random.below(2)) def.seams.push_back({{{}, {"left"}}, {{}, {"right"}}, 0.01f});
  return def;
}

/// Walks the colors of a list, whose entries name particles by `visit(entry, take)`.
template <class Visit>
void expectApart(const Colors& colors, size_t size, const Quad* points, Visit&& visit) {
  size_t walked = 0;
  colors.forEach([&](size_t first, size_t end) {
    EXPECT_EQ(first, walked);
    walked = end;
    std::set<int32_t> taken;
    for (size_t i = first; i < end; ++i)
      visit(i, [&](int32_t particle) {
        EXPECT_TRUE(points[particle].w == 0 || taken.insert(particle).second) << particle;
      });
  });
  EXPECT_EQ(walked, size);
}

TEST(Colors, ConstraintsOfOneShareNoParticleThatMoves) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    World world;
    world.settings.particleSolver = ParticleSolver::Lines;
    if (random.below(3) == 0) {
      need(world.addRope(scenes::ropeOf(2, 1 + random.below(90))));
    } else {
      need(world.addCloth(randomCloth(random)));
    }
    ASSERT_FALSE(world.step(1 / 60.0));
    const Cloth& cloth = world.soft.cloths[0];
    const Quad* points = world.soft.particles.positions.data() + cloth.first;
    size_t constraints = 0;
    cloth.batches.forEach([&]<class C>(const char* name, const ConstraintBatch<C>& batch) {
      SCOPED_TRACE(name);
      size_t found = 0;
      expectApart(batch.colors, batch.blocks.size(), points, [&](size_t i, auto&& take) {
        for (int lane = 0; lane < 4; ++lane) {
          if (batch.blocks[i].index[0][lane] == cloth.count) continue;
          ++found;
          for (int j = 0; j < C::particleCount; ++j) take(batch.blocks[i].index[j][lane]);
        }
      });
      EXPECT_EQ(found, size_t(batch.count));
      constraints += found;
    });
    EXPECT_GT(constraints, 0u);
    // Lines are a list of fours, each of several blocks; where one is over, it names its end again.
    std::vector<size_t> begins(1, 0);
    for (const LineFour& four : cloth.lines.fours)
      begins.push_back(begins.back() + size_t(four.count));
    expectApart(cloth.lines.colors, cloth.lines.fours.size(), points, [&](size_t i, auto&& take) {
      for (int lane = 0; lane < 4; ++lane)
        for (size_t k = begins[i]; k < begins[i + 1]; ++k) {
          const LineBlock& block = cloth.lines.blocks[k];
          if (block.place[lane] < 0) continue;
          if (k == begins[i]) take(block.index[0][lane]);
          take(block.index[1][lane]);
        }
    });
  }
}

}  // namespace colors_test
}  // namespace holonom
