#pragma once
// L D Lᵀ of a symmetric matrix of 3×3 blocks, kept row by row from its first entry on: the fill of
// a factorisation stays inside that envelope. [George & Liu 1981, ch. 4]
#include <cstdint>
#include <vector>

#include "math/mat3.h"

namespace holonom {

class Factor {
 public:
  /// Numbers that a factor may have: 256 MB.
  static constexpr double kMostValues = 32e6;
  /// Products that computing one may take, unless more are asked for.
  static constexpr double kMostProducts = 1e9;

  /// Lays out the envelope of a matrix with the off-diagonal blocks `pairs`, two nodes each;
  /// numbers the nodes to keep it narrow, or leaves them and keeps all of it. Allocates; false if
  /// it would be too large or take too long.
  bool layOut(int nodes, const std::vector<int32_t>& pairs, bool dense,
              double mostProducts = kMostProducts);
  /// Of computing it.
  double products() const { return products_; }
  int size() const { return static_cast<int>(place_.size()); }
  bool isDense() const { return dense_; }

  /// Starts a matrix of these diagonal blocks.
  void start(const std::vector<Sym3d>& diagonal);
  /// Adds across I + sign along alongᵀ to the block of nodes a and b.
  void add(int a, int b, double across, Vec3d along, double sign);
  /// Adds u vᵀ to it, rows of a and columns of b.
  void add(int a, int b, Vec3d u, Vec3d v);
  /// Without pivoting; a pivot of zero fixes its unknown.
  void factorise();
  /// x = A⁻¹ b
  void solve(const std::vector<Vec3d>& b, std::vector<Vec3d>& x);
  /// The same by way of the inverse, column by column: what computing a dense inverse costs.
  void solveByInverse(const std::vector<Vec3d>& b, std::vector<Vec3d>& x);

 private:
  double* row(int i) { return values_.data() + starts_[i] - first_[i]; }
  void substitute(int from);

  bool dense_ = false;
  double products_ = 0;
  std::vector<int32_t> place_;  // of each node
  std::vector<int32_t> first_;  // column of each row's first entry
  std::vector<size_t> starts_;  // of each row
  std::vector<double> values_, pivots_, solution_;
};

}  // namespace holonom
