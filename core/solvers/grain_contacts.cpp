#include "solvers/grain_contacts.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace holonom {

namespace {

/// Grains this much farther apart than they touch, as a share of it, may come to as others push.
constexpr float kGrainReach = 0.1f;
/// How fast grains that overlap come apart: by this share of their distance in a substep.
constexpr float kGrainRegain = 0.1f;
/// Pairs that a grain finds at most: no more find room about one unless their sizes differ much,
/// and grains all in one place must not take forever.
constexpr int kMostPairs = 32;

int32_t gridCell(float v, float perCell) {
  return int32_t(max(-1e9f, min(1e9f, std::floor(v * perCell))));
}

/// Where two grains in one place go apart: every pair another way.
Vec3 wayApart(int32_t a, int32_t b) {
  const uint32_t hash = uint32_t(a) * 73856093u ^ uint32_t(b) * 19349663u;
  const auto part = [&](int shift) { return float(hash >> shift & 255) - 127.5f; };
  return {part(0), part(8), part(16)};
}

}  // namespace

void GrainContacts::find(const Particles& particles) {
  std::swap(pairs_, before_);
  std::swap(ends_, endsBefore_);
  pairs_.clear();
  ends_.clear();
  if (grains.size() < 2) return;
  float most = 0;
  for (const Grain& g : grains) most = max(most, g.radius);
  const float perCell = 1 / ((1 + kGrainReach) * 2 * most);
  const uint32_t buckets = std::bit_ceil(uint32_t(2 * grains.size()));
  const auto bucketOf = [&](Cell c) {
    const uint32_t hash =
        uint32_t(c.x) * 73856093u ^ uint32_t(c.y) * 19349663u ^ uint32_t(c.z) * 83492791u;
    return (hash ^ hash >> 15) & (buckets - 1);
  };
  cells_.clear();
  starts_.assign(buckets + 1, 0);
  for (const Grain& g : grains) {
    const Quad& x = particles.positions[g.particle];
    cells_.push_back({gridCell(x.x, perCell), gridCell(x.y, perCell), gridCell(x.z, perCell)});
    ++starts_[bucketOf(cells_.back())];
  }
  for (uint32_t b = 0; b < buckets; ++b) starts_[b + 1] += starts_[b];
  // Counted to the end of each bucket; filled from there, from the last grain on.
  entries_.resize(grains.size());
  for (size_t g = grains.size(); g-- > 0;)
    entries_[--starts_[bucketOf(cells_[g])]] = {cells_[g], int32_t(g)};
  for (size_t g = 0; g < grains.size(); ++g) {
    const Entry entry{cells_[g], int32_t(g)};
    // Of each two cells that are neighbors, one looks in the other.
    const size_t most = pairs_.size() + kMostPairs;
    for (int n = 0; n < 14 && pairs_.size() < most; ++n) {
      const Cell cell{entry.cell.x + n % 3 - 1, entry.cell.y + n / 3 % 3 - 1,
                      entry.cell.z + n / 9 - 1};
      const uint32_t bucket = bucketOf(cell);
      pairWithin(particles, entry, starts_[bucket], starts_[bucket + 1], cell, most);
    }
    ends_.push_back(int32_t(pairs_.size()));
  }
  keepSlips();
}

void GrainContacts::renumber(int first, int more) {
  for (Pair& p : pairs_)
    for (int32_t* i : {&p.a, &p.b})
      if (*i >= first) *i += more;
}

void GrainContacts::keepSlips() {
  if (ends_.size() != endsBefore_.size()) return;
  for (size_t g = 0; g < ends_.size(); ++g) {
    const int32_t begin = g == 0 ? 0 : endsBefore_[g - 1];
    for (int32_t i = g == 0 ? 0 : ends_[g - 1]; i < ends_[g]; ++i)
      for (int32_t j = begin; j < endsBefore_[g]; ++j)
        if (before_[j].touches && before_[j].a == pairs_[i].a && before_[j].b == pairs_[i].b)
          pairs_[i].slip = before_[j].slip;
  }
}

void GrainContacts::finish(const Particles& particles) {
  const auto motion = [&](int32_t i) {
    return particles.positions[i].xyz() - particles.previous[i].xyz();
  };
  for (Pair& p : pairs_) p.slip = p.touches ? p.slip + motion(p.b) - motion(p.a) : Vec3{};
}

void GrainContacts::pairWithin(const Particles& particles, const Entry& entry, int begin, int end,
                               Cell cell, size_t most) {
  const Grain& a = grains[entry.grain];
  const Vec3 at = particles.positions[a.particle].xyz();
  const Vec3 before = particles.previous[a.particle].xyz();
  const bool own = cell == entry.cell;
  for (int i = begin; i < end && pairs_.size() < most; ++i) {
    const Entry& other = entries_[i];
    if (!(other.cell == cell) || (own && other.grain >= entry.grain)) continue;
    const Grain& b = grains[other.grain];
    const float distance = a.radius + b.radius, reach = (1 + kGrainReach) * distance;
    if (lengthSquared(particles.positions[b.particle].xyz() - at) >= reach * reach) continue;
    const float from = length(particles.previous[b.particle].xyz() - before);
    pairs_.push_back({a.particle,
                      b.particle,
                      min(distance, from + kGrainRegain * distance),
                      combine(a.friction, b.friction),
                      {}});
  }
}

void GrainContacts::solve(Particles& particles) {
  const auto load = [&](int32_t i) {
    const Quad& x = particles.positions[i];
    return ContactPoint{x.xyz(), particles.previous[i].xyz(), x.w};
  };
  for (Pair& pair : pairs_) {
    ContactPoint a = load(pair.a), b = load(pair.b);
    if (a.position == b.position) b.position += (1e-5f * pair.distance) * wayApart(pair.a, pair.b);
    if (!solvePointPoint(a, b, pair.distance, pair.friction, pair.slip)) continue;
    pair.touches = true;
    particles.positions[pair.a].setXyz(a.position);
    particles.positions[pair.b].setXyz(b.position);
  }
}

}  // namespace holonom
