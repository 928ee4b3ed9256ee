#pragma once
// Compile-time lists of kinds: a new constraint, solver or shape is one line in one of them.

#include <variant>

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

/// Whether a type is a variant: in descriptions, exactly one of its alternatives under its name.
template <class T>
inline constexpr bool isVariant = false;
template <class... Ts>
inline constexpr bool isVariant<std::variant<Ts...>> = true;

template <class Variant>
struct AlternativesOf;
template <class... Ts>
struct AlternativesOf<std::variant<Ts...>> {
  using List = TypeList<Ts...>;
};
/// Calls `f.template operator()<T>()` for each alternative of a variant.
template <class Variant, class F>
constexpr void forEachAlternative(F&& f) {
  forEachType(typename AlternativesOf<Variant>::List{}, f);
}

}  // namespace holonom
