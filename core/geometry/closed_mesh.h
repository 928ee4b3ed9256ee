#pragma once
// A closed surface of triangles as a solid with mass.
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/fields.h"
#include "geometry/mass_properties.h"

namespace holonom {

/// In double precision: a description for mass properties, not for collision.
struct ClosedMesh {
  std::vector<double> vertices;
  std::vector<uint32_t> indices;

  static constexpr const char* name = "closedMesh";
  static constexpr const char* help =
      "A closed surface of triangles in the body's axes, counter-clockwise from outside.";
  static constexpr auto fields() {
    return std::make_tuple(field("vertices", &ClosedMesh::vertices, "m",
                                 "x, y, z of each vertex, one after another.", {}, kFixed),
                           field("indices", &ClosedMesh::indices, "",
                                 "Three vertex indices for each triangle.", {}, kFixed));
  }
};

/// Mass properties of what closed triangles enclose, exact to rounding (`SurfaceIntegral`).
/// Refuses, with code Geometry and `path` before the field: numbers that make no triangles, an open
/// surface (names an edge with one triangle), neighbors that do not wind the same way (names their
/// edge), a surface without volume, and one that is inside out.
Result<MassProperties> massOfMesh(const std::vector<Vec3d>& vertices,
                                  const std::vector<uint32_t>& indices, const std::string& path);
/// The same; `vertices` must hold three numbers for each vertex.
Result<MassProperties> massOfMesh(const ClosedMesh& mesh, const std::string& path);

}  // namespace holonom
