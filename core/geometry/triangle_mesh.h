#pragma once
// Indexed triangle surfaces: checks, edges, and the stencils of bending.
#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/keyed.h"
#include "math/vec3.h"

namespace holonom {

struct TriangleMesh {
  std::vector<Vec3> vertices;
  std::vector<uint32_t> indices;  ///< three per triangle, counter-clockwise from outside
};

struct Edge {
  uint32_t a, b;                           ///< a < b
  int32_t oppositeA = -1, oppositeB = -1;  ///< third vertices of its triangles; -1: none
};

/// Refuses an empty mesh, indices out of range, non-finite vertices, and triangles that name a
/// vertex twice. `path` names the mesh in the error.
Status checkTriangles(const TriangleMesh& mesh, const std::string& path);
/// Refuses also edges with more than two triangles.
Status checkMesh(const TriangleMesh& mesh, const std::string& path);

/// Side i of a list of triangles runs from indices[i] to the next corner of its triangle.
inline size_t nextCorner(size_t i) { return i % 3 == 2 ? i - 2 : i + 1; }
/// All sides, each keyed by its vertices, the lower first: equal edges stand together, in the order
/// of their triangles.
std::vector<Keyed> sortedSides(const std::vector<uint32_t>& indices);

/// Every edge once, ordered by its first triangle; with its one or two opposite vertices.
std::vector<Edge> edgesOf(const TriangleMesh& mesh);

/// Regular grid in the XZ plane, centered, row-major along +x then +z, facing +y.
TriangleMesh gridMesh(float width, float depth, int segmentsX, int segmentsZ);

/// Area-weighted vertex normals, unit length; xyz per vertex in `normals`.
void vertexNormals(const float* positions, int count, const std::vector<uint32_t>& indices,
                   float* normals);

}  // namespace holonom
