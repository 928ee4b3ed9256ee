#pragma once
// Greedy graph colouring of particle constraints into blocks of four that share no particle.
// The order is fixed by the input, so results do not depend on threads or platform.
#include <array>
#include <bit>
#include <vector>

#include "constraints/particle_constraint.h"

namespace holonom {

template <class C>
struct ConstraintInput {
  std::array<int32_t, C::particleCount> particles;
  std::array<float, C::restCount> rest;
};

/// Fills `batch` from `inputs`, whose indices count from the first of `points`. Points without
/// inverse mass never move, so constraints may share them. Unused lanes name the particle after the
/// last.
template <class C>
void buildBatch(const std::vector<ConstraintInput<C>>& inputs, const std::vector<Quad>& points,
                ConstraintBatch<C>& batch) {
  constexpr int kColours = 64;
  const int32_t sink = static_cast<int32_t>(points.size());
  std::vector<uint64_t> taken(static_cast<size_t>(sink) + 1, 0);
  std::vector<std::vector<size_t>> colours(kColours + 1);
  for (size_t i = 0; i < inputs.size(); ++i) {
    uint64_t mask = 0;
    for (const int32_t p : inputs[i].particles) mask |= taken[p];
    const int colour = std::countr_one(mask);
    colours[colour].push_back(i);
    if (colour < kColours)
      for (const int32_t p : inputs[i].particles)
        if (points[p].w > 0) taken[p] |= uint64_t(1) << colour;
  }
  batch.blocks.clear();
  batch.count = static_cast<int>(inputs.size());
  for (int colour = 0; colour <= kColours; ++colour) {
    // Beyond the last colour constraints may share particles: one to a block.
    const size_t width = colour < kColours ? 4 : 1;
    for (size_t at = 0; at < colours[colour].size(); at += width) {
      ConstraintBlock<C> block{};
      for (auto& lane : block.index)
        for (int32_t& particle : lane) particle = sink;
      for (size_t k = 0; k < width && at + k < colours[colour].size(); ++k) {
        const ConstraintInput<C>& in = inputs[colours[colour][at + k]];
        for (int j = 0; j < C::particleCount; ++j) block.index[j][k] = in.particles[j];
        for (int r = 0; r < C::restCount; ++r) block.rest[r][k] = in.rest[r];
      }
      batch.blocks.push_back(block);
    }
  }
}

}  // namespace holonom
