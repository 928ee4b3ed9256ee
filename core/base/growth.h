#pragma once
// Growth of large lists by an eighth: doubling would leave up to half of their memory unused.
#include <cstddef>
#include <vector>

namespace holonom {

/// Makes room for `count`, and some more so that growing one by one stays linear.
template <class T>
void reserveSlowly(std::vector<T>& v, size_t count) {
  if (v.capacity() < count) v.reserve(count + count / 8 + 16);
}
/// Makes room for one more.
template <class T>
void growSlowly(std::vector<T>& v) {
  reserveSlowly(v, v.size() + 1);
}

}  // namespace holonom
