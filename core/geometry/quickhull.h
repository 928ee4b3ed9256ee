#pragma once
// Triangles around a set of points.
#include <array>
#include <vector>

#include "math/vec3.h"

namespace holonom {

/// How many dimensions a set of points fills.
enum class HullRank { Point, Line, Plane, Solid };

struct HullTriangles {
  HullRank rank = HullRank::Point;
  std::vector<std::array<int, 3>> triangles;  ///< of points, counter-clockwise from outside
  double tolerance = 0;                       ///< how far points may stand out of the triangles [m]
  double deviation = 0;                       ///< how far the farthest omitted point stands out [m]
};

/// The convex hull by Quickhull (C. Barber, D. Dobkin, H. Huhdanpaa, 1996), in double precision.
/// Points that stand out by less than the rounding of their floats are left out, and when
/// `maxVertices` is reached the others too. Without rank Solid there are no triangles.
HullTriangles quickHull(const std::vector<Vec3>& points, int maxVertices);

}  // namespace holonom
