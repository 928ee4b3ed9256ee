#include <gtest/gtest.h>

#include <cmath>

#include "math/mat3.h"
#include "math/trig.h"

namespace holonom {
namespace {

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

}  // namespace
}  // namespace holonom
