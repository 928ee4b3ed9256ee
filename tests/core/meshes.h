#pragma once
// Surfaces of triangles as shapes.
#include <gtest/gtest.h>

#include "geometry/mesh.h"
#include "geometry/triangle_mesh.h"

namespace holonom {

inline Mesh meshOf(const MeshDef& def) {
  Mesh mesh;
  const auto built = buildMeshGeometry(def, "mesh");
  EXPECT_TRUE(built);
  mesh.geometry = built.value;
  return mesh;
}

inline Mesh meshOf(const TriangleMesh& surface) {
  MeshDef def;
  for (const Vec3& v : surface.vertices) def.vertices.insert(def.vertices.end(), {v.x, v.y, v.z});
  def.indices = surface.indices;
  return meshOf(def);
}

/// A box as twelve triangles, facing out.
inline Mesh boxMesh(Vec3 h) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.push_back({i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z});
  mesh.indices = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                  2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
  return meshOf(mesh);
}

}  // namespace holonom
