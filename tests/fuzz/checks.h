#pragma once
// Checks that the cases share.
#include <cmath>
#include <string>
#include <string_view>

#include "base/error.h"
#include "math/quat.h"

namespace holonom::fuzz {

inline bool finite(double v) { return std::isfinite(v); }
inline bool finite(Vec3 v) { return finite(v.x) && finite(v.y) && finite(v.z); }
inline bool finite(Vec3d v) { return finite(v.x) && finite(v.y) && finite(v.z); }
inline bool isUnit(Vec3 v) { return std::abs(length(v) - 1) < 1e-3f; }

/// A fault's text: the quantity and the index of its object.
inline std::string at(const char* what, int index) { return what + (" " + std::to_string(index)); }

/// Whether an error has as many parameters as its rule's text names.
inline bool saysAll(const Error& error) {
  const std::string_view text = kRuleTexts[size_t(error.rule)];
  size_t names = 0;
  for (size_t i = 0; i + 1 < text.size(); ++i) names += text[i] == '{' && text[i + 1] != ' ';
  return names == error.parameters.size();
}

}  // namespace holonom::fuzz
