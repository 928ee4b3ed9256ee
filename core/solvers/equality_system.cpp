#include "solvers/equality_system.h"

#include <algorithm>

#include "constraints/row_bias.h"
#include "solvers/block_kernels.h"

namespace holonom {

namespace {

// I⁻¹ (r × e) for the three axes.
void turnAxes(const Sym3d& i, Vec3d r, Vec3d* out) {
  const Vec3d x{i.xx, i.xy, i.xz}, y{i.xy, i.yy, i.yz}, z{i.xz, i.yz, i.zz};
  out[0] = r.z * y - r.y * z;
  out[1] = r.x * z - r.z * x;
  out[2] = r.y * x - r.x * y;
}

}  // namespace

EqualitySystem::Part EqualitySystem::partOf(const Row& row) {
  return {toDouble(row.linearA), {toDouble(row.angularA), toDouble(-row.angularB)}};
}

EqualitySystem::Part EqualitySystem::partOf(const PointEquations::Turn& turn) {
  const Vec3d e = toDouble(turn.axis);
  return {{}, {e, e}};
}

void EqualitySystem::setParts(const Joint& joint, const SolverRow* rows) {
  for (int k = 0; k < joint.count; ++k) parts_[size_t(joint.packed + k)] = partOf(rows[k].row);
  for (int32_t i = joint.further; i < joint.furtherEnd; ++i) {
    const RowEnd& end = rows->more[size_t(i - joint.further)];
    further_[size_t(i)].linear = toDouble(-end.linear);
    further_[size_t(i)].turn = toDouble(-end.angular);
  }
  if (!joint.isGrounded) return;
  for (int k = 0; k < joint.count; ++k)
    grounds_[size_t(joint.packed + k)] =
        toDouble(rows[k].row.linearA) + toDouble(rows[k].row.linearB);
}

// Of a row given as such: e on A; on B, where it counts as opposite, e less what the world takes.
inline Vec3d EqualitySystem::linearOf(const Joint& joint, int row, int side) const {
  const size_t at = size_t(joint.packed + row);
  if (side > 1) return furtherOf(joint, side).linear;
  return joint.isGrounded && side == 1 ? parts_[at].linear - grounds_[at] : parts_[at].linear;
}

void EqualitySystem::move(const Bodies& bodies, std::span<const SolverRow> rows,
                          std::span<const PointEquations> points) {
  for (PreciseBody& s : slots_) s.loadMass(bodies);
  for (size_t i = 0; i < joints_.size(); ++i) {
    const Joint& joint = joints_[i];
    Part* const parts = &parts_[size_t(joint.packed)];
    if (!joint.holdsPoint) {
      setParts(joint, &rows[size_t(joint.first)]);
      continue;
    }
    const PointEquations& given = points[size_t(joint.block)];
    arms_[i] = {toDouble(given.armA), toDouble(given.armB)};
    for (int k = 3; k < joint.count; ++k) parts[k] = partOf(given.turns[k - 3]);
  }
}

// The upper half of the joint's own J M⁻¹ Jᵀ.
template <int N>
void EqualitySystem::multiply(const Joint& joint, double* block) const {
  const int n = N > 0 ? N : joint.count;
  const Part* const parts = &parts_[size_t(joint.packed)];
  const Turned* const weighted = &weighted_[size_t(joint.packed)];
  const double inverseMass =
      slots_[joint.bodies[0]].inverseMass + slots_[joint.bodies[1]].inverseMass;
  if (!joint.holdsPoint) {
    for (int c = 0; c < n; ++c)
      for (int r = 0; r <= c; ++r)
        block[r * joint.stride + c] = inverseMass * dot(parts[r].linear, parts[c].linear) +
                                      dot(parts[r].turn[0], weighted[c].side[0]) +
                                      dot(parts[r].turn[1], weighted[c].side[1]);
    if (!joint.isGrounded) return;
    const double ofB = slots_[joint.bodies[1]].inverseMass;
    for (int c = 0; c < n; ++c)
      for (int r = 0; r <= c; ++r)
        block[r * joint.stride + c] += ofB * (dot(linearOf(joint, r, 1), linearOf(joint, c, 1)) -
                                              dot(parts[r].linear, parts[c].linear));
    if (joint.further < joint.furtherEnd) block[0] += movedFurther(joint);
    return;
  }
  const Arms& arms = arms_[size_t(&joint - joints_.data())];
  for (int c = 0; c < n; ++c) {
    const Turned& w = weighted[c];
    const Vec3d column = cross(w.side[0], arms.a) + cross(w.side[1], arms.b);
    block[c] = column.x;
    if (c >= 1) block[joint.stride + c] = column.y;
    if (c >= 2) block[2 * joint.stride + c] = column.z;
    if (c < 3) block[c * joint.stride + c] += inverseMass;
    const Vec3d both = w.side[0] + w.side[1];
    for (int r = 3; r <= c; ++r) block[r * joint.stride + c] = dot(parts[r].turn[0], both);
  }
}

// J, I⁻¹ t and the diagonal block J M⁻¹ Jᵀ of a joint that holds a point, which is rigid.
template <int N>
void EqualitySystem::assemble(const Joint& joint, const PointEquations& given) {
  Part* const parts = &parts_[size_t(joint.packed)];
  Turned* const weighted = &weighted_[size_t(joint.packed)];
  const PreciseBody& a = slots_[joint.bodies[0]];
  const PreciseBody& b = slots_[joint.bodies[1]];
  const Arms arms = {toDouble(given.armA), toDouble(given.armB)};
  arms_[size_t(&joint - joints_.data())] = arms;
  Vec3d turned[2][3];
  turnAxes(a.inverseInertia, arms.a, turned[0]);
  turnAxes(b.inverseInertia, arms.b, turned[1]);
  for (int k = 0; k < 3; ++k) weighted[k] = {{turned[0][k], turned[1][k]}};
  for (int k = 3; k < N; ++k) {
    const Part& part = parts[k] = partOf(given.turns[k - 3]);
    const Vec3d e = part.turn[0];
    weighted[k] = {{a.inverseInertia * e, b.inverseInertia * e}};
  }
  double* const block = &diagonals_[size_t(joint.diagonal)];
  multiply<N>(joint, block);
  const float errors[6] = {given.offset.x,       given.offset.y,       given.offset.z,
                           given.turns[0].error, given.turns[1].error, given.turns[2].error};
  for (int k = 0; k < N; ++k) {
    const size_t value = size_t(joint.value + k);
    soften(value, block[k * joint.stride + k], {});
    biases_[value] = given.biasRate * errors[k];
    stillBiases_[value] = 0;
  }
}

// The same of any other.
void EqualitySystem::assemble(const Joint& joint, const SolverRow* given) {
  Part* const parts = &parts_[size_t(joint.packed)];
  Turned* const weighted = &weighted_[size_t(joint.packed)];
  const PreciseBody& a = slots_[joint.bodies[0]];
  const PreciseBody& b = slots_[joint.bodies[1]];
  setParts(joint, given);
  for (int k = 0; k < joint.count; ++k)
    weighted[k] = {{a.inverseInertia * parts[k].turn[0], b.inverseInertia * parts[k].turn[1]}};
  for (int32_t i = joint.further; i < joint.furtherEnd; ++i) {
    Further& f = further_[size_t(i)];
    f.weighted = slots_[size_t(f.slot)].inverseInertia * f.turn;
  }
  double* const block = &diagonals_[size_t(joint.diagonal)];
  multiply<0>(joint, block);
  for (int k = 0; k < joint.count; ++k) {
    const SolverRow& row = given[k];
    const size_t value = size_t(joint.value + k);
    soften(value, block[k * joint.stride + k], row.soft);
    biases_[value] = equationBias(row.row, row.soft, true);
    stillBiases_[value] = equationBias(row.row, row.soft, false);
  }
}

// Γ of a row, onto its diagonal.
inline void EqualitySystem::soften(size_t value, double& diagonal, const Softness& soft) {
  constexpr double kGivesWay = 1e12;
  if (instant_) {
    gammas_[value] = 0;
    if (soft.impulseScale > 0) diagonal *= kGivesWay;
    scales_[value] = diagonal;
    return;
  }
  gammas_[value] =
      soft.massScale > 0 ? diagonal * double(soft.impulseScale) / double(soft.massScale) : 0;
  diagonal += gammas_[value];
  scales_[value] = diagonal;
}

void EqualitySystem::couple(const Coupling& c) {
  const Joint &column = joints_[c.column], &row = joints_[c.row];
  const bool widely = c.columnSide > 1;
  const int32_t slot = widely ? furtherOf(column, c.columnSide).slot : column.bodies[c.columnSide];
  const double inverseMass = slots_[slot].inverseMass;
  const double sign = (c.columnSide == 0) == (c.rowSide == 0) ? 1 : -1;
  const Turned* const w = &weighted_[size_t(column.packed)];
  const Part* const others = &parts_[size_t(row.packed)];
  const Arms& arms = arms_[size_t(c.row)];
  const Vec3d arm = c.rowSide == 0 ? arms.a : arms.b;
  const Vec3d axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double* out = &offDiagonals_[size_t(c.offset)];
  if (column.holdsPoint && row.holdsPoint && column.count == 3 && row.count == 3) {
    for (int k = 0; k < 3; ++k, out += row.stride) {
      const Vec3d turned = cross(w[k].side[c.columnSide], arm);
      double sums[3] = {turned.x, turned.y, turned.z};
      sums[k] += inverseMass;
      for (int r = 0; r < 3; ++r) out[r] += sign * sums[r];
    }
    return;
  }
  for (int k = 0; k < column.count; ++k, out += row.stride) {
    const Vec3d linear = inverseMass * (!column.holdsPoint ? linearOf(column, k, c.columnSide)
                                        : k < 3            ? axes[k]
                                                           : Vec3d{});
    const Vec3d turned =
        widely ? furtherOf(column, c.columnSide).weighted : w[k].side[c.columnSide];
    int r = 0;
    if (row.holdsPoint) {
      const Vec3d sum = sign * (linear + cross(turned, arm));
      out[0] += sum.x, out[1] += sum.y, out[2] += sum.z;
      r = 3;
    }
    for (; r < row.count; ++r) {
      const Vec3d turn = c.rowSide > 1 ? furtherOf(row, c.rowSide).turn : others[r].turn[c.rowSide];
      out[r] += sign * (dot(linear, linearOf(row, r, c.rowSide)) + dot(turned, turn));
    }
  }
}

template <int N>
void EqualitySystem::eliminate(const Joint& joint) {
  double* s = &diagonals_[size_t(joint.diagonal)];
  double* const scales = &scales_[size_t(joint.value)];
  if (N == 3)
    invertBlock(s, scales, kSmallPivot);
  else
    factorBlock<N>(joint.count, joint.stride, s, scales, kSmallPivot);
  if (joint.column == joint.columnEnd) return;
  const Entry* const begin = &entries_[size_t(joint.column)];
  const Entry* const end = begin + (joint.columnEnd - joint.column);
  double* const factor = offDiagonals_.data();
  double* const scaled = columnScratch_.data() - begin->offset;
  for (const Entry* e = begin; e < end; ++e) {
    const int stride = joints_[e->row].stride;
    if (N == 3)
      multiplyBlock(s, factor + e->offset, scaled + e->offset, stride);
    else
      solveLower<N>(joint.count, s, joint.stride, factor + e->offset, scaled + e->offset, stride);
  }
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

void EqualitySystem::factor(const Bodies& bodies, std::span<const SolverRow> rows,
                            std::span<const PointEquations> points) {
  instant_ = false;
  for (PreciseBody& s : slots_) s.loadMass(bodies);
  for (const Assembly& assembly : assemblies_)
    if (!assembly.left) factor(assembly, rows, points);
}

void EqualitySystem::factor(const Assembly& assembly, std::span<const SolverRow> rows,
                            std::span<const PointEquations> points) {
  for (int32_t p = assembly.joint; p < assembly.jointEnd; ++p) {
    const Joint& joint = joints_[p];
    if (!joint.holdsPoint)
      assemble(joint, &rows[size_t(joint.first)]);
    else if (joint.count == 3)
      assemble<3>(joint, points[size_t(joint.block)]);
    else if (joint.count == 5)
      assemble<5>(joint, points[size_t(joint.block)]);
    else
      assemble<6>(joint, points[size_t(joint.block)]);
  }
  std::fill(offDiagonals_.begin() + assembly.offDiagonal,
            offDiagonals_.begin() + assembly.offDiagonalEnd, 0.0);
  for (int32_t c = assembly.coupling; c < assembly.couplingEnd; ++c) couple(couplings_[c]);
  for (int32_t p = assembly.joint; p < assembly.jointEnd; ++p)
    withRowCount(joints_[p].count, [&]<int N>() { eliminate<N>(joints_[p]); });
}

void EqualitySystem::takeImpulses(std::span<const SolverRow> rows) {
  for (const Joint& joint : joints_)
    for (int32_t k = 0; k < joint.count; ++k)
      totals_[size_t(joint.value + k)] = rows[size_t(joint.first + k)].impulse;
}

void EqualitySystem::giveImpulses(std::span<SolverRow> rows) const {
  for (const Assembly& assembly : assemblies_) {
    if (assembly.left) continue;
    for (const Joint& joint : jointsOf(assembly))
      for (int32_t k = 0; k < joint.count; ++k)
        rows[size_t(joint.first + k)].impulse = float(totals_[size_t(joint.value + k)]);
  }
}

void EqualitySystem::leaveOut(std::span<const uint8_t> blocks) {
  for (Assembly& a : assemblies_) a.left = blocks[size_t(joints_[size_t(a.joint)].block)] != 0;
}

void EqualitySystem::hold(int block, std::span<SolverRow> rows, HeldRow* held) const {
  const Joint& joint = joints_[size_t(places_[size_t(block)])];
  const PreciseBody &a = slots_[joint.bodies[0]], &b = slots_[joint.bodies[1]];
  const Turned* const weighted = &weighted_[size_t(joint.packed)];
  const double inverseMass = a.inverseMass + b.inverseMass;
  const int n = gammas_[size_t(joint.value)] > 0 ? 0 : joint.count, stride = joint.stride;
  double s[36], scales[6];
  if (n > 0) {
    multiply<0>(joint, s);
    for (int k = 0; k < n; ++k) scales[k] = s[k * stride + k];
    factorBlock<0>(n, stride, s, scales, kSmallPivot);
  }
  for (SolverRow& r : rows) {
    const Vec3d linear = toDouble(r.row.linearA);
    const Vec3d turnA = toDouble(r.row.angularA), turnB = toDouble(-r.row.angularB);
    const Vec3d linearB = toDouble(r.row.linearB);
    const double straight = !joint.isGrounded ? inverseMass * lengthSquared(linear)
                                              : a.inverseMass * lengthSquared(linear) +
                                                    b.inverseMass * lengthSquared(linearB);
    const double own =
        straight + dot(turnA, a.inverseInertia * turnA) + dot(turnB, b.inverseInertia * turnB);
    // What the row moves the equations by, and the impulses that move them back.
    double moved[6], x[6];
    for (int k = 0; k < n; ++k) {
      const double along = !joint.holdsPoint ? dot(parts_[size_t(joint.packed + k)].linear, linear)
                           : k < 3           ? double(at(r.row.linearA, k))
                                             : 0.0;
      const double centers =
          !joint.isGrounded
              ? inverseMass * along
              : a.inverseMass * along - b.inverseMass * dot(linearOf(joint, k, 1), linearB);
      moved[k] = centers + dot(weighted[k].side[0], turnA) + dot(weighted[k].side[1], turnB);
      x[k] = -moved[k];
      for (int m = 0; m < k; ++m) x[k] -= s[k * stride + m] * x[m];
    }
    double left = own;
    for (int k = n - 1; k >= 0; --k) {
      x[k] *= s[k * stride + k];
      for (int m = k + 1; m < n; ++m) x[k] -= s[m * stride + k] * x[m];
      left += moved[k] * x[k];
    }
    const Push p = pushOf(joint, n, x);
    held->push = r.row;
    held->push.linearA += toFloat(p.impulse), held->push.angularA += toFloat(p.turnA);
    held->push.linearB -= toFloat(p.impulse), held->push.angularB -= toFloat(p.turnB);
    for (int k = 0; k < n; ++k) held->reactions[k] = float(x[k]);
    for (int k = 0; k < n && joint.isGrounded; ++k)
      held->push.linearB += toFloat(x[k] * grounds_[size_t(joint.packed + k)]);
    held->count = n;
    r.mass = left > 1e-6 * own ? float(1 / left) : 0;
    ++held;
  }
}

void EqualitySystem::addImpulses(int block, const HeldRow& row, float impulse) {
  double* const totals = &totals_[size_t(joints_[size_t(places_[size_t(block)])].value)];
  for (int k = 0; k < row.count; ++k) totals[k] += double(impulse * row.reactions[k]);
}

void EqualitySystem::loadVelocities(const Bodies& bodies) {
  for (PreciseBody& s : slots_) s.loadVelocity(bodies);
}

void EqualitySystem::moveAndStore(Bodies& bodies) {
  for (PreciseBody& s : slots_) {
    s.move();
    s.storeVelocity(bodies);
  }
}

// The right-hand side at the present velocities.
template <int N>
void EqualitySystem::measure(const Joint& joint, const double* biases) {
  const int n = N > 0 ? N : joint.count;
  const PreciseBody &a = slots_[joint.bodies[0]], &b = slots_[joint.bodies[1]];
  const Vec3d turnA = a.angular(), turnB = b.angular(), slip = a.linear() - b.linear();
  double speeds[6];
  int k = 0;
  if (joint.holdsPoint) {
    const Arms& arms = arms_[size_t(&joint - joints_.data())];
    const Vec3d speed = slip + cross(turnA, arms.a) - cross(turnB, arms.b);
    speeds[0] = speed.x, speeds[1] = speed.y, speeds[2] = speed.z;
    k = 3;
  }
  const Part* const parts = &parts_[size_t(joint.packed)];
  for (; k < n; ++k)
    speeds[k] =
        dot(parts[k].linear, slip) + dot(parts[k].turn[0], turnA) - dot(parts[k].turn[1], turnB);
  if (joint.isGrounded)
    for (k = 0; k < n; ++k) speeds[k] += dot(grounds_[size_t(joint.packed + k)], b.linear());
  if constexpr (N == 0)
    if (joint.further < joint.furtherEnd) speeds[0] += speedFurther(joint);
  const size_t first = size_t(joint.value);
  for (int i = 0; i < n; ++i)
    values_[first + i] = -(speeds[i] + biases[first + i] + gammas_[first + i] * totals_[first + i]);
}

void EqualitySystem::measure(const Assembly& assembly, bool useBias) {
  const double* const biases = useBias ? biases_.data() : stillBiases_.data();
  for (int32_t p = assembly.joint; p < assembly.jointEnd; ++p)
    withRowCount(joints_[p].count, [&]<int N>() { measure<N>(joints_[p], biases); });
}

double EqualitySystem::largestValue() const {
  double largest = 0;
  for (const Assembly& assembly : assemblies_) {
    if (assembly.left) continue;
    for (const Joint& joint : jointsOf(assembly))
      for (int32_t k = 0; k < joint.count; ++k)
        largest = max(largest, abs(values_[size_t(joint.value + k)]));
  }
  return largest;
}

// y ← D⁻¹ L⁻¹ y for the joint, and what it contributes to later ones. A block of three rows is its
// own D, kept inverted.
template <int N>
void EqualitySystem::forward(const Joint& joint) {
  const int n = N > 0 ? N : joint.count;
  const double* s = &diagonals_[size_t(joint.diagonal)];
  double* y = &values_[size_t(joint.value)];
  double z[6];
  if (N == 3) {
    for (int m = 0; m < 3; ++m) z[m] = s[m * 4] * y[0] + s[m * 4 + 1] * y[1] + s[m * 4 + 2] * y[2];
  } else {
    for (int m = 0; m < n; ++m) {
      double v = y[m];
      for (int k = 0; k < m; ++k) v -= s[m * joint.stride + k] * y[k];
      y[m] = v;
      z[m] = s[m * joint.stride + m] * v;
    }
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

// x ← L⁻ᵀ (y − D⁻¹ Σ factor x), and Jᵀ x to the two bodies.
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
  if (N == 3) {
    const double y[3] = {sumOf(sums[0]), sumOf(sums[1]), sumOf(sums[2])};
    for (int m = 0; m < 3; ++m) x[m] -= s[m * 4] * y[0] + s[m * 4 + 1] * y[1] + s[m * 4 + 2] * y[2];
  } else {
    for (int m = n - 1; m >= 0; --m) {
      double v = x[m] - s[m * joint.stride + m] * sumOf(sums[m]);
      for (int k = m + 1; k < n; ++k) v -= s[k * joint.stride + m] * x[k];
      x[m] = v;
    }
  }
  for (int m = 0; m < n; ++m) totals_[size_t(joint.value + m)] += x[m];
  push(joint, n, x);
}

// Jᵀ x: an impulse on A, its opposite on B, and the moments.
inline EqualitySystem::Push EqualitySystem::pushOf(const Joint& joint, int count,
                                                   const double* x) const {
  Vec3d impulse{}, turnA{}, turnB{};
  int k = 0;
  if (joint.holdsPoint && count > 0) {
    const Arms& arms = arms_[size_t(&joint - joints_.data())];
    impulse = {x[0], x[1], x[2]};
    turnA = cross(arms.a, impulse), turnB = cross(arms.b, impulse);
    k = 3;
  }
  const Part* const parts = &parts_[size_t(joint.packed)];
  for (; k < count; ++k) {
    impulse += x[k] * parts[k].linear;
    turnA += x[k] * parts[k].turn[0], turnB += x[k] * parts[k].turn[1];
  }
  return {impulse, turnA, turnB};
}

inline void EqualitySystem::push(const Joint& joint, int count, const double* x) {
  const auto [impulse, turnA, turnB] = pushOf(joint, count, x);
  slots_[joint.bodies[0]].push(impulse, turnA);
  slots_[joint.bodies[1]].push(-impulse, -turnB);
  if (joint.isGrounded)
    for (int k = 0; k < count; ++k)
      slots_[joint.bodies[1]].push(x[k] * grounds_[size_t(joint.packed + k)], {});
  if (joint.further < joint.furtherEnd) pushFurther(joint, x[0]);
}

void EqualitySystem::substitute(const Assembly& assembly) {
  for (int32_t p = assembly.joint; p < assembly.jointEnd; ++p)
    withRowCount(joints_[p].count, [&]<int N>() { forward<N>(joints_[p]); });
  for (int32_t p = assembly.jointEnd; p-- > assembly.joint;)
    withRowCount(joints_[p].count, [&]<int N>() { backward<N>(joints_[p]); });
}

void EqualitySystem::warmStart(Bodies& bodies, const Choice& chosen) {
  const auto isFree = [&](const Assembly& a) { return !isSolved(a, chosen); };
  for (const Assembly& a : assemblies_)
    for (const Joint& joint : jointsOf(a))
      if (isFree(a)) std::fill_n(&totals_[size_t(joint.value)], joint.count, 0.0);
  if (std::ranges::all_of(assemblies_, isFree)) return;
  loadVelocities(bodies);
  for (const Assembly& a : assemblies_)
    for (const Joint& joint : jointsOf(a))
      if (!isFree(a)) push(joint, joint.count, &totals_[size_t(joint.value)]);
  moveAndStore(bodies);
}

void EqualitySystem::solve(Bodies& bodies, bool useBias, const Choice& chosen) {
  loadVelocities(bodies);
  for (const Assembly& assembly : assemblies_) {
    if (!isSolved(assembly, chosen)) continue;
    measure(assembly, useBias);
    substitute(assembly);
  }
  moveAndStore(bodies);
}

void EqualitySystem::solveChanged(Bodies& bodies) {
  for (size_t i = 0; i < assemblies_.size(); ++i) {
    if (assemblies_[i].left) continue;
    const std::span<const int32_t> members = bodiesOf(int(i));
    const auto slotOf = [&](int32_t body) -> PreciseBody& {
      return slots_[size_t(slotsOfBodies_[size_t(body)])];
    };
    const auto isStored = [&](int32_t body) { return slotOf(body).isStored(bodies); };
    if (std::all_of(members.begin(), members.end(), isStored)) continue;
    for (const int32_t body : members) slotOf(body).loadVelocity(bodies);
    measure(assemblies_[i], true);
    substitute(assemblies_[i]);
    for (const int32_t body : members) {
      slotOf(body).move();
      slotOf(body).storeVelocity(bodies);
    }
  }
}

double EqualitySystem::solveExactly(Bodies& bodies, bool useBias) {
  constexpr double kEnough = 1e-10;
  loadVelocities(bodies);
  const auto measureAll = [&] {
    for (const Assembly& assembly : assemblies_)
      if (!assembly.left) measure(assembly, useBias);
  };
  measureAll();
  double residual = largestValue();
  for (int pass = 0; pass < 3 && residual > kEnough; ++pass) {
    for (const Assembly& assembly : assemblies_)
      if (!assembly.left) substitute(assembly);
    for (PreciseBody& s : slots_) s.move();
    measureAll();
    residual = largestValue();
  }
  moveAndStore(bodies);
  return residual;
}

}  // namespace holonom
