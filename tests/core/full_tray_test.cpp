// A light tray with many things on it lies still, under every solver: on the ground, on balls, on
// rods and on a lift.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "long_run.h"
#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace full_tray_test {

using scenes::boxAt;
using scenes::need;

enum class On { Ground, Balls, Rods, Lift };
constexpr On kAllOn[] = {On::Ground, On::Balls, On::Rods, On::Lift};

struct FullTray {
  On on;
  int boxes, layers;
  float heaviest;  ///< of a box, times the tray and the lightest box, which have 1 kg
};

constexpr float kHalf = 0.2f, kThick = 0.05f;

void build(World& world, const FullTray& full, uint64_t seed) {
  Random random(seed);
  scenes::addGround(world);
  const int side = int(std::ceil(std::sqrt(float(full.boxes) / float(full.layers))));
  const float wide = 0.25f * float(side) + 0.2f;
  const float height = full.on == On::Ground ? kThick : full.on == On::Balls ? 0.4f + kThick : 1;
  BodyDef def = boxAt({0, height, 0}, {wide, kThick, wide});
  def.mass = 1;
  const BodyId tray = need(world.addBody(def));
  for (const float x : {-0.8f * wide, 0.8f * wide})
    for (const float z : {-0.8f * wide, 0.8f * wide}) {
      if (full.on == On::Balls) need(world.addBody(scenes::sphereAt({x, 0.2f, z}, 0.2f)));
      if (full.on != On::Rods) continue;
      DistanceJoint rod;
      rod.bodyA = tray, rod.anchorA = Vec3{x, 0, z}, rod.anchorB = Vec3{x, 3, z};
      need(world.addJoint(rod));
    }
  if (full.on == On::Lift) {
    PrismaticJoint lift;
    lift.bodyA = tray, lift.axis = Vec3{0, 1, 0}, lift.motor.emplace();
    need(world.addJoint(lift));
  }
  for (int i = 0; i < full.boxes; ++i) {
    const int layer = i / (side * side), k = i % (side * side);
    const float middle = 0.5f * float(side - 1);
    const float above = height + kThick + kHalf * float(1 + 2 * layer);
    BodyDef box =
        boxAt({0.5f * (float(k % side) - middle), above, 0.5f * (float(k / side) - middle)},
              {kHalf, kHalf, kHalf});
    box.mass = random.real(1, full.heaviest);
    need(world.addBody(box));
  }
}

void expectRest(SolverType solver, const FullTray& full, int substeps, uint64_t seed) {
  World world = scenes::sleeplessWorld(solver, substeps, {0, -9.81f, 0});
  build(world, full, seed);
  const auto start = world.bodies.poses;
  float fastest = 0, farthest = 0;
  for (int k = 0; k < 180; ++k) {
    ASSERT_FALSE(world.step(1.0f / 60));
    for (int i = 0; i < world.bodies.size() && k >= 120; ++i)
      fastest = std::max(fastest, length(world.bodies.states[i].linear));
  }
  for (int i = 0; i < world.bodies.size(); ++i)
    farthest = std::max(farthest, length(world.bodies.poses[i].position - start[i].position));
  const auto told = [&] {
    return testing::Message() << "on " << int(full.on) << ", " << full.boxes << " boxes in "
                              << full.layers << " layers, to " << full.heaviest << " kg, "
                              << substeps << " substeps, seed " << seed;
  };
  EXPECT_LE(fastest, 0.001f) << told();
  EXPECT_LE(farthest, 0.004f) << told();
}

