#pragma once
// Triangle mesh as a collision shape of static bodies, in the body's axes.
#include <cstdint>
#include <memory>
#include <vector>

#include "base/error.h"
#include "geometry/aabb.h"
#include "geometry/mass_properties.h"
#include "geometry/surface_def.h"
#include "geometry/surface_point.h"

namespace holonom {

/// A triangle surface with its bounding volume hierarchy. Shared and never changed.
struct MeshGeometry {
  struct Triangle {
    Vec3 a, b, c;     ///< counter-clockwise from outside
    Vec3 normal;      ///< unit
    uint32_t active;  ///< bit k: edge k (ab, bc, ca) is convex or a border: contacts may lean on it
  };
  struct Node {  // children follow: the left one at index + 1
    Aabb box;
    int32_t right = -1;            ///< index of the right child; -1 for a leaf
    int32_t first = 0, count = 0;  ///< triangles of a leaf
  };
  std::vector<Triangle> triangles;  ///< in the order of the leaves
  std::vector<uint32_t> original;   ///< the triangle's number in the description
  std::vector<Node> nodes;
  float extent = 0;  ///< farthest vertex from the origin [m]

  /// Calls `visit(triangle index)` for each triangle whose box overlaps `box`, in order.
  template <class Visit>
  void query(const Aabb& box, Visit&& visit) const;
  /// Calls `max = visit(triangle index)` for each triangle whose leaf `ray` enters within `max`,
  /// near ones mostly first.
  template <class Visit>
  void cast(const BoxRay& ray, float max, Visit&& visit) const;
};

struct Mesh : MeshDef {
  std::shared_ptr<const MeshGeometry> geometry;  ///< made by `resolveShape`

  static constexpr bool bounded = true;
};

/// Checks (indices, finite, no triangle without area) and builds; `path` names the mesh in errors.
/// Vertices in one place count as one. Edges of more than two triangles, or of two that do not run
/// it in opposite directions, count as active.
Result<std::shared_ptr<const MeshGeometry>> buildMeshGeometry(const MeshDef& def,
                                                              const std::string& path);

Aabb aabbOf(const Mesh& mesh, const Transform& t);
/// None: meshes are static.
inline MassProperties massOf(const Mesh&) { return {}; }
inline float extentOf(const Mesh& mesh) { return mesh.geometry->extent; }
/// Against the nearest triangle; inside is behind it. Beyond a border is outside.
SurfacePoint closestSurface(const Mesh& mesh, Vec3 local);

template <class Visit>
void MeshGeometry::query(const Aabb& box, Visit&& visit) const {
  int32_t stack[64];
  int count = 0;
  if (!nodes.empty()) stack[count++] = 0;
  while (count > 0) {
    const int32_t at = stack[--count];
    const Node& node = nodes[at];
    if (!overlaps(node.box, box)) continue;
    if (node.right < 0) {
      for (int32_t i = node.first; i < node.first + node.count; ++i) {
        const Triangle& t = triangles[i];
        if (overlaps({min(t.a, min(t.b, t.c)), max(t.a, max(t.b, t.c))}, box)) visit(i);
      }
    } else if (count + 2 <= 64) {
      stack[count++] = node.right;
      stack[count++] = at + 1;
    }
  }
}

template <class Visit>
void MeshGeometry::cast(const BoxRay& ray, float max, Visit&& visit) const {
  struct Part {
    int32_t node;
    float from;
  };
  Part stack[64];
  int count = 0;
  stack[count++] = {0, 0};
  while (count > 0) {
    const Part part = stack[--count];
    if (part.from > max) continue;
    const Node& node = nodes[part.node];
    if (node.right >= 0) {
      const f32x4 from = ray.enter(nodes[part.node + 1].box, nodes[node.right].box);
      const Part left{part.node + 1, from[0]}, right{node.right, from[1]};
      const bool rightFirst = right.from < left.from;
      stack[count++] = rightFirst ? left : right;
      stack[count++] = rightFirst ? right : left;
      continue;
    }
    for (int32_t i = node.first; i < node.first + node.count; ++i) max = visit(i);
  }
}

}  // namespace holonom
