// Runge-Kutta and explicit Euler for bodies between impulses: chosen for their accuracy and to
// compare with, compiled for size.
#include "rigid/free_motion.h"

namespace holonom {

namespace {

MomentumBody momentumBody(const Bodies& bodies, int i) {
  const BodyMass& m = bodies.masses[i];
  const BodyState& s = bodies.states[i];
  const Transform pose = bodies.poseNow(i);
  MomentumBody out;
  out.start.position = toDouble(pose.position);
  out.start.rotation = toDouble(pose.rotation);
  if (!bodies.moves(i)) {
    if (bodies.isAwake(i)) out.velocity = toDouble(s.linear), out.spin = toDouble(s.angular);
    return out;
  }
  out.inverseMass = 1 / double(m.mass);
  out.inertia = toDouble(m.inertia);
  out.inverseInertia = {1 / out.inertia.x, 1 / out.inertia.y, 1 / out.inertia.z};
  out.linearLocks = m.linearLocks(), out.angularLocks = m.angularLocks();
  const Bodies::Momenta& known = bodies.momenta[i];
  out.start.momentum =
      s.linear == known.velocity ? known.linear : double(m.mass) * toDouble(s.linear);
  out.start.angularMomentum =
      s.angular == known.spin ? known.angular
                              : timesInertia(out.start.rotation, out.inertia, toDouble(s.angular));
  return out;
}

}  // namespace

void advanceMomenta(Bodies& bodies, FreeMotion& motion, float h) {
  motion.moving.clear();
  bodies.momenta.resize(static_cast<size_t>(bodies.size()));
  for (int i = 0; i < bodies.size(); ++i) motion.moving.push_back(momentumBody(bodies, i));
  const bool isExplicit = motion.integrator == RigidIntegrator::ExplicitEuler;
  // Runge-Kutta is unstable beyond 2.8 / h; explicit Euler turns a motion round beyond 1 / h.
  const double fastestDecay = (isExplicit ? 1 : 2) / double(h);
  const auto computeForces = [&](std::vector<MomentumBody>& moving) {
    for (int i = 0; i < bodies.size(); ++i) {
      const BodyMass& m = bodies.masses[i];
      MomentumBody& b = moving[i];
      if (b.inverseMass == 0) continue;
      const double damping = min(double(m.linearDamping), fastestDecay);
      const double spinDamping = min(double(m.angularDamping), fastestDecay);
      b.force = toDouble(bodies.forces[i]) +
                double(m.mass) * m.gravityScale * toDouble(motion.gravity) -
                damping * b.now.momentum;
      b.torque = toDouble(bodies.torques[i]) - spinDamping * b.now.angularMomentum;
      b.decay = fastestDecay - damping, b.spinDecay = fastestDecay - spinDamping;
    }
    addForces(moving, bodies, motion.forces, motion.wind);
    for (MomentumBody& b : moving) b.force = withoutAxes(b.force, b.linearLocks);
  };
  if (isExplicit)
    explicitEulerStep(motion.moving, double(h), computeForces);
  else
    rk4Step(motion.moving, double(h), computeForces);
  for (int i = 0; i < bodies.size(); ++i) {
    if (!bodies.moves(i)) continue;
    MomentumBody& b = motion.moving[i];
    BodyState& s = bodies.states[i];
    const Vec3 linear = toFloat(b.velocity), angular = toFloat(b.spin);
    if (!isFinite(linear) || !isFinite(angular)) {
      bodies.stop(i);
      continue;
    }
    s.linear = capped(linear);
    s.angular = capped(angular);
    // A body that ran away stays where it was.
    if (s.linear != linear || s.angular != angular) {
      b.now.position = b.start.position, b.now.rotation = b.start.rotation;
      b.now.momentum = (1 / b.inverseMass) * toDouble(s.linear);
      b.now.angularMomentum = timesInertia(b.now.rotation, b.inertia, toDouble(s.angular));
    }
    bodies.momenta[i] = {b.now.momentum, b.now.angularMomentum, s.linear, s.angular};
  }
}

namespace {

/// The way of a center over h [s] by Runge-Kutta, then by impulses.
Vec3 rk4Way(const MomentumBody& b, Vec3 free, Vec3 now, float h) {
  // h v and what the acceleration takes off it, −½ a h². Impulses that hold the body against its
  // acceleration take that back: what rests does not move.
  const Vec3 curve = toFloat(b.now.position - b.start.position) - h * free;
  const float size2 = lengthSquared(curve);
  const float held = size2 > 0 ? 0.5f * h * dot(now - free, curve) / size2 : 0;
  return h * now + (1 - min(max(held, 0.0f), 1.0f)) * curve;
}

/// How long an impulse moves a body in an explicit substep of h [s]. The acceleration of the
/// substep, which changed the velocity by `free`, did not move the body: so neither does an impulse
/// of the share 1 that undoes it, while a small one moves it for h. Around 1 the cubic in the share
/// has the slope that the motion has under symplectic Euler, on which soft contacts rely: their
/// impulses undo nearly all, and the time is then a little below zero.
float explicitTime(Vec3 impulse, Vec3 free, float h) {
  const float size2 = lengthSquared(impulse), against = -dot(impulse, free);
  if (!(size2 > 0 && against > 0)) return h;
  const float share = size2 / against;
  return h - h * (share < 1 ? share * (3 - 2 * share) : against / size2);
}

}  // namespace

/// The motion of the step, and what impulses since have added to it.
void moveByMomenta(Bodies& bodies, const MomentumBody& b, int i, float h,
                   RigidIntegrator integrator) {
  const bool isExplicit = integrator == RigidIntegrator::ExplicitEuler;
  BodyState& s = bodies.states[i];
  Bodies::Momenta& m = bodies.momenta[i];
  const Vec3 impulse = s.linear - m.velocity;
  if (isExplicit) {
    const Vec3 free = m.velocity - toFloat(b.inverseMass * b.start.momentum);
    s.deltaPosition +=
        toFloat(b.now.position - b.start.position) + explicitTime(impulse, free, h) * impulse;
  } else {
    s.deltaPosition += rk4Way(b, m.velocity, s.linear, h);
  }
  s.deltaRotation =
      normalize(toFloat(b.now.rotation * conjugate(b.start.rotation)) * s.deltaRotation);
  m.linear += (1 / b.inverseMass) * toDouble(impulse);
  m.velocity = s.linear;
  if (s.angular != m.spin) {
    const Vec3 change = s.angular - m.spin;
    float time = h;
    if (isExplicit) {
      const Vec3d start = spinOf(b, b.start.rotation, b.start.angularMomentum);
      time = explicitTime(change, m.spin - toFloat(start), h);
    }
    s.deltaRotation = integrateRotation(s.deltaRotation, time * change);
    // The impulses acted at the start's pose.
    m.angular += timesInertia(b.start.rotation, b.inertia, toDouble(change));
  }
  const Quat turned = bodies.poseNow(i).rotation;
  if (bodies.masses[i].asymmetric) bodies.setInverseInertia(i, bodies.inverseInertiaAt(i, turned));
  m.spin = s.angular = toFloat(spinOf(b, toDouble(turned), m.angular));
}

}  // namespace holonom
