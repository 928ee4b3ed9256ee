#include <algorithm>
#include <bit>

#include "geometry/mesh.h"
#include "geometry/mesh_tree.h"
#include "geometry/triangle_mesh.h"

namespace holonom {

namespace {

/// A triangle whose height is less than this share of its longest side has no normal to trust.
constexpr double kThinnestTriangle = 1e-6;
/// Edges that bend by less than 5° count as flat: nothing can lean on them.
constexpr float kFlatEdgeCosine = 0.996194698f;

uint32_t hashOfVertex(Vec3 v) {
  uint64_t hash = 0;
  for (const float x : {v.x, v.y, v.z}) hash = (hash ^ keyOf(x)) * 0x9e3779b97f4a7c15ull;
  return uint32_t(hash >> 32);
}

/// For each vertex the number of the first one in the same place: exporters double vertices where
/// colors or shading normals change. A hash table with linear probing.
std::vector<uint32_t> weldMeshVertices(const std::vector<Vec3>& vertices) {
  constexpr uint32_t kFree = 0xffffffff;
  const size_t mask = std::bit_ceil(2 * vertices.size()) - 1;
  std::vector<uint32_t> slots(mask + 1, kFree), first(vertices.size());
  for (uint32_t i = 0; i < vertices.size(); ++i) {
    const Vec3& v = vertices[i];
    size_t slot = hashOfVertex(v) & mask;
    while (slots[slot] != kFree && !(vertices[slots[slot]] == v)) slot = (slot + 1) & mask;
    if (slots[slot] == kFree) slots[slot] = i;
    first[i] = slots[slot];
  }
  return first;
}

/// Whether a contact may lean on the edge that two triangles share.
bool isActiveMeshEdge(const MeshGeometry::Triangle& s, const MeshGeometry::Triangle& t,
                      uint32_t sideOfT) {
  const float cosine = dot(s.normal, t.normal);
  if (cosine > kFlatEdgeCosine) return false;
  if (cosine < -kFlatEdgeCosine) return true;  // folded over: a rim
  const Vec3 opposite = sideOfT == 0 ? t.c : sideOfT == 1 ? t.a : t.b;
  const Vec3 onEdge = sideOfT == 0 ? t.a : sideOfT == 1 ? t.b : t.c;
  return dot(s.normal, opposite - onEdge) < 0;
}

/// Marks borders, convex edges, and edges whose triangles are not two of one orientation.
void findActiveMeshEdges(const std::vector<uint32_t>& weld, const std::vector<uint32_t>& indices,
                         std::vector<MeshGeometry::Triangle>& triangles) {
  std::vector<uint32_t> welded(indices.size());
  for (size_t i = 0; i < indices.size(); ++i) welded[i] = weld[indices[i]];
  const auto ascends = [&](uint32_t i) { return welded[i] < welded[nextCorner(i)]; };
  const std::vector<Keyed> sides = sortedSides(welded);
  for (size_t i = 0, end; i < sides.size(); i = end) {
    for (end = i + 1; end < sides.size() && sides[end].key == sides[i].key;) ++end;
    const uint32_t s = sides[i].index, t = sides[end - 1].index;
    const bool smooth = end - i == 2 && ascends(s) != ascends(t) &&
                        !isActiveMeshEdge(triangles[s / 3], triangles[t / 3], t % 3);
    for (size_t k = i; k < end && !smooth; ++k)
      triangles[sides[k].index / 3].active |= 1u << sides[k].index % 3;
  }
}

}  // namespace

Result<std::shared_ptr<const MeshGeometry>> buildMeshGeometry(const MeshDef& def,
                                                              const std::string& path) {
  Result<TriangleMesh> checked = meshOf(def, path);
  if (!checked) return *checked.error;
  const TriangleMesh& mesh = checked.value;
  std::vector<MeshGeometry::Triangle> triangles;
  triangles.reserve(mesh.indices.size() / 3);
  for (size_t i = 0; i < mesh.indices.size(); i += 3) {
    const Vec3 a = mesh.vertices[mesh.indices[i]], b = mesh.vertices[mesh.indices[i + 1]],
               c = mesh.vertices[mesh.indices[i + 2]];
    const Vec3d ab = toDouble(b) - toDouble(a), ac = toDouble(c) - toDouble(a), bc = ac - ab;
    const Vec3d n = cross(ab, ac);
    const double longest2 =
        std::max(lengthSquared(ab), std::max(lengthSquared(ac), lengthSquared(bc)));
    if (!(length(n) > kThinnestTriangle * longest2))
      return Error{ErrorCode::Geometry, path + ".indices[" + std::to_string(i) + "]", double(i / 3),
                   Rule::TrianglesWithArea};
    triangles.push_back({a, b, c, toFloat(normalize(n)), 0});
  }
  findActiveMeshEdges(weldMeshVertices(mesh.vertices), mesh.indices, triangles);

  auto geometry = std::make_shared<MeshGeometry>();
  MeshTree tree = buildMeshTree(triangles);
  geometry->nodes = std::move(tree.nodes);
  geometry->original = std::move(tree.order);
  geometry->triangles.reserve(triangles.size());
  for (const uint32_t i : geometry->original) geometry->triangles.push_back(triangles[i]);
  for (const uint32_t i : mesh.indices)
    geometry->extent = max(geometry->extent, length(mesh.vertices[i]));
  return std::shared_ptr<const MeshGeometry>(geometry);
}

}  // namespace holonom
