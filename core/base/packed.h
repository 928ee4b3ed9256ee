#pragma once
// Types whose bytes are all value: plain numbers, and structs without padding, which say so:
//   using Packed = PackedOf<Vec3, Quat>;
// with the types of all their members, in order.
#include <cstddef>
#include <type_traits>

namespace holonom {

template <class... Members>
struct PackedOf {
  static constexpr size_t size = (sizeof(Members) + ...);
};

template <class T>
constexpr bool isPacked() {
  if constexpr (requires { typename T::Packed; }) {
    static_assert(std::is_trivially_copyable_v<T>);
    static_assert(sizeof(T) == T::Packed::size, "a member that `Packed` leaves out, or padding");
    return true;
  } else {
    // Numbers, enums and SIMD lanes.
    return !std::is_class_v<T> && !std::is_array_v<T> && !std::is_pointer_v<T>;
  }
}
template <class T>
inline constexpr bool kPacked = isPacked<T>();

}  // namespace holonom
