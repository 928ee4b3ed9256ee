#include <gtest/gtest.h>

#include <set>

#include "geometry/surface_def.h"

namespace holonom {
namespace mesh_test {

// A unit tetrahedron: closed, 4 vertices, 6 edges, 4 triangles.
const TriangleMesh kTetrahedron{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}};

TEST(Mesh, AClosedMeshHasEulersNumberOfEdges) {
  ASSERT_FALSE(checkMesh(kTetrahedron, "mesh"));
  const std::vector<Edge> edges = edgesOf(kTetrahedron);
  EXPECT_EQ(edges.size(), 6u);  // V − E + F = 2
  std::set<std::pair<uint32_t, uint32_t>> seen;
  for (const Edge& e : edges) {
    EXPECT_LT(e.a, e.b);
    EXPECT_TRUE(seen.insert({e.a, e.b}).second);
    // Its two triangles have the other two vertices.
    std::set<int32_t> all{int32_t(e.a), int32_t(e.b), e.oppositeA, e.oppositeB};
    EXPECT_EQ(all, (std::set<int32_t>{0, 1, 2, 3}));
  }
}

TEST(Mesh, ABorderEdgeHasOneTriangle) {
  const TriangleMesh quad{{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}}, {0, 2, 1, 1, 2, 3}};
  int inner = 0, border = 0;
  for (const Edge& e : edgesOf(quad)) {
    EXPECT_GE(e.oppositeA, 0);
    (e.oppositeB >= 0 ? inner : border)++;
  }
  EXPECT_EQ(inner, 1);
  EXPECT_EQ(border, 4);
}

TEST(Mesh, AGridIsRowMajorCenteredAndFacesUp) {
  const TriangleMesh mesh = gridMesh(4, 2, 4, 2);
  ASSERT_EQ(mesh.vertices.size(), 15u);
  EXPECT_EQ(mesh.vertices[0], (Vec3{-2, 0, -1}));
  EXPECT_EQ(mesh.vertices[4], (Vec3{2, 0, -1}));
  EXPECT_EQ(mesh.vertices[14], (Vec3{2, 0, 1}));
  float area = 0;
  for (size_t t = 0; t < mesh.indices.size(); t += 3) {
    const Vec3 a = mesh.vertices[mesh.indices[t]], b = mesh.vertices[mesh.indices[t + 1]],
               c = mesh.vertices[mesh.indices[t + 2]];
    const Vec3 n = cross(b - a, c - a);
    EXPECT_GT(n.y, 0) << "triangle " << t / 3;
    area += 0.5f * n.y;
  }
  EXPECT_FLOAT_EQ(area, 8);
  EXPECT_FALSE(checkMesh(mesh, "grid"));
}

TEST(Mesh, VertexNormalsAreWeightedByArea) {
  // A large triangle facing up and a small one facing −x share vertex 0.
  const float positions[] = {0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 0, 0, 0, 1};
  const std::vector<uint32_t> indices = {0, 2, 1, 0, 3, 4};
  float n[15];
  vertexNormals(positions, 5, indices, n);
  const Vec3 up = cross(Vec3{0, 0, 2}, Vec3{2, 0, 0}), side = cross(Vec3{0, 1, 0}, Vec3{0, 0, 1});
  const Vec3 expected = normalize(up + side);
  EXPECT_NEAR(n[0], expected.x, 1e-6f);
  EXPECT_NEAR(n[1], expected.y, 1e-6f);
  EXPECT_NEAR(n[3 + 1], 1, 1e-6f);
}

TEST(Pins, NamesAndIndicesAddUpOnce) {
  const GridDef grid{{1, 1}, {3, 2}};  // 4 × 3 points
  const Result<std::vector<uint32_t>> r =
      resolvePins(Pins{{0, 5}, {"corners", "top-left"}}, &grid, 12);
  ASSERT_TRUE(r);
  EXPECT_EQ(r.value, (std::vector<uint32_t>{0, 3, 5, 8, 11}));
}

TEST(Pins, EverySideNameHoldsItsSide) {
  const GridDef grid{{1, 1}, {3, 2}};
  const auto of = [&](const char* name) { return resolvePins(Pins{{}, {name}}, &grid, 12).value; };
  using List = std::vector<uint32_t>;
  EXPECT_EQ(of("left"), (List{0, 4, 8}));
  EXPECT_EQ(of("right"), (List{3, 7, 11}));
  EXPECT_EQ(of("top"), (List{0, 1, 2, 3}));
  EXPECT_EQ(of("bottom"), (List{8, 9, 10, 11}));
  EXPECT_EQ(of("top-right"), List{3});
  EXPECT_EQ(of("bottom-left"), List{8});
  EXPECT_EQ(of("bottom-right"), List{11});
}

}  // namespace mesh_test
}  // namespace holonom
