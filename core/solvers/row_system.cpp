#include "solvers/row_system.h"

#include <cmath>
#include <limits>

#include "solvers/block_kernels.h"

namespace holonom {

void RowSystem::build(const Bodies& bodies, std::span<const SolverRow> rows, float h, float maxPush,
                      bool useBias) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  const size_t n = rows.size();
  bodies_.clear();
  slots_.assign(size_t(bodies.size()) + 1, -1);
  ends_.clear(), firsts_.clear(), jacobians_.clear(), weighted_.clear();
  size_t ends = 2 * n;
  for (const SolverRow& r : rows) ends += r.more.size();
  jacobians_.reserve(6 * ends), weighted_.reserve(6 * ends);
  const auto addEnd = [&](const RowEnd& end) {
    int32_t& slot = slots_[end.body];
    if (slot < 0) {
      slot = int32_t(bodies_.size());
      bodies_.emplace_back();
      bodies_.back().body = end.body;
      bodies_.back().movable = PreciseBody::isMovable(bodies, end.body);
      bodies_.back().loadMass(bodies);
      bodies_.back().loadVelocity(bodies);
    }
    ends_.push_back(slot);
    const PreciseBody& s = bodies_[slot];
    const Vec3d linear = toDouble(end.linear), angular = toDouble(end.angular);
    const Vec3d pushed = s.inverseMass * linear, turned = s.inverseInertia * angular;
    const size_t at = jacobians_.size();
    jacobians_.resize(at + 6), weighted_.resize(at + 6);
    double *const j = &jacobians_[at], *const w = &weighted_[at];
    j[0] = linear.x, j[1] = linear.y, j[2] = linear.z;
    j[3] = angular.x, j[4] = angular.y, j[5] = angular.z;
    w[0] = pushed.x, w[1] = pushed.y, w[2] = pushed.z;
    w[3] = turned.x, w[4] = turned.y, w[5] = turned.z;
  };
  for (const SolverRow& r : rows) {
    firsts_.push_back(int32_t(ends_.size()));
    addEnd({r.a, r.row.linearA, r.row.angularA});
    addEnd({r.b, r.row.linearB, r.row.angularB});
    for (const RowEnd& end : r.more) addEnd(end);
  }
  firsts_.push_back(int32_t(ends_.size()));
  const auto forEachEnd = [&](size_t row, auto&& f) {
    for (int32_t e = firsts_[row]; e < firsts_[row + 1]; ++e) f(size_t(e));
  };

  a.assign(n * n, 0);
  for (size_t i = 0; i < n; ++i)
    for (size_t k = i; k < n; ++k) {
      double sum = 0;
      forEachEnd(i, [&](size_t e) {
        forEachEnd(k, [&](size_t f) {
          if (ends_[e] == ends_[f]) sum += dot6(&weighted_[6 * e], &jacobians_[6 * f]);
        });
      });
      a[i * n + k] = a[k * n + i] = sum;
    }

  q.resize(n);
  lower.resize(n);
  upper.resize(n);
  for (size_t i = 0; i < n; ++i) {
    const SolverRow& r = rows[i];
    double speed = 0;
    forEachEnd(i, [&](size_t e) { speed += dot6(&jacobians_[6 * e], bodies_[ends_[e]].velocity); });
    double sum = rowBias(r.row, r.soft, h, maxPush, useBias);
    sum += speed;
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

[[gnu::cold]] MlcpBodies RowSystem::byBodies() {
  movable_.resize(ends_.size());
  for (size_t e = 0; e < ends_.size(); ++e) {
    const PreciseBody& body = bodies_[ends_[e]];
    movable_[e] = body.movable ? ends_[e] : -1;
    const double *const j = &jacobians_[6 * e], root = std::sqrt(body.inverseMass);
    double* const s = &weighted_[6 * e];
    for (int c = 0; c < 3; ++c) s[c] = root * j[c];
    // Cholesky factor of the inverse inertia, zero along axes that do not turn.
    const Sym3d& i = body.inverseInertia;
    const auto divide = [](double a, double b) { return b > 0 ? a / b : 0; };
    const double xx = std::sqrt(i.xx), yx = divide(i.xy, xx), zx = divide(i.xz, xx);
    const double yy = std::sqrt(max(i.yy - yx * yx, 0.0)), zy = divide(i.yz - yx * zx, yy);
    const double zz = std::sqrt(max(i.zz - zx * zx - zy * zy, 0.0));
    s[3] = xx * j[3] + yx * j[4] + zx * j[5];
    s[4] = yy * j[4] + zy * j[5];
    s[5] = zz * j[5];
  }
  return {int(bodies_.size()), firsts_, movable_, weighted_};
}

void RowSystem::apply(std::span<const double> lambda, Bodies& bodies, std::span<SolverRow> rows) {
  for (PreciseBody& body : bodies_) body.loadVelocity(bodies);
  for (size_t i = 0; i < rows.size(); ++i) {
    const double change = lambda[i] - double(rows[i].impulse);
    for (size_t e = size_t(firsts_[i]); e < size_t(firsts_[i + 1]); ++e)
      for (size_t c = 0; c < 6; ++c) bodies_[ends_[e]].impulse[c] += change * jacobians_[6 * e + c];
    rows[i].impulse = float(lambda[i]);
  }
  for (PreciseBody& body : bodies_) {
    body.move();
    body.storeVelocity(bodies);
  }
}

}  // namespace holonom
