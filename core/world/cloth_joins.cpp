// What of cloth is sewn or tied together, as its collisions see it.
#include <algorithm>

#include "world/ties.h"

namespace holonom {

void Ties::joinCloth(SoftObjects& soft) const {
  ClothJoins& joins = soft.clothCollision.joins;
  const Particles& particles = soft.particles;
  const auto& cloths = soft.cloths;
  std::vector<int32_t>& joined = joins.joined;
  joined.resize(size_t(particles.size()));
  for (int i = 0; i < particles.size(); ++i) joined[size_t(i)] = i;
  const auto rootOf = [&](int32_t i) {
    while (joined[size_t(i)] != i) i = joined[size_t(i)];
    return i;
  };
  std::vector<bool> isJoined(joined.size(), false);
  // The lower one is the root, so that one pass finds all of them.
  const auto join = [&](int32_t a, int32_t b) {
    const int32_t i = rootOf(a), j = rootOf(b);
    joined[size_t(std::max(i, j))] = std::min(i, j);
    isJoined[size_t(a)] = isJoined[size_t(b)] = true;
  };
  joins.reaches.clear();
  for (const Cloth& c : cloths)
    for (const auto& seam : c.batches.of<ParticleSeam>())
      for (const auto& block : seam.blocks)
        for (int k = 0; k < 4; ++k)
          if (block.index[0][k] < c.count)
            join(c.first + block.index[0][k], c.first + block.index[1][k]);
  for (const Attachment& a : attachments) {
    if (!a.def.toParticles()) continue;
    const HeldPoint held = soft.heldPoint(a.def), other = soft.otherPoint(a.def);
    for (int k = 0; k < held.count; ++k) join(held.index[k], other.index[0]);
    for (int k = 1; k < other.count; ++k) join(other.index[0], other.index[k]);
  }
  if (std::find(isJoined.begin(), isJoined.end(), true) == isJoined.end()) return;
  for (int32_t& i : joined) i = joined[size_t(i)];

  // From the joined ones on along the edges, as far as the thickness can matter.
  std::vector<int32_t> nearest(joined.size(), -1), clothOf(joined.size(), -1);
  for (size_t c = 0; c < cloths.size(); ++c)
    std::fill_n(clothOf.begin() + cloths[c].first, cloths[c].count, int32_t(c));
  const auto restOf = [&](int32_t i) {
    const Cloth& c = cloths[size_t(clothOf[size_t(i)])];
    return c.rest[size_t(i - c.first)];
  };
  joins.reaches.assign(joined.size(), {{}, 0, -1});
  const auto reach = [&](int32_t i, int32_t from) {
    ClothJoins::Reach& r = joins.reaches[size_t(i)];
    const float way = length(restOf(i) - restOf(from));
    if (r.cloth >= 0 && r.way <= way) return false;
    const int32_t root = joined[size_t(from)];
    nearest[size_t(i)] = from;
    r = {restOf(root), way, clothOf[size_t(root)]};
    return true;
  };
  for (size_t i = 0; i < isJoined.size(); ++i)
    if (isJoined[i]) reach(int32_t(i), int32_t(i));
  for (const Cloth& c : cloths) {
    const float farthest = 2 * layerOf(c.def);
    bool grew = true;
    while (grew) {
      grew = false;
      for (const SurfaceTriangle& t : c.surface.triangles())
        for (const int32_t a : t.corners)
          for (const int32_t b : t.corners) {
            const int32_t from = nearest[size_t(c.first + a)];
            if (from >= 0 && joins.reaches[size_t(c.first + a)].way < farthest)
              grew |= reach(c.first + b, from);
          }
    }
  }
}

}  // namespace holonom
