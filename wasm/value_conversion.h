#pragma once
// Between JavaScript values and descriptions.
#include <emscripten/val.h>

#include "base/error.h"

namespace holonom {

/// A plain object, array, typed array, number, string, boolean or null; `undefined` fields vanish.
/// An error of code memory where there is no room for it and for what is built from it.
Result<Value> fromJs(const emscripten::val& v);
/// The error of a call for which the memory has no room.
Error noRoom();
emscripten::val toJs(const Value& v);
/// { code, path, value, allowed }
emscripten::val toJs(const Error& error);

}  // namespace holonom
