#include "world/check.h"

#include <cstdio>

namespace holonom {

std::string toText(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.7g", number);
  return text;
}

std::string describeRange(Range range, unsigned flags, bool integer, bool whole) {
  const std::string what = integer ? "an integer" : "a finite number";
  const double limit = whole ? kInfinity : kLargest;
  const bool low = range.min > -limit, high = range.max < limit;
  const bool exclusive = low && (flags & kExclusiveMin);
  if (exclusive && high)
    return what + " greater than " + toText(range.min) + " and at most " + toText(range.max);
  if (low && high) return what + " from " + toText(range.min) + " to " + toText(range.max);
  if (exclusive) return what + " greater than " + toText(range.min);
  if (low) return what + " of at least " + toText(range.min);
  if (high) return what + " of at most " + toText(range.max);
  return what;
}

Status checkRows(std::span<const CheckRow> rows, const void* def, const std::string& path) {
  for (const CheckRow& f : rows)
    if (Status bad =
            f.check(f.member(def), path.empty() ? f.name : path + "." + f.name, f.range, f.flags))
      return bad;
  return {};
}

Status resolveShape(Shape& shape, const std::string& path) {
  if (Plane* plane = std::get_if<Plane>(&shape)) {
    const float l = length(plane->normal);
    if (!(l > 1e-12f))
      return Error{ErrorCode::Range, path + ".plane.normal",
                   Value::ofNumbers({plane->normal.x, plane->normal.y, plane->normal.z}),
                   "a direction that is not zero"};
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
