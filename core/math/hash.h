#pragma once
// FNV-1a over bytes: the state hash that must be equal on every platform.
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace holonom {

class StateHash {
 public:
  void add(const void* data, size_t bytes) {
    const auto* p = static_cast<const unsigned char*>(data);
    for (size_t i = 0; i < bytes; ++i) value_ = (value_ ^ p[i]) * 0x100000001b3ull;
  }
  template <class T>
  void add(const T& v) {
    add(&v, sizeof v);
  }
  /// The numbers of a struct of nothing but `Real`s. −0 counts as 0: they move alike, and JSON
  /// carries only one of them.
  template <class Real, class T>
  void addReals(const T& v) {
    auto numbers = std::bit_cast<std::array<Real, sizeof(T) / sizeof(Real)>>(v);
    for (Real& number : numbers) number += Real(0);
    add(numbers);
  }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0xcbf29ce484222325ull;
};

}  // namespace holonom
