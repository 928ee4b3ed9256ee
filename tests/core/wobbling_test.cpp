// Coins, cones, capsules, eggs and hulls that wobble or roll alone on the ground gain no energy.
#include <gtest/gtest.h>

#include <cmath>

#include "family.h"
#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace wobbling_test {

using scenes::energyOf;
using scenes::need;

/// The shapes that wobble and roll on their edges, in the size `s` [m].
Shape wobbler(Random& random, int kind, float s) {
  Cylinder coin;
  coin.radius = s, coin.halfHeight = 0.07f * s;
  Cone cone;
  cone.radius = s, cone.height = 1.2f * s;
  Capsule capsule;
  capsule.radius = s, capsule.halfHeight = s;
  Ellipsoid egg;
  egg.radii = {s, 1.4f * s, 0.8f * s};
  Hull hull;
  for (int i = 0; i < 12; ++i) {
    const Vec3 p = s * random.direction();
    hull.points.insert(hull.points.end(), {p.x, p.y, 0.7f * p.z});
  }
  const Shape shapes[] = {coin, cone, capsule, egg, hull};
  return shapes[kind];
}
constexpr int kWobblers = 5;

/// With the velocity half a substep later, which belongs to the place: in free flight it keeps
/// that.
double energyInFlightOf(const World& world, BodyId id, float h) {
  const int i = world.indexOf(id);
  const Vec3 v = world.bodies.states[i].linear;
  const Vec3 lag = 0.5f * h * world.settings.gravity;
  return energyOf(world) + double(world.bodies.masses[i].mass) * dot(lag, v + 0.5f * lag);
}

/// Rolls one from where it touches the ground, and gives the most by which its energy passes that
/// of the start, over the latter.
double growthOfWobbler(SolverType solver, uint64_t seed, int kind, float hz, int substeps) {
  Random random(seed);
  World world;
  world.settings.solver = solver;
  world.settings.sleeping = false;
  world.settings.substeps = substeps;
  scenes::addPlane(world);
  const float size = 0.03f * std::pow(13.0f, random.real(0, 1));
  BodyDef def;
  def.shape = wobbler(random, kind, size);
  def.friction = random.real(0.1f, 1);
  def.rotation = random.rotation();
  def.position = {0, 9, 0};
  def.angularVelocity = std::sqrt(9.81f / size) * random.real(0.5f, 2) * random.direction();
  const BodyId id = need(world.addBody(def));
  ShapeQuery ground;
  ground.shape = Box{{9, 0.001f, 9}};
  BodyHit lowest;
  for (const BodyHit& hit : need(world.proximity(ground, 20)))
    if (hit.body == id) lowest = hit;
  BodyDef now = world.describe(id);
  const Vec3 arm = lowest.point - world.bodies.poses[world.indexOf(id)].position;
  now.position.y -= lowest.distance + 0.001f;
  now.linearVelocity = -cross(now.angularVelocity, arm);  // it rolls
  EXPECT_FALSE(world.setMotion(id, now));
  const float h = 1 / hz / float(substeps);
  const double start = energyInFlightOf(world, id, h);
  double most = 0;
  for (int i = 0; i < int(3 * hz); ++i) {
    if (world.step(1 / hz)) return INFINITY;
    const double energy = energyInFlightOf(world, id, h);
    if (!std::isfinite(energy)) return INFINITY;
    most = std::max(most, (energy - start) / start);
  }
  return most;
}

/// Under xpbd, whose contacts hold positions, the energy swings by that much.
double mostGrowthOfWobbler(SolverType solver) { return solver == SolverType::Xpbd ? 0.03 : 0.005; }

class Wobbling : public testing::TestWithParam<SolverType> {};

TEST_P(Wobbling, OrRollingAloneGainsNoEnergy) {
  for (int kind = 0; kind < kWobblers; ++kind)
    for (uint64_t seed = 1; seed <= 4; ++seed)
      EXPECT_LT(growthOfWobbler(GetParam(), seed, kind, 60, 4), mostGrowthOfWobbler(GetParam()))
          << "kind " << kind << " seed " << seed;
}

TEST(CampaignWobbling, OrRollingAloneGainsNoEnergy) {
  Family family("energy of wobbling bodies", "gain", 0.005, 0);
  for (const SolverType solver : allSolvers())
    for (const auto& [hz, substeps] :
         {std::pair{60.0f, 4}, {60.0f, 1}, {60.0f, 16}, {30.0f, 4}, {240.0f, 4}})
      for (int kind = 0; kind < kWobblers; ++kind)
        for (uint64_t seed = 100; seed < 115; ++seed) {
          const double most = growthOfWobbler(solver, seed, kind, hz, substeps);
          EXPECT_LT(most, mostGrowthOfWobbler(solver))
              << nameOf(solver) << " kind " << kind << " seed " << seed << " at " << hz << " Hz, "
              << substeps << " substeps";
          if (solver != SolverType::Xpbd)
            family.add(most, 0, [&] {
              return nameOf(solver) + (" kind " + std::to_string(kind)) + " seed " +
                     std::to_string(seed);
            });
        }
}

INSTANTIATE_TEST_SUITE_P(Solvers, Wobbling, everySolver(), solverName);

}  // namespace wobbling_test
}  // namespace holonom
