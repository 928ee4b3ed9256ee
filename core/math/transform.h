#pragma once
// A pose: rotation, then translation.
#include "math/mat3.h"

namespace holonom {

struct Transform {
  Vec3 position;
  Quat rotation;
  using Packed = PackedOf<Vec3, Quat>;
  bool operator==(const Transform&) const = default;
};

inline Vec3 transformPoint(const Transform& t, Vec3 local) {
  return t.position + rotate(t.rotation, local);
}
/// `inner` first, then `outer`.
inline Transform operator*(const Transform& outer, const Transform& inner) {
  return {transformPoint(outer, inner.position), outer.rotation * inner.rotation};
}
inline Transform inverse(const Transform& t) {
  return {inverseRotate(t.rotation, -t.position), conjugate(t.rotation)};
}
inline Vec3 inverseTransformPoint(const Transform& t, Vec3 world) {
  return inverseRotate(t.rotation, world - t.position);
}

}  // namespace holonom
