#pragma once
// A description as it comes from outside: the tree of a JSON document or of a JavaScript object.
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace holonom {

struct Value {
  enum class Kind : uint8_t { Null, Bool, Number, String, Array, Numbers, Object };

  Kind kind = Kind::Null;
  double number = 0;              ///< Number, and 0 or 1 of a Bool
  std::string text;               ///< String
  std::vector<Value> items;       ///< Array, and the values of an Object
  std::vector<std::string> keys;  ///< the keys of an Object, beside `items`
  std::vector<double> numbers;    ///< an array of numbers only

  Value() = default;
  Value(double n) : kind(Kind::Number), number(n) {}
  Value(bool b) : kind(Kind::Bool), number(b) {}
  Value(std::string s) : kind(Kind::String), text(std::move(s)) {}
  Value(const char* s) : Value(std::string(s)) {}

  static Value object() {
    Value v;
    v.kind = Kind::Object;
    return v;
  }
  static Value array() {
    Value v;
    v.kind = Kind::Array;
    return v;
  }
  static Value ofNumbers(std::vector<double> n) {
    Value v;
    v.kind = Kind::Numbers;
    v.numbers = std::move(n);
    return v;
  }

  bool isObject() const { return kind == Kind::Object; }
  bool isNumber() const { return kind == Kind::Number; }
  bool isString() const { return kind == Kind::String; }
  bool isArray() const { return kind == Kind::Array || kind == Kind::Numbers; }
  size_t size() const { return kind == Kind::Numbers ? numbers.size() : items.size(); }

  const Value* find(std::string_view key) const {
    for (size_t i = 0; i < keys.size(); ++i)
      if (keys[i] == key) return &items[i];
    return nullptr;
  }
  void set(std::string key, Value v) {
    keys.push_back(std::move(key));
    items.push_back(std::move(v));
  }
  void push(Value v) { items.push_back(std::move(v)); }
};

}  // namespace holonom
