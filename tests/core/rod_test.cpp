// Elastic rods against the theory of beams, columns, coils and rings.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "long_run.h"
#include "scenes.h"

namespace holonom {
namespace rod_test {

using scenes::need;

/// They take all constraints of a rod at once.
constexpr ParticleSolver kAtOnce[] = {ParticleSolver::Colored, ParticleSolver::Lines,
                                      ParticleSolver::Direct, ParticleSolver::Hierarchical};

/// A thin one: what shear adds is little.
RodDef rodOf(int segments, float length = 1) {
  RodDef def;
  def.length = length, def.segments = segments;
  def.radius = 0.01f * length, def.density = 1000, def.youngsModulus = 1e8f,
  def.poissonRatio = 0.3f;
  return def;
}
double areaOf(const RodDef& d) { return M_PI * double(d.radius) * double(d.radius); }
double bendingOf(const RodDef& d) {
  return double(d.youngsModulus) * areaOf(d) * double(d.radius) * double(d.radius) / 4;
}
double torsionOf(const RodDef& d) { return bendingOf(d) / (1 + double(d.poissonRatio)); }

const Cloth& rodAt(const World& world, int i = 0) { return world.soft.cloths[i]; }
Vec3 pointAt(const World& world, int i) {
  return world.soft.particles.positions[size_t(rodAt(world).first + i)].xyz();
}

void run(World& world, double seconds, double dt = 1 / 60.0) {
  for (double t = 0; t < seconds; t += dt) ASSERT_FALSE(world.step(dt));
}

// ---- Constraints

template <class C>
void expectDerivatives(std::mt19937& random) {
  std::uniform_real_distribution<double> one(-1, 1);
  const auto vector = [&] { return Vec3d{one(random), one(random), one(random)}; };
  OrientedPoint points[2];
  for (OrientedPoint& p : points) {
    p.position = vector();
    const Vec3d axis = vector();
    const double size = std::sqrt(1 + dot(axis, axis));
    p.rotation = {axis.x / size, axis.y / size, axis.z / size, 1 / size};
  }
  const float rest[4] = {0.3f, 0.1f, -0.2f, 0.4f};
  OrientedRows rows, moved;
  C::evaluate(points, rest, {1, 1, 1}, rows);
  constexpr double kStep = 1e-6;
  for (int k = 0; k < 2; ++k)
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3d along{double(axis == 0), double(axis == 1), double(axis == 2)};
      const auto difference = [&](const OrientedPoint& changed) {
        const OrientedPoint before = points[k];
        points[k] = changed;
        C::evaluate(points, rest, {1, 1, 1}, moved);
        points[k] = before;
        return (1 / kStep) * (moved.value - rows.value);
      };
      OrientedPoint p = points[k];
      p.position += kStep * along;
      EXPECT_LT(length(difference(p) - rows.move[k] * along), 1e-5);
      p = points[k];
      p.rotation = integrateRotation<double>(p.rotation, kStep * along);
      Vec3d turned = difference(p);
      // Its values are in the world's axes, and its derivatives seen from the frame that turns.
      if (std::is_same_v<C, RodStretch> && k == 0) turned = turned - cross(along, rows.value);
      const Mat3d& turn = rows.turn[k];
      EXPECT_LT(length(turned - turn * along), 1e-5);
    }
}

TEST(Rods, DerivativesOfTheirConstraintsAreRight) {
  std::mt19937 random(1);
  for (int i = 0; i < 100; ++i) {
    expectDerivatives<RodStretch>(random);
    expectDerivatives<RodBend>(random);
  }
}

// ---- Beams

/// Of a rod that is clamped at its left end, under its own weight, and at rest [m].
double sagOf(int segments, ParticleSolver solver, int substeps, double dt) {
  World world;
  world.settings.particleSolver = solver, world.settings.substeps = substeps;
  world.settings.gravity = {0, -0.1f, 0};
  RodDef def = rodOf(segments);
  def.clamps.names = {"left"}, def.springDamping = 0.3f;
  need(world.addRod(def));
  run(world, 8, dt);
  return -double(pointAt(world, segments).y);
}
double sagInTheory() {
  const RodDef def = rodOf(1);
  const double q = 1000 * areaOf(def) * 0.1, nu = 0.3, kappa = 6 * (1 + nu) / (7 + 6 * nu);
  return q / (8 * bendingOf(def)) + q / (2 * kappa * areaOf(def) * 1e8 / (2 * (1 + nu)));
}

TEST(Rods, ACantileverSagsAsTheoryHasIt) {
  double errors[3];
  for (int k = 0; k < 3; ++k)
    errors[k] = sagOf(8 << k, ParticleSolver::Colored, 4, 1 / 60.0) / sagInTheory() - 1;
  EXPECT_LT(std::abs(errors[2]), 0.002);
  // Of second order in the length of a segment.
  for (int k = 0; k < 2; ++k) EXPECT_NEAR(errors[k] / errors[k + 1], 4, 0.5);
}

TEST(Rods, ACantileverSagsTheSameUnderEverySolverAndStep) {
  const double right = sagInTheory();
  for (const ParticleSolver solver : kAtOnce)
    for (const int substeps : {1, 4, 16})
      for (const double dt : {1 / 30.0, 1 / 120.0})
        EXPECT_NEAR(sagOf(20, solver, substeps, dt) / right, 1, 0.005)
            << int(solver) << " " << substeps << " " << dt;
}

TEST(Rods, TheClampBearsItsWeightAndMoment) {
  World world;
  world.settings.gravity = {0, -2, 0};
  RodDef def = rodOf(20);
  def.clamps.names = {"left"}, def.springDamping = 0.3f;
  need(world.addRod(def));
  run(world, 8);
  const double weight = 1000 * areaOf(def) * 2;
  ConstraintReadout stretch, bend;
  readConstraints(rodAt(world), world.soft.particles, "rodStretch", stretch);
  readConstraints(rodAt(world), world.soft.particles, "rodBend", bend);
  // All but half the first segment hangs on the force in it.
  EXPECT_NEAR(std::abs(stretch.forces[1]), weight * (1 - 0.5 / 20), 0.005 * weight);
  EXPECT_NEAR(std::abs(bend.forces[2]), weight / 2, 0.01 * weight / 2);
  // In the middle a quarter of that at the clamp.
  EXPECT_NEAR(std::abs(bend.forces[3 * 10 + 2]), weight / 8, 0.02 * weight / 8);
}

/// Mean frequency of a value that swings about 0 [rad/s].
template <class F>
double frequencyOf(World& world, double dt, int steps, F&& value) {
  double before = value(), first = 0, last = 0;
  int crossings = 0;
  for (int i = 1; i <= steps; ++i) {
    EXPECT_FALSE(world.step(dt));
    const double now = value();
    if (before < 0 && now >= 0) {
      last = dt * (i - now / (now - before));
      if (crossings++ == 0) first = last;
    }
    before = now;
  }
  EXPECT_GT(crossings, 2);
  return 2 * M_PI * (crossings - 1) / (last - first);
}

TEST(Rods, SwingAtTheirFirstFrequencyOfBending) {
  for (const float length : {0.2f, 1.0f, 3.0f}) {
    World world;
    world.settings.gravity = {};
    RodDef def = rodOf(24, length);
    def.clamps.names = {"left"};
    need(world.addRod(def));
    const double right = 3.5160 * std::sqrt(bendingOf(def) / (1000 * areaOf(def))) /
                         (double(length) * double(length));
    for (int i = 1; i <= 24; ++i) {
      const float s = float(i) / 24;
      world.soft.particles.velocities[size_t(rodAt(world).first + i)].setXyz(
          {0, 0.01f * length * float(right) * s * s * (3 - s) / 2, 0});
    }
    const double dt = 2 * M_PI / right / 100;
    const double found = frequencyOf(world, dt, 500, [&] { return double(pointAt(world, 24).y); });
    EXPECT_NEAR(found / right, 1, 0.01) << length;
  }
}

TEST(Rods, TwistSwingsAtItsFirstFrequency) {
  World world;
  world.settings.gravity = {};
  RodDef def = rodOf(24);
  def.clamps.names = {"left"};
  need(world.addRod(def));
  const double right = M_PI / 2 * std::sqrt(1e8 / (2 * 1.3) / 1000);
  Particles& p = world.soft.particles;
  for (int i = 0; i < 24; ++i)
    p.spins[size_t(rodAt(world).first + i)].setXyz(
        {float(0.01 * right * std::sin(M_PI / 2 * (i + 0.5) / 24)), 0, 0});
  const double found =
      frequencyOf(world, 2 * M_PI / right / 100, 500, [&] { return double(p.rotations[23].x); });
  EXPECT_NEAR(found / right, 1, 0.01);
}

TEST(Rods, AColumnBucklesUnderItsOwnWeightAsTheoryHasIt) {
  // q L³ = 7.837 EI [Greenhill 1881]
  for (const float share : {0.97f, 1.03f}) {
    World world;
    RodDef def = rodOf(30);
    const double g = 7.837 * bendingOf(def) / (1000 * areaOf(def));
    world.settings.gravity = {-share * float(g), 0, 0};
    def.clamps.names = {"left"}, def.globalDamping = 0;
    need(world.addRod(def));
    Particles& p = world.soft.particles;
    run(world, 1);
    for (int i = 1; i <= 30; ++i)
      p.velocities[size_t(rodAt(world).first + i)].y += 1e-3f * float(i) / 30;
    double most = 0;
    for (int i = 0; i < 600; ++i) {
      ASSERT_FALSE(world.step(1 / 60.0));
      most = max(most, std::abs(double(pointAt(world, 30).y)));
    }
    if (share < 1)
      EXPECT_LT(most, 0.02);
    else
      EXPECT_GT(most, 0.1);
  }
}

// ---- Coils and rings

/// `turns` of a helix about x, of a pitch.
std::vector<float> helix(int turns, int each, double radius, double pitch) {
  std::vector<float> points;
  for (int i = 0; i <= turns * each; ++i) {
    const double angle = 2 * M_PI * i / each;
    points.insert(points.end(), {float(pitch * i / each), float(radius * std::cos(angle)),
                                 float(radius * std::sin(angle))});
  }
  return points;
}

TEST(Rods, ACoilIsAtRestInItsShape) {
  World world;
  world.settings.gravity = {};
  RodDef def = rodOf(1);
  def.points = helix(5, 20, 0.1, 0.05), def.radius = 0.005f;
  def.rotation = Quat(0.1f, 0.5f, -0.3f, 0.8f);
  need(world.addRod(def));
  const Vec3 before = pointAt(world, 70);
  EXPECT_LT(world.energy().elastic, 1e-9);
  run(world, 1);
  EXPECT_LT(length(pointAt(world, 70) - before), 1e-5f);
}

TEST(Rods, ACoilStretchesAsASpring) {
  // k = G d⁴ / (8 D³ n), of a close coil.
  World world;
  world.settings.gravity = {};
  RodDef def = rodOf(1);
  def.points = helix(8, 30, 0.1, 0.02), def.radius = 0.004f, def.springDamping = 0.1f;
  def.clamps.names = {"left", "right"};
  need(world.addRod(def));
  const int last = rodAt(world).count - 1;
  const double stretch = 0.02;
  Particles& p = world.soft.particles;
  Quad& end = p.positions[size_t(rodAt(world).first + last)];
  end.x += float(stretch);
  run(world, 6);
  ConstraintReadout read;
  readConstraints(rodAt(world), p, "rodStretch", read);
  const double g = 1e8 / (2 * 1.3), d = 0.008, coil = 0.2;
  const double right = stretch * g * std::pow(d, 4) / (8 * std::pow(coil, 3) * 8);
  EXPECT_NEAR(std::abs(double(read.forces[read.forces.size() / 6 * 3])) / right, 1, 0.03);
}

/// A ring whose ends are clamped to each other with a twist between them: how far it leaves its
/// plane [m].
double leavesPlane(double twist) {
  World world;
  world.settings.gravity = {}, world.settings.substeps = 8;
  constexpr int kSegments = 60;
  RodDef def = rodOf(kSegments);
  def.poissonRatio = 0, def.springDamping = 0.002f;
  def.clamps.names = {"left", "right"};
  const double radius = kSegments / (2 * M_PI) / kSegments;
  const auto turned = [&](double at, double angle) {
    // About z along the ring, then about its own axis.
    const Quatd around{0, 0, std::sin(at / 2), std::cos(at / 2)};
    return around * Quatd{std::sin(angle / 2), 0, 0, std::cos(angle / 2)};
  };
  std::mt19937 random(3);
  std::uniform_real_distribution<float> little(-1e-4f, 1e-4f);
  const auto add = [&](const Quatd& q) {
    def.rotations.insert(def.rotations.end(), {float(q.x), float(q.y), float(q.z), float(q.w)});
  };
  for (int i = 0; i <= kSegments; ++i) {
    const double at = 2 * M_PI * i / kSegments;
    const bool isEnd = i == 0 || i == kSegments;
    def.positions.insert(def.positions.end(),
                         {float(radius * std::sin(at)), float(radius * (1 - std::cos(at))),
                          isEnd ? 0 : little(random)});
    if (i < kSegments) add(turned(2 * M_PI * (i + 0.5) / kSegments, twist * (i + 0.5) / kSegments));
  }
  add(turned(2 * M_PI, twist));
  add(turned(0, 0));
  need(world.addRod(def));
  // Having left it, it lies down again with two turns of twist less: it goes through itself.
  double most = 0;
  for (int step = 0; step < 180; ++step) {
    EXPECT_FALSE(world.step(1 / 60.0));
    for (int i = 0; i <= kSegments; ++i) most = max(most, std::abs(double(pointAt(world, i).z)));
  }
  return most;
}

TEST(Rods, ARingLeavesItsPlaneAtMichellsTwist) {
  // 2π √3 EI/GJ [Michell 1889; Zajac 1962]
  const double critical = 2 * M_PI * std::sqrt(3.0);
  EXPECT_LT(leavesPlane(0.97 * critical), 0.002);
  EXPECT_GT(leavesPlane(1.03 * critical), 0.05);
}

// ---- Motion

TEST(Rods, FreeOnesKeepTheirMomentaAndGainNoEnergy) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> one(-1, 1);
  for (const ParticleSolver solver :
       {ParticleSolver::Colored, ParticleSolver::GaussSeidel, ParticleSolver::Jacobi})
    for (int k = 0; k < (longRun() ? 40 : 4); ++k) {
      World world;
      world.settings.gravity = {}, world.settings.particleSolver = solver;
      world.settings.substeps = 1 << (k % 4);
      RodDef def = rodOf(3 + 5 * (k % 5));
      def.youngsModulus = std::pow(10.0f, 5 + 3 * one(random)), def.radius = 0.03f;
      def.springDamping = k % 2 == 0 ? 0 : 0.01f;
      if (k % 3 == 0) def.points = helix(2, 10, 0.2, 0.1);
      need(world.addRod(def));
      const Cloth& rod = rodAt(world);
      Particles& p = world.soft.particles;
      const Vec3 drift{one(random), one(random), one(random)};
      const Vec3 spin{2 * one(random), 2 * one(random), 2 * one(random)};
      for (int i = rod.first; i < rod.first + rod.count; ++i) {
        p.velocities[size_t(i)].setXyz(drift + cross(spin, p.positions[size_t(i)].xyz()) +
                                       Vec3{0.2f * one(random), 0.2f * one(random), 0});
        if (p.spins[size_t(i)].w > 0) p.spins[size_t(i)].setXyz(spin);
      }
      const Momentum before = world.momentum();
      double linear = 0, angular = 0;  // as they would be if nothing cancelled
      for (int i = rod.first; i < rod.first + rod.count; ++i) {
        const double momentum =
            double(length(p.velocities[size_t(i)].xyz()) / p.positions[size_t(i)].w);
        linear += momentum;
        angular += momentum * double(length(p.positions[size_t(i)].xyz()));
      }
      const double energy = world.energy().kinetic + world.energy().elastic;
      for (int i = 0; i < 120; ++i) {
        ASSERT_FALSE(world.step(1 / 60.0));
        const Energy now = world.energy();
        // One by one they do not reach their rest in a substep, and seem to hold much.
        const double elastic = solver == ParticleSolver::Colored ? now.elastic : 0;
        EXPECT_LT(now.kinetic + elastic, 1.005 * energy) << k << " " << int(solver);
      }
      EXPECT_LT(length(world.momentum().linear - before.linear), 1e-5 * linear);
      EXPECT_LT(length(world.momentum().angular - before.angular), 1e-5 * angular)
          << k << " " << int(solver);
    }
}

