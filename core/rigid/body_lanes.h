#pragma once
// States of four bodies side by side, and back. A state is four rows of four lanes: linear and
// angular velocity, motion and rotation since the step began.
#include "rigid/bodies.h"

namespace holonom {

/// A row of a state that is a vector and a number.
struct VectorRow {
  Vec3x4 xyz;
  f32x4 w;
};

/// Loads one 16-byte row of four records and turns it into lanes.
template <class Record>
inline QuatT<f32x4> gatherFour(const Record* records, const int32_t* index, int row) {
  const auto load = [&](int k) { return reinterpret_cast<const f32x4*>(&records[index[k]])[row]; };
  f32x4 x = load(0), y = load(1), z = load(2), w = load(3);
  transpose(x, y, z, w);
  return {x, y, z, w};
}

inline void scatterFour(BodyState* states, const int32_t* index, int row, QuatT<f32x4> q) {
  transpose(q.x, q.y, q.z, q.w);
  const auto store = [&](int k, f32x4 r) { reinterpret_cast<f32x4*>(&states[index[k]])[row] = r; };
  store(0, q.x), store(1, q.y), store(2, q.z), store(3, q.w);
}

inline VectorRow gatherRow(const BodyState* states, const int32_t* index, int row) {
  const QuatT<f32x4> q = gatherFour(states, index, row);
  return {{q.x, q.y, q.z}, q.w};
}

inline void scatterRow(BodyState* states, const int32_t* index, int row, const VectorRow& v) {
  scatterFour(states, index, row, {v.xyz.x, v.xyz.y, v.xyz.z, v.w});
}

inline QuatT<f32x4> gatherRotation(const BodyState* states, const int32_t* index) {
  return gatherFour(states, index, 3);
}

}  // namespace holonom
