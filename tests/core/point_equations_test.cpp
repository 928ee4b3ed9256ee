// Joints that hold a point: four at a time give the bits of one, and no turn that is left out would
// have met a limit.
#include "solvers/point_equations.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "random.h"
#include "solvers/block_kernels.h"

namespace holonom {
namespace point_equations_test {

Transform randomPose(Random& random) { return {random.vector(), random.rotation()}; }

PoseLanes lanesOf(const Transform* poses) {
  return gatherPoses(poses[0], poses[1], poses[2], poses[3]);
}

void expectTurn(const PointEquations::Turn& turn, Vec3 axis, float error) {
  EXPECT_EQ(turn.axis, axis);
  EXPECT_EQ(turn.error, error);
}

TEST(PointEquations, AreThoseOfOneJointToTheBit) {
  Random random(1);
  for (const PointHold hold : {PointHold::Turning, PointHold::Aligned, PointHold::Rigid})
    for (int count = 1; count <= 4; ++count) {
      Transform poses[8], framesA[4], framesB[4];
      for (Transform& pose : poses) pose = randomPose(random);
      PointBatch batch{};
      batch.hold = hold;
      batch.limited = true;
      batch.biasRate = random.real();
      for (int k = 0; k < 4; ++k) {
        framesA[k] = randomPose(random), framesB[k] = randomPose(random);
        batch.joints[k] = k < count ? k : 4;
        batch.a[k] = 2 * k, batch.b[k] = 2 * k + 1;
        batch.limits.twistMiddle[k] = random.real();
        batch.limits.twistHalf[k] = random.real(0, 1), batch.limits.swing[k] = random.real(0, 1);
      }
      batch.frames = {lanesOf(framesA), lanesOf(framesB)};
      PointEquations out[5];
      float slacks[5] = {};
      evaluatePoints(batch, poses, out, slacks);
      for (int k = 0; k < count; ++k) {
        const JointFrames frames{framesA[k], framesB[k]};
        const JointPose pose = jointPose(frames, poses[2 * k], poses[2 * k + 1]);
        const JointArms meeting = jointMeeting<float>(pose);
        EXPECT_EQ(out[k].armA, meeting.armA);
        EXPECT_EQ(out[k].armB, meeting.armB);
        EXPECT_EQ(out[k].offset, pose.offset);
        EXPECT_EQ(out[k].biasRate, batch.biasRate);
        if (hold == PointHold::Aligned) {
          const JointTurns<float, 2> turns = jointAlignment(pose);
          for (int i = 0; i < 2; ++i) expectTurn(out[k].turns[i], turns.axes[i], turns.errors[i]);
        }
        if (hold == PointHold::Rigid) {
          const JointTurns<float, 3> turns = jointHeldRotation(pose);
          for (int i = 0; i < 3; ++i) expectTurn(out[k].turns[i], turns.axes[i], turns.errors[i]);
        }
        const TurnLimits limits{batch.limits.twistMiddle[k], batch.limits.twistHalf[k],
                                batch.limits.swing[k]};
        EXPECT_EQ(slacks[k], jointTurnSlack(pose, limits));
      }
      for (int k = count; k < 4; ++k) {
        EXPECT_EQ(out[k].armA, Vec3{});
        EXPECT_EQ(slacks[k], 0);
      }
    }
}

template <class J>
void expectNoTurnBelowTheSlackMeetsALimit(Random& random, const J& joint) {
  const float h = 1.0f / 240;
  const JointFrames frames{randomPose(random), randomPose(random)};
  const Transform a = randomPose(random), b = randomPose(random);
  const JointPose pose = jointPose(frames, a, b);
  const float slack = jointTurnSlack(pose, J::turnLimits(joint)) - 1e-5f;
  if (!(slack > 0)) return;
  Row rows[kMaxJointRows];
  const int count = J::evaluateAxes(joint, pose, rows);
  for (int k = 0; k < count; ++k) {
    // The worst direction, and any.
    const Vec3 e = rows[k].angularA;
    for (const Vec3 direction : {-normalize(e), random.direction()})
      EXPECT_GE(rows[k].error + h * dot(e, (slack / h) * direction), 0);
  }
}

TEST(PointEquations, NoTurnBelowTheSlackMeetsALimit) {
  Random random(2);
  for (int i = 0; i < 2000; ++i) {
    const float middle = random.real(), half = random.real(0, 3);
    const AngularLimits limits{max(middle - half, -kPi), min(middle + half, kPi)};
    BallJoint ball;
    if (random.below(3)) ball.swingLimit = random.real(0.1f, kPi);
    if (random.below(3)) ball.twistLimits = limits;
    expectNoTurnBelowTheSlackMeetsALimit(random, ball);
    HingeJoint hinge;
    hinge.limits = limits;
    expectNoTurnBelowTheSlackMeetsALimit(random, hinge);
  }
}

TEST(PointEquations, AnInvertedBlockSolvesAsItsPivotsDo) {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    // B Bᵀ, where the last row of B is all but a sum of the others in every other case.
    double b[3][3], block[12] = {}, scale[3];
    for (auto& row : b)
      for (double& v : row) v = random.uniform();
    if (i % 2 == 0)
      for (int k = 0; k < 3; ++k)
        b[2][k] = b[0][k] + b[1][k] + std::pow(10, random.uniform(-6, 0)) * b[2][k];
    for (int r = 0; r < 3; ++r)
      for (int c = r; c < 3; ++c)
        for (int k = 0; k < 3; ++k) block[r * 4 + c] += b[r][k] * b[c][k];
    for (int k = 0; k < 3; ++k) scale[k] = block[k * 5];
    double factored[12], y[6], scaled[6], direct[6];
    std::copy_n(block, 12, factored);
    for (double& v : y) v = random.uniform();
    invertBlock(block, scale, 1e-6);
    multiplyBlock(block, y, direct, 2);
    factorBlock<3>(3, 4, factored, scale, 1e-6);
    solveLower<3>(3, factored, 4, y, scaled, 2);
    // L⁻ᵀ
    for (int c = 0; c < 2; ++c) {
      scaled[2 + c] -= factored[9] * scaled[4 + c];
      scaled[c] -= factored[4] * scaled[2 + c] + factored[8] * scaled[4 + c];
    }
    double size = 0;
    for (const double v : scaled) size = max(size, abs(v));
    for (int k = 0; k < 6; ++k) EXPECT_NEAR(direct[k], scaled[k], 1e-8 * size) << i;
  }
}

}  // namespace point_equations_test
}  // namespace holonom
