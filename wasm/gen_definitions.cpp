// Prints the field tables and rules of the core as JSON: the source of types, scene schema, panels
// and messages.
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <string>

#include "geometry/solids.h"
#include "physics.h"

namespace holonom {

namespace {

/// The shortest decimal that reads back as the same number, or as the same float where it is one.
std::string shortest(double number) {
  char text[32];
  const auto single = static_cast<float>(number);
  const auto [end, error] = double(single) == number && std::abs(number) < 1e7
                                ? std::to_chars(text, text + sizeof text, single)
                                : std::to_chars(text, text + sizeof text, number);
  return {text, end};
}

std::string json(const Value& v) {
  switch (v.kind) {
    case Value::Kind::Null:
      return "null";
    case Value::Kind::Bool:
      return v.number != 0 ? "true" : "false";
    case Value::Kind::Number:
      return shortest(v.number);
    case Value::Kind::String: {
      std::string out = "\"";
      for (const char c : v.text)
        out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
      return out + "\"";
    }
    default:
      break;
  }
  const bool object = v.isObject();
  std::string out = object ? "{" : "[";
  for (size_t i = 0; i < v.size(); ++i) {
    if (i > 0) out += ",";
    if (object) out += json(v.keys[i]) + ":";
    out += v.kind == Value::Kind::Numbers ? json(v.numbers[i]) : json(v.items[i]);
  }
  return out + (object ? "}" : "]");
}

/// What the text of a rule says after the colon.
std::string reasonOf(Rule rule) {
  const std::string text = kRuleTexts[size_t(rule)];
  return text.substr(text.find(": ") + 2);
}

/// `at-least` of `AtLeast`.
std::string keyOfRule(const char* name) {
  std::string key;
  for (const char* c = name; *c; ++c) {
    const bool upper = *c >= 'A' && *c <= 'Z';
    if (upper && c != name) key += '-';
    key += upper ? char(*c - 'A' + 'a') : *c;
  }
  return key;
}

template <class T>
struct Unwrapped {
  using Type = T;
};
template <class T>
struct Unwrapped<std::optional<T>> {
  using Type = T;
};

/// The kind that a handle names.
template <class Id>
const char* kindOf() {
  const char* name = nullptr;
  for (int kind = 1; kind < kKinds; ++kind)
    withKind(Kind(kind), 0, [&](const auto& row) {
      if (std::is_same_v<Id, std::remove_cvref_t<decltype(row.handle)>>) name = kKindNames[kind];
    });
  return name;
}

template <class T>
constexpr const char* unionName = nullptr;
template <>
constexpr const char* unionName<Shape> = "shape";
template <>
constexpr const char* unionName<ConvexShape> = "convexShape";

Value structs = Value::object();
Value unions = Value::object();

template <class Def>
Value fieldsOf();

template <class Def>
void addStruct() {
  if (structs.find(Def::name)) return;
  Value v = Value::object();
  v.set("help", Def::help);
  v.set("fields", fieldsOf<Def>());
  structs.set(Def::name, std::move(v));
}

/// The JSON type of a member, with what it refers to.
template <class T>
void setType(Value& out) {
  if constexpr (std::is_same_v<T, bool>) {
    out.set("type", "boolean");
  } else if constexpr (std::is_enum_v<T>) {
    out.set("type", "enum");
    Value options = Value::array();
    for (const char* name : EnumNames<T>::names) options.push(name);
    out.set("options", std::move(options));
  } else if constexpr (std::is_same_v<T, int> || std::is_same_v<T, uint32_t>) {
    out.set("type", "integer");
  } else if constexpr (std::is_floating_point_v<T>) {
    out.set("type", "number");
    if (std::is_same_v<T, double>) out.set("precision", 64.0);
  } else if constexpr (std::is_same_v<T, std::string>) {
    out.set("type", "string");
  } else if constexpr (std::is_same_v<T, Vec3> || std::is_same_v<T, Vec3d>) {
    out.set("type", "vec3");
    if (std::is_same_v<T, Vec3d>) out.set("precision", 64.0);
  } else if constexpr (std::is_same_v<T, Quat>) {
    out.set("type", "quat");
  } else if constexpr (std::is_same_v<T, Vec2>) {
    out.set("type", "vec2");
  } else if constexpr (std::is_same_v<T, Int2>) {
    out.set("type", "ivec2");
  } else if constexpr (std::is_same_v<T, Int3>) {
    out.set("type", "ivec3");
  } else if constexpr (std::is_same_v<T, Axes>) {
    out.set("type", "bvec3");
  } else if constexpr (std::is_same_v<T, Pins>) {
    out.set("type", "pins");
    Value options = Value::array();
    for (const char* name : kPinNames) options.push(name);
    out.set("options", std::move(options));
  } else if constexpr (isVariant<T>) {
    out.set("type", "union");
    out.set("ref", unionName<T>);
    if (!unions.find(unionName<T>)) {
      Value names = Value::array();
      forEachAlternative<T>([&]<class S>() {
        names.push(S::name);
        addStruct<S>();
      });
      unions.set(unionName<T>, std::move(names));
    }
  } else if constexpr (isHandle<T>) {
    out.set("type", "handle");
    out.set("ref", kindOf<T>());
  } else if constexpr (requires { T::fields(); }) {
    out.set("type", "struct");
    out.set("ref", T::name);
    addStruct<T>();
  } else if constexpr (requires { T::value_type::fields(); }) {
    out.set("type", "structs");
    out.set("ref", T::value_type::name);
    addStruct<typename T::value_type>();
  } else {
    constexpr bool integers = std::is_same_v<typename T::value_type, uint32_t>;
    out.set("type", integers ? "integers" : "numbers");
    if (std::is_same_v<typename T::value_type, double>) out.set("precision", 64.0);
  }
}

template <class Def>
Value fieldsOf() {
  const Def defaults{};
  const Value values = writeFields(defaults, {});
  Value list = Value::array();
  forEachField<Def>([&](const auto& f) {
    using Member = std::remove_cvref_t<decltype(defaults.*(f.member))>;
    Value out = Value::object();
    out.set("name", f.name);
    setType<typename Unwrapped<Member>::Type>(out);
    out.set("unit", f.unit);
    out.set("help", f.help);
    const Value* value = values.find(f.name);
    if (value) out.set("default", *value);
    out.set("optional", value == nullptr && !(f.flags & kRequired));
    out.set("settable", !(f.flags & kFixed));
    if (f.flags & kFixed) out.set("whyFixed", reasonOf(whyFixed(f.flags)));
    if (f.flags & kState) out.set("state", true);
    if (f.range.min > -kLargest) out.set("min", f.range.min);
    if (f.range.max < kLargest) out.set("max", f.range.max);
    if (f.flags & kExclusiveMin) out.set("exclusiveMin", true);
    list.push(std::move(out));
  });
  return list;
}

/// Fields with a group of which a description gives exactly one.
template <class Def>
void addFields(Value& owner) {
  owner.set("help", Def::help);
  if constexpr (requires { Def::oneOf; }) {
    Value group = Value::array(), groups = Value::array();
    for (const char* name : Def::oneOf) group.push(name);
    groups.push(std::move(group));
    owner.set("oneOf", std::move(groups));
  }
  owner.set("fields", fieldsOf<Def>());
}

template <class Union>
constexpr const char* unionHelp = nullptr;
template <>
constexpr const char* unionHelp<JointDef> = "Joins two bodies, or one body to the world.";
template <>
constexpr const char* unionHelp<ForceDef> =
    "A force or torque that acts in every step until it is removed.";

/// A description gives exactly one alternative, under its name.
template <class Union>
void addAlternatives(Value& owner) {
  owner.set("help", unionHelp<Union>);
  owner.set("union", true);
  Value group = Value::array(), groups = Value::array(), fields = Value::array();
  forEachAlternative<Union>([&]<class Def>() {
    addStruct<Def>();
    group.push(Def::name);
    Value out = Value::object();
    out.set("name", Def::name);
    out.set("type", "struct");
    out.set("ref", Def::name);
    out.set("unit", "");
    out.set("help", Def::help);
    out.set("optional", true);
    out.set("settable", false);
    out.set("whyFixed", reasonOf(whyFixed(kFixed)));
    fields.push(std::move(out));
  });
  groups.push(std::move(group));
  owner.set("oneOf", std::move(groups));
  owner.set("fields", std::move(fields));
}

Value describeKind(Kind kind) {
  Value out = Value::object();
  out.set("name", kKindNames[int(kind)]);
  if (kind == Kind::World) {
    addFields<WorldSettings>(out);
    return out;
  }
  if (!kSceneLists[int(kind)]) out.set("transient", true);
  withKind(kind, 0, [&]<class Id, class Def>(const KindRow<Id, Def>&) {
    if constexpr (isVariant<Def>)
      addAlternatives<Def>(out);
    else
      addFields<Def>(out);
  });
  return out;
}

template <>
constexpr const char* unionName<Solid> = "solid";

}  // namespace

}  // namespace holonom

int main() {
  using namespace holonom;
  Value kinds = Value::array();
  for (int kind = 0; kind < kKinds; ++kind) kinds.push(describeKind(Kind(kind)));
  Value solids;
  setType<Solid>(solids);  // read by massProperties, not by a field of any kind
  Value diagnostics = Value::array();
  for (const char* name : kDiagnostics) diagnostics.push(name);
  for (const char* stage : kStageNames) diagnostics.push(std::string("ms.") + stage);
  Value rules = Value::object();
  for (size_t i = 0; i < std::size(kRuleNames); ++i)
    rules.set(keyOfRule(kRuleNames[i]), kRuleTexts[i]);
  Value out = Value::object();
  out.set("version", HOLONOM_VERSION);
  out.set("sceneVersion", double(kSceneVersion));
  out.set("kinds", std::move(kinds));
  out.set("structs", std::move(structs));
  out.set("unions", std::move(unions));
  out.set("diagnostics", std::move(diagnostics));
  out.set("rules", std::move(rules));
  std::printf("%s\n", json(out).c_str());
  return 0;
}
