#include "math/rotations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "case_file.h"
#include "math/elementary.h"
#include "math/kinematics.h"
#include "random.h"

namespace holonom {
namespace rotations_test {

constexpr double kPiHere = 3.14159265358979323846;
constexpr int kOrders = 12;

Quatd randomTurn(Random& random) {
  for (;;) {
    const Quatd q{random.uniform(), random.uniform(), random.uniform(), random.uniform()};
    const double l = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (l > 0.01 && l < 1) return normalize(q);
  }
}

/// The angle between two rotations.
double angleBetween(const Quatd& a, const Quatd& b) { return toAxisAngle(conjugate(a) * b).angle; }

double distance(const Mat3d& a, const Mat3d& b) {
  return std::sqrt(lengthSquared(a.x - b.x) + lengthSquared(a.y - b.y) + lengthSquared(a.z - b.z));
}

Mat3d product(const Mat3d& a, const Mat3d& b) { return {a * b.x, a * b.y, a * b.z}; }

/// Turns about single axes, written out.
Mat3d aboutAxis(char axis, double t) {
  const double c = std::cos(t), s = std::sin(t);
  if (axis == 'x') return {{1, 0, 0}, {0, c, s}, {0, -s, c}};
  if (axis == 'y') return {{c, 0, -s}, {0, 1, 0}, {s, 0, c}};
  return {{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
}

double ulpsApart(double a, double b) {
  if (a == b) return 0;
  return std::abs(a - b) / (std::nextafter(std::abs(b), INFINITY) - std::abs(b));
}

TEST(Elementary, ArcFunctionsAreWithinThreeLastPlacesOfTheLibrary) {
  constexpr uint64_t kSeed = 91;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  double worst = 0;
  for (int i = 0; i < 200000; ++i) {
    // Every quadrant, and ratios over many decades.
    const double y = random.uniform() * std::pow(10, random.uniform(-12, 12));
    const double x = random.uniform() * std::pow(10, random.uniform(-12, 12));
    worst = std::max(worst, ulpsApart(arcTangent2(y, x), std::atan2(y, x)));
  }
  EXPECT_LE(worst, 3);
}

TEST(Elementary, ArcTangentIsExactOnTheAxesAndStandsEverySize) {
  EXPECT_EQ(arcTangent2(0, 0), 0);
  EXPECT_EQ(arcTangent2(0, 5), 0);
  EXPECT_EQ(arcTangent2(0, -5), kPiHere);
  EXPECT_DOUBLE_EQ(arcTangent2(2, 0), kPiHere / 2);
  EXPECT_DOUBLE_EQ(arcTangent2(-2, 0), -kPiHere / 2);
  EXPECT_DOUBLE_EQ(arcTangent2(1e300, 1e300), kPiHere / 4);
  EXPECT_DOUBLE_EQ(arcTangent2(3e-310, -3e-310), 3 * kPiHere / 4);
  EXPECT_DOUBLE_EQ(arcTangent2(1e-200, 1e100), 1e-300);
}

TEST(Rotations, ConstantSpinIsTheReference) {
  forEachCase("rotation_kinematics", [](const Case& c) {
    const Vec3d spin = c.input["omega_world"].vectorDouble();
    const double t = c.input["t"].number(), h = c.input["h"].number();
    const auto inCaseOrder = [](const Quatd& q, const CaseValue& expected) {
      // Of q and −q the one that was written down.
      const std::vector<double> e = expected.numbers();
      const double s = q.w * e[0] + q.x * e[1] + q.y * e[2] + q.z * e[3] < 0 ? -1 : 1;
      return CaseNumbers{s * q.w, s * q.x, s * q.y, s * q.z};
    };
    const Quatd q = fromRotationVector(t * spin);
    c.expectNear("q_exact", inCaseOrder(q, c.expect["q_exact"]));
    for (const Mat3d& r : {toMatrix(q), rodrigues(normalize(spin), t * length(spin))})
      c.expectNear("R_exact", {r.x.x, r.y.x, r.z.x, r.x.y, r.y.y, r.z.y, r.x.z, r.y.z, r.z.z});
    // One Euler step of q̇ = ½ (0, ω) q, normalized.
    const Quatd rate = rotationRate(Quatd{0, 0, 0, 1}, spin);
    const Quatd step = normalize(Quatd{h * rate.x, h * rate.y, h * rate.z, 1 + h * rate.w});
    c.expectNear("q_one_euler_step_normalised",
                 inCaseOrder(step, c.expect["q_one_euler_step_normalised"]));
    c.expectNear("angle_one_step", toAxisAngle(step).angle);
    c.expectNear("angle_exact_one_step", length(toRotationVector(fromRotationVector(h * spin))));
  });
}

TEST(Rotations, ComeBackFromEveryForm) {
  constexpr uint64_t kSeed = 92;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int n = 0; n < 2000; ++n) {
    const Quatd q = randomTurn(random);
    EXPECT_LT(angleBetween(fromAxisAngle(toAxisAngle(q)), q), 1e-15 * 4);
    EXPECT_LT(angleBetween(fromRotationVector(toRotationVector(q)), q), 1e-15 * 4);
    EXPECT_LT(angleBetween(fromMatrix(toMatrix(q)), q), 1e-15 * 4);
    for (int order = 0; order < kOrders; ++order) {
      const EulerAngles e = toEuler(q, EulerOrder(order));
      EXPECT_FALSE(e.locked);
      EXPECT_LT(angleBetween(fromEuler(EulerOrder(order), e.angles), q), 1e-14);
    }
    const AxisAngle turn = toAxisAngle(q);
    EXPECT_NEAR(length(turn.axis), 1, 1e-15);
    EXPECT_LT(distance(rodrigues(turn.axis, turn.angle), toMatrix(q)), 1e-15 * 8);
    EXPECT_LT(angleBetween(toDouble(toFloat(q)), q), 2e-7);
  }
}

TEST(Rotations, EulerAnglesComeBackInEveryOrder) {
  constexpr uint64_t kSeed = 93;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int order = 0; order < kOrders; ++order) {
    const char* name = EnumNames<EulerOrder>::names[order];
    SCOPED_TRACE(name);
    const bool proper = name[0] == name[2];
    for (int n = 0; n < 300; ++n) {
      const double second = proper ? random.uniform(0.01, kPiHere - 0.01)
                                   : random.uniform(0.01 - kPiHere / 2, kPiHere / 2 - 0.01);
      const std::array<double, 3> angles{random.uniform(-kPiHere, kPiHere), second,
                                         random.uniform(-kPiHere, kPiHere)};
      const Quatd q = fromEuler(EulerOrder(order), angles);
      // Each turn about the axis as the ones before left it: matrices from left to right.
      const Mat3d m = product(product(aboutAxis(name[0], angles[0]), aboutAxis(name[1], angles[1])),
                              aboutAxis(name[2], angles[2]));
      EXPECT_LT(distance(toMatrix(q), m), 4e-15);
      const EulerAngles back = toEuler(q, EulerOrder(order));
      for (int i = 0; i < 3; ++i) EXPECT_NEAR(back.angles[i], angles[i], 1e-12);
    }
  }
}

TEST(Rotations, GimbalLockIsSeenAndLeavesTheThirdAngleZero) {
  constexpr uint64_t kSeed = 94;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int order = 0; order < kOrders; ++order) {
    const char* name = EnumNames<EulerOrder>::names[order];
    SCOPED_TRACE(name);
    const bool proper = name[0] == name[2];
    for (const double second : {proper ? 0 : kPiHere / 2, proper ? kPiHere : -kPiHere / 2})
      for (int n = 0; n < 50; ++n) {
        const Quatd q = fromEuler(EulerOrder(order), {random.uniform(-kPiHere, kPiHere), second,
                                                      random.uniform(-kPiHere, kPiHere)});
        const EulerAngles e = toEuler(q, EulerOrder(order));
        EXPECT_TRUE(e.locked);
        EXPECT_EQ(e.angles[2], 0);
        EXPECT_NEAR(e.angles[1], second, 1e-12);
        EXPECT_LT(angleBetween(fromEuler(EulerOrder(order), e.angles), q), 2e-9);
        // Rotations of bodies are in float: there lock is a wider place.
        const Quatd rounded = toDouble(toFloat(q));
        const EulerAngles wide = toEuler(rounded, EulerOrder(order), 1e-6);
        EXPECT_TRUE(wide.locked);
        EXPECT_LT(angleBetween(fromEuler(EulerOrder(order), wide.angles), rounded), 1e-6);
      }
  }
}

TEST(Rotations, TinyAndHalfTurnsKeepTheirDigits) {
  Random random(95);
  for (double angle = 1e-300; angle < 1; angle *= 1e10) {
    const Vec3d v = angle * toDouble(random.direction());
    const Vec3d back = toRotationVector(fromRotationVector(v));
    EXPECT_LT(length((1 / angle) * (back - v)), 1e-15 * 4) << angle;
  }
  EXPECT_EQ(toRotationVector(fromRotationVector({})), Vec3d{});
  for (const double less : {0.0, 1e-15, 1e-12, 1e-8, 1e-4}) {
    const Vec3d axis = normalize(toDouble(random.direction()));
    const Vec3d v = toRotationVector(fromRotationVector((kPiHere - less) * axis));
    // At half a turn the other sense is as good.
    const double sign = dot(v, axis) < 0 ? -1 : 1;
    EXPECT_LT(length(sign * v - (kPiHere - less) * axis), less == 0 ? 1e-15 * 8 : 2e-15 + 1e-15)
        << less;
  }
}

TEST(Rotations, AnAngleIsATurnAboutZ) {
  for (int i = -170; i <= 180; i += 10) {
    const double angle = i * kPiHere / 180;
    EXPECT_NEAR(toAngle(fromAngle(angle)), angle, 1e-15);
    EXPECT_LT(distance(toMatrix(fromAngle(angle)), aboutAxis('z', angle)), 1e-15);
  }
  EXPECT_NEAR(toAngle(fromAngle(3 * kPiHere / 2)), -kPiHere / 2, 1e-15);
}

TEST(Rotations, TheNearestRotationUndoesStretch) {
  constexpr uint64_t kSeed = 96;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int n = 0; n < 300; ++n) {
    // R U with U symmetric and positive: R is the nearest rotation.
    const Mat3d r = toMatrix(randomTurn(random));
    const Sym3d u = rotateSymmetric(
        toMatrix(randomTurn(random)),
        Sym3d{random.uniform(0.1, 2), random.uniform(0.1, 2), random.uniform(0.1, 2), 0, 0, 0});
    const Mat3d m{r * (u * Vec3d{1, 0, 0}), r * (u * Vec3d{0, 1, 0}), r * (u * Vec3d{0, 0, 1})};
    const std::optional<Mat3d> nearest = nearestRotation(m);
    ASSERT_TRUE(nearest);
    EXPECT_LT(distance(*nearest, r), 1e-13);
    EXPECT_NEAR(determinant(*nearest), 1, 1e-14);
  }
  EXPECT_FALSE(nearestRotation({{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
  EXPECT_FALSE(nearestRotation({{1, 0, 0}, {1, 0, 0}, {0, 0, 1}}));
  EXPECT_FALSE(nearestRotation({}));
}

TEST(Rotations, MatricesOfHalfTurnsKnowTheirAxes) {
  Random random(97);
  for (int n = 0; n < 200; ++n) {
    const Vec3d axis = normalize(toDouble(random.direction()));
    const AxisAngle turn = toAxisAngle(fromMatrix(rodrigues(axis, kPiHere)));
    EXPECT_NEAR(turn.angle, kPiHere, 1e-14);
    EXPECT_NEAR(abs(dot(turn.axis, axis)), 1, 1e-14);
  }
}

TEST(Kinematics, VelocityAndAccelerationAreDerivativesOfThePlace) {
  // A point of a body that flies and tumbles with ω(t) = ω₀ + α t about one axis.
  const Vec3d axis = normalize(Vec3d{1, 2, -1}), v{3, -1, 2}, a{0, -9.8, 1}, r0{0.3, 0.5, -0.2};
  const double w0 = 2, alpha = 1.5;
  const auto place = [&](double t) {
    return t * v + (0.5 * t * t) * a + rodrigues(axis, w0 * t + 0.5 * alpha * t * t) * r0;
  };
  const double t = 0.7, h = 1e-4;
  const Mat3d turned = rodrigues(axis, w0 * t + 0.5 * alpha * t * t);
  const Vec3d spin = (w0 + alpha * t) * axis, r = turned * r0;
  const Vec3d velocity = (1 / (2 * h)) * (place(t + h) - place(t - h));
  const Vec3d acceleration = (1 / (h * h)) * (place(t + h) - 2 * place(t) + place(t - h));
  // Differences of second order: h² times the next derivatives, of size ω³ and ω⁴.
  EXPECT_LT(length(pointVelocity(v + t * a, spin, r) - velocity), 1e-6);
  EXPECT_LT(length(pointAcceleration(a, alpha * axis, spin, r) - acceleration), 1e-5);

  const double ha = (w0 + alpha * t) * 1e-6;
  const Mat3d later = product(rodrigues(axis, ha), turned);
  const Mat3d rate = rotationRate(turned, spin);
  EXPECT_LT(length((1e6) * (later.x - turned.x) - rate.x), 1e-4);
}

TEST(Kinematics, TorqueFreeSpinKeepsAngularMomentum) {
  // d(R I ω)/dt = 0 in body axes: I ω̇ + ω × I ω = 0.
  const Sym3d i{1, 2, 3, 0.1, -0.2, 0.3};
  const Vec3d w{1, -2, 0.5};
  EXPECT_LT(length(i * spinRate(i, w, {}) + cross(w, i * w)), 1e-14);
  EXPECT_LT(length(i * spinRate(i, w, {1, 2, 3}) + cross(w, i * w) - Vec3d{1, 2, 3}), 1e-14);
  // Power of a torque: Ṫ = τ·ω.
  EXPECT_NEAR(dot(w, i * spinRate(i, w, {1, 2, 3})), dot(w, Vec3d{1, 2, 3}), 1e-13);
  EXPECT_NEAR(kineticEnergy(2, {3, 0, 0}, i, w), 9 + 0.5 * dot(w, i * w), 1e-14);
}

}  // namespace rotations_test
}  // namespace holonom
