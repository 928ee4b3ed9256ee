// Cloth with itself and with other cloth: nothing passes through, and it comes to rest.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "math/elementary.h"
#include "random.h"
#include "scenes.h"

namespace holonom {
namespace cloth_collision_test {

using scenes::need;
using scenes::sphereAt;

void run(World& world, int steps) {
  for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step(1.0f / 60));
}

/// Whether an edge passes through a triangle.
bool passesThrough(Vec3d p, Vec3d q, Vec3d a, Vec3d b, Vec3d c) {
  const auto side = [](Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
    return dot(cross(b - a, c - a), d - a) > 0;
  };
  if (side(a, b, c, p) == side(a, b, c, q)) return false;
  return side(p, q, a, b) == side(p, q, b, c) && side(p, q, b, c) == side(p, q, c, a);
}

/// Edges that pass through triangles, of all cloth with other cloth and with itself if it is to
/// collide with it.
int crossings(const World& world) {
  struct Corners {
    float from, to;  // along x
    std::array<int, 3> v;
    const Cloth* cloth;
  };
  std::vector<Corners> triangles;
  std::vector<std::pair<std::array<int, 2>, const Cloth*>> edges;
  float widest = 0;
  const auto at = [&](int i) { return toDouble(world.soft.particles.positions[i].xyz()); };
  for (const Cloth& c : world.soft.cloths) {
    for (size_t t = 0; t < c.indices.size(); t += 3) {
      const auto corner = [&](int k) { return c.first + int(c.indices[t + k]); };
      const double x[] = {at(corner(0)).x, at(corner(1)).x, at(corner(2)).x};
      triangles.push_back({float(*std::min_element(x, x + 3)),
                           float(*std::max_element(x, x + 3)),
                           {corner(0), corner(1), corner(2)},
                           &c});
      widest = std::max(widest, triangles.back().to - triangles.back().from);
    }
    for (const Edge& e : edgesOf({c.rest, c.indices}))
      edges.push_back({{c.first + int(e.a), c.first + int(e.b)}, &c});
  }
  std::sort(triangles.begin(), triangles.end(),
            [](const Corners& a, const Corners& b) { return a.from < b.from; });
  int count = 0;
  for (const auto& [ends, cloth] : edges) {
    const auto [a, b] = ends;
    const Vec3d p = at(a), q = at(b);
    auto t = std::lower_bound(
        triangles.begin(), triangles.end(), std::min(p.x, q.x) - widest,
        [](const Corners& triangle, double least) { return triangle.from < least; });
    for (; t != triangles.end() && t->from <= std::max(p.x, q.x); ++t)
      if ((t->cloth != cloth || cloth->def.selfCollision) &&
          !std::count(t->v.begin(), t->v.end(), a) && !std::count(t->v.begin(), t->v.end(), b))
        count += passesThrough(p, q, at(t->v[0]), at(t->v[1]), at(t->v[2]));
  }
  return count;
}

float fastest(const World& world) {
  float most = 0;
  for (const Quad& v : world.soft.particles.velocities) most = std::max(most, length(v.xyz()));
  return most;
}

/// A strip folded three times into four layers, as a letter is: its path goes to and fro, with half
/// turns between.
ClothDef foldedStrip(int across, float height) {
  constexpr double kLength = 2, kTurn = 0.03;  // radius of the half turns
  const double layer = (kLength - 3 * std::acos(-1.0) * kTurn) / 4;
  const double turn = std::acos(-1.0) * kTurn;
  ClothDef def;
  const int along = 4 * across;
  def.grid = GridDef{{float(kLength), 0.5f}, {along, across}};
  for (int j = 0; j <= across; ++j)
    for (int i = 0; i <= along; ++i) {
      double s = kLength * i / along;
      int at = 0;
      while (at < 3 && s > layer + turn) s -= layer + turn, ++at;
      const double way = at % 2 == 0 ? 1 : -1;
      double x, y = 2 * kTurn * at;
      if (s <= layer) {
        x = way * (s - layer / 2);
      } else {
        const double angle = (s - layer) / kTurn;
        x = way * (layer / 2 + kTurn * std::sin(angle));
        y += kTurn * (1 - std::cos(angle));
      }
      def.positions.insert(def.positions.end(),
                           {float(x), height + float(y), 0.5f * float(j) / float(across) - 0.25f});
    }
  return def;
}

TEST(ClothCollision, TheCounterOfCrossingsCounts) {
  World world;
  for (const bool upright : {false, true}) {
    ClothDef def;
    def.grid = GridDef{{1, 1}, {1, 1}};
    def.position = {0.1f, 0.2f, 0.3f};
    if (upright) def.rotation = {0.70710678f, 0, 0, 0.70710678f};
    need(world.addCloth(def));
  }
  EXPECT_GE(crossings(world), 2);
}

TEST(ClothCollision, FoldedThreeTimesItFallsOnItselfUntangledAndComesToRest) {
  World world;
  scenes::addPlane(world);
  ClothDef def = foldedStrip(12, 0.3f);
  def.selfCollision = true;
  def.damping = 0.5f;
  need(world.addCloth(def));
  for (int i = 0; i < 10; ++i) {
    run(world, i < 5 ? 10 : 50);
    ASSERT_EQ(crossings(world), 0) << i;
  }
  EXPECT_LT(fastest(world), 0.02f);
}

/// A strip folded in half three times into eight layers: half turns one in another join them.
ClothDef foldedInHalfThreeTimes(int across, float height) {
  constexpr double kPi = 3.14159265358979323846, kLength = 2.4, kWidth = 0.6, kGap = 0.015;
  constexpr int kPlace[] = {0, 7, 4, 3, 2, 5, 6, 1};  // in the stack, of the layers along the strip
  double layer = kLength;
  for (int k = 0; k < 7; ++k) layer -= 0.5 * kPi * kGap * std::abs(kPlace[k + 1] - kPlace[k]);
  layer /= 8;
  ClothDef def;
  const int along = 5 * across;
  def.grid = GridDef{{float(kLength), float(kWidth)}, {along, across}};
  for (int j = 0; j <= across; ++j)
    for (int i = 0; i <= along; ++i) {
      double s = kLength * i / along, x = 0, y = 0;
      for (int k = 0; k < 8; ++k) {
        const double way = k % 2 == 0 ? 1 : -1;
        x = way * (s - layer / 2), y = kGap * kPlace[k];
        if (s <= layer || k == 7) break;
        s -= layer;
        const double rise = 0.5 * kGap * (kPlace[k + 1] - kPlace[k]), radius = std::abs(rise);
        const SineCosine turned = sineCosine(s / radius);
        x = way * (layer / 2 + radius * turned.sine), y += rise * (1 - turned.cosine);
        if (s <= kPi * radius) break;
        s -= kPi * radius;
      }
      def.positions.insert(def.positions.end(), {float(x), height + float(y),
                                                 float(kWidth * (double(j) / across - 0.5))});
    }
  return def;
}

TEST(ClothCollision, FoldedInHalfThreeTimesItFallsUntangledAndComesToRest) {
  World world;
  scenes::addPlane(world);
  ClothDef def = foldedInHalfThreeTimes(12, 0.3f);
  def.selfCollision = true;
  def.damping = 5;
  need(world.addCloth(def));
  ASSERT_EQ(crossings(world), 0);
  for (int i = 0; i < 24; ++i) {
    run(world, 20);
    ASSERT_EQ(crossings(world), 0) << i;
  }
  float highest = 0;
  double squares = 0;
  for (const Quad& x : world.soft.particles.positions) highest = std::max(highest, x.y);
  for (const Quad& v : world.soft.particles.velocities) squares += double(dot(v.xyz(), v.xyz()));
  // It lies in eight layers of 1 cm.
  EXPECT_GT(highest, 0.06f);
  EXPECT_LT(highest, 0.12f);
  EXPECT_LT(std::sqrt(squares / double(world.soft.particles.size())), 3e-3);
  EXPECT_LT(fastest(world), 0.01f);
}

TEST(ClothCollision, ABallPushedThroughThreeSheetsLeavesNoneInterpenetrating) {
  World world;
  for (int k = 0; k < 3; ++k) {
    ClothDef def;
    def.grid = GridDef{{1, 1}, {16, 16}};
    def.position = {0, 0.03f * float(k), 0};
    def.pins.names = {"left", "right"};
    def.selfCollision = true;
    need(world.addCloth(def));
  }
  BodyDef ball = sphereAt({0, 0.3f, 0}, 0.2f);
  ball.type = BodyType::Kinematic;
  ball.linearVelocity = {0, -1, 0};
  const BodyId id = need(world.addBody(ball));
  for (int i = 0; i < 10; ++i) {
    run(world, 2);
    ASSERT_EQ(crossings(world), 0) << i;
  }
  ball = world.describe(id);
  ball.linearVelocity = {0, 1, 0};
  ASSERT_FALSE(world.setMotion(id, ball));
  for (int i = 0; i < 5; ++i) {
    run(world, 20);
    ASSERT_EQ(crossings(world), 0) << i;
  }
}

TEST(ClothCollision, ABallGoesRightThroughThreeHangingSheetsWhichGiveWayTogether) {
  // At 3 m/s the ball comes 1.25 cm in a substep.
  struct Case {
    float speed, nearest;
  };
  for (const auto& [speed, least] : {Case{0.5f, 0.195f}, Case{1.5f, 0.195f}, Case{3, 0.17f}}) {
    SCOPED_TRACE(testing::Message() << speed << " m/s");
    World world;
    scenes::addPlane(world);
    for (int k = 0; k < 3; ++k) {
      ClothDef def;
      def.grid = GridDef{{1, 1}, {16, 16}};
      def.rotation = {0.70710678f, 0, 0, 0.70710678f};
      def.position = {0, 1, 0.03f * float(k)};
      def.pins.names = {"top"};
      def.selfCollision = true;
      def.damping = 0.5f;
      need(world.addCloth(def));
    }
    BodyDef def = sphereAt({0.05f, 0.9f, 0.6f}, 0.2f);
    def.type = BodyType::Kinematic;
    def.linearVelocity = {0, 0, -speed};
    const BodyId ball = need(world.addBody(def));
    float nearest = 1, place = 0;
    const int steps = int(72 / speed);  // 1.2 m: in front, through, and out behind
    for (int i = 0; i < steps; ++i) {
      run(world, 1);
      const Vec3 center = world.describe(ball).position;
      for (const Cloth& c : world.soft.cloths)
        for (int p = c.first; p < c.first + c.count; ++p)
          nearest = min(nearest, length(world.soft.particles.positions[p].xyz() - center));
      place = center.z;
      if (i % 10 == 9) {
        ASSERT_EQ(crossings(world), 0) << i;
      }
    }
    EXPECT_LT(place, -0.55f);
    EXPECT_GT(nearest, least);  // none went through the ball
    EXPECT_EQ(crossings(world), 0);
  }
}

TEST(ClothCollision, AFastSheetDoesNotPassThroughAnother) {
  // In a substep it comes farther than any thickness.
  WorldSettings s;
  s.gravity = {};
  World world(s);
  ClothDef def;
  def.grid = GridDef{{1, 1}, {8, 8}};
  def.pins.names = {"left", "right", "top", "bottom"};
  need(world.addCloth(def));
  def.pins = {};
  def.grid = GridDef{{0.6f, 0.6f}, {7, 7}};
  def.position = {0.02f, 0.5f, 0.03f};
  for (int i = 0; i < 64; ++i) def.velocities.insert(def.velocities.end(), {0, -50, 0});
  need(world.addCloth(def));
  for (int i = 0; i < 10; ++i) {
    run(world, 3);
    ASSERT_EQ(crossings(world), 0) << i;
  }
  EXPECT_GT(world.momentum().linear.y, -0.1);
}

TEST(ClothCollision, SheetsThatMeetKeepTheirMomentum) {
  WorldSettings s;
  s.gravity = {};
  World world(s);
  for (const float side : {-1.0f, 1.0f}) {
    ClothDef def;
    def.grid = GridDef{{0.5f, 0.5f}, {6, 6}};
    def.position = {0.03f * side, 0.1f * side, 0};
    def.drag = 0;
    def.density = 0.3f + 0.1f * side;
    for (int i = 0; i < 49; ++i)
      def.velocities.insert(def.velocities.end(), {0, -side, 0.5f * side});
    need(world.addCloth(def));
  }
  const Momentum before = world.momentum();
  run(world, 60);
  const Momentum after = world.momentum();
  EXPECT_LT(length(after.linear - before.linear), 1e-5);
  EXPECT_EQ(crossings(world), 0);
}

TEST(ClothCollision, FrictionHoldsASheetOnASlopeOfClothBelowItsTangent) {
  for (const double slope : {0.2, 0.6}) {
    World world;
    ClothDef def;
    def.rotation = {0, 0, float(std::sin(slope / 2)), float(std::cos(slope / 2))};
    def.friction = 0.4f;  // tan 0.38
    def.grid = GridDef{{2, 0.6f}, {40, 12}};
    for (uint32_t i = 0; i < 41 * 13; ++i) def.pins.indices.push_back(i);
    need(world.addCloth(def));
    def.pins = {};
    def.grid = GridDef{{0.3f, 0.3f}, {7, 7}};
    def.position = {-0.011f * float(std::sin(slope)), 0.011f * float(std::cos(slope)), 0};
    const ClothId id = need(world.addCloth(def));
    const int middle = world.soft.cloths[world.indexOf(id)].first + 27;
    const Vec3 start = world.soft.particles.positions[middle].xyz();
    run(world, 40);
    const float moved = length(world.soft.particles.positions[middle].xyz() - start);
    if (slope < 0.3)
      EXPECT_LT(moved, 0.003f);
    else
      EXPECT_GT(moved, 0.05f);
  }
}

TEST(ClothCollision, ClothThickerThanItsSquaresLiesStill) {
  World world;
  scenes::addPlane(world);
  ClothDef def;
  def.grid = GridDef{{0.3f, 0.3f}, {20, 20}};
  def.position = {0, 0.05f, 0};
  def.thickness = 0.04f;
  def.selfCollision = true;
  need(world.addCloth(def));
  run(world, 60);
  EXPECT_LT(fastest(world), 0.01f);
  for (const Quad& x : world.soft.particles.positions) ASSERT_LT(std::abs(x.x), 0.16f);
}

TEST(ClothCollision, WhatStartsCrossedStaysBounded) {
  // It is not untangled, but nothing is flung apart: no faster than what falls as far, and calm
  // soon.
  World world;
  scenes::addPlane(world);
  ClothDef def;
  def.grid = GridDef{{1, 1}, {16, 16}};
  def.position = {0, 0.6f, 0};
  def.selfCollision = true;
  need(world.addCloth(def));
  def.rotation = {0, 0, 0.15f, 0.98868f};
  def.position = {0.02f, 0.61f, 0.013f};
  need(world.addCloth(def));
  ASSERT_GT(crossings(world), 0);
  for (int i = 0; i < 120; ++i) {
    run(world, 1);
    ASSERT_LT(fastest(world), 4.3f) << i;
  }
  run(world, 60);
  EXPECT_LT(fastest(world), 0.3f);
  for (const Quad& x : world.soft.particles.positions) EXPECT_LT(length(x.xyz()), 1.0f);
}

/// Half a tube, each of whose triangles reaches for its neighbors.
TEST(SurfaceTree, PairsNothingOfABentSheetButWhatIsBentSharply) {
  std::vector<Quad> x;
  std::vector<LaneBox> boxes;
  constexpr int kSide = 64;
  const TriangleMesh mesh = gridMesh(1, 1, kSide, kSide);
  for (const Vec3 v : mesh.vertices) {
    const float angle = 3.1415927f * v.x, radius = 1 / 3.1415927f;
    x.push_back({radius * std::sin(angle), radius * std::cos(angle), v.z, 1});
    const f32x4 at{x.back().x, x.back().y, x.back().z, 0}, reach = splat(0.5f / kSide);
    boxes.push_back({at - reach, at + reach});
  }
  SurfaceTree tree;
  tree.build(mesh.vertices, mesh.indices);
  tree.fit(x.data(), boxes.data(), std::vector<uint8_t>(x.size(), 1).data());
  PairSearch search = SurfaceTree::search();
  std::vector<TrianglePair> pairs;
  tree.findPairs(tree, search, pairs, INT64_MAX);
  // One for each triangle along the seam of the two halves at most: as a whole it is too bent to
  // tell.
  EXPECT_LE(pairs.size(), 2u * kSide);
}

TEST(SurfaceTree, PairsOfSomeVerticesAreThoseOfAllThatHaveOneOfThem) {
  Random random(7);
  const TriangleMesh mesh = gridMesh(1, 1, 12, 12);
  std::vector<Quad> x;
  std::vector<LaneBox> boxes;
  std::vector<uint8_t> fresh;
  for (size_t i = 0; i < mesh.vertices.size(); ++i) {
    const Vec3 v = mesh.vertices[i] + 0.3f * random.direction();
    x.push_back({v.x, v.y, v.z, 1});
    boxes.push_back({lanesOf(x[i]) - splat(0.02f), lanesOf(x[i]) + splat(0.02f)});
    fresh.push_back(i % 17 == 3);
  }
  SurfaceTree tree;
  tree.build(mesh.vertices, mesh.indices);
  const auto pairsOf = [&](const std::vector<uint8_t>& marks) {
    std::vector<TrianglePair> pairs;
    tree.fit(x.data(), boxes.data(), marks.data());
    // A few at a time finds the same as all at once.
    for (PairSearch search = SurfaceTree::search(); !search.isOver();)
      tree.findPairs(tree, search, pairs, 50);
    return pairs;
  };
  std::set<std::pair<int, int>> expected, found;
  const auto isFresh = [&](int32_t t) {
    const auto& c = tree.triangles()[t].corners;
    return fresh[c[0]] || fresh[c[1]] || fresh[c[2]];
  };
  for (const TrianglePair& p : pairsOf(std::vector<uint8_t>(x.size(), 1)))
    if (isFresh(p.a) || isFresh(p.b)) expected.insert(std::minmax(p.a, p.b));
  for (const TrianglePair& p : pairsOf(fresh)) found.insert(std::minmax(p.a, p.b));
  EXPECT_GT(expected.size(), 500u);
  EXPECT_EQ(found, expected);
  EXPECT_TRUE(pairsOf(std::vector<uint8_t>(x.size(), 0)).empty());
}

TEST(ClothCollision, OnlyClothThatIsToldToCollidesWithItself) {
  for (const bool self : {false, true}) {
    World world;
    scenes::addPlane(world);
    ClothDef def = foldedStrip(6, 0.1f);
    def.selfCollision = self;
    need(world.addCloth(def));
    run(world, 60);
    float highest = 0;
    for (const Quad& x : world.soft.particles.positions) highest = std::max(highest, x.y);
    // Four layers of 1 cm, or one.
    EXPECT_EQ(highest > 0.03f, self) << highest;
  }
}

}  // namespace cloth_collision_test
}  // namespace holonom
