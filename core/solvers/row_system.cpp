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
  ends_.clear(), firsts_.clear(), jacobians_.clear();
  size_t ends = 2 * n;
  for (const SolverRow& r : rows) ends += r.more.size();
  jacobians_.reserve(6 * ends);
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
    const Vec3 l = end.linear, a = end.angular;
    for (const float x : {l.x, l.y, l.z, a.x, a.y, a.z}) jacobians_.push_back(double(x));
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

  q.resize(n), lower.resize(n), upper.resize(n), diagonal.resize(n), soft_.resize(n);
  for (size_t i = 0; i < n; ++i)
    forEachEnd(i, [&](size_t e) {
      for (size_t c = 0; c < 6; ++c)
        bodies_[ends_[e]].impulse[c] -= double(rows[i].impulse) * jacobians_[6 * e + c];
    });
  for (PreciseBody& body : bodies_) body.move();
  for (size_t i = 0; i < n; ++i) {
    const SolverRow& r = rows[i];
    double speed = 0;
    forEachEnd(i, [&](size_t e) { speed += dot6(&jacobians_[6 * e], bodies_[ends_[e]].velocity); });
    q[i] = rowBias(r.row, r.soft, h, maxPush, useBias) + speed;
    lower[i] = r.row.lower <= -kUnbounded ? -kNone : double(r.row.lower) * h;
    upper[i] = r.row.upper >= kUnbounded ? kNone : double(r.row.upper) * h;
    weigh(i);
    const double rigid = product(i, i);
    const bool isSoft = (useBias || r.row.frequency > 0) && r.soft.massScale > 0;
    soft_[i] = isSoft ? rigid * double(r.soft.impulseScale) / double(r.soft.massScale) : 0;
    diagonal[i] = rigid + soft_[i];
  }
}

void RowSystem::weigh(size_t i) {
  weighted_.clear();
  for (int32_t e = firsts_[i]; e < firsts_[i + 1]; ++e) {
    const PreciseBody& body = bodies_[ends_[e]];
    const double* const j = &jacobians_[6 * size_t(e)];
    const Vec3d turned = body.inverseInertia * Vec3d{j[3], j[4], j[5]};
    for (size_t c = 0; c < 3; ++c) weighted_.push_back(body.inverseMass * j[c]);
    for (const double x : {turned.x, turned.y, turned.z}) weighted_.push_back(x);
  }
}

double RowSystem::product(size_t i, size_t k) const {
  double sum = 0;
  const double* w = weighted_.data();
  for (int32_t e = firsts_[i]; e < firsts_[i + 1]; ++e, w += 6)
    for (int32_t f = firsts_[k]; f < firsts_[k + 1]; ++f)
      if (ends_[e] == ends_[f]) sum += dot6(w, &jacobians_[6 * size_t(f)]);
  return sum;
}

void RowSystem::buildMatrix() {
  const size_t n = q.size();
  a.resize(n * n);
  for (size_t i = 0; i < n; ++i) {
    a[i * (n + 1)] = diagonal[i];
    weigh(i);
    for (size_t k = i + 1; k < n; ++k) a[i * n + k] = a[k * n + i] = product(i, k);
  }
}

[[gnu::cold]] MlcpBodies RowSystem::byBodies() {
  movable_.resize(ends_.size()), rooted_.resize(6 * ends_.size());
  for (size_t e = 0; e < ends_.size(); ++e) {
    const PreciseBody& body = bodies_[ends_[e]];
    movable_[e] = body.movable ? ends_[e] : -1;
    const double *const j = &jacobians_[6 * e], root = std::sqrt(body.inverseMass);
    double* const s = &rooted_[6 * e];
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
  return {int(bodies_.size()), firsts_, movable_, rooted_, soft_};
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
