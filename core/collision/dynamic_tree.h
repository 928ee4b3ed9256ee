#pragma once
// Dynamic bounding volume tree: fat leaf boxes, inserted where they add least surface area,
// kept low by rotations. After Catto, "Dynamic Bounding Volume Hierarchies" (GDC 2019).
// Where most leaves move, a linear tree along a Morton curve: Lauterbach et al., "Fast BVH
// Construction on GPUs" (2009).
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/aabb.h"

namespace holonom {

class DynamicTree {
 public:
  static constexpr int32_t kNull = -1;

  int32_t insert(const Aabb& fatBox, int32_t userData);
  void remove(int32_t leaf);
  /// Gives a leaf a new fat box.
  void move(int32_t leaf, const Aabb& fatBox);
  /// The same for many: first each gets its box, then all their places. Where most move, the tree
  /// is built anew: that is quicker.
  void setBox(int32_t leaf, const Aabb& fatBox) { nodes_[leaf].box = fatBox; }
  void relink(std::span<const int32_t> leaves);

  const Aabb& fatBox(int32_t leaf) const { return nodes_[leaf].box; }
  int32_t userData(int32_t leaf) const { return nodes_[leaf].userData(); }
  void clear();
  int height() const { return root_ == kNull ? 0 : nodes_[root_].height; }

  /// Calls `visit(userData)` for each leaf whose fat box overlaps `box`.
  template <class Visit>
  void query(const Aabb& box, Visit&& visit) const {
    const BoxProbe probe(box);
    int32_t stack[kMaxDepth];
    int count = 0;
    const auto push = [&](int32_t node) {
      if (probe.overlaps(nodes_[node].box) && count < kMaxDepth) stack[count++] = node;
    };
    if (root_ != kNull) push(root_);
    while (count > 0) {
      const Node& node = nodes_[stack[--count]];
      if (node.height == 0) {
        visit(node.userData());
      } else {
        push(node.child1);
        push(node.child2);
      }
    }
  }

  /// Calls `visit(userData, max)` for each leaf whose fat box is met before `max`, near ones
  /// mostly first; what it returns is the new max, negative to stop.
  template <class Visit>
  void cast(const BoxRay& ray, float max, Visit&& visit) const {
    if (root_ == kNull) return;
    struct Part {
      int32_t node;
      float from;
    };
    Part stack[kMaxDepth];
    int count = 0;
    const auto push = [&](int32_t node, float from) {
      if (from <= max && count < kMaxDepth) stack[count++] = {node, from};
    };
    push(root_, ray.enter(nodes_[root_].box, nodes_[root_].box)[0]);
    while (count > 0) {
      const Part part = stack[--count];
      if (!(part.from <= max)) continue;
      const Node& node = nodes_[part.node];
      if (node.height == 0) {
        max = visit(node.userData(), max);
        continue;
      }
      const f32x4 from = ray.enter(nodes_[node.child1].box, nodes_[node.child2].box);
      const bool firstIsNear = from[0] <= from[1];
      push(firstIsNear ? node.child2 : node.child1, firstIsNear ? from[1] : from[0]);
      push(firstIsNear ? node.child1 : node.child2, firstIsNear ? from[0] : from[1]);
    }
  }

  template <class A>
  void archive(A& ar) {
    auto& [nodes_, root_, free_, leaves_, scratch_, spare_] = *this;
    ar(nodes_, root_, free_);
  }

 private:
  static constexpr int kMaxDepth = 512;  // a balanced tree of 2^20 leaves needs about 50
  struct Node {
    Aabb box;
    int32_t parent = kNull;                  // next free node while unused
    int32_t child1 = kNull, child2 = kNull;  // the first of a leaf is its user data
    int32_t height = 0;
    int32_t userData() const { return child1; }
    using Packed = PackedOf<Aabb, int32_t, int32_t, int32_t, int32_t>;
  };

  int32_t allocate();
  void free(int32_t node);
  void link(int32_t leaf);
  void unlink(int32_t leaf);
  int32_t findSibling(const Aabb& box) const;
  void refit(int32_t node);
  void rotate(int32_t node);
  void rebuild();
  void takeApart();
  static int32_t leafOf(uint64_t key) { return int32_t(uint32_t(key)); }
  int32_t join(size_t first, size_t end);

  std::vector<Node> nodes_;
  int32_t root_ = kNull;
  int32_t free_ = kNull;
  // What a tree is built from anew.
  std::vector<uint64_t> leaves_, scratch_;  // by their place along the curve, see `leafOf`
  std::vector<int32_t> spare_;
};

}  // namespace holonom
