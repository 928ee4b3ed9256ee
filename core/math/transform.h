#pragma once
// A pose: rotation, then translation.
#include "math/mat3.h"

namespace holonom {

struct Transform {
  Vec3 position;
  Quat rotation;
};

inline Vec3 transformPoint(const Transform& t, Vec3 local) {
  return t.position + rotate(t.rotation, local);
}
inline Vec3 inverseTransformPoint(const Transform& t, Vec3 world) {
  return inverseRotate(t.rotation, world - t.position);
}

}  // namespace holonom
