#pragma once
// Where cloth, ropes, grains and spring networks get their points.
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
struct Int3 {
  int x = 0, y = 0, z = 0;
  using Packed = PackedOf<int, int, int>;
};

struct GridDef {
  Vec2 size{1, 1};
  Int2 segments{20, 20};

  static constexpr const char* name = "grid";
  static constexpr const char* help =
      "A flat grid in the XZ plane, centered on the origin; row-major along +x, then +z.";
  static constexpr auto fields() {
    return std::make_tuple(field("size", &GridDef::size, "m", "Size along x and along z.",
                                 kPositive, kExclusiveMin | kFixed),
                           field("segments", &GridDef::segments, "",
                                 "Number of cells along x and along z.", {1, 1000}, kFixed));
  }
};

struct MeshDef {
  std::vector<float> vertices;
  std::vector<uint32_t> indices;

  static constexpr const char* name = "mesh";
  static constexpr const char* help = "An indexed triangle mesh.";
  static constexpr auto fields() {
    return std::make_tuple(
        field("vertices", &MeshDef::vertices, "m", "Vertex positions, x, y, z each.", {}, kFixed),
        field("indices", &MeshDef::indices, "",
              "Vertex indices of the triangles, three each, counter-clockwise seen from the front. "
              "As a collision shape, a mesh collides on its front side only.",
              {}, kFixed));
  }
};

/// The vertex indices that `pins` names; refuses names without a grid and indices out of range.
Result<std::vector<uint32_t>> resolvePins(const Pins& pins, const GridDef* grid, int count);

/// The same in their order: indices, then those of each name.
Result<std::vector<uint32_t>> orderedPins(const Pins& pins, const GridDef* grid, int count);

/// The mesh of a definition in its own axes; its triangles checked, its edges not.
Result<TriangleMesh> meshOf(const MeshDef& def, const std::string& path);
/// The mesh of a definition in world axes; checked.
Result<TriangleMesh> buildMesh(const MeshDef& def, const Transform& placement,
                               const std::string& path);
TriangleMesh buildGrid(const GridDef& def, const Transform& placement);
/// Vertices alone: a line along x, centered on the origin.
TriangleMesh buildRope(float length, int segments, const Transform& placement);
/// Vertices alone: centers of spheres in layers on the XZ plane; each layer lies in the hollows of
/// the one below.
TriangleMesh buildPile(Int2 base, int layers, float radius, const Transform& placement);

}  // namespace holonom
