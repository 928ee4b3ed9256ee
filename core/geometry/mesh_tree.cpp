#include "geometry/mesh_tree.h"

#include <algorithm>
#include <array>

#include "base/keyed.h"
#include "math/simd.h"

namespace holonom {

namespace {

constexpr int kMeshLeafTriangles = 4;
constexpr int kMeshBins = 16;
/// Nodes with fewer triangles are split exactly: cheaper than filling bins.
constexpr int kFewMeshTriangles = 24;

/// In the first three lanes.
struct TriangleBox {
  f32x4 min = splat(kHuge), max = splat(-kHuge);

  void add(const TriangleBox& other) {
    min = holonom::min(min, other.min), max = holonom::max(max, other.max);
  }
  /// Twice the center.
  f32x4 center() const { return min + max; }
  float area() const {
    const f32x4 d = max - min;
    return 2 * (d[0] * d[1] + d[1] * d[2] + d[2] * d[0]);
  }
};

/// Triangles, by their boxes and by their centers.
struct TriangleBounds {
  TriangleBox boxes, centers;
  int32_t count = 0;

  void add(const TriangleBox& box) {
    boxes.add(box);
    centers.add({box.center(), box.center()});
    ++count;
  }
  void add(const TriangleBounds& other) {
    boxes.add(other.boxes);
    centers.add(other.centers);
    count += other.count;
  }
};

TriangleBox boxOfMeshTriangle(const MeshGeometry::Triangle& t) {
  const Vec3 low = min(t.a, min(t.b, t.c)), high = max(t.a, max(t.b, t.c));
  return {f32x4{low.x, low.y, low.z, 0}, f32x4{high.x, high.y, high.z, 0}};
}

float meshSplitCost(const TriangleBounds& left, const TriangleBounds& right) {
  return float(left.count) * left.boxes.area() + float(right.count) * right.boxes.area();
}

class MeshTreeBuilder {
 public:
  explicit MeshTreeBuilder(const std::vector<MeshGeometry::Triangle>& triangles)
      : boxes_(triangles.size()), movedBoxes_(triangles.size()), moved_(triangles.size()) {
    tree.order.resize(triangles.size());
    tree.nodes.reserve(triangles.size());
    TriangleBounds all;
    for (uint32_t i = 0; i < triangles.size(); ++i) {
      tree.order[i] = i;
      boxes_[i] = boxOfMeshTriangle(triangles[i]);
      all.add(boxes_[i]);
    }
    build(0, all);
    tree.nodes.shrink_to_fit();
  }

  MeshTree tree;

 private:
  struct Split {
    TriangleBounds left, right;
  };

  void build(int32_t first, const TriangleBounds& bounds) {
    const size_t at = tree.nodes.size();
    const f32x4 low = bounds.boxes.min, high = bounds.boxes.max;
    tree.nodes.push_back(
        {{{low[0], low[1], low[2]}, {high[0], high[1], high[2]}}, -1, first, bounds.count});
    if (bounds.count <= kMeshLeafTriangles) return;
    const f32x4 spread = bounds.centers.max - bounds.centers.min;
    const int axis = spread[0] >= spread[1] && spread[0] >= spread[2] ? 0
                     : spread[1] >= spread[2]                         ? 1
                                                                      : 2;
    const float lowest = bounds.centers.min[axis], scale = float(kMeshBins) / spread[axis];
    Split split;
    // Coinciding centers, and those too far apart for floats, have no bins.
    const bool binned = bounds.count >= kFewMeshTriangles && scale > 0 && scale < kHuge &&
                        splitByBins(first, bounds.count, axis, lowest, scale, split);
    if (!binned) split = splitExactly(first, bounds.count, axis);
    tree.nodes[at].count = 0;
    build(first, split.left);
    tree.nodes[at].right = static_cast<int32_t>(tree.nodes.size());
    build(first + split.left.count, split.right);
  }

  /// False, and nothing is moved, if each boundary of bins leaves one side with too few.
  bool splitByBins(int32_t first, int32_t count, int axis, float lowest, float scale,
                   Split& split) {
    std::array<TriangleBounds, kMeshBins> bins;
    const auto binOf = [&](int32_t i) {
      return std::min(kMeshBins - 1, int((boxes_[i].center()[axis] - lowest) * scale));
    };
    for (int32_t i = first; i < first + count; ++i) bins[binOf(i)].add(boxes_[i]);
    std::array<TriangleBounds, kMeshBins> rights;  // all bins from one on
    rights[kMeshBins - 1] = bins[kMeshBins - 1];
    for (int i = kMeshBins - 2; i > 0; --i) rights[i] = bins[i], rights[i].add(rights[i + 1]);
    TriangleBounds left;
    int border = 0;
    for (int i = 1; i < kMeshBins; ++i) {
      left.add(bins[i - 1]);
      if (std::min(left.count, rights[i].count) < count / 4) continue;
      if (border > 0 && meshSplitCost(left, rights[i]) >= meshSplitCost(split.left, split.right))
        continue;
      border = i, split = {left, rights[i]};
    }
    if (border == 0) return false;
    // Stable, so that the order does not depend on the machine.
    int32_t at = first, later = 0;
    for (int32_t i = first; i < first + count; ++i) {
      if (binOf(i) < border) {
        boxes_[at] = boxes_[i], tree.order[at++] = tree.order[i];
      } else {
        movedBoxes_[later] = boxes_[i], moved_[later++] = tree.order[i];
      }
    }
    std::copy_n(movedBoxes_.begin(), later, boxes_.begin() + at);
    std::copy_n(moved_.begin(), later, tree.order.begin() + at);
    return true;
  }

  /// Sorted by centers, at the best place of all.
  Split splitExactly(int32_t first, int32_t count, int axis) {
    keyed_.clear();
    for (int32_t i = 0; i < count; ++i) {
      keyed_.push_back({keyOf(boxes_[first + i].center()[axis]), uint32_t(i)});
      movedBoxes_[i] = boxes_[first + i], moved_[i] = tree.order[first + i];
    }
    sortByKey(keyed_, scratch_);
    for (int32_t i = 0; i < count; ++i) {
      boxes_[first + i] = movedBoxes_[keyed_[i].index];
      tree.order[first + i] = moved_[keyed_[i].index];
    }
    areas_.resize(count);
    TriangleBox right;
    for (int32_t i = count - 1; i > 0; --i) {
      right.add(boxes_[first + i]);
      areas_[i] = right.area();
    }
    const int32_t smallest = std::max(1, count / 4);
    int32_t best = count / 2;
    float least = kHuge * kHuge;
    TriangleBox left;
    for (int32_t i = 1; i <= count - smallest; ++i) {
      left.add(boxes_[first + i - 1]);
      const float cost = float(i) * left.area() + float(count - i) * areas_[i];
      if (i >= smallest && cost < least) least = cost, best = i;
    }
    Split split;
    for (int32_t i = 0; i < count; ++i)
      (i < best ? split.left : split.right).add(boxes_[first + i]);
    return split;
  }

  std::vector<TriangleBox> boxes_;       // in the order of the tree
  std::vector<TriangleBox> movedBoxes_;  // scratch, with the next four
  std::vector<uint32_t> moved_;
  std::vector<Keyed> keyed_, scratch_;
  std::vector<float> areas_;
};

}  // namespace

MeshTree buildMeshTree(const std::vector<MeshGeometry::Triangle>& triangles) {
  return std::move(MeshTreeBuilder(triangles).tree);
}

}  // namespace holonom
