#include "solvers/joint_blocks.h"

#include "solvers/block_kernels.h"

namespace holonom {

namespace {

/// Share of its diagonal by which a row that holds a rotation gives (constraint force mixing).
/// Sweeps with a warm start and bias may wind up what they barely reach, as the twist of a thin rod
/// that two hinges hold.
constexpr double kMixing = 0.01;

}  // namespace

void JointBlocks::factor(size_t joint, std::span<const SolverRow> equations, const Bodies& bodies) {
  Block& block = blocks_[joint];
  const int n = int(equations.size());
  double scales[6];
  for (int c = 0; c < n; ++c) {
    const SolverRow& column = equations[size_t(c)];
    const Row moved = movedBy(column, bodies);
    for (int r = 0; r <= c; ++r)
      block.factor[r * n + c] = alongRow(equations[size_t(r)].row, moved);
    double& diagonal = block.factor[c * n + c];
    if (!column.more.empty()) diagonal += movedFurther(column, bodies);
    const Softness& soft = column.soft;
    const double spring =
        soft.massScale > 0 ? double(soft.impulseScale) / double(soft.massScale) : 0;
    const bool turns = n > 1 && lengthSquared(column.row.linearA) == 0;
    block.gammas[c] = max(spring, turns ? kMixing : 0) * diagonal;
    diagonal += block.gammas[c];
    scales[c] = diagonal;
  }
  factorBlock<0>(n, n, block.factor, scales, kSmallPivot);
}

void JointBlocks::solve(size_t joint, std::span<SolverRow> equations, Bodies& bodies,
                        bool useBias) const {
  const Block& block = blocks_[joint];
  const int n = int(equations.size());
  double x[6];
  for (int k = 0; k < n; ++k) {
    const SolverRow& r = equations[size_t(k)];
    x[k] = -double(rowSpeed(r, bodies) + equationBias(r.row, r.soft, useBias)) -
           block.gammas[k] * double(r.impulse);
  }
  solveFor(joint, n, x);
  for (int k = 0; k < n; ++k) {
    SolverRow& r = equations[size_t(k)];
    setRowImpulse(r, bodies, r.impulse + float(x[k]));
  }
}

void JointBlocks::solveFor(size_t joint, int n, double* x) const {
  const double* const factor = blocks_[joint].factor;
  for (int k = 0; k < n; ++k)
    for (int m = 0; m < k; ++m) x[k] -= factor[k * n + m] * x[m];
  for (int k = n - 1; k >= 0; --k) {
    x[k] *= factor[k * n + k];
    for (int m = k + 1; m < n; ++m) x[k] -= factor[m * n + k] * x[m];
  }
}

}  // namespace holonom
