#pragma once
// A deforming triangle surface and its tree of boxes, which finds the vertices and edges that may
// meet triangles and edges. The tree stands as it was built; only its boxes change.
// Each vertex and edge belongs to one of its triangles, so that no pair is found twice [Curtis,
// Tamstorf, Manocha 2008]. A connected patch whose normals lie about one direction does not meet
// itself [Volino, Magnenat-Thalmann 1994].
#include <array>
#include <cstdint>
#include <vector>

#include "math/vec3.h"

namespace holonom {

/// A box in the first three lanes.
struct LaneBox {
  f32x4 min, max;
  using Packed = PackedOf<f32x4, f32x4>;
};
inline bool overlaps(const LaneBox& a, const LaneBox& b) {
  return !any(((a.min > b.max) | (b.min > a.max)) & i32x4{-1, -1, -1, 0});
}
inline LaneBox merge(const LaneBox& a, const LaneBox& b) {
  return {min(a.min, b.min), max(a.max, b.max)};
}

struct SurfaceTriangle {
  int32_t corners[3];
  uint32_t owned;  ///< bits of its corners, then of the sides that run from them
  using Packed = PackedOf<int32_t[3], uint32_t>;
};

/// Two triangles whose boxes meet, by their places in the lists of their surfaces.
struct TrianglePair {
  int32_t a, b;
};

/// How far a search for pairs has come.
class PairSearch {
 public:
  bool isOver() const { return count_ == 0; }

 private:
  friend class SurfaceTree;
  struct Part {
    int32_t a, b;
  };
  static constexpr int kMaxDepth = 128;  // halves 2^21 triangles, and again for pairs
  Part stack_[kMaxDepth];                // of nodes to be visited
  int count_ = 0;
};

class SurfaceTree {
 public:
  /// Triangles that name a vertex twice are segments, or points.
  void build(const std::vector<Vec3>& rest, const std::vector<uint32_t>& indices);
  /// Of its vertices at `x`, each of which stays in its box; the pairs of fresh ones are wanted.
  void fit(const Quad* x, const LaneBox* vertexBoxes, const uint8_t* fresh);
  /// Of all pairs of triangles of it and another, or itself.
  static PairSearch search();
  /// Appends such pairs whose boxes meet and which have a fresh vertex. Pauses where it has visited
  /// `most` pairs of nodes and triangles; returns how many it has.
  int64_t findPairs(const SurfaceTree& other, PairSearch& search, std::vector<TrianglePair>& out,
                    int64_t most) const;

  const std::vector<SurfaceTriangle>& triangles() const { return triangles_; }
  const LaneBox& boxOf(int32_t triangle) const { return triangleBoxes_[triangle]; }

  template <class A>
  void archive(A& ar) {
    auto& [triangles_, triangleBoxes_, triangleDirections_, nodes_, bounds_, leaves_, adjacent_] =
        *this;
    ar(triangles_, nodes_, adjacent_);
    // What `fit` fills.
    triangleBoxes_.resize(triangles_.size());
    triangleDirections_.resize(triangles_.size());
    bounds_.resize(nodes_.size());
    leaves_.resize(nodes_.size());
  }

 private:
  static constexpr int kLeaf = 4;  // triangles

  struct Node {
    int32_t begin, end;  // of its triangles; the left child follows it
    int32_t right;       // 0: a leaf
    bool connected;
    int32_t adjacentEnd = 0;  // of its part of `adjacent_`, which begins where the last one's ends

    template <class A>
    void archive(A& ar) {
      auto& [begin, end, right, connected, adjacentEnd] = *this;
      ar(begin, end, right, connected, adjacentEnd);
    }
  };
  /// The boxes of a leaf's triangles side by side; unused lanes hold nothing.
  struct Leaf {
    Vec3x4 min, max;
  };
  struct Bounds {
    LaneBox box;
    uint32_t directions;  // bits of those about which all its normals lie
    uint32_t fresh;       // of a leaf: bits of its triangles
  };

  void split(const std::vector<Vec3>& centers, std::vector<int32_t>& order, int begin, int end);
  void markConnected(const std::vector<std::array<int32_t, 3>>& neighbors,
                     const std::vector<int32_t>& order);
  void listAdjacent(const std::vector<std::array<int32_t, 3>>& neighbors,
                    const std::vector<int32_t>& order);
  bool areAdjacent(int32_t a, int32_t b) const;
  void pairLeaves(int32_t a, const SurfaceTree& other, int32_t b,
                  std::vector<TrianglePair>& out) const;

  std::vector<SurfaceTriangle> triangles_;  // in the order of the tree
  std::vector<LaneBox> triangleBoxes_;
  std::vector<uint32_t> triangleDirections_;
  std::vector<Node> nodes_;
  std::vector<Bounds> bounds_;     // of nodes
  std::vector<Leaf> leaves_;       // by node
  std::vector<int32_t> adjacent_;  // later nodes, as deep, that share an edge with one; ascending
};

}  // namespace holonom
