#pragma once
// The linearised implicit step (M − h² Jx − h Jv) Δv = h f + h² Jx v, never assembled: products run
// over the springs. Shared by the integrators that solve it, exactly or roughly.
#include "springs/network.h"

namespace holonom {

/// Spring matrices h²K at the present state; compression is clamped, which keeps the system
/// positive definite. [Choi & Ko 2002]
void linearise(SpringNetwork& network, double h);
/// y = A x over the free nodes; zero at pinned ones.
void multiply(const SpringNetwork& network, double h, const std::vector<Vec3d>& x,
              std::vector<Vec3d>& y);
/// Inverts the 3×3 blocks of A's diagonal into `diagonalInverse`.
void invertDiagonal(SpringNetwork& network, double h);
/// h f + h² Jx v into `force`; zero at pinned nodes.
void buildRightHandSide(SpringNetwork& network, Vec3d gravity, double h);

/// Takes over a Δv that solves the system, or nearly: impulses of welds and anchors, v, then x.
void finishImplicit(SpringNetwork& network, double h);

}  // namespace holonom
