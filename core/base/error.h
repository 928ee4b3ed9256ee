#pragma once
// What a refused call says: which field, which value, and what would be allowed.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/value.h"

namespace holonom {

enum class ErrorCode {
  Type,          ///< a value of the wrong type
  Range,         ///< a number outside its range
  Finite,        ///< NaN or infinite
  UnknownField,  ///< no such field
  Missing,       ///< a required field is absent
  Stale,         ///< a handle whose object is gone
  Geometry,      ///< an unusable mesh or shape
  Version,       ///< a scene file of another version
  Fixed,         ///< a field that can't change after creation
  Capacity,      ///< too many objects
  Memory,        ///< more memory than there is
  Busy,          ///< a call that has to wait
};

inline const char* nameOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::Type:
      return "type";
    case ErrorCode::Range:
      return "range";
    case ErrorCode::Finite:
      return "finite";
    case ErrorCode::UnknownField:
      return "unknown-field";
    case ErrorCode::Missing:
      return "missing";
    case ErrorCode::Stale:
      return "stale";
    case ErrorCode::Geometry:
      return "geometry";
    case ErrorCode::Version:
      return "version";
    case ErrorCode::Fixed:
      return "fixed";
    case ErrorCode::Capacity:
      return "capacity";
    case ErrorCode::Memory:
      return "memory";
    case ErrorCode::Busy:
      return "busy";
  }
  return "";
}

struct Error {
  ErrorCode code = ErrorCode::Type;
  std::string path;  ///< the field, as in `shape.box.halfExtents[1]`; empty for the whole
  Value value;       ///< what was given
  Rule rule{};       ///< what would be accepted
  std::vector<Value> parameters{};  ///< of the rule, in the order of its text

  /// The text of the rule.
  std::string allowed() const;
};

/// Names as a parameter of a rule.
inline Value listOf(const std::vector<std::string>& names) {
  Value list = Value::array();
  for (const std::string& name : names) list.push(name);
  return list;
}
/// A short decimal for messages: whole numbers exactly, others to seven digits.
std::string toText(double number);

/// A value, or the error that says why there is none.
template <class T>
struct Result {
  T value{};
  std::optional<Error> error;

  Result(T v) : value(std::move(v)) {}
  Result(Error e) : error(std::move(e)) {}
  explicit operator bool() const { return !error; }
};

/// Nothing, or the error of a refused call.
using Status = std::optional<Error>;

}  // namespace holonom
