#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "constraints/list.h"
#include "random.h"

namespace holonom {
namespace {

/// Compares every gradient with central differences at `x`, in double.
template <class C>
void expectGradients(const Vec3d* x, double tolerance) {
  constexpr int n = C::particleCount;
  constexpr double step = 1e-5;
  Vec3d gradient[n], scratch[n];
  double value;
  C::template evaluate<double>(x, 0.0, value, gradient);
  for (int j = 0; j < n; ++j)
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3d e{axis == 0 ? step : 0, axis == 1 ? step : 0, axis == 2 ? step : 0};
      Vec3d moved[n];
      double ahead, behind;
      std::copy(x, x + n, moved);
      moved[j] = x[j] + e;
      C::template evaluate<double>(moved, 0.0, ahead, scratch);
      moved[j] = x[j] - e;
      C::template evaluate<double>(moved, 0.0, behind, scratch);
      const double expected = (ahead - behind) / (2 * step);
      const double actual = axis == 0 ? gradient[j].x : axis == 1 ? gradient[j].y : gradient[j].z;
      EXPECT_NEAR(actual, expected, tolerance * (1 + std::fabs(expected)))
          << C::name << ": particle " << j << ", axis " << axis;
    }
}

TEST(ParticleConstraints, GradientsEqualFiniteDifferences) {
  constexpr uint64_t kSeed = 61;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  forEachType(ParticleConstraints{}, [&]<class C>() {
    for (int n = 0; n < 200; ++n) {
      Vec3d x[C::particleCount], gradient[C::particleCount];
      for (Vec3d& p : x) p = random.vectorDouble();
      double value, steepest = 0;
      C::template evaluate<double>(x, 0.0, value, gradient);
      for (const Vec3d& g : gradient) steepest = std::max(steepest, length(g));
      // Needle stencils and the cut at ±π have no finite difference to compare with.
      if (steepest > 20 || std::fabs(std::fabs(value) - 3.14159265358979) < 0.01) continue;
      // The arc tangent is a polynomial good to 3e-7: its slope is good to about 1e-5.
      expectGradients<C>(x, 2e-5);
    }
  });
}

TEST(ParticleConstraints, ValuesIgnoreTranslationAndGradientsSumToZero) {
  constexpr uint64_t kSeed = 62;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  forEachType(ParticleConstraints{}, [&]<class C>() {
    for (int n = 0; n < 100; ++n) {
      Vec3d x[C::particleCount], moved[C::particleCount], gradient[C::particleCount];
      const Vec3d shift = random.vectorDouble();
      Vec3d sum{}, torque{};
      double value, again, size = 1;
      for (int j = 0; j < C::particleCount; ++j)
        x[j] = random.vectorDouble(), moved[j] = x[j] + shift;
      C::template evaluate<double>(moved, 0.25, again, gradient);
      C::template evaluate<double>(x, 0.25, value, gradient);
      EXPECT_NEAR(value, again, 1e-6) << C::name;
      for (int j = 0; j < C::particleCount; ++j) {
        sum += gradient[j], torque += cross(x[j], gradient[j]);
        size = std::max(size, length(gradient[j]));
      }
      EXPECT_LT(length(sum), 1e-12 * size) << C::name;     // no net force
      EXPECT_LT(length(torque), 1e-11 * size) << C::name;  // no net torque
    }
  });
}

TEST(ParticleConstraints, FourLanesGiveTheBitsOfOne) {
  Random random(63);
  forEachType(ParticleConstraints{}, [&]<class C>() {
    constexpr int n = C::particleCount;
    for (int trial = 0; trial < 50; ++trial) {
      Vec3x4 wide[n], wideGradient[n];
      Vec3 x[4][n], gradient[n];
      for (int k = 0; k < 4; ++k)
        for (int j = 0; j < n; ++j) {
          const Vec3 p = x[k][j] = random.vector();
          wide[j].x[k] = p.x, wide[j].y[k] = p.y, wide[j].z[k] = p.z;
        }
      f32x4 wideValue;
      C::template evaluate<f32x4>(wide, splat(0.5f), wideValue, wideGradient);
      for (int k = 0; k < 4; ++k) {
        float value;
        C::template evaluate<float>(x[k], 0.5f, value, gradient);
        EXPECT_EQ(value, wideValue[k]) << C::name;
        for (int j = 0; j < n; ++j) {
          EXPECT_EQ(gradient[j].x, wideGradient[j].x[k]) << C::name;
          EXPECT_EQ(gradient[j].y, wideGradient[j].y[k]) << C::name;
          EXPECT_EQ(gradient[j].z, wideGradient[j].z[k]) << C::name;
        }
      }
    }
  });
}

TEST(ParticleConstraints, CollapsedStencilsGiveFiniteNumbers) {
  forEachType(ParticleConstraints{}, [&]<class C>() {
    Vec3 x[C::particleCount], gradient[C::particleCount];
    for (Vec3& p : x) p = {0.1f, 0.2f, 0.3f};
    float value;
    C::template evaluate<float>(x, 0.5f, value, gradient);
    EXPECT_TRUE(std::isfinite(value)) << C::name;
    for (const Vec3 g : gradient) EXPECT_EQ(g, Vec3{}) << C::name;
  });
}

TEST(Distance, ValueIsLengthLessRest) {
  const Vec3d x[2] = {{1, 1, 1}, {1, 4, 5}};
  Vec3d gradient[2];
  double value;
  ParticleDistance::evaluate<double>(x, 2.0, value, gradient);
  EXPECT_DOUBLE_EQ(value, 3);
  EXPECT_DOUBLE_EQ(gradient[1].y, 0.6);
  EXPECT_DOUBLE_EQ(gradient[1].z, 0.8);
}

double foldOf(const Vec3d* x, double rest = 0) {
  Vec3d gradient[4];
  double value;
  DihedralBend::evaluate<double>(x, rest, value, gradient);
  return value;
}

/// Edge x₀x₁ along x; one wing lies in the plane z = 0, the other is turned by `fold` away
/// from the side that the normals face, +z.
void wings(double fold, Vec3d* x) {
  x[0] = {0, 0, 0}, x[1] = {1, 0, 0}, x[2] = {0.3, 1, 0};
  x[3] = {0.4, -0.8 * std::cos(fold), -0.8 * std::sin(fold)};
}

TEST(Bend, AngleIsZeroWhenFlatAndTheFoldOtherwise) {
  for (const double fold :
       {-3.0, -1.5707963267948966, -0.5, 0.0, 1e-4, 0.5, 1.5707963267948966, 3.0}) {
    Vec3d x[4];
    wings(fold, x);
    EXPECT_NEAR(foldOf(x), fold, 5e-7) << fold;
  }
}

TEST(Bend, SizeOfTheAngleIsThePublishedOneLessPi) {
  // φ = acos(n₁·n₂) of [Müller et al. 2007] for stencils drawn at random; there flat is π.
  struct Case {
    Vec3d x[4];
    double phi;
  };
  const Case cases[] = {
      {{{0.03419276725318417, 1.3597475403099617, 1.2247210785859324},
        {-0.5103070767876675, -0.2979695111064471, -0.5273841930334252},
        {0.5697263575719601, -0.056064439045617594, 0.7468856162565439},
        {-1.8473247989741095, 1.5665487746995206, -0.09643216015562055}},
       2.999566930756055},
      {{{0.6803784532741461, -0.13656633397682774, -0.3790985670748533},
        {0.46311015859758675, 0.824513527530113, -0.20252987069345152},
        {-0.15278617857019708, 0.685698610809258, -0.8703406419471712},
        {-1.5143835037313955, 0.39498186274953, -0.6705658236878794}},
       0.5803517462465015},
      {{{-1.9203405901180286, -0.8140536639453595, -0.467597558892747},
        {-1.1932024774322612, -1.4924638840630338, 0.03663782694480509},
        {0.8972492567277476, -0.23313207796045685, -0.7435960295088448},
        {0.3849938087479083, 0.7172358071943838, -0.3000105984884774}},
       0.3501984054981328},
      {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 1.5707963267948966},
      {{{0, 0, 0}, {1, 0, 0}, {0.3, 1, 0}, {0.4, -0.8, 0}}, 3.141592653589793},
  };
  for (const Case& c : cases) EXPECT_NEAR(3.141592653589793 - std::fabs(foldOf(c.x)), c.phi, 1e-6);
}

TEST(Bend, RightAngleHasThePublishedGradient) {
  const Vec3d x[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Vec3d expected[4] = {{0, 1, 1}, {0, 0, 0}, {0, 0, -1}, {0, -1, 0}};
  Vec3d gradient[4];
  double value;
  DihedralBend::evaluate<double>(x, 0.0, value, gradient);
  const double sign = value > 0 ? -1 : 1;  // the published angle is π − |φ|
  for (int j = 0; j < 4; ++j) EXPECT_LT(length(sign * gradient[j] - expected[j]), 1e-12) << j;
}

TEST(Bend, FlatAndFoldedStencilsHaveOrdinaryGradients) {
  // ∂φ/∂x₂ = |e| / |n₁|, whatever the fold: 1/1 here, and 1/0.8 for the other wing.
  for (const double fold : {0.0, 1e-9, 1e-6, 3.14159265, 3.141592653589793}) {
    Vec3d x[4], gradient[4];
    wings(fold, x);
    double value;
    DihedralBend::evaluate<double>(x, 0.0, value, gradient);
    EXPECT_NEAR(length(gradient[2]), 1, 1e-12) << fold;
    EXPECT_NEAR(length(gradient[3]), 1.25, 1e-12) << fold;
    if (fold < 3) expectGradients<DihedralBend>(x, 2e-5);
  }
}

TEST(Bend, FoldingPastHalfATurnDoesNotJump) {
  Vec3d before[4], after[4];
  wings(3.1, before);
  wings(3.2, after);  // φ itself wraps to 3.2 − 2π
  EXPECT_NEAR(foldOf(before, 3.0), 0.1, 1e-6);
  EXPECT_NEAR(foldOf(after, 3.0), 0.2, 1e-6);
}

}  // namespace
}  // namespace holonom
