#pragma once
// Volume, center and inertia of a solid of unit density.
#include "math/transform.h"

namespace holonom {

struct MassProperties {
  double volume = 0;  ///< m³; times density is the mass
  Vec3d center{};     ///< center of mass, in the shape's axes [m]
  Sym3d inertia{};    ///< about the center, along the shape's axes, per unit density [m⁵]
};

/// The same solid with its axes at `t` of another body's axes.
MassProperties placed(const MassProperties& solid, const Transform& t);

/// Two solids as one, by the parallel axis theorem; where they overlap, mass counts twice.
MassProperties joined(const MassProperties& a, const MassProperties& b);

/// Moments about the axes in which an inertia is diagonal.
struct PrincipalAxes {
  Vec3d moments;  ///< same unit as the inertia
  Quat rotation;  ///< from the principal axes to those of the inertia
};

/// Jacobi's method. A diagonal inertia keeps its axes: the rotation is exactly the identity.
PrincipalAxes principalAxes(const Sym3d& inertia);

}  // namespace holonom
