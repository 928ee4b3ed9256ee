#pragma once
// Three components of any lane type: float, double, or f32x4 for four vectors at a time.
#include "base/packed.h"
#include "math/simd.h"

namespace holonom {

template <class T>
struct Vec3T {
  T x{}, y{}, z{};
  using Packed = PackedOf<T, T, T>;

  friend Vec3T operator+(Vec3T a, Vec3T b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vec3T operator-(Vec3T a, Vec3T b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vec3T operator-(Vec3T a) { return {-a.x, -a.y, -a.z}; }
  friend Vec3T operator*(T s, Vec3T a) { return {s * a.x, s * a.y, s * a.z}; }
  friend Vec3T operator*(Vec3T a, T s) { return s * a; }
  Vec3T& operator+=(Vec3T b) { return *this = *this + b; }
  Vec3T& operator-=(Vec3T b) { return *this = *this - b; }
  bool operator==(const Vec3T&) const = default;
};

using Vec3 = Vec3T<float>;
using Vec3d = Vec3T<double>;
using Vec3x4 = Vec3T<f32x4>;

template <class T>
T dot(Vec3T<T> a, Vec3T<T> b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
Vec3T<T> cross(Vec3T<T> a, Vec3T<T> b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
T lengthSquared(Vec3T<T> a) {
  return dot(a, a);
}
template <class T>
T length(Vec3T<T> a) {
  return sqrt(dot(a, a));
}
/// Component by component.
template <class T>
Vec3T<T> scaled(Vec3T<T> a, Vec3T<T> by) {
  return {a.x * by.x, a.y * by.y, a.z * by.z};
}
template <class T>
Vec3T<T> select(decltype(T{} < T{}) mask, Vec3T<T> yes, Vec3T<T> no) {
  return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}
/// Below this length squares leave the floats, and a vector has no direction that they could tell.
inline constexpr float kNoLength = 1e-18f;
/// Unit vector along `a`; the zero vector stays zero.
template <class T>
Vec3T<T> normalize(Vec3T<T> a) {
  const T l = length(a);
  return l > 0 ? (1 / l) * a : Vec3T<T>{};
}

template <class T>
Vec3T<T> min(Vec3T<T> a, Vec3T<T> b) {
  return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)};
}
template <class T>
Vec3T<T> max(Vec3T<T> a, Vec3T<T> b) {
  return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)};
}
template <class T>
Vec3T<T> abs(Vec3T<T> a) {
  return {abs(a.x), abs(a.y), abs(a.z)};
}
/// The same vector in all lanes.
template <class T>
Vec3T<T> broadcast(Vec3 v) {
  return {lanes<T>(v.x), lanes<T>(v.y), lanes<T>(v.z)};
}
/// One of four vectors.
inline Vec3 lane(Vec3x4 v, int lane) { return {v.x[lane], v.y[lane], v.z[lane]}; }
inline void setLane(Vec3x4& v, int lane, Vec3 s) {
  v.x[lane] = s.x;
  v.y[lane] = s.y;
  v.z[lane] = s.z;
}
inline float at(Vec3 a, int i) { return i == 0 ? a.x : i == 1 ? a.y : a.z; }
inline bool isFinite(Vec3 a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}
inline Vec3d toDouble(Vec3 a) { return {a.x, a.y, a.z}; }
inline Vec3 toFloat(Vec3d a) { return {float(a.x), float(a.y), float(a.z)}; }

/// A unit vector perpendicular to a unit vector. Of a slope about an axis it points along it.
template <class T>
Vec3T<T> anyPerpendicular(Vec3T<T> n) {
  const T none = lanes<T>(0);
  const Vec3T<T> toX{none, n.z, -n.y}, toY{-n.z, none, n.x};  // cross products with x and y
  const Vec3T<T> t = select(abs(n.x) < lanes<T>(0.57735f), toX, toY);
  return (lanes<T>(1) / max(sqrt(dot(t, t)), lanes<T>(kNoLength))) * t;
}

/// Four floats of one particle: position and inverse mass, or velocity and a spare.
struct alignas(16) Quad {
  float x = 0, y = 0, z = 0, w = 0;
  using Packed = PackedOf<float, float, float, float>;
  Vec3 xyz() const { return {x, y, z}; }
  void setXyz(Vec3 v) { x = v.x, y = v.y, z = v.z; }
};
inline f32x4& lanesOf(Quad& q) { return reinterpret_cast<f32x4&>(q); }
inline f32x4 lanesOf(const Quad& q) { return reinterpret_cast<const f32x4&>(q); }

}  // namespace holonom
