// What a step does to bodies; how they are made and described is in bodies.cpp.
#include "rigid/bodies.h"

namespace holonom {

namespace {

/// Whether a description may say this pose.
bool mayStandAt(const Transform& pose) {
  const float most = float(kLargest);
  const Vec3 p = abs(pose.position);
  return p.x <= most && p.y <= most && p.z <= most && abs(lengthSquared(pose.rotation) - 1) < 1e-3f;
}

}  // namespace

void Bodies::setPose(int i, const Transform& pose, const Transform& origin) {
  poses[i] = pose;
  if (ownFrame(i)) ownAxes[i].origin = origin;
}

Transform Bodies::poseNow(int i) const {
  return {poses[i].position + states[i].deltaPosition, states[i].deltaRotation * poses[i].rotation};
}

void Bodies::applyImpulse(int i, Vec3 impulse, Vec3 arm) {
  states[i].linear += masses[i].inverseMass * impulse;
  states[i].angular += inverseInertia(i) * cross(arm, impulse);
}

void Bodies::applyPositionalImpulse(int i, Vec3 impulse, Vec3 arm, float h) {
  const Vec3 linear = masses[i].inverseMass * impulse;
  const Vec3 angular = inverseInertia(i) * cross(arm, impulse);
  BodyState& s = states[i];
  s.linear += linear;
  s.angular += angular;
  s.deltaPosition += h * linear;
  s.deltaRotation = integrateRotation(s.deltaRotation, h * angular);
}

Sym3 Bodies::pointInverseMass(int i, Vec3 arm) const {
  return diagonal(masses[i].inverseMass) + crossSandwich(arm, inverseInertia(i));
}

float Bodies::inverseMassAlong(int i, Vec3 arm, Vec3 direction) const {
  const Vec3 c = cross(arm, direction);
  return masses[i].inverseMass + dot(c, inverseInertia(i) * c);
}

void Bodies::beginStep() {
  states.back() = {};
  for (int i = 0; i < size(); ++i)
    if (moves(i)) setInverseInertia(i, rotateDiagonal(poses[i].rotation, masses[i].inverseInertia));
}

std::pair<Transform, Transform> Bodies::foldedPose(int i) const {
  Transform pose = poseNow(i);
  pose.rotation = normalize(pose.rotation);
  const Transform* frame = ownFrame(i);
  if (!frame) return {pose, pose};
  const Transform origin = pose * inverse(*frame);
  return {origin * *frame, origin};
}

Bodies::Shown Bodies::show(int i) {
  BodyState& s = states[i];
  const Shown shown{i, poses[i], bodyPose(i), s.deltaPosition, s.deltaRotation};
  const auto [pose, origin] = foldedPose(i);
  setPose(i, pose, origin);
  s.deltaPosition = {};
  s.deltaRotation = {};
  return shown;
}

void Bodies::hide(const Shown& shown) {
  setPose(shown.body, shown.pose, shown.origin);
  states[shown.body].deltaPosition = shown.deltaPosition;
  states[shown.body].deltaRotation = shown.deltaRotation;
}

void Bodies::finishStep() {
  for (int i = 0; i < size(); ++i) {
    BodyState& s = states[i];
    if (!isAwake(i) || types[i] == BodyType::Static) {
      // Whatever was thrown at it; what rests has no velocity.
      s.rest();
      continue;
    }
    forces[i] = torques[i] = {};
    const auto [pose, origin] = foldedPose(i);
    s.linear = capped(s.linear);
    s.angular = capped(s.angular);
    s.deltaPosition = {};
    s.deltaRotation = {};
    if (mayStandAt(origin)) {
      setPose(i, pose, origin);
    } else {
      s.linear = s.angular = {};
    }
  }
}

}  // namespace holonom
