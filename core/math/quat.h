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

/// (1 + ½ (0, a)) q, renormalized: the Cayley map, which turns by 2 atan(|a| / 2).
template <class T>
QuatT<T> cayleyTurn(const QuatT<T>& q, Vec3T<T> a) {
  const Vec3T<T> half = lanes<T>(0.5f) * a;
  const QuatT<T> r = QuatT<T>{half.x, half.y, half.z, lanes<T>(0)} * q;
  const QuatT<T> sum{q.x + r.x, q.y + r.y, q.z + r.z, q.w + r.w};
  const T i = lanes<T>(1) / sqrt(sum.x * sum.x + sum.y * sum.y + sum.z * sum.z + sum.w * sum.w);
  return {sum.x * i, sum.y * i, sum.z * i, sum.w * i};
}
/// By what factor the Cayley map takes a turn [rad] too short: tan x / x of its half x, by Padé to
/// 1e-8. Past 0.2 rad 1: equations that are linear in the motion fit the plain map better.
template <class T>
T cayleyStretch(Vec3T<T> angle) {
  const T y = lanes<T>(0.25f) * lengthSquared(angle);
  const T stretch = (lanes<T>(15) - y) / (lanes<T>(15) - lanes<T>(6) * y);
  return select(y < lanes<T>(0.01f), stretch, lanes<T>(1));
}
/// After a turn about an axis of the world, given by its angle vector [rad].
template <class T>
QuatT<T> integrateRotation(const QuatT<T>& q, Vec3T<T> angle) {
  return cayleyTurn(q, cayleyStretch(angle) * angle);
}
inline Quat integrateRotation(Quat q, Vec3 angle) {
  return Quat(integrateRotation<float>(q, angle));
}

}  // namespace holonom
