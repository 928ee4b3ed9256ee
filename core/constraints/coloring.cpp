#include "constraints/coloring.h"

#include <bit>
#include <span>

namespace holonom {

ColoredBlocks colorConstraints(const std::vector<int32_t>& indices, const std::vector<size_t>& ends,
                               const std::vector<Quad>& points) {
  constexpr int kColors = 64;
  std::vector<uint64_t> taken(points.size(), 0);
  std::vector<std::vector<int32_t>> colors(kColors + 1);
  for (size_t i = 0; i < ends.size(); ++i) {
    const size_t begin = i > 0 ? ends[i - 1] : 0;
    const std::span own(&indices[begin], ends[i] - begin);
    uint64_t mask = 0;
    for (const int32_t p : own) mask |= taken[size_t(p)];
    const int color = std::countr_one(mask);
    colors[size_t(color)].push_back(int32_t(i));
    if (color < kColors)
      for (const int32_t p : own)
        if (points[size_t(p)].w > 0) taken[size_t(p)] |= uint64_t(1) << color;
  }
  ColoredBlocks colored;
  std::vector<BlockLanes>& blocks = colored.blocks;
  for (int color = 0; color <= kColors; ++color) {
    // Beyond the last color constraints may share particles: one to a block.
    const size_t lanes = color < kColors ? 4 : 1;
    for (size_t at = 0; at < colors[color].size(); at += lanes) {
      BlockLanes block = {-1, -1, -1, -1};
      for (size_t k = 0; k < lanes && at + k < colors[color].size(); ++k)
        block[k] = colors[color][at + k];
      blocks.push_back(block);
      if (lanes == 1) colored.colors.add(blocks.size());
    }
    colored.colors.add(blocks.size());
  }
  return colored;
}

[[gnu::cold]] std::vector<f32x4> layOut(const ConstraintWords& inputs,
                                        const std::vector<Quad>& points, Colors& colors) {
  const size_t width = inputs.particles + inputs.rests;
  const auto wordOf = [&](size_t constraint, size_t k) {
    int32_t word;
    std::memcpy(&word, static_cast<const char*>(inputs.words) + 4 * (constraint * width + k), 4);
    return word;
  };
  std::vector<int32_t> indices;
  std::vector<size_t> ends;
  for (size_t i = 0; i < inputs.count; ++i) {
    for (size_t k = 0; k < inputs.particles; ++k) indices.push_back(wordOf(i, k));
    ends.push_back(indices.size());
  }
  std::vector<f32x4> rows;
  ColoredBlocks colored = colorConstraints(indices, ends, points);
  colors = std::move(colored.colors);
  for (const BlockLanes& lanes : colored.blocks)
    for (size_t k = 0; k <= width; ++k) {
      i32x4 row{};
      for (int lane = 0; lane < 4 && k < width; ++lane)
        if (lanes[size_t(lane)] >= 0)
          row[lane] = wordOf(size_t(lanes[size_t(lane)]), k);
        else if (k < inputs.particles)
          row[lane] = int32_t(points.size());
      rows.push_back((f32x4)row);
    }
  return rows;
}

}  // namespace holonom
