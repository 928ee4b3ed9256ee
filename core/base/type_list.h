#pragma once
// Compile-time lists of kinds: a new constraint, solver or shape is one line in one of them.

namespace holonom {

template <class... Ts>
struct TypeList {
  static constexpr int size = sizeof...(Ts);
};

/// Calls `f.template operator()<T>()` for each type, in order.
template <class... Ts, class F>
constexpr void forEachType(TypeList<Ts...>, F&& f) {
  (f.template operator()<Ts>(), ...);
}

}  // namespace holonom
