// Particles with orientations, and a constraint of theirs that the library does not have.
#include <gtest/gtest.h>

#include <cmath>

#include "scenes.h"

namespace holonom {
namespace orientation_test {

using scenes::need;

/// A rope in empty space, whose particles turn with these moments of inertia [kg m²]; 0 is held.
Cloth& turning(World& world, std::vector<float> moments) {
  world.settings.gravity = {};
  RopeDef def;
  def.length = 1, def.segments = int(moments.size()) - 1;
  Cloth& rope = world.soft.cloths[world.indexOf(need(world.addRope(def)))];
  Particles& p = world.soft.particles;
  p.orient();
  for (size_t i = 0; i < moments.size(); ++i)
    p.spins[size_t(rope.first) + i].w = moments[i] > 0 ? 1 / moments[i] : 0;
  return rope;
}

void bind(Cloth& rope, float compliance) {
  auto& batch = rope.batches.oriented<BendTwist>();
  batch.compliances = {compliance, compliance, compliance};
  for (int i = 0; i + 1 < rope.count; ++i) batch.entries.push_back({{i, i + 1}, {}, {}});
}

/// Angle about x of a particle that turns about it [rad].
double angleOf(const World& world, int i) {
  const Quad& q = world.soft.particles.rotations[size_t(i)];
  return 2 * std::atan2(double(q.x), double(q.w));
}

TEST(Orientation, AFreeParticleTurnsOnAtItsSpeed) {
  for (const float speed : {0.1f, 3.0f, 40.0f}) {
    World world;
    const Cloth& rope = turning(world, {1, 1});
    world.soft.particles.spins[size_t(rope.first)].setXyz({speed, 0, 0});
    for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step(1 / 60.0));
    const double turned = std::remainder(angleOf(world, rope.first) - double(speed), 2 * M_PI);
    EXPECT_NEAR(turned, 0, 2e-4 * double(speed));
    EXPECT_NEAR(world.soft.particles.spins[size_t(rope.first)].x, speed, 1e-5f * speed);
    EXPECT_EQ(world.soft.particles.spins[size_t(rope.first) + 1].x, 0);
  }
}

/// Two discs on a shaft of stiffness k swing against each other at √(k (1/I₁ + 1/I₂)), and keep
/// their angular momentum.
TEST(Orientation, DiscsOnAShaftSwingAsTheoryHasIt) {
  for (const float ratio : {1.0f, 4.0f, 20.0f}) {
    World world;
    world.settings.substeps = 4;
    const Cloth& rope = turning(world, {1, ratio});
    const double k = 4, omega = std::sqrt(k * (1 + 1 / double(ratio)));
    bind(world.soft.cloths[0], float(1 / (4 * k)));
    // Little: sin(θ/2) is as a pendulum.
    world.soft.particles.spins[size_t(rope.first)].setXyz({0.2f, 0, 0});
    const double momentum = world.momentum().angular.x;
    EXPECT_NEAR(momentum, 0.2, 1e-6);
    // Upwards through zero, twice.
    double before = 0, time = 0;
    std::vector<double> crossings;
    for (int i = 0; i < 4000 && crossings.size() < 3; ++i) {
      ASSERT_FALSE(world.step(1 / 240.0));
      time += 1 / 240.0;
      const double now =
          std::remainder(angleOf(world, rope.first) - angleOf(world, rope.first + 1), 2 * M_PI);
      if (before < 0 && now >= 0) crossings.push_back(time - now / (now - before) / 240);
      before = now;
      EXPECT_NEAR(world.momentum().angular.x, momentum, 2e-6);
    }
    ASSERT_EQ(crossings.size(), 3u);
    EXPECT_NEAR(2 * M_PI * 2 / (crossings[2] - crossings[0]), omega, 0.01 * omega) << ratio;
  }
}

TEST(Orientation, ARodThatIsHeldTakesATwistToItsEnd) {
  World world;
  const Cloth& rope = turning(world, {0, 1, 1, 1, 1, 0});
  bind(world.soft.cloths[0], 0.001f);
  Particles& p = world.soft.particles;
  const double twist = 1;
  p.rotations[size_t(rope.first) + 5] = {float(std::sin(twist / 2)), 0, 0,
                                         float(std::cos(twist / 2))};
  world.settings.particleIterations = 50;
  for (int i = 0; i < 300; ++i) {
    ASSERT_FALSE(world.step(1 / 60.0));
    for (int k = 0; k < 6; ++k)  // friction of the air
      p.spins[size_t(rope.first + k)].setXyz(0.9f * p.spins[size_t(rope.first + k)].xyz());
  }
  for (int k = 0; k < 6; ++k) EXPECT_NEAR(angleOf(world, rope.first + k), twist * k / 5, 0.01);
}

TEST(Orientation, GoesWithSnapshotsAndRemovals) {
  World world;
  need(world.addRope(RopeDef{}));
  const Cloth& rope = turning(world, {1, 2});
  const auto spinOf = [&](const World& w) {
    return w.soft.particles.spins[size_t(w.soft.cloths[w.soft.cloths.size() - 1].first)];
  };
  world.soft.particles.spins[size_t(rope.first)].setXyz({1, 2, 3});
  bind(world.soft.cloths[1], 0.01f);
  const auto bytes = world.snapshot();
  for (int i = 0; i < 10; ++i) ASSERT_FALSE(world.step(1 / 60.0));
  const uint64_t later = world.hash();
  ASSERT_FALSE(world.restore(bytes));
  EXPECT_EQ(spinOf(world).y, 2);
  for (int i = 0; i < 10; ++i) ASSERT_FALSE(world.step(1 / 60.0));
  EXPECT_EQ(world.hash(), later);
  const Quad spin = spinOf(world);
  EXPECT_TRUE(world.remove(ClothId(world.soft.cloths.idAt(0))));
  EXPECT_EQ(spinOf(world).x, spin.x);
}

}  // namespace orientation_test
}  // namespace holonom
