#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "case_file.h"
#include "constraints/list.h"
#include "random.h"

namespace holonom {
namespace particle_constraints_test {

/// Compares every gradient with central differences at `x`, in double.
template <class C>
void expectGradients(const Vec3d* x, const double* rest, double tolerance) {
  constexpr int n = C::particleCount;
  constexpr double step = 1e-5;
  Vec3d gradient[n], scratch[n];
  double value;
  C::template evaluate<double>(x, rest, value, gradient);
  for (int j = 0; j < n; ++j)
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3d e{axis == 0 ? step : 0, axis == 1 ? step : 0, axis == 2 ? step : 0};
      Vec3d moved[n];
      double ahead, behind;
      std::copy(x, x + n, moved);
      moved[j] = x[j] + e;
      C::template evaluate<double>(moved, rest, ahead, scratch);
      moved[j] = x[j] - e;
      C::template evaluate<double>(moved, rest, behind, scratch);
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
      double rest[C::restCount], value, steepest = 0;
      for (double& r : rest) r = random.uniform(0, 0.5);
      C::template evaluate<double>(x, rest, value, gradient);
      for (const Vec3d& g : gradient) steepest = std::max(steepest, length(g));
      // Needle stencils and the cut at ±π have no finite difference to compare with.
      if (steepest > 20 || std::fabs(std::fabs(value) - 3.14159265358979) < 0.01) continue;
      // The arc tangent is a polynomial good to 3e-7: its slope is good to about 1e-5.
      expectGradients<C>(x, rest, 2e-5);
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
      double rest[C::restCount], value, again, size = 1;
      for (double& r : rest) r = random.uniform(0, 0.5);
      for (int j = 0; j < C::particleCount; ++j)
        x[j] = random.vectorDouble(), moved[j] = x[j] + shift;
      C::template evaluate<double>(moved, rest, again, gradient);
      C::template evaluate<double>(x, rest, value, gradient);
      EXPECT_NEAR(value, again, 1e-6) << C::name;
      for (int j = 0; j < C::particleCount; ++j) {
        sum += gradient[j], torque += cross(x[j], gradient[j]);
        size = std::max(size, length(gradient[j]));
      }
      EXPECT_LT(length(sum), 1e-12 * size) << C::name;  // no net force
      // No net torque; of a seam, whose rows are along axes, the three together have none.
      if constexpr (!std::is_same_v<C, ParticleSeam>) {
        EXPECT_LT(length(torque), 1e-11 * size) << C::name;
      }
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
      f32x4 wideRest[C::restCount], wideValue;
      float rest[C::restCount];
      for (int r = 0; r < C::restCount; ++r) wideRest[r] = splat(rest[r] = random.real(0, 0.5f));
      C::template evaluate<f32x4>(wide, wideRest, wideValue, wideGradient);
      for (int k = 0; k < 4; ++k) {
        float value;
        C::template evaluate<float>(x[k], rest, value, gradient);
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
    float rest[C::restCount], value;
    for (float& r : rest) r = 0.5f;
    C::template evaluate<float>(x, rest, value, gradient);
    EXPECT_TRUE(std::isfinite(value)) << C::name;
    // The rows of a seam keep their axis where the gap is closed.
    const Vec3 left = std::is_same_v<C, ParticleSeam> ? Vec3{rest[0], rest[1], rest[2]} : Vec3{};
    for (const Vec3 g : gradient) EXPECT_TRUE(g == left || g == -left) << C::name;
  });
}

TEST(Distance, ValueIsLengthLessRest) {
  const Vec3d x[2] = {{1, 1, 1}, {1, 4, 5}};
  Vec3d gradient[2];
  double rest = 2, value;
  ParticleDistance::evaluate<double>(x, &rest, value, gradient);
  EXPECT_DOUBLE_EQ(value, 3);
  EXPECT_DOUBLE_EQ(gradient[1].y, 0.6);
  EXPECT_DOUBLE_EQ(gradient[1].z, 0.8);
}

double foldOf(const Vec3d* x, double rest = 0) {
  Vec3d gradient[4];
  double value;
  DihedralBend::evaluate<double>(x, &rest, value, gradient);
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

/// Three numbers a point.
std::vector<Vec3d> pointsOf(const CaseValue& list) {
  std::vector<Vec3d> points;
  for (int i = 0; i < list.size(); ++i) points.push_back(list[i].vectorDouble());
  return points;
}
CaseNumbers numbersOf(std::span<const Vec3d> vectors) {
  std::vector<double> all;
  for (const Vec3d v : vectors) all.insert(all.end(), {v.x, v.y, v.z});
  return all;
}

TEST(Bend, AngleAndGradientAreThePublishedOnesLessPi) {
  // φ = acos(n₁·n₂) of [Müller et al. 2007]; there flat is π, and has no gradient.
  forEachCase("dihedral_gradient", [](const Case& c) {
    const Vec3d x[4] = {c.input["x1"].vectorDouble(), c.input["x2"].vectorDouble(),
                        c.input["x3"].vectorDouble(), c.input["x4"].vectorDouble()};
    Vec3d gradient[4];
    double value, flat = 0;
    DihedralBend::evaluate<double>(x, &flat, value, gradient);
    constexpr double kArcTangent = 5e-7;  // how good the polynomial is
    c.expectNear("phi", 3.141592653589793 - std::fabs(value), kArcTangent);
    if (!c.expect.has("grad")) return;
    for (Vec3d& g : gradient) g = (value > 0 ? -1.0 : 1.0) * g;
    c.expectNear("grad", numbersOf(gradient));
  });
}

TEST(IsometricBend, EnergyAndGradientAreThePublishedOnes) {
  forEachCase("isometric_bending", [](const Case& c) {
    const std::vector<Vec3d> flat = pointsOf(c.input["rest"]);
    double rest[3];
    IsometricBend::restOf(flat.data(), rest);
    const CaseValue folds = c.expect["folded"];
    for (int i = 0; i < folds.size(); ++i) {
      const std::vector<Vec3d> x = pointsOf(folds[i]["x"]);
      Vec3d gradient[4];
      double value;
      IsometricBend::evaluate<double>(x.data(), rest, value, gradient);
      c.expectNear(folds[i]["energy"], 0.5 * value * value);
      for (Vec3d& g : gradient) g = value * g;  // of ½ C²
      c.expectNear(folds[i]["grad"], numbersOf(gradient));
    }
  });
}

TEST(TriangleArea, ValueAndGradientAreThePublishedOnes) {
  forEachCase("triangle_area_gradient", [](const Case& c) {
    const std::vector<Vec3d> x = pointsOf(c.input["x"]);
    Vec3d gradient[3];
    double value, none = 0;
    TriangleArea::evaluate<double>(x.data(), &none, value, gradient);
    c.expectNear("area", value);
    c.expectNear("grad", numbersOf(gradient));
  });
}

TEST(Strain, StretchIsAlongItsDirectionOnlyAndShearIsTheLean) {
  // A right triangle of 1 m, warp along x and weft along y, at F = (1.2, 0.3; 0, 0.9).
  const Vec3d x[3] = {{0, 0, 0}, {1.2, 0, 0}, {0.3, 0.9, 0}};
  const double size = std::sqrt(0.5), warp[3] = {1, 0, size}, weft[3] = {0, 1, size},
               both[5] = {1, 0, 0, 1, size};
  Vec3d gradient[3];
  double value;
  TriangleStretch::evaluate<double>(x, warp, value, gradient);
  EXPECT_NEAR(value, size * 0.2, 1e-15);
  TriangleStretch::evaluate<double>(x, weft, value, gradient);
  EXPECT_NEAR(value, size * (std::sqrt(0.09 + 0.81) - 1), 1e-15);
  TriangleShear::evaluate<double>(x, both, value, gradient);
  EXPECT_NEAR(value, size * 1.2 * 0.3, 1e-15);
}

TEST(Bend, RightAngleHasThePublishedGradient) {
  const Vec3d x[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Vec3d expected[4] = {{0, 1, 1}, {0, 0, 0}, {0, 0, -1}, {0, -1, 0}};
  Vec3d gradient[4];
  double value, flat = 0;
  DihedralBend::evaluate<double>(x, &flat, value, gradient);
  const double sign = value > 0 ? -1 : 1;  // the published angle is π − |φ|
  for (int j = 0; j < 4; ++j) EXPECT_LT(length(sign * gradient[j] - expected[j]), 1e-12) << j;
}

TEST(Bend, FlatAndFoldedStencilsHaveOrdinaryGradients) {
  // ∂φ/∂x₂ = |e| / |n₁|, whatever the fold: 1/1 here, and 1/0.8 for the other wing.
  for (const double fold : {0.0, 1e-9, 1e-6, 3.14159265, 3.141592653589793}) {
    Vec3d x[4], gradient[4];
    wings(fold, x);
    double value, flat = 0;
    DihedralBend::evaluate<double>(x, &flat, value, gradient);
    EXPECT_NEAR(length(gradient[2]), 1, 1e-12) << fold;
    EXPECT_NEAR(length(gradient[3]), 1.25, 1e-12) << fold;
    if (fold < 3) expectGradients<DihedralBend>(x, &flat, 2e-5);
  }
}

TEST(Bend, FoldingPastHalfATurnDoesNotJump) {
  Vec3d before[4], after[4];
  wings(3.1, before);
  wings(3.2, after);  // φ itself wraps to 3.2 − 2π
  EXPECT_NEAR(foldOf(before, 3.0), 0.1, 1e-6);
  EXPECT_NEAR(foldOf(after, 3.0), 0.2, 1e-6);
}

}  // namespace particle_constraints_test
}  // namespace holonom
