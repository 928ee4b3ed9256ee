// A rope with a constraint that no rope of the library has.
#include <gtest/gtest.h>

#include "scenes.h"

namespace holonom {
namespace constraint_test {

using scenes::need;

/// The largest C of the bent rope after a second.
float bend(ParticleSolver solver, bool straight) {
  World world;
  world.settings.particleSolver = solver, world.settings.gravity = {};
  RopeDef def;
  def.length = 1, def.segments = 2;
  const RopeId id = need(world.addRope(def));
  Cloth& rope = world.soft.cloths[world.indexOf(id)];
  world.soft.particles.positions[rope.first + 1].setXyz({0, 0.3f, 0});
  if (straight)
    buildBatch<ParticleStraightness>({{{0, 1, 2}, {0}}},
                                     {world.soft.particles.positions.data() + rope.first,
                                      world.soft.particles.positions.data() + rope.first + 3},
                                     rope.batches.one<ParticleStraightness>());
  for (int i = 0; i < 60; ++i) world.step(1.0 / 60);
  const auto at = [&](int i) { return world.soft.particles.positions[rope.first + i].xyz(); };
  return length(at(0) - 2 * at(1) + at(2));
}

TEST(Constraint, HoldsUnderEverySolver) {
  for (size_t i = 0; i < std::size(EnumNames<ParticleSolver>::names); ++i) {
    EXPECT_GT(bend(ParticleSolver(i), false), 0.1f);
    EXPECT_LT(bend(ParticleSolver(i), true), 1e-3f) << EnumNames<ParticleSolver>::names[i];
  }
}

TEST(Constraint, IsReadByItsName) {
  World world;
  const RopeId id = need(world.addRope(RopeDef{}));
  bool found = false;
  world.soft.cloths[world.indexOf(id)].batches.forEach([&](const char* name, const auto&) {
    found |= std::string(name) == ParticleStraightness::name;
  });
  EXPECT_TRUE(found);
}

}  // namespace constraint_test
}  // namespace holonom
