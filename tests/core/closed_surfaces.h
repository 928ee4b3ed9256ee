#pragma once
// Closed surfaces of triangles for cloth.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "geometry/surface_def.h"
#include "math/vec3.h"

namespace holonom {

struct Ball {
  std::vector<Vec3d> vertices;
  std::vector<uint32_t> indices;
};

/// Each triangle as four, the new vertices on the sphere.
inline Ball subdivided(const Ball& ball, Vec3d center, double radius) {
  Ball out{ball.vertices, {}};
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> middles;
  const auto middle = [&](uint32_t a, uint32_t b) {
    const auto [found, added] =
        middles.try_emplace(std::minmax(a, b), uint32_t(out.vertices.size()));
    if (added)
      out.vertices.push_back(
          center + radius * normalize(0.5 * (ball.vertices[a] + ball.vertices[b]) - center));
    return found->second;
  };
  for (size_t t = 0; t < ball.indices.size(); t += 3) {
    const uint32_t a = ball.indices[t], b = ball.indices[t + 1], c = ball.indices[t + 2];
    const uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    for (const uint32_t i : {a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca}) out.indices.push_back(i);
  }
  return out;
}

/// An octahedron whose triangles are parted into four `level` times, on a ball about the origin.
inline MeshDef ballSurface(double radius, int level) {
  Ball ball{{{radius, 0, 0},
             {-radius, 0, 0},
             {0, radius, 0},
             {0, -radius, 0},
             {0, 0, radius},
             {0, 0, -radius}},
            {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5}};
  for (int round = 0; round < level; ++round) ball = subdivided(ball, {}, radius);
  MeshDef mesh;
  for (const Vec3d v : ball.vertices)
    for (const double c : {v.x, v.y, v.z}) mesh.vertices.push_back(float(c));
  mesh.indices = std::move(ball.indices);
  return mesh;
}

}  // namespace holonom
