// Contacts of particles and spring nodes, solved in every substep: with bodies, and with the points
// of other soft objects.
#include "world/step/point_contacts.h"

#include "solvers/xpbd.h"
#include "springs/contacts.h"

namespace holonom {

namespace {

/// Reads a point for contact, and writes its motion back.
struct PointAccess {
  SoftObjects& soft;
  float h;

  ContactPoint load(const PointRef& p) const {
    if (p.kind == PointRef::Kind::Cloth) {
      const Cloth& cloth = soft.cloths[p.object];
      const Quad& x = soft.particles.positions[cloth.first + p.point];
      if (cloth.isStopped()) return {x.xyz(), x.xyz(), 0};
      return {x.xyz(), soft.particles.previous[cloth.first + p.point].xyz(), x.w};
    }
    const SpringObject& o = soft.springs[p.object];
    const SpringNetwork& n = o.network;
    const Vec3 x = toFloat(n.positions[p.point]);
    // One that was stopped stands like what is pinned.
    if (o.stopped) return {x, x, 0};
    return {x, toFloat(n.previous[p.point]), float(n.inverseMasses[p.point])};
  }

  void store(const PointRef& p, Vec3 before, Vec3 after) const {
    if (p.kind == PointRef::Kind::Cloth) {
      soft.particles.positions[soft.cloths[p.object].first + p.point].setXyz(after);
      return;
    }
    // Nodes have integrated already: the velocity changes along with the position.
    SpringNetwork& n = soft.springs[p.object].network;
    const Vec3d change = toDouble(after - before);
    n.positions[p.point] += change;
    pushNode(n, p.point, n.velocities[p.point] + (1 / double(h)) * change);
  }

  Vec3d velocity(const PointRef& p) const {
    if (p.kind == PointRef::Kind::Springs)
      return soft.springs[p.object].network.velocities[p.point];
    const ContactPoint c = load(p);
    return (1 / double(h)) * toDouble(c.position - c.previous);
  }

