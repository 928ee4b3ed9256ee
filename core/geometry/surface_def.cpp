#include "geometry/surface_def.h"

#include <algorithm>

namespace holonom {

namespace {

/// Whether a named pin holds the grid point (i, j) of nx × nz cells.
bool holds(const std::string& name, int i, int j, int nx, int nz) {
  const bool left = i == 0, right = i == nx, top = j == 0, bottom = j == nz;
  if (name == "corners") return (left || right) && (top || bottom);
  const auto needs = [&](const char* side) { return name.find(side) != std::string::npos; };
  return (left || !needs("left")) && (right || !needs("right")) && (top || !needs("top")) &&
         (bottom || !needs("bottom"));
}

}  // namespace

Result<std::vector<uint32_t>> resolvePins(const Pins& pins, const GridDef* grid, int count) {
  std::vector<bool> pinned(count, false);
  for (size_t k = 0; k < pins.indices.size(); ++k) {
    const uint32_t i = pins.indices[k];
    if (i >= static_cast<uint32_t>(count))
      // Names may have stood between indices.
      return Error{ErrorCode::Range,
                   pins.names.empty() ? "pins[" + std::to_string(k) + "]" : "pins",
                   double(i),
                   Rule::IndexTo,
                   {double(count - 1)}};
    pinned[i] = true;
  }
  for (const std::string& name : pins.names) {
    if (!grid) return Error{ErrorCode::Type, "pins", name, Rule::PinIndices};
    if (std::find(std::begin(kPinNames), std::end(kPinNames), name) == std::end(kPinNames))
      return Error{ErrorCode::Range, "pins", name, Rule::PinNames};
    for (int j = 0; j <= grid->segments.y; ++j)
      for (int i = 0; i <= grid->segments.x; ++i)
        if (holds(name, i, j, grid->segments.x, grid->segments.y))
          pinned[j * (grid->segments.x + 1) + i] = true;
  }
  std::vector<uint32_t> out;
  for (int i = 0; i < count; ++i)
    if (pinned[i]) out.push_back(static_cast<uint32_t>(i));
  return out;
}

Result<std::vector<uint32_t>> orderedPins(const Pins& pins, const GridDef* grid, int count) {
  auto known = resolvePins(pins, grid, count);
  if (!known) return known;
  std::vector<uint32_t> ordered = pins.indices;
  for (const std::string& name : pins.names) {
    const auto named = resolvePins({{}, {name}}, grid, count);
    ordered.insert(ordered.end(), named.value.begin(), named.value.end());
  }
  return ordered;
}

Result<TriangleMesh> meshOf(const MeshDef& def, const std::string& path) {
  if (def.vertices.size() % 3 != 0)
    return Error{ErrorCode::Geometry, path + ".vertices", double(def.vertices.size()),
                 Rule::ThreePerVertex};
  TriangleMesh mesh;
  mesh.vertices.reserve(def.vertices.size() / 3);
  for (size_t i = 0; i < def.vertices.size(); i += 3)
    mesh.vertices.push_back({def.vertices[i], def.vertices[i + 1], def.vertices[i + 2]});
  mesh.indices = def.indices;
  if (Status bad = checkTriangles(mesh, path)) return *bad;
  return mesh;
}

Result<TriangleMesh> buildMesh(const MeshDef& def, const Transform& placement,
                               const std::string& path) {
  Result<TriangleMesh> mesh = meshOf(def, path);
  if (!mesh) return mesh;
  if (Status bad = checkMesh(mesh.value, path)) return *bad;
  for (Vec3& v : mesh.value.vertices) v = transformPoint(placement, v);
  return mesh;
}

TriangleMesh buildGrid(const GridDef& def, const Transform& placement) {
  TriangleMesh mesh = gridMesh(def.size.x, def.size.y, def.segments.x, def.segments.y);
  for (Vec3& v : mesh.vertices) v = transformPoint(placement, v);
  return mesh;
}

TriangleMesh buildRope(float length, int segments, const Transform& placement) {
  TriangleMesh mesh;
  for (int i = 0; i <= segments; ++i)
    mesh.vertices.push_back(
        transformPoint(placement, {length * (float(i) / float(segments) - 0.5f), 0, 0}));
  return mesh;
}

TriangleMesh buildPile(Int2 base, int layers, float radius, const Transform& placement) {
  TriangleMesh mesh;
  const float r = radius, rise = 1.41421356f * r;
  for (int k = 0; k < layers; ++k)
    for (int j = 0; j < base.y; ++j)
      for (int i = 0; i < base.x; ++i) {
        const float shift = k % 2 == 0 ? -0.5f * r : 0.5f * r;
        mesh.vertices.push_back(
            transformPoint(placement, {r * float(2 * i - base.x + 1) + shift, r + rise * float(k),
                                       r * float(2 * j - base.y + 1) + shift}));
      }
  return mesh;
}

}  // namespace holonom