class FullTrays : public testing::TestWithParam<SolverType> {};
/// One or two heavy boxes, no load of many, on a top that hangs together by joints. Below ten times
/// the mass of the top, soft-step sweeps such islands.
TEST_P(FullTrays, TablesOfJointsBearHeavyBoxes) {
  for (const float mass : {15.0f, 50.0f, 300.0f})
    for (const int boxes : {1, 2}) {
      World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
      scenes::addGround(world);
      BodyDef def = boxAt({0, 0.83f, 0}, {1, 0.03f, 1});
      def.mass = 1;
      const BodyId top = need(world.addBody(def));
      for (const float x : {-0.9f, 0.9f})
        for (const float z : {-0.9f, 0.9f}) {
          def = boxAt({x, 0.4f, z}, {0.05f, 0.4f, 0.05f});
          def.mass = 0.3f;
          FixedJoint joint;
          joint.bodyA = top, joint.bodyB = need(world.addBody(def)),
          joint.anchor = Vec3{x, 0.8f, z};
          need(world.addJoint(joint));
        }
      BodyId last;
      for (int i = 0; i < boxes; ++i) {
        def = boxAt({boxes == 1 ? 0 : float(i) - 0.5f, 1.01f, 0}, {0.15f, 0.15f, 0.15f});
        def.mass = mass;
        last = need(world.addBody(def));
      }
      float fastest = 0;
      for (int k = 0; k < 300; ++k) {
        ASSERT_FALSE(world.step(1.0 / 60));
        if (k < 240) continue;
        for (const int i : world.bodies.active())
          fastest = std::max(fastest, length(world.bodies.states[i].linear));
      }
      EXPECT_LE(fastest, 1e-3f) << boxes << " boxes of " << mass << " kg";
      const float height = world.bodies.poses[size_t(world.indexOf(last))].position.y;
      EXPECT_NEAR(height, 1.01f, 0.01f) << boxes << " boxes of " << mass << " kg";
    }
}

/// A bucket of 1 kg with boxes side by side in it, lower than its center or not.
TEST_P(FullTrays, BucketsBearHeavyBoxes) {
  for (const float height : {0.1f, 0.3f, 0.6f, 1.0f})
    for (const int side : {2, 3})
      for (const float mass : {1.0f, 2.0f, 5.0f, 20.0f}) {
        World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
        scenes::addGround(world);
        const float half = 0.1f * float(side) + 0.02f, thick = 0.02f;
        Compound bucket;
        const auto addWall = [&](Vec3 at, Vec3 halfExtents) {
          bucket.parts.push_back({at, {}, Box{halfExtents}});
        };
        addWall({0, thick, 0}, {half, thick, half});
        for (const float sign : {-1.0f, 1.0f}) {
          addWall({sign * (half + thick), height / 2, 0}, {thick, height / 2, half});
          addWall({0, height / 2, sign * (half + thick)}, {half + 2 * thick, height / 2, thick});
        }
        BodyDef def;
        def.shape = bucket, def.mass = 1;
        need(world.addBody(def));
        for (int i = 0; i < side * side; ++i) {
          const float middle = 0.5f * float(side - 1);
          def =
              boxAt({0.2f * (float(i % side) - middle), 0.131f, 0.2f * (float(i / side) - middle)},
                    {0.09f, 0.09f, 0.09f});
          def.mass = mass;
          need(world.addBody(def));
        }
        float fastest = 0;
        for (int k = 0; k < 300; ++k) {
          ASSERT_FALSE(world.step(1.0 / 60));
          for (int i = 0; i < world.bodies.size() && k >= 180; ++i)
            fastest = std::max(fastest, length(world.bodies.states[i].linear));
        }
        EXPECT_LE(fastest, 1e-3f) << side * side << " boxes of " << mass << " kg, " << height
                                  << " m high";
      }
}

INSTANTIATE_TEST_SUITE_P(Solvers, FullTrays, everySolver(), solverName);

TEST_P(FullTrays, LieStill) {
  for (const On on : kAllOn)
    for (const int boxes : {8, 9, 16})
      for (const float heaviest : {1.0f, 50.0f})
        expectRest(GetParam(), {on, boxes, 1, heaviest}, 4, 1);
}

using CampaignFullTrays = FullTrays;
INSTANTIATE_TEST_SUITE_P(CampaignSolvers, CampaignFullTrays, everySolver(), solverName);

TEST_P(CampaignFullTrays, LieStill) {
  for (const On on : kAllOn)
    for (const int boxes : {5, 8, 12, 25})
      for (const int layers : {1, 3})
        for (const float heaviest : {1.0f, 4.0f, 1000.0f})
          for (const int substeps : {2, 8})
            expectRest(GetParam(), {on, boxes, layers, heaviest}, substeps, uint64_t(boxes));
}

}  // namespace full_tray_test
}  // namespace holonom
