// Particles that lie on bodies which go where they were put: cloth that crosses goes with them.
#include "world/world.h"

namespace holonom {

void World::findLedParticles() {
  constexpr float kReach = 0.01f;  // of the radius: not quite on it, after pushes of others
  led_.assign(particles.positions.size(), false);
  for (const PointBodyPair& pair : pointBodyPairs_) {
    if (pair.point.kind != PointRef::Kind::Cloth || bodies.isDynamic(pair.body)) continue;
    const Transform pose =
        colliderPose(collision.colliders[pair.collider], bodies.poseNow(pair.body));
    const int i = cloths[pair.point.object].first + pair.point.point;
    const Vec3 local = inverseTransformPoint(pose, particles.positions[i].xyz());
    if (closestSurface(collision.colliders[pair.collider].shape, local).distance <
        (1 + kReach) * pair.radius)
      led_[i] = true;
  }
}

}  // namespace holonom
