#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "geometry/box.h"
#include "geometry/triangle.h"
#include "meshes.h"
#include "random.h"

namespace holonom {
namespace collision_mesh_test {

TEST(CollisionMesh, TheClosestPointOfATriangleBeatsADenseSampling) {
  constexpr uint64_t kSeed = 71;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  std::set<TrianglePart> parts;
  for (int n = 0; n < 300; ++n) {
    const Vec3 a = random.vector(), b = random.vector(), c = random.vector(), p = random.vector(2);
    const TrianglePoint found = closestOnTriangle(p, a, b, c);
    parts.insert(found.part);
    float least = 1e9f;
    for (int i = 0; i <= 40; ++i)
      for (int j = 0; i + j <= 40; ++j) {
        const float u = float(i) / 40, v = float(j) / 40;
        least = std::min(least, length(p - (a + u * (b - a) + v * (c - a))));
      }
    EXPECT_LE(length(p - found.point), least + 1e-5f);
    EXPECT_GE(length(p - found.point), least - 0.05f);
  }
  EXPECT_EQ(parts.size(), 7u);  // each kind of region was met
}

TEST(CollisionMesh, QueriesEqualBruteForce) {
  constexpr uint64_t kSeed = 72;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  TriangleMesh grid = gridMesh(10, 10, 30, 30);
  for (Vec3& v : grid.vertices) v.y = random.real(-0.4f, 0.4f);
  const Mesh mesh = meshOf(grid);
  const MeshGeometry& g = *mesh.geometry;
  ASSERT_EQ(g.triangles.size(), 1800u);
  std::set<uint32_t> numbers(g.original.begin(), g.original.end());
  EXPECT_EQ(numbers.size(), 1800u);
  for (size_t i = 0; i < g.triangles.size(); ++i)
    EXPECT_EQ(g.triangles[i].a, grid.vertices[grid.indices[3 * g.original[i]]]);
  for (const MeshGeometry::Node& n : g.nodes) EXPECT_LE(n.count, 4);
  for (int n = 0; n < 200; ++n) {
    const Vec3 c = random.vector(5), h = 0.6f * abs(random.vector());
    const Aabb box{c - h, c + h};
    std::vector<int> found, expected;
    g.query(box, [&](int i) { found.push_back(i); });
    for (int i = 0; i < 1800; ++i) {
      const auto& t = g.triangles[size_t(i)];
      if (overlaps({min(t.a, min(t.b, t.c)), max(t.a, max(t.b, t.c))}, box)) expected.push_back(i);
    }
    EXPECT_EQ(found, expected);  // in order, each once
  }
}

TEST(CollisionMesh, EdgesOfABoxAreActiveAndDiagonalsAreNot) {
  const Mesh mesh = boxMesh({1, 2, 3});
  for (const auto& t : mesh.geometry->triangles) {
    const Vec3 corners[3] = {t.a, t.b, t.c};
    for (int k = 0; k < 3; ++k) {
      const Vec3 side = corners[(k + 1) % 3] - corners[k];
      const int zeros = (side.x == 0) + (side.y == 0) + (side.z == 0);
      EXPECT_EQ((t.active >> k & 1) != 0, zeros == 2);
    }
  }
}

TEST(CollisionMesh, FlatAndHollowEdgesAreInactiveBordersAreActive) {
  // Two triangles about the edge from 0 to 1; the far vertex of the second is at height y.
  for (const float y : {0.0f, 0.5f, -0.02f, -0.5f}) {
    MeshDef def{{0, 0, 0, 0, 0, 1, 1, 0, 0, -1, y, 0}, {0, 1, 2, 1, 0, 3}};
    for (const bool doubled : {false, true}) {
      if (doubled) {  // the same places under other numbers
        def.vertices.insert(def.vertices.end(), {0, 0, 0, 0, 0, 1});
        def.indices = {0, 1, 2, 5, 4, 3};
      }
      const Mesh mesh = meshOf(def);
      for (const auto& t : mesh.geometry->triangles)
        EXPECT_EQ(t.active, y < -0.1f ? 0b111u : 0b110u) << y << doubled;
    }
  }
  // A third triangle on the edge, or one that runs it the same way, leaves no side to trust.
  const MeshDef fin{{0, 0, 0, 0, 0, 1, 1, 0, 0, -1, 0, 0, 0, -1, 0}, {0, 1, 2, 1, 0, 3, 1, 0, 4}};
  const Mesh finned = meshOf(fin);
  for (const auto& t : finned.geometry->triangles) EXPECT_EQ(t.active, 0b111u);
  const MeshDef twisted{{0, 0, 0, 0, 0, 1, 1, 0, 0, -1, 0, 0}, {0, 1, 2, 0, 1, 3}};
  const Mesh turned = meshOf(twisted);
  for (const auto& t : turned.geometry->triangles) EXPECT_EQ(t.active, 0b111u);
}

TEST(CollisionMesh, ClosestSurfaceOfABoxMeshIsThatOfTheBox) {
  constexpr uint64_t kSeed = 73;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  const Mesh mesh = boxMesh({1, 2, 3});
  for (int n = 0; n < 2000; ++n) {
    const Vec3 p = random.vector(4);
    const SurfacePoint expected = closestSurface(Box{{1, 2, 3}}, p), s = closestSurface(mesh, p);
    EXPECT_NEAR(s.distance, expected.distance, 2e-6f);
    EXPECT_NEAR(length(s.normal), 1, 1e-5f);
    EXPECT_NEAR(closestSurface(Box{{1, 2, 3}}, p - s.distance * s.normal).distance, 0, 1e-5f);
  }
}

TEST(CollisionMesh, BeyondABorderIsOutside) {
  const Mesh mesh = meshOf(gridMesh(2, 2, 4, 4));
  EXPECT_FLOAT_EQ(closestSurface(mesh, {0.3f, 0.2f, 0.1f}).distance, 0.2f);
  EXPECT_FLOAT_EQ(closestSurface(mesh, {0.3f, -0.2f, 0.1f}).distance, -0.2f);
  const SurfacePoint beside = closestSurface(mesh, {1.3f, -0.4f, 0.1f});
  EXPECT_FLOAT_EQ(beside.distance, 0.5f);
  EXPECT_NEAR(beside.normal.x, 0.6f, 1e-6f);
  EXPECT_FLOAT_EQ(closestSurface(mesh, {1.2f, -0.1f, 1.2f}).distance, 0.3f);
}

TEST(CollisionMesh, BoxAroundTheMeshHoldsIt) {
  const Mesh mesh = boxMesh({1, 2, 3});
  Random random(74);
  for (int n = 0; n < 50; ++n) {
    const Transform t{random.vector(5), random.rotation()};
    const Aabb box = aabbOf(mesh, t), expected = aabbOf(Box{{1, 2, 3}}, t);
    EXPECT_NEAR(length(box.min - expected.min), 0, 1e-5f);
    EXPECT_NEAR(length(box.max - expected.max), 0, 1e-5f);
  }
  EXPECT_FLOAT_EQ(extentOf(mesh), std::sqrt(14.0f));
}

TEST(CollisionMesh, ATriangleWithoutAreaIsRefusedByItsNumber) {
  const MeshDef line{{0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 0, 0}, {0, 2, 1, 0, 1, 3}};
  const auto refused = buildMeshGeometry(line, "shape.mesh");
  ASSERT_TRUE(refused.error);
  EXPECT_EQ(refused.error->code, ErrorCode::Geometry);
  EXPECT_EQ(refused.error->path, "shape.mesh.indices[3]");
  EXPECT_FALSE(buildMeshGeometry({{0, 0, 0, 1, 0, 0, 0, 0, 1}, {0, 1, 3}}, "mesh"));
  EXPECT_FALSE(buildMeshGeometry({{0, 0, 0, 1, 0, 0, 0, 0, NAN}, {0, 1, 2}}, "mesh"));
  EXPECT_FALSE(buildMeshGeometry({{}, {}}, "mesh"));
}

}  // namespace collision_mesh_test
}  // namespace holonom
