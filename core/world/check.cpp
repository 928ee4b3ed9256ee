#include "world/check.h"

#include "base/handle.h"
#include "base/room.h"

namespace holonom {

Error rangeError(ErrorCode code, const std::string& path, double v, Range range, unsigned flags,
                 bool integer) {
  const double limit = code == ErrorCode::Range && std::abs(v) > kLargest ? kInfinity : kLargest;
  const bool low = range.min > -limit, high = range.max < limit;
  const bool exclusive = low && (flags & kExclusiveMin);
  const auto error = [&](Rule number, Rule whole, std::vector<Value> parameters) {
    return Error{code, path, v, integer ? whole : number, std::move(parameters)};
  };
  // No integer has an exclusive bound.
  if (exclusive && high) return Error{code, path, v, Rule::NumberAboveTo, {range.min, range.max}};
  if (low && high) return error(Rule::NumberFromTo, Rule::IntegerFromTo, {range.min, range.max});
  if (exclusive) return Error{code, path, v, Rule::NumberAbove, {range.min}};
  if (low) return error(Rule::NumberAtLeast, Rule::IntegerAtLeast, {range.min});
  if (high) return error(Rule::NumberAtMost, Rule::IntegerAtMost, {range.max});
  return error(Rule::FiniteNumber, Rule::Integer, {});
}

Error stale(const char* path, uint32_t bits) {
  return {ErrorCode::Stale, path, double(bits), Rule::Existing};
}

Error full(size_t count) {
  return {ErrorCode::Capacity, "", double(count), Rule::MostObjects, {double(kMaxObjects)}};
}

Status checkRows(std::span<const CheckRow> rows, const void* def, const std::string& path) {
  for (const CheckRow& f : rows)
    if (Status bad =
            f.check(f.member(def), path.empty() ? f.name : path + "." + f.name, f.range, f.flags))
      return bad;
  return {};
}

Status checkRoom(const std::string& path, const Value& value, double points, double bytes) {
  if (bytes < 2e9 && hasRoom(size_t(bytes))) return {};
  return Error{ErrorCode::Memory, path, value, Rule::RoomForPoints, {points}};
}

Status resolveShape(Shape& shape, const std::string& path) {
  if (Plane* plane = std::get_if<Plane>(&shape)) {
    const float l = length(plane->normal);
    if (!(l > 1e-12f))
      return Error{ErrorCode::Range, path + ".plane.normal",
                   Value::ofNumbers({plane->normal.x, plane->normal.y, plane->normal.z}),
                   Rule::DirectionNotZero};
    // A unit normal keeps its bits, so that a saved plane loads unchanged.
    if (abs(l - 1) > 1e-6f) plane->normal = (1 / l) * plane->normal;
    return {};
  }
  if (Hull* hull = std::get_if<Hull>(&shape)) return resolveHull(*hull, path + ".hull");
  if (Compound* compound = std::get_if<Compound>(&shape))
    return resolveCompound(*compound, path + ".compound");
  Mesh* mesh = std::get_if<Mesh>(&shape);
  if (!mesh || mesh->geometry) return {};
  auto built = buildMeshGeometry(*mesh, path + ".mesh");
  if (!built) return built.error;
  mesh->geometry = std::move(built.value);
  return {};
}

}  // namespace holonom
