#pragma once
// The colors of a list of blocks: constraints of one color share nothing that moves, so they may be
// solved in any order, and side by side: four at a time now, by several threads where there are
// any.
#include <cstddef>
#include <cstdint>
#include <vector>

namespace holonom {

class Colors {
 public:
  /// Blocks since the last color, up to `end`, are one. Without any there is none.
  void add(size_t end) {
    if (end > (ends_.empty() ? 0 : size_t(ends_.back()))) ends_.push_back(int32_t(end));
  }
  /// Only those of the first `end` blocks stay; a color begins there.
  void cut(size_t end) {
    while (!ends_.empty() && size_t(ends_.back()) > end) ends_.pop_back();
  }
  size_t count() const { return ends_.size(); }
  /// Calls f(first, end) for the blocks of each, in order.
  template <class F>
  void forEach(F&& f) const {
    size_t first = 0;
    for (const int32_t end : ends_) f(first, size_t(end)), first = size_t(end);
  }

  template <class A>
  void archive(A& ar) {
    ar(ends_);
  }

 private:
  std::vector<int32_t> ends_;
};

}  // namespace holonom
