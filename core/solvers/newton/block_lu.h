#pragma once
// Sparse LU factorization of a matrix of 6 × 6 blocks with a symmetric pattern, as bodies coupled
// by contacts and joints have it, in minimum-degree order. In double.
#include <cstdint>
#include <span>
#include <vector>

namespace holonom {

/// Pivots within blocks only. Keeps its workspace: allocates only while capacities grow.
class BlockLu {
 public:
  /// A pattern of the diagonal alone.
  void start(int count);
  /// Adds blocks (i, j) and (j, i) to the pattern.
  void couple(int i, int j);
  /// Orders the blocks and adds the fill. False if a factorization would take more products of
  /// blocks than `most`.
  bool order(int64_t most);
  void clear();
  /// Block of the pattern, 36 numbers by rows.
  double* block(int i, int j) {
    return &values_[36 * size_t(slots_[size_t(i) * size_t(count_) + size_t(j)])];
  }
  void factor();
  /// Solves in place; 6 numbers a block.
  void solve(std::span<double> x);

 private:
  std::span<const int32_t> below(int k) const {
    const auto start = size_t(starts_[size_t(k)]);
    return std::span(below_).subspan(start, size_t(starts_[size_t(k) + 1]) - start);
  }

  int count_ = 0;
  int32_t used_ = 0;            // blocks of the pattern
  std::vector<int32_t> slots_;  // of block (i, j); −1: none
  std::vector<int32_t> order_;
  std::vector<int32_t> degrees_;         // −1: ordered
  std::vector<int32_t> below_, starts_;  // blocks coupled to each of `order_`, all later in it
  std::vector<double> values_;
};

}  // namespace holonom
