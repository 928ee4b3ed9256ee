#pragma once
// The rows joints are made of. All measure A as seen from B: q is the rotation from the joint's
// axes on A to those on B, Ω = ω_a − ω_b, d = p_a − p_b the offset of the anchors.
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "constraints/joints/parts.h"
#include "math/elementary.h"
#include "math/rotations.h"
#include "math/transform.h"

namespace holonom {

/// The joint's point and axes on each body, in the body's axes; those of an absent body are world.
struct JointFrames {
  Transform a, b;
  using Packed = PackedOf<Transform, Transform>;
};

/// Which equations a joint has if they are d = 0 and then only of rotation: none, `jointAlignment`
/// or `jointHeldRotation`. Absent if they are others.
enum class PointHold : uint8_t { Absent, Turning, Aligned, Rigid };

/// The joint's points in world axes.
template <class T>
struct JointArmsT {
  Vec3T<T> armA, armB;  ///< from the centers to the anchors [m]
  Vec3T<T> offset;      ///< d [m]
};
using JointArms = JointArmsT<float>;

/// Its axes in the world.
template <class T>
struct JointAxesT {
  QuatT<T> axesA, axesB;
};
using JointAxes = JointAxesT<float>;

template <class T>
struct JointPoseT : JointArmsT<T>, JointAxesT<T> {};
using JointPose = JointPoseT<float>;

/// Of one joint, or of four side by side: frames and poses of floats or of lanes.
// Flattened, as compilers would rather call `rotate` twice.
template <class Frames, class Pose>
[[gnu::flatten]] auto jointArms(const Frames& f, const Pose& a, const Pose& b) {
  JointArmsT<decltype(a.position.x)> p;
  p.armA = rotate(a.rotation, f.a.position), p.armB = rotate(b.rotation, f.b.position);
  p.offset = a.position + p.armA - b.position - p.armB;
  return p;
}

/// The arms of both bodies to the middle between the anchors: an impulse there keeps the angular
/// momentum although the anchors are never quite at one place.
template <class T>
JointArmsT<T> jointMeeting(const JointArmsT<T>& p) {
  const Vec3T<T> half = lanes<T>(0.5f) * p.offset;
  return {p.armA - half, p.armB + half, p.offset};
}

template <class Frames, class Pose>
auto jointAxes(const Frames& f, const Pose& a, const Pose& b) {
  using T = decltype(a.position.x);
  return JointAxesT<T>{a.rotation * f.a.rotation, b.rotation * f.b.rotation};
}

template <class Frames, class Pose>
auto jointPose(const Frames& f, const Pose& a, const Pose& b) {
  using T = decltype(a.position.x);
  return JointPoseT<T>{jointArms(f, a, b), jointAxes(f, a, b)};
}

/// q, of the two signs the one that turns by at most π.
template <class T>
QuatT<T> jointRotation(const JointAxesT<T>& p) {
  const QuatT<T> q = conjugate(p.axesB) * p.axesA;
  const T zero = lanes<T>(0);
  const auto flip = (q.w < zero) | ((q.w == zero) & (q.x < zero));
  const T w = select(flip, -q.w, q.w);
  const Vec3T<T> v = select(flip, -q.xyz(), q.xyz());
  return {v.x, v.y, v.z, w};
}

/// C = d · e for an axis e that stays where it is in the world.
inline Row jointPointRow(const JointArms& p, Vec3 e) {
  Row r;
  r.linearA = e, r.angularA = cross(p.armA, e);
  r.linearB = -e, r.angularB = -cross(p.armB, e);
  r.error = dot(p.offset, e);
  return r;
}

/// C = d · e for an axis e that turns with B.
inline Row jointSlideRow(const JointPose& p, Vec3 e) {
  Row r = jointPointRow(p, e);
  r.angularB = -cross(p.armB + p.offset, e);
  return r;
}

/// Ċ = e · Ω.
inline Row jointAngularRow(Vec3 e, float error) {
  Row r;
  r.angularA = e, r.angularB = -e;
  r.error = error;
  return r;
}

/// d = 0, in three rows. Their axes turn with the mean of both bodies; those of a soft joint, whose
/// ends are far apart, with B.
inline void jointPointRows(const JointArms& p, bool soft, RowSlots out) {
  const JointArms meeting = jointMeeting(p);
  const Vec3 d = p.offset, a = soft ? p.armA : meeting.armA;
  const Vec3 b = soft ? -(p.armB + d) : -meeting.armB;
  const Vec3 turnsA[3] = {{0, a.z, -a.y}, {-a.z, 0, a.x}, {a.y, -a.x, 0}};
  const Vec3 turnsB[3] = {{0, b.z, -b.y}, {-b.z, 0, b.x}, {b.y, -b.x, 0}};
  const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int k = 0; k < 3; ++k) {
    Row& r = out[k] = {};
    r.linearA = axes[k], r.angularA = turnsA[k];
    r.linearB = -axes[k], r.angularB = turnsB[k];
    r.error = at(d, k);
  }
}

