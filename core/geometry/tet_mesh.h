#pragma once
// Indexed tetrahedral meshes: checks, edges, and the surface around them.
#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/fields.h"
#include "geometry/surface_def.h"
#include "geometry/triangle_mesh.h"

namespace holonom {

struct TetrahedraDef {
  std::vector<float> vertices;
  std::vector<uint32_t> indices;

  static constexpr const char* name = "tetrahedra";
  static constexpr const char* help = "An indexed tetrahedral mesh.";
  static constexpr auto fields() {
    return std::make_tuple(
        field("vertices", &TetrahedraDef::vertices, "m", "Vertex positions, x, y, z each.", {},
              kFixed),
        field("indices", &TetrahedraDef::indices, "",
              "Vertex indices of the tetrahedra, four each, in any order.", {}, kFixed));
  }
};

struct LatticeDef {
  Vec3 size{1, 1, 1};
  Int3 cells{4, 4, 4};

  static constexpr const char* name = "lattice";
  static constexpr const char* help =
      "A box of cells, centered on the origin, each of six tetrahedra. Vertices run along x, then "
      "y, then z.";
  static constexpr auto fields() {
    return std::make_tuple(field("size", &LatticeDef::size, "m", "Size along x, y and z.",
                                 kPositive, kExclusiveMin | kFixed),
                           field("cells", &LatticeDef::cells, "",
                                 "Number of cells along x, y and z.", {1, 200}, kFixed));
  }
};

/// The edges of a tetrahedron from its first corner.
struct TetrahedronEdges {
  Vec3d a, b, c;

  /// Negative if the other corners are clockwise seen from outside.
  double sixfoldVolume() const { return dot(cross(a, b), c); }
};
/// `first` is the place of its first corner in `indices`.
TetrahedronEdges edgesAt(const TetrahedraDef& mesh, size_t first);

TetrahedraDef tetrahedraOf(const LatticeDef& lattice);
/// Refuses tetrahedra without volume; of the others, corners 1, 2, 3 become counter-clockwise from
/// outside. `path` names the mesh in the error.
Status orient(TetrahedraDef& mesh, const std::string& path);

/// Refuses an empty mesh, indices out of range, and tetrahedra that name a vertex twice. `path`
/// names the mesh in the error.
Status checkTetrahedra(const TetrahedraDef& def, const std::string& path);
/// Every edge once, two vertices each, the lower first; ordered by them.
std::vector<uint32_t> edgesOf(const TetrahedraDef& mesh);
/// The triangles of one tetrahedron alone, counter-clockwise from outside, in the order of the
/// tetrahedra.
std::vector<uint32_t> surfaceOf(const TetrahedraDef& mesh);

}  // namespace holonom
