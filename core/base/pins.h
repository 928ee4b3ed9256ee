#pragma once
// Which points of a cloth or network are fixed: indices, and names for the sides of a grid.
#include <cstdint>
#include <string>
#include <vector>

namespace holonom {

struct Pins {
  std::vector<uint32_t> indices;
  std::vector<std::string> names;

  bool operator==(const Pins&) const = default;

  template <class A>
  void archive(A& ar) {
    ar(indices, names);
  }
};

inline constexpr const char* kPinNames[] = {"corners",   "left",        "right",
                                            "top",       "bottom",      "top-left",
                                            "top-right", "bottom-left", "bottom-right"};

}  // namespace holonom
