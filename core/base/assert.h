#pragma once
// Bounds that the code relies on, checked in builds with sanitizers. A release build computes
// nothing for them.

#ifdef HOLONOM_ASSERTIONS
#include <cstdio>
#include <cstdlib>

namespace holonom {

[[noreturn]] inline void assertionFailed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: HOLONOM_ASSERT(%s) failed\n", file, line, condition);
  std::abort();
}

}  // namespace holonom

#define HOLONOM_ASSERT(condition) \
  ((condition) ? void() : ::holonom::assertionFailed(#condition, __FILE__, __LINE__))
#else
// The condition still compiles.
#define HOLONOM_ASSERT(condition) (void)sizeof((condition) ? 1 : 0)
#endif
