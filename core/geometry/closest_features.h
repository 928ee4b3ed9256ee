#pragma once
// Nearest points of a point and a triangle, and of two segments, for any lane type and without
// branches. After Ericson, "Real-Time Collision Detection" §5.1.5 and §5.1.9.
#include "math/vec3.h"

namespace holonom {

/// Σ weights[k] x[k] runs from the nearest point of the second feature to that of the first.
template <class T>
struct ClosestFeatures {
  T weights[4];
  Vec3T<T> normal;  ///< along it, unit; zero where they meet
  T distance;       ///< its length
  T inside;         ///< positive where both nearest points are off the ends of segments
};

template <class T>
T quotient(T a, T b) {
  const auto sound = abs(b) > lanes<T>(1e-30f);
  return select(sound, a / select(sound, b, lanes<T>(1)), lanes<T>(0));
}
template <class T>
T clampToUnit(T a) {
  return max(lanes<T>(0), min(lanes<T>(1), a));
}

/// The point x[0] and the triangle x[1], x[2], x[3].
template <class T>
ClosestFeatures<T> closestOfPointTriangle(const Vec3T<T>* x) {
  const T zero = lanes<T>(0), one = lanes<T>(1);
  // About the first corner, so that nothing rounds by the distance to the origin.
  const Vec3T<T> ab = x[2] - x[1], ac = x[3] - x[1];
  const Vec3T<T> ap = x[0] - x[1], bp = x[0] - x[2], cp = x[0] - x[3];
  const T d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp);
  const T d5 = dot(ab, cp), d6 = dot(ac, cp);
  const T va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
  // Barycentric coordinates of b and c; what comes later in the order of the regions first.
  const T whole = quotient(one, va + vb + vc);
  T v = vb * whole, w = vc * whole;
  const auto take = [&](auto region, T toB, T toC) {
    v = select(region, toB, v), w = select(region, toC, w);
  };
  const T bc = quotient(d4 - d3, (d4 - d3) + (d5 - d6));
  take((va <= zero) & (d4 - d3 >= zero) & (d5 - d6 >= zero), one - bc, bc);
  take((vb <= zero) & (d2 >= zero) & (d6 <= zero), zero, quotient(d2, d2 - d6));
  take((d6 >= zero) & (d5 <= d6), zero, one);
  take((vc <= zero) & (d1 >= zero) & (d3 <= zero), quotient(d1, d1 - d3), zero);
  take((d3 >= zero) & (d4 <= d3), one, zero);
  take((d1 <= zero) & (d2 <= zero), zero, zero);
  ClosestFeatures<T> c;
  c.weights[0] = one, c.weights[1] = v + w - one, c.weights[2] = -v, c.weights[3] = -w;
  c.inside = one;
  const Vec3T<T> d = ap - v * ab - w * ac;
  c.distance = length(d);
  c.normal = quotient(one, c.distance) * d;
  return c;
}

/// The segments x[0] x[1] and x[2] x[3].
template <class T>
ClosestFeatures<T> closestOfSegments(const Vec3T<T>* x) {
  const T one = lanes<T>(1);
  const Vec3T<T> d1 = x[1] - x[0], d2 = x[3] - x[2], r = x[0] - x[2];
  const T a = dot(d1, d1), e = dot(d2, d2), b = dot(d1, d2), c1 = dot(d1, r), f = dot(d2, r);
  const T area = a * e - b * b;
  T s = clampToUnit(
      select(area > lanes<T>(1e-6f) * a * e, quotient(b * f - c1 * e, area), lanes<T>(0.5f)));
  const T free = quotient(b * s + f, e);
  const T t = clampToUnit(free);
  // Where the end of the second holds it, the first follows; where not, this changes nothing.
  s = clampToUnit(select(free == t, s, quotient(b * t - c1, a)));
  ClosestFeatures<T> c;
  c.weights[0] = one - s, c.weights[1] = s, c.weights[2] = t - one, c.weights[3] = -t;
  c.inside = min(min(s, one - s), min(t, one - t));
  const Vec3T<T> d = r + s * d1 - t * d2;
  c.distance = length(d);
  c.normal = quotient(one, c.distance) * d;
  return c;
}

}  // namespace holonom
