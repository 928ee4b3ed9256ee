#pragma once
// A flag for each axis of the world.
#include <cstdint>

#include "base/packed.h"

namespace holonom {

struct Axes {
  bool x = false, y = false, z = false;
  using Packed = PackedOf<bool, bool, bool>;
  friend bool operator==(const Axes&, const Axes&) = default;
  /// Bit by axis.
  uint8_t bits() const { return uint8_t(x | y << 1 | z << 2); }
};

}  // namespace holonom