/// Equations Ċ = e · Ω that hold some of the rotation.
template <class T, int n>
struct JointTurns {
  Vec3T<T> axes[n];  ///< the e, world axes
  T errors[n];       ///< the C [rad]
};

template <int n>
void jointTurnRows(const JointTurns<float, n>& turns, RowSlots out) {
  for (int k = 0; k < n; ++k) out[k] = jointAngularRow(turns.axes[k], turns.errors[k]);
}

/// All rotation held: C = φ, the rotation vector of q, whose rate is
/// φ̇ = (E − ½[φ]ₓ + (1 − (θ/2) cot(θ/2)) [φ/θ]ₓ²) Ω in B's joint axes. Regular up to half a turn.
/// [Bullo and Murray 1995, "Proportional derivative (PD) control on the Euclidean group"]
template <class T>
JointTurns<T, 3> jointHeldRotation(const JointAxesT<T>& p) {
  const QuatT<T> q = jointRotation(p);
  const Vec3T<T> v = q.xyz();
  const T s = length(v), zero = lanes<T>(0), one = lanes<T>(1), two = lanes<T>(2);  // sin(θ/2)
  // Below, the quadratic term is under the rounding of the first.
  const auto turned = s > lanes<T>(1e-4f);
  const T divisor = select(turned, s, one), half = arcTangent(s, q.w);
  const Vec3T<T> phi = select(turned, two * half / divisor, two) * v;
  const Vec3T<T> n = select(turned, one / divisor, zero) * v;
  const T c = select(turned, one - half * q.w / divisor, zero);
  const Vec3T<T> axes[3] = {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}};
  JointTurns<T, 3> turns;
  for (int k = 0; k < 3; ++k) {
    const Vec3T<T> e = axes[k];
    turns.axes[k] = rotate(p.axesB, e + lanes<T>(0.5f) * cross(phi, e) + c * cross(n, cross(n, e)));
  }
  turns.errors[0] = phi.x, turns.errors[1] = phi.y, turns.errors[2] = phi.z;
  return turns;
}

/// A's x axis in B's joint axes.
template <class T>
Vec3T<T> jointAxis(const QuatT<T>& q) {
  const T one = lanes<T>(1), two = lanes<T>(2);
  return {one - two * (q.y * q.y + q.z * q.z), two * (q.x * q.y + q.w * q.z),
          two * (q.x * q.z - q.w * q.y)};
}

/// x axes along each other, in two rows: C = 2 sin(σ/2) n, where σ about n takes B's axis to A's.
/// Unlike the sines of the usual cross product it grows up to σ = π, and its rows keep the plane of
/// B's y and z axes however far the joint has turned. Rates: ȧ = Ω × a, c = cos(σ/2).
template <class T>
JointTurns<T, 2> jointAlignment(const JointAxesT<T>& p) {
  const QuatT<T> q = jointRotation(p);
  const Vec3T<T> a = jointAxis(q);
  // Beyond 174° the direction is lost.
  const T c = max(sqrt(q.w * q.w + q.x * q.x), lanes<T>(0.05f));
  const T i = lanes<T>(1) / c, j = lanes<T>(1) / (lanes<T>(4) * c * c * c);
  const Vec3T<T> gradientY = {-i * a.y, i * a.x + j * a.z * a.z, -j * a.y * a.z};
  const Vec3T<T> gradientZ = {-i * a.z, -j * a.y * a.z, i * a.x + j * a.y * a.y};
  return {{rotate(p.axesB, gradientY), rotate(p.axesB, gradientZ)}, {-i * a.z, i * a.y}};
}

