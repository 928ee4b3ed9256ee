#pragma once
// Axis-aligned boxes in world axes.
#include "math/vec3.h"

namespace holonom {

struct Aabb {
  Vec3 min{}, max{};
};

/// Larger than any scene, small enough that sums and squares stay finite.
inline constexpr float kHuge = 1e15f;

inline Aabb emptyAabb() { return {{kHuge, kHuge, kHuge}, {-kHuge, -kHuge, -kHuge}}; }
inline bool overlaps(const Aabb& a, const Aabb& b) {
  return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y &&
         a.min.z <= b.max.z && b.min.z <= a.max.z;
}
inline bool contains(const Aabb& a, const Aabb& b) {
  return a.min.x <= b.min.x && a.min.y <= b.min.y && a.min.z <= b.min.z && a.max.x >= b.max.x &&
         a.max.y >= b.max.y && a.max.z >= b.max.z;
}
inline bool contains(const Aabb& a, Vec3 p) { return contains(a, Aabb{p, p}); }
inline Aabb merge(const Aabb& a, const Aabb& b) { return {min(a.min, b.min), max(a.max, b.max)}; }
inline Aabb expand(const Aabb& a, float margin) {
  const Vec3 m{margin, margin, margin};
  return {a.min - m, a.max + m};
}
inline float surfaceArea(const Aabb& a) {
  const Vec3 d = a.max - a.min;
  return 2 * (d.x * d.y + d.y * d.z + d.z * d.x);
}

/// For `entryInto`: the inverse of a direction, finite also along the axes.
inline Vec3 inverseDirection(Vec3 d) {
  const auto inverse = [](float x) { return abs(x) > 1e-20f ? 1 / x : x < 0 ? -1e20f : 1e20f; };
  return {inverse(d.x), inverse(d.y), inverse(d.z)};
}
/// How far along a ray a box begins; 0 inside it, kHuge² when the ray misses it.
inline float entryInto(const Aabb& box, Vec3 origin, Vec3 inverse) {
  const Vec3 l = box.min - origin, h = box.max - origin;
  const Vec3 a{l.x * inverse.x, l.y * inverse.y, l.z * inverse.z};
  const Vec3 b{h.x * inverse.x, h.y * inverse.y, h.z * inverse.z};
  const Vec3 in = min(a, b), out = max(a, b);
  const float from = max(max(in.x, in.y), max(in.z, 0.0f)), to = min(out.x, min(out.y, out.z));
  return from <= 1.000001f * to ? from : kHuge * kHuge;  // never missed by rounding
}

}  // namespace holonom
