#include "value_conversion.h"

#include "base/room.h"

namespace holonom {

namespace {

using emscripten::val;

/// Of a long list: its copies, and what meshes and cloths build for each of its numbers [bytes].
constexpr size_t kBytesOfNumber = 130;

/// Copies values that the package has made plain: nothing in them is computed or contains itself.
class Reader {
 public:
  bool fits = true;

  Value read(const val& v) {
    if (v.isNull() || v.isUndefined()) return {};
    if (v.isNumber()) return v.as<double>();
    if (v.isTrue() || v.isFalse()) return v.isTrue();
    if (v.isString()) return v.as<std::string>();
    if (v.isArray()) return readArray(v);
    if (val::global("ArrayBuffer").call<bool>("isView", v)) {
      fits = fits && hasRoom(kBytesOfNumber * v["length"].as<size_t>());
      return fits ? Value::ofNumbers(emscripten::convertJSArrayToNumberVector<double>(v)) : Value();
    }
    Value out = Value::object();
    const val keys = val::global("Object").call<val>("keys", v);
    const auto count = keys["length"].as<size_t>();
    for (size_t i = 0; i < count && fits; ++i) {
      const val item = v[keys[i]];
      if (!item.isUndefined()) out.set(keys[i].as<std::string>(), read(item));
    }
    return out;
  }

 private:
  Value readArray(const val& v) {
    const auto length = v["length"].as<size_t>();
    std::vector<double> numbers;
    for (size_t i = 0; i < length; ++i) {
      const val item = v[i];
      if (!item.isNumber()) break;
      numbers.push_back(item.as<double>());
    }
    if (numbers.size() == length) return Value::ofNumbers(std::move(numbers));
    Value out = Value::array();
    for (size_t i = 0; i < length && fits; ++i) {
      // Lists of objects take the most; now and then is often enough within the spare room.
      if (i % 1024 == 0) fits = hasRoom(0);
      out.push(read(v[i]));
    }
    return out;
  }
};

}  // namespace

Result<Value> fromJs(const val& v) {
  Reader reader;
  reader.fits = hasRoom(0);
  if (!reader.fits) return noRoom();
  Value value = reader.read(v);
  if (!reader.fits) return noRoom();
  return value;
}

Error noRoom() { return {ErrorCode::Memory, "", Value(), Rule::Room}; }

val toJs(const Value& v) {
  switch (v.kind) {
    case Value::Kind::Null:
      return val::undefined();
    case Value::Kind::Bool:
      return val(v.number != 0);
    case Value::Kind::Number:
      return val(v.number);
    case Value::Kind::String:
      return val(v.text);
    case Value::Kind::Numbers: {
      // A plain array, so that it prints as JSON.
      const val view(emscripten::typed_memory_view(v.numbers.size(), v.numbers.data()));
      return val::global("Array").call<val>("from", view);
    }
    case Value::Kind::Array: {
      val out = val::array();
      for (const Value& item : v.items) out.call<void>("push", toJs(item));
      return out;
    }
    case Value::Kind::Object: {
      val out = val::object();
      for (size_t i = 0; i < v.keys.size(); ++i) out.set(v.keys[i], toJs(v.items[i]));
      return out;
    }
  }
  return val::undefined();
}

val toJs(const Error& error) {
  val out = val::object();
  out.set("code", std::string(nameOf(error.code)));
  out.set("path", error.path);
  out.set("value", toJs(error.value));
  out.set("rule", static_cast<int>(error.rule));
  val parameters = val::array();
  for (const Value& parameter : error.parameters) parameters.call<void>("push", toJs(parameter));
  out.set("parameters", parameters);
  return out;
}

}  // namespace holonom