/// The turn τ of A about the common x axis, in (−π, π]: q = swing · twist.
/// τ̇ = (x + a)·Ω / (1 + x·a)
inline Row jointTwistRow(const JointAxes& p) {
  const QuatT<float> q = jointRotation(p);
  const Vec3 a = jointAxis(q);
  const float i = 1 / max(1 + a.x, 1e-3f);
  return jointAngularRow(rotate(p.axesB, Vec3{1, i * a.y, i * a.z}), 2 * arcTangent(q.x, q.w));
}

/// The angle σ between the x axes, in [0, π]. σ̇ = n · Ω
inline Row jointSwingRow(const JointAxes& p) {
  const Vec3 a = jointAxis(jointRotation(p));
  const float s = sqrt(a.y * a.y + a.z * a.z);
  const Vec3 n = s > 1e-6f ? Vec3{0, -a.z / s, a.y / s} : Vec3{0, 1, 0};
  return jointAngularRow(rotate(p.axesB, n), arcTangent(s, a.x));
}

/// The same angle in (−π, π].
template <class T>
T shortestAngle(T angle) {
  const T half = lanes<T>(kPi), turn = lanes<T>(2 * kPi);
  return select(angle > half, angle - turn, select(angle <= -half, angle + turn, angle));
}

/// A phase less its whole turns, in [−π, π).
inline double jointWithinTurn(double phase) {
  constexpr double kTurn = 6.283185307179586;
  return phase - kTurn * std::floor(phase / kTurn + 0.5);
}

/// Axes of one end, free of further rounding.
inline Quatd jointAxesInDouble(const Transform& body, const Transform& frame) {
  return Quatd(toDouble(body.rotation) * toDouble(frame.rotation));
}

/// How far a joint may turn: twist about the middle of its limits, and swing [rad].
template <class T>
struct TurnLimitsT {
  T twistMiddle{}, twistHalf = lanes<T>(kUnbounded), swing = lanes<T>(kUnbounded);
};
using TurnLimits = TurnLimitsT<float>;

inline void limitTwist(TurnLimits& t, const std::optional<AngularLimits>& limits) {
  if (!limits || !limits->hasLower()) return;
  t.twistMiddle = 0.5f * (limits->lower + limits->upper);
  t.twistHalf = 0.5f * (limits->upper - limits->lower);
}

/// The least C / |J| of the rows of the limits, J as at this pose; below 0 beyond one. A turn of
/// less, |Ω| h, closes none of them.
template <class T>
T jointTurnSlack(const JointAxesT<T>& p, const TurnLimitsT<T>& limits) {
  const QuatT<T> q = jointRotation(p);
  const Vec3T<T> a = jointAxis(q);
  const T one = lanes<T>(1), off2 = a.y * a.y + a.z * a.z;
  // The twist may grow faster than the body turns: see jointTwistRow.
  const T i = one / max(one + a.x, lanes<T>(1e-3f)), fastest = sqrt(one + i * i * off2);
  const T off = abs(shortestAngle(lanes<T>(2) * arcTangent(q.x, q.w) - limits.twistMiddle));
  const T twist = (limits.twistHalf - off) / fastest;
  return min(twist, limits.swing - arcTangent(sqrt(off2), a.x));
}

/// The angle of a coordinate as the nearest to the middle of its limits, so that beyond a limit it
/// does not jump to the other side.
inline void jointUnwrap(Row& coordinate, const std::optional<AngularLimits>& limits) {
  if (!limits) return;
  const float middle = 0.5f * (limits->lower + limits->upper);
  coordinate.error = middle + shortestAngle(coordinate.error - middle);
}
inline void jointUnwrap(Row&, const std::optional<LinearLimits>&) {}

inline Row jointNegated(const Row& r) {
  Row n = r;
  n.linearA = -r.linearA, n.angularA = -r.angularA;
  n.linearB = -r.linearB, n.angularB = -r.angularB;
  n.error = -r.error;
  return n;
}

