#pragma once
// Between JavaScript values and descriptions.
#include <emscripten/val.h>

#include "base/error.h"

namespace holonom {

/// A plain object, array, typed array, number, string, boolean or null; `undefined` fields vanish.
Value fromJs(const emscripten::val& v);
emscripten::val toJs(const Value& v);
/// { code, path, value, allowed }
emscripten::val toJs(const Error& error);

}  // namespace holonom
