#include "constraints/edge_lines.h"

#include "base/keyed.h"

namespace holonom {

namespace {

/// Least cosine between edges that follow each other.
constexpr float kStraight = 0.8f;

}  // namespace

EdgeLines buildEdgeLines(const ConstraintBatch<ParticleDistance>& edges,
                         const std::vector<Vec3>& rest, const std::vector<Quad>& points) {
  const auto sink = int32_t(points.size()), count = int32_t(4 * edges.blocks.size());
  const auto particle = [&](int32_t e, int end) {
    return edges.blocks[size_t(e) / 4].index[end][e % 4];
  };
  const auto beyond = [&](int32_t e, int32_t p) { return particle(e, particle(e, 0) == p); };
  std::vector<std::vector<int32_t>> at(size_t(sink) + 1);  // of each particle: its edges
  std::vector<int32_t> line(size_t(sink), -1);  // of each particle: the last that took it
  std::vector<int32_t> taken(size_t(count), 0);
  for (int32_t e = 0; e < count; ++e)
    for (int end = 0; end < 2; ++end) at[size_t(particle(e, end))].push_back(e);
  // The straightest free edge where edge e ends, at p.
  const auto onward = [&](int32_t e, int32_t p) {
    const Vec3 from = rest[size_t(p)], way = normalize(from - rest[size_t(beyond(e, p))]);
    int32_t best = -1;
    float straightest = kStraight;
    for (const int32_t next : at[size_t(p)]) {
      const float cosine = dot(way, normalize(rest[size_t(beyond(next, p))] - from));
      if (taken[size_t(next)] || !(cosine > straightest)) continue;
      straightest = cosine, best = next;
    }
    return best;
  };

  std::vector<int32_t> chain, places;  // particles of line after line, and the edge after each
  std::vector<Keyed> order, scratch;   // by length; where each begins in the chain
  for (int32_t e = 0; e < count; ++e)
    while (particle(e, 0) != sink && !taken[size_t(e)]) {
      // To where the line begins, then all along it.
      int32_t p = particle(e, 0), now = e;
      for (int32_t next, k = 1; k < kLongestLine && (next = onward(now, p)) >= 0; ++k)
        now = next, p = beyond(next, p);
      const auto number = int32_t(order.size());
      order.push_back({0, uint32_t(chain.size())});
      line[size_t(p)] = number;
      for (; now >= 0 && order.back().key < kLongestLine; ++order.back().key) {
        const int32_t next = beyond(now, p);
        if (line[size_t(next)] == number) break;  // it has come round
        chain.push_back(p), places.push_back(now);
        taken[size_t(now)] = 1, line[size_t(next)] = number;
        now = onward(now, next), p = next;
      }
      chain.push_back(p), places.push_back(-1);
    }

  // The shortest first: those of like length share a block, and the long ones have the last word.
  sortByKey(order, scratch);
  std::vector<int32_t> indices;
  std::vector<size_t> ends;
  for (const Keyed& each : order) {
    for (size_t k = 0; k <= each.key; ++k) indices.push_back(chain[each.index + k]);
    ends.push_back(indices.size());
  }
  EdgeLines lines;
  ColoredBlocks colored = colorConstraints(indices, ends, points);
  lines.colors = std::move(colored.colors);
  for (const BlockLanes& lanes : colored.blocks) {
    const size_t begin = lines.blocks.size();
    size_t longest = 0;
    for (const int32_t l : lanes)
      if (l >= 0) longest = std::max(longest, size_t(order[size_t(l)].key));
    lines.blocks.resize(begin + longest);
    LineFour four{int32_t(longest), splat(0)};
    for (size_t lane = 0; lane < 4; ++lane) {
      const Keyed own = lanes[lane] < 0 ? Keyed{} : order[size_t(lanes[lane])];
      int32_t from = lanes[lane] < 0 ? sink : chain[own.index];
      for (size_t k = 0; k < longest; ++k) {
        LineBlock& block = lines.blocks[begin + k];
        const int32_t place = k < own.key ? places[own.index + k] : -1;
        const int32_t to = place < 0 ? from : chain[own.index + k + 1];
        block.index[0][lane] = from, block.index[1][lane] = to;
        block.place[lane] = place;
        block.rest[int(lane)] = place < 0 ? 0 : edges.blocks[size_t(place) / 4].rest[0][place % 4];
        from = to;
      }
      if (lanes[lane] >= 0 && points[size_t(chain[own.index])].w == 0)
        four.held[int(lane)] = float(points[size_t(from)].w == 0);
    }
    lines.fours.push_back(four);
    lines.longest = max(lines.longest, int32_t(longest));
  }
  return lines;
}

}  // namespace holonom
