// Shapes over the triangles of meshes: what a plane gives, without bumps on the seams.
#include "collision/triangle_contact.h"

#include "collision/pairs.h"
#include "convex.h"
#include "meshes.h"
#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace triangle_contact_test {

using namespace convex;

constexpr float kMargin = 0.02f;

/// A 10 × 10 m grid of 20 × 20 cells at height(x, z).
template <class Height>
std::shared_ptr<const MeshGeometry> terrain(Height&& height) {
  TriangleMesh grid = gridMesh(10, 10, 20, 20);
  for (Vec3& v : grid.vertices) v.y = height(v.x, v.z);
  return meshOf(grid).geometry;
}

/// Every manifold that a shape has with the triangles near it.
std::vector<Manifold> contactsOf(const Shape& a, const Transform& ta, const MeshGeometry& mesh,
                                 const Transform& tb, float margin = kMargin) {
  std::vector<Manifold> all;
  for (int i = 0; i < int(mesh.triangles.size()); ++i) {
    Manifold m;
    collideTriangle(a, ta, mesh, i, tb, margin, m);
    EXPECT_LE(m.count, 4);
    for (int k = 0; k < m.count; ++k) {
      const ManifoldPoint& p = m.points[k];
      EXPECT_TRUE(isFinite(p.onA) && isFinite(p.onB) && std::isfinite(p.separation));
      EXPECT_LE(p.separation, margin);
      const Vec3 gap = tb.position - ta.position + p.onB - p.onA;
      EXPECT_NEAR(length(gap - p.separation * m.normal), 0, 1e-5f);
      for (int j = 0; j < k; ++j) EXPECT_NE(p.feature, m.points[j].feature);
    }
    if (m.count > 0) all.push_back(m);
  }
  return all;
}

float deepestOf(const std::vector<Manifold>& all) {
  float least = 1e30f;
  for (const Manifold& m : all) least = std::min(least, deepest(m));
  return least;
}

std::vector<Shape> sliders(Random& random) {
  return {Sphere{0.3f}, Capsule{0.2f, 0.6f}, Box{{0.4f, 0.3f, 0.7f}}, Box{{0.06f, 0.05f, 0.07f}},
          randomHull(random, 24, {0.5f, 0.4f, 0.6f})};
}

TEST(TriangleContact, SlidingOverAFlatGridIsSlidingOverAPlane) {
  constexpr uint64_t kSeed = 91;
  Random random(kSeed);
  const auto mesh = terrain([](float, float) { return 0.0f; });
  const Transform tilt{{0.3f, -0.2f, 0.7f}, random.rotation()};
  for (const Shape& shape : sliders(random))
    for (int n = 0; n < 200; ++n) {
      SCOPED_TRACE(testing::Message()
                   << "seed " << kSeed << " shape " << shape.index() << " " << n);
      Transform local{{random.real(-3, 3), 1, random.real(-3, 3)}, random.rotation()};
      if (n % 2 == 0) local.rotation = normalize(Quat{0, random.real(), 0, random.real()});
      if (n % 8 < 2) local.position.x = 0.5f * float(n % 5);  // exactly over a seam
      Manifold onPlane;
      collideFunction(typeOf(shape), shapeType<Plane>)(shape, local, Plane{}, {}, 10, onPlane);
      local.position.y += random.real(-0.01f, 0.003f) - deepest(onPlane);
      collideFunction(typeOf(shape), shapeType<Plane>)(shape, local, Plane{}, {}, kMargin, onPlane);
      const Transform ta{transformPoint(tilt, local.position), tilt.rotation * local.rotation};
      const auto all = contactsOf(shape, ta, *mesh, tilt);
      ASSERT_FALSE(all.empty());
      for (const Manifold& m : all)
        EXPECT_NEAR(length(m.normal - rotate(tilt.rotation, {0, -1, 0})), 0, 1e-5f);
      EXPECT_NEAR(deepestOf(all), deepest(onPlane), 2e-5f);
    }
}

