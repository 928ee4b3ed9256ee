#pragma once
// Checks that the cases share.
#include <cmath>
#include <string>

#include "math/quat.h"

namespace holonom::fuzz {

inline bool finite(double v) { return std::isfinite(v); }
inline bool finite(Vec3 v) { return finite(v.x) && finite(v.y) && finite(v.z); }
inline bool finite(Vec3d v) { return finite(v.x) && finite(v.y) && finite(v.z); }
inline bool isUnit(Vec3 v) { return std::abs(length(v) - 1) < 1e-3f; }

/// A fault's text: the quantity and the index of its object.
inline std::string at(const char* what, int index) { return what + (" " + std::to_string(index)); }

}  // namespace holonom::fuzz
