#pragma once
// Elastic rods: points in a row with a frame on each segment between two, whose x axis follows it.
// [Kugelstadt and Schömer 2016, "Position and Orientation Based Cosserat Rods"]
// The energy is ½ Γᵀ diag(EA, GAκ, GAκ) Γ + ½ Ωᵀ diag(GJ, EI, EI) Ω per length.
#include "constraints/oriented_constraint.h"

namespace holonom {

/// C = Γ = (x₁ − x₀)/l − d, in world axes, with the first axis d of the segment's frame, which is
/// that of x₀. Its compliances are 1/EA and 1/GAκ, of which α = that / l.
struct RodStretch {
  static constexpr const char* name = "rodStretch";
  static constexpr int restCount = 1;  ///< l [m]

  /// In world axes, on what comes before [N].
  static float forceShare(const float* rest) { return 1 / rest[0]; }

  static void evaluate(const OrientedPoint* p, const float* rest, Vec3 compliances,
                       OrientedRows& rows);
};

/// C = Im(q₀* q₁) − that at rest, about half the angles between the frames of two segments. Its
/// compliances are 1/GJ and 1/EI, of which α = l/4 that.
struct RodBend {
  static constexpr const char* name = "rodBend";
  static constexpr int restCount = 4;  ///< Im(q₀* q₁); l between the middles of the segments [m]

  /// In the axes of the first segment, on what comes before [N m].
  static float forceShare(const float*) { return 0.5f; }

  static void evaluate(const OrientedPoint* p, const float* rest, Vec3 compliances,
                       OrientedRows& rows);
};

}  // namespace holonom
