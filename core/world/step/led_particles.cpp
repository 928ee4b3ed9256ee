// Particles that lie on bodies which go where they were put: cloth that crosses goes with them.
#include "world/step/point_contacts.h"

namespace holonom {

const std::vector<uint8_t>& PointContacts::findLed(const PointScene& scene) {
  const auto& [soft, bodies, colliders, settings] = scene;
  constexpr float kReach = 0.01f;  // of the radius: not quite on it, after pushes of others
  led_.assign(soft.particles.positions.size(), false);
  for (const PointBodyPair& pair : bodyPairs_) {
    if (pair.point.kind != PointRef::Kind::Cloth || bodies.isDynamic(pair.body)) continue;
    const Transform pose = colliderPose(colliders[pair.collider], bodies.poseNow(pair.body));
    const int i = soft.cloths[pair.point.object].first + pair.point.point;
    const Vec3 local = inverseTransformPoint(pose, soft.particles.positions[i].xyz());
    if (closestSurface(colliders[pair.collider].shape, local).distance < (1 + kReach) * pair.radius)
      led_[i] = true;
  }
  return led_;
}

}  // namespace holonom
