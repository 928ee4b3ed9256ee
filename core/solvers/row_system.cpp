#include "solvers/row_system.h"

#include <limits>

#include "solvers/block_kernels.h"

namespace holonom {

void RowSystem::build(const Bodies& bodies, std::span<const SolverRow> rows, float h,
                      const PushLimits& push, bool useBias) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  const size_t n = rows.size();
  bodies_.clear();
  slots_.assign(size_t(bodies.size()) + 1, -1);
  ends_.clear();
  jacobians_.resize(12 * n);
  weighted_.resize(12 * n);
  for (size_t i = 0; i < n; ++i) {
    const Row& row = rows[i].row;
    const Vec3 blocks[4] = {row.linearA, row.angularA, row.linearB, row.angularB};
    for (int side = 0; side < 2; ++side) {
      const int body = side == 0 ? rows[i].a : rows[i].b;
      int32_t& slot = slots_[body];
      if (slot < 0) {
        slot = int32_t(bodies_.size());
        bodies_.emplace_back();
        bodies_.back().body = body;
        bodies_.back().movable = PreciseBody::isMovable(bodies, body);
        bodies_.back().loadMass(bodies);
        bodies_.back().loadVelocity(bodies);
      }
      ends_.push_back(slot);
      const PreciseBody& s = bodies_[slot];
      const Vec3d linear = toDouble(blocks[2 * side]), angular = toDouble(blocks[2 * side + 1]);
      const Vec3d pushed = s.inverseMass * linear, turned = s.inverseInertia * angular;
      double* const j = &jacobians_[12 * i + 6 * size_t(side)];
      double* const w = &weighted_[12 * i + 6 * size_t(side)];
      j[0] = linear.x, j[1] = linear.y, j[2] = linear.z;
      j[3] = angular.x, j[4] = angular.y, j[5] = angular.z;
      w[0] = pushed.x, w[1] = pushed.y, w[2] = pushed.z;
      w[3] = turned.x, w[4] = turned.y, w[5] = turned.z;
    }
  }

  a.assign(n * n, 0);
  for (size_t i = 0; i < n; ++i)
    for (size_t k = i; k < n; ++k) {
      double sum = 0;
      for (size_t side = 0; side < 2; ++side)
        for (size_t other = 0; other < 2; ++other)
          if (ends_[2 * i + side] == ends_[2 * k + other])
            sum += dot6(&weighted_[12 * i + 6 * side], &jacobians_[12 * k + 6 * other]);
      a[i * n + k] = a[k * n + i] = sum;
    }

  q.resize(n);
  lower.resize(n);
  upper.resize(n);
  for (size_t i = 0; i < n; ++i) {
    const SolverRow& r = rows[i];
    const double* const j = &jacobians_[12 * i];
    double sum = rowBias(r.row, r.soft, h, push, useBias);
    sum +=
        dot6(j, bodies_[ends_[2 * i]].velocity) + dot6(j + 6, bodies_[ends_[2 * i + 1]].velocity);
    for (size_t k = 0; k < n; ++k) sum -= a[i * n + k] * double(rows[k].impulse);
    q[i] = sum;
    lower[i] = r.row.lower <= -kUnbounded ? -kNone : double(r.row.lower) * h;
    upper[i] = r.row.upper >= kUnbounded ? kNone : double(r.row.upper) * h;
  }
  for (size_t i = 0; i < n; ++i) {
    const Softness& soft = rows[i].soft;
    if ((useBias || rows[i].row.frequency > 0) && soft.massScale > 0)
      a[i * n + i] *= 1 + double(soft.impulseScale) / double(soft.massScale);
  }
}

void RowSystem::apply(std::span<const double> lambda, Bodies& bodies, std::span<SolverRow> rows) {
  for (PreciseBody& body : bodies_) body.loadVelocity(bodies);
  for (size_t i = 0; i < rows.size(); ++i) {
    const double change = lambda[i] - double(rows[i].impulse);
    for (size_t side = 0; side < 2; ++side)
      for (size_t c = 0; c < 6; ++c)
        bodies_[ends_[2 * i + side]].impulse[c] += change * jacobians_[12 * i + 6 * side + c];
    rows[i].impulse = float(lambda[i]);
  }
  for (PreciseBody& body : bodies_) {
    body.move();
    body.storeVelocity(bodies);
  }
}

}  // namespace holonom
