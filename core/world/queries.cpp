#include "world/queries.h"

#include <algorithm>

#include "base/keyed.h"
#include "collision/overlap.h"
#include "collision/ray.h"
#include "collision/shape_cast.h"
#include "world/check.h"

namespace holonom {

namespace {

/// A way of unit length; in double, so that any finite direction has a length.
Status checkWay(Vec3 direction, float maxDistance, Vec3& way) {
  if (Status bad = checkMember(direction, "direction", {-kInfinity, kInfinity}, 0)) return bad;
  const Vec3d unit = normalize(toDouble(direction));
  if (!(lengthSquared(unit) > 0.5))
    return Error{ErrorCode::Range, "direction",
                 Value::ofNumbers({direction.x, direction.y, direction.z}),
                 Rule::DirectionAnyLength};
  if (!(maxDistance > 0))
    return Error{std::isnan(maxDistance) ? ErrorCode::Finite : ErrorCode::Range,
                 "maxDistance",
                 double(maxDistance),
                 Rule::AnyNumberAbove,
                 {0.0}};
  way = toFloat(unit);
  return {};
}

/// Whether a ray stays clear of a ball around `center`, which is relative to the ray's origin.
bool passesBy(Vec3 center, Vec3 ray, float limit, float radius) {
  const float along = dot(center, ray);
  const float reach = 1.001f * radius + 2e-6f * abs(along);  // rounding misses nothing
  return along > limit + reach || along < -reach ||
         lengthSquared(center - along * ray) > reach * reach;
}

bool isMeant(const QueryScene& scene, int body, const QueryFilter& filter) {
  const BodyDef& def = scene.bodies.defs[body];
  return (def.collisionGroups & filter.mask) && (filter.sensors || !def.sensor) &&
         std::none_of(filter.exclude.begin(), filter.exclude.end(),
                      [&](BodyId id) { return scene.bodies.ids.indexOf(id) == body; });
}

Status checkFilter(const QueryScene& scene, const QueryFilter& filter) {
  for (size_t i = 0; i < filter.exclude.size(); ++i) {
    if (scene.bodies.ids.indexOf(filter.exclude[i]) >= 0) continue;
    const std::string element =
        filter.exclude.size() > 1 ? "exclude[" + std::to_string(i) + "]" : "exclude";
    return Error{
        ErrorCode::Stale, element, double(filter.exclude[i].bits), Rule::ExistingKind, {"body"}};
  }
  return {};
}

Status checkQuery(const QueryScene& scene, ShapeQuery& query, bool bounded) {
  if (Status bad = checkFields(query, "")) return bad;
  if (Status bad = checkFilter(scene, query.filter())) return bad;
  if (bounded && !isBounded(query.shape))
    return Error{ErrorCode::Type, "shape.plane", {}, Rule::BoundedShape};
  query.rotation = normalize(query.rotation);
  return resolveShape(query.shape, "shape");
}

}  // namespace

/// Colliders that the tree may miss: those without a box, and those that a step took out of theirs.
/// The tree itself is left as it is, so that questions do not change what follows.
const std::vector<int>& Queries::beyondTree(const QueryScene& scene) {
  if (version_ == scene.version) return beyond_;
  version_ = scene.version;
  beyond_ = scene.colliders.unbounded;
  for (int i = 0; i < scene.colliders.size(); ++i) {
    const Collider& c = scene.colliders[i];
    if (c.body < 0 || c.leaf < 0 || scene.bodies.types[c.body] == BodyType::Static) continue;
    if (!contains(scene.colliders.tree.fatBox(c.leaf), aabbOf(c.shape, scene.poseOf(c))))
      beyond_.push_back(i);
  }
  return beyond_;
}

/// Takes a hit among those found, nearest first and one of each body; gives how far others matter.
float Queries::keepHit(const BodyHit& found, bool all, float limit) {
  if (!all) {
    if (hits_.empty()) hits_.push_back(found);
    if (found.distance <= hits_[0].distance) hits_[0] = found;
    return found.distance;
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
}

Result<std::span<const BodyHit>> Queries::rayCast(const QueryScene& scene, Vec3 origin,
                                                  Vec3 direction, float maxDistance, bool all,
                                                  QueryFilter filter) {
  Vec3 ray;
  if (Status bad = checkMember(origin, "origin", {}, 0)) return *bad;
  if (Status bad = checkWay(direction, maxDistance, ray)) return *bad;
  if (Status bad = checkFilter(scene, filter)) return *bad;
  hits_.clear();
  const auto cast = [&](int collider, float limit) {
    const Collider& c = scene.colliders[collider];
    const Transform pose = scene.poseOf(c);
    RayHit hit;
    if (c.leaf >= 0 && passesBy(pose.position - origin, ray, limit, c.extent)) return limit;
    if (!castRay(c.shape, pose, origin, ray, limit, hit)) return limit;
    if (!isMeant(scene, c.body, filter)) return limit;
    return keepHit(
        {scene.bodies.ids.idAt(c.body), hit.distance, origin + hit.distance * ray, hit.normal}, all,
        limit);
  };
  float limit = min(maxDistance, float(kLargest));
  for (const int collider : beyondTree(scene)) limit = cast(collider, limit);
  scene.colliders.tree.cast({origin, ray}, limit, cast);
  return std::span<const BodyHit>(hits_);
}

Result<std::span<const BodyHit>> Queries::castShape(const QueryScene& scene, ShapeQuery query,
                                                    CastWay cast, bool all) {
  Vec3 way;
  if (Status bad = checkQuery(scene, query, true)) return *bad;
  if (Status bad = checkWay(cast.direction, cast.maxDistance, way)) return *bad;
  if (Status bad = checkNumber(cast.margin, "margin", kPositive, 0, false)) return *bad;
  hits_.clear();
  const Transform start{query.position, query.rotation};
  const Aabb box = expand(aabbOf(query.shape, start), cast.margin);
  const Vec3 center = 0.5f * (box.min + box.max);
  // A little more than half, so that rounding misses nothing.
  const BoxRay ray(center, way, 0.50001f * (box.max - box.min));
  const auto meet = [&](int collider, float limit) {
    const Collider& c = scene.colliders[collider];
    CastHit hit;
    if (!isMeant(scene, c.body, query.filter())) return limit;
    if (!holonom::castShape(query.shape, start, way, limit, !cast.stopAtPenetration, c.shape,
                            scene.poseOf(c), hit, cast.margin))
      return limit;
    keepHit({scene.bodies.ids.idAt(c.body), hit.distance, hit.point, hit.normal}, all, limit);
    return all ? limit : max(hit.distance, 0.0f);
  };
  float limit = min(cast.maxDistance, float(kLargest));
  for (const int collider : beyondTree(scene)) limit = meet(collider, limit);
  scene.colliders.tree.cast(ray, limit, meet);
  return std::span<const BodyHit>(hits_);
}

template <class Meets>
std::vector<BodyId> Queries::bodiesIn(const QueryScene& scene, const Aabb* box, QueryFilter filter,
                                      Meets&& meets) {
  std::vector<int> found;
  const auto visit = [&](int collider) {
    const Collider& c = scene.colliders[collider];
    if (isMeant(scene, c.body, filter) && meets(c.shape, scene.poseOf(c))) found.push_back(c.body);
  };
  if (box) {
    for (const int collider : beyondTree(scene)) visit(collider);
    scene.colliders.tree.query(*box, visit);
  } else {
    for (int i = 0; i < scene.colliders.size(); ++i)
      if (scene.colliders[i].body >= 0) visit(i);
  }
  sortInts(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<BodyId> ids;
  for (const int body : found) ids.push_back(scene.bodies.ids.idAt(body));
  return ids;
}

Result<std::vector<BodyId>> Queries::overlap(const QueryScene& scene, ShapeQuery query) {
  if (Status bad = checkQuery(scene, query, false)) return *bad;
  const bool bounded = isBounded(query.shape);
  const Transform place{query.position, query.rotation};
  const Aabb box = bounded ? aabbOf(query.shape, place) : Aabb{};
  return bodiesIn(scene, bounded ? &box : nullptr, query.filter(),
                  [&](const Shape& shape, const Transform& t) {
                    return overlapShapes(query.shape, place, shape, t);
                  });
}

Result<std::span<const BodyHit>> Queries::proximity(const QueryScene& scene, ShapeQuery query,
                                                    float maxDistance) {
  if (Status bad = checkQuery(scene, query, true)) return *bad;
  if (!(maxDistance >= 0))
    return Error{std::isnan(maxDistance) ? ErrorCode::Finite : ErrorCode::Range,
                 "maxDistance",
                 double(maxDistance),
                 Rule::AnyNumberAtLeast,
                 {0.0}};
  hits_.clear();
  const float limit = min(maxDistance, float(kLargest));
  const Transform place{query.position, query.rotation};
  const auto measure = [&](int collider) {
    const Collider& c = scene.colliders[collider];
    if (!isMeant(scene, c.body, query.filter())) return;
    const ShapeGap gap = shapeGap(query.shape, place, c.shape, scene.poseOf(c), limit);
    if (lengthSquared(gap.normal) > 0)
      keepHit({scene.bodies.ids.idAt(c.body), gap.distance, gap.onB, -gap.normal}, true, limit);
  };
  for (const int collider : beyondTree(scene)) measure(collider);
  scene.colliders.tree.query(expand(aabbOf(query.shape, place), limit), measure);
  return std::span<const BodyHit>(hits_);
}

Result<std::vector<BodyId>> Queries::bodiesAt(const QueryScene& scene, Vec3 point,
                                              QueryFilter filter) {
  if (Status bad = checkMember(point, "point", {}, 0)) return *bad;
  if (Status bad = checkFilter(scene, filter)) return *bad;
  const Aabb box{point, point};
  return bodiesIn(scene, &box, filter, [&](const Shape& shape, const Transform& t) {
    return containsPoint(shape, t, point);
  });
}

}  // namespace holonom
