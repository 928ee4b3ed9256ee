#include "rigid/symplectic_euler.h"

namespace holonom {

namespace {

const f32x4 kOnes = splat(1);

/// Energy of half the gyroscopic term, as a share of all: beyond, impulses that act between its
/// halves would give energy.
constexpr float kTumbling = 0.01f;
/// Of a body's energy of turning: by so much a turn that impulses have bent may change it.
constexpr float kBentEnergy = 1e-3f;
/// From 1 on the gyroscopic term of a joined body rings.
constexpr float kMostRinging = 0.25f;

/// At most kFastest, lane by lane; not finite where `v` is not.
Vec3x4 capped(Vec3x4 v) {
  const f32x4 fastest = splat(kFastest);
  if (!any((lengthSquared(v) < fastest * fastest) == 0)) return v;
  for (int k = 0; k < 4; ++k) setLane(v, k, capped(lane(v, k)));
  return v;
}

bool areFinite(const Vec3x4& a, const Vec3x4& b) {
  const f32x4 sum = (a.x + a.y + a.z) + (b.x + b.y + b.z);
  return !any(splat(0) * sum != splat(0));
}

/// Before they push others.
[[gnu::noinline]] void stopUnsound(Bodies& bodies, MotionBlock& b, MotionLanes& v) {
  for (int k = 0; k < 4; ++k) {
    if (isFinite(lane(v.linear, k)) && isFinite(lane(v.angular, k))) continue;
    bodies.stop(b.bodies[k]);
    b.bodies[k] = bodies.nobody();
    setLane(v.linear, k, {});
    setLane(v.angular, k, {});
    setLane(b.acceleration, k, {});
    setLane(b.torque, k, {});
    v.inverseMass[k] = v.inverseXX[k] = 0;
    b.asymmetric[k] = 0;
    b.late &= uint8_t(~(1 << k));
  }
}

QuatT<f32x4> rotationNow(const Bodies& bodies, const MotionBlock& b) {
  return gatherRotation(bodies.states.data(), b.bodies) * b.rotation;
}

/// Of the bodies that need it.
void storeInverseInertias(Bodies& bodies, const MotionBlock& b, MotionLanes& v,
                          const Sym3T<f32x4>& m) {
  v.inverseXX = select(b.asymmetric, m.xx, v.inverseXX);
  for (int k = 0; k < 4; ++k)
    if (b.asymmetric[k])
      bodies.setInverseInertia(b.bodies[k], {m.xx[k], m.yy[k], m.zz[k], m.xy[k], m.xz[k], m.yz[k]});
}

/// How bodies turn in a substep: by `angle` about axes of the world [rad]; then ω changes by
/// `change`, in body axes [rad/s].
struct TurnLanes {
  Vec3x4 angle, change;
};

f32x4 turningEnergy(const MotionBlock& b, const Vec3x4& w) { return dot(w, scaled(w, b.inertia)); }

/// Whether joints, which take back what the first half of the term turned, would have the second
/// half answer to that by more each time: of bodies that are thin about one axis and turn fast
/// about another.
i32x4 ringsAtJoints(const Vec3x4& inertia, const Vec3x4& w, float h) {
  const auto ring = [&](f32x4 spin, f32x4 i, f32x4 j, f32x4 k) {
    return spin * spin * max(abs(i - j) / j, abs(i - k) / k);
  };
  const f32x4 most = max(
      ring(w.x, inertia.x, inertia.y, inertia.z),
      max(ring(w.y, inertia.y, inertia.z, inertia.x), ring(w.z, inertia.z, inertia.x, inertia.y)));
  return splat(0.5f * h * h) * most > splat(kMostRinging);
}

/// Impulses acted amid the gyroscopic term: the rest of it keeps L = R I ω on the turn that is to
/// come. That turn is bent from the free one, and where it would change the energy by much, the
/// free one is taken.
[[gnu::noinline]] void bend(const MotionBlock& b, const Mat3T<f32x4>& axes, i32x4 pushed,
                            Vec3x4& angular, float h, TurnLanes& turn) {
  const Vec3x4 mean = transposeMultiply(axes, angular), start = mean - b.kick;
  // L turns by (2 / (1 + k²)) k × (k × L − L) in body axes, k being half the angle.
  Vec3x4 k = splat(0.5f * h) * mean;
  if (b.geared != 0) k = select(lanesOfBits(b.geared), splat(0.5f) * wholeTurn(splat(2) * k), k);
  const Vec3x4 l = scaled(start, b.inertia);
  const Vec3x4 turned = (splat(2) / (kOnes + lengthSquared(k))) * cross(k, cross(k, l) - l);
  turn.change =
      select(pushed | lanesOfBits(b.late), scaled(turned, b.inverseInertia) - b.kick, turn.change);
  const f32x4 energy = turningEnergy(b, start);
  const i32x4 off =
      abs(turningEnergy(b, mean + turn.change) - energy) > splat(kBentEnergy) * energy;
  const i32x4 free = b.asymmetric & ~lanesOfBits(b.joined) & ((pushed & off) | lanesOfBits(b.late));
  if (!any(free)) return;
  const Vec3x4 freeMean = gyroscopicMean(b.inertia, start, splat(h));
  angular = select(free, axes * freeMean, angular);
  turn.angle = select(free, splat(h) * angular, turn.angle);
  turn.change = select(free, freeMean - start, turn.change);
}

}  // namespace

MotionBlock motionBlock(const Bodies& bodies, const int32_t* indices, int count, Vec3 gravity) {
  MotionBlock block{};
  block.rotation.w = block.inertia.x = block.inertia.y = block.inertia.z = kOnes;
  for (int k = 0; k < 4; ++k) {
    block.bodies[k] = k < count ? indices[k] : bodies.nobody();
    if (k >= count) continue;
    const int i = indices[k];
    const Quat q = bodies.poses[i].rotation;
    block.rotation.x[k] = q.x, block.rotation.y[k] = q.y;
    block.rotation.z[k] = q.z, block.rotation.w[k] = q.w;
    const BodyMass& m = bodies.masses[i];
    if (m.inverseMass == 0) continue;
    setLane(block.acceleration, k, bodies.accelerationOf(i, gravity));
    block.turned |= lengthSquared(bodies.torques[i]) != 0;
    block.linearDamping[k] = m.linearDamping, block.angularDamping[k] = m.angularDamping;
    block.locked |= m.locks != 0;
    if (m.angularLocks() != 0) continue;
    setLane(block.torque, k, bodies.torques[i]);
    setLane(block.inertia, k, m.inertia);
    setLane(block.inverseInertia, k, m.inverseInertia);
    block.asymmetric[k] = m.asymmetric ? -1 : 0;
  }
  return block;
}

void push(Bodies& bodies, const MotionBlock& b, MotionLanes& v, float h) {
  v.linear += splat(h) * b.acceleration;
  if (!b.turned) return;
  const Mat3T<f32x4> axes = toMatrix(rotationNow(bodies, b));
  v.angular += splat(h) * (rotateDiagonal(axes, b.inverseInertia) * b.torque);
  if (b.locked) pushLocked(bodies, b, v, h);
}

// Two loops call it, and it is most of their code: one copy.
[[gnu::noinline]] void damp(Bodies& bodies, MotionBlock& b, MotionLanes& v, float h) {
  // Implicit decay: never reverses the velocity, whatever the rate.
  v.linear = capped((kOnes / (kOnes + splat(h) * b.linearDamping)) * v.linear);
  v.angular = capped((kOnes / (kOnes + splat(h) * b.angularDamping)) * v.angular);
  if (b.locked) keepLocks(bodies, b, v);
  if (!areFinite(v.linear, v.angular)) stopUnsound(bodies, b, v);
}

void turn(Bodies& bodies, MotionBlock& b, Turns which, bool projected, Gyroscopic method, float h) {
  const bool single = which == Turns::Single;
  const i32x4 turns = b.asymmetric & lanesOfBits(single ? ~b.joined : b.joined & ~b.turning);
  if (!any(turns)) return;
  VectorRow row = gatherRow(bodies.states.data(), b.bodies, 1);
  const Mat3T<f32x4> axes = toMatrix(rotationNow(bodies, b));
  const Vec3x4 w = transposeMultiply(axes, row.xyz);
  Vec3x4 kick = splat(0.5f) * (gyroscopicStep(method, b.inertia, w, splat(h)) - w);
  if (method == Gyroscopic::Midpoint && (single || !projected)) {
    const i32x4 late =
        turns & (single ? turningEnergy(b, kick) > splat(kTumbling) * turningEnergy(b, w)
                        : ringsAtJoints(b.inertia, w, h));
    b.late = uint8_t((b.late & ~bitsOf(turns)) | bitsOf(late));
    kick = select(late, Vec3x4{}, kick);
  }
  b.kick = select(turns, kick, b.kick);
  row.xyz += axes * select(turns, kick, Vec3x4{});
  b.angular = select(turns, row.xyz, b.angular);
  scatterRow(bodies.states.data(), b.bodies, 1, row);
}

/// Leaves the bodies out that their joints move.
[[gnu::cold, gnu::noinline]] void moveOthers(Bodies& bodies, MotionBlock b, Gyroscopic method,
                                             float h) {
  for (int k = 0; k < 4; ++k) {
    if (!(b.turning >> k & 1)) continue;
    b.bodies[k] = bodies.nobody();
    b.asymmetric[k] = 0;
  }
  b.turning = 0;
  move(bodies, b, method, h);
}

void move(Bodies& bodies, const MotionBlock& b, Gyroscopic method, float h) {
  if (b.turning != 0) return moveOthers(bodies, b, method, h);
  BodyState* const states = bodies.states.data();
  MotionLanes v = gather(bodies, b);
  VectorRow delta = gatherRow(states, b.bodies, 2);
  delta.xyz += splat(h) * v.linear;
  scatterRow(states, b.bodies, 2, delta);
  const QuatT<f32x4> turned = gatherRotation(states, b.bodies);
  TurnLanes turn{splat(h) * v.angular, b.kick};
  if (b.geared != 0) turn.angle = select(lanesOfBits(b.geared), wholeTurn(turn.angle), turn.angle);
  if (method == Gyroscopic::Midpoint && any(b.asymmetric)) {
    const i32x4 pushed = (v.angular.x != b.angular.x) | (v.angular.y != b.angular.y) |
                         (v.angular.z != b.angular.z) | lanesOfBits(b.geared);
    if (any(pushed) || b.late != 0)
      bend(b, toMatrix(turned * b.rotation), pushed, v.angular, h, turn);
  }
  const QuatT<f32x4> turns = integrateRotation(turned, turn.angle);
  scatterFour(states, b.bodies, 3, turns);
  if (!any(b.asymmetric)) {
    if (b.locked) turnLocked(bodies, b, turned, method);
    return;
  }
  const Mat3T<f32x4> after = toMatrix(turns * b.rotation);
  v.angular += after * select(b.asymmetric, turn.change, Vec3x4{});
  // Inertia turns with the body, for what pushes it before it moves again.
  storeInverseInertias(bodies, b, v, rotateDiagonal(after, b.inverseInertia));
  scatterRow(states, b.bodies, 1, {v.angular, v.inverseXX});
  if (b.locked) turnLocked(bodies, b, turned, method);
}

}  // namespace holonom
