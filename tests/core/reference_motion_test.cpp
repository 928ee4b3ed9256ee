// Free motion against reference cases. Bodies are float32, so where a case's tolerance is finer
// than that, the rounding of a float is added to it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "case_file.h"
#include "geometry/box.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace reference_motion_test {

using scenes::need;

/// Half a unit in the last place of 1.
constexpr double kRounding = std::numeric_limits<float>::epsilon() / 2;

WorldSettings weightless() {
  WorldSettings settings;
  settings.gravity = {};
  return settings;
}

/// A box of 3 kg with these principal moments [kg m²]: I_x = m/3 (h_y² + h_z²), and so on.
BodyDef boxWithMoments(Vec3d i) {
  const auto half = [](double sum) { return float(std::sqrt(std::max(sum / 2, 1e-8))); };
  BodyDef def;
  def.mass = 3;
  def.shape = Box{{half(i.y + i.z - i.x), half(i.x + i.z - i.y), half(i.x + i.y - i.z)}};
  return def;
}

class ReferenceMotion : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, ReferenceMotion, everySolver(), solverName);

TEST_P(ReferenceMotion, FreeFallIsSymplecticEuler) {
  forEachCase("free_fall", [](const Case& c) {
    WorldSettings settings;
    settings.solver = GetParam();
    settings.substeps = 1;
    settings.gravity = c.input["g"].vector();
    World world(settings);
    BodyDef def;
    def.position = c.input["x0"].vector();
    def.linearVelocity = c.input["v0"].vector();
    need(world.addBody(def));
    const int n = c.input["n"].integer();
    for (int i = 0; i < n; ++i) ASSERT_FALSE(world.step(c.input["h"].real()));
    // Each step rounds once, at most by that of the largest coordinate.
    const auto rounding = [&](Vec3 v) { return n * kRounding * double(length(v)); };
    const Vec3 v = world.bodies.states[0].linear, x = world.bodies.poses[0].position;
    c.expectNear("v", v, rounding(v));
    c.expectNear("x_symplectic", x, rounding(x));
  });
}

struct Spin {
  double energy = 0, momentum = 0;  ///< largest relative changes; momentum as a vector
  std::vector<double> zeros;        ///< times at which the middle component of ω changes sign [s]
};

constexpr int kSpinSteps = 6000;

/// 100 s of a case of torque_free_top at 60 Hz.
Spin spin(const Case& c) {
  WorldSettings settings = weightless();
  settings.substeps = 1;
  World world(settings);
  BodyDef def = boxWithMoments(c.input["I_body"].vectorDouble());
  def.angularVelocity = c.input["omega0_body"].vector();
  need(world.addBody(def));
  const Vec3d before = world.momentum().angular;
  const double energy = world.energy().kinetic;
  c.expectNear(c.expect["L_world"], before, 1e-6);
  Spin spin;
  double last = double(def.angularVelocity.y);
  for (int i = 1; i <= kSpinSteps; ++i) {
    EXPECT_FALSE(world.step(1.0f / 60));
    spin.energy = std::max(spin.energy, std::abs(world.energy().kinetic / energy - 1));
    spin.momentum =
        std::max(spin.momentum, length(world.momentum().angular - before) / length(before));
    const Quat q = world.bodies.poses[0].rotation;
    const double y = double(inverseRotate(q, world.bodies.states[0].angular).y);
    if (last * y < 0) spin.zeros.push_back((i - y / (y - last)) / 60);
    last = y;
  }
  return spin;
}

TEST(ReferenceSpin, KeepsEnergyAndAngularMomentumToTheRoundingOfEachStep) {
  forEachCase("torque_free_top", [](const Case& c) {
    const Spin s = spin(c);
    EXPECT_LT(s.energy, std::min(1e-4, c.tol["energy_rel"].number() + kSpinSteps * kRounding));
    EXPECT_LT(s.momentum, std::min(1e-4, c.tol["L_rel"].number() + kSpinSteps * kRounding));
  });
}

TEST(ReferenceSpin, WobblesAtTheExactRateAboutAStableAxis) {
  forEachCase("torque_free_top", "stable", [](const Case& c) {
    const Spin s = spin(c);
    const double exact = c.expect["flip_interval_2K"].number();
    ASSERT_GT(s.zeros.size(), 30u);
    for (size_t i = 1; i < s.zeros.size(); ++i)
      EXPECT_NEAR(s.zeros[i] - s.zeros[i - 1], exact, c.tol["flip_interval_rel"].number() * exact);
  });
}

TEST(ReferenceSpin, ASymmetricTopPrecesses) {
  forEachCase("symmetric_top", [](const Case& c) {
    constexpr double kStep = 1.0 / 240;
    WorldSettings settings = weightless();
    settings.substeps = 1;
    World world(settings);
    BodyDef def = boxWithMoments(c.input["I_body"].vectorDouble());
    def.angularVelocity = c.input["omega0"].vector();
    need(world.addBody(def));
    const double rate = c.expect["body_precession"].number(),
                 wobble = double(def.angularVelocity.x);
    for (int k = 0; k < c.expect["samples"].size(); ++k) {
      const CaseValue sample = c.expect["samples"][k];
      const double t = sample["t"].number();
      while (world.time < t - kStep / 2) ASSERT_FALSE(world.step(float(kStep)));
      // The midpoint rule turns by 2 arctan(Ω h/2): behind by (Ω h)²/12 of the angle. Each step
      // rounds the wobble once.
      const double behind = wobble * std::abs(rate) * t * std::pow(rate * kStep, 2) / 12;
      const Quat q = world.bodies.poses[0].rotation;
      c.expectNear(sample["omega_body"], inverseRotate(q, world.bodies.states[0].angular),
                   behind + t / kStep * kRounding * wobble);
    }
  });
}

