// Fast bodies over the seams between triangles of a mesh: none gets through, none is held up.
#include <gtest/gtest.h>

#include <cmath>

#include "meshes.h"
#include "random.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace mesh_seams_test {

using scenes::need;

/// The inside of a box, as twelve triangles.
BodyDef room(Vec3 half) {
  MeshDef def;
  for (int i = 0; i < 8; ++i)
    for (const float x :
         {i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z})
      def.vertices.push_back(x);
  for (const uint32_t i : {0, 6, 4, 0, 2, 6, 1, 7, 3, 1, 5, 7, 0, 5, 1, 0, 4, 5,
                           2, 7, 6, 2, 3, 7, 0, 3, 2, 0, 1, 3, 4, 7, 5, 4, 6, 7})
    def.indices.push_back(i);
  BodyDef body;
  body.type = BodyType::Static;
  body.shape = meshOf(def);
  body.friction = 0;
  return body;
}

Hull roundHull(Random& random, float size) {
  Hull hull;
  for (int i = 0; i < 12; ++i) {
    const Vec3 p = size * random.direction();
    hull.points.insert(hull.points.end(), {p.x, p.y, p.z});
  }
  return hull;
}

class MeshSeams : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, MeshSeams, everySolver(), solverName);

void expectStaysInside(SolverType solver, int seed, int count) {
  Random random(static_cast<uint64_t>(seed));
  for (int k = 0; k < count; ++k) {
    World w = scenes::sleeplessWorld(solver, 4, {});
    w.settings.restitutionThreshold = 0;
    need(w.addBody(room({1, 1, 1})));
    const float size = random.real(0.01f, 0.1f);
    BodyDef def;
    switch (k % 4) {
      case 0:
        def.shape = Sphere{size};
        break;
      case 1:
        def.shape = Capsule{0.5f * size, 0.5f * size};
        break;
      case 2:
        def.shape = Box{{0.5f * size, 0.4f * size, 0.6f * size}};
        break;
      default:
        def.shape = roundHull(random, size);
    }
    def.position = random.vector(0.7f);
    def.linearVelocity = random.real(2, 30) * random.direction();
    def.friction = 0;
    def.restitution = 1;
    const int i = w.indexOf(need(w.addBody(def)));
    const double start = w.energy().kinetic;
    for (int step = 0; step < 120; ++step) {
      EXPECT_FALSE(w.step(1.0f / 60));
      const Vec3 p = w.bodies.poses[i].position;
      ASSERT_LT(max(abs(p.x), max(abs(p.y), abs(p.z))), 1) << "body " << k << " step " << step;
    }
    if (k % 4 == 0) {
      EXPECT_NEAR(w.energy().kinetic / start, 1, 0.01) << k;
    }
  }
}

TEST_P(MeshSeams, OfARoomLetNoFastBodyThrough) { expectStaysInside(GetParam(), 3, 60); }

class CampaignMeshSeams : public MeshSeams {};
INSTANTIATE_TEST_SUITE_P(CampaignSolvers, CampaignMeshSeams, everySolver(), solverName);

TEST_P(CampaignMeshSeams, OfARoomLetNoFastBodyThrough) { expectStaysInside(GetParam(), 4, 1500); }

TEST_P(MeshSeams, OfAFloorHoldNothingUpThatSlides) {
  for (const float speed : {1.0f, 5.0f, 25.0f})
    for (int shape = 0; shape < 3; ++shape) {
      World w = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
      BodyDef floor;
      floor.type = BodyType::Static;
      floor.shape = meshOf(gridMesh(30, 4, 60, 8));
      floor.friction = 0;
      need(w.addBody(floor));
      BodyDef def;
      if (shape == 0)
        def.shape = Sphere{0.1f};
      else if (shape == 1)
        def.shape = Box{{0.1f, 0.1f, 0.1f}};
      else
        def.shape = Capsule{0.1f, 0.1f};
      if (shape == 2) def.rotation = {0, 0, std::sqrt(0.5f), std::sqrt(0.5f)};
      def.position = {-14.03f, 0.1f, 0.02f};
      def.linearVelocity = {speed, 0, 0.02f * speed};
      def.friction = 0;
      const int i = w.indexOf(need(w.addBody(def)));
      for (int k = 0; k < int(60 * 25 / speed); ++k) {
        EXPECT_FALSE(w.step(1.0f / 60));
        ASSERT_NEAR(w.bodies.poses[i].position.y, 0.1f, 0.003f) << shape << " at " << speed;
      }
      EXPECT_NEAR(w.bodies.states[i].linear.x, speed, 0.005f * speed) << shape;
      EXPECT_NEAR(w.bodies.poses[i].position.x, -14.03f + speed * float(int(60 * 25 / speed)) / 60,
                  0.01f)
          << shape << " at " << speed;
    }
}

}  // namespace mesh_seams_test
}  // namespace holonom
