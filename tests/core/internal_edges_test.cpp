// Floors and walls laid of many solids: what slides, rolls or bounces on them notices no edge.
#include <gtest/gtest.h>

#include <cmath>

#include "meshes.h"
#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace internal_edges_test {

using scenes::need;

enum class Laid { Boxes, Hulls, Compound, One, Triangles };

Hull blockHull(Vec3 h) {
  Hull hull;
  for (const float x : {-h.x, h.x})
    for (const float y : {-h.y, h.y})
      for (const float z : {-h.z, h.z}) hull.points.insert(hull.points.end(), {x, y, z});
  return hull;
}

/// A floor whose top is y = 0: square tiles of half width `half`, or one box.
void layTiles(World& w, Laid laid, float half, int count, float friction) {
  BodyDef def;
  def.type = BodyType::Static;
  def.friction = friction;
  const Vec3 extents{half, 0.3f * half, half};
  if (laid == Laid::Triangles) {
    const int side = int(std::lround(8 / half));
    def.shape = meshOf(gridMesh(16, 16, side, side));
    need(w.addBody(def));
    return;
  }
  if (laid == Laid::One) {
    def.position = {0, -0.5f, 0};
    def.shape = Box{{half * float(2 * count), 0.5f, 10 * half}};
    need(w.addBody(def));
    return;
  }
  Compound compound;
  for (int i = -2; i < count; ++i)
    for (int j = -3; j < 5; ++j) {
      const Vec3 place{2 * half * float(i), -0.3f * half, 2 * half * float(j)};
      if (laid == Laid::Compound) {
        compound.parts.push_back({place, {}, Box{extents}});
        continue;
      }
      def.position = place;
      def.shape = laid == Laid::Boxes ? Shape(Box{extents}) : Shape(blockHull(extents));
      need(w.addBody(def));
    }
  if (laid != Laid::Compound) return;
  def.shape = compound;
  need(w.addBody(def));
}

struct Slider {
  const char* name;
  Shape shape;
  float height;  // of its origin, where it lies on the floor [m]
  Quat rotation;
};

std::vector<Slider> slidersOf(float s) {
  const Quat lying{0, 0, std::sqrt(0.5f), std::sqrt(0.5f)};
  Compound table;
  table.parts.push_back({{0, 0.2f * s, 0}, {}, Box{{0.5f * s, 0.05f * s, 0.5f * s}}});
  for (const float x : {-0.4f, 0.4f})
    for (const float z : {-0.4f, 0.4f})
      table.parts.push_back({{x * s, 0, z * s}, {}, Box{{0.05f * s, 0.15f * s, 0.05f * s}}});
  return {{"ball", Sphere{0.25f * s}, 0.25f * s, {}},
          {"capsule", Capsule{0.2f * s, 0.4f * s}, 0.2f * s, lying},
          {"box", Box{{0.25f * s, 0.25f * s, 0.25f * s}}, 0.25f * s, {}},
          {"plate", Box{{0.25f * s, 0.02f * s, 0.3f * s}}, 0.02f * s, {}},
          {"hull", blockHull({0.3f * s, 0.2f * s, 0.25f * s}), 0.2f * s, {}},
          {"table", table, 0.15f * s, {}}};
}

struct Slide {
  float slowed = 0;  // share of the speed that was lost or gained
  float rise = 0;    // [m]
  float turned = 0;  // fastest turn [rad/s]
};

/// Slides over at least six seams without friction.
Slide slide(SolverType solver, int substeps, Laid laid, const Slider& slider, float half,
            float speed, float aslant) {
  WorldSettings settings;
  settings.solver = solver;
  settings.substeps = substeps;
  settings.sleeping = false;
  World w(settings);
  layTiles(w, laid, half, 10, 0);
  BodyDef def;
  def.shape = slider.shape;
  def.rotation = slider.rotation;
  def.position = {0.1f * half, slider.height, 0.2f * half};
  def.friction = 0;
  def.linearVelocity = {speed, 0, aslant * speed};
  const int i = w.indexOf(need(w.addBody(def)));
  Slide most;
  const float height = w.bodies.poses[i].position.y;
  const int steps = int(60 * 12 * half / speed) + 1;
  const float whole = length(def.linearVelocity);
  for (int k = 0; k < steps; ++k) {
    EXPECT_FALSE(w.step(1.0f / 60));
    const BodyState& s = w.bodies.states[i];
    const float along = std::hypot(s.linear.x, s.linear.z);
    most.slowed = std::fmax(most.slowed, std::fabs(along / whole - 1));
    most.rise = std::fmax(most.rise, w.bodies.poses[i].position.y - height);
    most.turned = std::fmax(most.turned, length(s.angular));
  }
  return most;
}

