#include "world/mass_value.h"

#include <gtest/gtest.h>

#include "world/describe.h"

namespace holonom {
namespace mass_value_test {

constexpr double kPiHere = 3.14159265358979323846;

/// { name: { key: value, … } }
Value solid(const char* name, std::vector<std::pair<std::string, Value>> fields) {
  Value inner = Value::object();
  for (auto& [key, v] : fields) inner.set(key, std::move(v));
  Value out = Value::object();
  out.set(name, std::move(inner));
  return out;
}
Value with(Value description, const char* key, double number) {
  description.set(key, number);
  return description;
}
std::vector<double> numbers(const Value& v, const char* key) { return v.find(key)->numbers; }

Error refusal(const Value& v) {
  const Result<Value> p = massPropertiesOf(v);
  EXPECT_TRUE(p.error);
  return p.error.value_or(Error{});
}

TEST(MassValue, OfACylinderIsTheTextbooks) {
  const Value v = solid("cylinder", {{"radius", 0.5}, {"halfHeight", 1.0}});
  const Result<Value> p = massPropertiesOf(with(v, "density", 2));
  ASSERT_FALSE(p.error);
  const double m = 2 * kPiHere * 0.25 * 2;
  EXPECT_NEAR(p.value.find("mass")->number, m, 1e-12);
  EXPECT_NEAR(p.value.find("volume")->number, m / 2, 1e-12);
  const std::vector<double> i = numbers(p.value, "inertia");
  EXPECT_NEAR(i[0], m * (0.25 / 4 + 4.0 / 12), 1e-12);
  EXPECT_NEAR(i[4], m * 0.25 / 2, 1e-12);
  EXPECT_EQ(i[1], 0);
  EXPECT_EQ(numbers(p.value, "principalRotation"), (std::vector<double>{0, 0, 0, 1}));
  // A mass in place of the density scales the same.
  const Result<Value> heavy = massPropertiesOf(with(v, "mass", 2 * m));
  EXPECT_DOUBLE_EQ(heavy.value.find("mass")->number, 2 * m);
  EXPECT_NEAR(numbers(heavy.value, "inertia")[0], 2 * i[0], 1e-12);
  EXPECT_NEAR(massPropertiesOf(v).value.find("mass")->number, 500 * m, 1e-9);
}

TEST(MassValue, KnowsEverySolid) {
  const std::vector<double> corners{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  Value part = Value::object();
  part.set("position", Value::ofNumbers({1, 0, 0}));
  part.set("shape", solid("hull", {{"points", Value::ofNumbers(corners)}}));
  Value parts = Value::array();
  parts.push(part);
  const auto volume = [](const Value& v) {
    const Result<Value> p = massPropertiesOf(v);
    EXPECT_FALSE(p.error) << p.error->path << ": " << p.error->allowed();
    return p.error ? 0 : p.value.find("volume")->number;
  };
  EXPECT_NEAR(volume(solid("sphere", {{"radius", 1.0}})), 4.0 / 3 * kPiHere, 1e-12);
  EXPECT_NEAR(volume(solid("capsule", {{"radius", 1.0}, {"halfHeight", 0.5}})), 7.0 / 3 * kPiHere,
              1e-12);
  EXPECT_NEAR(volume(solid("box", {{"halfExtents", Value::ofNumbers({1, 2, 3})}})), 48, 1e-12);
  EXPECT_NEAR(volume(solid("cone", {{"radius", 1.0}, {"height", 3.0}})), kPiHere, 1e-12);
  EXPECT_NEAR(volume(solid("ellipsoid", {{"radii", Value::ofNumbers({1, 2, 3})}})), 8 * kPiHere,
              1e-12);
  EXPECT_NEAR(volume(solid("hull", {{"points", Value::ofNumbers(corners)}})), 1.0 / 6, 1e-15);
  EXPECT_NEAR(volume(solid("compound", {{"parts", parts}})), 1.0 / 6, 1e-15);
  const Value mesh =
      solid("closedMesh", {{"vertices", Value::ofNumbers(corners)},
                           {"indices", Value::ofNumbers({0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3})}});
  EXPECT_NEAR(volume(mesh), 1.0 / 6, 1e-15);
  // ∫xy over the corner of a cube is 1/120; about the center 1/120 − 1/6/16 = −1/480.
  EXPECT_NEAR(numbers(massPropertiesOf(with(mesh, "density", 1)).value, "inertia")[1], 1.0 / 480,
              1e-15);
}

TEST(MassValue, RefusesAndNamesTheField) {
  EXPECT_EQ(refusal(1.0).code, ErrorCode::Type);
  EXPECT_EQ(refusal(Value::object()).code, ErrorCode::Type);
  Value two = solid("sphere", {});
  two.set("box", Value::object());
  EXPECT_EQ(refusal(two).code, ErrorCode::Type);
  Error e = refusal(solid("cylnder", {}));
  EXPECT_EQ(e.code, ErrorCode::UnknownField);
  EXPECT_NE(e.allowed().find("did you mean 'cylinder'"), std::string::npos);
  e = refusal(solid("cone", {{"height", -1.0}}));
  EXPECT_EQ(e.code, ErrorCode::Range);
  EXPECT_EQ(e.path, "cone.height");
  EXPECT_EQ(refusal(with(solid("sphere", {}), "density", 0)).path, "density");
  EXPECT_EQ(refusal(with(with(solid("sphere", {}), "density", 1), "mass", 1)).path, "density");
  e = refusal(solid("hull", {{"points", Value::ofNumbers({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0})}}));
  EXPECT_EQ(e.code, ErrorCode::Geometry);
  EXPECT_EQ(e.path, "hull.points");
  EXPECT_EQ(refusal(solid("hull", {{"points", Value::ofNumbers({0, 0})}})).path, "hull.points");
  EXPECT_EQ(refusal(solid("compound", {})).path, "compound.parts");
  e = refusal(solid("closedMesh", {{"vertices", Value::ofNumbers({0, 0, 0, 1, 0, 0, 0, 1, 0})},
                                   {"indices", Value::ofNumbers({0, 1, 2})}}));
  EXPECT_EQ(e.code, ErrorCode::Geometry);
  EXPECT_EQ(e.path, "closedMesh.indices[0]");
  EXPECT_EQ(refusal(solid("closedMesh", {{"vertices", Value::ofNumbers({0})}})).path,
            "closedMesh.vertices");
}

}  // namespace mass_value_test
}  // namespace holonom
