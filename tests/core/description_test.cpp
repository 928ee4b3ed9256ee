// What comes from outside is checked at the door: code and path of each refusal, world unchanged.
#include <gtest/gtest.h>

#include <limits>

#include "../fuzz/checks.h"
#include "scenes.h"

namespace holonom {
namespace description_test {

Value numbers(std::vector<double> n) { return Value::ofNumbers(std::move(n)); }
Value object(std::vector<std::pair<std::string, Value>> members) {
  Value v = Value::object();
  for (auto& [key, value] : members) v.set(key, value);
  return v;
}
Value list(std::vector<Value> items) {
  Value v = Value::array();
  for (Value& item : items) v.push(item);
  return v;
}
Value sphere(double radius) { return object({{"sphere", object({{"radius", radius}})}}); }
Value grid(double nx, double nz) {
  return object({{"size", numbers({1, 1})}, {"segments", numbers({nx, nz})}});
}
Value mesh(std::vector<double> vertices, std::vector<double> indices) {
  return object(
      {{"vertices", numbers(std::move(vertices))}, {"indices", numbers(std::move(indices))}});
}

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(Numbers, OfMessagesAreWholeWhereTheyAreWhole) {
  EXPECT_EQ(toText(4294967295.0), "4294967295");
  EXPECT_EQ(toText(-4294967295.0), "-4294967295");
  EXPECT_EQ(toText(12345678), "12345678");
  EXPECT_EQ(toText(1e7), "1e7");
  EXPECT_EQ(toText(1048574), "1048574");
  EXPECT_EQ(toText(9.81), "9.81");
  EXPECT_EQ(toText(-0.00025), "-0.00025");
  EXPECT_EQ(toText(123456789.5), "1.234568e8");
}

class Descriptions : public testing::Test {
 protected:
  void SetUp() override {
    scenes::mixed(world);
    for (int i = 0; i < 3; ++i) ASSERT_FALSE(world.step(1.0f / 60));
    before = world.hash();
  }
  void expectRefused(Kind kind, const Value& description, ErrorCode code, const std::string& path,
                     const std::string& says = "") {
    const Result<uint32_t> r = addObject(world, kind, description);
    ASSERT_FALSE(r) << "accepted, though it should refuse " << path;
    EXPECT_STREQ(nameOf(r.error->code), nameOf(code)) << path;
    EXPECT_EQ(r.error->path, path);
    EXPECT_NE(r.error->allowed().find(says), std::string::npos) << r.error->allowed();
    EXPECT_TRUE(fuzz::saysAll(*r.error)) << r.error->allowed();
    EXPECT_EQ(world.hash(), before) << path;
  }
  World world;
  uint64_t before = 0;
};

TEST_F(Descriptions, UnknownFieldsSuggestTheNearest) {
  using enum ErrorCode;
  expectRefused(Kind::Body, object({{"postion", numbers({0, 0, 0})}}), UnknownField, "postion",
                "did you mean 'position'?");
  expectRefused(Kind::Body, object({{"shape", object({{"sphere", object({{"radios", 1.0}})}})}}),
                UnknownField, "shape.sphere.radios", "radius");
  expectRefused(Kind::Body, object({{"shape", object({{"spher", object({})}})}}), UnknownField,
                "shape.spher", "sphere");
  expectRefused(Kind::Cloth, object({{"grid", object({{"segmnets", numbers({1, 1})}})}}),
                UnknownField, "grid.segmnets", "segments");
  expectRefused(Kind::Grab, object({{"targte", numbers({0, 0, 0})}}), UnknownField, "targte",
                "target");
}

TEST_F(Descriptions, WrongTypesNameThePath) {
  using enum ErrorCode;
  expectRefused(Kind::Body, Value(3.0), Type, "");
  expectRefused(Kind::Body, Value(), Type, "");
  expectRefused(Kind::Body, object({{"position", "up"}}), Type, "position");
  expectRefused(Kind::Body, object({{"position", numbers({0, 0})}}), Type, "position");
  expectRefused(Kind::Body, object({{"position", list({0.0, "a", 0.0})}}), Type, "position[1]");
  expectRefused(Kind::Body, object({{"friction", "0.5"}}), Type, "friction");
  expectRefused(Kind::Body, object({{"friction", true}}), Type, "friction");
  expectRefused(Kind::Body, object({{"name", 7.0}}), Type, "name");
  expectRefused(Kind::Body, object({{"type", 7.0}}), Type, "type");
  expectRefused(Kind::Body, object({{"shape", "sphere"}}), Type, "shape");
  expectRefused(Kind::Body, object({{"shape", object({})}}), Type, "shape");
  expectRefused(Kind::Cloth, object({{"grid", 4.0}}), Type, "grid");
  expectRefused(Kind::Cloth, object({{"grid", grid(2, 2)}, {"pins", "corners"}}), Type, "pins");
  expectRefused(Kind::Cloth, object({{"grid", grid(2, 2)}, {"pins", list({Value(true)})}}), Type,
                "pins[0]");
  expectRefused(Kind::SpringNetwork, object({{"shearSprings", 1.0}}), Type, "shearSprings");
  expectRefused(Kind::Cloth, object({{"mesh", object({{"indices", list({0.0, "b"})}})}}), Type,
                "mesh.indices[1]");
  expectRefused(Kind::Attachment, object({{"cloth", "flag"}}), Type, "cloth");
}

TEST_F(Descriptions, NumbersThatAreNotFiniteNameTheirElement) {
  using enum ErrorCode;
  expectRefused(Kind::Body, object({{"position", numbers({0, kNaN, 0})}}), Finite, "position[1]");
  expectRefused(Kind::Body, object({{"rotation", numbers({0, 0, 0, kInf})}}), Finite,
                "rotation[3]");
  expectRefused(Kind::Body, object({{"mass", kInf}}), Finite, "mass");
  expectRefused(Kind::Body, object({{"position", numbers({1e300, 0, 0})}}), Finite, "position[0]");
  expectRefused(Kind::Body, object({{"shape", sphere(kNaN)}}), Finite, "shape.sphere.radius");
  expectRefused(Kind::SpringNetwork, object({{"stiffness", kNaN}}), Finite, "stiffness");
  expectRefused(Kind::Cloth, object({{"mesh", mesh({0, 0, kNaN, 1, 0, 0, 0, 0, 1}, {0, 2, 1})}}),
                Finite, "mesh.vertices[2]");
  expectRefused(Kind::Cloth, object({{"grid", grid(kNaN, 2)}}), Finite, "grid.segments[0]");
}

TEST_F(Descriptions, RangesAreKept) {
  using enum ErrorCode;
  expectRefused(Kind::Body, object({{"mass", -1.0}}), Range, "mass", "greater than 0");
  expectRefused(Kind::Body, object({{"mass", 0.0}}), Range, "mass");
  expectRefused(Kind::Body, object({{"density", 0.0}}), Range, "density");
  expectRefused(Kind::Body, object({{"restitution", 1.5}}), Range, "restitution", "from 0 to 1");
  expectRefused(Kind::Body, object({{"friction", -0.1}}), Range, "friction", "at least 0");
  expectRefused(Kind::Body, object({{"shape", sphere(0)}}), Range, "shape.sphere.radius");
  expectRefused(Kind::Body, object({{"shape", sphere(-1)}}), Range, "shape.sphere.radius");
  expectRefused(Kind::Body, object({{"rotation", numbers({0, 0, 0, 0})}}), Range, "rotation");
  expectRefused(Kind::Body, object({{"type", "dinamic"}}), Range, "type",
                "did you mean 'dynamic'?");
  expectRefused(Kind::Body,
                object({{"type", "static"},
                        {"shape", object({{"plane", object({{"normal", numbers({0, 0, 0})}})}})}}),
                Range, "shape.plane.normal");
  expectRefused(Kind::Cloth, object({{"grid", grid(0, 2)}}), Range, "grid.segments[0]");
  expectRefused(Kind::Cloth, object({{"grid", grid(2, 1001)}}), Range, "grid.segments[1]");
  expectRefused(Kind::Cloth, object({{"grid", grid(2.5, 2)}}), Range, "grid.segments[0]",
                "integer");
  expectRefused(Kind::Cloth, object({{"grid", grid(2, 2)}, {"pins", numbers({9})}}), Range,
                "pins[0]");
  expectRefused(Kind::Cloth, object({{"grid", grid(2, 2)}, {"pins", list({"midle"})}}), Range,
                "pins[0]");
  expectRefused(Kind::Cloth, object({{"grid", grid(2, 2)}, {"positions", numbers({1, 2, 3})}}),
                Range, "positions", "27");
  expectRefused(Kind::SpringNetwork, object({{"grid", grid(2, 2)}, {"tolerance", 2.0}}), Range,
                "tolerance");
}

TEST_F(Descriptions, AFieldOfTheErrorHoldsWhatWasGiven) {
  const Result<uint32_t> r = addObject(world, Kind::Body, object({{"mass", -2.5}}));
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error->value.number, -2.5);
}

TEST_F(Descriptions, ShapesAndMassesMustBeUsable) {
  using enum ErrorCode;
  expectRefused(Kind::Body, object({{"shape", object({{"plane", object({})}})}}), Type,
                "shape.plane", "static");
  expectRefused(Kind::Body, object({{"shape", sphere(1e-20)}}), Range, "density");
  expectRefused(Kind::Body, object({{"shape", sphere(1e20)}, {"mass", 1.0}}), Range,
                "shape.sphere.radius");
}

TEST_F(Descriptions, MeshesMustBeSound) {
  using enum ErrorCode;
  for (const Kind kind : {Kind::Cloth, Kind::SpringNetwork}) {
    expectRefused(kind, object({{"mesh", mesh({}, {})}}), Geometry, "mesh.vertices");
    expectRefused(kind, object({{"mesh", mesh({0, 0, 0, 1, 0, 0, 0, 0, 1}, {})}}), Geometry,
                  "mesh.indices");
    expectRefused(kind, object({{"mesh", mesh({0, 0, 0, 1}, {0, 1, 2})}}), Geometry,
                  "mesh.vertices");
    expectRefused(kind, object({{"mesh", mesh({0, 0, 0, 1, 0, 0, 0, 0, 1}, {0, 2, 3})}}), Geometry,
                  "mesh.indices[2]");
    expectRefused(kind, object({{"mesh", mesh({0, 0, 0, 1, 0, 0, 0, 0, 1}, {0, 2})}}), Geometry,
                  "mesh.indices");
    expectRefused(kind, object({{"mesh", mesh({0, 0, 0, 1, 0, 0, 0, 0, 1}, {0, 2, 2})}}), Geometry,
                  "mesh.indices[0]");
    // Three triangles on one edge.
    expectRefused(kind,
                  object({{"mesh", mesh({0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, -1, 0},
                                        {0, 1, 2, 0, 1, 3, 0, 1, 4})}}),
                  Geometry, "mesh.indices[6]");
    expectRefused(kind, object({{"mesh", mesh({0, 0, 0, 1, 0, 0, 0, 0, 1}, {0, -1, 2})}}), Range,
                  "mesh.indices[1]");
    expectRefused(kind, object({{"mesh", mesh({0, 0, 0, 1, 0, 0, 0, 0, 1}, {0, 1.5, 2})}}), Range,
                  "mesh.indices[1]");
  }
  // No area: no particle would have a mass.
  expectRefused(Kind::Cloth, object({{"mesh", mesh({0, 0, 0, 1, 0, 0, 2, 0, 0}, {0, 1, 2})}}),
                Geometry, "mesh");
}

TEST_F(Descriptions, ExactlyOneSourceMustBeGiven) {
  using enum ErrorCode;
  const Value triangle = mesh({0, 0, 0, 1, 0, 0, 0, 0, 1}, {0, 2, 1});
  expectRefused(Kind::Cloth, object({}), Missing, "grid");
  expectRefused(Kind::Cloth, object({{"grid", grid(1, 1)}, {"mesh", triangle}}), Missing, "mesh");
  expectRefused(Kind::SpringNetwork, object({}), Missing, "grid");
  expectRefused(Kind::Attachment, object({}), Missing, "cloth");
  expectRefused(Kind::Grab, object({}), Missing, "body");
  expectRefused(Kind::Cloth, object({{"mesh", triangle}, {"pins", list({"corners"})}}), Type,
                "pins");
}

TEST_F(Descriptions, SpringListsMustBeSound) {
  using enum ErrorCode;
  const auto lists = [](std::vector<double> positions, std::vector<double> springs) {
    return object({{"lists", object({{"positions", numbers(std::move(positions))},
                                     {"springs", numbers(std::move(springs))}})}});
  };
  expectRefused(Kind::SpringNetwork, lists({}, {}), Geometry, "lists.positions");
  expectRefused(Kind::SpringNetwork, lists({0, 0, 0, 1}, {}), Geometry, "lists.positions");
  expectRefused(Kind::SpringNetwork, lists({0, 0, 0, 1, 0, 0}, {0}), Geometry, "lists.springs");
  expectRefused(Kind::SpringNetwork, lists({0, 0, 0, 1, 0, 0}, {0, 2}), Geometry,
                "lists.springs[1]");
  expectRefused(Kind::SpringNetwork, lists({0, 0, 0, 1, 0, 0}, {1, 1}), Geometry,
                "lists.springs[0]");
}

TEST_F(Descriptions, HandlesMustBeLive) {
  using enum ErrorCode;
  const double cloth = double(handleAt(world, Kind::Cloth, 0));
  const double ball = double(handleAt(world, Kind::Body, 1));
  ASSERT_TRUE(removeObject(world, Kind::Body, uint32_t(ball)));
  EXPECT_FALSE(removeObject(world, Kind::Body, uint32_t(ball)));
  before = world.hash();
  expectRefused(Kind::Attachment, object({{"cloth", cloth}, {"body", ball}}), Stale, "body");
  expectRefused(Kind::Attachment, object({{"cloth", 12345.0}}), Stale, "cloth");
  expectRefused(Kind::Attachment, object({{"cloth", cloth}, {"point", 100000.0}}), Range, "point");
  expectRefused(Kind::Attachment, object({{"cloth", cloth}, {"point", -1.0}}), Range, "point");
  expectRefused(Kind::Grab, object({{"body", ball}}), Stale, "body");
  expectRefused(Kind::Grab, object({{"springNetwork", 0.0}}), Stale, "springNetwork");

  const Result<Value> described = describeObject(world, Kind::Body, uint32_t(ball));
  ASSERT_FALSE(described);
  EXPECT_EQ(described.error->code, Stale);
  EXPECT_EQ(getField(world, Kind::Body, uint32_t(ball), "mass").error->code, Stale);
  EXPECT_EQ(setField(world, Kind::Body, uint32_t(ball), "friction", 1.0)->code, Stale);
  EXPECT_EQ(objectIndex(world, Kind::Body, uint32_t(ball)), -1);
}

TEST_F(Descriptions, FieldsAreReadAndSetByName) {
  const uint32_t ball = handleAt(world, Kind::Body, 1);
  EXPECT_FALSE(setField(world, Kind::Body, ball, "friction", 0.25));
  EXPECT_EQ(getField(world, Kind::Body, ball, "friction").value.number, 0.25);
  EXPECT_FALSE(setField(world, Kind::Body, ball, "position", numbers({1, 2, 3})));
  EXPECT_EQ(getField(world, Kind::Body, ball, "position").value.numbers,
            (std::vector<double>{1, 2, 3}));
  EXPECT_FALSE(setField(world, Kind::World, 0, "substeps", 7.0));
  EXPECT_EQ(world.settings.substeps, 7);
  EXPECT_FALSE(
      setField(world, Kind::World, 0, "gravity", object({{"x", 0.0}, {"y", 1.0}, {"z", 2.0}})));
  EXPECT_EQ(world.settings.gravity, (Vec3{0, 1, 2}));
  // An optional field that is absent reads as nothing.
  EXPECT_EQ(getField(world, Kind::Body, ball, "mass").value.kind, Value::Kind::Null);
}

TEST_F(Descriptions, RefusedChangesChangeNothing) {
  using enum ErrorCode;
  const uint32_t ball = handleAt(world, Kind::Body, 1);
  const auto expectStatus = [&](const Status& s, ErrorCode code, const char* path) {
    ASSERT_TRUE(s) << path;
    EXPECT_STREQ(nameOf(s->code), nameOf(code));
    EXPECT_EQ(s->path, path);
    EXPECT_EQ(world.hash(), before);
  };
  expectStatus(setField(world, Kind::Body, ball, "shape", sphere(2)), Fixed, "shape");
  expectStatus(setField(world, Kind::Body, ball, "postion", numbers({0, 0, 0})), UnknownField,
               "postion");
  expectStatus(setField(world, Kind::Body, ball, "position", numbers({0, kNaN, 0})), Finite,
               "position[1]");
  expectStatus(setField(world, Kind::Body, ball, "mass", -1.0), Range, "mass");
  expectStatus(setField(world, Kind::World, 0, "substeps", 0.0), Range, "substeps");
  expectStatus(setField(world, Kind::World, 0, "solver", "psg"), Range, "solver");
  expectStatus(setField(world, Kind::Cloth, handleAt(world, Kind::Cloth, 0), "density", 1.0), Fixed,
               "density");
  // A plane can't be made dynamic.
  expectStatus(setField(world, Kind::Body, handleAt(world, Kind::Body, 0), "type", "dynamic"), Type,
               "shape.plane");
  EXPECT_EQ(world.settings.substeps, 4);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(world.step(1.0f / 60));
}

TEST_F(Descriptions, ADescribedObjectMakesItsTwin) {
  for (const Kind kind : {Kind::Body, Kind::Cloth, Kind::SpringNetwork, Kind::Attachment}) {
    const int last = objectCount(world, kind) - 1;
    const Result<Value> first = describeObject(world, kind, handleAt(world, kind, last));
    ASSERT_TRUE(first);
    const Result<uint32_t> twin = addObject(world, kind, first.value);
    ASSERT_TRUE(twin) << twin.error->path << ": " << twin.error->allowed();
    const Value second = describeObject(world, kind, twin.value).value;
    ASSERT_EQ(first.value.keys, second.keys);
    for (size_t i = 0; i < second.items.size(); ++i) {
      EXPECT_EQ(first.value.items[i].number, second.items[i].number) << second.keys[i];
      EXPECT_EQ(first.value.items[i].numbers, second.items[i].numbers) << second.keys[i];
      EXPECT_EQ(first.value.items[i].text, second.items[i].text) << second.keys[i];
    }
  }
}

TEST_F(Descriptions, SettingAFieldToItsValueChangesNothing) {
  for (const Kind kind :
       {Kind::World, Kind::Body, Kind::Cloth, Kind::SpringNetwork, Kind::Attachment}) {
    const uint32_t id =
        kind == Kind::World ? 0 : handleAt(world, kind, objectCount(world, kind) - 1);
    const Value all = describeObject(world, kind, id).value;
    for (size_t i = 0; i < all.keys.size(); ++i) {
      const Status bad = setField(world, kind, id, all.keys[i], all.items[i]);
      EXPECT_TRUE(!bad || bad->code == ErrorCode::Fixed) << all.keys[i];
      EXPECT_EQ(world.hash(), before) << kKindNames[int(kind)] << "." << all.keys[i];
    }
  }
}

TEST(Settings, AreReadAndRefusedAsAWhole) {
  const Result<WorldSettings> read = readSettings(
      object({{"gravity", numbers({0, -1, 0})}, {"solver", "pgs"}, {"substeps", 2.0}}));
  ASSERT_TRUE(read);
  EXPECT_EQ(read.value.gravity.y, -1);
  EXPECT_EQ(read.value.solver, SolverType::Pgs);
  EXPECT_EQ(read.value.substeps, 2);
  EXPECT_EQ(readSettings(object({{"gravty", 1.0}})).error->code, ErrorCode::UnknownField);
  EXPECT_EQ(readSettings(object({{"substeps", 2.5}})).error->code, ErrorCode::Range);
}

TEST(Suggestions, OnlyNearNamesAreSuggested) {
  const std::vector<std::string> names = {"position", "rotation", "friction"};
  EXPECT_EQ(nearest("positon", names), "position");
  EXPECT_EQ(nearest("frction", names), "friction");
  EXPECT_EQ(nearest("weight", names), "");
  EXPECT_EQ(nearest(std::string(100000, 'x'), names), "");
}

}  // namespace description_test
}  // namespace holonom
