// Bodies with locked axes, one by one: few worlds have them.
#include <bit>
#include <cmath>
#include <cstddef>

#include "rigid/symplectic_euler.h"

namespace holonom {

namespace {

template <class V>
V masked(V v, int bits) {
  if (bits & 1) v.x = 0;
  if (bits & 2) v.y = 0;
  if (bits & 4) v.z = 0;
  return v;
}

}  // namespace

void Bodies::setPlanar(bool planar) {
  if (planar_ == planar) return;
  planar_ = planar;
  for (int i = 0; i < size(); ++i) {
    masses[i].locks = locksFor(defs[i]);
    if (isStopped(i)) continue;
    BodyState& s = states[i];
    s.linear = freeLinear(i, s.linear), s.angular = freeAngular(i, s.angular);
    setInverseInertia(i, inverseInertiaAt(i, poses[i].rotation));
    if (i < static_cast<int>(momenta.size())) momenta[i] = {};
    if (isDynamic(i)) setAwake(i, true);
    stillTimes[i] = 0;
  }
}

Vec3 maskAxes(Vec3 v, int bits) { return masked(v, bits); }
Vec3d maskAxes(Vec3d v, int bits) { return masked(v, bits); }

bool Bodies::isHeldAlong(int i, Vec3 linear, Vec3 angular) const {
  constexpr float kLeastFree = 1e-3f;
  if (i == nobody() || !isDynamic(i)) return true;
  const BodyMass& m = masses[i];
  const float free = m.inverseMass * lengthSquared(freeLinear(i, linear)) +
                     dot(angular, inverseInertia(i) * angular);
  const Sym3 unlocked = rotateDiagonal(poses[i].rotation, m.inverseInertia);
  return free <=
         kLeastFree * (m.inverseMass * lengthSquared(linear) + dot(angular, unlocked * angular));
}

bool Bodies::isHeld(int a, int b, Vec3 armA, Vec3 armB, Vec3 normal) const {
  return isHeldAlong(a, normal, cross(armA, normal)) && isHeldAlong(b, normal, cross(armB, normal));
}

Sym3d freeInverseInertia(const Quatd& rotation, Vec3d inertia, int locks) {
  Sym3d m = rotateDiagonal(toMatrix(rotation), inertia);
  // A locked axis is cut off from the others with a moment of its own, which is then left out.
  const double size = inertia.x + inertia.y + inertia.z;
  if (locks & 1) m.xx = size, m.xy = m.xz = 0;
  if (locks & 2) m.yy = size, m.xy = m.yz = 0;
  if (locks & 4) m.zz = size, m.xz = m.yz = 0;
  m = inverse(m);
  if (locks & 1) m.xx = 0;
  if (locks & 2) m.yy = 0;
  if (locks & 4) m.zz = 0;
  return m;
}

Sym3 Bodies::lockedInverseInertia(int i, Quat rotation) const {
  const BodyMass& m = masses[i];
  const Sym3d w = freeInverseInertia(toDouble(rotation), toDouble(m.inertia), m.angularLocks());
  return {float(w.xx), float(w.yy), float(w.zz), float(w.xy), float(w.xz), float(w.yz)};
}

Vec3 Bodies::spinAfter(int i, Quat before, Quat after, Vec3 spin, bool keepsEnergy) const {
  const Vec3 own = inverseRotate(before, spin), inertia = masses[i].inertia;
  const Vec3 momentum = rotate(before, {inertia.x * own.x, inertia.y * own.y, inertia.z * own.z});
  const float energy = dot(spin, momentum);
  const Vec3 turned = inverseInertiaAt(i, after) * momentum;
  const float now = dot(turned, momentum);
  return keepsEnergy && now > 0 ? std::sqrt(energy / now) * turned : turned;
}

/// The center keeps the bits of its locked coordinates where it is the body's origin, else all but
/// their last.
std::pair<Transform, Transform> Bodies::lockedPose(int i) const {
  Quat turn = states[i].deltaRotation;
  const Vec3 center = poses[i].position + freeLinear(i, states[i].deltaPosition);
  Transform origin = bodyPose(i);
  // About a single axis, all others are rounding.
  const int locks = masses[i].angularLocks();
  if (std::popcount(unsigned(locks)) > 1) {
    const Vec3 about = freeAngular(i, {turn.x, turn.y, turn.z});
    turn = {about.x, about.y, about.z, turn.w};
  }
  if (locks != 7) origin.rotation = normalize(turn * origin.rotation);
  const Transform* frame = ownFrame(i);
  if (!frame) return {{center, origin.rotation}, {center, origin.rotation}};
  origin.position = center - rotate(origin.rotation, frame->position);
  // As a saved scene would be read: to rounding.
  return {origin * *frame, origin};
}

/// The parts along axes, each a row of four lanes.
static_assert(offsetof(MotionLanes, angular) == sizeof(Vec3x4));

void pushLocked(const Bodies& bodies, const MotionBlock& b, MotionLanes& v, float h) {
  float* const lanes = reinterpret_cast<float*>(&v.angular);
  for (int k = 0; k < 4; ++k) {
    const int i = b.bodies[k];
    if (i == bodies.nobody() || bodies.masses[i].angularLocks() == 0) continue;
    const Vec3 change = h * (bodies.inverseInertia(i) * bodies.torques[i]);
    for (int axis = 0; axis < 3; ++axis) lanes[4 * axis + k] += at(change, axis);
  }
}

void keepLocks(const Bodies& bodies, const MotionBlock& b, MotionLanes& v) {
  float* const lanes = reinterpret_cast<float*>(&v.linear);
  for (int k = 0; k < 4; ++k)
    for (int axis = 0; axis < 6 && b.bodies[k] != bodies.nobody(); ++axis)
      if (bodies.masses[b.bodies[k]].locks >> axis & 1) lanes[4 * axis + k] = 0;
}

void turnLocked(Bodies& bodies, const MotionBlock& b, const QuatT<f32x4>& turned,
                Gyroscopic method) {
  for (int k = 0; k < 4; ++k) {
    const int i = b.bodies[k];
    if (i == bodies.nobody() || !bodies.masses[i].asymmetric ||
        bodies.masses[i].angularLocks() == 0)
      continue;
    const Quat delta{turned.x[k], turned.y[k], turned.z[k], turned.w[k]};
    const Quat before = delta * bodies.poses[i].rotation, after = bodies.poseNow(i).rotation;
    BodyState& s = bodies.states[i];
    if (method != Gyroscopic::Off && s.angular != Vec3{})
      s.angular = bodies.spinAfter(i, before, after, s.angular, true);
    bodies.setInverseInertia(i, bodies.inverseInertiaAt(i, after));
  }
}

}  // namespace holonom
