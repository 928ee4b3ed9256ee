// Bodies that hang from ropes, rods and cloth by attachments, far heavier than what holds them.
#include <gtest/gtest.h>

#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace hanging_bodies_test {

using scenes::need;

constexpr float kGravity = 9.81f;

struct Case {
  ParticleSolver solver = ParticleSolver::Colored;
  int substeps = 4;
  float dt = 1.0f / 60;
  float mass = 10;
  float below = 0.3f;  ///< center of the body below where it is attached [m]
};

World worldOf(const Case& c) {
  WorldSettings settings;
  settings.substeps = c.substeps;
  settings.particleSolver = c.solver;
  return World(settings);
}

BodyId addBall(World& world, const Case& c, Vec3 attachedAt) {
  BodyDef ball = scenes::sphereAt(attachedAt - Vec3{0, c.below, 0}, c.below);
  ball.mass = c.mass;
  return need(world.addBody(ball));
}

/// Of the particles of the first object, its longest and mean distances, as shares of `rest` [m].
std::pair<double, double> stretches(const World& world, int first, int count, float rest) {
  double most = 0, sum = 0;
  for (int i = first; i + 1 < first + count; ++i) {
    const double l = double(length(world.soft.particles.positions[i + 1].xyz() -
                                   world.soft.particles.positions[i].xyz()));
    most = std::max(most, l / double(rest));
    sum += l / double(rest);
  }
  return {most, sum / (count - 1)};
}

/// A rope of 1 m and 0.1 kg that hangs straight from its pinned end.
void expectHangs(const Case& c) {
  SCOPED_TRACE(testing::Message() << "solver " << int(c.solver) << ", " << c.substeps
                                  << " substeps of " << c.dt << " s, " << c.mass << " kg, "
                                  << c.below << " m below");
  World world = worldOf(c);
  RopeDef rope;
  rope.length = 1;
  rope.segments = 20;
  rope.rotation = {0, 0, -0.70710678f, 0.70710678f};
  rope.pins.names = {"left"};
  rope.damping = 1;
  const RopeId id = need(world.addRope(rope));
  const Vec3 end = world.soft.particles.positions[20].xyz();
  AttachmentDef tie;
  tie.rope = id;
  tie.point = 20;
  tie.body = addBall(world, c, end);
  const AttachmentId attachment = need(world.addAttachment(tie));
  const int steps = int(4 / c.dt);
  double force = 0;
  for (int i = 0; i < steps; ++i) {
    ASSERT_FALSE(world.step(c.dt));
    if (i >= steps / 2) force += double(world.forceOf(attachment).y) / (steps - steps / 2);
  }
  const auto [most, mean] = stretches(world, 0, 21, 0.05f);
  // The body turns about its point of attachment, so that a share of its fall in a substep is left.
  const float h = c.dt / float(c.substeps), left = 4 * kGravity * h * h;
  EXPECT_LT(most, 1.01f + left / 0.05f);
  EXPECT_LT(mean, 1.001f + left);
  EXPECT_NEAR(force, -double(c.mass * kGravity), 0.01 * double(c.mass * kGravity));
  EXPECT_LT(length(world.bodies.states[0].linear), 0.01f);
}

TEST(HangingBodies, StretchARopeNoMoreThanTheirMassAllows) {
  for (const float mass : {0.01f, 1.0f, 10.0f, 1000.0f})
    for (const float below : {0.03f, 0.3f}) expectHangs({.mass = mass, .below = below});
}

TEST(HangingBodies, HangAlikeWithEverySolverAndStep) {
  for (const ParticleSolver solver : allOf<ParticleSolver>())
    for (const int substeps : {1, 4, 16})
      for (const float dt : {1.0f / 120, 1.0f / 30})
        expectHangs({.solver = solver, .substeps = substeps, .dt = dt});
}

