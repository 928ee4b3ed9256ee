// A step allocates nothing once capacities have settled: every operator new of this program counts.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>

#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace {
size_t allocations = 0, liveBytes = 0;

/// The size goes before what is given out.
void* counted(size_t size, size_t alignment = alignof(std::max_align_t)) {
  ++allocations;
  const size_t whole = (size + 2 * alignment - 1) / alignment * alignment;
  char* const p = static_cast<char*>(std::aligned_alloc(alignment, whole));
  if (!p) std::abort();
  std::memcpy(p, &size, sizeof size);
  liveBytes += size;
  return p + alignment;
}
void release(void* p, size_t alignment = alignof(std::max_align_t)) {
  if (!p) return;
  char* const start = static_cast<char*>(p) - alignment;
  size_t size;
  std::memcpy(&size, start, sizeof size);
  liveBytes -= size;
  std::free(start);
}
}  // namespace

void* operator new(size_t size) { return counted(size); }
void* operator new[](size_t size) { return counted(size); }
void* operator new(size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void* operator new[](size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void* operator new(size_t size, std::align_val_t a) { return counted(size, size_t(a)); }
void* operator new[](size_t size, std::align_val_t a) { return counted(size, size_t(a)); }
void operator delete(void* p) noexcept { release(p); }
void operator delete[](void* p) noexcept { release(p); }
void operator delete(void* p, size_t) noexcept { release(p); }
void operator delete[](void* p, size_t) noexcept { release(p); }
void operator delete(void* p, std::align_val_t a) noexcept { release(p, size_t(a)); }
void operator delete[](void* p, std::align_val_t a) noexcept { release(p, size_t(a)); }
void operator delete(void* p, size_t, std::align_val_t a) noexcept { release(p, size_t(a)); }
void operator delete[](void* p, size_t, std::align_val_t a) noexcept { release(p, size_t(a)); }

namespace holonom {
namespace allocation_test {

/// Allocations of `steps` steps after `warmUp` steps.
size_t allocationsOf(World& world, int warmUp, int steps) {
  for (int i = 0; i < warmUp; ++i) EXPECT_FALSE(world.step(1.0f / 60));
  const size_t before = allocations;
  for (int i = 0; i < steps; ++i)
    if (world.step(1.0f / 60)) std::abort();
  return allocations - before;
}

TEST(Allocation, ABodyAndItsContactsTakeTwoKilobytes) {
  const size_t before = liveBytes;
  World world;
  world.settings.gravity = {};
  world.settings.sleeping = false;
  constexpr int kSide = 31;  // each inner ball touches four
  for (int i = 0; i < kSide * kSide; ++i)
    scenes::need(world.addBody(scenes::sphereAt({float(i % kSide), 0, float(i / kSide)}, 0.5f)));
  for (int i = 0; i < 10; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  EXPECT_EQ(world.contactCount(), 2 * kSide * (kSide - 1));
  EXPECT_LE((liveBytes - before) / size_t(world.bodies.size()), 2048u);
}

// Of these, 130 bytes are for continuous collision, 90 for forces over the whole step, 10 for
// static, rolling and torsional friction and the velocity of surfaces, 8 for lists of what is
// active, 48 for accelerations, 52 for islands that are solved exactly, and 38 to build the tree of
// boxes anew and to follow what impacts turn.
TEST(Allocation, ABodyOfADensePileTakesLittle) {
  const size_t before = liveBytes;
  World world;
  world.settings.sleeping = false;
  constexpr int kSide = 10, kLayers = 10;
  scenes::pit(world, 0.5f * kSide);
  Random random(4242);
  for (int i = 0; i < kSide * kSide * kLayers; ++i) {
    const auto place = [&](int k) {
      return float(k) - 0.5f * (kSide - 1) + random.real(-0.05f, 0.05f);
    };
    const float x = place(i % kSide), z = place(i / kSide % kSide);
    BodyDef body;
    body.position = {x, 1 + 1.1f * float(i / (kSide * kSide)), z};
    body.rotation = random.rotation();
    const float size = random.real(0.3f, 0.5f);
    if (i % 3 == 0) body.shape = Box{{0.75f * size, 0.7f * size, 0.6f * size}};
    if (i % 3 == 1) body.shape = Sphere{size};
    if (i % 3 == 2) body.shape = Capsule{0.55f * size, 0.5f * size};
    scenes::need(world.addBody(body));
  }
  for (int i = 0; i < 150; ++i) ASSERT_FALSE(world.step(1.0f / 60));
  EXPECT_GE(world.contactCount(), 2 * kSide * kSide * kLayers);
  // How the pile fell decides how many contacts there are, of 250 bytes each; the list of them
  // grows by 20 bytes a body at once.
  const double count = world.bodies.size(), more = world.contactCount() / count - 2.86;
  EXPECT_LE(double(liveBytes - before) / count - 250 * more, 2410);
}

TEST(Allocation, TheCounterCounts) {
  const size_t before = allocations;
  // Called by name: a compiler may leave out a new expression whose memory is not used.
  void* const plain = ::operator new(100);
  void* const aligned = ::operator new(128, std::align_val_t(64));
  EXPECT_EQ(allocations - before, 2u);
  ::operator delete(plain);
  ::operator delete(aligned, std::align_val_t(64));
}

TEST(Allocation, NoneInAStandingPyramid) {
  for (const SolverType solver : allSolvers()) {
    WorldSettings s;
    s.solver = solver;
    World world(s);
    scenes::pyramid(world, 6);
    EXPECT_EQ(allocationsOf(world, 30, 30), 0u) << nameOf(solver);
  }
}

TEST(Allocation, NoneWhereManifoldsAreIncremental) {
  World world;
  world.settings.contactManifold = ContactManifold::Incremental;
  world.settings.sleeping = false;
  scenes::pyramid(world, 6);
  EXPECT_EQ(allocationsOf(world, 30, 30), 0u);
}

TEST(Allocation, NoneAmongJointsWithAnySolver) {
  for (const SolverType solver : allSolvers()) {
    WorldSettings s;
    s.solver = solver;
    s.sleeping = false;
    World world(s);
    scenes::addPlane(world);
    std::optional<BodyId> last;
    for (int i = 0; i < 7; ++i) {
      const BodyId link = scenes::need(world.addBody(scenes::boxAt({0, 8.5f - float(i), 0})));
      const Vec3 anchor{0, 9 - float(i), 0};
      const AngularLimits limits{-0.2f, 0.2f};
      if (i % 2 == 0) {
        BallJoint j;
        j.bodyA = link, j.bodyB = last, j.anchor = anchor;
        j.swingLimit = 0.3f, j.twistLimits = limits;
        scenes::need(world.addJoint(j));
      } else {
        HingeJoint j;
        j.bodyA = link, j.bodyB = last, j.anchor = anchor;
        j.axis = Vec3{0, 0, 1}, j.limits = limits;
        scenes::need(world.addJoint(j));
      }
      last = link;
    }
    EXPECT_EQ(allocationsOf(world, 60, 60), 0u) << nameOf(solver);
  }
}

TEST(Allocation, NoneInAClothThatLiesOnBodies) {
  World world;
  scenes::addPlane(world);
  scenes::need(world.addBody(scenes::sphereAt({0, 0.3f, 0}, 0.3f)));
  scenes::need(world.addBody(scenes::boxAt({0.6f, 0.2f, 0}, {0.2f, 0.2f, 0.2f})));
  ClothDef cloth;
  cloth.grid = GridDef{{1.5f, 1}, {20, 14}};
  cloth.position = {0.2f, 0.7f, 0};
  scenes::need(world.addCloth(cloth));
  EXPECT_EQ(allocationsOf(world, 240, 60), 0u);
}

TEST(Allocation, NoneInClothThatLiesOnCloth) {
  World world;
  scenes::addPlane(world);
  for (int k = 0; k < 2; ++k) {
    ClothDef cloth;
    cloth.grid = GridDef{{1, 1}, {14, 14}};
    cloth.position = {0.01f, 0.1f + 0.1f * float(k), 0};
    cloth.selfCollision = true;
    scenes::need(world.addCloth(cloth));
  }
  EXPECT_EQ(allocationsOf(world, 240, 60), 0u);
}

TEST(Allocation, NoneInClothWithAnySolverAndIntegrator) {
  for (const char* const& name : EnumNames<ParticleSolver>::names)
    for (const ParticleIntegrator integrator :
         {ParticleIntegrator::Euler, ParticleIntegrator::Bdf2}) {
      WorldSettings s;
      s.particleSolver = ParticleSolver(&name - EnumNames<ParticleSolver>::names);
      s.particleIntegrator = integrator;
      s.particleResiduals = true;
      World world(s);
      scenes::hangingCloth(world, 8);
      EXPECT_EQ(allocationsOf(world, 10, 20), 0u) << name;
    }
}

TEST(Allocation, NoneInRowsOfTheUser) {
  for (const SolverType solver : allSolvers()) {
    World world = scenes::sleeplessWorld(solver, 4, {0, -9.81f, 0});
    std::vector<BodyId> ids;
    for (int i = 0; i < 4; ++i)
      ids.push_back(scenes::need(world.addBody(scenes::sphereAt({2.0f * float(i), 0, 0}, 0.2f))));
    UserFunctions sum;
    sum.valueOfBodies = [](void*, std::span<const UserPose> p) {
      double y = 0;
      for (const UserPose& each : p) y += each.position.y;
      return y;
    };
    UserConstraintDef def;
    for (const size_t count : {4, 2, 1}) {
      def.bodies.assign(ids.begin(), ids.begin() + std::ptrdiff_t(count));
      scenes::need(world.addUserConstraint(def, sum));
    }
    EXPECT_EQ(allocationsOf(world, 10, 20), 0u) << nameOf(solver);
  }
}

TEST(Allocation, NoneInConstraintsOfTheUser) {
  World world;
  ClothDef def;
  def.grid = GridDef{{1, 1}, {4, 4}};
  const ClothId cloth = scenes::need(world.addCloth(def));
  const UserFunctions height{[](void*, std::span<const Vec3d> x) { return x[0].y; }};
  for (int i = 0; i < 4; ++i)
    scenes::need(world.addUserConstraint({{{cloth, i}, {cloth, i + 5}}}, height));
  EXPECT_EQ(allocationsOf(world, 2, 20), 0u);
}

TEST(Allocation, NoneInAPileOfGrainsWithARopeOnIt) {
  World world;
  scenes::pileAndRope(world);
  EXPECT_EQ(allocationsOf(world, 300, 60), 0u);
}

TEST(Allocation, NoneInASpringNet) {
  for (size_t k = 0; k < std::size(EnumNames<IntegratorType>::names); ++k)
    for (const LinearSolverType solver : {LinearSolverType::Pcg, LinearSolverType::Ldlt}) {
      World world;
      const SpringNetworkId net = scenes::hangingNet(world, IntegratorType(k));
      SpringNetworkDef settings = world.describe(net);
      settings.stiffness = 5;
      settings.linearSolver = solver;
      settings.newtonIterations = 3;
      settings.drag = settings.lift = 0.1f;
      settings.forces.assign(3 * world.soft.springs[0].network.masses.size(), 1e-4);
      ASSERT_FALSE(world.redefine(net, settings));
      EXPECT_EQ(allocationsOf(world, 60, 60), 0u) << EnumNames<IntegratorType>::names[k];
    }
}

TEST(Allocation, NoneWhereForcesAct) {
  for (const RigidIntegrator integrator : allIntegrators()) {
    WorldSettings settings;
    settings.integrator = integrator;
    settings.sleeping = false;
    World world(settings);
    scenes::addPlane(world);
    SpringForce spring;
    spring.bodyA = scenes::need(world.addBody(scenes::boxAt({0, 0.6f, 0})));
    spring.bodyB = scenes::need(world.addBody(scenes::boxAt({2, 0.6f, 0})));
    PointForce push;
    push.body = spring.bodyA;
    push.force = {100, 0, 0};
    DragForce drag;
    drag.quadratic = 1;
    scenes::need(world.addForce(spring));
    scenes::need(world.addForce(push));
    scenes::need(world.addForce(drag));
    EXPECT_EQ(allocationsOf(world, 30, 60), 0u);
  }
}

TEST(Allocation, NoneWhereEverythingMeets) {
  World world;
  scenes::mixed(world);
  GrabDef grab;
  grab.body = world.bodies.ids.idAt(1);
  scenes::need(world.addGrab(grab));
  EXPECT_EQ(allocationsOf(world, 360, 60), 0u);
}

}  // namespace allocation_test
}  // namespace holonom
