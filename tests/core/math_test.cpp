#include <gtest/gtest.h>

#include <cmath>

#include "math/hash.h"
#include "math/transform.h"
#include "math/trig.h"
#include "random.h"

namespace holonom {
namespace math_test {

void expectNear(Vec3 a, Vec3 b, float tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

TEST(Math, ArcTangentAgreesWithTheLibraryInEveryQuadrant) {
  for (int i = 0; i < 720; ++i) {
    const double angle = (i + 0.5) * 3.14159265358979 / 360 - 3.14159265358979;
    const float y = float(3 * std::sin(angle)), x = float(3 * std::cos(angle));
    EXPECT_NEAR(arcTangent(y, x), std::atan2(y, x), 5e-7) << angle;
  }
  EXPECT_EQ(arcTangent(0.0f, 0.0f), 0.0f);
}

TEST(Math, FourLanesGiveTheBitsOfOne) {
  const f32x4 y{0.3f, -1.5f, 2.0f, -0.001f}, x{-0.2f, 0.7f, 0.0f, -5.0f};
  const f32x4 wide = arcTangent(y, x);
  for (int k = 0; k < 4; ++k) EXPECT_EQ(wide[k], arcTangent(y[k], x[k])) << k;
}

TEST(Simd, TransposeTurnsRowsIntoColumns) {
  f32x4 a{0, 1, 2, 3}, b{10, 11, 12, 13}, c{20, 21, 22, 23}, d{30, 31, 32, 33};
  transpose(a, b, c, d);
  const f32x4 rows[4] = {a, b, c, d};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) EXPECT_EQ(rows[i][j], float(10 * j + i));
}

TEST(Simd, LanesAreChosenOneByOne) {
  const f32x4 a{1, -2, 3, -4}, b{-1, 2, -3, 4};
  const f32x4 low = min(a, b), high = max(a, b), size = abs(a), root = sqrt(size);
  for (int k = 0; k < 4; ++k) {
    EXPECT_EQ(low[k], std::fmin(a[k], b[k]));
    EXPECT_EQ(high[k], std::fmax(a[k], b[k]));
    EXPECT_EQ(size[k], std::fabs(a[k]));
    EXPECT_EQ(root[k], std::sqrt(size[k]));
  }
  EXPECT_TRUE(any(i32x4{0, 0, -1, 0}));
  EXPECT_FALSE(any(i32x4{0, 0, 0, 0}));
}

TEST(Vec3, CrossIsPerpendicularAndFollowsTheRightHand) {
  EXPECT_EQ(cross(Vec3{1, 0, 0}, Vec3{0, 1, 0}), (Vec3{0, 0, 1}));
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    const Vec3 a = random.vector(), b = random.vector(), c = cross(a, b);
    EXPECT_NEAR(dot(a, c), 0, 1e-6f);
    EXPECT_NEAR(dot(b, c), 0, 1e-6f);
    EXPECT_NEAR(lengthSquared(c) + dot(a, b) * dot(a, b), lengthSquared(a) * lengthSquared(b),
                1e-5f);
  }
}

TEST(Vec3, NormalizeKeepsTheZeroVector) {
  EXPECT_EQ(normalize(Vec3{}), Vec3{});
  EXPECT_EQ(normalize(Vec3{0, -3, 0}), (Vec3{0, -1, 0}));
}

TEST(Vec3, AnyPerpendicularIsAUnitVectorAcross) {
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    const Vec3 n = random.direction(), t = anyPerpendicular(n);
    EXPECT_NEAR(dot(n, t), 0, 1e-6f);
    EXPECT_NEAR(length(t), 1, 1e-6f);
  }
  for (const Vec3 n : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}, Vec3{-1, 0, 0}})
    EXPECT_NEAR(length(anyPerpendicular(n)), 1, 1e-6f);
}

TEST(Quat, HalfTurnsAndQuarterTurnsAreTheKnownOnes) {
  const float s = std::sqrt(0.5f);
  expectNear(rotate(Quat{0, 0, s, s}, {1, 0, 0}), {0, 1, 0}, 1e-6f);    // 90° about z
  expectNear(rotate(Quat{0, s, 0, s}, {0, 0, 1}), {1, 0, 0}, 1e-6f);    // 90° about y
  expectNear(rotate(Quat{1, 0, 0, 0}, {0, 1, 2}), {0, -1, -2}, 1e-6f);  // 180° about x
}

TEST(Quat, ProductRotatesBySecondThenFirst) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const Quat a = random.rotation(), b = random.rotation();
    const Vec3 v = random.vector();
    expectNear(rotate(a * b, v), rotate(a, rotate(b, v)), 2e-6f);
  }
}

TEST(Quat, InverseRotationUndoesRotation) {
  Random random(4);
  for (int i = 0; i < 200; ++i) {
    const Quat q = random.rotation();
    const Vec3 v = random.vector();
    expectNear(inverseRotate(q, rotate(q, v)), v, 2e-6f);
    EXPECT_NEAR(length(rotate(q, v)), length(v), 2e-6f);
  }
}

