// Spring nodes that press on dynamic bodies. A stiff network's force must reach the body in full, so a
// pressing node carries the body's mass along the contact normal through the integrator, and hands on
// the impulse that this mass took up. Overlap itself is resolved with the other points afterwards.
#include <algorithm>

#include "solvers/point_contact.h"
#include "world/world.h"

namespace holonom {

namespace {

/// Nodes this near to the surface count as touching [m].
constexpr float kTouch = 1e-3f;

Sym3d outer(Vec3 n, double s) {
  const Vec3d v = toDouble(n);
  return {s * v.x * v.x, s * v.y * v.y, s * v.z * v.z, s * v.x * v.y, s * v.x * v.z, s * v.y * v.z};
}

}  // namespace

void World::pressNodes() {
  nodePresses_.clear();
  int forcesOf = -1;
  for (const PointBodyPair& pair : pointBodyPairs_) {
    if (pair.point.kind != PointRef::Kind::Springs || !bodies.isDynamic(pair.body)) continue;
    SpringNetwork& n = springObjects[pair.point.object].network;
    const int node = pair.point.point;
    if (n.inverseMasses[node] == 0) continue;
    const Transform pose = bodies.poseNow(pair.body);
    const Vec3 p = toFloat(n.positions[node]);
    const SurfacePoint surface =
        closestSurface(bodies.defs[pair.body].shape, inverseTransformPoint(pose, p));
    if (surface.distance > pair.radius + kTouch) continue;
    if (forcesOf != pair.point.object) {
      computeForces(n, toDouble(settings.gravity));
      forcesOf = pair.point.object;
    }
    const Vec3 normal = rotate(pose.rotation, surface.normal);
    const Vec3 arm = p - surface.distance * normal - pose.position;
    const Vec3 relative = toFloat(n.velocities[node]) - bodies.velocityAt(pair.body, arm);
    const Vec3 weight = float(n.masses[node]) * settings.gravity;
    // Released when the springs pull it off, or when it is leaving.
    if (dot(toFloat(n.force[node]) - weight, normal) >= 0) continue;
    if (dot(relative, normal) > kTouch) continue;
    const bool tied = std::any_of(n.welds.begin(), n.welds.end(),
                                  [&](const Weld& w) { return w.node == node; });
    if (tied) continue;
    nodePresses_.push_back({pair, normal, arm, static_cast<int>(n.welds.size())});
    n.welds.push_back({node, {}, {}});
  }
  if (nodePresses_.empty()) return;
  pressesOfBody_.assign(static_cast<size_t>(bodies.size()), 0);
  for (const NodePress& press : nodePresses_) ++pressesOfBody_[press.pair.body];
  for (NodePress& press : nodePresses_) {
    SpringNetwork& n = springObjects[press.pair.point.object].network;
    const int node = press.pair.point.point, body = press.pair.body;
    const float w = bodies.inverseMassAlong(body, press.arm, press.normal);
    // An inelastic meeting first: both then move as one along the normal.
    const Vec3 relative = toFloat(n.velocities[node]) - bodies.velocityAt(body, press.arm);
    const float wn = float(n.inverseMasses[node]);
    const float meet = max(0.0f, -dot(relative, press.normal)) / (w + wn);
    n.velocities[node] += toDouble((wn * meet) * press.normal);
    bodies.applyImpulse(body, -meet * press.normal, press.arm);
    press.impulse = meet;
    // Nodes on one body share its mass, so that together they can't overreact.
    n.welds[press.weld].mass = outer(press.normal, 1 / (double(w) * pressesOfBody_[body]));
  }
}

void World::returnNodePresses(float h) {
  for (NodePress& press : nodePresses_) {
    SpringNetwork& n = springObjects[press.pair.point.object].network;
    const int node = press.pair.point.point, body = press.pair.body;
    const Vec3 impulse = toFloat(n.welds[press.weld].impulse);
    bodies.applyImpulse(body, impulse, press.arm);
    press.impulse = max(0.0f, press.impulse - dot(impulse, press.normal));

    const Vec3 relative = toFloat(n.velocities[node]) - bodies.velocityAt(body, press.arm);
    const Vec3 slip = relative - dot(relative, press.normal) * press.normal;
    const float size = length(slip);
    if (!(size > 0)) continue;
    const Vec3 direction = (1 / size) * slip;
    const float wn = float(n.inverseMasses[node]);
    const float w = wn + bodies.inverseMassAlong(body, press.arm, direction);
    const float rub = min(size / w, press.pair.friction * press.impulse);
    const Vec3d change = toDouble((-wn * rub) * direction);
    n.velocities[node] += change;
    n.positions[node] += double(h) * change;
    bodies.applyImpulse(body, rub * direction, press.arm);
  }
}

}  // namespace holonom
