#pragma once
// Keeps four points of a contact polygon: the deepest, and those that span the largest area.
#include "collision/manifold.h"

namespace holonom {

/// Writes at most four of `count` points to `out`; `normal` is that of the contact plane.
void reduceManifold(const ManifoldPoint* points, int count, Vec3 normal, Manifold& out);

}  // namespace holonom
