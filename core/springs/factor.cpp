#include "springs/factor.h"

#include <algorithm>
#include <utility>

#include "base/room.h"

namespace holonom {

namespace {

/// Neighbors of node i are at starts[i] … starts[i + 1].
struct Graph {
  std::vector<int32_t> starts, neighbors;
  int degree(int i) const { return starts[i + 1] - starts[i]; }
};

Graph graphOf(int nodes, const std::vector<int32_t>& pairs) {
  Graph g;
  g.starts.assign(size_t(nodes) + 1, 0);
  for (const int32_t i : pairs) ++g.starts[i + 1];
  for (int i = 0; i < nodes; ++i) g.starts[i + 1] += g.starts[i];
  g.neighbors.resize(pairs.size());
  std::vector<int32_t> next(g.starts.begin(), g.starts.end() - 1);
  for (size_t k = 0; k < pairs.size(); k += 2) {
    g.neighbors[next[pairs[k]]++] = pairs[k + 1];
    g.neighbors[next[pairs[k + 1]]++] = pairs[k];
  }
  return g;
}

/// Appends the nodes that hang together with `root`, nearest first, those of low degree before
/// others; `seen` marks them.
void breadthFirst(const Graph& g, int root, std::vector<int32_t>& order, std::vector<char>& seen) {
  size_t at = order.size();
  seen[root] = 1;
  order.push_back(root);
  for (; at < order.size(); ++at) {
    const size_t fresh = order.size();
    for (int k = g.starts[order[at]]; k < g.starts[order[at] + 1]; ++k)
      if (!seen[g.neighbors[k]]) {
        seen[g.neighbors[k]] = 1;
        order.push_back(g.neighbors[k]);
      }
    for (size_t i = fresh + 1; i < order.size(); ++i)
      for (size_t k = i; k > fresh && g.degree(order[k]) < g.degree(order[k - 1]); --k)
        std::swap(order[k], order[k - 1]);
  }
}

/// Cuthill-McKee: levels of distance from a node at the rim, so that neighbors are near in number.
std::vector<int32_t> narrowOrder(int nodes, const std::vector<int32_t>& pairs) {
  const Graph g = graphOf(nodes, pairs);
  std::vector<int32_t> order, trial;
  std::vector<char> seen(nodes), tried(nodes);
  for (int i = 0; i < nodes; ++i) {
    if (seen[i]) continue;
    // The last node that is reached lies at the rim.
    trial.clear();
    breadthFirst(g, i, trial, tried);
    breadthFirst(g, trial.back(), order, seen);
  }
  return order;
}

/// Σ a b in four sums, which do not wait for one another.
double dotRows(const double* a, const double* b, int count) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  int k = 0;
  for (; k + 4 <= count; k += 4) {
    s0 += a[k] * b[k];
    s1 += a[k + 1] * b[k + 1];
    s2 += a[k + 2] * b[k + 2];
    s3 += a[k + 3] * b[k + 3];
  }
  for (; k < count; ++k) s0 += a[k] * b[k];
  return (s0 + s1) + (s2 + s3);
}

}  // namespace

[[gnu::cold]] bool Factor::layOut(int nodes, const std::vector<int32_t>& pairs, bool dense,
                                  double mostProducts) {
  dense_ = dense;
  place_.resize(nodes);
  std::vector<int32_t> lowest(nodes);  // neighbor of each place
  if (dense) {
    for (int i = 0; i < nodes; ++i) place_[i] = i;
  } else {
    const std::vector<int32_t> order = narrowOrder(nodes, pairs);
    for (int i = 0; i < nodes; ++i) place_[order[i]] = lowest[i] = i;
    for (size_t k = 0; k < pairs.size(); k += 2) {
      const int a = place_[pairs[k]], b = place_[pairs[k + 1]];
      lowest[std::max(a, b)] = std::min(lowest[std::max(a, b)], std::min(a, b));
    }
  }
  first_.clear();
  starts_.assign(1, 0);
  products_ = 0;
  for (int i = 0; i < 3 * nodes; ++i) {
    first_.push_back(3 * lowest[i / 3]);
    const auto length = size_t(i - first_[i]);
    starts_.push_back(starts_.back() + length);
    products_ += 0.5 * double(length) * double(length);
    if (double(starts_.back()) > kMostValues || products_ > mostProducts) {
      place_.clear();
      return false;
    }
  }
  if (!hasRoom(starts_.back() * sizeof values_[0])) {
    place_.clear();
    return false;
  }
  values_.resize(starts_.back());
  pivots_.resize(first_.size());
  solution_.resize(first_.size());
  return true;
}

