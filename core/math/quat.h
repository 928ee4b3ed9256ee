#pragma once
// Unit Hamilton quaternions, stored x y z w; q maps body to world.
#include "math/vec3.h"

namespace holonom {

template <class T>
struct QuatT {
  T x{}, y{}, z{}, w{};
  Vec3T<T> xyz() const { return {x, y, z}; }
  bool operator==(const QuatT&) const = default;
};

struct Quat : QuatT<float> {
  using Packed = PackedOf<float, float, float, float>;
  Quat() : QuatT{0, 0, 0, 1} {}
  bool operator==(const Quat&) const = default;
  Quat(float x_, float y_, float z_, float w_) : QuatT{x_, y_, z_, w_} {}
  explicit Quat(const QuatT& q) : QuatT(q) {}
};

/// First b, then a.
template <class T>
QuatT<T> operator*(const QuatT<T>& a, const QuatT<T>& b) {
  return {
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
inline Quat operator*(Quat a, Quat b) { return Quat(operator*<float>(a, b)); }
template <class T>
QuatT<T> conjugate(const QuatT<T>& q) {
  return {-q.x, -q.y, -q.z, q.w};
}
inline Quat conjugate(Quat q) { return {-q.x, -q.y, -q.z, q.w}; }
inline float lengthSquared(Quat q) { return q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w; }
inline Quat normalize(Quat q) {
  const float s = lengthSquared(q);
  if (!(s > 0)) return {};
  const float i = 1 / std::sqrt(s);
  return {q.x * i, q.y * i, q.z * i, q.w * i};
}
/// Keeps a quaternion's bits when it is a unit already, so that saved poses load unchanged.
inline Quat toUnit(Quat q) { return abs(lengthSquared(q) - 1) < 1e-5f ? q : normalize(q); }

/// R v, without building R: v + 2 u × (u × v + w v).
template <class T>
Vec3T<T> rotate(const QuatT<T>& q, Vec3T<T> v) {
  const Vec3T<T> u = q.xyz();
  const Vec3T<T> t = cross(u, v) + q.w * v;
  const Vec3T<T> c = cross(u, t);
  return v + (c + c);
}
inline Vec3 rotate(Quat q, Vec3 v) { return rotate<float>(q, v); }
template <class T>
Vec3T<T> inverseRotate(const QuatT<T>& q, Vec3T<T> v) {
  return rotate<T>(conjugate<T>(q), v);
}
inline Vec3 inverseRotate(Quat q, Vec3 v) { return inverseRotate<float>(q, v); }

/// One step of q̇ = ½ (0, ω) q with ω in world axes, renormalized.
template <class T>
QuatT<T> integrateRotation(const QuatT<T>& q, Vec3T<T> deltaAngle) {
  const Vec3T<T> half = lanes<T>(0.5f) * deltaAngle;
  const QuatT<T> r = QuatT<T>{half.x, half.y, half.z, lanes<T>(0)} * q;
  const QuatT<T> sum{q.x + r.x, q.y + r.y, q.z + r.z, q.w + r.w};
  const T i = lanes<T>(1) / sqrt(sum.x * sum.x + sum.y * sum.y + sum.z * sum.z + sum.w * sum.w);
  return {sum.x * i, sum.y * i, sum.z * i, sum.w * i};
}
inline Quat integrateRotation(Quat q, Vec3 deltaAngle) {
  return Quat(integrateRotation<float>(q, deltaAngle));
}
/// What `integrateRotation` takes to turn by a whole angle vector [rad], and not by 2 atan(a / 2):
/// by tan x / x of the half x, by Padé to 2e-6; past 2.4 rad by that of 2.4 rad.
template <class T>
Vec3T<T> wholeTurn(Vec3T<T> angle) {
  const T y = min(lanes<T>(0.25f) * lengthSquared(angle), lanes<T>(1.44f));
  return ((lanes<T>(945) + y * (y - lanes<T>(105))) /
          (lanes<T>(945) + y * (lanes<T>(15) * y - lanes<T>(420)))) *
         angle;
}

}  // namespace holonom
