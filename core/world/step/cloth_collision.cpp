#include "world/cloth_collision.h"

#include <algorithm>

#include "solvers/xpbd.h"

namespace holonom {

namespace {

/// Pairs of cloth that moves as expected are found every so many steps at most.
constexpr int kMostSteps = 4;
/// For more of them where fewer than the first share of particles strayed meanwhile, for fewer
/// where more than the second did.
constexpr float kFewStray = 0.02f, kSomeStray = 0.05f;
/// Where more than this share strays at once, all pairs are found anew.
constexpr float kManyStray = 0.005f;
/// Edges are kept apart by this share of the thickness: what lies flat rests on its points.
constexpr float kEdgeShare = 0.75f;
/// Pairs of nodes and triangles that a step may visit, and blocks of pairs that it may keep: where
/// more are near, the rest is left out. The first figure holds for little cloth up to `kMany…`,
/// the last for much.
constexpr int64_t kLeastVisits = 10000, kVisitsPerTriangle = 1024;
constexpr int64_t kManyVisits = 20'000'000, kVisitsPerTriangleOfMany = 128;
constexpr size_t kBlocksPerParticle = 32, kManyBlocks = 400'000, kBlocksPerParticleOfMany = 8;
/// So many visits at a time: memory does not grow with them.
constexpr int64_t kVisitsAtOnce = 1 << 19;
/// Cloth that turns back on itself by half a turn at its distance apart is this much longer than
/// that.
constexpr float kHalfTurn = 1.5707964f;

/// How far a particle may be from where it was expected before its pairs are found anew [m].
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

/// What a particle moved in this substep [m].
f32x4 motionOf(const Particles& particles, int i) {
  return lanesOf(particles.positions[i]) - lanesOf(particles.previous[i]);
}
f32x4 meanMotionOf(std::span<const Cloth> cloths, const Particles& particles) {
  return meanOf(cloths, [&](int i) { return motionOf(particles, i); });
}

/// In this substep.
float strayOf(std::span<const Cloth> cloths, const Particles& particles) {
  const auto motion = [&](int i) { return motionOf(particles, i); };
  const f32x4 common = meanMotionOf(cloths, particles);
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
  int64_t trianglesOfAll = 0;
  size_t particlesOfAll = 0;
  for (const Cloth& c : cloths) {
    trianglesOfAll += int64_t(c.surface.triangles().size());
    particlesOfAll += size_t(c.count);
  }
  most_ = kLeastVisits + int64_t(cloths.size() * cloths.size()) +
          std::min(kVisitsPerTriangle * trianglesOfAll,
                   std::max(kManyVisits, kVisitsPerTriangleOfMany * trianglesOfAll));
  work_ = most_;
  mostBlocks_ = std::min(kBlocksPerParticle * particlesOfAll,
                         std::max(kManyBlocks, kBlocksPerParticleOfMany * particlesOfAll));
  for (const Cloth& c : cloths)
    any_ = any_ || (!c.def.isGrains() && (c.def.selfCollision || cloths.size() > 1));
  if (!any_ || (!changed && since_ + dt < 1.0001f * duration_)) return;
  const float strayed = float(strayedCount_) / float(starts_.size());
  if (changed)
    steps_ = 1;
  else if (strayed < kFewStray)
    steps_ = min(2 * steps_, kMostSteps);
  else if (strayed > kSomeStray)
    steps_ = max(steps_ / 2, 1);
  detectAll(cloths, particles.positions, particles.velocities, float(steps_) * dt);
}

void ClothCollision::prepare(std::span<const Cloth> cloths, const Particles& particles) {
  if (any_) contacts_.prepare(particles, strayOf(cloths, particles));
}

void ClothCollision::project(Particles& particles) const {
  if (any_) contacts_.solve(particles);
}

bool ClothCollision::finish(std::span<Cloth> cloths, const Particles& particles, float h) {
  if (!any_) return false;
  since_ += h;
  const f32x4 error = listStrayed(cloths, particles);
  // Without work left, what is known serves on to the end of the step.
  if (!strayed_.empty() && work_ > 0) {
    strayedCount_ += int(strayed_.size());
    if (float(strayed_.size()) > kManyStray * float(starts_.size())) {
      rates_.resize(particles.previous.size());
      for (size_t i = 0; i < rates_.size(); ++i)
        rates_[i].setXyz((1 / h) * (particles.positions[i].xyz() - particles.previous[i].xyz()));
      steps_ = 1;
      // Of this substep, and of a whole step if it is the last.
      detectAll(cloths, particles.previous, rates_, dt_ + h);
      since_ = h;
    } else {
      detectStrayed(cloths, particles, h, error);
    }
  }
  return contacts_.crosses(particles, strayOf(cloths, particles));
}

void ClothCollision::part(std::span<const Cloth> cloths, Particles& particles,
                          const std::vector<uint8_t>& led) {
  contacts_.part(particles, led, joins.joined, strayOf(cloths, particles));
}

/// Those that are not where they were expected, but for the error that all have in common, which is
/// returned [m].
f32x4 ClothCollision::listStrayed(std::span<const Cloth> cloths, const Particles& particles) {
  const f32x4 since = splat(since_);
  const auto error = [&](int i) {
    return lanesOf(particles.positions[i]) - lanesOf(starts_[i]) - since * lanesOf(rates_[i]);
  };
  const f32x4 common = meanOf(cloths, error);
  strayed_.clear();
  for (const Cloth& c : cloths) {
    if (strayOf(c, common, error) <= tolerance(c)) continue;
    for (int i = c.first; i < c.first + c.count; ++i) {
      const f32x4 e = error(i) - common;
      if (!(length(Vec3{e[0], e[1], e[2]}) <= tolerance(c))) strayed_.push_back(i);
    }
  }
  return common;
}

void ClothCollision::detectAll(std::span<Cloth> cloths, std::span<const Quad> starts,
                               std::span<const Quad> rates, float duration) {
  starts_.assign(starts.begin(), starts.end());
  if (rates.data() != rates_.data()) rates_.assign(rates.begin(), rates.end());
  duration_ = duration;
  since_ = 0;
  strayedCount_ = 0;
  contacts_.clear();
  known_.clear();
  fresh_.assign(starts_.size(), true);
  detect(cloths, 0, starts_);
}

/// Anew for those alone, in the motion that the others were expected to have: what they all do
/// otherwise together brings none nearer to another.
void ClothCollision::detectStrayed(std::span<Cloth> cloths, const Particles& particles, float h,
                                   f32x4 error) {
  const f32x4 errorRate = splat(1 / h) * meanMotionOf(cloths, particles) - meanRate(cloths);
  fresh_.assign(starts_.size(), false);
  for (const int32_t i : strayed_) {
    fresh_[i] = true;
    const f32x4 rate = splat(1 / h) * motionOf(particles, i) - errorRate;
    lanesOf(rates_[i]) = rate;
    lanesOf(starts_[i]) = lanesOf(particles.positions[i]) - error - splat(since_) * rate;
  }
  // What is known of them stays in its place: the order of sweeps is not to depend on who strayed.
  known_.clear();
  for (size_t at = 0; at < 4 * contacts_.blocks.size(); ++at) {
    const Four pair = pairAt(at);
    if (isFresh(pair)) known_.push_back({keyOf(pair[0], pair[1]), uint32_t(at)});
  }
  sortByKey(known_, knownScratch_);
  detect(cloths, since_ - h, particles.previous);
}

f32x4 ClothCollision::meanRate(std::span<const Cloth> cloths) const {
  return meanOf(cloths, [&](int i) { return lanesOf(rates_[i]); });
}

/// Of features: that of one lane of a block.
ClothCollision::Four ClothCollision::pairAt(size_t at) const {
  const FeatureBlock& block = contacts_.blocks[at / 4];
  const size_t k = at % 4;
  return {block.index[0][k], block.index[1][k], block.index[2][k], block.index[3][k]};
}

bool ClothCollision::isFresh(const Four& pair) const {
  return fresh_[pair[0]] || fresh_[pair[1]] || fresh_[pair[2]] || fresh_[pair[3]];
}

bool ClothCollision::isKnown(FeatureKind kind, const Four& pair) const {
  const uint64_t key = keyOf(pair[0], pair[1]);
  size_t at = 0;
  for (size_t end = known_.size(); at < end;) {
    const size_t middle = (at + end) / 2;
    if (known_[middle].key < key)
      at = middle + 1;
    else
      end = middle;
  }
  for (; at < known_.size() && known_[at].key == key; ++at)
    if (contacts_.blocks[known_[at].index / 4].kind == kind && pairAt(known_[at].index) == pair)
      return true;
  return false;
}

/// The pairs of fresh particles from `begin` on [s], when all are at `x`.
void ClothCollision::detect(std::span<Cloth> cloths, float begin, std::span<const Quad> x) {
  boxes_.resize(starts_.size());
  // What they all do together brings none nearer to another.
  const f32x4 common = meanRate(cloths);
  for (Cloth& c : cloths) {
    const f32x4 reach = splat(reachOf(c));
    for (int i = c.first; i < c.first + c.count; ++i) {
      const f32x4 rate = lanesOf(rates_[i]) - common;
      const f32x4 from = lanesOf(starts_[i]) + splat(begin) * rate;
      const f32x4 to = lanesOf(starts_[i]) + splat(duration_) * rate;
      boxes_[i] = {min(from, to) - reach, max(from, to) + reach};
    }
    c.surface.fit(&x[c.first], &boxes_[c.first], &fresh_[c.first]);
  }
  for (size_t a = 0; a < cloths.size(); ++a) {
    const bool grains = cloths[a].def.isGrains();
    if (cloths[a].def.selfCollision && !grains) findPairs(cloths[a], cloths[a], begin);
    for (size_t b = a + 1; b < cloths.size(); ++b)
      if (!grains || !cloths[b].def.isGrains()) findPairs(cloths[a], cloths[b], begin);
  }
}

void ClothCollision::findPairs(const Cloth& a, const Cloth& b, float begin) {
  PairSearch search = SurfaceTree::search();
  while (!search.isOver() && work_ > 0) {
    trianglePairs_.clear();
    const int64_t most = std::min(work_, kVisitsAtOnce);
    work_ -= a.surface.findPairs(b.surface, search, trianglePairs_, most);
    listFeatures(a, b);
    keepNear(FeatureKind::PointTriangle, a, b, begin);
    keepNear(FeatureKind::Edges, a, b, begin);
  }
}

/// The pairs of features of the pairs of triangles whose boxes meet.
void ClothCollision::listFeatures(const Cloth& a, const Cloth& b) {
  for (std::vector<Four>& found : found_) found.clear();
  const f32x4 reach = splat(reachOf(a) + reachOf(b));
  const bool anyJoined = !joins.reaches.empty();
  const auto add = [&](FeatureKind kind, const Four& pair) {
    if (isFresh(pair) && !isKnown(kind, pair)) found_[size_t(kind)].push_back(pair);
  };
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
        add(FeatureKind::PointTriangle,
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
        if (areNear(box, merge(boxes_[t0], boxes_[t1]), reach))
          add(FeatureKind::Edges, {s0, s1, t0, t1});
      }
    }
  }
}

/// Keeps of the pairs those that may come near each other, in blocks of those within reach already
/// and of others.
void ClothCollision::keepNear(FeatureKind kind, const Cloth& a, const Cloth& b, float begin) {
  const std::vector<Four>& found = found_[size_t(kind)];
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
      v[j] = gather(rates_.data(), index[j], w);
      x[j] = gather(starts_.data(), index[j], w) + splat(begin) * v[j];
    }
    f32x4 fastest = splat(0);
    for (int i = 0; i < (points ? 1 : 2); ++i)
      for (int j = points ? 1 : 2; j < 4; ++j) fastest = max(fastest, lengthSquared(v[i] - v[j]));
    const f32x4 distance = distanceOf(kind, x);
    const f32x4 near = distance - splat(room) - splat(duration_ - begin) * sqrt(fastest);
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
      if (contacts_.blocks.size() >= mostBlocks_) {
        work_ = 0;
        return;
      }
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
