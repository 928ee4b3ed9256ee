#include "world/queries.h"

#include <algorithm>

#include "collision/overlap.h"
#include "collision/ray.h"
#include "world/check.h"
#include "world/world.h"

namespace holonom {

namespace {

bool isMeant(const BodyDef& def, const QueryFilter& filter) {
  return (def.collisionGroups & filter.mask) && (filter.sensors || !def.sensor);
}

/// Whether a ray stays clear of a ball around `centre`, which is relative to the ray's origin.
bool passesBy(Vec3 centre, Vec3 ray, float limit, float radius) {
  const float along = dot(centre, ray);
  const float reach = 1.001f * radius + 2e-6f * abs(along);  // rounding misses nothing
  return along > limit + reach || along < -reach ||
         lengthSquared(centre - along * ray) > reach * reach;
}

}  // namespace

/// Colliders that the tree may miss: those without a box, and those that a step took out of theirs.
/// The tree itself is left as it is, so that questions do not change what follows.
const std::vector<int>& World::beyondTree() {
  if (beyondTreeVersion_ == version) return beyondTree_;
  beyondTreeVersion_ = version;
  beyondTree_ = unbounded_;
  for (size_t i = 0; i < colliders.size(); ++i) {
    const Collider& c = colliders[i];
    if (c.body < 0 || c.leaf < 0 || bodies.types[c.body] == BodyType::Static) continue;
    if (!contains(tree.fatBox(c.leaf), aabbOf(c.shape, poseOf(c))))
      beyondTree_.push_back(static_cast<int>(i));
  }
  return beyondTree_;
}

Result<std::span<const BodyHit>> World::rayCast(Vec3 origin, Vec3 direction, float maxDistance,
                                                bool all, QueryFilter filter) {
  if (Status bad = checkMember(origin, "origin", {}, 0)) return *bad;
  if (Status bad = checkMember(direction, "direction", {-kInfinity, kInfinity}, 0)) return *bad;
  // In double, so that any finite direction has a length.
  const Vec3d unit = normalize(toDouble(direction));
  if (!(lengthSquared(unit) > 0.5))
    return Error{ErrorCode::Range, "direction",
                 Value::ofNumbers({direction.x, direction.y, direction.z}),
                 "a direction of any length but 0"};
  if (!(maxDistance > 0))
    return Error{std::isnan(maxDistance) ? ErrorCode::Finite : ErrorCode::Range, "maxDistance",
                 double(maxDistance), "a number greater than 0"};
  const Vec3 ray = toFloat(unit);
  hits_.clear();
  const auto cast = [&](int collider, float limit) {
    const Collider& c = colliders[collider];
    const Transform pose = poseOf(c);
    RayHit hit;
    if (c.leaf >= 0 && passesBy(pose.position - origin, ray, limit, c.extent)) return limit;
    if (!castRay(c.shape, pose, origin, ray, limit, hit)) return limit;
    if (!isMeant(bodies.defs[c.body], filter)) return limit;
    const BodyHit found{bodies.ids.idAt(c.body), hit.distance, origin + hit.distance * ray,
                        hit.normal};
    if (!all) {
      if (hits_.empty()) hits_.push_back(found);
      if (hit.distance <= hits_[0].distance) hits_[0] = found;
      return hit.distance;
    }
    const auto same = std::find_if(hits_.begin(), hits_.end(),
                                   [&](const BodyHit& h) { return h.body == found.body; });
    if (same != hits_.end()) {
      if (same->distance <= found.distance) return limit;
      hits_.erase(same);
    }
    hits_.insert(std::find_if(hits_.begin(), hits_.end(),
                              [&](const BodyHit& h) {
                                return h.distance != found.distance ? h.distance > found.distance
                                                                    : h.body.bits > found.body.bits;
                              }),
                 found);
    return limit;
  };
  float limit = min(maxDistance, float(kLargest));
  for (const int collider : beyondTree()) limit = cast(collider, limit);
  tree.rayCast(origin, ray, limit, cast);
  return std::span<const BodyHit>(hits_);
}

template <class Meets>
std::vector<BodyId> World::bodiesIn(const Aabb* box, QueryFilter filter, Meets&& meets) {
  std::vector<int> found;
  const auto visit = [&](int collider) {
    const Collider& c = colliders[collider];
    if (isMeant(bodies.defs[c.body], filter) && meets(c.shape, poseOf(c))) found.push_back(c.body);
  };
  if (box) {
    for (const int collider : beyondTree()) visit(collider);
    tree.query(*box, visit);
  } else {
    for (size_t i = 0; i < colliders.size(); ++i)
      if (colliders[i].body >= 0) visit(static_cast<int>(i));
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<BodyId> ids;
  for (const int body : found) ids.push_back(bodies.ids.idAt(body));
  return ids;
}

Result<std::vector<BodyId>> World::overlap(OverlapDef def) {
  if (Status bad = checkFields(def, "")) return *bad;
  if (Status bad = resolveShape(def.shape, "shape")) return *bad;
  const bool bounded = isBounded(def.shape);
  const Transform place{def.position, normalize(def.rotation)};
  const Aabb box = bounded ? aabbOf(def.shape, place) : Aabb{};
  return bodiesIn(bounded ? &box : nullptr, {def.mask, def.sensors},
                  [&](const Shape& shape, const Transform& t) {
                    return overlapShapes(def.shape, place, shape, t);
                  });
}

Result<std::vector<BodyId>> World::bodiesAt(Vec3 point, QueryFilter filter) {
  if (Status bad = checkMember(point, "point", {}, 0)) return *bad;
  const Aabb box{point, point};
  return bodiesIn(&box, filter, [&](const Shape& shape, const Transform& t) {
    return containsPoint(shape, t, point);
  });
}

}  // namespace holonom
