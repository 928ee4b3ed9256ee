// Contacts with bodies of networks whose integrator solves them along with the springs.
#include "springs/contacts.h"
#include "world/step/point_contacts.h"

namespace holonom {

void PointContacts::touchNodes(const PointScene& scene, double h) {
  const auto& [soft, bodies, colliders, settings] = scene;
  nodePlaces_.clear();
  for (SpringObject& o : soft.springs) {
    o.network.contacts.clear();
    o.network.sharing.resize(bodies.size());
  }
  for (const PointBodyPair& pair : bodyPairs_) {
    if (pair.point.kind != PointRef::Kind::Springs) continue;
    SpringObject& o = soft.springs[pair.point.object];
    SpringNetwork& n = o.network;
    const int node = pair.point.point, body = pair.body;
    if (o.stopped || n.inverseMasses[node] == 0 || !solvesContacts(o.def)) continue;
    const Collider& collider = colliders[pair.collider];
    const Transform pose = colliderPose(collider, bodies.poseNow(body));
    const Vec3 x = toFloat(n.positions[node]);
    const SurfacePoint surface = closestSurface(collider.shape, inverseTransformPoint(pose, x));
    const Vec3 normal = rotate(pose.rotation, surface.normal);
    const Vec3 center = bodies.poses[body].position + bodies.states[body].deltaPosition;
    const Vec3 arm = x - surface.distance * normal - center;
    NodeContact contact;
    contact.node = node, contact.body = body;
    contact.normal = toDouble(normal);
    contact.velocity = toDouble(bodies.velocityAt(body, arm));
    contact.least =
        min(double(settings.maxPushSpeed), (double(pair.radius) - double(surface.distance)) / h);
    contact.friction = double(pair.friction.sliding);
    if (bodies.isDynamic(body)) {
      const Sym3 k = bodies.pointInverseMass(body, arm);
      contact.inverseMass = {k.xx, k.yy, k.zz, k.xy, k.xz, k.yz};
      contact.velocity += toDouble(bodies.freeLinear(
          body, (float(h) * bodies.masses[body].gravityScale) * settings.gravity));  // comes after
    }
    nodePlaces_.push_back({pair.point.object, int(n.contacts.size()), arm});
    n.contacts.push_back(contact);
  }
}

void PointContacts::returnImpulses(const PointScene& scene) const {
  const auto& [soft, bodies, colliders, settings] = scene;
  for (const NodePlace& place : nodePlaces_) {
    const NodeContact& c = soft.springs[place.object].network.contacts[place.contact];
    if (bodies.isDynamic(c.body) && c.impulse != Vec3d{})
      bodies.applyImpulse(c.body, toFloat(-c.impulse), place.arm);
  }
}

}  // namespace holonom