TEST(Rods, LieOnTheGroundAndRollOffNothing) {
  World world;
  BodyDef ground;
  ground.type = BodyType::Static, ground.shape = Plane{};
  need(world.addBody(ground));
  RodDef def = rodOf(20);
  def.youngsModulus = 1e6f, def.position = {0, 0.3f, 0}, def.rotation = Quat(0, 0, 0.2f, 0.98f);
  need(world.addRod(def));
  run(world, 4);
  for (int i = 0; i <= 20; ++i) EXPECT_NEAR(pointAt(world, i).y, def.radius, 0.002f);
}

// ---- Descriptions

TEST(Rods, SnapshotsAndDescriptionsGoOnTheSameWay) {
  World world;
  RodDef def = rodOf(1);
  def.points = helix(3, 12, 0.1, 0.05), def.clamps.names = {"left"};
  const RodId id = need(world.addRod(def));
  world.soft.particles.spins[5].setXyz({3, 2, 1});
  run(world, 0.5);
  World other;
  need(other.addRod(world.describe(id)));
  EXPECT_EQ(other.hash(), world.hash());
  const auto bytes = world.snapshot();
  run(world, 0.5);
  const uint64_t later = world.hash();
  run(other, 0.5);
  EXPECT_EQ(other.hash(), later);
  ASSERT_FALSE(world.restore(bytes));
  run(world, 0.5);
  EXPECT_EQ(world.hash(), later);
}

