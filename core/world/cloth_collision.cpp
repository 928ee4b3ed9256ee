#include "world/cloth_collision.h"

#include <algorithm>

#include "solvers/xpbd.h"

namespace holonom {

namespace {

/// Pairs of cloth that moves as expected are found every so many steps at most.
constexpr int kMostSteps = 8;
/// Edges are kept apart by this share of the thickness: what lies flat rests on its points.
constexpr float kEdgeShare = 0.75f;
/// Cloth that turns back on itself by half a turn at its distance apart is this much longer than
/// that.
constexpr float kHalfTurn = 1.5707964f;

/// How far a particle may be from where it was expected before pairs are found anew [m].
float tolerance(const Cloth& c) { return 0.5f * max(0.5f * layerOf(c.def), 0.25f * c.meanLength); }
/// How far its particles reach for others, beyond their motion [m].
float reachOf(const Cloth& c) { return 0.5f * layerOf(c.def) + tolerance(c); }

/// How far the particles of a cloth are from a motion that all cloth has in common, given what each
/// moved: the farthest along each axis, taken together [m].
template <class Motion>
float strayOf(const Cloth& c, f32x4 common, Motion&& motion) {
  f32x4 most = splat(0);
  for (int i = c.first; i < c.first + c.count; ++i) most = max(most, abs(motion(i) - common));
  return length(Vec3{most[0], most[1], most[2]});
}
template <class Motion>
f32x4 meanOf(std::span<const Cloth> cloths, Motion&& motion) {
  f32x4 sum = splat(0);
  float count = 0;
  for (const Cloth& c : cloths) {
    for (int i = c.first; i < c.first + c.count; ++i) sum += motion(i);
    count += float(c.count);
  }
  return splat(1 / count) * sum;
}

/// In this substep.
float strayOf(std::span<const Cloth> cloths, const Particles& particles) {
  const auto motion = [&](int i) {
    return lanesOf(particles.positions[i]) - lanesOf(particles.previous[i]);
  };
  const f32x4 common = meanOf(cloths, motion);
  float most = 0;
  for (const Cloth& c : cloths) most = max(most, strayOf(c, common, motion));
  return most;
}

/// Whether what two boxes hold, which have `reach` about them together, may be nearer than `reach`:
/// by their gap, where they meet past their corners only.
bool areNear(const LaneBox& a, const LaneBox& b, f32x4 reach) {
  const f32x4 gap = max(splat(0), max(a.min - b.max, b.min - a.max) + reach);
  const f32x4 squares = gap * gap;
  return squares[0] + squares[1] + squares[2] < reach[0] * reach[0];
}

}  // namespace

void ClothCollision::begin(std::span<Cloth> cloths, const Particles& particles, float dt,
                           bool changed) {
  dt_ = dt;
  any_ = false;
  for (const Cloth& c : cloths)
    any_ = any_ || (!c.def.pile && (c.def.selfCollision || cloths.size() > 1));
  if (!any_ || (!changed && since_ + 0.5f * dt < duration_)) return;
  // Found anew in the last substep, for the next one too.
  if (!changed && steps_ == 0 && since_ < 0.75f * duration_) return;
  steps_ = changed || steps_ == 0 ? 1 : min(2 * steps_, kMostSteps);
  starts_ = particles.positions;
  rates_ = particles.velocities;
  detect(cloths, float(steps_) * dt);
}

void ClothCollision::prepare(std::span<const Cloth> cloths, const Particles& particles) {
  if (any_) contacts_.prepare(particles, strayOf(cloths, particles));
}

void ClothCollision::project(Particles& particles) const {
  if (any_) contacts_.solve(particles);
}

void ClothCollision::finish(std::span<Cloth> cloths, Particles& particles, float h) {
  if (!any_) return;
  since_ += h;
  const bool stale = isStale(cloths, particles);
  if (stale || since_ > duration_ + 0.5f * h) {
    starts_ = particles.previous;
    for (size_t i = 0; i < starts_.size(); ++i)
      rates_[i].setXyz((1 / h) * (particles.positions[i].xyz() - starts_[i].xyz()));
    // What strays at once will soon be found anew: then a sweep far ahead finds pairs in vain.
    const bool soon = stale && since_ < 2.5f * h;
    steps_ = 0;
    detect(cloths, soon ? 2 * h : dt_);
    since_ = h;
  }
  contacts_.separate(particles, strayOf(cloths, particles));
}

bool ClothCollision::isStale(std::span<const Cloth> cloths, const Particles& particles) const {
  const f32x4 since = splat(since_);
  const auto error = [&](int i) {
    return lanesOf(particles.positions[i]) - lanesOf(starts_[i]) - since * lanesOf(rates_[i]);
  };
  const f32x4 common = meanOf(cloths, error);
  return std::any_of(cloths.begin(), cloths.end(),
                     [&](const Cloth& c) { return !(strayOf(c, common, error) <= tolerance(c)); });
}

void ClothCollision::detect(std::span<Cloth> cloths, float duration) {
  duration_ = duration;
  since_ = 0;
  contacts_.blocks.clear();
  contacts_.renew();
  boxes_.resize(starts_.size());
  // What they all do together brings none nearer to another.
  const f32x4 common = meanOf(cloths, [&](int i) { return lanesOf(rates_[i]); });
  for (Cloth& c : cloths) {
    const f32x4 reach = splat(reachOf(c));
    for (int i = c.first; i < c.first + c.count; ++i) {
      const f32x4 from = lanesOf(starts_[i]);
      const f32x4 to = from + splat(duration) * (lanesOf(rates_[i]) - common);
      boxes_[i] = {min(from, to) - reach, max(from, to) + reach};
    }
    c.surface.fit(&starts_[c.first], &boxes_[c.first]);
  }
  for (size_t a = 0; a < cloths.size(); ++a) {
    const bool grains = cloths[a].def.pile.has_value();
    if (cloths[a].def.selfCollision && !grains) findPairs(cloths[a], cloths[a]);
    for (size_t b = a + 1; b < cloths.size(); ++b)
      if (!grains || !cloths[b].def.pile) findPairs(cloths[a], cloths[b]);
  }
}

void ClothCollision::findPairs(const Cloth& a, const Cloth& b) {
  trianglePairs_.clear();
  pointTriangles_.clear();
  edges_.clear();
  a.surface.findPairs(b.surface, trianglePairs_);
  const f32x4 reach = splat(reachOf(a) + reachOf(b));
  const bool anyJoined = !joins.reaches.empty();
  const auto areJoined = [&](int32_t i, int32_t j) {
    return i == j || (anyJoined && joins.joined[i] == joins.joined[j]);
  };
  // The corners that s owns, with t.
  const auto pairPoints = [&](const Cloth& c, const SurfaceTriangle& s, const Cloth& d,
                              const SurfaceTriangle& t, const LaneBox& box) {
    for (int k = 0; k < 3; ++k) {
      const int32_t v = s.corners[k];
      if (!(s.owned >> k & 1)) continue;
      const auto meets = [&](int corner) {
        return areJoined(c.first + v, d.first + t.corners[corner]);
      };
      if (meets(0) || meets(1) || meets(2)) continue;
      if (areNear(boxes_[c.first + v], box, reach))
        pointTriangles_.push_back(
            {c.first + v, d.first + t.corners[0], d.first + t.corners[1], d.first + t.corners[2]});
    }
  };
  for (const TrianglePair& pair : trianglePairs_) {
    const SurfaceTriangle &s = a.surface.triangles()[pair.a], &t = b.surface.triangles()[pair.b];
    pairPoints(a, s, b, t, b.surface.boxOf(pair.b));
    pairPoints(b, t, a, s, a.surface.boxOf(pair.a));
    for (int j = 0; j < 3; ++j) {
      if (!(s.owned >> j & 8)) continue;
      const int32_t s0 = a.first + s.corners[j], s1 = a.first + s.corners[(j + 1) % 3];
      const LaneBox box = merge(boxes_[s0], boxes_[s1]);
      for (int k = 0; k < 3; ++k) {
        if (!(t.owned >> k & 8)) continue;
        const int32_t t0 = b.first + t.corners[k], t1 = b.first + t.corners[(k + 1) % 3];
        if (areJoined(s0, t0) || areJoined(s0, t1) || areJoined(s1, t0) || areJoined(s1, t1))
          continue;
        if (areNear(box, merge(boxes_[t0], boxes_[t1]), reach)) edges_.push_back({s0, s1, t0, t1});
      }
    }
  }
  keepNear(FeatureKind::PointTriangle, pointTriangles_, a, b);
  keepNear(FeatureKind::Edges, edges_, a, b);
}

/// Keeps of the pairs those that may come near each other, in blocks of those within reach already
/// and of others.
void ClothCollision::keepNear(FeatureKind kind, const std::vector<Four>& found, const Cloth& a,
                              const Cloth& b) {
  const bool points = kind == FeatureKind::PointTriangle;
  const float thickness = 0.5f * (layerOf(a.def) + layerOf(b.def));
  const float most = (points ? 1 : kEdgeShare) * thickness;
  const float room = tolerance(a) + tolerance(b);
  const PointFriction friction = combine(frictionOf(a.def), frictionOf(b.def));
  struct {
    size_t block;
    int lane = 4;
  } open[2];
  for (size_t at = 0; at < found.size(); at += 4) {
    int32_t index[4][4];
    Vec3x4 x[4], v[4], rest[4];
    f32x4 w;
    for (int j = 0; j < 4; ++j) {
      for (size_t k = 0; k < 4; ++k)
        index[j][k] = found[min(int(at + k), int(found.size()) - 1)][j];
      x[j] = gather(starts_.data(), index[j], w);
      v[j] = gather(rates_.data(), index[j], w);
    }
    f32x4 fastest = splat(0);
    for (int i = 0; i < (points ? 1 : 2); ++i)
      for (int j = points ? 1 : 2; j < 4; ++j) fastest = max(fastest, lengthSquared(v[i] - v[j]));
    const f32x4 distance = distanceOf(kind, x);
    const f32x4 near = distance - splat(room) - splat(duration_) * sqrt(fastest);
    if (!any(near < splat(most))) continue;
    f32x4 apart = splat(kHuge);
    if (&a == &b) {
      for (int j = 0; j < 4; ++j)
        for (int k = 0; k < 4; ++k) {
          const Vec3 p = a.rest[index[j][k] - a.first];
          rest[j].x[k] = p.x, rest[j].y[k] = p.y, rest[j].z[k] = p.z;
        }
      apart = distanceOf(kind, rest);
    }
    for (int k = 0; k < 4 && !joins.reaches.empty(); ++k)
      for (int i = 0; i < (points ? 1 : 2); ++i)
        for (int j = points ? 1 : 2; j < 4; ++j)
          apart[k] = min(apart[k], joins.wayAcross(index[i][k], index[j][k]));
    // What is too near at rest can't get between each other.
    const f32x4 keep =
        select(apart < splat(thickness), splat(0), min(splat(most), splat(1 / kHalfTurn) * apart));
    for (int k = 0; k < 4 && at + k < found.size(); ++k) {
      if (!(near[k] < keep[k]) || keep[k] == 0) continue;
      auto& [block, lane] = open[distance[k] < keep[k] + 0.5f * room];
      if (lane == 4) {
        block = contacts_.blocks.size();
        contacts_.blocks.emplace_back();
        FeatureBlock& fresh = contacts_.blocks.back();
        fresh.kind = kind;
        for (auto& place : fresh.index)
          for (int32_t& i : place) i = index[0][k];
        fresh.keep = splat(0);
        fresh.friction = friction;
        lane = 0;
      }
      FeatureBlock& pairs = contacts_.blocks[block];
      for (int j = 0; j < 4; ++j) {
        pairs.index[j][lane] = index[j][k];
        pairs.joined = pairs.joined || joins.isJoined(index[j][k]);
      }
      pairs.keep[lane++] = keep[k];
    }
  }
}

}  // namespace holonom
