#include "collision/incremental_manifold.h"

#include "collision/reduce.h"
#include "collision/rolling.h"

namespace holonom {

namespace {

constexpr int kCacheSize = 4;
// Shares of the margin. Two points that are nearer to each other on one body are the same:
constexpr float kSameShare = 0.25f;
// Points are level that are as deep as the deepest within the default slop:
constexpr float kLevelShare = 0.025f;
/// Cosine of the turn of the normal beyond which the cached points belong to other faces.
constexpr float kSameNormal = 0.9f;

/// Cached points in world axes, with room for a new one.
struct CachedPoints {
  ManifoldPoint points[kCacheSize + 1];
  int count = 0;
  float same;  // distance between points that are the same [m]

  /// Index of the point that is the same as `p`, or `count`. A corner keeps its position on its own
  /// body while it slides over the other one.
  int indexOf(const ManifoldPoint& p) const {
    int i = 0;
    while (i < count && !(length(points[i].onA - p.onA) < same) &&
           !(length(points[i].onB - p.onB) < same))
      ++i;
    return i;
  }
};

/// How far a point of a surface of revolution is from the line along which it touches [m]. A body
/// that rolls leaves its points behind: pushed there, it would gain speed.
float offLine(const RollAxis& roll, Vec3 arm, Vec3 normal) {
  if (roll.rolling == Rolling::None) return 0;
  return abs(dot(arm, normalize(cross(roll.axis, normal))));
}

/// The cached points that still belong to the contact, at these poses of the bodies.
CachedPoints refreshed(const Contact& c, const ContactPatch& patch, float margin,
                       const Transform& a, const Transform& b, Vec3 normal) {
  CachedPoints cache;
  cache.same = kSameShare * margin;
  if (c.count == 0 || dot(normalOf(c, patch, a.rotation, b.rotation), normal) < kSameNormal)
    return cache;
  const RollAxis rollA(Rolling(c.rollingA), a.rotation, normal);
  const RollAxis rollB(Rolling(c.rollingB), b.rotation, normal);
  for (int i = 0; i < c.count; ++i) {
    const PatchPoint& p = patch.points()[i];
    ManifoldPoint known{rotate(a.rotation, p.onA), rotate(b.rotation, p.onB), 0, p.feature};
    const Vec3 gap = b.position - a.position + known.onB - known.onA;
    known.separation = dot(gap, normal);
    const float drift = length(gap - known.separation * normal);
    const float rolled = max(offLine(rollA, known.onA, normal), offLine(rollB, known.onB, normal));
    if (known.separation <= margin && drift <= margin && rolled < cache.same)
      cache.points[cache.count++] = known;
  }
  return cache;
}

/// The deepest point of a manifold. While the cache has room, one of the level points that is not
/// cached: else a box that lands flat would balance on two of its corners.
int chooseDeepest(const Manifold& manifold, const CachedPoints& cache, float level) {
  int deepest = 0, fresh = -1;
  const auto separation = [&](int i) { return manifold.points[i].separation; };
  for (int i = 0; i < manifold.count; ++i) {
    if (separation(i) < separation(deepest)) deepest = i;
    if (cache.count == kCacheSize || cache.indexOf(manifold.points[i]) < cache.count) continue;
    if (fresh < 0 || separation(i) < separation(fresh)) fresh = i;
  }
  return fresh >= 0 && separation(fresh) <= separation(deepest) + level ? fresh : deepest;
}

}  // namespace

[[gnu::cold]] void cacheDeepest(const Contact& c, const ContactPatch& patch, float margin,
                                const Transform& a, const Transform& b, Manifold& manifold) {
  if (manifold.count == 0) return;
  CachedPoints cache = refreshed(c, patch, margin, a, b, manifold.normal);
  ManifoldPoint added = manifold.points[chooseDeepest(manifold, cache, kLevelShare * margin)];
  const int at = cache.indexOf(added);
  if (at < cache.count) {
    added.feature = cache.points[at].feature;
  } else {
    // Impulses are passed on by feature: a new point gets one that no cached point had.
    const auto isTaken = [&] {
      for (int i = 0; i < c.count; ++i)
        if (patch.points()[i].feature == added.feature) return true;
      return false;
    };
    while (isTaken()) ++added.feature;
    ++cache.count;
  }
  cache.points[at] = added;
  reduceManifold(cache.points, cache.count, manifold.normal, manifold);
}

}  // namespace holonom