/// The block of Baraff's examples at rest, 8 × 1 × 4 m and 32 kg, free of gravity.
class BaraffsBlock : public testing::Test {
 protected:
  BaraffsBlock() {
    BodyDef def;
    def.shape = Box{{4, 0.5f, 2}};
    def.density = 1;
    need(world_.addBody(def));
  }
  /// Forces at two points that act for one second.
  void push(const CaseValue& points, const CaseValue& force) {
    for (int i = 0; i < 2; ++i) {
      const bool each = force.numbers().size() == 6;
      const Vec3 f = each ? force[i].vector() : force.vector();
      world_.bodies.beginStep();
      world_.bodies.applyImpulse(0, f, points[i].vector());
    }
  }
  Vec3 velocity() const { return world_.bodies.states[0].linear; }
  Vec3 spin() const { return world_.bodies.states[0].angular; }
  World world_{weightless()};
};

TEST_F(BaraffsBlock, HasTheInertiaOfABlock) {
  forEachCase("baraff_examples", "5.1", [](const Case& c) {
    const Vec3 d = c.input["dims"].vector();
    const MassProperties p = massOf(Box{0.5f * d});
    c.expectNear("M", p.volume);
    c.expectNear("I_diag", Vec3d{p.inertia.xx, p.inertia.yy, p.inertia.zz});
    for (const double product : {p.inertia.xy, p.inertia.xz, p.inertia.yz})
      c.expectNear("off_diag", product);
  });
}

TEST_F(BaraffsBlock, FallsInAUniformFieldWithoutTurning) {
  forEachCase("baraff_examples", "5.2", [this](const Case& c) {
    world_.settings.gravity = {0, -9.8f, 0};
    ASSERT_FALSE(world_.step(1));
    EXPECT_NEAR(velocity().y, -9.8, 1e-6);
    c.expectNear("torque", spin());
  });
}

TEST_F(BaraffsBlock, EqualForcesEitherSideOfTheCenterDoNotTurnIt) {
  forEachCase("baraff_examples", "5.3", [this](const Case& c) {
    push(c.input["points"], c.input["F"]);
    c.expectNear("acc", velocity());
    c.expectNear("alpha", spin());
  });
}

TEST_F(BaraffsBlock, OppositeForcesTurnItInPlace) {
  forEachCase("baraff_examples", "5.4", [this](const Case& c) {
    push(c.input["points"], c.input["F"]);
    EXPECT_EQ(velocity(), (Vec3{}));
    c.expectNear("alpha", spin(), kRounding);
  });
}

TEST(BaraffsPuzzle, AForceOffCenterMovesTheCenterTheSameAndDoesMoreWork) {
  forEachCase("baraff_examples", "5.5", [](const Case& c) {
    constexpr int kSteps = 2000;
    const double force = c.input["F"].number(), r = c.input["offset_r"].number();
    const double h = c.input["T"].number() / kSteps;
    const double mass = c.input["M"].number(), moment = c.input["I_z"].number();
    const auto push = [&](double offset, double* work) {
      WorldSettings settings = weightless();
      settings.substeps = 1;
      World world(settings);
      BodyDef def;
      def.mass = float(mass);
      // I_z = m/3 (h_x² + h_y²)
      const float half = float(std::sqrt(1.5 * moment / mass));
      def.shape = Box{{half, half, half}};
      need(world.addBody(def));
      const auto arm = [&] {
        return rotate(world.bodies.poses[0].rotation, {float(offset), 0, 0});
      };
      const auto height = [&] { return double(world.bodies.poses[0].position.y + arm().y); };
      for (int i = 0; i < kSteps; ++i) {
        const double before = height();
        world.bodies.beginStep();
        world.bodies.applyImpulse(0, {0, float(force * h / 2), 0}, arm());
        EXPECT_FALSE(world.step(float(h)));
        world.bodies.beginStep();
        world.bodies.applyImpulse(0, {0, float(force * h / 2), 0}, arm());
        *work += force * (height() - before);
      }
      return std::pair(world.bodies.states[0], world.energy().kinetic);
    };
    double centerWork = 0, offWork = 0;
    const auto [center, centerEnergy] = push(0, &centerWork);
    const auto [off, offEnergy] = push(r, &offWork);
    // Two pushes a step, each rounded once; the energy feels that of the velocity twice.
    const double rounding = 2 * kSteps * kRounding;
    EXPECT_EQ(off.linear.y, center.linear.y);
    c.expectNear("v", off.linear.y, rounding * 23);
    c.expectNear("omega", off.angular.z, rounding * 2);
    c.expectNear("KE_center", centerEnergy, 2 * rounding * 817);
    c.expectNear("KE_offcenter", offEnergy, 2 * rounding * 817);
    c.expectNear("work_of_point", offWork, 2 * rounding * 817);
    const double more = c.expect["KE_offcenter"].number() - c.expect["KE_center"].number();
    EXPECT_NEAR(offEnergy - centerEnergy, more, 2 * rounding * more);
  });
}

}  // namespace reference_motion_test
}  // namespace holonom
