#include <algorithm>

#include "geometry/mesh.h"
#include "geometry/triangle_mesh.h"

namespace holonom {

namespace {

/// A triangle whose height is less than this share of its longest side has no normal to trust.
constexpr double kThinnestTriangle = 1e-6;
/// Edges that bend by less than 5° count as flat: nothing can lean on them.
constexpr float kFlatEdgeCosine = 0.996194698f;
constexpr int kMeshLeafTriangles = 4;

/// For each item the first one with the same key.
std::vector<uint32_t> firstAlike(std::vector<Keyed>& items) {
  std::vector<Keyed> scratch;
  sortByKey(items, scratch);
  std::vector<uint32_t> first(items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    const bool alike = i > 0 && items[i].key == items[i - 1].key;
    first[items[i].index] = alike ? first[items[i - 1].index] : items[i].index;
  }
  return first;
}

/// For each vertex the number of the first one in the same place: exporters double vertices where
/// colours or shading normals change.
std::vector<uint32_t> weldMeshVertices(const std::vector<Vec3>& vertices) {
  std::vector<Keyed> items;
  for (const Vec3& v : vertices)
    items.push_back({keyOf(keyOf(v.x), keyOf(v.y)), static_cast<uint32_t>(items.size())});
  const std::vector<uint32_t> column = firstAlike(items);
  for (Keyed& each : items) each.key = keyOf(column[each.index], keyOf(vertices[each.index].z));
  return firstAlike(items);
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
  std::vector<uint32_t> welded;
  for (const uint32_t i : indices) welded.push_back(weld[i]);
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

Aabb boxOfMeshTriangle(const MeshGeometry::Triangle& t) {
  return {min(t.a, min(t.b, t.c)), max(t.a, max(t.b, t.c))};
}

/// Builds the tree top down: along the longest axis of the centres, where the surface area
/// heuristic costs least, but no part with less than a quarter, so that the depth has a bound.
struct MeshTreeBuilder {
  std::vector<MeshGeometry::Node> nodes;
  std::vector<uint32_t> order;        ///< the triangles as the leaves name them
  std::vector<Keyed> keyed, scratch;  ///< those of the node that is built
  std::vector<Aabb> boxes;
  std::vector<float> areas;

  explicit MeshTreeBuilder(const std::vector<MeshGeometry::Triangle>& triangles)
      : order(triangles.size()), areas(triangles.size()) {
    for (const MeshGeometry::Triangle& t : triangles) boxes.push_back(boxOfMeshTriangle(t));
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    build(0, static_cast<int32_t>(order.size()));
  }

  void build(int32_t first, int32_t count) {
    const size_t at = nodes.size();
    Aabb box = emptyAabb(), centres = emptyAabb();
    for (int32_t i = first; i < first + count; ++i) {
      const Aabb& b = boxes[order[i]];
      const Vec3 c = b.min + b.max;
      box = merge(box, b), centres = merge(centres, {c, c});
    }
    nodes.push_back({box, -1, first, count});
    if (count <= kMeshLeafTriangles) return;
    const Vec3 spread = centres.max - centres.min;
    const int axis = spread.x >= spread.y && spread.x >= spread.z ? 0
                     : spread.y >= spread.z                       ? 1
                                                                  : 2;
    keyed.clear();
    for (int32_t i = first; i < first + count; ++i)
      keyed.push_back(
          {keyOf(holonom::at(boxes[order[i]].min + boxes[order[i]].max, axis)), order[i]});
    sortByKey(keyed, scratch);
    for (int32_t i = 0; i < count; ++i) order[first + i] = keyed[i].index;
    const int32_t left = cheapestSplit(first, count);
    nodes[at].count = 0;
    build(first, left);
    nodes[at].right = static_cast<int32_t>(nodes.size());
    build(first + left, count - left);
  }

  int32_t cheapestSplit(int32_t first, int32_t count) {
    Aabb rest = emptyAabb();
    for (int32_t i = count - 1; i > 0; --i) {
      rest = merge(rest, boxes[order[first + i]]);
      areas[i] = surfaceArea(rest);
    }
    Aabb box = emptyAabb();
    int32_t best = count / 2;
    float least = kHuge * kHuge;
    const int32_t smallest = count / 4 > 1 ? count / 4 : 1;
    for (int32_t i = 1; i <= count - smallest; ++i) {
      box = merge(box, boxes[order[first + i - 1]]);
      const float cost = float(i) * surfaceArea(box) + float(count - i) * areas[i];
      if (i >= smallest && cost < least) least = cost, best = i;
    }
    return best;
  }
};

}  // namespace

Result<std::shared_ptr<const MeshGeometry>> buildMeshGeometry(const MeshDef& def,
                                                              const std::string& path) {
  Result<TriangleMesh> checked = meshOf(def, path);
  if (!checked) return *checked.error;
  const TriangleMesh& mesh = checked.value;
  std::vector<MeshGeometry::Triangle> triangles;
  for (size_t i = 0; i < mesh.indices.size(); i += 3) {
    const Vec3 a = mesh.vertices[mesh.indices[i]], b = mesh.vertices[mesh.indices[i + 1]],
               c = mesh.vertices[mesh.indices[i + 2]];
    const Vec3d ab = toDouble(b) - toDouble(a), ac = toDouble(c) - toDouble(a), bc = ac - ab;
    const Vec3d n = cross(ab, ac);
    const double longest2 =
        std::max(lengthSquared(ab), std::max(lengthSquared(ac), lengthSquared(bc)));
    if (!(length(n) > kThinnestTriangle * longest2))
      return Error{ErrorCode::Geometry, path + ".indices[" + std::to_string(i) + "]", double(i / 3),
                   "triangles that have an area"};
    triangles.push_back({a, b, c, toFloat(normalize(n)), 0});
  }
  findActiveMeshEdges(weldMeshVertices(mesh.vertices), mesh.indices, triangles);

  auto geometry = std::make_shared<MeshGeometry>();
  MeshTreeBuilder tree(triangles);
  geometry->nodes = std::move(tree.nodes);
  geometry->original = std::move(tree.order);
  for (const uint32_t i : geometry->original) geometry->triangles.push_back(triangles[i]);
  for (const uint32_t i : mesh.indices)
    geometry->extent = max(geometry->extent, length(mesh.vertices[i]));
  return std::shared_ptr<const MeshGeometry>(geometry);
}

}  // namespace holonom
