#include "world/rotation_value.h"

#include <gtest/gtest.h>

#include <cmath>

#include "physics.h"
#include "random.h"

namespace holonom {
namespace rotation_value_test {

constexpr double kPiHere = 3.14159265358979323846;

Value under(const char* name, Value v) {
  Value out = Value::object();
  out.set(name, std::move(v));
  return out;
}
Value euler(Value order, std::vector<double> angles) {
  Value out = Value::object();
  out.set("order", std::move(order));
  out.set("angles", Value::ofNumbers(std::move(angles)));
  return under("euler", out);
}
Value axisAngle(std::vector<double> axis, double angle) {
  Value out = Value::object();
  out.set("axis", Value::ofNumbers(std::move(axis)));
  out.set("angle", angle);
  return under("axisAngle", out);
}

Value components(double x, double y, double z, double w) {
  Value out = Value::object();
  out.set("x", x);
  out.set("y", y);
  out.set("z", z);
  out.set("w", w);
  return out;
}

void expectRotation(const Value& v, Quatd expected) {
  const Result<Quatd> q = readRotation(v, "rotation");
  ASSERT_FALSE(q.error) << q.error->path << ": " << q.error->allowed();
  EXPECT_LT(toAxisAngle(conjugate(expected) * q.value).angle, 1e-14);
}

Error refusal(const Value& v) {
  const Result<Quatd> q = readRotation(v, "rotation");
  EXPECT_TRUE(q.error);
  return q.error.value_or(Error{});
}

TEST(RotationValue, EveryFormOfAQuarterTurnIsTheSame) {
  const double s = std::sqrt(0.5), quarter = kPiHere / 2;
  const Quatd expected{0, 0, s, s};
  expectRotation(Value::ofNumbers({0, 0, s, s}), expected);
  expectRotation(Value::ofNumbers({0, 0, -7, -7}), expected);
  expectRotation(components(0, 0, s, s), expected);
  expectRotation(euler("zyx", {quarter, 0, 0}), expected);
  expectRotation(euler("xyz", {0, 0, quarter}), expected);
  expectRotation(euler("zxz", {0.25 * kPiHere, 0, 0.25 * kPiHere}), expected);
  expectRotation(axisAngle({0, 0, 1e-200}, quarter), expected);
  expectRotation(axisAngle({0, 0, -3}, -quarter), expected);
  expectRotation(under("rotationVector", Value::ofNumbers({0, 0, quarter})), expected);
  expectRotation(under("matrix", Value::ofNumbers({0, -1, 0, 1, 0, 0, 0, 0, 1})), expected);
  expectRotation(under("angle", quarter), expected);
}

TEST(RotationValue, AMatrixThatIsAlmostARotationBecomesTheNearest) {
  expectRotation(under("matrix", Value::ofNumbers({0, -1.001, 0, 1.001, 0, 0, 0, 0, 1.001})),
                 {0, 0, std::sqrt(0.5), std::sqrt(0.5)});
}

TEST(RotationValue, IsRefusedWithFieldAndReason) {
  const auto matrix = [](std::vector<double> n) {
    return under("matrix", Value::ofNumbers(std::move(n)));
  };
  Error e = refusal(Value::ofNumbers({0, 0, 0, 0}));
  EXPECT_EQ(e.code, ErrorCode::Range);
  EXPECT_EQ(e.path, "rotation");
  EXPECT_EQ(refusal(Value::ofNumbers({0, 0, 1})).code, ErrorCode::Type);
  EXPECT_EQ(refusal("upside down").code, ErrorCode::Type);
  EXPECT_EQ(refusal(Value::object()).code, ErrorCode::Type);
  e = refusal(Value::ofNumbers({0, 0, NAN, 1}));
  EXPECT_EQ(e.code, ErrorCode::Finite);
  EXPECT_EQ(e.path, "rotation[2]");
  e = refusal(under("eulr", 1.0));
  EXPECT_EQ(e.code, ErrorCode::UnknownField);
  EXPECT_NE(e.allowed().find("did you mean 'euler'"), std::string::npos);
  e = refusal(euler("xzz", {1, 2, 3}));
  EXPECT_EQ(e.code, ErrorCode::Range);
  EXPECT_EQ(e.path, "rotation.euler.order");
  EXPECT_NE(e.allowed().find("did you mean 'x"), std::string::npos);
  EXPECT_EQ(refusal(euler("xyz", {1, 2})).path, "rotation.euler.angles");
  EXPECT_EQ(refusal(euler("xyz", {1, 2, 1e7})).path, "rotation.euler.angles[2]");
  e = refusal(under("euler", under("order", "xyz")));
  EXPECT_EQ(e.code, ErrorCode::Missing);
  EXPECT_EQ(e.path, "rotation.euler.angles");
  e = refusal(axisAngle({0, 0, 0}, 1));
  EXPECT_EQ(e.code, ErrorCode::Range);
  EXPECT_EQ(e.path, "rotation.axisAngle.axis");
  EXPECT_EQ(refusal(axisAngle({0, 0, 1}, INFINITY)).path, "rotation.axisAngle.angle");
  e = refusal(matrix({1, 0, 0, 0, 1, 0, 0, 0, -1}));
  EXPECT_EQ(e.path, "rotation.matrix");
  EXPECT_NE(e.allowed().find("mirrors"), std::string::npos);
  EXPECT_NE(refusal(matrix({1, 0, 0, 0, 1, 0, 0, 0, 0})).allowed().find("singular"),
            std::string::npos);
  EXPECT_NE(refusal(matrix({2, 0, 0, 0, 2, 0, 0, 0, 2})).allowed().find("length 1"),
            std::string::npos);
  EXPECT_EQ(refusal(matrix({1, 0, 0, 0})).code, ErrorCode::Type);
  EXPECT_EQ(refusal(under("matrix", components(0, 0, 0, 1))).code, ErrorCode::Type);
  EXPECT_EQ(refusal(under("angle", "90°")).code, ErrorCode::Type);
}

TEST(RotationValue, WhatIsWrittenInAnyFormIsReadBack) {
  constexpr uint64_t kSeed = 98;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int n = 0; n < 200; ++n) {
    const Quatd q = toDouble(random.rotation());
    for (const RotationForm form :
         {RotationForm::Quaternion, RotationForm::Euler, RotationForm::AxisAngle,
          RotationForm::RotationVector, RotationForm::Matrix})
      for (int order = 0; order < (form == RotationForm::Euler ? 12 : 1); ++order) {
        const Result<Value> written = writeRotation(q, form, EulerOrder(order));
        ASSERT_FALSE(written.error);
        expectRotation(written.value, q);
      }
  }
  expectRotation(writeRotation(fromAngle(-2), RotationForm::Angle, {}).value, fromAngle(-2));
  EXPECT_EQ(writeRotation(fromRotationVector({1, 0, 0}), RotationForm::Angle, {}).error->code,
            ErrorCode::Range);
}

TEST(RotationValue, ConversionSaysWhenTheGimbalsLock) {
  const auto locked = [](const Value& rotation) {
    const Result<Value> out = convertRotation(rotation, "euler", "xyz");
    EXPECT_FALSE(out.error);
    const Value& e = *out.value.find("euler");
    const bool isLocked = e.find("gimbalLock")->number != 0;
    EXPECT_EQ(isLocked, e.find("angles")->numbers[2] == 0);
    return isLocked;
  };
  EXPECT_TRUE(locked(euler("xyz", {0.3, kPiHere / 2, 0.4})));
  EXPECT_FALSE(locked(euler("xyz", {0.3, kPiHere / 2 - 1e-3, 0.4})));
  const Quat rounded = toFloat(fromEuler(EulerOrder::Xyz, {0.3, -kPiHere / 2, 0.4}));
  EXPECT_TRUE(locked(Value::ofNumbers({rounded.x, rounded.y, rounded.z, rounded.w})));

  EXPECT_EQ(convertRotation(under("angle", 1.0), "quat", {}).error->path, "form");
  EXPECT_EQ(convertRotation(under("angle", 1.0), "euler", "abc").error->path, "order");
  EXPECT_EQ(convertRotation({}, "euler", {}).error->path, "rotation");
  EXPECT_EQ(convertRotation(under("angle", 1.0), "matrix", {}).value.find("matrix")->size(), 9u);
}

TEST(RotationValue, BodiesTakeEveryForm) {
  World world;
  Value body = Value::object();
  body.set("rotation", euler("yxz", {kPiHere / 2, 0, 0}));
  const Result<uint32_t> id = addObject(world, Kind::Body, body);
  ASSERT_FALSE(id.error) << id.error->allowed();
  const std::vector<double> q = getField(world, Kind::Body, id.value, "rotation").value.numbers;
  EXPECT_NEAR(q[1], std::sqrt(0.5), 1e-7);
  EXPECT_NEAR(q[3], std::sqrt(0.5), 1e-7);
  const Status bad = setField(world, Kind::Body, id.value, "rotation", axisAngle({0, 0, 0}, 1));
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->path, "rotation.axisAngle.axis");
}

}  // namespace rotation_value_test
}  // namespace holonom