class InternalEdges : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, InternalEdges, everySolver(), solverName);

void expectNoEdges(SolverType solver, const std::vector<int>& substeps,
                   const std::vector<float>& speeds, const std::vector<float>& sizes) {
  for (const float size : sizes)
    for (const Slider& slider : slidersOf(size))
      for (const Laid laid : {Laid::Boxes, Laid::Hulls, Laid::Compound, Laid::One})
        for (const int count : substeps)
          for (const float speed : speeds)
            for (const float aslant : {0.0f, 0.37f}) {
              const Slide s = slide(solver, count, laid, slider, 0.5f, speed, aslant);
              const auto where = [&] {
                return std::string(slider.name) + " of " + std::to_string(size) + " on " +
                       std::to_string(int(laid)) + " at " + std::to_string(speed) + " m/s, " +
                       std::to_string(count) + " substeps, aslant " + std::to_string(aslant);
              };
              EXPECT_LT(s.slowed, 0.005f) << where();
              EXPECT_LT(s.rise, 0.001f) << where();
              EXPECT_LT(s.turned * size, 0.2f) << where();
            }
}

TEST_P(InternalEdges, OfAFloorDoNotSlowWhatSlides) { expectNoEdges(GetParam(), {4}, {2, 10}, {1}); }

class CampaignInternalEdges : public InternalEdges {};
INSTANTIATE_TEST_SUITE_P(CampaignSolvers, CampaignInternalEdges, everySolver(), solverName);

TEST_P(CampaignInternalEdges, OfAFloorDoNotSlowWhatSlides) {
  expectNoEdges(GetParam(), {4}, {3, 10, 30}, {0.2f, 3});
  // At 30 m/s with 16 substeps a table of 20 cm that slides aslant is still turned by soft-step.
  expectNoEdges(GetParam(), {16}, {3, 10}, {0.2f, 3});
}

/// A box that slides until friction has stopped it: how far it came of the way that theory has, and
/// how far aside, as shares of it.
struct Way {
  float along, aside;
};
Way slideTurned(SolverType solver, Laid laid, float half, uint64_t seed) {
  Random random(seed);
  World w = scenes::sleeplessWorld(solver, 4, {0, -9.81f, 0});
  layTiles(w, laid, half, int(4 / half), 0.3f);
  const float turn = random.real(0, 6.28f), heading = random.real(0, 6.28f);
  const float speed = random.real(2, 4.2f), high = random.real(0.02f, 0.12f);
  const Vec3 along{std::cos(heading), 0, std::sin(heading)};
  BodyDef def = scenes::boxAt(Vec3{1.9f, high, 1.7f} - along,
                              {random.real(2, 4) * high, high, random.real(2, 4) * high});
  def.rotation = {0, std::sin(turn / 2), 0, std::cos(turn / 2)};
  def.linearVelocity = speed * along;
  def.friction = 0.3f;
  const int i = w.indexOf(need(w.addBody(def)));
  for (int k = 0; k < 100; ++k) EXPECT_FALSE(w.step(1.0f / 60));
  const Vec3 way = w.bodies.poses[i].position - def.position;
  const float whole = speed * speed / (2 * 0.3f * 9.81f);
  return {dot(way, along) / whole, length(way - dot(way, along) * along) / whole};
}

void expectNoCatch(SolverType solver, int seeds) {
  for (const Laid laid : {Laid::Boxes, Laid::Hulls, Laid::Compound, Laid::Triangles})
    for (const float half : {0.1f, 0.5f})
      for (int seed = 1; seed <= seeds; ++seed) {
        // Of so many points as small triangles give, these two sweep what they solve of fewer.
        const bool sweeps = solver == SolverType::Mlcp || solver == SolverType::GaussSeidel;
        if (half < 0.5f && (laid != Laid::Triangles || sweeps)) continue;
        const Way way = slideTurned(solver, laid, half, uint64_t(seed));
        EXPECT_NEAR(way.along, 1, 0.03f) << int(laid) << " of " << half << ", seed " << seed;
        EXPECT_LT(way.aside, 0.01f) << int(laid) << " of " << half << ", seed " << seed;
      }
}

