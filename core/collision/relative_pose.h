#pragma once
// How one shape stands in the axes of another.
#include "math/transform.h"

namespace holonom {

/// B's axes seen from A's: p ↦ rotation p + offset.
struct RelativePose {
  Mat3 rotation;
  Vec3 offset;
  Vec3 toA(Vec3 p) const { return rotation * p + offset; }
  Vec3 directionToA(Vec3 d) const { return rotation * d; }
  Vec3 directionToB(Vec3 d) const { return transposeMultiply(rotation, d); }
};
inline RelativePose inverse(const RelativePose& p) {
  const Mat3& r = p.rotation;
  const Mat3 back{{r.x.x, r.y.x, r.z.x}, {r.x.y, r.y.y, r.z.y}, {r.x.z, r.y.z, r.z.z}};
  return {back, -(back * p.offset)};
}
/// The pose of b in the axes of a.
inline RelativePose seenFrom(const Transform& a, const Transform& b) {
  return {toMatrix(conjugate(a.rotation) * b.rotation), inverseTransformPoint(a, b.position)};
}

}  // namespace holonom
