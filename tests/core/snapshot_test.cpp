// A world goes back to a snapshot and on from there as it did: to the bit, in all it remembers.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "everything.h"
#include "solvers.h"
#include "world/check.h"

namespace holonom {
namespace snapshot_test {

using Bytes = std::vector<uint8_t>;

void step(World& w, int steps = 1) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(w.step(1.0f / 60));
}

/// Both go on: each later state is the same, with all that they remember.
void expectSameFuture(World& a, World& b, int steps) {
  for (int i = 0; i < steps; ++i) {
    ASSERT_EQ(a.snapshot(), b.snapshot()) << "before step " << i;
    step(a);
    step(b);
    ASSERT_EQ(a.hash(), b.hash()) << "after step " << i;
    ASSERT_EQ(a.collision.events.told().size(), b.collision.events.told().size())
        << "after step " << i;
  }
}

class SnapshotTest : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, SnapshotTest, everySolver(), solverName);

TEST_P(SnapshotTest, AFreshWorldGoesOnAsTheOldOneDoes) {
  World world;
  world.settings.solver = GetParam();
  scenes::everything(world);
  for (const int steps : {0, 30}) {
    step(world, steps);
    World other;
    ASSERT_FALSE(other.restore(world.snapshot()));
    expectSameFuture(world, other, 5);
  }
}

TEST(Snapshot, EverythingTakesPart) {
  World w;
  scenes::everything(w);
  step(w, 30);
  EXPECT_GT(w.contactCount(), 10);
  EXPECT_GT(w.sleepingCount(), 0);
  EXPECT_EQ(w.joints.all.size(), 9u);
  EXPECT_EQ(w.forces.size(), 5u);
  EXPECT_EQ(w.ties.grabs.size(), 3u);
  EXPECT_EQ(w.soft.springs.size(), 18u);
}

TEST(Snapshot, AWorldGoesBackAndTakesTheSameWay) {
  World world;
  scenes::everything(world);
  step(world, 10);
  const Bytes then = world.snapshot();
  step(world, 20);
  const uint64_t later = world.hash();
  const Bytes all = world.snapshot();
  ASSERT_FALSE(world.restore(then));
  EXPECT_EQ(world.snapshot(), then);
  step(world, 20);
  EXPECT_EQ(world.hash(), later);
  EXPECT_EQ(world.snapshot(), all);
}

TEST(Snapshot, EveryIntegratorKeepsItsMomenta) {
  for (const RigidIntegrator integrator : allIntegrators()) {
    World world, other;
    world.settings.integrator = integrator;
    scenes::everything(world);
    step(world, 10);
    ASSERT_FALSE(other.restore(world.snapshot()));
    expectSameFuture(world, other, 10);
  }
}

TEST(Snapshot, WhatWasRemovedBeforeTheStepStillEndsItsContacts) {
  World world, other;
  scenes::tower(world, 3);
  step(world, 5);
  world.remove(world.bodies.ids.idAt(2));
  ASSERT_FALSE(other.restore(world.snapshot()));
  step(world);
  step(other);
  ASSERT_GE(world.collision.events.told().size(), 2u);
  ASSERT_EQ(other.collision.events.told().size(), world.collision.events.told().size());
  EXPECT_EQ(other.collision.events.told()[0].bodyA, world.collision.events.told()[0].bodyA);
}

TEST(Snapshot, ANetThatBlewUpStaysStopped) {
  World world, other;
  SpringNetworkDef net;
  net.grid = GridDef{{1, 1}, {4, 4}};
  net.integrator = IntegratorType::ExplicitEuler;
  net.stiffness = 1e6;
  net.pins.names = {"top-left"};
  scenes::need(world.addSpringNetwork(net));
  step(world, 60);
  ASSERT_TRUE(world.soft.springs[0].stopped);
  ASSERT_FALSE(other.restore(world.snapshot()));
  EXPECT_EQ(other.soft.springs[0].stoppedStep, world.soft.springs[0].stoppedStep);
  expectSameFuture(world, other, 3);
}

TEST(Snapshot, TheSaveFileOfARestoredWorldIsTheSame) {
  World world, other;
  scenes::everything(world);
  step(world, 10);
  ASSERT_FALSE(other.restore(world.snapshot()));
  World a, b;
  ASSERT_FALSE(loadScene(a, saveScene(world)));
  ASSERT_FALSE(loadScene(b, saveScene(other)));
  step(a, 5);
  step(b, 5);
  EXPECT_EQ(a.hash(), b.hash());
}

