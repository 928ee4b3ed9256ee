#include "constraints/colouring.h"

#include <bit>

namespace holonom {

std::vector<BlockLanes> colourConstraints(const std::vector<int32_t>& indices, int width,
                                          const std::vector<Quad>& points) {
  constexpr int kColours = 64;
  std::vector<uint64_t> taken(points.size(), 0);
  std::vector<std::vector<int32_t>> colours(kColours + 1);
  const int count = static_cast<int>(indices.size()) / width;
  for (int i = 0; i < count; ++i) {
    const int32_t* particles = &indices[static_cast<size_t>(i) * width];
    uint64_t mask = 0;
    for (int j = 0; j < width; ++j) mask |= taken[particles[j]];
    const int colour = std::countr_one(mask);
    colours[colour].push_back(i);
    if (colour < kColours)
      for (int j = 0; j < width; ++j)
        if (points[particles[j]].w > 0) taken[particles[j]] |= uint64_t(1) << colour;
  }
  std::vector<BlockLanes> blocks;
  for (int colour = 0; colour <= kColours; ++colour) {
    // Beyond the last colour constraints may share particles: one to a block.
    const size_t lanes = colour < kColours ? 4 : 1;
    for (size_t at = 0; at < colours[colour].size(); at += lanes) {
      BlockLanes block = {-1, -1, -1, -1};
      for (size_t k = 0; k < lanes && at + k < colours[colour].size(); ++k)
        block[k] = colours[colour][at + k];
      blocks.push_back(block);
    }
  }
  return blocks;
}

}  // namespace holonom
