#pragma once
// Builds the bounding volume hierarchy of a triangle mesh.
#include <cstdint>
#include <vector>

#include "geometry/mesh.h"

namespace holonom {

struct MeshTree {
  std::vector<MeshGeometry::Node> nodes;
  std::vector<uint32_t> order;  ///< triangle indices in the order of the leaves
};

/// Top down by the surface area heuristic, binned along the longest axis of the centers [Wald
/// 2007]. Each child has at least a quarter of the triangles, so the depth is at most log(n) /
/// log(4/3).
MeshTree buildMeshTree(const std::vector<MeshGeometry::Triangle>& triangles);

}  // namespace holonom
