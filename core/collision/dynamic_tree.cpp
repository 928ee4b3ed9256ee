#include "collision/dynamic_tree.h"

#include <algorithm>
#include <bit>

#include "base/growth.h"
#include "base/keyed.h"

namespace holonom {

namespace {

/// A tree is built anew if more than one of so many of its nodes are leaves that move.
constexpr size_t kRebuildShare = 8;
/// Boxes that are so many times as large as the mean would reach far into a tree along a curve:
/// they are inserted.
constexpr float kLarge = 8;

float sizeOf(const Aabb& box) {
  const Vec3 d = box.max - box.min;
  return d.x + d.y + d.z;
}

/// Spreads ten bits: between each and the next come two zeros.
uint32_t spread(uint32_t bits) {
  bits = (bits | bits << 16) & 0x030000ffu;
  bits = (bits | bits << 8) & 0x0300f00fu;
  bits = (bits | bits << 4) & 0x030c30c3u;
  return (bits | bits << 2) & 0x09249249u;
}

/// Place along a Morton curve through a box.
uint32_t mortonOf(const Aabb& box, Vec3 point) {
  const auto cell = [](float low, float high, float at) {
    const float share = (at - low) / (high - low);
    return share > 0 ? uint32_t(min(1023.0f, 1024 * share)) : 0;
  };
  return spread(cell(box.min.x, box.max.x, point.x)) << 2 |
         spread(cell(box.min.y, box.max.y, point.y)) << 1 |
         spread(cell(box.min.z, box.max.z, point.z));
}

}  // namespace

int32_t DynamicTree::allocate() {
  if (free_ == kNull) {
    nodes_.push_back({});
    return static_cast<int32_t>(nodes_.size()) - 1;
  }
  const int32_t node = free_;
  free_ = nodes_[node].parent;
  nodes_[node] = {};
  return node;
}

void DynamicTree::free(int32_t node) {
  nodes_[node].parent = free_;
  free_ = node;
}

void DynamicTree::clear() {
  nodes_.clear();
  root_ = free_ = kNull;
}

int32_t DynamicTree::insert(const Aabb& fatBox, int32_t userData) {
  const int32_t leaf = allocate();
  nodes_[leaf].box = fatBox;
  nodes_[leaf].child1 = userData;
  link(leaf);
  return leaf;
}

void DynamicTree::remove(int32_t leaf) {
  unlink(leaf);
  free(leaf);
}

void DynamicTree::move(int32_t leaf, const Aabb& fatBox) {
  unlink(leaf);
  nodes_[leaf].box = fatBox;
  link(leaf);
}

void DynamicTree::relink(std::span<const int32_t> leaves) {
  if (kRebuildShare * leaves.size() > nodes_.size()) return rebuild();
  for (const int32_t leaf : leaves) {
    unlink(leaf);
    link(leaf);
  }
}

/// Lists the leaves and the other nodes.
void DynamicTree::takeApart() {
  leaves_.clear();
  spare_.clear();
  reserveSlowly(leaves_, nodes_.size() / 2 + 1);
  reserveSlowly(spare_, nodes_.size() / 2 + 1);
  const auto list = [&](int32_t node) {
    if (nodes_[node].height > 0)
      spare_.push_back(node);
    else
      leaves_.push_back(uint32_t(node));
  };
  list(root_);
  for (size_t next = 0; next < spare_.size(); ++next) {
    const Node& node = nodes_[spare_[next]];
    list(node.child1);
    list(node.child2);
  }
}

void DynamicTree::rebuild() {
  takeApart();
  float sum = 0;
  for (const uint64_t leaf : leaves_) sum += sizeOf(nodes_[leafOf(leaf)].box);
  const float large = kLarge * sum / float(leaves_.size());
  const auto isLarge = [&](uint64_t leaf) { return sizeOf(nodes_[leafOf(leaf)].box) > large; };
  const auto middleOf = [&](uint64_t leaf) {
    const Aabb& box = nodes_[leafOf(leaf)].box;
    return 0.5f * (box.min + box.max);
  };
  Aabb middles = emptyAabb();
  for (const uint64_t leaf : leaves_)
    if (!isLarge(leaf)) middles = merge(middles, {middleOf(leaf), middleOf(leaf)});
  size_t count = 0;
  for (uint64_t& leaf : leaves_) {
    const bool last = isLarge(leaf);
    count += !last;
    leaf = keyOf(last ? ~0u : mortonOf(middles, middleOf(leaf)), uint32_t(leaf));
  }
  sortKeys(leaves_, scratch_);
  root_ = join(0, count);
  nodes_[root_].parent = kNull;
  for (const int32_t node : spare_) free(node);
  spare_.clear();
  for (const uint64_t leaf : std::span(leaves_).subspan(count)) link(leafOf(leaf));
}

/// Makes one tree of leaves that are in order along the curve.
int32_t DynamicTree::join(size_t first, size_t end) {
  if (end - first == 1) return leafOf(leaves_[first]);
  // They split at the highest bit in which the first and the last differ.
  const uint64_t low = leaves_[first], high = leaves_[end - 1];
  const uint64_t border = high & ~(std::bit_floor(low ^ high) - 1);
  const auto begin = leaves_.begin();
  const size_t split =
      size_t(std::lower_bound(begin + ptrdiff_t(first), begin + ptrdiff_t(end), border) - begin);
  const int32_t node = spare_.back();
  spare_.pop_back();
  const int32_t child1 = join(first, split), child2 = join(split, end);
  nodes_[node].child1 = child1, nodes_[node].child2 = child2;
  nodes_[child1].parent = nodes_[child2].parent = node;
  refit(node);
  return node;
}

/// Greedy descent to the node where a new sibling costs the least surface area.
int32_t DynamicTree::findSibling(const Aabb& box) const {
  const float boxArea = surfaceArea(box);
  int32_t index = root_;
  float area = surfaceArea(nodes_[root_].box);
  float directCost = surfaceArea(merge(nodes_[root_].box, box));
  float inherited = 0;
  int32_t best = root_;
  float bestCost = directCost;
  while (nodes_[index].height > 0) {
    const float cost = directCost + inherited;
    if (cost < bestCost) bestCost = cost, best = index;
    inherited += directCost - area;
    const int32_t children[2] = {nodes_[index].child1, nodes_[index].child2};
    float lower[2], direct[2], areas[2];
    for (int k = 0; k < 2; ++k) {
      const Node& child = nodes_[children[k]];
      areas[k] = surfaceArea(child.box);
      direct[k] = surfaceArea(merge(child.box, box));
      if (child.height == 0) {
        const float leafCost = direct[k] + inherited;
        if (leafCost < bestCost) bestCost = leafCost, best = children[k];
        lower[k] = kHuge;
      } else {
        lower[k] = inherited + direct[k] + min(boxArea - areas[k], 0.0f);
      }
    }
    const int k = lower[0] <= lower[1] ? 0 : 1;
    if (!(lower[k] < bestCost)) break;
    index = children[k], area = areas[k], directCost = direct[k];
  }
  return best;
}

void DynamicTree::link(int32_t leaf) {
  nodes_[leaf].height = 0;
  if (root_ == kNull) {
    root_ = leaf;
    nodes_[leaf].parent = kNull;
    return;
  }
  const int32_t sibling = findSibling(nodes_[leaf].box);
  const int32_t oldParent = nodes_[sibling].parent;
  const int32_t parent = allocate();
  nodes_[parent].parent = oldParent;
  nodes_[parent].child1 = sibling;
  nodes_[parent].child2 = leaf;
  nodes_[sibling].parent = parent;
  nodes_[leaf].parent = parent;
  if (oldParent == kNull)
    root_ = parent;
  else if (nodes_[oldParent].child1 == sibling)
    nodes_[oldParent].child1 = parent;
  else
    nodes_[oldParent].child2 = parent;
  for (int32_t n = parent; n != kNull; n = nodes_[n].parent) {
    refit(n);
    rotate(n);
  }
}

void DynamicTree::unlink(int32_t leaf) {
  if (leaf == root_) {
    root_ = kNull;
    return;
  }
  const int32_t parent = nodes_[leaf].parent, grandparent = nodes_[parent].parent;
  const int32_t sibling =
      nodes_[parent].child1 == leaf ? nodes_[parent].child2 : nodes_[parent].child1;
  nodes_[sibling].parent = grandparent;
  if (grandparent == kNull)
    root_ = sibling;
  else if (nodes_[grandparent].child1 == parent)
    nodes_[grandparent].child1 = sibling;
  else
    nodes_[grandparent].child2 = sibling;
  free(parent);
  for (int32_t n = grandparent; n != kNull; n = nodes_[n].parent) refit(n);
}

void DynamicTree::refit(int32_t node) {
  Node& n = nodes_[node];
  const Node &a = nodes_[n.child1], &b = nodes_[n.child2];
  n.box = merge(a.box, b.box);
  n.height = 1 + max(a.height, b.height);
}

/// Swaps a child with a grandchild of the other side where that makes a box smaller.
void DynamicTree::rotate(int32_t a) {
  if (nodes_[a].height < 2) return;
  int32_t bestChild = kNull, bestGrandchild = kNull;
  float bestGain = 0;
  const int32_t children[2] = {nodes_[a].child1, nodes_[a].child2};
  for (int side = 0; side < 2; ++side) {
    const int32_t b = children[side], c = children[1 - side];  // b moves under c
    if (nodes_[c].height == 0) continue;
    const float area = surfaceArea(nodes_[c].box);
    const int32_t f = nodes_[c].child1, g = nodes_[c].child2;
    const float gainF = area - surfaceArea(merge(nodes_[b].box, nodes_[g].box));
    const float gainG = area - surfaceArea(merge(nodes_[b].box, nodes_[f].box));
    if (gainF > bestGain) bestGain = gainF, bestChild = b, bestGrandchild = f;
    if (gainG > bestGain) bestGain = gainG, bestChild = b, bestGrandchild = g;
  }
  if (bestChild == kNull) return;
  const int32_t c = nodes_[bestGrandchild].parent;
  (nodes_[a].child1 == bestChild ? nodes_[a].child1 : nodes_[a].child2) = bestGrandchild;
  (nodes_[c].child1 == bestGrandchild ? nodes_[c].child1 : nodes_[c].child2) = bestChild;
  nodes_[bestGrandchild].parent = a;
  nodes_[bestChild].parent = c;
  refit(c);
  refit(a);
}

}  // namespace holonom
