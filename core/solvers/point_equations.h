#pragma once
// Equations of joints that hold a point, evaluated four joints at a time.
#include "constraints/joints/joint_def.h"
#include "math/transform_lanes.h"

namespace holonom {

/// The equations of one rigid joint at the present poses: d = 0, then as many turns as its count
/// says. In rows of four lanes.
struct alignas(16) PointEquations {
  Vec3 armA;           ///< from the center to the anchor [m]
  float biasRate = 0;  ///< share of the error removed per second [1/s]
  Vec3 armB;
  float padB = 0;
  Vec3 offset;  ///< d [m]
  float padOffset = 0;
  struct Turn {
    Vec3 axis;        ///< e of Ċ = e · Ω
    float error = 0;  ///< [rad]
  } turns[3];
};
static_assert(sizeof(PointEquations) == 6 * 16);

/// Four joints that hold a point in the same way.
struct PointBatch {
  PointHold hold;
  int32_t joints[4];  ///< where each writes its equations
  int32_t a[4], b[4];
  struct {
    PoseLanes a, b;
  } frames;
  float biasRate;
  bool limited;  ///< whether there are limits, motors or drives
  TurnLimitsT<f32x4> limits;
};

/// At these poses of all bodies. Writes `slacks`, see `jointTurnSlack`, of those with limits.
void evaluatePoints(const PointBatch& batch, const Transform* poses, PointEquations* out,
                    float* slacks);

}  // namespace holonom
