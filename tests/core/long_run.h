#pragma once
// Whether all cases of a sweep are wanted, as in `npm run test:all`, or those that differ most.
#include <cstdlib>
#include <string_view>

namespace holonom {

inline bool longRun() {
  const char* tests = std::getenv("HOLONOM_TESTS");
  return tests && std::string_view(tests) == "all";
}

}  // namespace holonom
