#include "world/access.h"

#include <algorithm>

namespace holonom {

namespace {

const HandleContext kLive;

Error staleError(Kind kind, uint32_t id) { return stale(kKindNames[static_cast<int>(kind)], id); }

/// Calls `f(pool, Id{})` for the pool of a kind; the world itself has none.
template <class F>
auto withPool(const World& w, Kind kind, F&& f) {
  switch (kind) {
    case Kind::Cloth:
      return f(w.cloths.ids(), ClothId{});
    case Kind::Rope:
      return f(w.cloths.ids(), RopeId{});
    case Kind::Grains:
      return f(w.cloths.ids(), GrainsId{});
    case Kind::SpringNetwork:
      return f(w.springObjects.ids(), SpringNetworkId{});
    case Kind::Attachment:
      return f(w.attachments.ids(), AttachmentId{});
    case Kind::Grab:
      return f(w.grabs.ids(), GrabId{});
    case Kind::Joint:
      return f(w.joints.ids(), JointId{});
    case Kind::Force:
      return f(w.forces.ids(), ForceId{});
    default:
      return f(w.bodies.ids, BodyId{});
  }
}

/// What the objects of a kind are made from, where they share a pool with those of others.
std::optional<ParticleDef::Source> sourceOf(Kind kind) {
  if (kind == Kind::Cloth) return ParticleDef::Source::Cloth;
  if (kind == Kind::Rope) return ParticleDef::Source::Rope;
  if (kind == Kind::Grains) return ParticleDef::Source::Grains;
  return {};
}

template <class Id>
Result<uint32_t> bitsOf(const Result<Id>& id) {
  if (!id) return *id.error;
  return id.value.bits;
}

/// Calls `f(definition, its table)` for a live object; bulk state is left out.
template <class F>
Status withDefinition(const World& w, Kind kind, uint32_t id, F&& f) {
  const auto give = [&]<class Def>(const Def& def) {
    return f(def, std::span<const FieldRow>(fieldTable<Def>));
  };
  if (kind == Kind::World) return give(w.settings);
  const int index = storeIndex(w, kind, id);
  if (index < 0) return staleError(kind, id);
  switch (kind) {
    case Kind::Cloth:
      return f(w.cloths[index].def, std::span<const FieldRow>(fieldTable<ClothDef>));
    case Kind::Rope:
      return f(w.cloths[index].def, std::span<const FieldRow>(fieldTable<RopeDef>));
    case Kind::Grains:
      return f(w.cloths[index].def, std::span<const FieldRow>(fieldTable<GrainsDef>));
    case Kind::SpringNetwork:
      return give(w.springObjects[index].def);
    case Kind::Attachment:
      return give(w.describe(AttachmentId{id}));
    case Kind::Grab:
      return give(w.describe(GrabId{id}));
    case Kind::Joint:
      return std::visit(give, w.joints[index].def);
    case Kind::Force:
      return std::visit(give, w.forces[index]);
    default:
      return give(w.describe(BodyId{id}));
  }
}

/// The value of one field; null where it is absent.
Status readOut(std::span<const FieldRow> rows, const void* def, const std::string& field,
               Value& out) {
  const FieldRow* row = findField(rows, field);
  if (!row) return unknownField("", field, fieldNames(rows));
  row->write(row->checked.member(def), kLive, out);
  return {};
}

Status change(std::span<const FieldRow> rows, void* def, const std::string& field,
              const Value& value) {
  const FieldRow* row = findField(rows, field);
  if (!row) return unknownField("", field, fieldNames(rows));
  if (row->checked.flags & kFixed)
    return Error{ErrorCode::Fixed, field, value, whyFixed(row->checked.flags)};
  return readField(value, *row, def, field, kLive);
}

Status redefineAs(World& w, uint32_t id, const BodyDef& d) { return w.redefine(BodyId{id}, d); }
Status redefineAs(World& w, uint32_t id, const ParticleDef& d) {
  return w.redefine(ClothId{id}, d);
}
Status redefineAs(World& w, uint32_t id, const SpringNetworkDef& d) {
  return w.redefine(SpringNetworkId{id}, d);
}
Status redefineAs(World& w, uint32_t id, const AttachmentDef& d) {
  return w.redefine(AttachmentId{id}, d);
}
Status redefineAs(World& w, uint32_t id, const GrabDef& d) { return w.redefine(GrabId{id}, d); }
template <class J>
requires std::is_base_of_v<JointEnds, J> Status redefineAs(World& w, uint32_t id, const J& d) {
  return w.redefine(JointId{id}, JointDef(d));
}
template <class F>
requires std::is_constructible_v<ForceDef, F> Status redefineAs(World& w, uint32_t id, const F& d) {
  return w.redefine(ForceId{id}, ForceDef(d));
}
Status redefineAs(World& w, uint32_t, const WorldSettings& d) { return w.redefine(d); }

bool isMotion(const std::string& field) {
  return field == "position" || field == "rotation" || field == "linearVelocity" ||
         field == "angularVelocity";
}

/// A name means nothing to the physics: nobody wakes, and what stopped stays.
template <class Def>
Status setName(World& w, Def& def, const Value& value) {
  if (Status bad = change(fieldTable<Def>, &def, "name", value)) return bad;
  ++w.version;
  return {};
}

/// Without the copy and check of all else that is said of a net.
Status setForces(World& w, SpringNetworkId id, const Value& value) {
  SpringNetworkDef def;
  if (Status bad = change(fieldTable<SpringNetworkDef>, &def, "forces", value)) return bad;
  return w.setForces(id, std::move(def.forces));
}

/// Without the copy and check of all else that is said of a body.
Status setMotionField(World& w, BodyId id, const std::string& field, const Value& value) {
  const int i = w.indexOf(id);
  if (i < 0) return staleError(Kind::Body, id.bits);
  BodyDef motion;
  const Transform& pose = w.bodies.bodyPose(i);
  motion.position = pose.position, motion.rotation = pose.rotation;
  if (!w.stopsNext(id)) {
    motion.linearVelocity = w.bodies.states[i].linear;
    motion.angularVelocity = w.bodies.states[i].angular;
  }
  if (Status bad = change(fieldTable<BodyDef>, &motion, field, value)) return bad;
  return w.setMotion(id, motion);
}

}  // namespace

int storeIndex(const World& w, Kind kind, uint32_t id) {
  const int index = withPool(w, kind, [&](const auto&, auto handle) {
    handle.bits = id;
    return w.indexOf(handle);
  });
  const auto source = sourceOf(kind);
  return source && index >= 0 && w.cloths[index].def.source != *source ? -1 : index;
}

Result<WorldSettings> readSettings(const Value& description) {
  WorldSettings settings;
  if (Status bad = readFields(description, settings, "", kLive)) return *bad;
  return settings;
}

Result<ShapeQuery> readShapeQuery(const Value& description) {
  ShapeQuery def;
  if (Status bad = readFields(description, def, "", kLive)) return *bad;
  return def;
}

Result<MoveTarget> readMoveTarget(const Value& description) {
  MoveTarget target;
  if (Status bad = readFields(description, target, "", kLive)) return *bad;
  return target;
}

Result<uint32_t> addObject(World& w, Kind kind, const Value& description) {
  const auto add = [&](auto def, auto&& call) -> Result<uint32_t> {
    if (Status bad = readMember(description, def, "", kLive)) return *bad;
    return bitsOf(call(std::move(def)));
  };
  switch (kind) {
    case Kind::Cloth:
      return add(ClothDef{}, [&](ClothDef d) { return w.addCloth(std::move(d)); });
    case Kind::Rope:
      return add(RopeDef{}, [&](RopeDef d) { return w.addRope(std::move(d)); });
    case Kind::Grains:
      return add(GrainsDef{}, [&](GrainsDef d) { return w.addGrains(std::move(d)); });
    case Kind::SpringNetwork:
      return add(SpringNetworkDef{},
                 [&](SpringNetworkDef d) { return w.addSpringNetwork(std::move(d)); });
    case Kind::Attachment:
      return add(AttachmentDef{}, [&](AttachmentDef d) { return w.addAttachment(d); });
    case Kind::Grab:
      return add(GrabDef{}, [&](GrabDef d) { return w.addGrab(d); });
    case Kind::Joint:
      return add(JointDef{}, [&](JointDef d) { return w.addJoint(std::move(d)); });
    case Kind::Force:
      return add(ForceDef{}, [&](ForceDef d) { return w.addForce(std::move(d)); });
    default:
      return add(BodyDef{}, [&](BodyDef d) { return w.addBody(std::move(d)); });
  }
}

bool removeObject(World& w, Kind kind, uint32_t id) {
  if (storeIndex(w, kind, id) < 0) return false;
  return withPool(w, kind, [&](const auto&, auto handle) {
    handle.bits = id;
    return w.remove(handle);
  });
}

int objectCount(const World& w, Kind kind) {
  if (const auto source = sourceOf(kind))
    return int(std::count_if(w.cloths.begin(), w.cloths.end(),
                             [&](const Cloth& c) { return c.def.source == *source; }));
  return withPool(w, kind, [](const auto& pool, auto) { return pool.size(); });
}

uint32_t handleAt(const World& w, Kind kind, int index) {
  if (const auto source = sourceOf(kind)) {
    for (size_t i = 0; i < w.cloths.size(); ++i)
      if (w.cloths[i].def.source == *source && index-- == 0) return w.cloths.idAt(int(i)).bits;
    return 0;
  }
  return withPool(w, kind, [&](const auto& pool, auto) {
    return index >= 0 && index < pool.size() ? pool.idAt(index).bits : 0u;
  });
}

int objectIndex(const World& w, Kind kind, uint32_t id) {
  const int index = storeIndex(w, kind, id);
  const auto source = sourceOf(kind);
  if (!source || index < 0) return index;
  return int(std::count_if(w.cloths.begin(), w.cloths.begin() + index,
                           [&](const Cloth& c) { return c.def.source == *source; }));
}

Result<Value> describeObject(const World& w, Kind kind, uint32_t id) {
  if (kind == Kind::World) return writeFields(w.settings, kLive);
  if (storeIndex(w, kind, id) < 0) return staleError(kind, id);
  return withPool(w, kind, [&](const auto&, auto handle) -> Result<Value> {
    handle.bits = id;
    return writeMember(w.describe(handle), kLive);
  });
}

Result<Value> getField(const World& w, Kind kind, uint32_t id, const std::string& field) {
  Value out;
  const Status bad =
      withDefinition(w, kind, id, [&](const auto& def, std::span<const FieldRow> table) {
        return readOut(table, &def, field, out);
      });
  if (bad) return *bad;
  return out;
}

Status setField(World& w, Kind kind, uint32_t id, const std::string& field, const Value& value) {
  if (kind == Kind::Body && isMotion(field)) return setMotionField(w, BodyId{id}, field, value);
  const int i = kind == Kind::World ? -1 : storeIndex(w, kind, id);
  if (i >= 0 && kind == Kind::Body && field == "name") return setName(w, w.bodies.defs[i], value);
  if (i >= 0 && kind == Kind::SpringNetwork && field == "name")
    return setName(w, w.springObjects[i].def, value);
  if (kind == Kind::SpringNetwork && field == "forces")
    return setForces(w, SpringNetworkId{id}, value);
  return withDefinition(w, kind, id, [&](auto def, std::span<const FieldRow> table) -> Status {
    if (Status bad = change(table, &def, field, value)) return bad;
    // A change wakes, unless it is the change to rest.
    if constexpr (requires { def.asleep; }) def.asleep = def.asleep && field == "asleep";
    return redefineAs(w, id, def);
  });
}

}  // namespace holonom
