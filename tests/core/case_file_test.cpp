// The reading of reference cases: a comparison that can't fail would make every case pass.
#include "case_file.h"

#include <gtest/gtest-spi.h>

#include <cmath>

namespace holonom {
namespace case_file_test {

Case firstOf(const char* file) { return readCases(file).at(0); }

TEST(CaseFile, ReadsNumbersListsAndTexts) {
  const Case c = firstOf("free_fall");
  EXPECT_EQ(c.name, "h=0.01 n=100");
  EXPECT_EQ(c.input["h"].number(), 0.01);
  EXPECT_EQ(c.input["n"].integer(), 100);
  EXPECT_EQ(c.input["x0"].vector(), (Vec3{1, 2, 3}));
  EXPECT_EQ(c.tol["abs"].number(), 1e-9);
  EXPECT_FALSE(c.input.has("mass"));
}

TEST(CaseFile, ReadsInfinitiesTruthAndMatrices) {
  const Case c = firstOf("mlcp");
  EXPECT_TRUE(c.expect["lambda_unique"].truth());
  EXPECT_EQ(c.input["A"].numbers().size(), 9u);
  EXPECT_EQ(c.input["A"][1][0].number(), c.input["A"].numbers()[3]);
  EXPECT_TRUE(std::isinf(c.input["hi"][0].number()));
  EXPECT_LT(c.input["lo"][0].number(), -1e300);
}

TEST(CaseFile, ReadsRotationsWithTheRealPartFirst) {
  const Quat q = firstOf("torque_free_top").input["q0"].rotation();
  EXPECT_EQ(q.w, 1);
  EXPECT_EQ(q.x, 0);
}

TEST(CaseFile, KeepsTheToleranceOfTheCase) {
  const Case c = firstOf("restitution");  // 2 % of 6.26 m/s
  c.expectNear("impact_speed", 6.35);
  EXPECT_NONFATAL_FAILURE(c.expectNear("impact_speed", 6.4), "impact_speed");
  EXPECT_NONFATAL_FAILURE(c.expectNear("impact_speed", std::nan("")), "impact_speed");
  EXPECT_FATAL_FAILURE(firstOf("restitution").expectNear("apex_heights", 2.0), "numbers.size()");
}

TEST(CaseFile, MissingThingsFailTheTest) {
  EXPECT_NONFATAL_FAILURE(firstOf("free_fall").input["mass"], "free_fall.input has no mass");
  EXPECT_NONFATAL_FAILURE(readCases("none"), "can't read");
  EXPECT_NONFATAL_FAILURE(forEachCase("free_fall", "upwards", [](const Case&) {}), "no case");
}

}  // namespace case_file_test
}  // namespace holonom
