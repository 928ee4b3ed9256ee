// Rods, needles, plates, blades and coins thrown at walls, floors and each other: they gain no
// energy, and pairs keep their momenta. Their moments of inertia differ by up to 10⁵, so that an
// impulse may turn them far within a substep.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "family.h"
#include "long_run.h"
#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace slender_impacts_test {

using scenes::need;

enum class Target { Wall, Mesh, Floor, Body };
const char* const kTargets[] = {"a wall", "a mesh", "a floor", "each other"};

Shape slenderShape(Random& random, float thinnest) {
  const float thin = 0.1f * std::pow(10.0f, random.real(std::log10(thinnest), 0));
  const float size = random.real(0.2f, 1);
  switch (random.below(6)) {
    case 0:
      return Box{{size, thin, thin}};
    case 1:
      return Box{{size, 0.3f * size, thin}};
    case 2:
      return Box{{size, size, thin}};
    case 3:
      return Capsule{thin, size};
    case 4:
      return Cylinder{thin, size};
    default:
      return Cylinder{size, thin};
  }
}

BodyDef slenderBody(Random& random, Vec3 position, float thinnest, float restitution) {
  BodyDef def;
  def.shape = slenderShape(random, thinnest);
  def.position = position;
  def.rotation = random.rotation();
  def.restitution = restitution;
  return def;
}

/// Speeds up to 100 m/s, and every fourth body does not spin as it is thrown.
void fill(World& world, Target target, uint64_t seed, float thinnest, float fastestSpin) {
  Random random(seed);
  world.settings.sleeping = false;
  world.settings.gravity = target == Target::Floor ? Vec3{0, -9.81f, 0} : Vec3{};
  const float restitution = 0.5f * float(random.below(3));
  const float speed = std::pow(10.0f, random.real(0, 2));
  const float spin = random.below(4) ? std::pow(10.0f, random.real(0, std::log10(fastestSpin))) : 0;
  Vec3 position{-1.8f - 0.05f * speed, 0, 0};
  Vec3 velocity = speed * Vec3{1, random.real(-0.1f, 0.1f), random.real(-0.1f, 0.1f)};
  if (target == Target::Body) {
    BodyDef other = slenderBody(random, {}, thinnest, restitution);
    if (random.below(4)) other.angularVelocity = 0.3f * spin * random.vector();
    need(world.addBody(other));
    position.x -= 0.6f;
  } else {
    BodyDef wall;
    wall.type = BodyType::Static;
    wall.restitution = restitution;
    wall.shape = Box{{0.5f, 30, 30}};
    wall.position = {0.5f, 0, 0};
    if (target == Target::Floor) {
      wall.shape = Box{{30, 0.5f, 30}};
      wall.position = {0, -0.5f, 0};
      position = {0, 1.5f, 0};
      velocity = {speed, -0.2f * speed, 0};
    }
    if (target == Target::Mesh) {
      Mesh mesh;
      mesh.vertices = {0, -30, -30, 0, -30, 30, 0, 30, 30, 0, 30, -30};
      mesh.indices = {0, 1, 2, 0, 2, 3};
      wall.shape = mesh;
      wall.position = {};
    }
    need(world.addBody(wall));
  }
  BodyDef thrown = slenderBody(random, position, thinnest, restitution);
  thrown.linearVelocity = velocity;
  thrown.angularVelocity = spin * random.vector();
  need(world.addBody(thrown));
}

/// The most by which energy passes that of the start, as a share of the kinetic energy then.
double growth(World& world) {
  const auto energy = [&] { return world.energy().kinetic + world.energy().potential; };
  const double start = energy(), scale = world.energy().kinetic;
  double most = 0;
  for (int i = 0; i < 120; ++i) {
    if (world.step(1.0f / 60) || !std::isfinite(energy())) return INFINITY;
    most = std::max(most, (energy() - start) / scale);
  }
  return most;
}

class SlenderImpacts : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, SlenderImpacts, everySolver(), solverName);

TEST_P(SlenderImpacts, GainNoEnergy) {
  for (const Target target : {Target::Wall, Target::Mesh, Target::Floor, Target::Body})
    for (const int substeps : {2, 4, 16})
      for (uint64_t seed = 0; seed < (longRun() ? 40 : 12); ++seed) {
        World world;
        world.settings.solver = GetParam();
        world.settings.substeps = substeps;
        fill(world, target, seed, 0.05f, 1000);
        EXPECT_LT(growth(world), 0.005)
            << kTargets[int(target)] << ", " << substeps << " substeps, seed " << seed;
      }
}

TEST_P(SlenderImpacts, KeepTheMomentaOfPairs) {
  for (const int substeps : {4, 16})
    for (uint64_t seed = 0; seed < 60; ++seed) {
      World world;
      world.settings.solver = GetParam();
      world.settings.substeps = substeps;
      fill(world, Target::Body, seed, 0.2f, 50);
      const Momentum before = world.momentum();
      for (int i = 0; i < 120; ++i) ASSERT_FALSE(world.step(1.0f / 60));
      const Momentum after = world.momentum();
      const double linear = length(before.linear), angular = linear + length(before.angular);
      EXPECT_LT(length(after.linear - before.linear), 1e-4 * linear)
          << substeps << " substeps, seed " << seed;
      EXPECT_LT(length(after.angular - before.angular), 1e-3 * angular)
          << substeps << " substeps, seed " << seed;
    }
}

TEST(CampaignSlenderImpacts, GainNoEnergy) {
  // With one substep a blow may turn a needle by more than a turn.
  Family family("energy of slender bodies", "gain", 0.005, 0.0005);
  for (const SolverType solver : allSolvers())
    for (const Target target : {Target::Wall, Target::Mesh, Target::Floor, Target::Body})
      for (const int substeps : {1, 4, 16})
        for (uint64_t seed = 100; seed < 300; ++seed) {
          World world;
          world.settings.solver = solver;
          world.settings.substeps = substeps;
          fill(world, target, seed, 0.02f, 1000);
          // Its impulses leave part of the blow to later iterations.
          const double known = solver == SolverType::Xpbd ? 1 : 0;
          family.add(growth(world), known, [&] {
            return nameOf(solver) + std::string(" at ") + kTargets[int(target)] + ", " +
                   std::to_string(substeps) + " substeps, seed " + std::to_string(seed);
          });
        }
}

}  // namespace slender_impacts_test
}  // namespace holonom
