#include "solvers/rod_solve.h"

namespace holonom {

namespace {

/// Lists the constraints as they follow each other: the stretch of each segment, then the bending
/// to the next. A bending at the clamp of the first end comes before.
void listBlocks(ParticleBatches& batches, std::vector<RodBlock>& blocks, const Particles& p,
                int first, bool firstSweep) {
  auto& stretches = batches.oriented<RodStretch>();
  auto& bends = batches.oriented<RodBend>();
  blocks.resize(stretches.entries.size() + bends.entries.size());
  size_t at = 0, bend = 0;
  const auto add = [&]<class C>(OrientedBatch<C>& batch, size_t i) {
    auto& entry = batch.entries[i];
    if (firstSweep) entry.lambda = {};
    blocks[at++].projection = projectionOf<C>(entry, batch.compliances, p, first);
  };
  const auto isNext = [&](size_t segment) {
    return bend < bends.entries.size() && size_t(bends.entries[bend].particles[1]) == segment;
  };
  for (size_t segment = 0; segment < stretches.entries.size(); ++segment) {
    if (isNext(segment)) add(bends, bend++);
    add(stretches, segment);
  }
  if (bend < bends.entries.size()) add(bends, bend);
}

}  // namespace

void solveRod(ParticleBatches& batches, RodSolve& solve, Particles& p, int first, int count,
              float h, float damping, bool firstSweep) {
  std::vector<RodBlock>& all = solve.blocks;
  listBlocks(batches, all, p, first, firstSweep);
  batches.forEachOriented([&](auto& batch) { batch.interval = h; });
  const double share = double(damping) / double(h);
  // Of A, where two constraints share particles.
  const auto entryOf = [&](const RodBlock& row, const RodBlock& column) {
    return (1 + share) * coupling(row.projection, column.projection, p);
  };
  for (size_t k = 0; k < all.size(); ++k) {
    RodBlock& block = all[k];
    Sym3d diagonal;
    block.solution = block.projection.residual(p, h, share, diagonal);
    diagonal = diagonal + symmetric(entryOf(block, block));
    Mat3d farther{};  // of L D, that of the second before
    for (size_t back = k < 2 ? k : 2; back > 0; --back) {
      const RodBlock& before = all[k - back];
      Mat3d m = entryOf(block, before);
      if (back == 2)
        farther = m;
      else if (k >= 2)
        m = m - timesTransposed(farther, before.lower[0]);
      Mat3d& lower = block.lower[back - 1];
      lower = m * before.inverse;
      diagonal = diagonal + -1.0 * symmetric(timesTransposed(lower, m));
      block.solution = block.solution - lower * before.solution;
    }
    block.inverse = inverse(diagonal);
  }
  for (size_t k = all.size(); k-- > 0;) {
    RodBlock& block = all[k];
    block.solution = block.inverse * block.solution;
    for (size_t ahead = 1; ahead <= 2 && k + ahead < all.size(); ++ahead)
      block.solution = block.solution -
                       transposeMultiply(all[k + ahead].lower[ahead - 1], all[k + ahead].solution);
  }
  // Turns of a frame by single constraints can be whole ones that cancel.
  solve.moves.assign(size_t(count) + 1, {});
  solve.turns.assign(size_t(count) + 1, {});
  for (const RodBlock& block : all) {
    const OrientedProjection& it = block.projection;
    *it.lambda = *it.lambda + toFloat(block.solution);
    for (int k = 0; k < 2; ++k) {
      const size_t i = size_t(it.particles[k] - first);
      solve.moves[i] += it.rows.move[k] * block.solution;
      solve.turns[i] += transposeMultiply(it.rows.turn[k], block.solution);
    }
  }
  for (size_t i = 0; i <= size_t(count); ++i)
    pushOriented(p, size_t(first) + i, solve.moves[i], solve.turns[i]);
}

}  // namespace holonom
