#include "solvers/equality_system.h"

#include <algorithm>

#include "constraints/row_bias.h"
#include "solvers/block_kernels.h"

namespace holonom {

namespace {

uint8_t movableBits(const Bodies& bodies, const RowBlock& block) {
  return uint8_t(PreciseBody::isMovable(bodies, block.a) | PreciseBody::isMovable(bodies, block.b)
                                                               << 1);
}

}  // namespace

bool EqualitySystem::matches(const Bodies& bodies, std::span<const RowBlock> blocks) const {
  if (blocks.size() != blocks_.size()) return false;
  for (size_t i = 0; i < blocks.size(); ++i)
    if (blocks[i] != blocks_[i] || movableBits(bodies, blocks[i]) != movable_[i]) return false;
  return true;
}

void EqualitySystem::analyse(const Bodies& bodies, std::span<const RowBlock> blocks,
                             const FactorLimits& limits) {
  blocks_.assign(blocks.begin(), blocks.end());
  movable_.clear();
  slots_.clear();
  // Movable bodies first: their slots are the elements of the ordering.
  std::vector<int32_t> slotOf(size_t(bodies.size()) + 1, -1);
  const auto addSlot = [&](int body) {
    if (slotOf[body] >= 0) return;
    slotOf[body] = int32_t(slots_.size());
    slots_.emplace_back();
    slots_.back().body = body;
    slots_.back().movable = PreciseBody::isMovable(bodies, body);
  };
  for (const RowBlock& block : blocks) {
    movable_.push_back(movableBits(bodies, block));
    for (const int body : {block.a, block.b})
      if (PreciseBody::isMovable(bodies, body)) addSlot(body);
  }
  const int movableCount = int(slots_.size());
  std::vector<JointEdge> edges;
  for (const RowBlock& block : blocks) {
    addSlot(block.a), addSlot(block.b);
    const int a = slotOf[block.a], b = slotOf[block.b];
    // A joint of a body with itself, or without rows, moves nothing.
    const bool idle = a == b || block.count == 0;
    edges.push_back(
        {idle || a >= movableCount ? -1 : a, idle || b >= movableCount ? -1 : b, block.count});
  }
  order_ = eliminationOrder(edges, movableCount, limits);

  joints_.clear();
  entries_.clear();
  int32_t packed = 0, value = 0, diagonal = 0, offDiagonal = 0, widest = 0;
  for (const int32_t index : order_.joints) {
    const RowBlock& block = blocks[index];
    const int32_t stride = (block.count + 1) & ~1;
    joints_.push_back({.block = index,
                       .first = block.first,
                       .count = block.count,
                       .stride = stride,
                       .packed = packed,
                       .value = value,
                       .diagonal = diagonal,
                       .bodies = {slotOf[block.a], slotOf[block.b]},
                       .column = 0,
                       .columnEnd = 0});
    packed += block.count;
    value += stride;
    diagonal += block.count * stride;
  }
  for (size_t p = 0; p < joints_.size(); ++p) {
    joints_[p].column = int32_t(entries_.size());
    const int32_t start = offDiagonal;
    for (int32_t c = order_.columnStarts[p]; c < order_.columnStarts[p + 1]; ++c) {
      const int32_t row = order_.columnRows[c];
      entries_.push_back({row, offDiagonal});
      offDiagonal += joints_[p].count * joints_[row].stride;
    }
    joints_[p].columnEnd = int32_t(entries_.size());
    widest = max(widest, offDiagonal - start);
  }

  // Which joints share a body before any is eliminated.
  struct Touch {
    int32_t joint, side;
  };
  std::vector<std::vector<Touch>> touches(static_cast<size_t>(movableCount));
  for (int32_t p = 0; p < int32_t(joints_.size()); ++p)
    for (int32_t side = 0; side < 2; ++side)
      if (joints_[p].bodies[side] < movableCount)
        touches[joints_[p].bodies[side]].push_back({p, side});
  couplings_.clear();
  for (const std::vector<Touch>& list : touches)
    for (size_t i = 0; i < list.size(); ++i)
      for (size_t j = i + 1; j < list.size(); ++j)
        couplings_.push_back({list[i].joint, list[j].joint, list[i].side, list[j].side,
                              findEntry(list[i].joint, list[j].joint)});
  std::stable_sort(couplings_.begin(), couplings_.end(),
                   [](const Coupling& a, const Coupling& b) { return a.offset < b.offset; });

  jacobians_.assign(size_t(packed) * 12, 0);
  weighted_.assign(size_t(packed) * 12, 0);
  diagonals_.assign(size_t(diagonal), 0);
  offDiagonals_.assign(size_t(offDiagonal), 0);
  columnScratch_.assign(size_t(widest), 0);
  for (std::vector<double>* v : {&biases_, &stillBiases_, &gammas_, &scales_, &totals_, &values_})
    v->assign(size_t(value), 0);
}

int32_t EqualitySystem::findEntry(int32_t column, int32_t row) const {
  const auto begin = entries_.begin() + joints_[column].column;
  const auto end = entries_.begin() + joints_[column].columnEnd;
  return std::lower_bound(begin, end, row, [](const Entry& e, int32_t r) { return e.row < r; })
      ->offset;
}

// J, J M⁻¹ and the diagonal block of one joint.
template <int N>
void EqualitySystem::assemble(const Joint& joint, std::span<const SolverRow> rows) {
  const int n = N > 0 ? N : joint.count;
  double* jacobian = &jacobians_[size_t(joint.packed) * 12];
  double* weighted = &weighted_[size_t(joint.packed) * 12];
  const PreciseBody& slotA = slots_[joint.bodies[0]];
  const PreciseBody& slotB = slots_[joint.bodies[1]];
  for (int k = 0; k < n; ++k) {
    const Row& row = rows[size_t(joint.first + k)].row;
    const auto side = [](const PreciseBody& s, Vec3 linear, Vec3 angular, double* j, double* w) {
      const Vec3d l = toDouble(linear), a = toDouble(angular);
      j[0] = l.x, j[1] = l.y, j[2] = l.z, j[3] = a.x, j[4] = a.y, j[5] = a.z;
      w[0] = s.inverseMass * l.x, w[1] = s.inverseMass * l.y, w[2] = s.inverseMass * l.z;
      const Vec3d turned = s.inverseInertia * a;
      w[3] = turned.x, w[4] = turned.y, w[5] = turned.z;
    };
    side(slotA, row.linearA, row.angularA, jacobian + 12 * k, weighted + 12 * k);
    side(slotB, row.linearB, row.angularB, jacobian + 12 * k + 6, weighted + 12 * k + 6);
  }
  double* block = &diagonals_[size_t(joint.diagonal)];
  for (int r = 0; r < n; ++r)
    for (int c = r; c < n; ++c) {
      const double *w = weighted + 12 * r, *j = jacobian + 12 * c;
      const double sum = dot6(w, j) + dot6(w + 6, j + 6);
      block[r * joint.stride + c] = sum;
    }
  for (int k = 0; k < n; ++k) {
    const SolverRow& row = rows[size_t(joint.first + k)];
    double& diagonal = block[k * joint.stride + k];
    const size_t value = size_t(joint.value + k);
    gammas_[value] = row.soft.massScale > 0
                         ? diagonal * double(row.soft.impulseScale) / double(row.soft.massScale)
                         : 0;
    diagonal += gammas_[value];
    scales_[value] = diagonal;
    biases_[value] = equationBias(row.row, row.soft, true);
    stillBiases_[value] = equationBias(row.row, row.soft, false);
  }
}

void EqualitySystem::couple() {
  std::fill(offDiagonals_.begin(), offDiagonals_.end(), 0.0);
  for (const Coupling& c : couplings_) {
    const Joint &column = joints_[c.column], &row = joints_[c.row];
    const double* w = &weighted_[size_t(column.packed) * 12 + size_t(c.columnSide) * 6];
    double* out = &offDiagonals_[size_t(c.offset)];
    for (int k = 0; k < column.count; ++k, w += 12, out += row.stride) {
      const f64x2 w0 = loadPair(w), w1 = loadPair(w + 2), w2 = loadPair(w + 4);
      const double* j = &jacobians_[size_t(row.packed) * 12 + size_t(c.rowSide) * 6];
      for (int r = 0; r < row.count; ++r, j += 12)
        out[r] += sumOf(w0 * loadPair(j) + w1 * loadPair(j + 2) + w2 * loadPair(j + 4));
    }
  }
}

template <int N>
void EqualitySystem::eliminate(const Joint& joint) {
  double* s = &diagonals_[size_t(joint.diagonal)];
  factorBlock<N>(joint.count, joint.stride, s, &scales_[size_t(joint.value)], kSmallPivot);
  if (joint.column == joint.columnEnd) return;
  const Entry* const begin = &entries_[size_t(joint.column)];
  const Entry* const end = begin + (joint.columnEnd - joint.column);
  double* const factor = offDiagonals_.data();
  double* const scaled = columnScratch_.data() - begin->offset;
  for (const Entry* e = begin; e < end; ++e)
    solveLower<N>(joint.count, s, joint.stride, factor + e->offset, scaled + e->offset,
                  joints_[e->row].stride);
  for (const Entry* e = begin; e < end; ++e) {
    const Joint& target = joints_[e->row];
    subtractProduct<N>(joint.count, &diagonals_[size_t(target.diagonal)], target.count,
                       scaled + e->offset, target.stride, factor + e->offset, target.stride);
    const Entry* place = entries_.data() + target.column;
    for (const Entry* f = e + 1; f < end; ++f, ++place) {
      while (place->row < f->row) ++place;
      subtractProduct<N>(joint.count, factor + place->offset, target.count, scaled + e->offset,
                         target.stride, factor + f->offset, joints_[f->row].stride);
    }
  }
}

void EqualitySystem::factor(const Bodies& bodies, std::span<const SolverRow> rows) {
  for (PreciseBody& s : slots_) s.loadMass(bodies);
  for (const Joint& joint : joints_)
    withRowCount(joint.count, [&]<int N>() { assemble<N>(joint, rows); });
  couple();
  for (const Joint& joint : joints_)
    withRowCount(joint.count, [&]<int N>() { eliminate<N>(joint); });
}

void EqualitySystem::load(const Bodies& bodies, std::span<const SolverRow> rows) {
  for (PreciseBody& s : slots_) s.loadVelocity(bodies);
  for (const Joint& joint : joints_)
    for (int32_t k = 0; k < joint.count; ++k)
      totals_[size_t(joint.value + k)] = rows[size_t(joint.first + k)].impulse;
}

// The right-hand side at the present velocities; returns its largest size.
double EqualitySystem::measure(bool useBias, std::span<const uint8_t> resting) {
  const double* const biases = useBias ? biases_.data() : stillBiases_.data();
  double largest = 0;
  for (const Joint& joint : joints_) {
    if (!resting.empty() && resting[size_t(joint.block)]) continue;
    const double *a = slots_[joint.bodies[0]].velocity, *b = slots_[joint.bodies[1]].velocity;
    const f64x2 a0 = loadPair(a), a1 = loadPair(a + 2), a2 = loadPair(a + 4);
    const f64x2 b0 = loadPair(b), b1 = loadPair(b + 2), b2 = loadPair(b + 4);
    const double* j = &jacobians_[size_t(joint.packed) * 12];
    for (int32_t i = joint.value; i < joint.value + joint.count; ++i, j += 12) {
      const double jv =
          sumOf(loadPair(j) * a0 + loadPair(j + 2) * a1 + loadPair(j + 4) * a2 +
                (loadPair(j + 6) * b0 + loadPair(j + 8) * b1 + loadPair(j + 10) * b2));
      const double wanted = jv + biases[i] + gammas_[i] * totals_[i];
      values_[i] = -wanted;
      largest = max(largest, abs(wanted));
    }
  }
  return largest;
}

// y ← L⁻¹ y for the joint, then what it contributes to later ones.
template <int N>
void EqualitySystem::forward(const Joint& joint) {
  const int n = N > 0 ? N : joint.count;
  const double* s = &diagonals_[size_t(joint.diagonal)];
  double* y = &values_[size_t(joint.value)];
  double z[6];
  for (int m = 0; m < n; ++m) {
    double v = y[m];
    for (int k = 0; k < m; ++k) v -= s[m * joint.stride + k] * y[k];
    y[m] = v;
    z[m] = s[m * joint.stride + m] * v;
  }
  for (int32_t e = joint.column; e < joint.columnEnd; ++e) {
    const Joint& row = joints_[entries_[e].row];
    const double* factor = &offDiagonals_[size_t(entries_[e].offset)];
    double* out = &values_[size_t(row.value)];
    for (int c = 0; c < row.stride; c += 2) {
      f64x2 sum = loadPair(out + c);
      for (int k = 0; k < n; ++k) sum -= pairOf(z[k]) * loadPair(factor + k * row.stride + c);
      storePair(out + c, sum);
    }
  }
  for (int m = 0; m < n; ++m) y[m] = z[m];
}

// x ← L⁻ᵀ (z − D⁻¹ Σ factor x), and Jᵀ x to the two bodies.
template <int N>
void EqualitySystem::backward(const Joint& joint) {
  const int n = N > 0 ? N : joint.count;
  const double* s = &diagonals_[size_t(joint.diagonal)];
  double* x = &values_[size_t(joint.value)];
  f64x2 sums[6] = {};
  for (int32_t e = joint.column; e < joint.columnEnd; ++e) {
    const Joint& row = joints_[entries_[e].row];
    const double *factor = &offDiagonals_[size_t(entries_[e].offset)],
                 *solved = &values_[size_t(row.value)];
    for (int c = 0; c < row.stride; c += 2) {
      const f64x2 v = loadPair(solved + c);
      for (int m = 0; m < n; ++m) sums[m] += loadPair(factor + m * row.stride + c) * v;
    }
  }
  for (int m = n - 1; m >= 0; --m) {
    double v = x[m] - s[m * joint.stride + m] * sumOf(sums[m]);
    for (int k = m + 1; k < n; ++k) v -= s[k * joint.stride + m] * x[k];
    x[m] = v;
    totals_[size_t(joint.value + m)] += v;
  }
  const double* jacobian = &jacobians_[size_t(joint.packed) * 12];
  for (int side = 0; side < 2; ++side) {
    double* impulse = slots_[joint.bodies[side]].impulse;
    for (int c = 0; c < 6; c += 2) {
      f64x2 sum{};
      for (int m = 0; m < n; ++m) sum += pairOf(x[m]) * loadPair(jacobian + 12 * m + 6 * side + c);
      storePair(impulse + c, loadPair(impulse + c) + sum);
    }
  }
}

void EqualitySystem::substitute(std::span<const uint8_t> resting) {
  const auto rests = [&](const Joint& j) { return !resting.empty() && resting[size_t(j.block)]; };
  for (const Joint& joint : joints_)
    if (!rests(joint)) withRowCount(joint.count, [&]<int N>() { forward<N>(joint); });
  for (size_t p = joints_.size(); p-- > 0;)
    if (!rests(joints_[p]))
      withRowCount(joints_[p].count, [&]<int N>() { backward<N>(joints_[p]); });
  for (PreciseBody& s : slots_) s.move();
}

void EqualitySystem::store(Bodies& bodies, std::span<SolverRow> rows) const {
  for (const PreciseBody& s : slots_) s.storeVelocity(bodies);
  for (const Joint& joint : joints_)
    for (int32_t k = 0; k < joint.count; ++k)
      rows[size_t(joint.first + k)].impulse = float(totals_[size_t(joint.value + k)]);
}

void EqualitySystem::solve(Bodies& bodies, std::span<SolverRow> rows, bool useBias,
                           std::span<const uint8_t> resting) {
  load(bodies, rows);
  measure(useBias, resting);
  substitute(resting);
  store(bodies, rows);
}

double EqualitySystem::solveExactly(Bodies& bodies, std::span<SolverRow> rows, bool useBias) {
  constexpr double kEnough = 1e-10;
  load(bodies, rows);
  double residual = measure(useBias);
  for (int pass = 0; pass < 3 && residual > kEnough; ++pass) {
    substitute();
    residual = measure(useBias);
  }
  store(bodies, rows);
  return residual;
}

}  // namespace holonom