TEST_P(InternalEdges, CatchNoCornerOfABoxThatSlidesTurned) { expectNoCatch(GetParam(), 12); }
TEST_P(CampaignInternalEdges, CatchNoCornerOfABoxThatSlidesTurned) {
  expectNoCatch(GetParam(), 300);
}

TEST_P(InternalEdges, OfAFloorDoNotSlowWhatRolls) {
  for (const float radius : {0.05f, 0.2f, 1.0f})
    for (const float speed : {1.0f, 3.0f, 12.0f}) {
      World w = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
      layTiles(w, Laid::Boxes, 0.4f, 40, 0.5f);
      BodyDef def = scenes::sphereAt({0.03f, radius, 0.01f}, radius);
      def.linearVelocity = {speed, 0, 0};
      def.angularVelocity = {0, 0, -speed / radius};
      const int i = w.indexOf(need(w.addBody(def)));
      float rise = 0;
      for (int k = 0; k < int(60 * 28 / speed); ++k) {
        EXPECT_FALSE(w.step(1.0f / 60));
        rise = std::fmax(rise, w.bodies.poses[i].position.y - radius);
      }
      EXPECT_NEAR(w.bodies.states[i].linear.x, speed, 0.005f * speed) << radius << " m";
      EXPECT_LT(rise, 0.001f) << radius << " m at " << speed << " m/s";
    }
}

TEST_P(InternalEdges, OfAFloorTurnNoBounceAside) {
  // Balls that come down at an angle on the seam itself and beside it.
  for (const float aside : {-0.12f, -0.03f, -0.001f, 0.0f, 0.001f, 0.02f, 0.1f}) {
    World w = scenes::sleeplessWorld(GetParam(), 4, {});
    layTiles(w, Laid::Boxes, 0.5f, 8, 0);
    BodyDef def = scenes::sphereAt({0.5f + aside - 0.9f, 0.2f + 1.2f, 0.1f}, 0.2f);
    def.linearVelocity = {3, -4, 0};
    def.friction = 0;
    def.restitution = 1;
    const int i = w.indexOf(need(w.addBody(def)));
    for (int k = 0; k < 40; ++k) EXPECT_FALSE(w.step(1.0f / 60));
    EXPECT_NEAR(w.bodies.states[i].linear.x, 3, 0.01f) << aside;
    EXPECT_NEAR(w.bodies.states[i].linear.y, 4, 0.01f) << aside;
  }
}

TEST_P(InternalEdges, AStepOfAMillimetreStopsWhatSlides) {
  // A kerb is no internal edge, however low, nor is a wall that stands beside the floor.
  for (const float kerb : {0.002f, 0.01f, 1.0f}) {
    World w = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
    layTiles(w, Laid::Boxes, 0.5f, 1, 0.5f);
    BodyDef wall = scenes::boxAt({1.5f, kerb - 0.5f, 0}, {1, 0.5f, 3});
    wall.type = BodyType::Static;
    need(w.addBody(wall));
    BodyDef def = scenes::boxAt({0, 0.01f, 0}, {0.1f, 0.01f, 0.1f});
    def.linearVelocity = {1, 0, 0};
    def.friction = 0;
    const int i = w.indexOf(need(w.addBody(def)));
    for (int k = 0; k < 60; ++k) EXPECT_FALSE(w.step(1.0f / 60));
    EXPECT_LT(w.bodies.poses[i].position.x, 0.41f) << kerb;
  }
}

TEST_P(InternalEdges, AThinPlateStopsAtAWall) {
  for (const float thick : {0.0002f, 0.001f, 0.01f})
    for (const float speed : {0.5f, 10.0f}) {
      World w = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
      layTiles(w, Laid::Boxes, 0.5f, 3, 0);
      BodyDef wall = scenes::boxAt({1.5f, 0.5f, 0}, {0.5f, 0.5f, 3});
      wall.type = BodyType::Static;
      need(w.addBody(wall));
      BodyDef def = scenes::boxAt({0, thick, 0}, {0.1f, thick, 0.1f});
      def.linearVelocity = {speed, 0, 0};
      def.friction = 0;
      const int i = w.indexOf(need(w.addBody(def)));
      for (int k = 0; k < int(120 / speed); ++k) EXPECT_FALSE(w.step(1.0f / 60));
      EXPECT_LT(w.bodies.poses[i].position.x, 0.91f) << thick << " m at " << speed << " m/s";
    }
}

}  // namespace internal_edges_test
}  // namespace holonom
