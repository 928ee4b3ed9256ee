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
/// A variant with more alternatives at its end.
template <class Variant, class... More>
struct ExtendedVariant;
template <class... Ts, class... More>
struct ExtendedVariant<std::variant<Ts...>, More...> {
  using Type = std::variant<Ts..., More...>;
};
template <class Variant, class... More>
using Extended = typename ExtendedVariant<Variant, More...>::Type;

/// The place of a type in a list or variant.
template <class T, class... Ts>
constexpr int placeIn(TypeList<Ts...>) {
  int place = 0;
  (void)((std::is_same_v<T, Ts> || (++place, false)) || ...);
  return place;
}

/// Calls `f.template operator()<T>()` for each alternative of a variant.
template <class Variant, class F>
constexpr void forEachAlternative(F&& f) {
  forEachType(typename AlternativesOf<Variant>::List{}, f);
}

}  // namespace holonom
