// Cloth with itself and with other cloth: nothing passes through, and it comes to rest.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "scenes.h"

namespace holonom {
namespace {

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

/// Edges that pass through triangles, of all cloth with all cloth.
int crossings(const World& world) {
  struct Corners {
    float from, to;  // along x
    std::array<int, 3> v;
  };
  std::vector<Corners> triangles;
  std::vector<std::array<int, 2>> edges;
  float widest = 0;
  const auto at = [&](int i) { return toDouble(world.particles.positions[i].xyz()); };
  for (const Cloth& c : world.cloths) {
    for (size_t t = 0; t < c.indices.size(); t += 3) {
      const auto corner = [&](int k) { return c.first + int(c.indices[t + k]); };
      const double x[] = {at(corner(0)).x, at(corner(1)).x, at(corner(2)).x};
      triangles.push_back({float(*std::min_element(x, x + 3)),
                           float(*std::max_element(x, x + 3)),
                           {corner(0), corner(1), corner(2)}});
      widest = std::max(widest, triangles.back().to - triangles.back().from);
    }
    for (const Edge& e : edgesOf({c.rest, c.indices}))
      edges.push_back({c.first + int(e.a), c.first + int(e.b)});
  }
  std::sort(triangles.begin(), triangles.end(),
            [](const Corners& a, const Corners& b) { return a.from < b.from; });
  int count = 0;
  for (const auto& [a, b] : edges) {
    const Vec3d p = at(a), q = at(b);
    auto t = std::lower_bound(
        triangles.begin(), triangles.end(), std::min(p.x, q.x) - widest,
        [](const Corners& triangle, double least) { return triangle.from < least; });
    for (; t != triangles.end() && t->from <= std::max(p.x, q.x); ++t)
      if (!std::count(t->v.begin(), t->v.end(), a) && !std::count(t->v.begin(), t->v.end(), b))
        count += passesThrough(p, q, at(t->v[0]), at(t->v[1]), at(t->v[2]));
  }
  return count;
}

float fastest(const World& world) {
  float most = 0;
  for (const Quad& v : world.particles.velocities) most = std::max(most, length(v.xyz()));
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

}  // namespace
}  // namespace holonom
