#pragma once
// Convex hull of a set of points in the body's axes.
#include <cstdint>
#include <memory>
#include <vector>

#include "base/error.h"
#include "base/fields.h"
#include "geometry/aabb.h"
#include "geometry/mass_properties.h"
#include "geometry/surface_point.h"
#include "math/transform.h"

namespace holonom {

/// A convex polyhedron, faces merged where they are coplanar. Shared and never changed.
struct HullGeometry {
  struct Face {
    Vec3 normal;    ///< unit, outward
    float offset;   ///< normal·p of the face's plane [m]
    int32_t first;  ///< of its vertices in `loops`
    int32_t count;  ///< counter-clockwise from outside
  };
  struct Edge {
    uint16_t a, b;         ///< vertices
    uint16_t left, right;  ///< its faces: `left` runs a → b in its loop
  };
  std::vector<Vec3> vertices;
  std::vector<Face> faces;
  std::vector<uint16_t> loops;
  std::vector<Edge> edges;
  MassProperties mass;
  Vec3 inside;          ///< a point well inside [m]
  float extent = 0;     ///< farthest vertex from the origin [m]
  float deviation = 0;  ///< how far the farthest omitted point stands out of it [m]
};

struct Hull {
  std::vector<float> points;
  std::shared_ptr<const HullGeometry> geometry;  ///< made by `resolveHull`

  static constexpr const char* name = "hull";
  static constexpr const char* help = "Convex hull of points in the body's axes.";
  static constexpr bool bounded = true;
  static constexpr auto fields() {
    return std::make_tuple(
        field("points", &Hull::points, "m",
              "x, y, z of each point, one after another; at least four that do "
              "not lie in one plane. The hull has at most 128 vertices: of more, "
              "those that stand out least are left out, and "
              "`geometry().deviation` of the body is by how much.",
              {}, kFixed));
  }
};

/// Most vertices of a hull; further points are left out, the ones that stand out least first, and
/// `deviation` says by how much.
inline constexpr int kMaxHullVertices = 128;

/// The hull of points. Refuses fewer than four, and points on a line or in a plane; `path` names
/// them in the error.
Result<std::shared_ptr<const HullGeometry>> buildHull(const std::vector<Vec3>& points,
                                                      const std::string& path);
/// Builds what `hull.points` say, where it was not built yet; `path` is that of the hull.
Status resolveHull(Hull& hull, const std::string& path);

Aabb aabbOf(const Hull& hull, const Transform& t);
inline MassProperties massOf(const Hull& hull) { return hull.geometry->mass; }
inline float extentOf(const Hull& hull) { return hull.geometry->extent; }
/// Exact inside and over faces; over edges and corners by the closest point of the surface.
SurfacePoint closestSurface(const Hull& hull, Vec3 local);

}  // namespace holonom
