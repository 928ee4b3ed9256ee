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

MomentumState rk4Rate(const MomentumBody& b) {
  return {b.velocity, rotationRate(b.now.rotation, b.spin), b.force, b.torque};
}

}  // namespace

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

void beginRk4(MomentumBody& b) {
  b.now = b.start;
  b.rate = {{}, {0, 0, 0, 0}, {}, {}};
  deriveVelocities(b);
}

void addRk4Rate(MomentumBody& b, double weight) { b.rate = plus(b.rate, weight, rk4Rate(b)); }

void moveRk4(MomentumBody& b, double h, bool last) {
  b.now = plus(b.start, h, last ? b.rate : rk4Rate(b));
  // Only a unit quaternion turns L into body axes and back.
  b.now.rotation = normalize(b.now.rotation);
  deriveVelocities(b);
}

}  // namespace holonom
