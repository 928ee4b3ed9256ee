// Scene documents: a version, settings, and lists of descriptions that name each other by index.
#include <utility>

#include "world/access.h"

namespace holonom {

namespace {

constexpr const char* kSceneKeys[] = {"holonom",     "title",  "settings", "bodies",
                                      "cloths",      "ropes",  "grains",   "springNetworks",
                                      "attachments", "joints", "forces"};

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

template <class Pool, class Id>
void listHandles(const Pool& pool, std::vector<Id>& out) {
  out.clear();
  for (int i = 0; i < pool.size(); ++i) out.push_back(pool.idAt(i));
}

template <class Id>
Value saveList(const World& world, const std::vector<Id>& ids, const HandleContext& ctx) {
  Value list = Value::array();
  for (const Id id : ids) list.push(writeMember(world.describe(id), ctx));
  return list;
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
  const auto keep = [](auto& list, const auto& result) -> Status {
    if (!result) return result.error;
    list.push_back(result.value);
    return {};
  };
  std::vector<BodyId> asleep;
  if (Status bad = loadList<BodyDef>(scene, "bodies", ctx, [&](BodyDef d) {
        const bool sleeps = d.asleep;
        Status refused = keep(ctx.bodies, world.addBody(std::move(d)));
        if (!refused && sleeps) asleep.push_back(ctx.bodies.back());
        return refused;
      }))
    return bad;
  if (Status bad = loadList<ClothDef>(scene, "cloths", ctx, [&](ClothDef d) {
        return keep(ctx.cloths, world.addCloth(std::move(d)));
      }))
    return bad;
  if (Status bad = loadList<RopeDef>(scene, "ropes", ctx, [&](RopeDef d) {
        return keep(ctx.ropes, world.addRope(std::move(d)));
      }))
    return bad;
  if (Status bad = loadList<GrainsDef>(scene, "grains", ctx, [&](GrainsDef d) {
        return keep(ctx.grains, world.addGrains(std::move(d)));
      }))
    return bad;
  if (Status bad =
          loadList<SpringNetworkDef>(scene, "springNetworks", ctx, [&](SpringNetworkDef d) {
            return keep(ctx.springNetworks, world.addSpringNetwork(std::move(d)));
          }))
    return bad;
  if (Status bad = loadList<AttachmentDef>(
          scene, "attachments", ctx,
          [&](AttachmentDef d) -> Status { return world.addAttachment(d).error; }))
    return bad;
  if (Status bad = loadList<JointDef>(scene, "joints", ctx, [&](JointDef d) -> Status {
        return world.addJoint(std::move(d)).error;
      }))
    return bad;
  if (Status bad = loadList<ForceDef>(scene, "forces", ctx, [&](ForceDef d) -> Status {
        return world.addForce(std::move(d)).error;
      }))
    return bad;
  // What is added to a body wakes it, but these slept with it when they were saved.
  for (const BodyId id : asleep) world.bodies.setAwake(world.indexOf(id), false);
  return {};
}

}  // namespace

Value saveScene(const World& world) {
  HandleContext ctx;
  ctx.indices = true;
  listHandles(world.bodies.ids, ctx.bodies);
  for (size_t i = 0; i < world.cloths.size(); ++i) {
    const ParticleDef& def = world.cloths[i].def;
    const ClothId id = world.cloths.idAt(int(i));
    if (def.isCloth()) ctx.cloths.push_back(id);
    if (def.isRope()) ctx.ropes.push_back({id.bits});
    if (def.isGrains()) ctx.grains.push_back({id.bits});
  }
  listHandles(world.springObjects.ids(), ctx.springNetworks);
  std::vector<AttachmentId> attachments;
  listHandles(world.attachments.ids(), attachments);
  std::vector<JointId> joints;
  listHandles(world.joints.ids(), joints);
  std::vector<ForceId> forces;
  listHandles(world.forces.ids(), forces);
  Value scene = Value::object();
  scene.set("holonom", double(kSceneVersion));
  scene.set("settings", writeFields(world.settings, ctx));
  scene.set("bodies", saveList(world, ctx.bodies, ctx));
  scene.set("cloths", saveList(world, ctx.cloths, ctx));
  scene.set("ropes", saveList(world, ctx.ropes, ctx));
  scene.set("grains", saveList(world, ctx.grains, ctx));
  scene.set("springNetworks", saveList(world, ctx.springNetworks, ctx));
  scene.set("attachments", saveList(world, attachments, ctx));
  scene.set("joints", saveList(world, joints, ctx));
  scene.set("forces", saveList(world, forces, ctx));
  return scene;
}

Status loadScene(World& world, Value scene) {
  if (!scene.isObject()) return typeError("", scene, Rule::Scene);
  if (Status bad = migrate(scene, kMigrations)) return bad;
  const std::vector<std::string> keys(std::begin(kSceneKeys), std::end(kSceneKeys));
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
