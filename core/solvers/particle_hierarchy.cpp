#include "solvers/particle_hierarchy.h"

#include <algorithm>

namespace holonom {

namespace {

/// Fewer are not worth a level.
constexpr int kFewest = 8;
/// Share of a stretch that a level takes away: who follows moves only about right, and a whole one
/// rattles where a substep has but one sweep.
constexpr float kRelaxation = 0.6f;

int lowOf(const Keyed& edge) { return int(edge.key >> 32); }
int highOf(const Keyed& edge) { return int(uint32_t(edge.key)); }
/// An edge bears its length as bits, which order as lengths do.
float lengthOf(const Keyed& edge) { return std::bit_cast<float>(edge.index); }

/// Of a mass, or back; zero is infinite.
float inverse(float mass) { return mass > 0 ? 1 / mass : 0; }

/// Each pair once, with the shortest way.
void unite(std::vector<Keyed>& edges, std::vector<Keyed>& scratch) {
  sortByKey(edges, scratch);
  size_t kept = 0;
  for (const Keyed& e : edges)
    if (kept > 0 && edges[kept - 1].key == e.key)
      edges[kept - 1].index = std::min(edges[kept - 1].index, e.index);
    else
      edges[kept++] = e;
  edges.erase(edges.begin() + ptrdiff_t(kept), edges.end());
}

}  // namespace

[[gnu::cold]] void ParticleHierarchy::build(const Quad* x, const std::vector<Vec3>& rest,
                                            bool straightWays, std::vector<Keyed> edges) {
  before_.resize(rest.size());
  const auto straight = [&](int a, int b) { return length(rest[size_t(b)] - rest[size_t(a)]); };
  std::vector<float> masses;  // with those who follow; 0 is infinite
  for (size_t i = 0; i < rest.size(); ++i) masses.push_back(inverse(x[i].w));
  for (Keyed& e : edges) e.index = std::bit_cast<uint32_t>(straight(lowOf(e), highOf(e)));
  constexpr int kFree = -1, kLeads = -2;
  std::vector<int> roles(rest.size(), kFree);  // or the row by which it follows
  std::vector<Keyed> next, scratch;
  unite(edges, scratch);
  for (int members = int(rest.size()), followers = members;
       members > kFewest && 4 * followers >= members; members -= followers) {
    // Each in turn follows its two nearest neighbors that still may lead, if there are two.
    // A pinned particle leads, and never follows.
    next.clear();
    for (size_t k = 0; k < edges.size(); ++k)
      for (const int i : {lowOf(edges[k]), highOf(edges[k])}) {
        roles[size_t(i)] = kFree;
        next.push_back({keyOf(uint32_t(i), edges[k].index), uint32_t(k)});
      }
    sortByKey(next, scratch);
    followers = 0;
    for (size_t k = 0; k < next.size();) {
      const int i = lowOf(next[k]);
      Row row{-1, -1, i, 0, 0};
      for (; k < next.size() && lowOf(next[k]) == i; ++k) {
        const Keyed& e = edges[next[k].index];
        const int other = lowOf(e) ^ highOf(e) ^ i;
        if (roles[size_t(other)] >= 0 || row.b >= 0) continue;
        row.shareA = lengthOf(e);
        row.length += row.shareA;
        (row.a < 0 ? row.a : row.b) = other;
      }
      if (row.b < 0 || roles[size_t(i)] == kLeads || masses[size_t(i)] == 0) continue;
      row.shareA = row.length > 0 ? row.shareA / row.length : 0.5f;
      roles[size_t(i)] = int(rows_.size());
      roles[size_t(row.a)] = roles[size_t(row.b)] = kLeads;
      rows_.push_back(row);
      ++followers;
    }
    // Their mass moves with those who lead them, who are joined where edges below joined them.
    next.clear();
    const auto join = [&](int a, int b, float way) {
      if (a == b) return;
      next.push_back({keyOf(uint32_t(std::min(a, b)), uint32_t(std::max(a, b))),
                      std::bit_cast<uint32_t>(straightWays ? straight(a, b) : way)});
    };
    for (size_t k = rows_.size() - size_t(followers); k < rows_.size(); ++k) {
      const Row& r = rows_[k];
      const float mass = masses[size_t(r.follower)];
      if (float& m = masses[size_t(r.a)]; m > 0) m += r.shareA * mass;
      if (float& m = masses[size_t(r.b)]; m > 0) m += (1 - r.shareA) * mass;
      join(r.a, r.b, r.length);
    }
    for (const Keyed& e : edges) {
      float way = lengthOf(e);
      // Itself, or the nearest who leads it.
      const auto endOf = [&](int i) {
        if (roles[size_t(i)] < 0) return i;
        const Row& r = rows_[size_t(roles[size_t(i)])];
        way += (1 - r.shareA) * r.length;
        return r.a;
      };
      const int a = endOf(lowOf(e)), b = endOf(highOf(e));
      join(a, b, way);
    }
    unite(next, scratch);
    edges.swap(next);
    for (const Keyed& e : edges) {
      const int a = lowOf(e), b = highOf(e);
      const float w = inverse(masses[size_t(a)]), sum = w + inverse(masses[size_t(b)]);
      if (sum > 0) rows_.push_back({a, b, -1, w / sum, lengthOf(e)});
    }
  }
}

void ParticleHierarchy::sweep(Quad* x) {
  std::copy(x, x + before_.size(), before_.data());
  for (size_t k = rows_.size(); k-- > 0;) {
    const Row& r = rows_[k];
    const Vec3 a = x[r.a].xyz(), b = x[r.b].xyz();
    if (r.follower >= 0) {
      Quad& p = x[r.follower];
      p.setXyz(p.xyz() + r.shareA * (a - before_[size_t(r.a)].xyz()) +
               (1 - r.shareA) * (b - before_[size_t(r.b)].xyz()));
      continue;
    }
    const float l2 = lengthSquared(b - a);
    if (l2 <= r.length * r.length) continue;
    const Vec3 correction = (kRelaxation * (1 - r.length / sqrt(l2))) * (b - a);
    x[r.a].setXyz(a + r.shareA * correction);
    x[r.b].setXyz(b - (1 - r.shareA) * correction);
  }
}

}  // namespace holonom
