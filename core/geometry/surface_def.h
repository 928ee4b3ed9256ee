#pragma once
// Where cloth and spring networks get their points: a grid, or a triangle mesh.
#include <cstdint>
#include <vector>

#include "base/fields.h"
#include "base/pins.h"
#include "geometry/triangle_mesh.h"
#include "math/transform.h"

namespace holonom {

struct Vec2 {
  float x = 0, y = 0;
  using Packed = PackedOf<float, float>;
};
struct Int2 {
  int x = 0, y = 0;
  using Packed = PackedOf<int, int>;
};

struct GridDef {
  Vec2 size{1, 1};
  Int2 segments{20, 20};

  static constexpr const char* name = "grid";
  static constexpr const char* help =
      "A flat grid in the XZ plane about the origin, row-major along +x, then +z.";
  static constexpr auto fields() {
    return std::make_tuple(
        field("size", &GridDef::size, "m", "Extent along x and along z.", kPositive,
              kExclusiveMin | kFixed),
        field("segments", &GridDef::segments, "", "Cells along x and along z.", {1, 1000}, kFixed));
  }
};

struct MeshDef {
  std::vector<float> vertices;
  std::vector<uint32_t> indices;

  static constexpr const char* name = "mesh";
  static constexpr const char* help = "An indexed triangle mesh.";
  static constexpr auto fields() {
    return std::make_tuple(
        field("vertices", &MeshDef::vertices, "m", "x, y, z of each vertex, one after another.", {},
              kFixed),
        field("indices", &MeshDef::indices, "",
              "Three vertex indices for each triangle, counter-clockwise seen from the front. "
              "As a collision shape it holds bodies back on that side only.",
              {}, kFixed));
  }
};

/// The vertex indices that `pins` names; refuses names without a grid and indices out of range.
Result<std::vector<uint32_t>> resolvePins(const Pins& pins, const GridDef* grid, int count);

/// The mesh of a definition in its own axes; its triangles checked, its edges not.
Result<TriangleMesh> meshOf(const MeshDef& def, const std::string& path);
/// The mesh of a definition in world axes; checked.
Result<TriangleMesh> buildMesh(const MeshDef& def, const Transform& placement,
                               const std::string& path);
TriangleMesh buildGrid(const GridDef& def, const Transform& placement);

}  // namespace holonom
