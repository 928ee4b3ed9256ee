// Pairs of particles and spring nodes with bodies, and with the points of other soft objects: found
// once a step, with room for its motion.
#include <algorithm>

#include "world/step/point_contacts.h"

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

void PointContacts::listBounds(const SoftObjects& soft) {
  bounds_.clear();
  for (size_t k = 0; k < soft.cloths.size(); ++k) {
    const Cloth& c = soft.cloths[k];
    Bounds s{PointRef::Kind::Cloth,
             int(k),
             c.count,
             emptyAabb(),
             0,
             radiusOf(c.def),
             max(radiusOf(c.def), 0.5f * c.meanLength),
             frictionOf(c.def),
             0};
    for (int i = c.first; i < c.first + c.count; ++i) {
      const Vec3 p = soft.particles.positions[i].xyz();
      s.box = merge(s.box, {p, p});
      s.speed = max(s.speed, lengthSquared(soft.particles.velocities[i].xyz()));
      s.outer = max(s.outer, lengthSquared(soft.particles.accelerations[i].xyz()));
    }
    bounds_.push_back(s);
  }
  for (size_t k = 0; k < soft.springs.size(); ++k) {
    const SpringObject& o = soft.springs[k];
    Bounds s{PointRef::Kind::Springs,
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
    bounds_.push_back(s);
  }
}

void PointContacts::listTied(const PointScene& scene,
                             const Objects<Attachment, AttachmentId>& attachments) {
  tied_.clear();
  for (const Attachment& a : attachments) {
    if (!a.def.body) continue;
    const auto tied = [&](int point) {
      const PointRef ref = scene.soft.refOf(a.def.particles(), a.def.springNetwork, point);
      tied_.push_back(keyOf({ref, scene.bodies.ids.indexOf(*a.def.body), 0, 0, {}}));
    };
    if (!a.def.triangle) {
      tied(a.def.point);
      continue;
    }
    const HeldPoint held = scene.soft.heldPoint(a.def);
    for (const int i : held.index) tied(i - scene.soft.at(*a.def.particles()).first);
  }
  sortKeys(tied_, tiedScratch_);
}

void PointContacts::find(const PointScene& scene,
                         const Objects<Attachment, AttachmentId>& attachments, float dt) {
  bodyPairs_.clear();
  pointPairs_.clear();
  listBounds(scene.soft);
  listTied(scene, attachments);
  const float fall = dt * length(scene.settings.gravity);
  for (Bounds& b : bounds_) {
    b.speed = sqrt(b.speed) + fall + dt * sqrt(b.outer);
    findWithBodies(scene, b, dt);
  }
  for (size_t a = 0; a < bounds_.size(); ++a)
    for (size_t b = a + 1; b < bounds_.size(); ++b)
      if (bounds_[a].kind != bounds_[b].kind || bounds_[a].kind != PointRef::Kind::Cloth)
        findBetween(scene.soft, bounds_[a], bounds_[b], dt);
}

void PointContacts::findWithBodies(const PointScene& scene, const Bounds& bounds, float dt) {
  const auto& [soft, bodies, colliders, settings] = scene;
  const float reach = bounds.radius + dt * bounds.speed + kPairMargin;
  candidates_.clear();
  colliders.tree.query(expand(bounds.box, reach),
                       [&](int collider) { candidates_.push_back(collider); });
  sortInts(candidates_);
  candidates_.insert(candidates_.end(), colliders.unbounded.begin(), colliders.unbounded.end());
  for (const int candidate : candidates_) {
    const Collider& collider = colliders[candidate];
    const int body = collider.body;
    if (bodies.defs[body].sensor) continue;
    const Shape& shape = collider.shape;
    const BodyState& state = bodies.states[body];
    const float room = reach + dt * (length(state.linear) + length(state.angular) * collider.reach);
    const float ofBody = bodies.defs[body].friction;
    const PointFriction friction = combine(bounds.friction, {ofBody, ofBody});
    const bool bounded = isBounded(shape);
    const Transform pose = colliders.poseOf(bodies, collider);
    const Aabb box = expand(aabbOf(shape, pose), room);
    for (int i = 0; i < bounds.count; ++i) {
      const PointRef ref{bounds.kind, bounds.object, i};
      const Vec3 p = soft.positionOf(ref);
      if (!contains(box, p)) continue;
      if (!bounded && closestSurface(shape, inverseTransformPoint(pose, p)).distance > room)
        continue;
      const PointBodyPair pair{ref, body, candidate, bounds.radius, friction};
      if (!std::binary_search(tied_.begin(), tied_.end(), keyOf(pair))) bodyPairs_.push_back(pair);
    }
  }
}

void PointContacts::findBetween(const SoftObjects& soft, const Bounds& a, const Bounds& b,
                                float dt) {
  const float distance = a.spacing + b.spacing;
  const float reach = distance + dt * (a.speed + b.speed) + kPairMargin;
  if (!overlaps(expand(a.box, reach), b.box)) return;
  const Aabb nearA = expand(a.box, reach), nearB = expand(b.box, reach);
  cells_.clear();
  for (int i = 0; i < b.count; ++i) {
    const Vec3 p = soft.positionOf({b.kind, b.object, i});
    if (contains(nearA, p))
      cells_.push_back(
          {cellKey(cellOf(p.x, reach), cellOf(p.y, reach), cellOf(p.z, reach)), uint32_t(i)});
  }
  sortByKey(cells_, cellsScratch_);
  const PointFriction friction = combine(a.friction, b.friction);
  for (int i = 0; i < a.count; ++i) {
    const PointRef ref{a.kind, a.object, i};
    const Vec3 p = soft.positionOf(ref);
    if (!contains(nearB, p)) continue;
    for (int dx = -1; dx <= 1; ++dx)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dz = -1; dz <= 1; ++dz) {
          const uint64_t key =
              cellKey(cellOf(p.x, reach) + dx, cellOf(p.y, reach) + dy, cellOf(p.z, reach) + dz);
          auto cell = std::lower_bound(cells_.begin(), cells_.end(), key,
                                       [](const Keyed& c, uint64_t k) { return c.key < k; });
          for (; cell != cells_.end() && cell->key == key; ++cell) {
            const PointRef other{b.kind, b.object, int(cell->index)};
            if (lengthSquared(soft.positionOf(other) - p) < reach * reach)
              pointPairs_.push_back({ref, other, distance, friction});
          }
        }
  }
}

}  // namespace holonom
