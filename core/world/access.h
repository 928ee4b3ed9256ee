#pragma once
// The world through descriptions: add, read, change and remove any kind of object by number and
// name. Bindings and scene files use only this.
#include <string>

#include "world/describe.h"
#include "world/kinds.h"
#include "world/migrations.h"

namespace holonom {

Result<WorldSettings> readSettings(const Value& description);

/// A handle's bits, or why the description was refused.
Result<uint32_t> addObject(World& world, Kind kind, const Value& description);
bool removeObject(World& world, Kind kind, uint32_t id);
int objectCount(const World& world, Kind kind);
uint32_t handleAt(const World& world, Kind kind, int index);
/// Where an object lies in the store that its kind may share with others, or -1 for a stale handle.
int storeIndex(const World& world, Kind kind, uint32_t id);
/// Index among those of its kind, or -1 for a stale handle.
int objectIndex(const World& world, Kind kind, uint32_t id);

Result<Value> describeObject(const World& world, Kind kind, uint32_t id);
Result<Value> getField(const World& world, Kind kind, uint32_t id, const std::string& field);
Status setField(World& world, Kind kind, uint32_t id, const std::string& field, const Value& value);

/// A shape at a place, for `World::overlap`, `castShape` and `proximity`.
Result<ShapeQuery> readShapeQuery(const Value& description);
Result<MoveTarget> readMoveTarget(const Value& description);

/// The scene document of a world: settings, and every object that is not transient.
Value saveScene(const World& world);
/// Replaces the content of `world` by a scene's; refused scenes leave it as it was.
Status loadScene(World& world, Value scene);

}  // namespace holonom
