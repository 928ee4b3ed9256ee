#pragma once
// Closed surfaces of triangles for cloth.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "geometry/surface_def.h"
#include "math/vec3.h"

namespace holonom {

/// An octahedron whose triangles are parted into four `level` times, on a ball about the origin.
inline MeshDef ballSurface(double radius, int level) {
  std::vector<Vec3d> x{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  std::vector<uint32_t> triangles{0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                  2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
  for (int round = 0; round < level; ++round) {
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> middles;
    const auto middle = [&](uint32_t a, uint32_t b) {
      const auto [at, isNew] = middles.try_emplace(std::minmax(a, b), uint32_t(x.size()));
      if (isNew) x.push_back(normalize(x[a] + x[b]));
      return at->second;
    };
    std::vector<uint32_t> parted;
    for (size_t t = 0; t < triangles.size(); t += 3) {
      const uint32_t a = triangles[t], b = triangles[t + 1], c = triangles[t + 2];
      const uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      for (const uint32_t i : {a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca}) parted.push_back(i);
    }
    triangles = std::move(parted);
  }
  MeshDef mesh;
  for (const Vec3d v : x)
    for (const double c : {v.x, v.y, v.z}) mesh.vertices.push_back(float(radius * c));
  mesh.indices = std::move(triangles);
  return mesh;
}

}  // namespace holonom
