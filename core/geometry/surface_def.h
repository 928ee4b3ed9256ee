#pragma once
// Where cloth and spring networks get their points: a grid, a triangle mesh, a rope or a pile.
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
      "A flat grid in the XZ plane, centered on the origin; row-major along +x, then +z.";
  static constexpr auto fields() {
    return std::make_tuple(field("size", &GridDef::size, "m", "Size along x and along z.",
                                 kPositive, kExclusiveMin | kFixed),
                           field("segments", &GridDef::segments, "",
                                 "Number of cells along x and along z.", {1, 1000}, kFixed));
  }
};

struct RopeDef {
  float length = 1;
  int segments = 20;
  float density = 0.1f;

  static constexpr const char* name = "rope";
  static constexpr const char* help =
      "A straight line of particles along x, centered on the origin. It does not resist bending.";
  static constexpr auto fields() {
    return std::make_tuple(
        field("length", &RopeDef::length, "m", "Length.", kPositive, kExclusiveMin | kFixed),
        field("segments", &RopeDef::segments, "", "Number of segments between particles.",
              {1, 100000}, kFixed),
        field("density", &RopeDef::density, "kg/m", "Mass per length.", kPositive,
              kExclusiveMin | kFixed));
  }
};

struct PileDef {
  Int2 base{8, 8};
  int layers = 8;
  float radius = 0.05f;
  float density = 1000;

  static constexpr const char* name = "pile";
  static constexpr const char* help =
      "Grains that collide, stacked in layers on the XZ plane around the origin. Each layer lies "
      "in the hollows of the one below.";
  static constexpr auto fields() {
    return std::make_tuple(
        field("base", &PileDef::base, "", "Number of grains along x and along z in each layer.",
              {1, 1000}, kFixed),
        field("layers", &PileDef::layers, "", "Number of layers.", {1, 1000}, kFixed),
        field("radius", &PileDef::radius, "m", "Radius of a grain.", kPositive,
              kExclusiveMin | kFixed),
        field("density", &PileDef::density, "kg/m³", "Density of a grain.", kPositive,
              kExclusiveMin | kFixed));
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

/// The mesh of a definition in its own axes; its triangles checked, its edges not.
Result<TriangleMesh> meshOf(const MeshDef& def, const std::string& path);
/// The mesh of a definition in world axes; checked.
Result<TriangleMesh> buildMesh(const MeshDef& def, const Transform& placement,
                               const std::string& path);
TriangleMesh buildGrid(const GridDef& def, const Transform& placement);
/// Vertices alone.
TriangleMesh buildRope(const RopeDef& def, const Transform& placement);
TriangleMesh buildPile(const PileDef& def, const Transform& placement);

}  // namespace holonom
