#include "world/access.h"

namespace holonom {

namespace {

const HandleContext kLive;

Error staleError(Kind kind, uint32_t id) { return stale(kKindNames[static_cast<int>(kind)], id); }

/// How many of a kind a store has before an index.
template <class Def>
int countBefore(const World& w, int end) {
  if constexpr (!isShared<Def>) return end;
  int count = 0;
  for (int i = 0; i < end; ++i) count += isOfKind<Def>(w, i);
  return count;
}

// Definitions, without the copy of bulk state where there is such.
template <class Id>
auto definitionOf(const World& w, Id id) {
  return w.describe(id);
}
const ParticleDef& definitionOf(const World& w, ClothId id) {
  return w.soft.cloths[w.indexOf(id)].def;
}
const ParticleDef& definitionOf(const World& w, RopeId id) {
  return w.soft.cloths[w.indexOf(id)].def;
}
const ParticleDef& definitionOf(const World& w, GrainsId id) {
  return w.soft.cloths[w.indexOf(id)].def;
}
const ParticleDef& definitionOf(const World& w, SoftBodyId id) {
  return w.soft.cloths[w.indexOf(id)].def;
}
const ParticleDef& definitionOf(const World& w, RodId id) {
  return w.soft.cloths[w.indexOf(id)].def;
}
const SpringNetworkDef& definitionOf(const World& w, SpringNetworkId id) {
  return w.soft.springs[w.indexOf(id)].def;
}
const JointDef& definitionOf(const World& w, JointId id) { return w.joints.all[w.indexOf(id)].def; }
const ForceDef& definitionOf(const World& w, ForceId id) { return w.forces[w.indexOf(id)]; }

/// Calls `f(handle, definition, its table)` for a live object; of a joint or force with that of its
/// type.
template <class F>
Status withDefinition(const World& w, Kind kind, uint32_t id, F&& f) {
  if (storeIndex(w, kind, id) < 0) return staleError(kind, id);
  return withKind(kind, id, [&]<class Id, class Def>(const KindRow<Id, Def>& row) {
    const auto& definition = definitionOf(w, row.handle);
    if constexpr (isVariant<Def>)
      return std::visit(
          [&]<class Type>(const Type& def) {
            return f(row.handle, def, std::span<const FieldRow>(fieldTable<Type>));
          },
          definition);
    else
      return f(row.handle, definition, std::span<const FieldRow>(fieldTable<Def>));
  });
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
  return withKind(kind, id, [&]<class Id, class Def>(const KindRow<Id, Def>& row) {
    const int index = w.indexOf(row.handle);
    return index >= 0 && isOfKind<Def>(w, index) ? index : -1;
  });
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
  return withKind(kind, 0,
                  [&]<class Id, class Def>(const KindRow<Id, Def>& row) -> Result<uint32_t> {
                    Def def;
                    if (Status bad = readMember(description, def, "", kLive)) return *bad;
                    const Result<Id> id = (w.*row.add)(std::move(def));
                    if (!id) return *id.error;
                    return id.value.bits;
                  });
}

bool removeObject(World& w, Kind kind, uint32_t id) {
  if (storeIndex(w, kind, id) < 0) return false;
  return withKind(kind, id, [&](const auto& row) { return w.remove(row.handle); });
}

int objectCount(const World& w, Kind kind) {
  return withKind(kind, 0, [&]<class Id, class Def>(const KindRow<Id, Def>&) {
    return countBefore<Def>(w, w.poolOf(Id{}).size());
  });
}

uint32_t handleAt(const World& w, Kind kind, int index) {
  return withKind(kind, 0, [&]<class Id, class Def>(const KindRow<Id, Def>&) -> uint32_t {
    const auto& pool = w.poolOf(Id{});
    if constexpr (!isShared<Def>)
      return index >= 0 && index < pool.size() ? pool.idAt(index).bits : 0;
    for (int i = 0; i < pool.size(); ++i)
      if (isOfKind<Def>(w, i) && index-- == 0) return pool.idAt(i).bits;
    return 0;
  });
}

int objectIndex(const World& w, Kind kind, uint32_t id) {
  const int index = storeIndex(w, kind, id);
  if (index < 0) return index;
  return withKind(kind, id, [&]<class Id, class Def>(const KindRow<Id, Def>&) {
    return countBefore<Def>(w, index);
  });
}

Result<Value> describeObject(const World& w, Kind kind, uint32_t id) {
  if (kind == Kind::World) return writeFields(w.settings, kLive);
  if (storeIndex(w, kind, id) < 0) return staleError(kind, id);
  return withKind(kind, id, [&](const auto& row) -> Result<Value> {
    return writeMember(w.describe(row.handle), kLive);
  });
}

Result<Value> getField(const World& w, Kind kind, uint32_t id, const std::string& field) {
  Value out;
  const auto read = [&](const auto& def, std::span<const FieldRow> rows) {
    return readOut(rows, &def, field, out);
  };
  const Status bad =
      kind == Kind::World
          ? read(w.settings, fieldTable<WorldSettings>)
          : withDefinition(w, kind, id, [&](auto, const auto& def, std::span<const FieldRow> rows) {
              return read(def, rows);
            });
  if (bad) return *bad;
  return out;
}

Status setField(World& w, Kind kind, uint32_t id, const std::string& field, const Value& value) {
  if (kind == Kind::World) {
    WorldSettings settings = w.settings;
    if (Status bad = change(fieldTable<WorldSettings>, &settings, field, value)) return bad;
    return w.redefine(settings);
  }
  if (kind == Kind::Body && isMotion(field)) return setMotionField(w, BodyId{id}, field, value);
  const int i = storeIndex(w, kind, id);
  if (i >= 0 && kind == Kind::Body && field == "name") return setName(w, w.bodies.defs[i], value);
  if (i >= 0 && kind == Kind::SpringNetwork && field == "name")
    return setName(w, w.soft.springs[i].def, value);
  if (kind == Kind::SpringNetwork && field == "forces")
    return setForces(w, SpringNetworkId{id}, value);
  return withDefinition(w, kind, id,
                        [&](auto handle, auto def, std::span<const FieldRow> rows) -> Status {
                          if (Status bad = change(rows, &def, field, value)) return bad;
                          // A change wakes, unless it is the change to rest.
                          if constexpr (requires { def.asleep; })
                            def.asleep = def.asleep && field == "asleep";
                          return w.redefine(handle, std::move(def));
                        });
}

}  // namespace holonom
