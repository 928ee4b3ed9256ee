// What a step does to bodies; how they are made and described is in bodies.cpp.
#include <algorithm>

#include "math/simd.h"
#include "rigid/bodies.h"

namespace holonom {

namespace {

/// Stopped in the step that is under way.
constexpr int64_t kStopping = -1;

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

void Bodies::setRotationNow(int i, const Quat& rotation) {
  states[i].deltaRotation = normalize(rotation * conjugate(poses[i].rotation));
}

Sym3 Bodies::inverseInertiaAt(int i, Quat rotation) const {
  const BodyMass& m = masses[i];
  return m.angularLocks() == 0 ? rotateDiagonal(rotation, m.inverseInertia)
                               : lockedInverseInertia(i, rotation);
}

Vec3 Bodies::accelerationOf(int i, Vec3 gravity) const {
  return freeLinear(i, masses[i].gravityScale * gravity + masses[i].inverseMass * forces[i]);
}

void Bodies::applyImpulse(int i, Vec3 impulse, Vec3 arm) {
  states[i].linear += freeLinear(i, masses[i].inverseMass * impulse);
  states[i].angular += inverseInertia(i) * cross(arm, impulse);
}

void Bodies::applyPositionalImpulse(int i, Vec3 impulse, Vec3 arm, float h) {
  const Vec3 linear = freeLinear(i, masses[i].inverseMass * impulse);
  const Vec3 angular = inverseInertia(i) * cross(arm, impulse);
  BodyState& s = states[i];
  s.linear += linear;
  s.angular += angular;
  s.deltaPosition += h * linear;
  s.deltaRotation = integrateRotation(s.deltaRotation, h * angular);
}

Sym3d Bodies::inertiaNow(int i) const {
  const Sym3 m = rotateDiagonal(poseNow(i).rotation, masses[i].inertia);
  return {m.xx, m.yy, m.zz, m.xy, m.xz, m.yz};
}

Sym3 Bodies::pointInverseMass(int i, Vec3 arm) const {
  const float w = masses[i].inverseMass;
  const Sym3 turning = crossSandwich(arm, inverseInertia(i));
  if (masses[i].locks == 0) return diagonal(w) + turning;
  // Along locked axes a little, so that its inverse exists.
  const Vec3 free = freeLinear(i, Vec3{w, w, w});
  return Sym3{free.x, free.y, free.z, 0, 0, 0} + diagonal(1e-6f * w) + turning;
}

float Bodies::inverseMassAlong(int i, Vec3 arm, Vec3 direction) const {
  const Vec3 c = cross(arm, direction);
  const float turning = dot(c, inverseInertia(i) * c);
  if (masses[i].locks == 0) return masses[i].inverseMass + turning;
  if (isHeldAlong(i, direction, c)) return 0;
  return masses[i].inverseMass * lengthSquared(freeLinear(i, direction)) + turning;
}

void Bodies::beginStep() {
  states.back() = {};
  startVelocities.resize(size_t(size()));
  for (const int i : active()) startVelocities[i] = {states[i].linear, states[i].angular};
  for (const int i : active())
    if (moves(i)) setInverseInertia(i, inverseInertiaAt(i, poses[i].rotation));
}

std::pair<Transform, Transform> Bodies::foldedPose(int i) const {
  if (masses[i].locks != 0) return lockedPose(i);
  Transform pose = poseNow(i);
  pose.rotation = normalize(pose.rotation);
  const Transform* frame = ownFrame(i);
  if (!frame) return {pose, pose};
  const Transform origin = pose * inverse(*frame);
  return {origin * *frame, origin};
}

Bodies::Velocities Bodies::meanAcceleration(int i) const {
  return isActive(i) && i < static_cast<int>(accelerations.size()) ? accelerations[i]
                                                                   : Velocities{};
}

Bodies::Velocities Bodies::velocityChange(int i) const {
  if (types[i] != BodyType::Kinematic || i >= static_cast<int>(lastVelocities.size())) return {};
  return {states[i].linear - lastVelocities[i].linear,
          states[i].angular - lastVelocities[i].angular};
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

void Bodies::stop(int i) {
  if (i >= static_cast<int>(stops.size())) stops.resize(static_cast<size_t>(i) + 1);
  stops[i] = kStopping;
  states[i] = {};
  setInverseInertia(i, {});
  if (i < static_cast<int>(momenta.size())) momenta[i] = {};
  setAwake(i, false);
  stillTimes[i] = 0;
  islands[i] = ids.idAt(i).bits;
  lags[i] = 0;
}

namespace {

bool isNotFinite(const BodyState& s) {
  const f32x4* rows = reinterpret_cast<const f32x4*>(&s);
  const f32x4 zero = splat(0);
  return any((zero * rows[0] + zero * rows[1]) + (zero * rows[2] + zero * rows[3]) != zero);
}

}  // namespace

bool Bodies::stopUnsound() {
  // What was stopped before may go on throwing infinite impulses at what stands.
  const auto isUnsound = [&](int i) { return isNotFinite(states[i]); };
  if (stops.empty() && !std::ranges::any_of(active(), isUnsound)) return false;
  bool found = false;
  // With that of nobody, which infinite impulses reach too.
  for (int i = 0; i <= size(); ++i) {
    if (!isUnsound(i)) continue;
    if (i == nobody() || !isAwake(i) || types[i] == BodyType::Static) {
      states[i].rest();
      continue;
    }
    stop(i);
    found = true;
  }
  return found;
}

void Bodies::finishStep(int64_t step, double seconds) {
  accelerations.resize(size_t(size()));
  const float perSecond = seconds > 0 ? float(1 / seconds) : 0;
  for (size_t i = 0; i < stops.size(); ++i) {
    if (stops[i] == 0) continue;
    // Whatever joints threw at it.
    states[i].rest();
    if (stops[i] != kStopping) continue;
    stops[i] = step;
    forces[i] = torques[i] = {};
  }
  bool stopped = false;
  for (const int i : active()) {
    BodyState& s = states[i];
    forces[i] = torques[i] = {};
    const auto [pose, origin] = foldedPose(i);
    s.linear = freeLinear(i, capped(s.linear));
    s.angular = freeAngular(i, capped(s.angular));
    s.deltaPosition = {};
    s.deltaRotation = {};
    if (types[i] == BodyType::Kinematic) {
      startVelocities[i] = {s.linear - velocityChange(i).linear,
                            s.angular - velocityChange(i).angular};
      // Bodies that are new move as they were made.
      for (int k = static_cast<int>(lastVelocities.size()); k < size(); ++k)
        lastVelocities.push_back({states[k].linear, states[k].angular});
      lastVelocities[i] = {s.linear, s.angular};
    }
    accelerations[i] = {perSecond * (s.linear - startVelocities[i].linear),
                        perSecond * (s.angular - startVelocities[i].angular)};
    if (mayStandAt(origin) && isFinite(s.linear) && isFinite(s.angular)) {
      setPose(i, pose, origin);
    } else {
      stop(i);
      stops[i] = step;
      stopped = true;
    }
  }
  // It may have thrown infinite impulses at what stands.
  for (int i = 0; stopped && i < size(); ++i)
    if (isNotFinite(states[i])) states[i].rest();
}

}  // namespace holonom
