#include "collision/surface_tree.h"

#include <algorithm>
#include <bit>

#include "geometry/aabb.h"

namespace holonom {

namespace {

/// The directions of a cube's faces, edges and corners, with their opposites; a normal lies about
/// one where they differ by less than 60°.
uint32_t directionsAbout(Vec3 normal) {
  constexpr float s = 0.70710678f, t = 0.57735027f;
  constexpr f32x4 x[] = {{1, 0, 0, s}, {s, s, s, 0}, {0, t, t, t}, {t, 0, 0, 0}};
  constexpr f32x4 y[] = {{0, 1, 0, s}, {-s, 0, 0, s}, {s, t, t, -t}, {-t, 0, 0, 0}};
  constexpr f32x4 z[] = {{0, 0, 1, 0}, {0, s, -s, s}, {-s, t, -t, t}, {-t, 0, 0, 0}};
  const f32x4 least = splat(0.5f * length(normal));
  i32x4 bits = {};
  for (int k = 0; k < 4; ++k) {
    const f32x4 along = splat(normal.x) * x[k] + splat(normal.y) * y[k] + splat(normal.z) * z[k];
    const i32x4 bit = i32x4{1, 2, 4, 8} << (4 * k);
    bits |= ((along > least) & bit) | ((-along > least) & (bit << 16));
  }
  return uint32_t(bits[0] | bits[1] | bits[2] | bits[3]);
}

bool shareCorner(const SurfaceTriangle& a, const SurfaceTriangle& b) {
  for (const int32_t i : a.corners)
    for (const int32_t j : b.corners)
      if (i == j) return true;
  return false;
}

}  // namespace

void SurfaceTree::fit(const Quad* x, const LaneBox* vertexBoxes, const uint8_t* fresh) {
  for (size_t t = 0; t < triangles_.size(); ++t) {
    const int32_t* c = triangles_[t].corners;
    triangleBoxes_[t] = merge(merge(vertexBoxes[c[0]], vertexBoxes[c[1]]), vertexBoxes[c[2]]);
    const Vec3 a = x[c[0]].xyz();
    triangleDirections_[t] = directionsAbout(cross(x[c[1]].xyz() - a, x[c[2]].xyz() - a));
  }
  for (size_t n = nodes_.size(); n-- > 0;) {
    const Node& node = nodes_[n];
    if (node.right > 0) {
      const Bounds &left = bounds_[n + 1], &right = bounds_[node.right];
      bounds_[n] = {merge(left.box, right.box), left.directions & right.directions,
                    left.fresh | right.fresh};
      continue;
    }
    const f32x4 none = splat(kHuge);
    f32x4 low[kLeaf] = {none, none, none, none}, high[kLeaf] = {-none, -none, -none, -none};
    Bounds b{{none, -none}, ~0u, 0};
    for (int32_t t = node.begin; t < node.end; ++t) {
      const LaneBox& box = triangleBoxes_[t];
      low[t - node.begin] = box.min, high[t - node.begin] = box.max;
      const int32_t* c = triangles_[t].corners;
      const uint32_t isFresh = fresh[c[0]] | fresh[c[1]] | fresh[c[2]];
      b = {merge(b.box, box), b.directions & triangleDirections_[t],
           b.fresh | isFresh << (t - node.begin)};
    }
    bounds_[n] = b;
    transpose(low[0], low[1], low[2], low[3]);
    transpose(high[0], high[1], high[2], high[3]);
    leaves_[n] = {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
  }
}

void SurfaceTree::pairLeaves(int32_t a, const SurfaceTree& other, int32_t b,
                             std::vector<TrianglePair>& out) const {
  const bool within = this == &other, itself = within && a == b;
  const Leaf& leaf = other.leaves_[b];
  const int32_t first = other.nodes_[b].begin;
  // Boxes that are not numbers are apart from nothing, unused lanes neither.
  const uint32_t used = (1u << (other.nodes_[b].end - first)) - 1;
  for (int32_t i = nodes_[a].begin; i < nodes_[a].end; ++i) {
    const f32x4 low = triangleBoxes_[i].min, high = triangleBoxes_[i].max;
    const i32x4 apart = (splat(low[0]) > leaf.max.x) | (leaf.min.x > splat(high[0])) |
                        (splat(low[1]) > leaf.max.y) | (leaf.min.y > splat(high[1])) |
                        (splat(low[2]) > leaf.max.z) | (leaf.min.z > splat(high[2]));
    uint32_t near = bitsOf(~apart) & used;
    if (!(bounds_[a].fresh >> (i - nodes_[a].begin) & 1)) near &= other.bounds_[b].fresh;
    if (itself) near &= ~1u << (i - first);
    for (; near != 0; near &= near - 1) {
      const int32_t j = first + std::countr_zero(near);
      if (within && (triangleDirections_[i] & triangleDirections_[j]) != 0 &&
          shareCorner(triangles_[i], triangles_[j]))
        continue;
      out.push_back({i, j});
    }
  }
}

bool SurfaceTree::areAdjacent(int32_t a, int32_t b) const {
  const auto list = [&](int32_t n) {
    return adjacent_.begin() + (n < 0 ? 0 : nodes_[n].adjacentEnd);
  };
  return std::find(list(a - 1), list(a), b) != list(a);
}

PairSearch SurfaceTree::search() {
  PairSearch all;
  all.stack_[all.count_++] = {0, 0};
  return all;
}

int64_t SurfaceTree::findPairs(const SurfaceTree& other, PairSearch& search,
                               std::vector<TrianglePair>& out, int64_t most) const {
  auto& [stack, count] = search;
  const size_t before = out.size();
  int64_t nodes = 0;
  const auto visited = [&] { return nodes + int64_t(out.size() - before); };
  while (count > 0 && visited() < most) {
    ++nodes;
    const PairSearch::Part part = stack[--count];
    const Node &a = nodes_[part.a], &b = other.nodes_[part.b];
    const bool itself = &a == &b;
    if ((bounds_[part.a].fresh | other.bounds_[part.b].fresh) == 0) continue;
    if (itself ? a.connected && bounds_[part.a].directions != 0
               : !overlaps(bounds_[part.a].box, other.bounds_[part.b].box))
      continue;
    // Two patches that share an edge are one patch, and its normals tell the same of it.
    if (this == &other && !itself && a.connected && b.connected &&
        (bounds_[part.a].directions & bounds_[part.b].directions) != 0 &&
        areAdjacent(part.a, part.b))
      continue;
    if (a.right == 0 && b.right == 0) {
      pairLeaves(part.a, other, part.b, out);
    } else if (itself) {
      stack[count++] = {part.a + 1, a.right};
      stack[count++] = {a.right, a.right};
      stack[count++] = {part.a + 1, part.a + 1};
    } else if (b.right == 0 || (a.right > 0 && a.end - a.begin >= b.end - b.begin)) {
      stack[count++] = {a.right, part.b};
      stack[count++] = {part.a + 1, part.b};
    } else {
      stack[count++] = {part.a, b.right};
      stack[count++] = {part.a, part.b + 1};
    }
  }
  return visited();
}

}  // namespace holonom
