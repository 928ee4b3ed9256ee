#include "world/check.h"

#include "base/room.h"

namespace holonom {

std::string toText(double number) {
  if (number == 0 || !std::isfinite(number)) return number == 0 ? "0" : "infinite";
  if (std::abs(number) < 9e15 && number == std::floor(number)) {
    const std::string whole = std::to_string(static_cast<int64_t>(number));
    if (whole.find_last_not_of('0') >= 7) return whole;  // more digits than below: none is rounded
  }
  double size = std::abs(number);
  int exponent = 0;
  for (; size >= 10; size /= 10) ++exponent;
  for (; size < 1; size *= 10) --exponent;
  std::string digits = std::to_string(int(size * 1e6 + 0.5));
  if (digits.size() > 7) ++exponent;  // rounded up to a power of ten
  digits.erase(digits.find_last_not_of('0') + 1);
  const int count = int(digits.size());
  if (exponent < -5 || exponent > 6) {
    if (count > 1) digits.insert(1, 1, '.');
    digits += "e" + std::to_string(exponent);
  } else if (exponent < 0) {
    digits = "0." + std::string(-exponent - 1, '0') + digits;
  } else if (count > exponent + 1) {
    digits.insert(exponent + 1, 1, '.');
  } else {
    digits.append(exponent + 1 - count, '0');
  }
  return number < 0 ? "-" + digits : digits;
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

Status checkRoom(const std::string& path, const Value& value, double points, double bytes) {
  if (bytes < 2e9 && hasRoom(size_t(bytes))) return {};
  return Error{ErrorCode::Memory, path, value,
               "fewer than " + toText(points) + " points: the memory has no room for them"};
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