TEST(TriangleContact, WhatSlidesOverAFlatGridInAWorldKeepsItsHeightAndSpeed) {
  Random random(97);
  for (const SolverType solver : allSolvers())
    for (const Shape& shape : sliders(random)) {
      if (std::holds_alternative<Hull>(shape)) continue;  // stands on a corner, and would fall over
      SCOPED_TRACE(testing::Message() << nameOf(solver) << " shape " << shape.index());
      WorldSettings settings;
      settings.solver = solver;
      World world(settings);
      BodyDef ground;
      ground.type = BodyType::Static;
      ground.shape = meshOf(gridMesh(10, 10, 20, 20));
      ground.friction = 0;
      scenes::need(world.addBody(ground));
      Manifold onPlane;
      collideFunction(typeOf(shape), shapeType<Plane>)(shape, {}, Plane{}, {}, 10, onPlane);
      BodyDef slider;
      slider.shape = shape;
      slider.friction = 0;
      slider.position = {-2, -deepest(onPlane), -0.37f};
      slider.linearVelocity = {3, 0, 0.4f};
      const BodyId id = scenes::need(world.addBody(slider));
      float highest = -kInfinity;
      for (int i = 0; i < 75; ++i) {
        ASSERT_FALSE(world.step(1.0f / 60));
        highest = std::max(highest, world.bodies.poses[world.indexOf(id)].position.y);
      }
      const BodyState& end = world.bodies.states[world.indexOf(id)];
      EXPECT_LT(highest, slider.position.y + 1e-4f);
      EXPECT_NEAR(end.linear.x, 3, 1e-3f);
      EXPECT_NEAR(end.linear.z, 0.4f, 1e-3f);
    }
}

TEST(TriangleContact, SlidingOverGentleHillsTheNormalIsThatOfTheGround) {
  // Hills and hollows of 4 m radius across: seams bend by up to 7° × 0.5 / 4.
  constexpr uint64_t kSeed = 92;
  Random random(kSeed);
  for (const float bend : {0.06f, -0.06f}) {
    const auto mesh = terrain([&](float x, float z) { return bend * (x * x + 0.5f * z * z); });
    Mesh ground;
    ground.geometry = mesh;
    for (const Shape& shape : sliders(random))
      for (int n = 0; n < 14; ++n) {
        SCOPED_TRACE(testing::Message() << "seed " << kSeed << " bend " << bend << " shape "
                                        << shape.index() << " " << n);
        Transform ta{{random.real(-2, 2), 3, random.real(-2, 2)}, random.rotation()};
        // Lowered until its deepest corner or edge, sampled, is 2 mm under the ground.
        float under = 0;
        for (int i = 0; i < 8; ++i) {
          const convex::Solid solid = solidOf(shape, ta);
          under = 10;
          const int steps = solid.points.size() == 2 ? 64 : 4;
          for (const Vec3d& p : solid.points)
            for (const Vec3d& q : solid.points)
              for (int k = 0; k <= steps / 2; ++k) {
                const Vec3 s = toFloat(p + double(k) / steps * (q - p));
                under = std::min(under, closestSurface(ground, s).distance - float(solid.radius));
              }
          if (std::fabs(under + 0.002f) < 2e-4f) break;
          ta.position.y -= under + 0.002f;
        }
        const std::vector<Manifold> all = contactsOf(shape, ta, *mesh, {});
        ASSERT_FALSE(all.empty());
        for (const Manifold& m : all) {
          // The slope at the point, but for what a cell bends.
          const Vec3 p = ta.position + m.points[0].onA;
          const Vec3 up = normalize(Vec3{-2 * bend * p.x, 1, -bend * p.z});
          EXPECT_GT(-dot(m.normal, up), 0.9975f);  // 4°
        }
        EXPECT_LT(deepestOf(all), under + 3e-4f);
        EXPECT_GT(deepestOf(all), under - 2e-3f);
      }
  }
}

TEST(TriangleContact, AConvexEdgeHoldsWhatLeansOnIt) {
  // A sphere beside the edge of a box: the box's own contact, from its edges and corners too.
  constexpr uint64_t kSeed = 93;
  Random random(kSeed);
  const Box box{{1, 0.5f, 0.7f}};
  const auto mesh = boxMesh(box.halfExtents).geometry;
  int touched = 0;
  for (int n = 0; n < 2000; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " pose " << n);
    const Transform ta{random.vector(1.5f), {}}, tb{};
    if (closestSurface(box, ta.position).distance < 0.01f) continue;
    Manifold m;
    collideSphereBox(Sphere{0.3f}, ta, box, tb, kMargin, m);
    const auto all = contactsOf(Sphere{0.3f}, ta, *mesh, tb);
    ASSERT_EQ(all.empty(), m.count == 0);
    if (m.count == 0) continue;
    ++touched;
    EXPECT_NEAR(deepestOf(all), m.points[0].separation, 1e-5f);
    for (const Manifold& c : all) EXPECT_GT(dot(c.normal, m.normal), 0.985f);
  }
  EXPECT_GT(touched, 200);
}

