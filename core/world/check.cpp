#include "world/check.h"

#include <cstdio>

namespace holonom {

std::string toText(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.7g", number);
  return text;
}

std::string describeRange(Range range, unsigned flags, bool integer, bool whole) {
  const std::string what = integer ? "an integer" : "a finite number";
  const double limit = whole ? kInfinity : kLargest;
  const bool low = range.min > -limit, high = range.max < limit;
  const bool exclusive = low && (flags & kExclusiveMin);
  if (exclusive && high)
    return what + " greater than " + toText(range.min) + " and at most " + toText(range.max);
  if (low && high) return what + " from " + toText(range.min) + " to " + toText(range.max);
  if (exclusive) return what + " greater than " + toText(range.min);
  if (low) return what + " of at least " + toText(range.min);
  if (high) return what + " of at most " + toText(range.max);
  return what;
}

}  // namespace holonom
