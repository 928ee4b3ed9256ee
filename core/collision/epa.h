#pragma once
// Depth of two convex sets that overlap. After van den Bergen, "Proximity queries and penetration
// depth computation on 3D game objects" (GDC 2001).
#include "collision/gjk.h"

namespace holonom {

struct EpaResult {
  float depth;    ///< least move that separates the sets without their radii [m]
  Vec3 normal;    ///< unit: the way to move B; A's axes
  Vec3 onA, onB;  ///< points that touch after the move, A's axes
};

/// `simplex` is what `gjkDistance` ended with when it found no distance.
EpaResult epaDepth(const ConvexSet& a, const ConvexSet& b, const RelativePose& pose,
                   const GjkSimplex& simplex);

}  // namespace holonom
