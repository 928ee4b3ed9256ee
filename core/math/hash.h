#pragma once
// FNV-1a over bytes: the state hash that must be equal on every platform.
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
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0xcbf29ce484222325ull;
};

}  // namespace holonom
