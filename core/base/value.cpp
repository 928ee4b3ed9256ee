#include "base/value.h"

namespace holonom {

Value::Value() = default;
Value::Value(double n) : kind(Kind::Number), number(n) {}
Value::Value(bool b) : kind(Kind::Bool), number(b) {}
Value::Value(std::string s) : kind(Kind::String), text(std::move(s)) {}
Value::Value(const char* s) : Value(std::string(s)) {}
Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;

}  // namespace holonom
