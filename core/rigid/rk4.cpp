#include "rigid/rk4.h"

#include "math/kinematics.h"
#include "rigid/bodies.h"

namespace holonom {

namespace {

Quatd plus(const Quatd& a, double s, const Quatd& b) {
  return {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z, a.w + s * b.w};
}

MomentumState plus(const MomentumState& a, double s, const MomentumState& b) {
  return {a.position + s * b.position, plus(a.rotation, s, b.rotation), a.momentum + s * b.momentum,
          a.angularMomentum + s * b.angularMomentum};
}

MomentumState rateOf(const MomentumBody& b) {
  return {b.velocity, rotationRate(b.now.rotation, b.spin), b.force, b.torque};
}

}  // namespace

Vec3d timesInertia(const Quatd& q, Vec3d inertia, Vec3d v) {
  const Vec3d w = rotate(conjugate(q), v);
  return rotate(q, Vec3d{inertia.x * w.x, inertia.y * w.y, inertia.z * w.z});
}

Vec3d spinOf(const MomentumBody& b, const Quatd& q, Vec3d angularMomentum) {
  if (b.angularLocks != 0)
    return freeInverseInertia(q, b.inertia, b.angularLocks) * angularMomentum;
  const Vec3d l = rotate(conjugate(q), angularMomentum), w = b.inverseInertia;
  return rotate(q, Vec3d{w.x * l.x, w.y * l.y, w.z * l.z});
}

void deriveVelocities(MomentumBody& b) {
  if (b.inverseMass == 0) return;
  b.velocity = b.inverseMass * b.now.momentum;
  b.spin = spinOf(b, b.now.rotation, b.now.angularMomentum);
}

void beginStages(MomentumBody& b) {
  b.now = b.start;
  b.rate = {{}, {0, 0, 0, 0}, {}, {}};
  deriveVelocities(b);
}

void addRate(MomentumBody& b, double weight) { b.rate = plus(b.rate, weight, rateOf(b)); }

void moveStage(MomentumBody& b, double h, bool last) {
  b.now = plus(b.start, h, last ? b.rate : rateOf(b));
  // Only a unit quaternion turns L into body axes and back.
  b.now.rotation = normalize(b.now.rotation);
  deriveVelocities(b);
}

void moveExplicitly(MomentumBody& b, double h) {
  const Quatd& q = b.start.rotation;
  // Not the stored L: what it has about locked axes is of no pose.
  const Vec3d momentum = timesInertia(q, b.inertia, b.spin);
  const Vec3d spin = b.spin + h * spinOf(b, q, b.torque - cross(b.spin, momentum));
  moveStage(b, h, false);
  b.now.angularMomentum = timesInertia(b.now.rotation, b.inertia, spin);
  b.spin = spin;
}

}  // namespace holonom