  void addVelocity(const PointRef& p, Vec3d change) const {
    if (p.kind == PointRef::Kind::Springs) {
      SpringNetwork& n = soft.springs[p.object].network;
      pushNode(n, p.point, n.velocities[p.point] + change);
    } else {
      const ContactPoint c = load(p);
      store(p, c.position, c.position + h * toFloat(change));
    }
  }
};

/// Whether they are of one object and one collider; pairs of those follow each other.
bool areAlike(const PointBodyPair& a, const PointBodyPair& b) {
  return a.collider == b.collider && a.point.kind == b.point.kind &&
         a.point.object == b.point.object;
}

/// Whether the network solves its contacts with bodies along with its springs.
bool inStep(const SpringObject& o) { return !o.stopped && solvesContacts(o.def); }

/// Whether the method moves a point by half of what a step's force adds to its velocity.
bool feelsHalf(const SoftObjects& soft, const PointRef& p) {
  if (p.kind != PointRef::Kind::Springs) return false;
  const IntegratorType integrator = soft.springs[p.object].def.integrator;
  return integrator == IntegratorType::Verlet || integrator == IntegratorType::Rk4 ||
         integrator == IntegratorType::Imex;
}

/// A node at rest under a method whose positions feel half of a step's force: the push balances
/// the whole.
void balanceContact(const PointScene& scene, const PointBodyPair& pair, Vec3d push, double h) {
  const auto& [soft, bodies, colliders, settings] = scene;
  if (!feelsHalf(soft, pair.point)) return;
  const int node = pair.point.point, body = pair.body;
  SpringNetwork& n = soft.springs[pair.point.object].network;
  const Vec3 arm =
      toFloat(n.positions[node]) - bodies.poses[body].position - bodies.states[body].deltaPosition;
  const double closing =
      -dot(n.velocities[node] - toDouble(bodies.velocityAt(body, arm)), push) * h;
  if (!(closing > 0)) return;
  const Vec3d change = (min(1.0, closing / lengthSquared(push)) / h) * push;
  pushNode(n, node, n.velocities[node] + change);
  if (bodies.isDynamic(body)) bodies.applyImpulse(body, toFloat(-n.masses[node] * change), arm);
}

/// The same between two points, of which `a` was pushed by `push` [m].
void balanceContact(SoftObjects& soft, const PointPointPair& pair, Vec3d push, double h) {
  if (!feelsHalf(soft, pair.a) && !feelsHalf(soft, pair.b)) return;
  const PointAccess access{soft, float(h)};
  const double wa = double(access.load(pair.a).inverseMass),
               wb = double(access.load(pair.b).inverseMass);
  const double apart = length(push);
  const double closing = -dot(access.velocity(pair.a) - access.velocity(pair.b), push) / apart;
  if (!(closing > 0)) return;
  const Vec3d impulse = (min(closing, apart / h) / ((wa + wb) * apart)) * push;
  access.addVelocity(pair.a, wa * impulse);
  access.addVelocity(pair.b, -wb * impulse);
}

/// Of particles of one cloth with one collider, whose body no push moves. False: one by one.
bool solvePairs(const PointScene& scene, const PointBodyPair* four, const Transform& pose,
                float h) {
  const auto& [soft, bodies, colliders, settings] = scene;
  const int first = soft.cloths[four->point.object].first;
  int32_t index[4];
  for (int k = 0; k < 4; ++k) index[k] = first + four[k].point.point;
  ContactPoints points;
  f32x4 unused;
  points.position = gather(soft.particles.positions.data(), index, points.inverseMass);
  points.previous = gather(soft.particles.previous.data(), index, unused);
  if (!solvePointsBody(bodies, four->body, colliders[four->collider].shape, pose, points,
                       four->radius, four->friction, h))
    return false;
  scatter(points.position, points.inverseMass, soft.particles.positions.data(), index);
  return true;
}

}  // namespace

void PointContacts::solve(const PointScene& scene, float h) const {
  const auto& [soft, bodies, colliders, settings] = scene;
  const PointAccess access{soft, h};
  for (const PointPointPair& pair : pointPairs_) {
    ContactPoint a = access.load(pair.a), b = access.load(pair.b);
    const Vec3 beforeA = a.position, beforeB = b.position;
    Vec3 slip;
    if (!solvePointPoint(a, b, pair.distance, pair.friction, slip)) continue;
    access.store(pair.a, beforeA, a.position);
    access.store(pair.b, beforeB, b.position);
    balanceContact(soft, pair, toDouble((a.position - beforeA) - (b.position - beforeB)),
                   double(h));
  }
  // Pairs stand by body: only what a push may have moved is asked for its pose again.
  int poseOfCollider = -1;
  Transform pose;
  const auto poseFor = [&](const PointBodyPair& pair) {
    if (pair.collider != poseOfCollider || bodies.isDynamic(pair.body))
      pose = colliderPose(colliders[pair.collider], bodies.poseNow(pair.body));
    poseOfCollider = pair.collider;
  };
  const size_t count = bodyPairs_.size();
  for (size_t at = 0; at < count;) {
    const PointBodyPair* pairs = &bodyPairs_[at];
    const bool four = at + 4 <= count && areAlike(pairs[0], pairs[3]) &&
                      pairs->point.kind == PointRef::Kind::Cloth &&
                      !soft.cloths[pairs->point.object].isStopped() &&
                      !bodies.isDynamic(pairs->body);
    const size_t end = at + (four ? 4 : 1);
    if (four) {
      poseFor(*pairs);
      if (solvePairs(scene, pairs, pose, h)) at = end;
    }
    for (; at < end; ++at) {
      const PointBodyPair& pair = bodyPairs_[at];
      const bool isNode = pair.point.kind == PointRef::Kind::Springs;
      if (isNode && inStep(soft.springs[pair.point.object])) continue;
      poseFor(pair);
      ContactPoint point = access.load(pair.point);
      const Vec3 before = point.position;
      const float recovery = isNode ? h * settings.maxPushSpeed : kUnbounded;
      if (!solvePointBody(bodies, pair.body, colliders[pair.collider].shape, pose, point,
                          pair.radius, recovery, pair.friction, h))
        continue;
      access.store(pair.point, before, point.position);
      if (isNode) balanceContact(scene, pair, toDouble(point.position - before), double(h));
    }
  }
}

}  // namespace holonom
