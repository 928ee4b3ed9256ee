#pragma once
// Constraints of particles with orientations, such as the pieces of a rod: three values at once;
// and the batches that hold them.
#include <array>
#include <concepts>
#include <cstdint>
#include <vector>

#include "base/packed.h"
#include "math/mat3.h"
#include "math/rotations.h"

namespace holonom {

/// A particle as such a constraint finds it.
struct OrientedPoint {
  Vec3d position;
  Quatd rotation;
};

/// The three values of a constraint of two particles; their derivatives by a shift of a particle,
/// the same along all axes, and by a turn of it about the world's axes; and their compliances α.
struct OrientedRows {
  Vec3d value;
  double move[2];
  Mat3d turn[2];
  Sym3d compliance;
};

/// `evaluate` writes the rows of a constraint of two particles, with `restCount` numbers of the
/// shape at rest. `compliances` are those of the batch. `forceShare` of −λ/h² is a force
/// or a moment.
template <class C>
concept OrientedConstraint = requires(const OrientedPoint* points, const float* rest,
                                      Vec3 compliances, OrientedRows& rows) {
  { C::restCount } -> std::convertible_to<int>;
  { C::name } -> std::convertible_to<const char*>;
  C::evaluate(points, rest, compliances, rows);
  { C::forceShare(rest) } -> std::convertible_to<float>;
};

template <OrientedConstraint C>
struct OrientedBatch {
  struct Entry {
    std::array<int32_t, 2> particles;  ///< from the first of the object
    std::array<float, C::restCount> rest;
    Vec3 lambda;  ///< of the last substep; the force is λ/h²
    using Packed = PackedOf<std::array<int32_t, 2>, std::array<float, C::restCount>, Vec3>;
  };
  std::vector<Entry> entries;
  Vec3 compliances;    ///< of the three values, in the units of the constraint; 0 is rigid
  float interval = 0;  ///< h of the last projection [s]

  template <class A>
  void archive(A& ar) {
    auto& [entries, compliances, interval] = *this;
    ar(entries, compliances, interval);
  }
};

}  // namespace holonom