void Factor::start(const std::vector<Sym3d>& diagonal) {
  std::fill(values_.begin(), values_.end(), 0);
  for (int n = 0; n < size(); ++n) {
    const int i = 3 * place_[n];
    const Sym3d& d = diagonal[n];
    pivots_[i] = d.xx, pivots_[i + 1] = d.yy, pivots_[i + 2] = d.zz;
    row(i + 1)[i] = d.xy, row(i + 2)[i] = d.xz, row(i + 2)[i + 1] = d.yz;
  }
}

void Factor::add(int a, int b, double across, Vec3d along, double sign) {
  const int i = 3 * std::max(place_[a], place_[b]), j = 3 * std::min(place_[a], place_[b]);
  const double u[] = {along.x, along.y, along.z};
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) row(i + r)[j + c] += sign * u[r] * u[c] + (r == c ? across : 0);
}

void Factor::add(int a, int b, Vec3d u, Vec3d v) {
  if (place_[a] < place_[b]) {
    std::swap(a, b);
    std::swap(u, v);
  }
  const double across[] = {v.x, v.y, v.z}, down[] = {u.x, u.y, u.z};
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) row(3 * place_[a] + r)[3 * place_[b] + c] += down[r] * across[c];
}

void Factor::factorise() {
  for (int i = 0; i < static_cast<int>(first_.size()); ++i) {
    double* const l = row(i);
    for (int j = first_[i]; j < i; ++j) {
      const int from = std::max(first_[i], first_[j]);
      l[j] -= dotRows(l + from, row(j) + from, j - from);
    }
    double pivot = pivots_[i];
    for (int j = first_[i]; j < i; ++j) {
      const double scaled = l[j] * pivots_[j];
      pivot -= l[j] * scaled;
      l[j] = scaled;
    }
    pivots_[i] = pivot != 0 ? 1 / pivot : 0;
  }
}

void Factor::substitute(int from) {
  const int size = static_cast<int>(first_.size());
  double* const x = solution_.data();
  for (int i = from; i < size; ++i) {
    const int start = std::max(first_[i], from);
    x[i] -= dotRows(row(i) + start, x + start, i - start);
  }
  for (int i = from; i < size; ++i) x[i] *= pivots_[i];
  for (int i = size - 1; i >= 0; --i) {
    const double* const l = row(i);
    for (int j = first_[i]; j < i; ++j) x[j] -= l[j] * x[i];
  }
}

void Factor::solve(const std::vector<Vec3d>& b, std::vector<Vec3d>& x) {
  for (int n = 0; n < size(); ++n) {
    double* const s = solution_.data() + 3 * place_[n];
    s[0] = b[n].x, s[1] = b[n].y, s[2] = b[n].z;
  }
  substitute(0);
  for (int n = 0; n < size(); ++n) {
    const double* const s = solution_.data() + 3 * place_[n];
    x[n] = {s[0], s[1], s[2]};
  }
}

void Factor::solveByInverse(const std::vector<Vec3d>& b, std::vector<Vec3d>& x) {
  x.assign(b.size(), {});
  for (int k = 0; k < 3 * size(); ++k) {
    std::fill(solution_.begin(), solution_.end(), 0);
    solution_[k] = 1;
    substitute(k);
    const Vec3d& from = b[k / 3];  // only a dense matrix is inverted: places are nodes
    const double factor = k % 3 == 0 ? from.x : k % 3 == 1 ? from.y : from.z;
    for (int n = 0; n < size(); ++n)
      x[n] += factor * Vec3d{solution_[3 * n], solution_[3 * n + 1], solution_[3 * n + 2]};
  }
}

}  // namespace holonom
