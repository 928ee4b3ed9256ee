#pragma once
// Descriptions to definitions and back, made from the field tables: every type a table can hold.
#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "base/axes.h"
#include "base/type_list.h"
#include "constraints/attachment_def.h"
#include "constraints/grab.h"
#include "world/check.h"
#include "world/rotation_value.h"

namespace holonom {

/// How handles stand in a description: as numbers, or as indices into the lists of a scene file.
struct HandleContext {
  using Ids = TypeList<BodyId, ClothId, RopeId, GrainsId, SoftBodyId, RodId, SpringNetworkId,
                       AttachmentId, GrabId, JointId, ForceId>;
  bool indices = false;
  std::array<std::vector<uint32_t>, Ids::size> lists;  ///< the bits of each kind's handles

  template <class Id>
  std::vector<uint32_t>& listOf(Id) {
    return lists[size_t(placeIn<Id>(Ids{}))];
  }
  template <class Id>
  const std::vector<uint32_t>& listOf(Id) const {
    return lists[size_t(placeIn<Id>(Ids{}))];
  }
};

/// The nearest of `names` to a misspelt word, or empty when none is near.
std::string nearest(const std::string& word, const std::vector<std::string>& names);
/// An unknown field's error: lists what there is and suggests the nearest.
Error unknownField(const std::string& path, const std::string& key,
                   const std::vector<std::string>& names);
/// The error of a word that is none of `names`; `guessed` is its rule where one is near.
Error notListed(Error error, const std::string& word, const std::vector<std::string>& names,
                Rule guessed);
Error typeError(const std::string& path, const Value& value, Rule rule,
                std::vector<Value> parameters = {});
std::string joinPath(const std::string& path, const std::string& name);

template <class Def>
Status readFields(const Value& value, Def& def, const std::string& path, const HandleContext& ctx);

/// Reads `n` numbers from an array, or from an object with x, y, z, w.
Status readNumbers(const Value& value, double* out, int n, const std::string& path, Rule rule);
Status readAxes(const Value& value, Axes& out, const std::string& path);
/// The bits of a handle: as they are, or by its index into a list of them.
Status readHandle(const Value& value, uint32_t& bits, const std::string& path,
                  const std::vector<uint32_t>* list);
Value writeHandle(uint32_t bits, const std::vector<uint32_t>* list);
Status readList(const Value& value, std::vector<double>& out, const std::string& path);
Status readPins(const Value& value, Pins& pins, const std::string& path);
/// A number within 32-bit unsigned range without a fraction.
inline bool isIndex(double number) {
  return number >= 0 && number <= 4294967295.0 && number == std::floor(number);
}
/// Of a number that is none.
Error indexError(double number, const std::string& path);

template <class T>
inline constexpr bool isHandle = false;
template <class Tag>
inline constexpr bool isHandle<Handle<Tag>> = true;
template <class T>
inline constexpr bool isHandleList = false;
template <class Tag>
inline constexpr bool isHandleList<std::vector<Handle<Tag>>> = true;

template <class T>
Status readMember(const Value& v, T& out, const std::string& path, const HandleContext& ctx) {
  if constexpr (std::is_same_v<T, bool>) {
    if (v.kind != Value::Kind::Bool) return typeError(path, v, Rule::Boolean);
    out = v.number != 0;
  } else if constexpr (std::is_enum_v<T>) {
    std::vector<std::string> names(std::begin(EnumNames<T>::names), std::end(EnumNames<T>::names));
    if (!v.isString()) return typeError(path, v, Rule::OneWord, {listOf(names)});
    const auto found = std::find(names.begin(), names.end(), v.text);
    if (found == names.end())
      return notListed({ErrorCode::Range, path, v, Rule::OneWord}, v.text, names,
                       Rule::OneWordGuess);
    out = static_cast<T>(found - names.begin());
  } else if constexpr (std::is_same_v<T, uint32_t>) {
    if (!v.isNumber()) return typeError(path, v, Rule::Integer);
    if (!isIndex(v.number)) return indexError(v.number, path);
    out = static_cast<uint32_t>(v.number);
  } else if constexpr (std::is_same_v<T, int>) {
    if (!v.isNumber()) return typeError(path, v, Rule::Integer);
    if (!(v.number >= -2147483648.0 && v.number <= 2147483647.0) ||
        v.number != std::floor(v.number))
      return Error{std::isfinite(v.number) ? ErrorCode::Range : ErrorCode::Finite, path, v,
                   Rule::Integer};
    out = static_cast<int>(v.number);
  } else if constexpr (std::is_floating_point_v<T>) {
    if (!v.isNumber()) return typeError(path, v, Rule::Number);
    out = static_cast<T>(v.number);
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (!v.isString()) return typeError(path, v, Rule::String);
    out = v.text;
  } else if constexpr (std::is_same_v<T, Vec3> || std::is_same_v<T, Vec3d>) {
    double n[3];
    if (Status bad = readNumbers(v, n, 3, path, Rule::ThreeNumbers)) return bad;
    using Part = decltype(out.x);
    out = {Part(n[0]), Part(n[1]), Part(n[2])};
  } else if constexpr (std::is_same_v<T, Quat>) {
    const Result<Quatd> q = readRotation(v, path);
    if (!q) return q.error;
    out = toFloat(q.value);
    if (!isQuaternionValue(v)) return {};
    // Its own bits, so that a saved pose loads unchanged.
    double n[4];
    if (Status bad = readNumbers(v, n, 4, path, Rule::RotationForms)) return bad;
    out = {float(n[0]), float(n[1]), float(n[2]), float(n[3])};
  } else if constexpr (std::is_same_v<T, Vec2>) {
    double n[2];
    if (Status bad = readNumbers(v, n, 2, path, Rule::TwoNumbers)) return bad;
    out = {float(n[0]), float(n[1])};
  } else if constexpr (std::is_same_v<T, Int2>) {
    double n[2];
    if (Status bad = readNumbers(v, n, 2, path, Rule::TwoIntegers)) return bad;
    if (Status bad = readMember(Value(n[0]), out.x, path + "[0]", ctx)) return bad;
    return readMember(Value(n[1]), out.y, path + "[1]", ctx);
  } else if constexpr (std::is_same_v<T, Int3>) {
    double n[3];
    if (Status bad = readNumbers(v, n, 3, path, Rule::ThreeIntegers)) return bad;
    if (Status bad = readMember(Value(n[0]), out.x, path + "[0]", ctx)) return bad;
    if (Status bad = readMember(Value(n[1]), out.y, path + "[1]", ctx)) return bad;
    return readMember(Value(n[2]), out.z, path + "[2]", ctx);
  } else if constexpr (std::is_same_v<T, Axes>) {
    return readAxes(v, out, path);
  } else if constexpr (isHandle<T>) {
    return readHandle(v, out.bits, path, ctx.indices ? &ctx.listOf(T{}) : nullptr);
  } else if constexpr (std::is_same_v<T, Pins>) {
    return readPins(v, out, path);
  } else if constexpr (isVariant<T>) {
    Status bad;
    bool found = false;
    std::vector<std::string> names;
    forEachAlternative<T>([&]<class S>() { names.push_back(S::name); });
    if (!v.isObject() || v.keys.size() != 1)
      return typeError(path, v, Rule::ExactlyOneAsIn,
                       {listOf(names), "{ " + names[0] + ": { … } }"});
    forEachAlternative<T>([&]<class S>() {
      if (v.keys[0] != S::name) return;
      found = true;
      S shape;
      bad = readFields(v.items[0], shape, joinPath(path, S::name), ctx);
      out = std::move(shape);
    });
    if (!found) return unknownField(path, v.keys[0], names);
    return bad;
  } else if constexpr (requires { out.has_value(); }) {
    out.reset();
    if (v.kind == Value::Kind::Null) return {};
    return readMember(v, out.emplace(), path, ctx);
  } else if constexpr (requires { T::fields(); }) {
    return readFields(v, out, path, ctx);
  } else if constexpr (isHandleList<T>) {
    std::vector<double> numbers;
    if (Status bad = readList(v, numbers, path)) return bad;
    out.resize(numbers.size());
    for (size_t i = 0; i < numbers.size(); ++i) {
      const std::string element = path + "[" + std::to_string(i) + "]";
      if (Status bad = readMember(Value(numbers[i]), out[i], element, ctx)) return bad;
    }
  } else if constexpr (requires { T::value_type::fields(); }) {
    if (!v.isArray() || (v.kind == Value::Kind::Numbers && v.size() > 0))
      return typeError(path, v, Rule::ObjectArray);
    out.clear();
    for (size_t i = 0; i < v.items.size(); ++i) {
      const std::string element = path + "[" + std::to_string(i) + "]";
      if (Status bad = readFields(v.items[i], out.emplace_back(), element, ctx)) return bad;
    }
  } else {
    std::vector<double> mixed;
    if (v.kind != Value::Kind::Numbers)
      if (Status bad = readList(v, mixed, path)) return bad;
    const std::vector<double>& numbers = v.kind == Value::Kind::Numbers ? v.numbers : mixed;
    out.resize(numbers.size());
    for (size_t i = 0; i < numbers.size(); ++i) {
      const auto element = [&] { return path + "[" + std::to_string(i) + "]"; };
      if constexpr (std::is_same_v<typename T::value_type, uint32_t>) {
        if (!isIndex(numbers[i])) return indexError(numbers[i], element());
        out[i] = static_cast<uint32_t>(numbers[i]);
      } else {
        out[i] = static_cast<typename T::value_type>(numbers[i]);
        // Named here, so that the value in the error is the one that was given.
        if (!std::isfinite(out[i]))
          return Error{ErrorCode::Finite, element(), numbers[i], Rule::FiniteNumber};
      }
    }
  }
  return {};
}

template <class T>
Value writeMember(const T& v, const HandleContext& ctx);

/// A field with the reading and writing of its type; see `CheckRow`.
struct FieldRow {
  const CheckRow& checked;
  Status (*read)(const Value& value, void* member, const std::string& path,
                 const HandleContext& ctx);
  /// Says whether a description holds it: not where it is optional and absent, or empty.
  bool (*write)(const void* member, const HandleContext& ctx, Value& out);
};

template <class T>
Status readErased(const Value& v, void* member, const std::string& path, const HandleContext& ctx) {
  return readMember(v, *static_cast<T*>(member), path, ctx);
}

template <class T>
bool writeErased(const void* member, const HandleContext& ctx, Value& out) {
  const T& v = *static_cast<const T*>(member);
  if constexpr (requires { v.has_value(); }) {
    if (v) out = writeMember(*v, ctx);
    return v.has_value();
  } else {
    out = writeMember(v, ctx);
    if constexpr (requires { v.empty(); }) return !v.empty();
    return true;
  }
}

template <class Def, size_t... I>
constexpr std::array<FieldRow, sizeof...(I)> fieldRowsOf(std::index_sequence<I...>) {
  return {FieldRow{checkTable<Def>[I], &readErased<MemberAt<Def, I>>,
                   &writeErased<MemberAt<Def, I>>}...};
}
template <class Def>
inline constexpr auto fieldTable = fieldRowsOf<Def>(std::make_index_sequence<kFieldCount<Def>>{});

/// Reads one field, then checks its range; the error carries the value as it was given.
Status readField(const Value& v, const FieldRow& field, void* def, const std::string& path,
                 const HandleContext& ctx);
Status readRows(const Value& value, std::span<const FieldRow> rows, void* def,
                const std::string& path, const HandleContext& ctx);
Value writeRows(std::span<const FieldRow> rows, const void* def, const HandleContext& ctx);
/// Null where there is no such field.
const FieldRow* findField(std::span<const FieldRow> rows, const std::string& name);
std::vector<std::string> fieldNames(std::span<const FieldRow> rows);

/// Reads the fields that `value` gives into `def`; the others keep what they are.
template <class Def>
Status readFields(const Value& value, Def& def, const std::string& path, const HandleContext& ctx) {
  // The table gives members as they are read; this definition may be written.
  return readRows(value, fieldTable<Def>, const_cast<void*>(storedOf(def)), path, ctx);
}

template <class Def>
Value writeFields(const Def& def, const HandleContext& ctx);

template <class T>
Value writeMember(const T& v, const HandleContext& ctx) {
  if constexpr (std::is_same_v<T, bool>) {
    return Value(v);
  } else if constexpr (std::is_enum_v<T>) {
    return EnumNames<T>::names[static_cast<int>(v)];
  } else if constexpr (std::is_arithmetic_v<T>) {
    return double(v);
  } else if constexpr (std::is_same_v<T, std::string>) {
    return v;
  } else if constexpr (std::is_same_v<T, Vec3> || std::is_same_v<T, Vec3d>) {
    return Value::ofNumbers({v.x, v.y, v.z});
  } else if constexpr (std::is_same_v<T, Quat>) {
    return Value::ofNumbers({v.x, v.y, v.z, v.w});
  } else if constexpr (std::is_same_v<T, Vec2> || std::is_same_v<T, Int2>) {
    return Value::ofNumbers({double(v.x), double(v.y)});
  } else if constexpr (std::is_same_v<T, Int3>) {
    return Value::ofNumbers({double(v.x), double(v.y), double(v.z)});
  } else if constexpr (std::is_same_v<T, Axes>) {
    Value out = Value::array();
    for (const bool axis : {v.x, v.y, v.z}) out.push(axis);
    return out;
  } else if constexpr (isHandle<T>) {
    return writeHandle(v.bits, ctx.indices ? &ctx.listOf(T{}) : nullptr);
  } else if constexpr (std::is_same_v<T, Pins>) {
    Value out = Value::array();
    for (const uint32_t i : v.indices) out.push(double(i));
    for (const std::string& name : v.names) out.push(name);
    return out;
  } else if constexpr (isVariant<T>) {
    Value out = Value::object();
    std::visit([&](const auto& s) { out.set(s.name, writeFields(s, ctx)); }, v);
    return out;
  } else if constexpr (requires { T::fields(); }) {
    return writeFields(v, ctx);
  } else if constexpr (requires { T::value_type::fields(); }) {
    Value out = Value::array();
    for (const auto& each : v) out.push(writeFields(each, ctx));
    return out;
  } else if constexpr (isHandleList<T>) {
    Value out = Value::array();
    for (const auto& each : v) out.push(writeMember(each, ctx));
    return out;
  } else {
    return Value::ofNumbers({v.begin(), v.end()});
  }
}

/// Every field with its value; absent optional ones and empty state are left out.
template <class Def>
Value writeFields(const Def& def, const HandleContext& ctx) {
  return writeRows(fieldTable<Def>, storedOf(def), ctx);
}

}  // namespace holonom
