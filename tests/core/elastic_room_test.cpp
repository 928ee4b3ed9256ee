// What bounces with e = 1 and without friction keeps its energy, whatever its shape and spin.
#include <gtest/gtest.h>

#include <algorithm>

#include "convex.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace elastic_room_test {

using scenes::need;

/// Kinetic and potential energy now: what symplectic Euler stores of velocities is half a substep
/// older than the poses.
double energyNow(const World& world) {
  const float h = 1.0f / 60 / float(world.settings.substeps);
  const Energy e = world.energy();
  double energy = e.kinetic + e.potential;
  for (int i = 0; i < world.bodies.size(); ++i)
    energy += double(world.bodies.masses[i].mass) *
              double(0.5f * h * dot(world.bodies.states[i].linear, world.settings.gravity));
  return energy;
}

struct EnergyRange {
  double least = 1, most = 1;  // of the energy at the start
};

/// Bodies of all shapes in a closed room without friction, that bounce with e = 1.
EnergyRange bounceInRoom(SolverType solver, int substeps, bool falls, int count, uint64_t seed) {
  Random random(seed);
  World world = scenes::sleeplessWorld(solver, substeps, {0, falls ? -9.81f : 0, 0});
  world.settings.restitutionThreshold = 0;
  const auto add = [&](BodyDef def) {
    def.friction = 0;
    def.restitution = 1;
    need(world.addBody(def));
  };
  for (const float side : {-1.5f, 1.5f})
    for (const Vec3 at : {Vec3{side, 0, 0}, Vec3{0, side, 0}, Vec3{0, 0, side}}) {
      const auto half = [](float x) { return x != 0 ? 0.5f : 2.0f; };
      BodyDef wall = scenes::boxAt(at, {half(at.x), half(at.y), half(at.z)});
      wall.type = BodyType::Static;
      add(wall);
    }
  for (int k = 0; k < count; ++k) {
    const float size = random.real(0.06f, 0.2f);
    BodyDef def;
    if (k % 4 == 0) def.shape = Box{{size, random.real(0.05f, 0.2f), random.real(0.05f, 0.2f)}};
    if (k % 4 == 1) def.shape = convex::randomHull(random, 12, {size, size, size});
    if (k % 4 == 2) def.shape = Capsule{0.5f * size, size};
    if (k % 4 == 3) def.shape = Sphere{size};
    def.position = {k & 1 ? 0.5f : -0.5f, k & 2 ? 0.5f : -0.5f, k & 4 ? 0.5f : -0.5f};
    def.rotation = random.rotation();
    def.linearVelocity = random.vector(4);
    def.angularVelocity = random.vector(8);
    add(def);
  }
  // Potential energy from the floor on.
  double floor = 0;
  for (int i = 0; falls && i < world.bodies.size(); ++i)
    floor += double(world.bodies.masses[i].mass) * 9.81;
  const double start = energyNow(world) + floor;
  EnergyRange range;
  for (int k = 0; k < 300; ++k) {
    EXPECT_FALSE(world.step(1.0f / 60));
    const double now = (energyNow(world) + floor) / start;
    range.least = std::min(range.least, now), range.most = std::max(range.most, now);
  }
  return range;
}

class ElasticRoom : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, ElasticRoom, everySolver(), solverName);

TEST_P(ElasticRoom, ABodyKeepsItsEnergyThroughItsBounces) {
  for (const int substeps : {4, 8})
    for (const bool falls : {false, true})
      for (uint64_t seed = 1; seed <= 6; ++seed) {
        const EnergyRange range = bounceInRoom(GetParam(), substeps, falls, 1, seed);
        EXPECT_LT(range.most, 1.001) << substeps << ", " << falls << ", seed " << seed;
        EXPECT_GT(range.least, 0.999) << substeps << ", " << falls << ", seed " << seed;
      }
}

class CampaignElasticRoom : public ElasticRoom {};
INSTANTIATE_TEST_SUITE_P(CampaignSolvers, CampaignElasticRoom, everySolver(), solverName);

TEST_P(CampaignElasticRoom, BodiesGainNoEnergyByHittingEachOther) {
  int worlds = 0, gained = 0;
  double most = 0, least = 1;
  for (const int count : {1, 2, 4, 8})
    for (const bool falls : {false, true})
      for (uint64_t seed = 1; seed <= 50; ++seed) {
        const EnergyRange range = bounceInRoom(GetParam(), 4, falls, count, seed);
        ++worlds;
        gained += range.most > 1.005;
        most = std::max(most, range.most), least = std::min(least, range.least);
      }
  std::printf("| elastic room, %s | %d worlds | %d gained over 0.5 %% | %.4f to %.4f |\n",
              nameOf(GetParam()), worlds, gained, least, most);
  EXPECT_EQ(gained, 0);
  EXPECT_LT(most, 1.005);
}

}  // namespace elastic_room_test
}  // namespace holonom
