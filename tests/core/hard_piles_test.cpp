// Piles whose bodies fell hard, of many sizes and masses: what presses on what gives no energy, and
// nothing hangs where it is with a speed.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace hard_piles_test {

using scenes::boxAt;
using scenes::need;
using scenes::sphereAt;

struct Pile {
  int count = 200, substeps = 4;
  float speed = 0;  // down, as it starts [m/s]
  float restitution = 0;
  float heaviest = 1;  // times the lightest of a size
};

void pour(World& world, const Pile& pile, uint64_t seed) {
  scenes::pit(world, 1.8f);
  Random random(seed);
  for (int i = 0; i < pile.count; ++i) {
    const int place = i % 36;
    const Vec3 at{(float(place % 6) - 2.5f) * 0.52f + random.real(-0.05f, 0.05f),
                  0.8f + 0.55f * float(i / 36),
                  (float(place / 6) - 2.5f) * 0.52f + random.real(-0.05f, 0.05f)};
    BodyDef def = random.below(5) < 2
                      ? sphereAt(at, random.real(0.12f, 0.19f))
                      : boxAt(at, {random.real(0.1f, 0.2f), random.real(0.1f, 0.175f),
                                   random.real(0.1f, 0.2f)});
    def.density = 400 * random.real(1, pile.heaviest);
    def.restitution = pile.restitution;
    def.linearVelocity = {0, -pile.speed, 0};
    need(world.addBody(def));
  }
}

/// Steps for 2.5 s, and says what should not be.
void expectSound(World& world, const std::string& what) {
  const auto total = [&] {
    const Energy energy = world.energy();
    return energy.kinetic + energy.potential;
  };
  const double start = total();
  double last = start;
  const auto count = size_t(world.bodies.size());
  std::vector<int> hanging(count);
  std::vector<Vec3> places(count);
  std::vector<float> heights(count);  // where each was slow for the last time
  const auto speedOf = [&](int i) { return length(world.bodies.states[size_t(i)].linear); };
  // What lies is calm; what slides off the heap is no faster than its fall makes it.
  const auto expectCalm = [&](int i) {
    EXPECT_GT(world.bodies.poses[size_t(i)].position.y, 0) << what << ", body " << i;
    const float speed = speedOf(i);
    const float fall = heights[size_t(i)] - world.bodies.poses[size_t(i)].position.y;
    EXPECT_LT(speed * speed, 16 + 2 * 9.81f * std::max(fall, 0.0f)) << what << ", body " << i;
  };
  for (int step = 0; step < 150; ++step) {
    for (size_t i = 0; i < count; ++i) places[i] = world.bodies.poses[i].position;
    ASSERT_FALSE(world.step(1.0f / 60));
    const double now = total();
    // Overlaps that a hard landing leaves are pushed out again.
    EXPECT_LT(now - last, 1e-2 * std::abs(start)) << what << ", step " << step;
    last = now;
    for (size_t i = 0; i < count; ++i) {
      const float speed = length(world.bodies.states[i].linear);
      const float moved = length(world.bodies.poses[i].position - places[i]);
      hanging[i] = speed > 1 && moved < 0.02f * speed / 60 ? hanging[i] + 1 : 0;
      EXPECT_LT(hanging[i], 10) << what << ", step " << step << ", body " << i;
      if (speed < 2) heights[i] = world.bodies.poses[i].position.y;
    }
    if (step != 119) continue;
    // Some may still be falling from the top.
    for (const Contact& c : world.collision.contacts.all())
      for (const int i : {c.bodyA, c.bodyB})
        if (c.count > 0 && world.bodies.moves(i)) expectCalm(i);
  }
  for (size_t i = 0; i < count; ++i)
    if (world.bodies.moves(int(i))) expectCalm(int(i));
}

class HardPiles : public testing::TestWithParam<SolverType> {};

INSTANTIATE_TEST_SUITE_P(Solvers, HardPiles, everySolver(), solverName);

TEST_P(HardPiles, GiveNoEnergyAndNothingHangs) {
  // Those that solve whole islands at once take far longer.
  const bool slow = GetParam() == SolverType::Mlcp || GetParam() == SolverType::GaussSeidel;
  const int count = slow ? 16 : 72;
  for (const Pile& pile : {Pile{count, 4, 0, 0, 1}, Pile{count, 1, 20, 0.1f, 100}}) {
    World world;
    world.settings.solver = GetParam();
    world.settings.substeps = pile.substeps;
    world.settings.sleeping = false;
    pour(world, pile, 2);
    expectSound(world, "pile from " + std::to_string(pile.speed) + " m/s");
  }
}

class CampaignHardPiles : public HardPiles {};

INSTANTIATE_TEST_SUITE_P(CampaignSolvers, CampaignHardPiles, everySolver(), solverName);

TEST_P(CampaignHardPiles, GiveNoEnergyAndNothingHangs) {
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    Random random(seed);
    World world;
    world.settings.solver = GetParam();
    world.settings.substeps = 1 << random.below(4);
    world.settings.sleeping = false;
    const Pile pile{400, world.settings.substeps, random.real(0, 20), random.below(2) * 0.3f,
                    random.below(2) ? 1.0f : 100.0f};
    pour(world, pile, seed);
    expectSound(world, "seed " + std::to_string(seed));
  }
}

}  // namespace hard_piles_test
}  // namespace holonom
