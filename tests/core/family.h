#pragma once
// Many cases of one kind, and a line of a table on how many there are, how many are beyond their
// bound, and the worst of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace holonom {

class Family {
 public:
  /// No more than a share `known` of the cases may be beyond the bound.
  Family(const char* name, const char* quantity, double bound, double known = 0)
      : name_(name), quantity_(quantity), bound_(bound), known_(known) {}
  ~Family() {
    // Lines that begin with a bar are what `npm run test:all` shows.
    std::printf("| %s | %s ≤ %g | %d cases | %d beyond | worst %.3g: %s |\n", name_, quantity_,
                bound_, cases_, beyond_, worst_, where_.c_str());
    EXPECT_LE(shared_, known_ * cases_) << name_ << ":" << list_;
  }

  /// A case whose value may be up to `known` where that is more than the bound of all.
  template <class Describe>
  void add(double value, double known, Describe&& describe) {
    ++cases_;
    if (!(value <= bound_)) {
      ++beyond_;
      if (!(value <= known) && ++shared_ <= 20)
        list_ += "\n  " + std::to_string(value) + ": " + describe();
    }
    if (value <= worst_) return;
    worst_ = value;
    where_ = describe();
  }

 private:
  const char *name_, *quantity_;
  double bound_, known_;
  int cases_ = 0, beyond_ = 0, shared_ = 0;
  double worst_ = -1;
  std::string where_, list_;
};

}  // namespace holonom