TEST(HangingBodies, BendARodAsTheSameForceDoes) {
  // A cantilever's tip sinks by F l³/(3 E I), here 2.4 mm.
  for (const float mass : {0.1f, 1.0f, 10.0f}) {
    World world = worldOf({.substeps = 16});
    RodDef rod;
    rod.length = 1;
    rod.segments = 32;
    rod.radius = 0.01f;
    rod.density = 100;
    rod.clamps.names = {"left"};
    rod.damping = 3;
    const double inertia = 3.14159265 * 1e-8 / 4;
    const double sag = 0.0024;
    rod.youngsModulus = float(double(mass * kGravity) / (3 * inertia * sag));
    const RodId id = need(world.addRod(rod));
    const Vec3 before = world.soft.particles.positions[32].xyz();
    AttachmentDef tie;
    tie.rod = id;
    tie.point = 32;
    BodyDef ball = scenes::sphereAt(before - Vec3{0, 0.06f, 0}, 0.05f);
    ball.mass = mass;
    tie.body = need(world.addBody(ball));
    need(world.addAttachment(tie));
    for (int i = 0; i < 600; ++i) ASSERT_FALSE(world.step(1.0f / 60));
    const Vec3 tip = world.soft.particles.positions[32].xyz();
    const double own =
        double(rod.density) * 3.14159265e-4 * 9.81 / (8 * double(rod.youngsModulus) * inertia);
    EXPECT_NEAR(double(before.y - tip.y), sag + own, 0.03 * (sag + own)) << mass;
    EXPECT_NEAR(double(tip.x), double(before.x), 1e-3) << mass;
  }
}

TEST(HangingBodies, SwingOnARopeAsAPendulum) {
  // 100 kg on a rope of 0.1 kg, from 0.2 rad: T = 2π √(l/g (1 + r²/l² · 2/5)) (1 + θ²/16).
  World world = worldOf({});
  RopeDef rope;
  rope.length = 2;
  rope.segments = 10;
  rope.mass = 0.1f;
  rope.position = {std::sin(0.2f), -std::cos(0.2f), 0};
  const float half = 0.5f * (0.2f - 1.5707963f);
  rope.rotation = {0, 0, std::sin(half), std::cos(half)};
  rope.pins.names = {"left"};
  const RopeId id = need(world.addRope(rope));
  const Vec3 end = world.soft.particles.positions[10].xyz();
  BodyDef ball = scenes::sphereAt((2.1f / 2) * end, 0.1f);
  ball.mass = 100;
  AttachmentDef tie;
  tie.rope = id;
  tie.point = 10;
  tie.body = need(world.addBody(ball));
  need(world.addAttachment(tie));
  int crossings = 0;
  double first = 0, last = 0, highest = 0, before = 1;
  for (int i = 1; i <= 1800; ++i) {
    ASSERT_FALSE(world.step(1.0f / 60));
    const Vec3 at = world.bodies.poses[0].position;
    const double x = double(at.x);
    EXPECT_NEAR(length(at), 2.1f, 0.004f);
    if (before > 0 && x <= 0) {
      last = (i - x / (x - before)) / 60;
      if (crossings++ == 0) first = last;
    }
    before = x;
    if (i > 1500) highest = std::max(highest, x);
  }
  const double l = 2.1, period = 2 * 3.14159265 * std::sqrt(l / 9.81 * (1 + 0.4 * 0.01 / (l * l)));
  EXPECT_NEAR((last - first) / (crossings - 1), period * (1 + 0.04 / 16), 0.005 * period);
  // What implicit Euler damps in 25 to 30 s: by ω² h/2.
  const double damped = std::exp(-9.81 / l / 240 / 2 * 30);
  EXPECT_GT(highest, 0.95 * damped * l * std::sin(0.2));
  EXPECT_LT(highest, 1.001 * l * std::sin(0.2));
}

/// Of bodies and particles.
Vec3d momentumOf(const World& world) {
  Vec3d p;
  for (int i = 0; i < world.bodies.size(); ++i)
    p += double(world.bodies.masses[i].mass) * toDouble(world.bodies.states[i].linear);
  const Cloth& object = world.soft.cloths[0];
  for (int i = object.first; i < object.first + object.count; ++i)
    p += (1 / double(world.soft.particles.positions[i].w)) *
         toDouble(world.soft.particles.velocities[i].xyz());
  return p;
}

/// A box at a point, on one side of what lies along x.
BodyId addSpinningBox(World& world, Vec3 point, float side, float mass) {
  BodyDef box = scenes::boxAt(point + Vec3{side * 0.1f, 0, 0}, {0.1f, 0.05f, 0.05f});
  box.mass = side < 0 ? mass : 2 * mass;
  box.linearVelocity = Vec3{0, side * 2, 0.3f};
  box.angularVelocity = Vec3{side, 0.5f, 2};
  return need(world.addBody(box));
}

