#pragma once
// 3x3 matrices by columns, and symmetric ones by their six entries.
#include "math/quat.h"

namespace holonom {

template <class T>
struct Mat3T {
  Vec3T<T> x, y, z;  ///< columns
  friend Vec3T<T> operator*(const Mat3T& m, Vec3T<T> v) {
    return v.x * m.x + v.y * m.y + v.z * m.z;
  }
  friend Mat3T operator+(const Mat3T& a, const Mat3T& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend Mat3T operator-(const Mat3T& a, const Mat3T& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend Mat3T operator*(T s, const Mat3T& a) { return {s * a.x, s * a.y, s * a.z}; }
};
using Mat3 = Mat3T<float>;
using Mat3d = Mat3T<double>;

/// Of a unit quaternion.
template <class T>
Mat3T<T> toMatrix(const QuatT<T>& q) {
  const T x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z, one = lanes<T>(1);
  const T xx = q.x * x2, yy = q.y * y2, zz = q.z * z2, xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
  const T wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
  return {{one - (yy + zz), xy + wz, xz - wy},
          {xy - wz, one - (xx + zz), yz + wx},
          {xz + wy, yz - wx, one - (xx + yy)}};
}
inline Mat3 toMatrix(Quat q) { return toMatrix<float>(q); }
/// Mᵀ v
template <class T>
Vec3T<T> transposeMultiply(const Mat3T<T>& m, Vec3T<T> v) {
  return {dot(m.x, v), dot(m.y, v), dot(m.z, v)};
}

/// A Bᵀ
template <class T>
Mat3T<T> timesTransposed(const Mat3T<T>& a, const Mat3T<T>& b) {
  return {a * Vec3T<T>{b.x.x, b.y.x, b.z.x}, a * Vec3T<T>{b.x.y, b.y.y, b.z.y},
          a * Vec3T<T>{b.x.z, b.y.z, b.z.z}};
}

/// Symmetric 3x3 matrix.
template <class T>
struct Sym3T {
  T xx{}, yy{}, zz{}, xy{}, xz{}, yz{};
  using Packed = PackedOf<T, T, T, T, T, T>;
  friend Vec3T<T> operator*(const Sym3T& m, Vec3T<T> v) {
    return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
            m.xz * v.x + m.yz * v.y + m.zz * v.z};
  }
  friend Sym3T operator+(const Sym3T& a, const Sym3T& b) {
    return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
  }
  friend Sym3T operator*(T s, const Sym3T& a) {
    return {s * a.xx, s * a.yy, s * a.zz, s * a.xy, s * a.xz, s * a.yz};
  }
};
using Sym3 = Sym3T<float>;
using Sym3d = Sym3T<double>;
inline Sym3d toDouble(const Sym3& a) { return {a.xx, a.yy, a.zz, a.xy, a.xz, a.yz}; }

template <class T>
Sym3T<T> diagonal(T s) {
  return {s, s, s, T{}, T{}, T{}};
}

/// Inertia about the origin of a mass at r, which by the parallel axis theorem is what a body there
/// has more than about its own center.
template <class T>
Sym3T<T> parallelAxis(T mass, Vec3T<T> r) {
  return mass * Sym3T<T>{r.y * r.y + r.z * r.z,
                         r.x * r.x + r.z * r.z,
                         r.x * r.x + r.y * r.y,
                         -r.x * r.y,
                         -r.x * r.z,
                         -r.y * r.z};
}

/// A S
template <class T>
Mat3T<T> operator*(const Mat3T<T>& a, const Sym3T<T>& s) {
  return {a * Vec3T<T>{s.xx, s.xy, s.xz}, a * Vec3T<T>{s.xy, s.yy, s.yz},
          a * Vec3T<T>{s.xz, s.yz, s.zz}};
}

/// Inverse by cofactors; a singular matrix gives zero.
template <class T>
Sym3T<T> inverse(const Sym3T<T>& m) {
  const T a = m.yy * m.zz - m.yz * m.yz, b = m.xz * m.yz - m.xy * m.zz,
          c = m.xy * m.yz - m.xz * m.yy;
  const T det = m.xx * a + m.xy * b + m.xz * c;
  const T i = det != 0 ? 1 / det : T{};
  return {i * a, i * (m.xx * m.zz - m.xz * m.xz), i * (m.xx * m.yy - m.xy * m.xy), i * b,
          i * c, i * (m.xy * m.xz - m.xx * m.yz)};
}

/// R diag(d) Rᵀ
template <class T>
Sym3T<T> rotateDiagonal(const Mat3T<T>& r, Vec3T<T> d) {
  const Vec3T<T> a = d.x * r.x, b = d.y * r.y, c = d.z * r.z;
  return {a.x * r.x.x + b.x * r.y.x + c.x * r.z.x, a.y * r.x.y + b.y * r.y.y + c.y * r.z.y,
          a.z * r.x.z + b.z * r.y.z + c.z * r.z.z, a.x * r.x.y + b.x * r.y.y + c.x * r.z.y,
          a.x * r.x.z + b.x * r.y.z + c.x * r.z.z, a.y * r.x.z + b.y * r.y.z + c.y * r.z.z};
}
inline Sym3 rotateDiagonal(Quat q, Vec3 d) { return rotateDiagonal(toMatrix(q), d); }

/// R S Rᵀ: an inertia along the axes of R, seen from outside.
template <class T>
Sym3T<T> rotateSymmetric(const Mat3T<T>& r, const Sym3T<T>& s) {
  const Vec3T<T> rowX{r.x.x, r.y.x, r.z.x}, rowY{r.x.y, r.y.y, r.z.y}, rowZ{r.x.z, r.y.z, r.z.z};
  const Vec3T<T> sx = s * rowX, sy = s * rowY, sz = s * rowZ;
  return {dot(rowX, sx), dot(rowY, sy), dot(rowZ, sz), dot(rowX, sy), dot(rowX, sz), dot(rowY, sz)};
}

/// [r]ₓᵀ-sandwich −[r]ₓ S [r]ₓ = [r]ₓ S [r]ₓᵀ, the angular part of a point's inverse mass.
template <class T>
Sym3T<T> crossSandwich(Vec3T<T> r, const Sym3T<T>& s) {
  // rows of [r]ₓ S
  const Vec3T<T> sx{s.xx, s.xy, s.xz}, sy{s.xy, s.yy, s.yz}, sz{s.xz, s.yz, s.zz};
  const Vec3T<T> a = r.y * sz - r.z * sy, b = r.z * sx - r.x * sz, c = r.x * sy - r.y * sx;
  return {a.z * r.y - a.y * r.z, b.x * r.z - b.z * r.x, c.y * r.x - c.x * r.y,
          a.x * r.z - a.z * r.x, a.y * r.x - a.x * r.y, b.y * r.x - b.x * r.y};
}

}  // namespace holonom
