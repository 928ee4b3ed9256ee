#include "solvers/point_equations.h"

namespace holonom {

namespace {

PoseLanes posesOf(const Transform* poses, const int32_t* bodies) {
  return gatherPoses(poses[bodies[0]], poses[bodies[1]], poses[bodies[2]], poses[bodies[3]]);
}

void scatter(const PointBatch& batch, int row, Vec3x4 v, f32x4 w, PointEquations* out) {
  transpose(v.x, v.y, v.z, w);
  const auto store = [&](int k, f32x4 q) {
    reinterpret_cast<f32x4*>(&out[batch.joints[k]])[row] = q;
  };
  store(0, v.x), store(1, v.y), store(2, v.z), store(3, w);
}

template <int n>
void scatterTurns(const PointBatch& batch, const JointTurns<f32x4, n>& t, PointEquations* out) {
  for (int k = 0; k < n; ++k) scatter(batch, 3 + k, t.axes[k], t.errors[k], out);
}

}  // namespace

void evaluatePoints(const PointBatch& batch, const Transform* poses, PointEquations* out,
                    float* slacks) {
  const PoseLanes a = posesOf(poses, batch.a), b = posesOf(poses, batch.b);
  const JointArmsT<f32x4> arms = jointMeeting(jointArms(batch.frames, a, b));
  scatter(batch, 0, arms.armA, splat(batch.biasRate), out);
  scatter(batch, 1, arms.armB, splat(0), out);
  scatter(batch, 2, arms.offset, splat(0), out);
  if (batch.hold == PointHold::Turning && !batch.limited) return;
  const JointAxesT<f32x4> axes = jointAxes(batch.frames, a, b);
  if (batch.hold == PointHold::Aligned) scatterTurns(batch, jointAlignment(axes), out);
  if (batch.hold == PointHold::Rigid) scatterTurns(batch, jointHeldRotation(axes), out);
  if (!batch.limited) return;
  const f32x4 slack = jointTurnSlack(axes, batch.limits);
  for (int k = 0; k < 4; ++k) slacks[batch.joints[k]] = slack[k];
}

}  // namespace holonom
