#pragma once
// Which edges of a graph are no part of any loop. [Tarjan 1974, "A note on finding the bridges of a
// graph"]
#include <cstddef>
#include <cstdint>
#include <vector>

namespace holonom {

class Bridges {
 public:
  void begin(std::size_t nodes) {
    edges_.clear();
    nodes_ = nodes;
  }
  /// Edges are numbered as they are added; several may have the same ends.
  void add(int a, int b) { edges_.push_back({a, b}); }
  /// Of all that were added. Allocates only while capacities grow.
  void find();
  bool isBridge(std::size_t edge) const { return bridge_[edge]; }

 private:
  struct Edge {
    int32_t ends[2];
  };
  struct Visit {
    int32_t node, from, next;  // by which edge it was reached, or −1; and what it tries next
  };
  std::vector<Edge> edges_;
  std::vector<int32_t> starts_, at_;    // of each node: its edges, one node's after another's
  std::vector<int32_t> order_, least_;  // when a node was reached; the first that it leads back to
  std::vector<Visit> path_;
  std::vector<uint8_t> bridge_;
  std::size_t nodes_ = 0;
};

}  // namespace holonom
