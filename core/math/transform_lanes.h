#pragma once
// Four poses side by side, and back.
#include <cstring>

#include "math/transform.h"

namespace holonom {

struct PoseLanes {
  Vec3x4 position;
  QuatT<f32x4> rotation;
};

static_assert(sizeof(Transform) == 7 * sizeof(float));

inline PoseLanes gatherPoses(const Transform& a, const Transform& b, const Transform& c,
                             const Transform& d) {
  const auto load = [](const Transform& t, size_t first) {
    f32x4 v;
    std::memcpy(&v, reinterpret_cast<const float*>(&t) + first, sizeof v);
    return v;
  };
  PoseLanes p;
  f32x4 x = load(a, 0), y = load(b, 0), z = load(c, 0), unused = load(d, 0);
  transpose(x, y, z, unused);
  p.position = {x, y, z};
  QuatT<f32x4>& q = p.rotation;
  q = {load(a, 3), load(b, 3), load(c, 3), load(d, 3)};
  transpose(q.x, q.y, q.z, q.w);
  return p;
}

inline void scatterPoses(PoseLanes p, Transform& a, Transform& b, Transform& c, Transform& d) {
  const auto store = [](Transform& t, size_t first, f32x4 v) {
    std::memcpy(reinterpret_cast<float*>(&t) + first, &v, sizeof v);
  };
  f32x4 x = p.position.x, y = p.position.y, z = p.position.z, w = splat(0);
  transpose(x, y, z, w);
  QuatT<f32x4> q = p.rotation;
  transpose(q.x, q.y, q.z, q.w);
  // The fourth lane of a position falls on the rotation, written after it.
  store(a, 0, x), store(a, 3, q.x);
  store(b, 0, y), store(b, 3, q.y);
  store(c, 0, z), store(c, 3, q.z);
  store(d, 0, w), store(d, 3, q.w);
}

}  // namespace holonom
