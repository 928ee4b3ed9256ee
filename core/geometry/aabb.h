#pragma once
// Axis-aligned boxes in world axes.
#include <cstring>

#include "math/vec3.h"

namespace holonom {

struct Aabb {
  Vec3 min{}, max{};
  using Packed = PackedOf<Vec3, Vec3>;
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

/// A box made ready to be compared with many.
class BoxProbe {
 public:
  explicit BoxProbe(const Aabb& box)
      : high_{box.max.x, box.max.y, box.max.z, kHuge * kHuge},
        low_{-kHuge * kHuge, box.min.x, box.min.y, box.min.z} {}

  bool overlaps(const Aabb& box) const {
    static_assert(sizeof(Aabb) == 24);
    f32x4 first, last;  // four numbers of the box each, two of them in both
    std::memcpy(&first, &box, sizeof first);
    std::memcpy(&last, reinterpret_cast<const char*>(&box) + 8, sizeof last);
    return !any(~((first <= high_) & (last >= low_)));
  }

 private:
  f32x4 high_, low_;
};

/// A ray made ready to meet many boxes, or the way of a box that moves along it.
class BoxRay {
 public:
  /// How far along a ray a box begins that it misses.
  static constexpr float kMissed = kHuge * kHuge;

  BoxRay(Vec3 origin, Vec3 direction, Vec3 halfExtents = {})
      : low_{origin.x + halfExtents.x, origin.y + halfExtents.y, origin.z + halfExtents.z, 0},
        high_{origin.x - halfExtents.x, origin.y - halfExtents.y, origin.z - halfExtents.z, 0},
        inverse_{inverse(direction.x), inverse(direction.y), inverse(direction.z), 0} {}

  /// How far along the ray each of two boxes begins, in the first two lanes; 0 inside.
  f32x4 enter(const Aabb& a, const Aabb& b) const {
    const Span spanA = spanOf(a), spanB = spanOf(b);
    const f32x4 inXY = __builtin_shufflevector(spanA.in, spanB.in, 0, 4, 1, 5);
    const f32x4 inZ = __builtin_shufflevector(spanA.in, spanB.in, 2, 6, 2, 6);
    const f32x4 outXY = __builtin_shufflevector(spanA.out, spanB.out, 0, 4, 1, 5);
    const f32x4 outZ = __builtin_shufflevector(spanA.out, spanB.out, 2, 6, 2, 6);
    const f32x4 inYX = __builtin_shufflevector(inXY, inXY, 2, 3, 0, 1);
    const f32x4 outYX = __builtin_shufflevector(outXY, outXY, 2, 3, 0, 1);
    const f32x4 from = max(max(inXY, inYX), max(inZ, splat(0)));
    const f32x4 to = min(min(outXY, outYX), outZ);
    // Never missed by rounding.
    return select(from <= splat(1.000001f) * to, from, splat(kMissed));
  }

 private:
  struct Span {
    f32x4 in, out;  // along each axis
  };
  /// Finite also along the axes.
  static float inverse(float x) { return abs(x) > 1e-20f ? 1 / x : x < 0 ? -1e20f : 1e20f; }
  Span spanOf(const Aabb& box) const {
    static_assert(sizeof(Aabb) == 24);
    f32x4 low, high;  // of high the last three lanes
    std::memcpy(&low, &box, sizeof low);
    std::memcpy(&high, reinterpret_cast<const char*>(&box) + 8, sizeof high);
    high = __builtin_shufflevector(high, high, 1, 2, 3, 3);
    const f32x4 a = (low - low_) * inverse_, b = (high - high_) * inverse_;
    return {min(a, b), max(a, b)};
  }

  // Where the ray begins, as seen from the low and the high sides of boxes.
  f32x4 low_, high_, inverse_;
};

}  // namespace holonom
