#include "solvers/elimination_order.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/keyed.h"
#include "math/simd.h"

namespace holonom {

namespace {

class JointEliminator {
 public:
  JointEliminator(std::span<const JointEdge> edges, int bodyCount)
      : edges_(edges.begin(), edges.end()),
        incident_(size_t(bodyCount)),
        cost_(edges.size()),
        done_(edges.size()) {
    for (int e = 0; e < int(edges_.size()); ++e)
      for (const int body : {edges_[e].a, edges_[e].b})
        if (body >= 0) incident_[body].push_back(e);
  }

  /// Eliminates one assembly; false if that would cost more than the limits.
  bool run(std::span<const int32_t> joints, const FactorLimits& limits, EliminationOrder& out) {
    heap_.clear();
    for (const int32_t e : joints) push(e);
    double values = 0, work = 0;
    while (!heap_.empty()) {
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
      const auto [cost, e] = heap_.back();
      heap_.pop_back();
      if (done_[e] || cost != cost_[e]) continue;
      done_[e] = 1;
      const std::vector<int32_t>& column = merge(e);
      double below = 0;
      for (const int32_t other : column) below += edges_[other].rows;
      values += edges_[e].rows * (edges_[e].rows + below);
      work += edges_[e].rows * (edges_[e].rows + below) * (edges_[e].rows + below) / 2;
      if (values > limits.values || work > limits.work) return false;
      out.joints.push_back(e);
      out.columnRows.insert(out.columnRows.end(), column.begin(), column.end());
      out.columnStarts.push_back(int32_t(out.columnRows.size()));
      for (const int32_t other : column) push(other);
    }
    return true;
  }

 private:
  using Cost = std::pair<int64_t, int64_t>;

  // New couplings and joints coupled, taking those that share both bodies for different ones.
  Cost costOf(int32_t e) const {
    const auto others = [&](int body) {
      return body < 0 ? 0 : int64_t(incident_[body].size()) - 1;
    };
    const int64_t a = others(edges_[e].a), b = others(edges_[e].b);
    return {a * b, a + b};
  }

  void push(int32_t e) {
    cost_[e] = costOf(e);
    heap_.emplace_back(cost_[e], e);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  }

  // Makes the two bodies of e one, and returns the joints that remain on it.
  const std::vector<int32_t>& merge(int32_t e) {
    int keep = edges_[e].a, drop = edges_[e].b;
    if (keep < 0 || (drop >= 0 && incident_[drop].size() > incident_[keep].size()))
      std::swap(keep, drop);
    std::vector<int32_t>& kept = incident_[keep];
    std::erase(kept, e);
    if (drop >= 0) {
      for (const int32_t other : incident_[drop]) {
        if (other == e) continue;
        JointEdge& edge = edges_[other];
        (edge.a == drop ? edge.a : edge.b) = keep;
        if (edge.a == edge.b)
          edge.b = -1;
        else
          kept.push_back(other);
      }
      incident_[drop].clear();
    }
    return kept;
  }

  std::vector<JointEdge> edges_;
  std::vector<std::vector<int32_t>> incident_;  // joints of each merged body
  std::vector<Cost> cost_;
  std::vector<uint8_t> done_;
  std::vector<std::pair<Cost, int32_t>> heap_;  // cheapest first, then smallest index
};

/// The joints of each connected assembly, in the order of their first joint.
std::vector<std::vector<int32_t>> assembliesOf(std::span<const JointEdge> edges, int bodyCount) {
  std::vector<int32_t> parent(static_cast<size_t>(bodyCount));
  for (int i = 0; i < bodyCount; ++i) parent[i] = i;
  const auto root = [&](int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (const JointEdge& e : edges)
    if (e.a >= 0 && e.b >= 0) parent[root(e.a)] = root(e.b);
  std::vector<int32_t> assemblyOf(static_cast<size_t>(bodyCount), -1);
  std::vector<std::vector<int32_t>> assemblies;
  for (int e = 0; e < int(edges.size()); ++e) {
    const int body = max(edges[e].a, edges[e].b);
    if (body < 0) continue;
    int32_t& assembly = assemblyOf[root(body)];
    if (assembly < 0) {
      assembly = int32_t(assemblies.size());
      assemblies.emplace_back();
    }
    assemblies[assembly].push_back(e);
  }
  return assemblies;
}

}  // namespace

EliminationOrder eliminationOrder(std::span<const JointEdge> edges, int bodyCount,
                                  const FactorLimits& limits) {
  EliminationOrder out;
  out.columnStarts.push_back(0);
  out.covered.assign(edges.size(), 0);
  JointEliminator eliminator(edges, bodyCount);
  for (const std::vector<int32_t>& joints : assembliesOf(edges, bodyCount)) {
    const size_t before = out.joints.size();
    if (eliminator.run(joints, limits, out)) {
      for (const int32_t e : joints) out.covered[e] = 1;
    } else {
      out.joints.resize(before);
      out.columnStarts.resize(before + 1);
      out.columnRows.resize(size_t(out.columnStarts.back()));
    }
  }
  std::vector<int32_t> positions(edges.size(), -1);
  for (size_t p = 0; p < out.joints.size(); ++p) positions[out.joints[p]] = int32_t(p);
  for (int32_t& row : out.columnRows) row = positions[row];
  for (size_t p = 0; p < out.joints.size(); ++p)
    sortInts({out.columnRows.begin() + out.columnStarts[p],
              out.columnRows.begin() + out.columnStarts[p + 1]});
  return out;
}

}  // namespace holonom
