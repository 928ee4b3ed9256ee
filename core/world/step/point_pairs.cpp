// Pairs of particles and spring nodes with bodies, and with the points of other soft objects: found
// once a step, with room for its motion.
#include <algorithm>

#include "base/keyed.h"
#include "world/world.h"

namespace holonom {

namespace {

/// Room beyond the motion of a step, for what accelerates within it [m].
constexpr float kPairMargin = 0.02f;

uint64_t cellKey(int x, int y, int z) {
  // 21 bits an axis; far cells may share a key, which only adds candidates.
  const auto part = [](int v) { return uint64_t(uint32_t(v) & 0x1fffff); };
  return part(x) | part(y) << 21 | part(z) << 42;
}

/// Orders pairs; objects and bodies have at most 20 bits, points 23.
uint64_t keyOf(const PointBodyPair& p) {
  return uint64_t(p.point.kind == PointRef::Kind::Springs) << 63 | uint64_t(p.point.object) << 43 |
         uint64_t(p.point.point) << 20 | uint64_t(p.body);
}

int cellOf(float v, float size) {
  const float cell = std::floor(v / size);
  return int(std::max(-1e9f, std::min(1e9f, cell)));
}

}  // namespace

void World::findPointPairs(float dt) {
  pointBodyPairs_.clear();
  pointPointPairs_.clear();
  softBounds_.clear();
  for (size_t k = 0; k < cloths.size(); ++k) {
    const Cloth& c = cloths[k];
    SoftBounds s{PointRef::Kind::Cloth,
                 int(k),
                 c.count,
                 emptyAabb(),
                 0,
                 radiusOf(c.def),
                 max(radiusOf(c.def), 0.5f * c.meanLength),
                 frictionOf(c.def),
                 0};
    for (int i = c.first; i < c.first + c.count; ++i) {
      const Vec3 p = particles.positions[i].xyz();
      s.box = merge(s.box, {p, p});
      s.speed = max(s.speed, lengthSquared(particles.velocities[i].xyz()));
      s.outer = max(s.outer, lengthSquared(particles.accelerations[i].xyz()));
    }
    softBounds_.push_back(s);
  }
  for (size_t k = 0; k < springObjects.size(); ++k) {
    const SpringObject& o = springObjects[k];
    SoftBounds s{PointRef::Kind::Springs,
                 int(k),
                 o.network.size(),
                 emptyAabb(),
                 0,
                 o.def.radius,
                 o.def.lists ? o.def.radius : max(o.def.radius, 0.5f * float(o.network.meanLength)),
                 {o.def.friction, o.def.friction},
                 0};
    for (int i = 0; i < o.network.size(); ++i) {
      const Vec3 p = toFloat(o.network.positions[i]);
      s.box = merge(s.box, {p, p});
      s.speed = max(s.speed, lengthSquared(toFloat(o.network.velocities[i])));
    }
    for (size_t i = 0; i < o.network.outerForces.size(); ++i)
      s.outer = max(s.outer,
                    lengthSquared(toFloat(o.network.inverseMasses[i] * o.network.outerForces[i])));
    softBounds_.push_back(s);
  }
  const float fall = dt * length(settings.gravity);
  // A point that is tied to a body does not collide with it.
  tiedPoints_.clear();
  for (const Attachment& a : attachments) {
    if (!a.def.body) continue;
    const auto tied = [&](int point) {
      const PointRef ref = refOf(a.def.particles(), a.def.springNetwork, point);
      tiedPoints_.push_back(keyOf({ref, indexOf(*a.def.body), 0, 0, {}}));
    };
    if (!a.def.triangle) {
      tied(a.def.point);
      continue;
    }
    const HeldPoint held = heldPoint(a.def);
    for (const int i : held.index) tied(i - cloths[indexOf(*a.def.particles())].first);
  }
  sortKeys(tiedPoints_, tiedScratch_);
  for (SoftBounds& s : softBounds_) {
    s.speed = sqrt(s.speed) + fall + dt * sqrt(s.outer);
    findPointBodyPairs(s, dt);
  }
  for (size_t a = 0; a < softBounds_.size(); ++a)
    for (size_t b = a + 1; b < softBounds_.size(); ++b)
      if (softBounds_[a].kind != softBounds_[b].kind ||
          softBounds_[a].kind != PointRef::Kind::Cloth)
        findPointPointPairs(softBounds_[a], softBounds_[b], dt);
}

void World::findPointBodyPairs(const SoftBounds& soft, float dt) {
  const float reach = soft.radius + dt * soft.speed + kPairMargin;
  candidates_.clear();
  collision.colliders.tree.query(expand(soft.box, reach),
                                 [&](int collider) { candidates_.push_back(collider); });
  sortInts(candidates_);
  candidates_.insert(candidates_.end(), collision.colliders.unbounded.begin(),
                     collision.colliders.unbounded.end());
  for (const int candidate : candidates_) {
    const Collider& collider = collision.colliders[candidate];
    const int body = collider.body;
    if (bodies.defs[body].sensor) continue;
    const Shape& shape = collider.shape;
    const BodyState& state = bodies.states[body];
    const float room = reach + dt * (length(state.linear) + length(state.angular) * collider.reach);
    const float ofBody = bodies.defs[body].friction;
    const PointFriction friction = combine(soft.friction, {ofBody, ofBody});
    const bool bounded = isBounded(shape);
    const Transform pose = collision.colliders.poseOf(bodies, collider);
    const Aabb box = expand(aabbOf(shape, pose), room);
    for (int i = 0; i < soft.count; ++i) {
      const PointRef ref{soft.kind, soft.object, i};
      const Vec3 p = positionOf(ref);
      if (!contains(box, p)) continue;
      if (!bounded && closestSurface(shape, inverseTransformPoint(pose, p)).distance > room)
        continue;
      const PointBodyPair pair{ref, body, candidate, soft.radius, friction};
      if (!std::binary_search(tiedPoints_.begin(), tiedPoints_.end(), keyOf(pair)))
        pointBodyPairs_.push_back(pair);
    }
  }
}

void World::findPointPointPairs(const SoftBounds& a, const SoftBounds& b, float dt) {
  const float distance = a.spacing + b.spacing;
  const float reach = distance + dt * (a.speed + b.speed) + kPairMargin;
  if (!overlaps(expand(a.box, reach), b.box)) return;
  const Aabb nearA = expand(a.box, reach), nearB = expand(b.box, reach);
  keyed_.clear();
  for (int i = 0; i < b.count; ++i) {
    const Vec3 p = positionOf({b.kind, b.object, i});
    if (contains(nearA, p))
      keyed_.push_back(
          {cellKey(cellOf(p.x, reach), cellOf(p.y, reach), cellOf(p.z, reach)), uint32_t(i)});
  }
  sortByKey(keyed_, keyedScratch_);
  const PointFriction friction = combine(a.friction, b.friction);
  for (int i = 0; i < a.count; ++i) {
    const PointRef ref{a.kind, a.object, i};
    const Vec3 p = positionOf(ref);
    if (!contains(nearB, p)) continue;
    for (int dx = -1; dx <= 1; ++dx)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dz = -1; dz <= 1; ++dz) {
          const uint64_t key =
              cellKey(cellOf(p.x, reach) + dx, cellOf(p.y, reach) + dy, cellOf(p.z, reach) + dz);
          auto cell = std::lower_bound(keyed_.begin(), keyed_.end(), key,
                                       [](const Keyed& c, uint64_t k) { return c.key < k; });
          for (; cell != keyed_.end() && cell->key == key; ++cell) {
            const PointRef other{b.kind, b.object, int(cell->index)};
            if (lengthSquared(positionOf(other) - p) < reach * reach)
              pointPointPairs_.push_back({ref, other, distance, friction});
          }
        }
  }
}

void World::findGrainContacts() {
  grainContacts_.grains.clear();
  for (const Cloth& c : cloths) {
    if (!c.def.isGrains()) continue;
    for (int i = c.first; i < c.first + c.count; ++i)
      grainContacts_.grains.push_back({i, c.def.radius, frictionOf(c.def)});
  }
  grainContacts_.find(particles);
}

}  // namespace holonom
