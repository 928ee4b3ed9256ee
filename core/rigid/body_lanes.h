#pragma once
// States of four bodies side by side, and back. A state is four rows of four lanes: linear and
// angular velocity, motion and rotation since the step began.
#include "rigid/bodies.h"

namespace holonom {

/// Loads one 16-byte row of four states and turns it into lanes.
inline Vec3x4 gatherRow(const BodyState* states, const int32_t* index, int row) {
  const auto load = [&](int k) { return reinterpret_cast<const f32x4*>(&states[index[k]])[row]; };
  f32x4 x = load(0), y = load(1), z = load(2), w = load(3);
  transpose(x, y, z, w);
  return {x, y, z};
}

inline QuatT<f32x4> gatherRotation(const BodyState* states, const int32_t* index) {
  const auto load = [&](int k) { return reinterpret_cast<const f32x4*>(&states[index[k]])[3]; };
  f32x4 x = load(0), y = load(1), z = load(2), w = load(3);
  transpose(x, y, z, w);
  return {x, y, z, w};
}

inline void scatterRow(BodyState* states, const int32_t* index, int row, Vec3x4 v) {
  f32x4 x = v.x, y = v.y, z = v.z, w = splat(0);
  transpose(x, y, z, w);
  const auto store = [&](int k, f32x4 q) { reinterpret_cast<f32x4*>(&states[index[k]])[row] = q; };
  store(0, x), store(1, y), store(2, z), store(3, w);
}

inline void scatterRotation(BodyState* states, const int32_t* index, QuatT<f32x4> q) {
  transpose(q.x, q.y, q.z, q.w);
  const auto store = [&](int k, f32x4 r) { reinterpret_cast<f32x4*>(&states[index[k]])[3] = r; };
  store(0, q.x), store(1, q.y), store(2, q.z), store(3, q.w);
}

inline void setLane(Vec3x4& v, int lane, Vec3 s) {
  v.x[lane] = s.x, v.y[lane] = s.y, v.z[lane] = s.z;
}

}  // namespace holonom
