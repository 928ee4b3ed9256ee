#include <gtest/gtest.h>

#include "constraints/list.h"
#include "random.h"
#include "world/describe.h"

namespace holonom {
namespace joint_definitions_test {

template <class J>
J between(Random& random) {
  J j;
  j.bodyA = BodyId{1}, j.bodyB = BodyId{2};
  if constexpr (requires { j.anchor; }) j.anchor = random.vector();
  if constexpr (requires { j.axis; }) j.axis = random.real(0.01f, 100) * random.direction();
  return j;
}
Transform pose(Random& random) { return {random.vector(), random.rotation()}; }

bool same(const Transform& a, const Transform& b) {
  const Quat p = a.rotation, q = b.rotation;
  return a.position == b.position && p.xyz() == q.xyz() && p.w == q.w;
}

// Lengths up to 3.5 m, turned to body axes and back in floats of 6e-8.
constexpr float kRounding = 3e-6f;

TEST(JointFrames, MeetWhereTheJointIsMade) {
  constexpr uint64_t kSeed = 91;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  forEachType(Joints{}, [&]<class J>() {
    for (int n = 0; n < 100; ++n) {
      J j = between<J>(random);
      const J given = j;
      const Transform a = pose(random), b = pose(random);
      const Result<JointFrames> f = framesOf(j, a, b);
      ASSERT_TRUE(f) << f.error->path;
      const JointPose p = jointPose(f.value, a, b);
      if constexpr (requires { j.anchor; }) {
        EXPECT_NEAR(length(a.position + p.armA - *given.anchor), 0, kRounding);
      }
      if constexpr (requires { j.axis; }) {
        const Vec3 axis = normalize(*given.axis);
        EXPECT_NEAR(length(rotate(p.axesA, Vec3{1, 0, 0}) - axis), 0, kRounding);
        EXPECT_NEAR(length(rotate(p.axesB, Vec3{1, 0, 0}) - axis), 0, kRounding);
      }
      Row rows[kMaxJointRows];
      for (int k = 0; k < J::evaluate(j, f.value, a, b, rows); ++k)
        EXPECT_NEAR(rows[k].error, 0, kRounding) << J::name;
      if (std::is_same_v<J, DistanceJoint>) continue;
      J::measure(f.value, a, b, rows);
      for (size_t k = 0; k < J::coordinates.size(); ++k) EXPECT_NEAR(rows[k].error, 0, kRounding);
    }
  });
}

TEST(JointFrames, AreTheSameToTheBitWhenReadBackAfterTheBodiesMoved) {
  constexpr uint64_t kSeed = 92;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  forEachType(Joints{}, [&]<class J>() {
    for (int n = 0; n < 100; ++n) {
      J j = between<J>(random);
      const Result<JointFrames> made = framesOf(j, pose(random), pose(random));
      ASSERT_TRUE(made);
      J read;
      const Status bad = readFields(writeFields(j, {}), read, "", {});
      ASSERT_FALSE(bad) << bad->path;
      const Result<JointFrames> again = framesOf(read, pose(random), pose(random));
      ASSERT_TRUE(again) << again.error->path;
      EXPECT_TRUE(same(made.value.a, again.value.a)) << J::name;
      EXPECT_TRUE(same(made.value.b, again.value.b)) << J::name;
      if constexpr (requires { j.length; }) {
        EXPECT_EQ(j.length, read.length);
      }
    }
  });
}

TEST(JointFrames, WhatIsAbsentFollowsFromTheOtherBody) {
  Random random(93);
  const Transform a = pose(random), b = pose(random);
  HingeJoint j = between<HingeJoint>(random);
  j.anchor.reset(), j.axis.reset();
  j.anchorB = Vec3{1, 2, 3};
  j.rotationA = Quat{0, 3, 0, 4};  // not of unit length
  const Result<JointFrames> f = framesOf(j, a, b);
  ASSERT_TRUE(f);
  EXPECT_EQ(f.value.b.position, (Vec3{1, 2, 3}));
  EXPECT_NEAR(f.value.a.rotation.y, 0.6f, 1e-7f);
  const JointPose p = jointPose(f.value, a, b);
  EXPECT_NEAR(length(p.offset), 0, 1e-6f);
  EXPECT_NEAR(length(jointRotation(p).xyz()), 0, 1e-6f);
}

TEST(JointFrames, WithoutAnAnchorAreAtTheCenterOfA) {
  FixedJoint j;
  j.bodyA = BodyId{1};
  const Transform a{{1, 2, 3}, {0, 1, 0, 0}};
  const Result<JointFrames> f = framesOf(j, a, {});
  ASSERT_TRUE(f);
  EXPECT_TRUE(same(f.value.a, {}));
  EXPECT_TRUE(same(f.value.b, a));
}

TEST(JointFrames, ADistanceSpansTheCentersAndIsRemembered) {
  DistanceJoint j;
  j.bodyA = BodyId{1}, j.bodyB = BodyId{2};
  ASSERT_TRUE(framesOf(j, {{0, 3, 0}, {}}, {{4, 0, 0}, {}}));
  EXPECT_EQ(j.length, 5);
  ASSERT_TRUE(framesOf(j, {{0, 6, 0}, {}}, {{4, 0, 0}, {}}));
  EXPECT_EQ(j.length, 5);
}

/// The path of the error of a joint as described, and its code; empty for none.
template <class J>
std::string refusal(J j) {
  if (const Status bad = checkFields(j, "")) return bad->path + " " + nameOf(bad->code);
  const J before = j;
  const Result<JointFrames> f = framesOf(j, {{1, 0, 0}, {}}, {});
  if (f) return "";
  EXPECT_FALSE(f.error->allowed().empty());
  // A refused definition is left as it was.
  EXPECT_EQ(before.anchorA.has_value(), j.anchorA.has_value());
  return f.error->path + " " + nameOf(f.error->code);
}

HingeJoint hinge() {
  HingeJoint j;
  j.bodyA = BodyId{1}, j.bodyB = BodyId{2};
  j.axis = Vec3{0, 0, 1};
  return j;
}

TEST(JointErrors, NameTheFieldOfAHinge) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(refusal(hinge()), "");
  HingeJoint j = hinge();
  j.bodyA.reset();
  EXPECT_EQ(refusal(j), "bodyA missing");
  j = hinge(), j.bodyB = j.bodyA;
  EXPECT_EQ(refusal(j), "bodyB range");
  j = hinge(), j.axis.reset();
  EXPECT_EQ(refusal(j), "axis missing");
  j = hinge(), j.axis = Vec3{};
  EXPECT_EQ(refusal(j), "axis range");
  j = hinge(), j.axis = Vec3{0, nan, 0};
  EXPECT_EQ(refusal(j), "axis[1] finite");
  j = hinge(), j.axis = Vec3{1e-30f, 0, 0};  // any direction will do
  EXPECT_EQ(refusal(j), "");
  j = hinge(), j.rotationB = Quat{};
  EXPECT_EQ(refusal(j), "axis range");
  j = hinge(), j.anchor = j.anchorA = Vec3{};
  EXPECT_EQ(refusal(j), "anchor range");
  j = hinge(), j.anchor = j.anchorB = Vec3{};
  EXPECT_EQ(refusal(j), "anchor range");
  j = hinge(), j.axis.reset(), j.rotationA = Quat{0, 0, 0, 0};
  EXPECT_EQ(refusal(j), "rotationA range");
  j = hinge(), j.limits = AngularLimits{0.2f, 0.1f};
  EXPECT_EQ(refusal(j), "limits.lower range");
  j = hinge(), j.limits = AngularLimits{-4, 0};
  EXPECT_EQ(refusal(j), "limits.lower range");
  j = hinge(), j.limits = AngularLimits{0, nan};
  EXPECT_EQ(refusal(j), "limits.upper finite");
  j = hinge(), j.limits = AngularLimits{-kPi, kPi};
  EXPECT_EQ(refusal(j), "");
  j = hinge(), j.motor = AngularMotor{0, -1};
  EXPECT_EQ(refusal(j), "motor.maxTorque range");
  j = hinge(), j.drive = AngularDrive{0, 0, 1, {}};
  EXPECT_EQ(refusal(j), "drive.frequency range");
  j = hinge(), j.frequency = -1;
  EXPECT_EQ(refusal(j), "frequency range");
}

TEST(JointErrors, NameTheFieldOfABallOrSlider) {
  BallJoint ball;
  ball.bodyA = BodyId{1};
  EXPECT_EQ(refusal(ball), "");  // its axis is x if absent
  ball.swingLimit = 0.0f;
  EXPECT_EQ(refusal(ball), "swingLimit range");
  ball.swingLimit = 1.0f, ball.twistLimits = AngularLimits{1, -1};
  EXPECT_EQ(refusal(ball), "twistLimits.lower range");

  PrismaticJoint slider;
  slider.bodyA = BodyId{1};
  EXPECT_EQ(refusal(slider), "axis missing");
  slider.axis = Vec3{0, 1, 0};
  EXPECT_EQ(refusal(slider), "");
  slider.limits = LinearLimits{1, -1};
  EXPECT_EQ(refusal(slider), "limits.lower range");
}

TEST(JointErrors, NameTheFieldOfADistance) {
  DistanceJoint j;
  j.bodyA = BodyId{1};
  EXPECT_EQ(refusal(j), "anchorB missing");
  j.anchorB = Vec3{};
  EXPECT_EQ(refusal(j), "");
  j.anchorB = Vec3{1, 0, 0};  // where A is
  EXPECT_EQ(refusal(j), "length range");
  j.mode = DistanceMode::Spring;
  EXPECT_EQ(refusal(j), "");
  j.length = 0.0f;
  EXPECT_EQ(refusal(j), "");
  j.mode = DistanceMode::Rope;
  EXPECT_EQ(refusal(j), "length range");
  j.length = -1.0f;
  EXPECT_EQ(refusal(j), "length range");
}

TEST(JointErrors, SayWhichLimitIsWrongAndWhatWouldDo) {
  HingeJoint j = hinge();
  j.limits = AngularLimits{0.5f, 0.25f};
  const Status bad = checkJoint(JointDef(j));
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->value.number, 0.5);
  EXPECT_EQ(bad->allowed(), "at most limits.upper");
}

}  // namespace joint_definitions_test
}  // namespace holonom
