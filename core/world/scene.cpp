// Scene documents: a version, settings, and lists of descriptions that name each other by index.
#include <utility>

#include "world/access.h"

namespace holonom {

namespace {

std::vector<std::string> sceneKeys() {
  std::vector<std::string> keys = {"holonom", "title", "settings"};
  for (const char* list : kSceneLists)
    if (list) keys.emplace_back(list);
  return keys;
}

/// Calls `f(row, name of its list)` for each kind that scene files have, until one is refused.
template <class F>
Status forEachList(F&& f) {
  for (int kind = 0; kind < kKinds; ++kind)
    if (const char* name = kSceneLists[kind])
      if (Status bad = withKind(Kind(kind), 0, [&](const auto& row) { return f(row, name); }))
        return bad;
  return {};
}

/// Calls `add` for each description of a list.
template <class Def, class Add>
Status loadList(const Value& scene, const char* key, const HandleContext& ctx, Add&& add) {
  const Value* list = scene.find(key);
  if (!list) return {};
  if (!list->isArray()) return typeError(key, *list, Rule::Array);
  if (list->kind == Value::Kind::Numbers && list->size() > 0)
    return typeError(std::string(key) + "[0]", list->numbers[0], Rule::Object);
  for (size_t i = 0; i < list->size(); ++i) {
    const std::string path = std::string(key) + "[" + std::to_string(i) + "]";
    Def def;
    if (Status bad = readMember(list->items[i], def, path, ctx)) return bad;
    if (Status bad = add(std::move(def))) {
      bad->path = joinPath(path, bad->path);
      return bad;
    }
  }
  return {};
}

/// Builds a scene in an empty `world`, which is left half-filled on error.
Status build(World& world, const Value& scene) {
  HandleContext ctx;
  ctx.indices = true;
  if (const Value* settings = scene.find("settings")) {
    WorldSettings read;
    if (Status bad = readFields(*settings, read, "settings", ctx)) return bad;
    if (Status bad = world.redefine(read)) return bad;
  }
  std::vector<BodyId> asleep;
  Status bad = forEachList([&]<class Id, class Def>(const KindRow<Id, Def>& row, const char* name) {
    return loadList<Def>(scene, name, ctx, [&](Def def) -> Status {
      bool sleeps = false;
      if constexpr (std::is_same_v<Def, BodyDef>) sleeps = def.asleep;
      const Result<Id> id = (world.*row.add)(std::move(def));
      if (!id) return id.error;
      ctx.listOf(id.value).push_back(id.value.bits);
      if (sleeps) asleep.push_back({id.value.bits});
      return {};
    });
  });
  if (bad) return bad;
  // What is added to a body wakes it, but these slept with it when they were saved.
  for (const BodyId id : asleep) world.bodies.setAwake(world.indexOf(id), false);
  return {};
}

}  // namespace

Value saveScene(const World& world) {
  HandleContext ctx;
  ctx.indices = true;
  forEachList([&]<class Id, class Def>(const KindRow<Id, Def>&, const char*) -> Status {
    const auto& pool = world.poolOf(Id{});
    for (int i = 0; i < pool.size(); ++i)
      if (isOfKind<Def>(world, i)) ctx.listOf(Id{}).push_back(pool.idAt(i).bits);
    return {};
  });
  Value scene = Value::object();
  scene.set("holonom", double(kSceneVersion));
  scene.set("settings", writeFields(world.settings, ctx));
  forEachList([&]<class Id, class Def>(const KindRow<Id, Def>&, const char* name) -> Status {
    Value list = Value::array();
    for (const uint32_t bits : ctx.listOf(Id{}))
      list.push(writeMember(world.describe(Id{bits}), ctx));
    scene.set(name, std::move(list));
    return {};
  });
  return scene;
}

Status loadScene(World& world, Value scene) {
  if (!scene.isObject()) return typeError("", scene, Rule::Scene);
  if (Status bad = migrate(scene, kMigrations)) return bad;
  const std::vector<std::string> keys = sceneKeys();
  for (const std::string& key : scene.keys)
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) return unknownField("", key, keys);
  if (const Value* title = scene.find("title"); title && !title->isString())
    return typeError("title", *title, Rule::String);
  // Built aside, so that a refused scene leaves this world whole.
  World loaded = world.emptied();
  if (Status bad = build(loaded, scene)) return bad;
  world.become(std::move(loaded));
  return {};
}

}  // namespace holonom