/// C = x − x₀ ≥ 0 of a coordinate x.
inline Row jointLimitRow(const Row& coordinate, float bound) {
  Row r = coordinate;
  r.error -= bound;
  r.lower = 0;
  return r;
}

/// Rows of a coordinate's limits: one equation if they are equal, otherwise one per limit.
template <class Limits>
int jointLimitRows(Row coordinate, const std::optional<Limits>& limits, RowSlots out) {
  if (!limits) return 0;
  jointUnwrap(coordinate, limits);
  if (locks(limits)) {
    out[0] = coordinate;
    out[0].error -= limits->lower;
    return 1;
  }
  int n = 0;
  if (limits->hasLower()) out[n++] = jointLimitRow(coordinate, limits->lower);
  if (limits->hasUpper()) out[n++] = jointLimitRow(jointNegated(coordinate), -limits->upper);
  return n;
}

/// Whether it has a motor that nothing bounds.
template <class Def>
bool jointDrivesFreely(const Def& def) {
  return def.motor && !def.motor->maxEffort && !locks(def.limits);
}
/// Equations of a joint that leaves one coordinate. A motor without bound is one more, but for
/// joints that are springs.
template <class Def>
int jointAxisEquations(const Def& def) {
  return locks(def.limits) || (jointDrivesFreely(def) && !(def.frequency > 0)) ? 6 : 5;
}

/// Limits, motor and drive of a coordinate, at most four rows; first a motor without bound. A
/// locked axis has neither motor nor drive: they could do nothing.
template <class Def>
int jointAxisRows(const Def& def, Row coordinate, RowSlots out) {
  int n = 0;
  const auto addMotor = [&] {
    Row& r = out[n++] = coordinate;
    r.error = 0;
    r.velocity = def.motor->velocity;
    r.upper = def.motor->most(), r.lower = -r.upper;
  };
  if (jointDrivesFreely(def)) addMotor();
  n += jointLimitRows(coordinate, def.limits, out + n);
  if (locks(def.limits)) return n;
  if (def.motor && !jointDrivesFreely(def)) addMotor();
  if (def.drive) {
    jointUnwrap(coordinate, def.limits);
    Row& r = out[n++] = coordinate;
    r.error -= def.drive->target;
    if constexpr (std::is_same_v<decltype(def.drive), std::optional<AngularDrive>>)
      if (!def.limits) r.error = shortestAngle(r.error);
    r.frequency = def.drive->frequency, r.dampingRatio = def.drive->dampingRatio;
    r.upper = def.drive->most(), r.lower = -r.upper;
  }
  return n;
}

/// Softness of the joint's equations.
inline void jointSoften(RowSlots rows, int count, float frequency, float dampingRatio) {
  for (int k = 0; k < count; ++k)
    rows[k].frequency = frequency, rows[k].dampingRatio = dampingRatio;
}

/// What can be read of a joint: a coordinate is the `error` of a row, its rate the row's J V.
struct JointCoordinate {
  const char* name;
  const char* unit;  ///< of the coordinate; the rate's is this per second
};

/// J V of a row [m/s or rad/s].
inline float rowVelocity(const Row& r, Vec3 linearA, Vec3 angularA, Vec3 linearB, Vec3 angularB) {
  return dot(r.linearA, linearA) + dot(r.angularA, angularA) + dot(r.linearB, linearB) +
         dot(r.angularB, angularB);
}

/// What a joint does to B: a force at B's anchor and a torque, world axes. On A it acts with the
/// opposite force and torque at the same point, unless it also pulls on the world, as a pulley.
struct JointReaction {
  Vec3 force;   ///< [N]
  Vec3 torque;  ///< [N m]
};

/// Sums the rows' forces `lambda` (impulse / h) [N or N m].
inline JointReaction jointReaction(const Row* rows, const float* lambda, int count,
                                   const JointFrames& f, const Transform& b) {
  JointReaction sum;
  for (int k = 0; k < count; ++k) {
    sum.force += lambda[k] * rows[k].linearB;
    sum.torque += lambda[k] * rows[k].angularB;
  }
  sum.torque -= cross(rotate(b.rotation, f.b.position), sum.force);
  return sum;
}

}  // namespace holonom
