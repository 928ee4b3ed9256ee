#pragma once
// Range checks at the door, made from the field tables.
#include <cmath>
#include <string>
#include <type_traits>

#include "base/error.h"
#include "base/fields.h"
#include "geometry/shape.h"
#include "geometry/surface_def.h"

namespace holonom {

/// A short decimal for messages: integers without a point, others with up to six digits.
std::string toText(double number);
/// "a number > 0", "an integer from 1 to 256"…
/// Bounds of ±kLargest are named only on `whole`.
std::string describeRange(Range range, unsigned flags, bool integer, bool whole = false);

inline Status checkNumber(double v, const std::string& path, Range range, unsigned flags,
                          bool integer) {
  if (!std::isfinite(v))
    return Error{ErrorCode::Finite, path, v, describeRange(range, flags, integer)};
  const bool low = (flags & kExclusiveMin) ? !(v > range.min) : v < range.min;
  if (low || v > range.max)
    return Error{ErrorCode::Range, path, v,
                 describeRange(range, flags, integer, std::abs(v) > kLargest)};
  return {};
}

template <class Def>
Status checkFields(const Def& def, const std::string& path);

/// Makes of a shape whose fields are checked what collisions need: unit normals, hulls, the trees
/// of meshes. `path` is that of the shape.
Status resolveShape(Shape& shape, const std::string& path);

template <class T>
Status checkMember(const T& v, const std::string& path, Range range, unsigned flags) {
  if constexpr (std::is_same_v<T, bool> || std::is_enum_v<T>) {
    return {};
  } else if constexpr (std::is_arithmetic_v<T>) {
    return checkNumber(double(v), path, range, flags, std::is_integral_v<T>);
  } else if constexpr (std::is_same_v<T, Vec3>) {
    for (int i = 0; i < 3; ++i)
      if (Status bad =
              checkNumber(at(v, i), path + "[" + std::to_string(i) + "]", range, flags, false))
        return bad;
    return {};
  } else if constexpr (std::is_same_v<T, Quat>) {
    const float q[4] = {v.x, v.y, v.z, v.w};
    for (int i = 0; i < 4; ++i)
      if (!std::isfinite(q[i]))
        return Error{ErrorCode::Finite, path + "[" + std::to_string(i) + "]", double(q[i]),
                     "a finite number"};
    if (!(lengthSquared(v) > 1e-12f) || !std::isfinite(lengthSquared(v)))
      return Error{ErrorCode::Range, path, Value::ofNumbers({q[0], q[1], q[2], q[3]}),
                   "a quaternion x, y, z, w that is not zero"};
    return {};
  } else if constexpr (std::is_same_v<T, Vec2> || std::is_same_v<T, Int2>) {
    constexpr bool integer = std::is_same_v<T, Int2>;
    if (Status bad = checkNumber(v.x, path + "[0]", range, flags, integer)) return bad;
    return checkNumber(v.y, path + "[1]", range, flags, integer);
  } else if constexpr (requires { v.has_value(); }) {
    return v ? checkMember(*v, path, range, flags) : Status{};
  } else if constexpr (isVariant<T>) {
    return std::visit([&](const auto& s) { return checkFields(s, path + "." + s.name); }, v);
  } else if constexpr (requires { T::fields(); }) {
    return checkFields(v, path);
  } else if constexpr (requires {
                         v.data();
                         v.size();
                       } &&
                       !std::is_same_v<T, std::string>) {
    for (size_t i = 0; i < v.size(); ++i)
      if (Status bad = checkMember(v[i], path + "[" + std::to_string(i) + "]", range, flags))
        return bad;
    return {};
  } else {
    return {};  // strings, handles and pins: checked where they are resolved
  }
}

template <class Def>
Status checkFields(const Def& def, const std::string& path) {
  Status bad;
  forEachField<Def>([&](const auto& f) {
    if (!bad)
      bad = checkMember(def.*(f.member), path.empty() ? f.name : path + "." + f.name, f.range,
                        f.flags);
  });
  return bad;
}

}  // namespace holonom
