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
  if constexpr (std::is_same_v<J, GearJoint>) {
    j.axisA = random.real(0.01f, 100) * random.direction(), j.axisB = random.direction();
    j.teethA = 1 + random.below(100), j.teethB = 1 + random.below(100);
    j.anchorA = random.vector(), j.anchorB = random.vector();
  }
  if constexpr (std::is_same_v<J, RackAndPinionJoint>) {
    j.direction = random.real(0.01f, 100) * cross(normalize(*j.axis), random.direction());
    j.radius = random.real(0.1f, 1);
  }
  if constexpr (std::is_same_v<J, PulleyJoint>)
    j.groundA = random.vector(3), j.groundB = random.vector(3);
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
      for (int k = 0; k < J::evaluate(j, f.value, a, b, rows); ++k) {
        // The rounding of a pose moves C by |J| times as much.
        float steepest = 1;
        for (const Vec3 part :
             {rows[k].linearA, rows[k].angularA, rows[k].linearB, rows[k].angularB})
          steepest = max(steepest, length(part));
        const bool angles = std::is_same_v<J, GearJoint>;
        EXPECT_NEAR(rows[k].error, 0, kRounding * (angles ? steepest : 1)) << J::name;
      }
      if constexpr (requires { j.length; }) continue;
      J::measure(j, f.value, a, b, rows);
      for (size_t k = 0; k < J::coordinates.size(); ++k)
        EXPECT_NEAR(rows[k].error, 0, kRounding * max(1.0f, length(rows[k].linearA)));
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

TEST(JointErrors, NameTheFieldOfAGear) {
  const auto gear = [] {
    GearJoint j;
    j.bodyA = BodyId{1}, j.bodyB = BodyId{2};
    j.axisA = Vec3{0, 0, 1};
    return j;
  };
  GearJoint j = gear();
  EXPECT_EQ(refusal(j), "");
  j = gear(), j.axisA.reset();
  EXPECT_EQ(refusal(j), "axisA missing");
  j = gear(), std::swap(j.axisA, j.axisB);  // either may follow from the other
  EXPECT_EQ(refusal(j), "");
  j = gear(), j.axisA = Vec3{};
  EXPECT_EQ(refusal(j), "axisA range");
  j = gear(), j.axisB = Vec3{};
  EXPECT_EQ(refusal(j), "axisB range");
  j = gear(), j.rotationA = Quat{};
  EXPECT_EQ(refusal(j), "axisA range");
  j = gear(), j.axisB = Vec3{0, 1, 0}, j.rotationB = Quat{};
  EXPECT_EQ(refusal(j), "axisB range");
  for (const int teeth : {0, -20, 10001}) {
    j = gear(), j.teethA = teeth;
    EXPECT_EQ(refusal(j), "teethA range");
    j = gear(), j.teethB = teeth;
    EXPECT_EQ(refusal(j), "teethB range");
  }
  j = gear(), j.bodyB.reset();
  EXPECT_EQ(refusal(j), "anchorB missing");
  j.anchorB = Vec3{};
  EXPECT_EQ(refusal(j), "");
  // A is at (1, 0, 0) and B at the origin: on the axis of a gear there is no direction to the
  // other.
  j = gear(), j.axisA = Vec3{1, 0, 0};
  EXPECT_EQ(refusal(j), "anchorB range");
  j = gear(), j.axisB = Vec3{1, 0, 0};
  EXPECT_EQ(refusal(j), "anchorB range");
  j = gear(), j.anchorB = Vec3{1, 0, 0};
  EXPECT_EQ(refusal(j), "anchorB range");
  j = gear(), j.frequency = -1;
  EXPECT_EQ(refusal(j), "frequency range");
}

TEST(JointErrors, NameTheFieldOfARackOrPulley) {
  const auto rack = [] {
    RackAndPinionJoint j;
    j.bodyA = BodyId{1}, j.bodyB = BodyId{2};
    j.axis = Vec3{0, 0, 1}, j.direction = Vec3{1, 0, 0}, j.radius = 0.5f;
    return j;
  };
  RackAndPinionJoint j = rack();
  EXPECT_EQ(refusal(j), "");
  j = rack(), j.axis.reset();
  EXPECT_EQ(refusal(j), "axis missing");
  j = rack(), j.axis = Vec3{};
  EXPECT_EQ(refusal(j), "axis range");
  j = rack(), j.direction.reset();
  EXPECT_EQ(refusal(j), "direction missing");
  j = rack(), j.direction = Vec3{};
  EXPECT_EQ(refusal(j), "direction range");
  j = rack(), j.direction = Vec3{1, 0, 0.1f};
  EXPECT_EQ(refusal(j), "direction range");
  j = rack(), j.direction = Vec3{1, 0, 0.001f};
  EXPECT_EQ(refusal(j), "");
  j = rack(), j.rotationA = Quat{};
  EXPECT_EQ(refusal(j), "axis range");
  j.axis.reset();
  EXPECT_EQ(refusal(j), "direction range");
  j.direction.reset();
  EXPECT_EQ(refusal(j), "");
  j = rack(), j.anchor = j.anchorB = Vec3{};
  EXPECT_EQ(refusal(j), "anchor range");
  j = rack(), j.radius.reset();
  EXPECT_EQ(refusal(j), "radius missing");
  j = rack(), j.radius = 0.0f;
  EXPECT_EQ(refusal(j), "radius range");

  const auto pulley = [] {
    PulleyJoint p;
    p.bodyA = BodyId{1}, p.bodyB = BodyId{2};
    p.groundA = Vec3{0, 4, 0}, p.groundB = Vec3{3, 4, 0};
    return p;
  };
  PulleyJoint p = pulley();
  EXPECT_EQ(refusal(p), "");
  p = pulley(), p.groundA.reset();
  EXPECT_EQ(refusal(p), "groundA missing");
  p = pulley(), p.groundB.reset();
  EXPECT_EQ(refusal(p), "groundB missing");
  for (const float ratio : {0.0f, -1.0f}) {
    p = pulley(), p.ratio = ratio;
    EXPECT_EQ(refusal(p), "ratio range");
  }
  p = pulley(), p.length = 0.0f;
  EXPECT_EQ(refusal(p), "length range");
  p = pulley(), p.length = 100.0f;  // slack
  EXPECT_EQ(refusal(p), "");
  p = pulley(), p.bodyB.reset();
  EXPECT_EQ(refusal(p), "anchorB missing");
}

/// A gear's frame that is taken away, or not given, follows such that the gears stay in mesh.
TEST(JointFrames, OfAGearFollowFromTheOther) {
  Random random(94);
  for (int n = 0; n < 100; ++n) {
    GearJoint j = between<GearJoint>(random);
    j.internal = n % 2 == 0;
    Transform a = pose(random), b = pose(random);
    ASSERT_TRUE(framesOf(j, a, b));
    // Moved at will, the gears are out of mesh; what is derived then is in mesh again.
    a = pose(random), b = pose(random);
    GearJoint derived = j;
    (n % 3 == 0 ? derived.rotationA : derived.rotationB).reset();
    const Result<JointFrames> f = framesOf(derived, a, b);
    ASSERT_TRUE(f);
    Row row;
    GearJoint::evaluate(derived, f.value, a, b, &row);
    // The rounding of an angle, times the ratio.
    const float ratio = float(j.teethB) / float(j.teethA);
    EXPECT_NEAR(row.error, 0, 3e-6f * (1 + ratio)) << n;
  }
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
