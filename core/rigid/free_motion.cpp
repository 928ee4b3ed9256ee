#include "rigid/free_motion.h"

namespace holonom {

namespace {

/// At most 10⁵ m/s or rad/s; what is not a number becomes zero.
Vec3 capped(Vec3 v) {
  constexpr float kFastest = 1e5f;
  const float size2 = lengthSquared(v);
  if (size2 < kFastest * kFastest) return v;
  return std::isfinite(size2) ? (kFastest / std::sqrt(size2)) * v : Vec3{};
}

}  // namespace

void integrateVelocities(Bodies& bodies, const FreeMotion& motion, float h) {
  for (int i = 0; i < bodies.size(); ++i) {
    const BodyMass& m = bodies.masses[i];
    if (!bodies.moves(i)) continue;
    BodyState& s = bodies.states[i];
    s.linear += (h * m.inverseMass) * bodies.forces[i];
    s.angular += h * (bodies.inverseInertias[i] * bodies.torques[i]);
    // Implicit decay: never reverses the velocity, whatever the rate.
    s.linear = (1 / (1 + h * m.linearDamping)) * (s.linear + (h * m.gravityScale) * motion.gravity);
    s.angular = (1 / (1 + h * m.angularDamping)) * s.angular;
    // Past these speeds floats lose the motion of a step; nothing may run on to infinity.
    s.linear = capped(s.linear);
    s.angular = capped(s.angular);
    if (!m.asymmetric) continue;
    const Quat q = s.deltaRotation * bodies.poses[i].rotation;
    // Inertia turns with the body: one of the step's start would spin up a top that precesses.
    bodies.inverseInertias[i] = rotateDiagonal(q, m.inverseInertia);
    const Vec3 w = inverseRotate(q, s.angular);
    const Vec3 kick = 0.5f * (gyroscopicStep(motion.gyroscopic, m.inertia, w, h) - w);
    s.angular += rotate(q, kick);
    bodies.gyroscopicHalves[i] = {kick, s.angular};
  }
}

void integratePositions(Bodies& bodies, const FreeMotion& motion, float h) {
  for (int i = 0; i < bodies.size(); ++i) {
    if (!bodies.isAwake(i)) continue;
    BodyState& s = bodies.states[i];
    const BodyMass& m = bodies.masses[i];
    const Quat before = s.deltaRotation * bodies.poses[i].rotation;
    s.deltaPosition += h * s.linear;
    s.deltaRotation = integrateRotation(s.deltaRotation, h * s.angular);
    if (!m.asymmetric) continue;
    const Quat after = s.deltaRotation * bodies.poses[i].rotation;
    const Bodies::GyroscopicHalf& half = bodies.gyroscopicHalves[i];
    if (motion.gyroscopic != Gyroscopic::Midpoint || s.angular == half.angular) {
      s.angular += rotate(after, half.kick);
      continue;
    }
    // Impulses acted in between. The rest of the change is what keeps L = R I w: the turn
    // (2 / (1 + k²)) k × (k × L − L) of L in body axes, k being half the angle.
    const Vec3 mean = inverseRotate(before, s.angular), w = mean - half.kick;
    const Vec3 k = (0.5f * h) * mean;
    const Vec3 l{m.inertia.x * w.x, m.inertia.y * w.y, m.inertia.z * w.z};
    const Vec3 turn = (2 / (1 + lengthSquared(k))) * cross(k, cross(k, l) - l);
    const Vec3 change{m.inverseInertia.x * turn.x, m.inverseInertia.y * turn.y,
                      m.inverseInertia.z * turn.z};
    s.angular += rotate(after, change - half.kick);
  }
}

}  // namespace holonom
