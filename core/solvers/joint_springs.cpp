#include "solvers/joint_springs.h"

#include <algorithm>
#include <cmath>

#include "solvers/block_kernels.h"

namespace holonom {

namespace {

/// Of a spring that pushes within bounds only: beyond them it does with their force.
double storedEnergy(double stiffness, double error, const Row& r) {
  const double force = std::clamp(-stiffness * error, double(r.lower), double(r.upper));
  return std::abs(force * error) - force * force / (2 * stiffness);
}

}  // namespace

bool isSoftBlock(const JointDef& def, int a, int b, const Bodies& bodies) {
  return isSoftBlock(def) && !bodies.isLocked(a) && !bodies.isLocked(b);
}

void keepDriveStiffness(std::span<SolverRow> rows, int equations, const Bodies& bodies) {
  if (equations == 0 || rows[0].row.frequency > 0) return;
  const std::span<SolverRow> held = rows.first(size_t(equations));
  SoftBasis basis;
  for (SolverRow& r : rows.subspan(size_t(equations))) {
    if (!(r.row.frequency > 0)) continue;
    if (!basis.known()) basis = SoftBasis(held, bodies);
    const Row moved = movedBy(r, bodies);
    float along[kMaxJointRows];
    for (int k = 0; k < equations; ++k) along[k] = float(alongRow(held[size_t(k)].row, moved));
    basis.changeErrors({along, size_t(equations)});
    const double own = alongRow(r.row, moved);
    double left = own;
    for (int k = 0; k < equations; ++k) left -= double(along[k]) * double(along[k]);
    if (!(left > kSmallPivot * own)) continue;
    const float share = float(std::sqrt(own / left));
    r.row.frequency *= share, r.row.dampingRatio *= share;
  }
}

JointSprings::JointSprings(const JointDef& def, const JointFrames& frames, int a, int b,
                           const Bodies& bodies)
    : def_(&def), frames_(&frames), a_(a), b_(b) {
  std::array<SolverRow, kMaxJointRows> rows;
  count_ = evaluateJoint(def, frames, bodies.poseNow(a), bodies.endNow(b),
                         {&rows[0].row, sizeof rows[0]});
  const int block = isSoftBlock(def, a, b, bodies) ? equalityCount(def) : 0;
  for (int k = 0; k < count_; ++k) {
    SolverRow& r = rows[size_t(k)];
    r.a = a, r.b = b;
    keepStiffness(r, bodies);
    keepLocks(r, bodies);
  }
  keepDriveStiffness({rows.data(), size_t(count_)}, equalityCount(def), bodies);
  if (block > 0) basis_ = SoftBasis({rows.data(), size_t(block)}, bodies);
  for (int k = 0; k < count_; ++k) {
    SolverRow& r = rows[size_t(k)];
    if (!(r.row.frequency > 0)) continue;
    prepareRow(r, bodies);
    const double turn = 6.283185307179586 * double(r.row.frequency);
    // The basis is one of unit masses.
    stiffness_[size_t(k)] = turn * turn * (k < block ? 1 : double(r.mass));
  }
}

double JointSprings::energy(const Bodies& bodies) const {
  Row rows[kMaxJointRows];
  evaluateJoint(*def_, *frames_, bodies.poseNow(a_), bodies.endNow(b_), rows);
  float errors[kMaxJointRows];
  for (int k = 0; k < count_; ++k) errors[k] = rows[k].error;
  if (basis_.known()) basis_.changeErrors({errors, size_t(equalityCount(*def_))});
  double sum = 0;
  for (int k = 0; k < count_; ++k)
    if (stiffness_[size_t(k)] > 0)
      sum += storedEnergy(stiffness_[size_t(k)], double(errors[k]), rows[k]);
  return sum;
}

}  // namespace holonom
