// Scene documents: saved and loaded exactly, refused as a whole.
#include <gtest/gtest.h>

#include <limits>

#include "scenes.h"

namespace holonom {
namespace scene_file_test {

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
Value& member(Value& v, const char* key) {
  for (size_t i = 0; i < v.keys.size(); ++i)
    if (v.keys[i] == key) return v.items[i];
  ADD_FAILURE() << "no member " << key;
  return v;
}

bool equal(const Value& a, const Value& b) {
  if (a.kind != b.kind || a.number != b.number || a.text != b.text || a.numbers != b.numbers ||
      a.keys != b.keys || a.items.size() != b.items.size())
    return false;
  for (size_t i = 0; i < a.items.size(); ++i)
    if (!equal(a.items[i], b.items[i])) return false;
  return true;
}

class SceneFile : public testing::Test {
 protected:
  void SetUp() override {
    scenes::mixed(world);
    run(world, 20);
  }
  static void run(World& w, int steps) {
    for (int i = 0; i < steps; ++i) ASSERT_FALSE(w.step(1.0f / 60));
  }
  void expectRefused(const Value& scene, ErrorCode code, const std::string& path) {
    const uint64_t before = world.hash();
    const int bodies = world.bodies.size();
    const Status bad = loadScene(world, scene);
    ASSERT_TRUE(bad) << path;
    EXPECT_STREQ(nameOf(bad->code), nameOf(code));
    EXPECT_EQ(bad->path, path);
    EXPECT_EQ(world.hash(), before);
    EXPECT_EQ(world.bodies.size(), bodies);
    EXPECT_EQ(world.ties.attachments.size(), 1u);
    run(world, 1);
  }
  World world;
};

TEST_F(SceneFile, LoadingWhatWasSavedGivesTheSameHash) {
  const Value saved = saveScene(world);
  World other;
  const Status bad = loadScene(other, saved);
  ASSERT_FALSE(bad) << bad->path << ": " << bad->allowed();
  EXPECT_EQ(other.hash(), world.hash());
  EXPECT_TRUE(equal(saveScene(other), saved));
  run(other, 30);
}

TEST_F(SceneFile, LoadingTwiceGivesTheSameFuture) {
  const Value saved = saveScene(world);
  World a, b;
  ASSERT_FALSE(loadScene(a, saved));
  scenes::tower(b, 3);
  run(b, 10);
  ASSERT_FALSE(loadScene(b, saved));  // whatever was there before
  run(a, 60);
  run(b, 60);
  EXPECT_EQ(a.hash(), b.hash());
}

TEST_F(SceneFile, LoadingReplacesSettingsAndContent) {
  World other;
  other.settings.gravity = {0, 5, 0};
  other.settings.solver = SolverType::Pgs;
  const BodyId old = scenes::need(other.addBody(scenes::boxAt({0, 0, 0})));
  ASSERT_FALSE(loadScene(other, saveScene(world)));
  EXPECT_EQ(other.settings.gravity, world.settings.gravity);
  EXPECT_EQ(other.settings.solver, SolverType::SoftStep);
  EXPECT_EQ(other.indexOf(old), -1);
  EXPECT_EQ(other.time, 0);
}

TEST(SceneFiles, TheHashSeesNoMinusZero) {
  World a, b;
  BodyDef def = scenes::boxAt({-0.0f, 1, -0.0f});
  def.rotation = {-0.0f, 0, -0.0f, 1};
  def.linearVelocity = {-0.0f, 0, 0};
  scenes::need(a.addBody(def));
  ASSERT_FALSE(loadScene(b, saveScene(a)));
  EXPECT_EQ(a.hash(), b.hash());
}

TEST_F(SceneFile, AnEmptySceneIsAScene) {
  ASSERT_FALSE(loadScene(world, object({{"holonom", 1.0}})));
  EXPECT_EQ(world.bodies.size(), 0);
  EXPECT_TRUE(world.soft.cloths.empty());
  EXPECT_TRUE(world.soft.springs.empty());
  EXPECT_EQ(world.soft.particles.size(), 0);
  run(world, 1);
}

TEST_F(SceneFile, TheVersionMustBeKnown) {
  expectRefused(object({}), ErrorCode::Missing, "holonom");
  expectRefused(object({{"holonom", double(kSceneVersion + 1)}}), ErrorCode::Version, "holonom");
  expectRefused(object({{"holonom", "1"}}), ErrorCode::Version, "holonom");
  expectRefused(list({}), ErrorCode::Type, "");
  expectRefused(Value("scene"), ErrorCode::Type, "");
}

/// A format in which version 1 called bodies `things`, and version 2 gave the gravity as a number.
constexpr Migration kTold[] = {
    [](Value& scene) {
      for (std::string& key : scene.keys)
        if (key == "things") key = "bodies";
    },
    [](Value& scene) {
      Value& gravity = member(member(scene, "settings"), "gravity");
      gravity = Value::ofNumbers({0, -gravity.number, 0});
    },
};

TEST_F(SceneFile, OlderVersionsAreMigratedStepByStep) {
  const Value bodies = list({object({{"shape", object({{"sphere", object({})}})}})});
  const auto scene = [&](double version, const char* key, Value gravity) {
    return object(
        {{"holonom", version}, {"settings", object({{"gravity", gravity}})}, {key, bodies}});
  };
  Value now = scene(3, "bodies", Value::ofNumbers({0, -2, 0}));
  for (Value old : {scene(1, "things", 2.0), scene(2, "bodies", 2.0), now}) {
    ASSERT_FALSE(migrate(old, kTold));
    member(old, "holonom") = member(now, "holonom");
    EXPECT_TRUE(equal(old, now));
    member(old, "holonom") = Value(double(kSceneVersion));
    ASSERT_FALSE(loadScene(world, old));
    EXPECT_EQ(world.bodies.size(), 1);
    EXPECT_EQ(world.settings.gravity.y, -2);
  }
  // A step is not taken by who is past it.
  Value later = scene(2, "things", 2.0);
  ASSERT_FALSE(migrate(later, kTold));
  EXPECT_TRUE(later.find("things"));
}

TEST_F(SceneFile, TheSecondVersionHadRopesAndGrainsAmongItsCloths) {
  const auto numbers = [](std::vector<double> n) { return Value::ofNumbers(std::move(n)); };
  const Value rope =
      object({{"name", "line"},
              {"density", 9.0},
              {"rope", object({{"length", 2.0}, {"segments", 4.0}, {"density", 0.5}})},
              {"thickness", 0.02},
              {"drag", 3.0},
              {"position", numbers({0, 3, 0})},
              {"pins", list({Value("left")})}});
  const Value sheet = object({{"grid", object({{"segments", numbers({2, 2})}})}});
  const Value pile = object({{"pile", object({{"base", numbers({2, 2})}, {"layers", 3.0}})},
                             {"thickness", 0.02},
                             {"friction", 0.25}});
  const auto tie = [](const char* key, double i, const char* toKey, double j) {
    return object({{key, i}, {"point", 1.0}, {toKey, j}});
  };
  const Value scene = object(
      {{"holonom", 2.0},
       {"cloths", list({rope, sheet, pile})},
       {"attachments", list({tie("cloth", 0, "toCloth", 1), tie("cloth", 1, "toCloth", 2)})}});
  ASSERT_FALSE(loadScene(world, scene));
  ASSERT_EQ(objectCount(world, Kind::Rope), 1);
  ASSERT_EQ(objectCount(world, Kind::Grains), 1);
  ASSERT_EQ(objectCount(world, Kind::Cloth), 1);
  const RopeDef line = world.describe(RopeId{handleAt(world, Kind::Rope, 0)});
  EXPECT_EQ(line.name, "line");
  EXPECT_EQ(line.segments, 4);
  EXPECT_EQ(line.density, 0.5f);
  EXPECT_EQ(line.thickness, 0.02f);
  EXPECT_EQ(line.pins.names.size(), 1u);
  const GrainsDef grains = world.describe(GrainsId{handleAt(world, Kind::Grains, 0)});
  EXPECT_EQ(grains.layers, 3);
  EXPECT_EQ(grains.friction, 0.25f);
  ASSERT_EQ(world.ties.attachments.size(), 2u);
  EXPECT_TRUE(world.ties.attachments[0].def.rope && world.ties.attachments[0].def.toCloth);
  EXPECT_TRUE(world.ties.attachments[1].def.cloth && world.ties.attachments[1].def.toGrains);
  // Saved, it is of the present version, and loads as the same world.
  World again;
  ASSERT_FALSE(loadScene(again, saveScene(world)));
  EXPECT_EQ(again.hash(), world.hash());
  // What was no scene before is none now.
  Value both = scene;
  member(both, "cloths").items[0].set("grid", object({}));
  EXPECT_EQ(loadScene(world, both)->path, "ropes[0].grid");
}

TEST_F(SceneFile, TheFirstVersionSpelledItsNamesInBritish) {
  const Value body = object({{"shape", object({{"sphere", object({})}})},
                             {"centreOfMass", Value::ofNumbers({0.1, 0, 0})}});
  const Value scene = object({{"holonom", 1.0},
                              {"settings", object({{"particleSolver", "coloured"}})},
                              {"bodies", list({body})}});
  ASSERT_FALSE(loadScene(world, scene));
  EXPECT_EQ(world.bodies.defs[0].centerOfMass, (Vec3{0.1f, 0, 0}));
  EXPECT_EQ(world.settings.particleSolver, ParticleSolver::Colored);
  Value now = scene;
  member(now, "holonom") = Value(2.0);
  const Status bad = loadScene(world, now);
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->path, "settings.particleSolver");
}

TEST_F(SceneFile, VersionsThatAreNoneAreNamedWithThoseThereAre) {
  const auto refused = [](Value version) {
    Value scene = object({{"holonom", std::move(version)}});
    const Status bad = migrate(scene, kTold);
    return bad ? bad->allowed() : "";
  };
  EXPECT_EQ(refused(0.0), "an integer from 1 to 3");
  EXPECT_EQ(refused(1.5), "an integer from 1 to 3");
  EXPECT_EQ(refused("1"), "an integer from 1 to 3");
  EXPECT_EQ(refused(std::numeric_limits<double>::quiet_NaN()), "an integer from 1 to 3");
  EXPECT_EQ(refused(4.0),
            "an integer from 1 to 3; a later version needs a later release of holonom");
}

TEST_F(SceneFile, RefusedScenesNameThePathAndLeaveTheWorld) {
  const Value good = object({{"shape", object({{"sphere", object({{"radius", 1.0}})}})}});
  const auto with = [](const char* key, Value value) {
    return object({{"holonom", 1.0}, {key, std::move(value)}});
  };
  expectRefused(with("boddies", list({})), ErrorCode::UnknownField, "boddies");
  expectRefused(with("title", 3.0), ErrorCode::Type, "title");
  expectRefused(with("bodies", object({})), ErrorCode::Type, "bodies");
  expectRefused(with("bodies", Value::ofNumbers({1, 2})), ErrorCode::Type, "bodies[0]");
  expectRefused(with("bodies", list({good, object({{"mass", -1.0}})})), ErrorCode::Range,
                "bodies[1].mass");
  expectRefused(with("bodies", list({object({{"shape", object({{"plane", object({})}})}})})),
                ErrorCode::Type, "bodies[0].shape.plane");
  expectRefused(with("settings", object({{"substeps", 0.0}})), ErrorCode::Range,
                "settings.substeps");
  expectRefused(with("cloths", list({object({})})), ErrorCode::Missing, "cloths[0].grid");
  expectRefused(with("springNetworks", list({object({{"mass", 0.0}})})), ErrorCode::Range,
                "springNetworks[0].mass");
  expectRefused(with("attachments", list({object({{"cloth", 0.0}})})), ErrorCode::Range,
                "attachments[0].cloth");
  expectRefused(object({{"holonom", 1.0},
                        {"bodies", list({good})},
                        {"attachments", list({object({{"body", 1.0}})})}}),
                ErrorCode::Range, "attachments[0].body");
}

TEST_F(SceneFile, ADamagedFileIsRefusedAtItsDamage) {
  Value scene = saveScene(world);
  member(member(scene, "cloths").items[0], "positions").numbers[5] =
      std::numeric_limits<double>::quiet_NaN();
  expectRefused(scene, ErrorCode::Finite, "cloths[0].positions[5]");
  scene = saveScene(world);
  member(member(scene, "attachments").items[0], "point").number = 100000;
  expectRefused(scene, ErrorCode::Range, "attachments[0].point");
}

TEST_F(SceneFile, GrabsAreNotSaved) {
  GrabDef grab;
  grab.body = world.bodies.ids.idAt(1);
  scenes::need(world.addGrab(grab));
  World other;
  ASSERT_FALSE(loadScene(other, saveScene(world)));
  EXPECT_TRUE(other.ties.grabs.empty());
}

TEST_F(SceneFile, ClearingMakesEveryHandleStale) {
  const BodyId body = world.bodies.ids.idAt(0);
  const ClothId cloth = world.soft.cloths.idAt(0);
  const SpringNetworkId springs = world.soft.springs.idAt(0);
  const AttachmentId attachment = world.ties.attachments.idAt(0);
  world.clear();
  EXPECT_EQ(world.indexOf(body), -1);
  EXPECT_EQ(world.indexOf(cloth), -1);
  EXPECT_EQ(world.indexOf(springs), -1);
  EXPECT_EQ(world.indexOf(attachment), -1);
  scenes::mixed(world);
  EXPECT_EQ(world.indexOf(body), -1);
  run(world, 10);
}

}  // namespace scene_file_test
}  // namespace holonom
