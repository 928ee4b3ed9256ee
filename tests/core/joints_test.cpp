#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "constraints/list.h"
#include "displaced.h"
#include "random.h"
#include "world/check.h"

namespace holonom {
namespace joints_test {

const Vec3 kAxes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

template <class Limits>
Limits randomLimits(Random& random, float size) {
  Limits limits;
  limits.lower = random.real(-size, 0), limits.upper = random.real(0, size);
  if (random.below(4) == 0) limits.upper = limits.lower;
  return limits;
}

// A joint of the list needs a way to be drawn at random: what its rows depend on beside the frames.
void drawParts(Random&, FixedJoint&) {}
void drawParts(Random& random, BallJoint& j) {
  if (random.below(2)) j.swingLimit = random.real(0.1f, 3);
  if (random.below(2)) j.twistLimits = randomLimits<AngularLimits>(random, 2);
}
void drawParts(Random& random, HingeJoint& j) {
  if (random.below(2)) j.limits = randomLimits<AngularLimits>(random, 2);
  if (random.below(2)) j.motor = AngularMotor{random.real(), 3};
  if (random.below(2)) j.drive = AngularDrive{random.real(), 4, 1, 5};
}
void drawParts(Random& random, PrismaticJoint& j) {
  if (random.below(2)) j.limits = randomLimits<LinearLimits>(random, 1);
  if (random.below(2)) j.motor = LinearMotor{random.real(), 3};
  if (random.below(2)) j.drive = LinearDrive{random.real(), 4, 1, 5};
}
void drawParts(Random& random, DistanceJoint& j) {
  j.mode = DistanceMode(random.below(3));
  j.length = random.real(0.5f, 2);
}
void drawParts(Random& random, GearJoint& j) {
  j.teethA = 2 + random.below(6), j.teethB = 1 + random.below(2 * j.teethA);
  j.internal = random.below(2) == 0;
}
void drawParts(Random& random, RackAndPinionJoint& j) { j.radius = random.real(0.2f, 1); }
void drawParts(Random& random, PulleyJoint& j) {
  j.mode = PulleyMode(random.below(2));
  j.ratio = random.real(0.3f, 2), j.length = random.real(5, 20);
  // Far from the anchors: at a pulley the rope has no direction.
  j.groundA = 8 * random.direction(), j.groundB = 8 * random.direction();
}

template <class J>
J drawn(Random& random) {
  J j;
  j.bodyA = BodyId{1};
  drawParts(random, j);
  return j;
}

struct Placed {
  JointFrames frames;
  Transform a, b;
};
/// Poses at which the anchors are `offset` apart, the x axes at an angle `swing`, and A is turned
/// by `twist` about its own.
Placed placed(Random& random, float offset, float swing, float twist) {
  Placed p;
  p.frames.a = {random.vector(), random.rotation()};
  p.frames.b = {random.vector(), random.rotation()};
  p.b = {random.vector(2), random.rotation()};
  const Vec3 anchor = transformPoint(p.b, p.frames.b.position);
  const Vec3 about = random.direction();
  const Transform twisted = displaced({}, {}, {twist, 0, 0});
  const Transform swung = displaced(twisted, {}, swing * normalize(Vec3{0, about.y, about.z}));
  p.a.rotation = normalize(p.b.rotation * p.frames.b.rotation * swung.rotation *
                           conjugate(p.frames.a.rotation));
  p.a.position = anchor + offset * random.direction() - rotate(p.a.rotation, p.frames.a.position);
  return p;
}
/// Near the joint's surface, and off the points where a distance or a cone has no direction and an
/// angle jumps: half a turn from the middle of its limits.
Placed placed(Random& random, float twist = 1) {
  return placed(random, random.real(0.3f, 0.5f), random.real(0.3f, 0.6f),
                random.real(-twist, twist));
}

/// Where nothing jumps: a phase by a whole turn, the angle of a gear at half a turn; and not where
/// one center is near the axis of the other gear, which has no direction from there.
template <class J>
bool isSmooth(const J&, const Placed&) {
  return true;
}
bool isSmooth(const GearJoint& j, const Placed& p) {
  Row rows[2], row;
  GearJoint::measure(j, p.frames, p.a, p.b, rows);
  GearJoint::evaluate(j, p.frames, p.a, p.b, &row);
  const int common = std::gcd(j.teethA, j.teethB);
  for (const Row& r : rows)
    if (std::abs(r.error) > kPi - 0.1f || length(r.linearA) > 1) return false;
  return std::abs(row.error) * float(j.teethA / common) < kPi - 0.2f;
}
bool isSmooth(const RackAndPinionJoint& j, const Placed& p) {
  Row row;
  RackAndPinionJoint::evaluate(j, p.frames, p.a, p.b, &row);
  return std::abs(row.error) < 0.9f * kPi * *j.radius;
}
template <class J>
Placed smoothlyPlaced(Random& random, const J& j, float twist = 1) {
  for (;;) {
    const Placed p = std::is_same_v<J, GearJoint>
                         ? placed(random, random.real(1.5f, 2.5f), random.real(0.3f, 0.6f),
                                  random.real(-twist, twist))
                         : placed(random, twist);
    if (isSmooth(j, p)) return p;
  }
}

/// Calls `f(dA, dB, J V)` with unit motions V of A and B along and about each axis.
template <class F>
void forEachMotion(const Row& row, F&& f) {
  for (const Vec3 e : kAxes) {
    f(e, Vec3{}, Vec3{}, Vec3{}, dot(row.linearA, e));
    f(Vec3{}, e, Vec3{}, Vec3{}, dot(row.angularA, e));
    f(Vec3{}, Vec3{}, e, Vec3{}, dot(row.linearB, e));
    f(Vec3{}, Vec3{}, Vec3{}, e, dot(row.angularB, e));
  }
}

/// ∂C/∂V of row k of what `evaluate` writes, by central differences.
template <class F>
float slope(F&& evaluate, int k, const Placed& p, Vec3 va, Vec3 wa, Vec3 vb, Vec3 wb, float step) {
  Row ahead[kMaxJointRows], behind[kMaxJointRows];
  evaluate(displaced(p.a, step * va, step * wa), displaced(p.b, step * vb, step * wb), ahead);
  evaluate(displaced(p.a, -step * va, -step * wa), displaced(p.b, -step * vb, -step * wb), behind);
  return (ahead[k].error - behind[k].error) / (2 * step);
}

/// A motor holds a velocity and has no C.
/// No bound ever acts.
bool isEquality(const Row& r) { return r.lower <= -kUnbounded && r.upper >= kUnbounded; }
bool isMotor(const Row& r) { return !isEquality(r) && !r.isInequality() && !(r.frequency > 0); }

// Central differences of floats, step 1e-2: errors of the third derivative (step²/6 = 2e-5 of it)
// and of rounding (1e-7 of a meter / step = 1e-5).
constexpr float kStep = 1e-2f, kSlopeError = 1e-3f;

TEST(Joints, JacobiansEqualFiniteDifferences) {
  constexpr uint64_t kSeed = 81;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  forEachType(Joints{}, [&]<class J>() {
    for (int n = 0; n < 200; ++n) {
      const J joint = drawn<J>(random);
      const Placed p = smoothlyPlaced(random, joint);
      // Angles seen from nearby centers are more curved, with arms of two meters.
      const float step = std::is_same_v<J, GearJoint> ? kStep / 2 : kStep;
      const auto evaluate = [&](const Transform& a, const Transform& b, Row* out) {
        return J::evaluate(joint, p.frames, a, b, out);
      };
      Row rows[kMaxJointRows], coordinate[kMaxJointRows];
      const int count = evaluate(p.a, p.b, rows);
      J::measure(joint, p.frames, p.a, p.b, coordinate);
      const Vec3 offset = jointArms(p.frames, p.a, p.b).offset;
      for (int k = 0; k < count; ++k)
        forEachMotion(rows[k], [&](Vec3 va, Vec3 wa, Vec3 vb, Vec3 wb, float actual) {
          float expected = isMotor(rows[k]) ? rowVelocity(coordinate[0], va, wa, vb, wb)
                                            : slope(evaluate, k, p, va, wa, vb, wb, step);
          // The axes of rows that hold a point turn with the mean of both bodies.
          if constexpr (requires { J::pointHold(joint); })
            if (k < 3) expected -= dot(kAxes[k], cross(0.5f * (wa + wb), offset));
          EXPECT_NEAR(actual, expected, kSlopeError) << J::name << " " << n << ": row " << k;
        });
    }
  });
}

TEST(Joints, RatesOfCoordinatesEqualFiniteDifferences) {
  constexpr uint64_t kSeed = 82;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  forEachType(Joints{}, [&]<class J>() {
    for (int n = 0; n < 200; ++n) {
      const J joint = drawn<J>(random);
      const Placed p = smoothlyPlaced(random, joint, 2.5f);
      const auto measure = [&](const Transform& a, const Transform& b, Row* out) {
        J::measure(joint, p.frames, a, b, out);
      };
      Row rows[kMaxJointRows];
      measure(p.a, p.b, rows);
      constexpr float s = 0.3f;  // m/s and rad/s
      for (int k = 0; k < int(J::coordinates.size()); ++k) {
        const Vec3 va = random.vector(s), wa = random.vector(s), vb = random.vector(s),
                   wb = random.vector(s);
        EXPECT_NEAR(rowVelocity(rows[k], va, wa, vb, wb),
                    slope(measure, k, p, va, wa, vb, wb, kStep), kSlopeError)
            << J::coordinates[k].name;
      }
    }
  });
}

TEST(Joints, RowsComeInOrder) {
  constexpr uint64_t kSeed = 83;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  forEachType(Joints{}, [&]<class J>() {
    for (int n = 0; n < 100; ++n) {
      const JointDef def = drawn<J>(random);
      const int equalities = equalityCount(def);
      int before = -1;
      for (int m = 0; m < 3; ++m) {
        const Placed p = placed(random);
        Row rows[kMaxJointRows];
        const int count = evaluateJoint(def, p.frames, p.a, p.b, rows);
        EXPECT_LE(count, J::maxRows);
        EXPECT_TRUE(before < 0 || count == before) << J::name;  // at any pose
        before = count;
        for (int k = 0; k < count; ++k) EXPECT_EQ(isEquality(rows[k]), k < equalities) << J::name;
        for (int k = equalities + 1; k < count; ++k)
          EXPECT_GE(rows[k - 1].isInequality(), rows[k].isInequality()) << J::name;
      }
    }
  });
}

TEST(Joints, ErrorsVanishExactlyWhereTheFramesMeet) {
  constexpr uint64_t kSeed = 84;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int n = 0; n < 100; ++n) {
    const float angle = random.real(-3, 3), shift = random.real();
    Placed p = placed(random, 0, 0, angle);
    Row rows[kMaxJointRows], coordinate[kMaxJointCoordinates];
    for (int k = 0; k < BallJoint::evaluate({}, p.frames, p.a, p.b, rows); ++k)
      EXPECT_NEAR(rows[k].error, 0, 2e-6f);
    for (int k = 0; k < HingeJoint::evaluate({}, p.frames, p.a, p.b, rows); ++k)
      EXPECT_NEAR(rows[k].error, 0, 2e-6f);
    HingeJoint::measure({}, p.frames, p.a, p.b, coordinate);
    EXPECT_NEAR(coordinate[0].error, angle, 2e-6f);
    BallJoint::measure({}, p.frames, p.a, p.b, coordinate);
    EXPECT_NEAR(coordinate[0].error, 0, 2e-6f);
    EXPECT_NEAR(coordinate[1].error, angle, 2e-6f);

    p = placed(random, 0, 0, 0);
    for (int k = 0; k < FixedJoint::evaluate({}, p.frames, p.a, p.b, rows); ++k)
      EXPECT_NEAR(rows[k].error, 0, 2e-6f);
    p.a.position += shift * rotate(p.b.rotation * p.frames.b.rotation, kAxes[0]);
    for (int k = 0; k < PrismaticJoint::evaluate({}, p.frames, p.a, p.b, rows); ++k)
      EXPECT_NEAR(rows[k].error, 0, 2e-6f);
    PrismaticJoint::measure({}, p.frames, p.a, p.b, coordinate);
    EXPECT_NEAR(coordinate[0].error, shift, 2e-6f);
    DistanceJoint::measure({}, p.frames, p.a, p.b, coordinate);
    EXPECT_NEAR(coordinate[0].error, std::abs(shift), 2e-6f);
  }
}

TEST(Joints, AFixedJointStatesAnyTurnUpToHalf) {
  for (const float angle : {0.0f, 1e-6f, 1e-4f, 0.1f, 1.0f, 3.0f, 3.14159f}) {
    const Transform a = displaced({}, {}, {0, angle, 0});
    Row rows[6];
    FixedJoint::evaluate({}, {}, a, {}, rows);
    EXPECT_NEAR(rows[4].error, angle, 1e-6f);
    EXPECT_NEAR(rowVelocity(rows[4], {}, {0, 1, 0}, {}, {}), 1, 1e-6f) << angle;
    // No row fades: a turn is undone at any angle.
    for (int k = 3; k < 6; ++k) EXPECT_GT(length(rows[k].angularA), 0.99f) << angle;
  }
}

TEST(Joints, AHingePullsItsAxisBackFromAnyDirection) {
  for (const float angle : {1e-4f, 0.1f, 1.0f, 1.5708f, 2.0f, 3.0f}) {
    const Transform a = displaced({}, {}, {0, 0, angle});
    Row rows[5];
    HingeJoint::evaluate({}, {}, a, {}, rows);
    EXPECT_NEAR(rows[3].error, 0, 1e-6f);
    EXPECT_NEAR(rows[4].error, 2 * std::sin(angle / 2), 1e-6f);
    EXPECT_NEAR(rowVelocity(rows[4], {}, {0, 0, 1}, {}, {}), std::cos(angle / 2), 1e-6f);
  }
}

TEST(Joints, BeyondALimitAnAngleDoesNotJump) {
  HingeJoint j;
  j.limits = AngularLimits{0, kPi};
  Row rows[HingeJoint::maxRows];
  for (const float beyond : {-0.3f, -0.01f, 0.01f, 0.3f}) {
    const Transform a = displaced({}, {}, {kPi + beyond, 0, 0});
    ASSERT_EQ(HingeJoint::evaluate(j, {}, a, {}, rows), 7);
    EXPECT_NEAR(rows[5].error, kPi + beyond, 2e-6f);
    EXPECT_NEAR(rows[6].error, -beyond, 2e-6f);
  }
}

TEST(Joints, AWholeTurnAndOpenEndsNeedNoRows) {
  Row rows[kMaxJointRows];
  HingeJoint hinge;
  hinge.limits.emplace();
  EXPECT_EQ(HingeJoint::evaluate(hinge, {}, {}, {}, rows), 5);
  PrismaticJoint slider;
  slider.limits.emplace();
  EXPECT_EQ(PrismaticJoint::evaluate(slider, {}, {}, {}, rows), 5);
  slider.limits->upper = 1;
  EXPECT_EQ(PrismaticJoint::evaluate(slider, {}, {}, {}, rows), 6);
  EXPECT_EQ(rows[5].error, 1);
}

TEST(Joints, ALockedAxisIsAnEquationWithoutMotor) {
  PrismaticJoint j;
  j.limits = LinearLimits{0.25f, 0.25f};
  j.motor = LinearMotor{1, 10};
  j.frequency = 3;
  Row rows[PrismaticJoint::maxRows];
  ASSERT_EQ(PrismaticJoint::evaluate(j, {}, {{1, 0, 0}, {}}, {}, rows), 6);
  EXPECT_TRUE(isEquality(rows[5]));
  EXPECT_EQ(rows[5].error, 0.75f);
  EXPECT_EQ(rows[5].frequency, 3);
}

TEST(Joints, MotorsAndDrivesStateTheirWishesAndBounds) {
  HingeJoint j;
  j.motor = AngularMotor{2, 7};
  j.drive = AngularDrive{3, 4, 0.5f, 8};
  Row rows[HingeJoint::maxRows];
  ASSERT_EQ(HingeJoint::evaluate(j, {}, displaced({}, {}, {-3, 0, 0}), {}, rows), 7);
  EXPECT_EQ(rows[5].velocity, 2);
  EXPECT_EQ(rows[5].lower, -7);
  EXPECT_EQ(rows[5].upper, 7);
  EXPECT_NEAR(rows[6].error, 2 * kPi - 6, 2e-6f);  // the shorter way round
  EXPECT_EQ(rows[6].frequency, 4);
  EXPECT_EQ(rows[6].dampingRatio, 0.5f);
  EXPECT_EQ(rows[6].upper, 8);
  // Between limits the way round is barred.
  j.limits = AngularLimits{-3.1f, 3.1f};
  ASSERT_EQ(HingeJoint::evaluate(j, {}, displaced({}, {}, {-3, 0, 0}), {}, rows), 9);
  EXPECT_NEAR(rows[8].error, -6, 2e-6f);
}

TEST(Joints, ARopeOnlyPulls) {
  DistanceJoint j;
  j.mode = DistanceMode::Rope;
  j.length = 2.0f;
  Row row;
  ASSERT_EQ(DistanceJoint::evaluate(j, {}, {{0, -3, 0}, {}}, {}, &row), 1);
  EXPECT_TRUE(row.isInequality());
  EXPECT_EQ(row.error, -1);
  EXPECT_EQ(row.linearA, (Vec3{0, 1, 0}));  // λ ≥ 0 lifts A
  EXPECT_EQ(equalityCount(JointDef(j)), 0);
}

TEST(Joints, APulleyPullsEachBodyToItsOwnPulley) {
  PulleyJoint j;
  j.groundA = Vec3{0, 4, 0}, j.groundB = Vec3{3, 4, 0};
  j.ratio = 2, j.length = 7.0f;
  Row row;
  ASSERT_EQ(PulleyJoint::evaluate(j, {}, {{0, 1, 0}, {}}, {{3, 1, 0}, {}}, &row), 1);
  EXPECT_TRUE(row.isInequality());
  EXPECT_EQ(row.error, -2);                 // 3 + 2 · 3 − 7
  EXPECT_EQ(row.linearA, (Vec3{0, 1, 0}));  // λ ≥ 0 lifts both
  EXPECT_EQ(row.linearB, (Vec3{0, 2, 0}));
  EXPECT_EQ(equalityCount(JointDef(j)), 0);
  j.mode = PulleyMode::Rigid;
  ASSERT_EQ(PulleyJoint::evaluate(j, {}, {{0, 1, 0}, {}}, {{3, 1, 0}, {}}, &row), 1);
  EXPECT_TRUE(isEquality(row));
  EXPECT_EQ(row.error, 2);
  EXPECT_EQ(equalityCount(JointDef(j)), 1);
}

TEST(Joints, AHangingRodPullsItsHingeDown) {
  // A rod of 1 m and 3 kg held level by a fixed joint at its end on body B: m g down, m g / 2
  // about.
  const float weight = 3 * 9.8f;
  JointFrames f;
  f.a.position = {-0.5f, 0, 0};
  f.b.position = {0.1f, 0.2f, 0.3f};
  const Transform b{{1, 2, 3}, Random(5).rotation()};
  const Vec3 anchor = transformPoint(b, f.b.position);
  f.b.rotation = conjugate(b.rotation);
  const Transform a{anchor + Vec3{0.5f, 0, 0}, {}};
  Row rows[6];
  FixedJoint::evaluate({}, f, a, b, rows);
  // Balance of A: force m g up, no torque about its center.
  float lambda[6] = {0, weight, 0, 0, 0, 0};
  lambda[5] = -dot(rows[1].angularA, {0, 0, 1}) * weight;
  const JointReaction on = jointReaction(rows, lambda, 6, f, b);
  EXPECT_NEAR(length(on.force - Vec3{0, -weight, 0}), 0, 1e-4f);
  EXPECT_NEAR(length(on.torque - Vec3{0, 0, -weight / 2}), 0, 1e-4f);
}

TEST(Joints, ForcesOnBothBodiesCancel) {
  constexpr uint64_t kSeed = 85;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  forEachType(Joints{}, [&]<class J>() {
    if constexpr (requires { J::isGrounded; }) return;
    for (int n = 0; n < 100; ++n) {
      const J joint = drawn<J>(random);
      // Rows along world axes have a lever where the anchors are apart; there d should be 0.
      constexpr bool apart = !std::is_base_of_v<JointFrameEnds, J> ||
                             std::is_same_v<J, PrismaticJoint> ||
                             std::is_same_v<J, RackAndPinionJoint>;
      const Placed p = placed(random, apart ? 0.4f : 0, 0.5f, random.real());
      Row rows[kMaxJointRows];
      const int count = J::evaluate(joint, p.frames, p.a, p.b, rows);
      for (int k = 0; k < count; ++k) {
        // Momentum and angular momentum about the origin of any row's impulse.
        EXPECT_NEAR(length(rows[k].linearA + rows[k].linearB), 0, 1e-6f) << J::name;
        const Vec3 turn = rows[k].angularA + rows[k].angularB +
                          cross(p.a.position, rows[k].linearA) +
                          cross(p.b.position, rows[k].linearB);
        EXPECT_NEAR(length(turn), 0, 1e-5f) << J::name << ": row " << k;
      }
    }
  });
}

}  // namespace joints_test
}  // namespace holonom