TEST(Snapshot, AnswersQuestionsAtOnce) {
  World world, other;
  scenes::everything(world);
  step(world, 30);
  ASSERT_FALSE(other.restore(world.snapshot()));
  for (float x = -6; x < 10; x += 0.5f) {
    const auto a = world.rayCast({x, 10, 0}, {0, -1, 0}, 20, true);
    const auto b = other.rayCast({x, 10, 0}, {0, -1, 0}, 20, true);
    ASSERT_EQ(a.value.size(), b.value.size());
    for (size_t i = 0; i < a.value.size(); ++i) EXPECT_EQ(a.value[i].body, b.value[i].body);
  }
  EXPECT_EQ(world.solverReport().residual, other.solverReport().residual);
  EXPECT_EQ(world.islandCount(), other.islandCount());
  const JointId hinge = world.joints.all.idAt(0);
  EXPECT_EQ(world.readout(hinge).reaction.force, other.readout(hinge).reaction.force);
}

// ---- handles

TEST(Snapshot, HandlesOfItsTimeLiveAndLaterOnesAreStale) {
  World world;
  scenes::tower(world, 3);
  const BodyId early = world.bodies.ids.idAt(1), removed = world.bodies.ids.idAt(3);
  const Bytes then = world.snapshot();
  const BodyId late = scenes::need(world.addBody(scenes::boxAt({0, 9, 0})));
  world.remove(removed);
  ASSERT_FALSE(world.restore(then));
  world.leaveFuture();
  EXPECT_EQ(world.indexOf(early), 1);
  EXPECT_EQ(world.indexOf(removed), 3);
  EXPECT_EQ(world.indexOf(late), -1);
  // Nobody takes the name of what is forgotten, however often.
  for (int i = 0; i < 5; ++i) {
    const BodyId next = scenes::need(world.addBody(scenes::boxAt({5, 9, 0})));
    EXPECT_NE(next, late);
    EXPECT_EQ(world.indexOf(late), -1);
    ASSERT_FALSE(world.restore(then));
    world.leaveFuture();
    EXPECT_EQ(world.indexOf(next), -1);
  }
}

TEST(Snapshot, TheSameCallsGiveTheSameHandlesUntilTheFutureIsLeft) {
  World world;
  scenes::tower(world, 3);
  const Bytes then = world.snapshot();
  const BodyId first = scenes::need(world.addBody(scenes::boxAt({0, 9, 0})));
  ASSERT_FALSE(world.restore(then));
  EXPECT_EQ(scenes::need(world.addBody(scenes::boxAt({0, 9, 0}))), first);
}

// ---- bytes

TEST(Snapshot, HasNoByteThatIsNotState) {
  // What lay in the memory before must not show: one world is built where another was.
  Bytes snapshots[2];
  for (Bytes& snapshot : snapshots) {
    const size_t size = 64 + 1000 * size_t(&snapshot - snapshots);
    std::vector<std::unique_ptr<uint8_t[]>> dirt;
    for (int i = 0; i < 200; ++i) {
      dirt.emplace_back(new uint8_t[size + size_t(i)]);
      std::memset(dirt.back().get(), size == 64 ? 0xaa : 0x55, size + size_t(i));
    }
    dirt.clear();
    World world;
    scenes::everything(world);
    step(world, 20);
    snapshot = world.snapshot();
  }
  EXPECT_EQ(snapshots[0], snapshots[1]);
}

TEST(Snapshot, DamageIsRefusedAndChangesNothing) {
  World world;
  scenes::everything(world);
  step(world, 3);
  const Bytes good = world.snapshot();
  World other;
  scenes::tower(other, 2);
  const Bytes before = other.snapshot();
  const auto expectRefused = [&](const Bytes& bytes, ErrorCode code) {
    const Status bad = other.restore(bytes);
    ASSERT_TRUE(bad);
    EXPECT_EQ(bad->code, code) << bad->allowed();
    EXPECT_EQ(bad->path, "bytes");
    EXPECT_EQ(other.snapshot(), before);
  };
  expectRefused({}, ErrorCode::Type);
  expectRefused(Bytes(1000, 7), ErrorCode::Type);
  for (const size_t length : {size_t(3), size_t(23), size_t(24), good.size() / 2, good.size() - 1})
    expectRefused(Bytes(good.begin(), good.begin() + long(length)), ErrorCode::Type);
  for (size_t at = 8; at < good.size(); at += 9973) {
    Bytes flipped = good;
    flipped[at] ^= 4;
    expectRefused(flipped, ErrorCode::Type);
  }
  Bytes longer = good;
  longer.push_back(0);
  expectRefused(longer, ErrorCode::Type);
  Bytes old = good;
  ++old[4];
  expectRefused(old, ErrorCode::Version);
}

TEST(Snapshot, ChangesOfTheLayoutRaiseTheVersion) {
  // A new member of any state changes this size: then raise kSnapshotVersion, and set it anew.
  World world;
  scenes::everything(world);
  ASSERT_FALSE(world.step(1.0f / 60));
  EXPECT_EQ(world.snapshot().size(), 526417u);
}

}  // namespace snapshot_test
}  // namespace holonom
