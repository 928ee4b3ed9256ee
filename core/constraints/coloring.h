#pragma once
// Greedy graph coloring of particle constraints into blocks of four that share no particle.
// The order is fixed by the input, so results do not depend on threads or platform.
#include <array>
#include <cstring>
#include <vector>

#include "constraints/particle_constraint.h"

namespace holonom {

template <class C>
struct ConstraintInput {
  std::array<int32_t, C::particleCount> particles;
  std::array<float, C::restCount> rest;
};

/// Places in a list of constraints; −1 in unused lanes.
using BlockLanes = std::array<int32_t, 4>;

/// Blocks in the order of their colors.
struct ColoredBlocks {
  std::vector<BlockLanes> blocks;
  Colors colors;
};
/// Those of constraints whose `indices`, up to the `ends` of each, name `points`.
ColoredBlocks colorConstraints(const std::vector<int32_t>& indices, const std::vector<size_t>& ends,
                               const std::vector<Quad>& points);

/// Numbers of constraints, those of each one in turn: its particles, then its shape at rest.
struct ConstraintWords {
  const void* words;
  size_t count, particles, rests;
};
/// The same in blocks of four, word by word, by color, with room for λ. Unused lanes name the
/// particle after the last.
std::vector<f32x4> layOut(const ConstraintWords& inputs, const std::vector<Quad>& points,
                          Colors& colors);

/// Fills `batch` from `inputs`, whose indices count from the first of `points`. Points without
/// inverse mass never move, so constraints may share them.
template <class C>
void buildBatch(const std::vector<ConstraintInput<C>>& inputs, const std::vector<Quad>& points,
                ConstraintBatch<C>& batch) {
  static_assert(sizeof(ConstraintInput<C>) == 4 * (C::particleCount + C::restCount));
  static_assert(sizeof(ConstraintBlock<C>) == 16 * (C::particleCount + C::restCount + 1));
  batch.count = static_cast<int>(inputs.size());
  const std::vector<f32x4> rows =
      layOut({inputs.data(), inputs.size(), C::particleCount, C::restCount}, points, batch.colors);
  batch.blocks.resize(rows.size() * sizeof(f32x4) / sizeof(ConstraintBlock<C>));
  if (!rows.empty()) std::memcpy(batch.blocks.data(), rows.data(), rows.size() * sizeof(f32x4));
}

}  // namespace holonom
