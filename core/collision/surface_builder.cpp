// Builds the tree of a surface from its shape at rest.
#include "collision/surface_tree.h"
#include "geometry/aabb.h"
#include "geometry/triangle_mesh.h"

namespace holonom {

[[gnu::cold]] void SurfaceTree::build(const std::vector<Vec3>& rest,
                                      const std::vector<uint32_t>& indices) {
  const int count = static_cast<int>(indices.size()) / 3;
  std::vector<SurfaceTriangle> triangles(count);
  std::vector<Vec3> centers(count);
  std::vector<int32_t> order(count);
  std::vector<bool> taken(rest.size(), false);
  for (int t = 0; t < count; ++t) {
    SurfaceTriangle& triangle = triangles[t];
    triangle.owned = 0;
    for (int k = 0; k < 3; ++k) {
      const uint32_t v = indices[3 * t + k];
      triangle.corners[k] = int32_t(v);
      if (!taken[v]) triangle.owned |= 1u << k;
      taken[v] = true;
      centers[t] += (1.0f / 3) * rest[v];
    }
    order[t] = t;
  }
  std::vector<std::array<int32_t, 3>> neighbors(count, {-1, -1, -1});
  const std::vector<Keyed> sides = sortedSides(indices);
  for (size_t i = 0; i < sides.size(); ++i) {
    const uint32_t side = sides[i].index;
    if (indices[side] == indices[nextCorner(side)]) continue;
    if (i == 0 || sides[i].key != sides[i - 1].key) {
      triangles[side / 3].owned |= 8u << side % 3;
    } else {
      const uint32_t other = sides[i - 1].index;
      neighbors[side / 3][side % 3] = int32_t(other / 3);
      neighbors[other / 3][other % 3] = int32_t(side / 3);
    }
  }
  nodes_.clear();
  split(centers, order, 0, count);
  markConnected(neighbors, order);
  listAdjacent(neighbors, order);
  for (const int32_t t : order) triangles_.push_back(triangles[t]);
  triangleBoxes_.resize(count);
  triangleDirections_.resize(count);
  bounds_.resize(nodes_.size());
  leaves_.resize(nodes_.size());
}

/// At the median of the longest side of their box.
void SurfaceTree::split(const std::vector<Vec3>& centers, std::vector<int32_t>& order, int begin,
                        int end) {
  const int node = static_cast<int>(nodes_.size());
  nodes_.push_back({begin, end, 0, true});
  if (end - begin <= kLeaf) return;
  Aabb box = emptyAabb();
  for (int i = begin; i < end; ++i) box = merge(box, {centers[order[i]], centers[order[i]]});
  const Vec3 size = box.max - box.min;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const int middle = (begin + end) / 2;
  std::vector<Keyed> keyed, scratch;
  for (int i = begin; i < end; ++i)
    keyed.push_back(
        {keyOf(keyOf(at(centers[order[i]], axis)), uint32_t(order[i])), uint32_t(order[i])});
  sortByKey(keyed, scratch);
  for (int i = begin; i < end; ++i) order[i] = int32_t(keyed[i - begin].index);
  split(centers, order, begin, middle);
  nodes_[node].right = static_cast<int>(nodes_.size());
  split(centers, order, middle, end);
}

/// At each depth in turn; leaves take part in all that are deeper.
void SurfaceTree::listAdjacent(const std::vector<std::array<int32_t, 3>>& neighbors,
                               const std::vector<int32_t>& order) {
  std::vector<int32_t> places(order.size()), nodeOf(order.size(), 0);  // by place in the order
  for (size_t i = 0; i < order.size(); ++i) places[order[i]] = int32_t(i);
  std::vector<Keyed> found, scratch;
  for (bool deeper = true; deeper;) {
    deeper = false;
    for (size_t i = 0; i < order.size(); ++i) {
      const int32_t n = nodeOf[i], right = nodes_[n].right;
      if (right == 0) continue;
      nodeOf[i] = int32_t(i) < nodes_[right].begin ? n + 1 : right;
      deeper = true;
    }
    for (size_t i = 0; deeper && i < order.size(); ++i)
      for (const int32_t t : neighbors[order[i]]) {
        const int32_t other = t < 0 ? -1 : nodeOf[places[t]];
        if (other > nodeOf[i]) found.push_back({keyOf(uint32_t(nodeOf[i]), uint32_t(other)), 0});
      }
  }
  sortByKey(found, scratch);
  adjacent_.clear();
  size_t at = 0;
  for (size_t n = 0; n < nodes_.size(); ++n) {
    for (; at < found.size() && found[at].key >> 32 == n; ++at)
      if (at == 0 || found[at].key != found[at - 1].key)
        adjacent_.push_back(int32_t(uint32_t(found[at].key)));
    nodes_[n].adjacentEnd = int32_t(adjacent_.size());
  }
}

/// Only in a connected patch do normals tell that it does not meet itself.
void SurfaceTree::markConnected(const std::vector<std::array<int32_t, 3>>& neighbors,
                                const std::vector<int32_t>& order) {
  std::vector<int32_t> places(order.size()), reached;
  for (size_t i = 0; i < order.size(); ++i) places[order[i]] = int32_t(i);
  std::vector<int32_t> seen(order.size(), -1);  // the last node that reached a place
  for (size_t n = 0; n < nodes_.size(); ++n) {
    Node& node = nodes_[n];
    const auto reach = [&](int32_t place) {
      if (place < node.begin || place >= node.end || seen[place] == int32_t(n)) return;
      seen[place] = int32_t(n);
      reached.push_back(place);
    };
    reached.clear();
    reach(node.begin);
    for (size_t i = 0; i < reached.size(); ++i)
      for (const int32_t neighbor : neighbors[order[reached[i]]])
        if (neighbor >= 0) reach(places[neighbor]);
    node.connected = int(reached.size()) == node.end - node.begin;
  }
}

}  // namespace holonom
