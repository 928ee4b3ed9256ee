#pragma once
// Field tables: name, unit, help and range of every member of a definition, written once.
// Reading, writing, types, schema and panels are all made from them.
#include <limits>
#include <tuple>

#include "base/rules.h"

namespace holonom {

enum FieldFlags : unsigned {
  kFixed = 1,           ///< only at creation: the object is made from it
  kExclusiveMin = 2,    ///< the value must be greater than `min`, not equal
  kState = 4,           ///< a list of the state or surface, which a fresh description may leave out
  kRequired = 8,        ///< a description must give it
  kTies = 16 | kFixed,  ///< what is tied
  kPlaces = 32 | kFixed,  ///< where particles or nodes begin
  kJoins = 64 | kFixed,   ///< where a joint begins
};

/// Why a fixed field can't change.
constexpr Rule whyFixed(unsigned flags) {
  const auto is = [&](unsigned all) { return (flags & all) == all; };
  if (is(kTies)) return Rule::FixedTies;
  if (is(kPlaces)) return Rule::FixedPlaces;
  if (is(kJoins)) return Rule::FixedJoins;
  return Rule::FixedMade;
}

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Beyond this, squares and products of two quantities leave the range of a float.
inline constexpr double kLargest = 1e7;

struct Range {
  double min = -kLargest;
  double max = kLargest;
};
inline constexpr Range kPositive{0, kLargest};  // used with kExclusiveMin or for "not negative"
inline constexpr Range kAnyPositive{0, 1e15};   // compliances and stiffnesses span many decades
inline constexpr Range kSpeed{-1e5, 1e5};       // [m/s], [rad/s]

template <class Owner, class Member>
struct Field {
  const char* name;
  Member Owner::*member;
  const char* unit;
  const char* help;
  Range range;
  unsigned flags;
};

template <class Owner, class Member>
constexpr Field<Owner, Member> field(const char* name, Member Owner::*member, const char* unit,
                                     const char* help, Range range = {}, unsigned flags = 0) {
#if defined(__EMSCRIPTEN__) && !defined(HOLONOM_FIELD_TEXTS)
  unit = help = nullptr;  // only gen_definitions reads them: not to be downloaded
#endif
  return {name, member, unit, help, range, flags};
}

/// Calls `f(field)` for each row of `Def`'s table, in order.
template <class Def, class F>
void forEachField(F&& f) {
  std::apply([&](const auto&... each) { (f(each), ...); }, Def::fields());
}

/// Names of an enum's values, in order; specialised beside each enum.
template <class E>
struct EnumNames;

}  // namespace holonom
