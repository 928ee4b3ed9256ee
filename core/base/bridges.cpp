#include "base/bridges.h"

#include <algorithm>

namespace holonom {

void Bridges::find() {
  starts_.assign(nodes_ + 2, 0);
  for (const Edge& e : edges_)
    for (const int32_t end : e.ends) ++starts_[size_t(end) + 2];
  for (size_t i = 2; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  at_.resize(2 * edges_.size());
  for (size_t k = 0; k < edges_.size(); ++k)
    for (const int32_t end : edges_[k].ends) at_[size_t(starts_[size_t(end) + 1]++)] = int32_t(k);
  order_.assign(nodes_, 0);
  least_.assign(nodes_, 0);
  bridge_.assign(edges_.size(), 0);
  int32_t time = 0;
  const auto reach = [&](int32_t node, int32_t from) {
    order_[size_t(node)] = least_[size_t(node)] = ++time;
    path_.push_back({node, from, starts_[size_t(node)]});
  };
  for (const Edge& e : edges_) {
    if (order_[size_t(e.ends[0])] > 0) continue;
    reach(e.ends[0], -1);
    while (!path_.empty()) {
      Visit& now = path_.back();
      const auto node = size_t(now.node);
      if (now.next < starts_[node + 1]) {
        const int32_t edge = at_[size_t(now.next++)];
        if (edge == now.from) continue;
        const int32_t* ends = edges_[size_t(edge)].ends;
        const int32_t other = ends[ends[0] == now.node];
        if (order_[size_t(other)] == 0)
          reach(other, edge);
        else
          least_[node] = std::min(least_[node], order_[size_t(other)]);
        continue;
      }
      const int32_t from = now.from;
      path_.pop_back();
      if (path_.empty()) continue;
      const auto before = size_t(path_.back().node);
      least_[before] = std::min(least_[before], least_[node]);
      bridge_[size_t(from)] = least_[node] > order_[before];
    }
  }
}

}  // namespace holonom
