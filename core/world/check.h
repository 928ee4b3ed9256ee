#pragma once
// Range checks at the door, made from the field tables.
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "base/error.h"
#include "base/fields.h"
#include "geometry/shape.h"
#include "geometry/surface_def.h"

namespace holonom {

/// Of a number out of its range. Bounds of ±kLargest are named only where it lies beyond them.
Error rangeError(ErrorCode code, const std::string& path, double v, Range range, unsigned flags,
                 bool integer);

inline bool isWithin(double v, Range range, unsigned flags) {
  const bool low = (flags & kExclusiveMin) ? !(v > range.min) : v < range.min;
  return std::isfinite(v) && !low && !(v > range.max);
}

inline Status checkNumber(double v, const std::string& path, Range range, unsigned flags,
                          bool integer) {
  if (isWithin(v, range, flags)) return {};
  return rangeError(std::isfinite(v) ? ErrorCode::Range : ErrorCode::Finite, path, v, range, flags,
                    integer);
}

template <class Def>
Status checkFields(const Def& def, const std::string& path);

/// Row I of the field table of Def.
template <class Def, size_t I>
inline constexpr auto fieldAt = std::get<I>(Def::fields());
template <class Def>
inline constexpr size_t kFieldCount = std::tuple_size_v<decltype(Def::fields())>;
template <class Def, size_t I>
using MemberAt = std::remove_cvref_t<decltype(std::declval<Def>().*(fieldAt<Def, I>.member))>;
/// What the rows of a table are given: definitions that share their data name it `Stored`.
template <class Def>
struct StoredAs {
  using Type = Def;
};
template <class Def>
requires requires { typename Def::Stored; }
struct StoredAs<Def> {
  using Type = typename Def::Stored;
};
template <class Def>
const void* storedOf(const Def& def) {
  return static_cast<const typename StoredAs<Def>::Type*>(&def);
}
template <class Def, size_t I>
const void* memberAt(const void* def) {
  return &(static_cast<const typename StoredAs<Def>::Type*>(def)->*(fieldAt<Def, I>.member));
}

/// A field without its type: what goes over fields is code for all definitions, not for each.
struct CheckRow {
  const char* name;
  Range range;
  unsigned flags;
  const void* (*member)(const void* def);
  Status (*check)(const void* member, const std::string& path, Range range, unsigned flags);
};
template <class T>
Status checkErased(const void* member, const std::string& path, Range range, unsigned flags);
template <class Def, size_t... I>
constexpr std::array<CheckRow, sizeof...(I)> checkRowsOf(std::index_sequence<I...>) {
  return {CheckRow{fieldAt<Def, I>.name, fieldAt<Def, I>.range, fieldAt<Def, I>.flags,
                   &memberAt<Def, I>, &checkErased<MemberAt<Def, I>>}...};
}
template <class Def>
inline constexpr auto checkTable = checkRowsOf<Def>(std::make_index_sequence<kFieldCount<Def>>{});
Status checkRows(std::span<const CheckRow> rows, const void* def, const std::string& path);

/// Of a handle of what no longer exists.
Error stale(const char* path, uint32_t bits);
/// Of an object too many, where there are so many of its kind.
Error full(size_t count);

/// Refuses what would build so many particles or nodes where there is no room for these bytes.
Status checkRoom(const std::string& path, const Value& value, double points, double bytes);

/// Makes of a shape whose fields are checked what collisions need: unit normals, hulls, the trees
/// of meshes. `path` is that of the shape.
Status resolveShape(Shape& shape, const std::string& path);

template <class T>
Status checkMember(const T& v, const std::string& path, Range range, unsigned flags) {
  if constexpr (std::is_same_v<T, bool> || std::is_enum_v<T>) {
    return {};
  } else if constexpr (std::is_arithmetic_v<T>) {
    return checkNumber(double(v), path, range, flags, std::is_integral_v<T>);
  } else if constexpr (std::is_same_v<T, Vec3> || std::is_same_v<T, Vec3d>) {
    const double parts[] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; ++i)
      if (!isWithin(parts[i], range, flags))
        return checkNumber(parts[i], path + "[" + std::to_string(i) + "]", range, flags, false);
    return {};
  } else if constexpr (std::is_same_v<T, Quat>) {
    const float q[4] = {v.x, v.y, v.z, v.w};
    for (int i = 0; i < 4; ++i)
      if (!std::isfinite(q[i]))
        return Error{ErrorCode::Finite, path + "[" + std::to_string(i) + "]", double(q[i]),
                     Rule::FiniteNumber};
    if (!(lengthSquared(v) > 1e-12f) || !std::isfinite(lengthSquared(v)))
      return Error{ErrorCode::Range, path, Value::ofNumbers({q[0], q[1], q[2], q[3]}),
                   Rule::QuaternionNotZero};
    return {};
  } else if constexpr (std::is_same_v<T, Vec2> || std::is_same_v<T, Int2>) {
    constexpr bool integer = std::is_same_v<T, Int2>;
    if (Status bad = checkNumber(v.x, path + "[0]", range, flags, integer)) return bad;
    return checkNumber(v.y, path + "[1]", range, flags, integer);
  } else if constexpr (std::is_same_v<T, Int3>) {
    if (Status bad = checkNumber(v.x, path + "[0]", range, flags, true)) return bad;
    if (Status bad = checkNumber(v.y, path + "[1]", range, flags, true)) return bad;
    return checkNumber(v.z, path + "[2]", range, flags, true);
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
    for (size_t i = 0; i < v.size(); ++i) {
      // A mesh has a million of them: no path is made for what is right.
      if constexpr (std::is_arithmetic_v<typename T::value_type>)
        if (isWithin(double(v[i]), range, flags)) continue;
      if (Status bad = checkMember(v[i], path + "[" + std::to_string(i) + "]", range, flags))
        return bad;
    }
    return {};
  } else {
    return {};  // strings, handles and pins: checked where they are resolved
  }
}

/// The check of a member of type T, for tables.
template <class T>
Status checkErased(const void* member, const std::string& path, Range range, unsigned flags) {
  return checkMember(*static_cast<const T*>(member), path, range, flags);
}

template <class Def>
Status checkFields(const Def& def, const std::string& path) {
  return checkRows(checkTable<Def>, storedOf(def), path);
}

}  // namespace holonom
