#pragma once
// What the air does to a triangle of a cloth or net.
#include "world/wind.h"

namespace holonom {

/// Force on each of the three corners x of a triangle that moves at `velocity` [N]. Where it meets
/// the wind u at its centre with area A: drag ½ ρ c A |u·n| (u·n) n, and lift
/// ½ ρ c A |u·n| (|u| n − (u·n) u/|u|), n along u. Implicit in the velocity over `dt`: air may stop
/// a light triangle, whose corners have the mean `inverseMass`, not reverse it.
Vec3 airOnCorner(const Vec3 (&x)[3], Vec3 velocity, float inverseMass, float drag, float lift,
                 const Wind& wind, float dt);

}  // namespace holonom