TEST(TriangleContact, ShallowContactsWithABoxMeshAreThoseOfTheBox) {
  constexpr uint64_t kSeed = 94;
  Random random(kSeed);
  const Box box{{1, 0.5f, 0.7f}};
  const auto mesh = boxMesh(box.halfExtents).geometry;
  for (const Shape& shape : sliders(random))
    for (int n = 0; n < 300; ++n) {
      SCOPED_TRACE(testing::Message()
                   << "seed " << kSeed << " shape " << shape.index() << " " << n);
      Transform ta{random.vector(1), random.rotation()};
      const convex::Solid fixed = solidOf(box, {});
      for (int i = 0; i < 3; ++i) {  // until they overlap by 2 mm
        const BestAxis best = bestAxis(solidOf(shape, ta), fixed);
        if (std::holds_alternative<Sphere>(shape) || std::holds_alternative<Capsule>(shape)) break;
        ta.position -= toFloat((-0.002 - best.separation) * best.normal);
      }
      if (std::holds_alternative<Sphere>(shape)) continue;
      Manifold m;
      if (std::holds_alternative<Capsule>(shape)) {
        collideCapsuleBox(std::get<Capsule>(shape), ta, box, {}, kMargin, m);
        if (m.count == 0 || deepest(m) < -0.15f) continue;
      } else if (std::holds_alternative<Box>(shape)) {
        collideBoxes(std::get<Box>(shape), ta, box, {}, kMargin, m);
      } else {
        collideHulls(std::get<Hull>(shape), ta, boxHull(box.halfExtents), {}, kMargin, m);
      }
      const auto all = contactsOf(shape, ta, *mesh, {});
      ASSERT_FALSE(all.empty());
      EXPECT_NEAR(deepestOf(all), deepest(m), 1.5e-3f);
      bool found = false;
      for (const Manifold& c : all)
        found |= dot(c.normal, m.normal) > 0.99f && std::fabs(deepest(c) - deepest(m)) < 1.5e-3f;
      EXPECT_TRUE(found);
    }
}

TEST(TriangleContact, FromBehindNothingTouches) {
  const auto mesh = terrain([](float, float) { return 0.0f; });
  Random random(95);
  for (const Shape& shape : sliders(random)) {
    const float extent = extentOf(shape);
    EXPECT_TRUE(contactsOf(shape, {{0.1f, -1.01f * extent, 0.2f}, {}}, *mesh, {}).empty());
    // Half sunk it is lifted out, whole.
    const auto all = contactsOf(shape, {{0.1f, 0.02f * extent, 0.2f}, {}}, *mesh, {});
    ASSERT_FALSE(all.empty());
    for (const Manifold& m : all) EXPECT_LT(m.normal.y, -0.999f);
  }
}

TEST(TriangleContact, FeaturesStayWhileTheContactSlides) {
  const auto mesh = terrain([](float, float) { return 0.0f; });
  Random random(96);
  for (const Shape& shape : sliders(random)) {
    const Quat turn = normalize(Quat{0, 0.1f, 0, 1});
    Manifold onPlane;
    collideFunction(typeOf(shape), shapeType<Plane>)(shape, {{}, turn}, Plane{}, {}, 10, onPlane);
    const float y = -deepest(onPlane) - 0.001f;
    const auto before = contactsOf(shape, {{0.12f, y, 0.31f}, turn}, *mesh, {});
    const auto after = contactsOf(shape, {{0.1201f, y, 0.3101f}, turn}, *mesh, {});
    ASSERT_EQ(before.size(), after.size());
    for (size_t i = 0; i < before.size(); ++i) {
      ASSERT_EQ(before[i].count, after[i].count);
      for (int k = 0; k < before[i].count; ++k)
        EXPECT_EQ(before[i].points[k].feature, after[i].points[k].feature);
    }
  }
}

}  // namespace triangle_contact_test
}  // namespace holonom
