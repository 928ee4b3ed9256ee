#pragma once
// Constraints of particles with orientations, such as the pieces of a rod: several values at once,
// which each constraint projects itself; and the batches that hold them.
#include <array>
#include <concepts>
#include <cstdint>
#include <vector>

#include "math/quat.h"

namespace holonom {

/// A particle as such a constraint finds it, and what that moves and turns it by, about the world's
/// axes.
struct OrientedPoint {
  Vec3 position;
  float inverseMass = 0;  ///< [1/kg]
  Quat rotation;
  float inverseMoment = 0;  ///< of inertia, the same about all axes [1/(kg m²)]
  Vec3 move, turn;          ///< [m], [rad]
};

/// `project` moves `particleCount` points so that its `rowCount` values are met, with `restCount`
/// numbers of the shape at rest, `softness` α/h² and the λ of each value so far, which it adds to.
template <class C>
concept OrientedConstraint = requires(OrientedPoint* points, const float* rest, float softness,
                                      float* lambda) {
  { C::particleCount } -> std::convertible_to<int>;
  { C::restCount } -> std::convertible_to<int>;
  { C::rowCount } -> std::convertible_to<int>;
  { C::name } -> std::convertible_to<const char*>;
  C::project(points, rest, softness, lambda);
};

template <OrientedConstraint C>
struct OrientedBatch {
  struct Entry {
    std::array<int32_t, C::particleCount> particles;  ///< from the first of the object
    std::array<float, C::restCount> rest;
    std::array<float, C::rowCount> lambda;  ///< of the last substep
    using Packed = PackedOf<std::array<int32_t, C::particleCount>, std::array<float, C::restCount>,
                            std::array<float, C::rowCount>>;
  };
  std::vector<Entry> entries;
  float compliance = 0;  ///< α, unit of C squared per joule; 0 is rigid

  template <class A>
  void archive(A& ar) {
    auto& [entries, compliance] = *this;
    ar(entries, compliance);
  }
};

}  // namespace holonom
