#pragma once
// State to bytes and back. One function names the members of a type and serves both ways, so that
// writing and reading cannot differ:
//   void archive(Archive& ar) { auto& [nodes, root, free] = *this; ar(nodes, root, free); }
// The binding names every member: one that is added later does not compile until it is named.
// Little endian, counts of 32 bits, no padding: the same bytes on every machine.
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/packed.h"
#include "base/type_list.h"

namespace holonom {

static_assert(std::endian::native == std::endian::little);

class Archive {
 public:
  /// Writes into `out` from `at` on; `end` leaves what was written.
  Archive(std::vector<uint8_t>& out, size_t at) : out_(&out), at_(at) {}
  /// Reads; what is not there becomes zero, and `failed`.
  explicit Archive(std::span<const uint8_t> in) : in_(in) {}

  bool reading() const { return out_ == nullptr; }
  bool failed() const { return failed_; }
  size_t left() const { return in_.size() - at_; }
  void end() { out_->resize(at_); }

  template <class... T>
  void operator()(T&... each) {
    (one(each), ...);
  }

  /// A length that is written, or read: then it fits into the bytes that are left.
  size_t count(size_t now, size_t elementSize);

 private:
  /// Where the next `size` bytes stand; null where there are none to read.
  uint8_t* next(size_t size);
  void bytes(void* data, size_t size);

  template <class T>
  [[gnu::noinline]] void one(T& x) {
    if constexpr (kPacked<T>) {
      uint8_t* const at = next(sizeof(T));
      if (!reading())
        std::memcpy(at, &x, sizeof(T));
      else if (at)
        std::memcpy(&x, at, sizeof(T));
      else
        x = T{};
    } else if constexpr (requires { x.archive(*this); }) {
      x.archive(*this);
    } else if constexpr (std::is_array_v<T>) {
      for (auto& each : x) one(each);
    } else if constexpr (isVariant<T>) {
      uint8_t index = static_cast<uint8_t>(x.index());
      one(index);
      uint8_t at = 0;
      forEachAlternative<T>([&]<class S>() {
        if (at++ == index) one(reading() ? x.template emplace<S>() : *std::get_if<S>(&x));
      });
    } else if constexpr (requires { x.has_value(); }) {
      bool has = x.has_value();
      one(has);
      if (reading()) x.reset();
      if (has) one(reading() ? x.emplace() : *x);
    } else if constexpr (requires { T::fields(); }) {
      forEachField<T>([&](const auto& field) { one(x.*(field.member)); });
    } else {
      list(x);
    }
  }

  template <class List>
  void list(List& x) {
    using T = typename List::value_type;
    const size_t n = count(x.size(), kPacked<T> ? sizeof(T) : 1);
    if (reading()) x.resize(n);
    if constexpr (kPacked<T>) {
      bytes(x.data(), n * sizeof(T));
    } else {
      for (T& each : x) one(each);
    }
  }

  std::vector<uint8_t>* out_ = nullptr;
  std::span<const uint8_t> in_;
  size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace holonom
