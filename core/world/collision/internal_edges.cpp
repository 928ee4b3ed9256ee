// Which contacts are at internal edges, and are left out.
#include "world/collision/internal_edges.h"

#include <algorithm>

#include "base/growth.h"
#include "world/collision/collision.h"

namespace holonom {

namespace {

/// A few more than ever are no reason to allocate.
constexpr size_t kUsualSolids = 64;
/// A body lies on a face where its contact normal differs by no more.
constexpr float kFaceCosine = 0.9f;
/// Solids that leave a smaller gap or step between them count as flush [m].
constexpr float kFlush = 0.00025f;

bool standsStill(const BodyState& s) { return s.linear == Vec3{} && s.angular == Vec3{}; }

bool isSolid(const Collider& c) {
  return std::holds_alternative<Box>(c.shape) || std::holds_alternative<Hull>(c.shape);
}

/// How much farther than a point a box or hull reaches along a direction [m].
float reachBeyond(const Collider& c, const Transform& body, Vec3 point, Vec3 direction) {
  const Transform pose = colliderPose(c, body);
  const Vec3 local = inverseRotate(pose.rotation, direction);
  const float origin = dot(direction, pose.position - point);
  if (const Box* box = std::get_if<Box>(&c.shape))
    return origin + dot(box->halfExtents, {abs(local.x), abs(local.y), abs(local.z)});
  float most = -kHuge;
  for (const Vec3 v : std::get_if<Hull>(&c.shape)->geometry->vertices)
    most = max(most, dot(local, v));
  return origin + most;
}

/// Whether a point is in a box or hull, or no farther from its faces than `kFlush`.
bool holdsPoint(const Collider& c, const Transform& body, Vec3 point) {
  const Vec3 p = inverseTransformPoint(colliderPose(c, body), point);
  if (const Box* box = std::get_if<Box>(&c.shape)) {
    const Vec3 h = box->halfExtents;
    return abs(p.x) <= h.x + kFlush && abs(p.y) <= h.y + kFlush && abs(p.z) <= h.z + kFlush;
  }
  for (const HullGeometry::Face& face : std::get_if<Hull>(&c.shape)->geometry->faces)
    if (dot(face.normal, p) > face.offset + kFlush) return false;
  return true;
}

/// Of the outward normals of the faces of a box or hull the one nearest to a direction.
Vec3 faceAlong(const Collider& c, const Transform& body, Vec3 direction) {
  const Quat turn = colliderPose(c, body).rotation;
  const Vec3 d = inverseRotate(turn, direction), size{abs(d.x), abs(d.y), abs(d.z)};
  if (const Hull* hull = std::get_if<Hull>(&c.shape)) {
    const auto& faces = hull->geometry->faces;
    const HullGeometry::Face* best = &faces[0];
    for (const HullGeometry::Face& face : faces)
      if (dot(face.normal, d) > dot(best->normal, d)) best = &face;
    return rotate(turn, best->normal);
  }
  if (size.x >= max(size.y, size.z)) return rotate(turn, {d.x > 0 ? 1.0f : -1.0f, 0, 0});
  if (size.y >= size.z) return rotate(turn, {0, d.y > 0 ? 1.0f : -1.0f, 0});
  return rotate(turn, {0, 0, d.z > 0 ? 1.0f : -1.0f});
}

}  // namespace

bool Collision::isOfSolid(const Bodies& bodies, const Contact& c) const {
  const bool movesA = bodies.masses[c.bodyA].inverseMass > 0;
  if (movesA == (bodies.masses[c.bodyB].inverseMass > 0) || c.sensor) return false;
  return isSolid(colliders[movesA ? c.colliderB : c.colliderA]);
}

void Collision::listSolidContacts(const Bodies& bodies) {
  const auto all = contacts.active();
  auto& [counts, entries, scratch] = solids_;
  const auto forEach = [&](auto&& f) {
    for (int i = 0; i < static_cast<int>(all.size()); ++i)
      if (!all[i].apart && isOfSolid(bodies, all[i]))
        f(i, bodies.masses[all[i].bodyA].inverseMass > 0 ? all[i].bodyA : all[i].bodyB);
  };
  counts.assign(static_cast<size_t>(bodies.size()), 0);
  entries.clear();
  bool any = false;
  forEach([&](int, int body) {
    any |= counts[body] > 0;
    counts[body] = counts[body] > 0 ? 2 : 1;
  });
  if (!any) return;
  forEach([&](int contact, int body) {
    if (counts[body] < 2) return;
    if (entries.capacity() < kUsualSolids) entries.reserve(kUsualSolids);
    growSlowly(entries);
    entries.push_back({uint64_t(body), uint32_t(contact)});
  });
  sortByKey(entries, scratch);
}

/// Whether a contact, whose manifold has arms from the bodies' centers, is at an edge or face that
/// other solids cover: its points are on them too, its normal leads into them, and it rises
/// above their surface nowhere. They are then nearer, and bear the body.
bool Collision::isInternalEdge(const Bodies& bodies, const Contact& x, const Manifold& m,
                               const Transform& bodyA, const Transform& bodyB) const {
  if (m.count == 0 || !isOfSolid(bodies, x)) return false;
  const bool ofA = bodies.masses[x.bodyA].inverseMass > 0;
  const int mover = ofA ? x.bodyA : x.bodyB, body = ofA ? x.bodyB : x.bodyA;
  const Transform &moved = ofA ? bodyA : bodyB, &pose = ofA ? bodyB : bodyA;
  if (solids_.counts[mover] < 2) return false;
  const Collider& solid = colliders[ofA ? x.colliderB : x.colliderA];
  const auto onSolid = [&](const Manifold& manifold, int i, bool fromA, Vec3 origin) {
    return origin + (fromA ? manifold.points[i].onB : manifold.points[i].onA);
  };
  const auto outward = [](const Manifold& manifold, bool fromA) {
    return fromA ? -manifold.normal : manifold.normal;
  };
  const Vec3 normal = outward(m, ofA);
  uint32_t open = (1u << m.count) - 1;  // bit by point: covered by no other solid
  const auto& entries = solids_.entries;
  const auto isBefore = [](const Keyed& entry, uint64_t key) { return entry.key < key; };
  for (auto at = std::lower_bound(entries.begin(), entries.end(), uint64_t(mover), isBefore);
       at != entries.end() && at->key == uint64_t(mover) && open != 0; ++at) {
    const Contact& y = contacts.all()[at->index];
    const bool yOfA = y.bodyA == mover;
    const int cover = yOfA ? y.bodyB : y.bodyA;
    const Collider& covering = colliders[yOfA ? y.colliderB : y.colliderA];
    if (&covering == &solid) continue;
    if (cover != body && !(standsStill(bodies.states[cover]) && standsStill(bodies.states[body])))
      continue;
    const Transform& coverPose = cover == body ? pose : bodies.poses[cover];
    uint32_t covered = 0;
    for (int i = 0; i < m.count; ++i) {
      const Vec3 point = onSolid(m, i, ofA, pose.position);
      if (!holdsPoint(covering, coverPose, point)) continue;
      if (reachBeyond(covering, coverPose, point, normal) > kFlush) covered |= 1u << i;
    }
    if (!(open & covered)) continue;
    Manifold near;
    const Collider &a = colliders[y.colliderA], &b = colliders[y.colliderB];
    const Transform ta = colliderPose(a, yOfA ? moved : coverPose);
    const Transform tb = colliderPose(b, yOfA ? coverPose : moved);
    collide(bodies, y, ta, tb, contactMargin(a, b), near);
    if (near.count == 0) continue;
    // The normal may be that of the body's face: the cover's own says what rises above it.
    const Vec3 up = outward(near, yOfA), face = faceAlong(covering, coverPose, up);
    if (dot(up, face) < kFaceCosine) continue;
    if (reachBeyond(solid, pose, pose.position, face) <=
        reachBeyond(covering, coverPose, pose.position, face) + kFlush)
      open &= ~covered;
  }
  return open == 0;
}

/// Leaves out those found as the step began. What moves far may be over another solid soon: its
/// contacts are found anew in each substep.
void Collision::leaveOutInternalEdges(const Bodies& bodies) {
  listSolidContacts(bodies);
  for (const auto& [body, i] : solids_.entries) {
    Contact& c = contacts.all()[i];
    if (c.count == 0 || c.swept || !bodies.isActive(c.bodyA, c.bodyB)) continue;
    const Transform &a = bodies.poses[c.bodyA], &b = bodies.poses[c.bodyB];
    const Manifold m = manifoldOf(c, contacts.patchOf(c), a.rotation, b.rotation);
    if (!isInternalEdge(bodies, c, m, a, b)) continue;
    const Collider &ca = colliders[c.colliderA], &cb = colliders[c.colliderB];
    const float margin = contactMargin(ca, cb);
    Manifold none;
    none.count = 0;
    keepManifold(bodies, c, none, margin, a, b);
    if (movesFar(c, margin)) addSwept(i);
  }
}

}  // namespace holonom