/// Two boxes, and what they are attached to, of this mass: to 1e-5 of mass × 2 m/s.
void expectMomentumKept(World& world, float mass, float attachedTo) {
  const Vec3d before = momentumOf(world);
  for (int i = 0; i < 300; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  EXPECT_LT(length(momentumOf(world) - before), 1e-5 * (3 * double(mass) + double(attachedTo)) * 2)
      << mass;
}

World weightless() {
  World world = worldOf({});
  world.settings.gravity = {};
  return world;
}

TEST(HangingBodies, OnARopeInSpaceKeepTheirMomentumAndItsLength) {
  for (const float mass : {0.01f, 1.0f, 100.0f}) {
    World world = weightless();
    RopeDef rope;
    rope.length = 1;
    rope.segments = 10;
    rope.mass = 0.1f;
    AttachmentDef tie;
    tie.rope = need(world.addRope(rope));
    for (const int point : {0, 10}) {
      tie.point = point;
      tie.body = addSpinningBox(world, world.soft.particles.positions[point].xyz(),
                                point == 0 ? -1 : 1, mass);
      need(world.addAttachment(tie));
    }
    expectMomentumKept(world, mass, 0.05f);
    const auto [most, mean] = stretches(world, 0, 11, 0.1f);
    EXPECT_LT(mean, 1.01) << mass;
  }
}

TEST(HangingBodies, OnARodInSpaceKeepTheirMomentum) {
  for (const float mass : {0.01f, 1.0f, 100.0f}) {
    World world = weightless();
    RodDef rod;
    rod.length = 1;
    rod.segments = 10;
    rod.mass = 0.1f;
    AttachmentDef tie;
    tie.rod = need(world.addRod(rod));
    for (const int point : {0, 10}) {
      tie.point = point;
      tie.body = addSpinningBox(world, world.soft.particles.positions[point].xyz(),
                                point == 0 ? -1 : 1, mass);
      need(world.addAttachment(tie));
    }
    expectMomentumKept(world, mass, 0.1f);
  }
}

TEST(HangingBodies, OnASoftBodyInSpaceKeepTheirMomentum) {
  for (const float mass : {0.01f, 1.0f, 100.0f}) {
    World world = weightless();
    SoftBodyDef bar;
    bar.lattice = LatticeDef{{1, 0.2f, 0.2f}, {10, 2, 2}};
    bar.mass = 1;
    bar.youngsModulus = 1e6f;
    AttachmentDef tie;
    tie.softBody = need(world.addSoftBody(bar));
    const auto& x = world.soft.particles.positions;
    for (const float side : {-1.0f, 1.0f}) {
      int end = 0;
      for (int i = 0; i < world.soft.cloths[0].count; ++i)
        if (length(x[i].xyz() - Vec3{side * 0.5f, 0, 0}) < 1e-4f) end = i;
      tie.point = end;
      tie.body = addSpinningBox(world, x[end].xyz(), side, mass);
      need(world.addAttachment(tie));
    }
    expectMomentumKept(world, mass, 1);
  }
}

TEST(HangingBodies, InAChainOfRopesAndBodiesBearThoseBelow) {
  // Five bodies of 20 kg, ropes of 20 g between them.
  World world = worldOf({});
  std::vector<AttachmentId> ties;
  float top = 0;
  std::optional<BodyId> above;
  for (int k = 0; k < 5; ++k) {
    RopeDef rope;
    rope.length = 0.5f;
    rope.segments = 5;
    rope.mass = 0.02f;
    rope.damping = 2;
    rope.position = {0, top - 0.25f, 0};
    rope.rotation = {0, 0, -0.70710678f, 0.70710678f};
    if (!above) rope.pins.names = {"left"};
    AttachmentDef tie;
    tie.rope = need(world.addRope(rope));
    if (above) {
      tie.body = above;
      ties.push_back(need(world.addAttachment(tie)));
    }
    BodyDef box = scenes::boxAt({0, top - 0.6f, 0}, {0.1f, 0.1f, 0.1f});
    box.mass = 20;
    tie.point = 5;
    tie.body = above = need(world.addBody(box));
    need(world.addAttachment(tie));
    top -= 0.7f;
  }
  for (int i = 0; i < 600; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  for (int k = 0; k < 4; ++k) {
    const double below = (4 - k) * (20 + 0.02) * 9.81;
    EXPECT_NEAR(double(world.forceOf(ties[size_t(k)]).y), below, 0.02 * below) << k;
  }
  EXPECT_NEAR(world.bodies.poses[4].position.y, -3.4f, 0.02f);
  for (int k = 0; k < 5; ++k) EXPECT_LT(length(world.bodies.states[k].linear), 0.01f) << k;
}

}  // namespace hanging_bodies_test
}  // namespace holonom
