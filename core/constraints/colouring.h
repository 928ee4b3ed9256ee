#pragma once
// Greedy graph colouring of particle constraints into blocks of four that share no particle.
// The order is fixed by the input, so results do not depend on threads or platform.
#include <array>
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

/// Blocks by colour, of constraints with `width` of the `indices` each, which name `points`.
std::vector<BlockLanes> colourConstraints(const std::vector<int32_t>& indices, int width,
                                          const std::vector<Quad>& points);

/// Fills `batch` from `inputs`, whose indices count from the first of `points`. Points without
/// inverse mass never move, so constraints may share them. Unused lanes name the particle after the
/// last.
template <class C>
void buildBatch(const std::vector<ConstraintInput<C>>& inputs, const std::vector<Quad>& points,
                ConstraintBatch<C>& batch) {
  std::vector<int32_t> indices;
  for (const ConstraintInput<C>& in : inputs)
    for (const int32_t p : in.particles) indices.push_back(p);
  const std::vector<BlockLanes> lanes = colourConstraints(indices, C::particleCount, points);
  batch.count = static_cast<int>(inputs.size());
  batch.blocks = std::vector<ConstraintBlock<C>>(lanes.size());
  for (size_t b = 0; b < lanes.size(); ++b)
    for (int k = 0; k < 4; ++k) {
      const int32_t i = lanes[b][k];
      ConstraintBlock<C>& block = batch.blocks[b];
      for (int j = 0; j < C::particleCount; ++j)
        block.index[j][k] = i < 0 ? int32_t(points.size()) : inputs[i].particles[j];
      for (int r = 0; r < C::restCount; ++r) block.rest[r][k] = i < 0 ? 0 : inputs[i].rest[r];
    }
}

}  // namespace holonom