TEST(Rods, AClampThatIsAddedHoldsTheEndAsItIs) {
  World world;
  world.settings.gravity = {};
  const RodId id = need(world.addRod(rodOf(10)));
  Particles& p = world.soft.particles;
  for (int i = 0; i < 10; ++i) p.spins[size_t(i)].setXyz({1, 0, 0});
  run(world, 0.5);
  const Quad before = p.rotations[9];
  EXPECT_GT(before.x, 0.2f);
  RodDef def = world.describe(id);
  def.clamps.names = {"right"};
  def.positions.clear(), def.velocities.clear(), def.rotations.clear(),
      def.angularVelocities.clear();
  ASSERT_FALSE(world.redefine(id, def));
  EXPECT_EQ(p.rotations[10].x, before.x);
  EXPECT_EQ(p.positions[10].w, 0);
  def.springDamping = 0.5f;
  ASSERT_FALSE(world.redefine(id, def));
  run(world, 20);
  EXPECT_NEAR(p.rotations[9].x, before.x, 1e-3f);
  EXPECT_NEAR(p.rotations[0].x, before.x, 1e-2f);
}

TEST(Rods, RefuseWhatIsNoRod) {
  const auto pathOf = [](auto&& change) {
    World world;
    RodDef def = rodOf(4);
    change(def);
    const uint64_t before = world.hash();
    const Result<RodId> made = world.addRod(def);
    EXPECT_TRUE(made || world.hash() == before);
    return made ? std::string("none") : made.error->path;
  };
  EXPECT_EQ(pathOf([](RodDef&) {}), "none");
  EXPECT_EQ(pathOf([](RodDef& d) { d.points = {0, 0, 0}; }), "points");
  EXPECT_EQ(pathOf([](RodDef& d) { d.points = {0, 0, 0, 1, 0}; }), "points");
  EXPECT_EQ(pathOf([](RodDef& d) { d.points = {0, 0, 0, 1, 0, 0, 1, 0, 0}; }), "points[6]");
  EXPECT_EQ(pathOf([](RodDef& d) { d.points = {0, 0, 0, NAN, 0, 0}; }), "points[3]");
  EXPECT_EQ(pathOf([](RodDef& d) { d.segments = 0; }), "segments");
  EXPECT_EQ(pathOf([](RodDef& d) { d.length = 0; }), "length");
  EXPECT_EQ(pathOf([](RodDef& d) { d.radius = 0; }), "radius");
  EXPECT_EQ(pathOf([](RodDef& d) { d.youngsModulus = 0; }), "youngsModulus");
  EXPECT_EQ(pathOf([](RodDef& d) { d.poissonRatio = 0.6f; }), "poissonRatio");
  EXPECT_EQ(pathOf([](RodDef& d) { d.clamps.indices = {2}; }), "clamps");
  EXPECT_EQ(pathOf([](RodDef& d) { d.clamps.names = {"top"}; }), "clamps");
  EXPECT_EQ(pathOf([](RodDef& d) { d.rotations.assign(20, 0.5f); }), "rotations");
  EXPECT_EQ(pathOf([](RodDef& d) { d.rotations.assign(24, 0); }), "rotations[0]");
  EXPECT_EQ(pathOf([](RodDef& d) { d.angularVelocities.assign(15, 0); }), "angularVelocities");
}

TEST(Rods, OfTwoPointsAndOfExtremeMeasuresStayNumbers) {
  for (const float radius : {1e-4f, 1.0f})
    for (const float modulus : {1.0f, 1e12f})
      for (const int segments : {1, 2, 200}) {
        World world;
        RodDef def = rodOf(segments);
        def.radius = radius, def.youngsModulus = modulus, def.clamps.names = {"left", "right"};
        need(world.addRod(def));
        run(world, 1);
        EXPECT_FALSE(rodAt(world).isStopped());
        EXPECT_LT(length(pointAt(world, segments / 2)), 6) << radius << " " << modulus;
      }
}

}  // namespace rod_test
}  // namespace holonom