TEST(Quat, SmallRotationStepsAddUpToTheWholeAngle) {
  // 1000 steps of ω h about a fixed axis: each turns by 2 atan(ω h / 2).
  const float delta = 0.001f;
  Quat q;
  for (int i = 0; i < 1000; ++i) q = integrateRotation(q, {0, 0, delta});
  const double angle = 1000 * 2 * std::atan(0.5 * delta);
  expectNear(rotate(q, {1, 0, 0}), {float(std::cos(angle)), float(std::sin(angle)), 0}, 2e-5f);
  EXPECT_NEAR(lengthSquared(q), 1, 1e-6f);
}

TEST(Quat, WholeTurnsAddUpToTheWholeAngle) {
  for (const float delta : {1e-4f, 0.001f, 0.03f, 0.3f, 1.0f, 2.4f}) {
    Random random(9);
    const Vec3 axis = random.direction();
    Quat q;
    const int steps = int(std::ceil(5 / delta));
    for (int i = 0; i < steps; ++i) q = integrateRotation(q, wholeTurn(delta * axis));
    const double half = 0.5 * steps * double(delta);
    const float sign = q.w * float(std::cos(half)) < 0 ? -1 : 1;
    expectNear(sign * q.xyz(), float(std::sin(half)) * axis, 2e-5f);
  }
}

TEST(Quat, NormalizeOfNothingIsTheIdentity) {
  const Quat q = normalize(Quat{0, 0, 0, 0});
  EXPECT_EQ(q.w, 1);
}

TEST(Mat3, ColumnsOfARotationAreTheTurnedAxes) {
  Random random(5);
  for (int i = 0; i < 100; ++i) {
    const Quat q = random.rotation();
    const Mat3 m = toMatrix(q);
    const Vec3 v = random.vector();
    expectNear(m * v, rotate(q, v), 2e-6f);
    expectNear(transposeMultiply(m, v), inverseRotate(q, v), 2e-6f);
    EXPECT_NEAR(dot(m.x, cross(m.y, m.z)), 1, 2e-6f);
  }
}

TEST(Sym3, InverseTimesItselfIsTheIdentity) {
  Random random(6);
  for (int i = 0; i < 200; ++i) {
    // Positive definite: a diagonal plus small off-diagonals.
    const Sym3d m{random.uniform(1, 3),      random.uniform(1, 3),      random.uniform(1, 3),
                  random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4)};
    const Sym3d n = inverse(m);
    const Vec3d v = random.vectorDouble(), w = m * (n * v);
    EXPECT_NEAR(w.x, v.x, 1e-13);
    EXPECT_NEAR(w.y, v.y, 1e-13);
    EXPECT_NEAR(w.z, v.z, 1e-13);
  }
}

TEST(Sym3, InverseOfASingularMatrixIsZero) {
  const Sym3 n = inverse(Sym3{});
  EXPECT_EQ(n * (Vec3{1, 2, 3}), Vec3{});
}

TEST(Sym3, RotatedDiagonalActsAsRotateScaleRotateBack) {
  Random random(7);
  for (int i = 0; i < 200; ++i) {
    const Quat q = random.rotation();
    const Vec3 d{random.real(1, 4), random.real(1, 4), random.real(1, 4)}, v = random.vector();
    const Vec3 local = inverseRotate(q, v);
    expectNear(rotateDiagonal(q, d) * v, rotate(q, {d.x * local.x, d.y * local.y, d.z * local.z}),
               1e-5f);
  }
}

TEST(Sym3, CrossSandwichActsAsTwoCrossProducts) {
  Random random(8);
  for (int i = 0; i < 200; ++i) {
    const Sym3 s = rotateDiagonal(random.rotation(),
                                  {random.real(1, 4), random.real(1, 4), random.real(1, 4)});
    const Vec3 r = random.vector(), f = random.vector();
    // (S (r × f)) × r: the velocity at r of the rotation that an impulse f at r causes.
    expectNear(crossSandwich(r, s) * f, cross(s * cross(r, f), r), 1e-5f);
  }
}

TEST(Transform, InverseUndoesTheTransform) {
  Random random(9);
  for (int i = 0; i < 100; ++i) {
    const Transform t{random.vector(5), random.rotation()};
    const Vec3 p = random.vector(5);
    expectNear(inverseTransformPoint(t, transformPoint(t, p)), p, 1e-5f);
  }
}

TEST(Hash, SeesBothZerosAsOne) {
  StateHash negative, positive, other;
  negative.addReals<float>(Vec3{-0.0f, 1, -0.0f});
  positive.addReals<float>(Vec3{0, 1, 0});
  other.addReals<float>(Vec3{0, -1, 0});
  EXPECT_EQ(negative.value(), positive.value());
  EXPECT_NE(negative.value(), other.value());
}

TEST(Hash, IsFnv1aOfTheBytes) {
  StateHash hash;
  hash.add("foobar", 6);
  EXPECT_EQ(hash.value(), 0x85944171f73967e8ull);  // published test vector
}

}  // namespace math_test
}  // namespace holonom
