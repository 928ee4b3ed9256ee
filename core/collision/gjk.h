#pragma once
// Distance of two convex sets of points. After Gilbert, Johnson and Keerthi, "A fast procedure for
// computing the distance between complex objects in three-dimensional space" (1988).
#include <cstdint>

#include "collision/facets.h"
#include "collision/polyhedron.h"
#include "collision/relative_pose.h"
#include "geometry/shape.h"

namespace holonom {

/// A convex set: the hull of points, grown by a radius. Spheres are a grown point, capsules a grown
/// segment.
struct ConvexSet {
  const Vec3* points;
  int count;
  float radius = 0;
};

/// The points of a convex shape, or of a triangle. Those of a curved one are fine toward the
/// direction in which it is faced.
class ConvexPoints {
 public:
  explicit ConvexPoints(const Sphere& s) : count_(1), radius_(s.radius) { points_[0] = {}; }
  explicit ConvexPoints(const Capsule& c) : count_(2), radius_(c.radius) {
    points_[0] = {0, -c.halfHeight, 0}, points_[1] = {0, c.halfHeight, 0};
  }
  explicit ConvexPoints(const Box& b) : count_(8) {
    const Vec3 h = b.halfExtents;
    for (int i = 0; i < 8; ++i)
      points_[i] = {i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z};
  }
  explicit ConvexPoints(const Hull& h)
      : hull_(h.geometry->vertices.data()), count_(static_cast<int>(h.geometry->vertices.size())) {}
  template <class S>
  requires isCurved<S>
  explicit ConvexPoints(const S& s) : curved_(&s), bulge_(bulgeOf(s)), middle_(middleOf(s)) {
    write_ = [](const void* shape, Vec3 direction, Vec3* out) {
      return curvedVertices(*static_cast<const S*>(shape), direction, out);
    };
    farthest_ = [](const void* shape, Vec3 direction) {
      return farthestPoint(*static_cast<const S*>(shape), direction);
    };
    face({0, 1, 0});
  }
  ConvexPoints(Vec3 a, Vec3 b, Vec3 c) : count_(3) {
    points_[0] = a, points_[1] = b, points_[2] = c;
  }

  bool isCurved() const { return curved_ != nullptr; }
  /// How far a curved shape may stand out of its points [m].
  float bulge() const { return bulge_; }
  /// A point well inside.
  Vec3 middle() const {
    if (curved_) return middle_;
    const ConvexSet s = set();
    Vec3 mean{};
    for (int i = 0; i < s.count; ++i) mean += (1 / float(s.count)) * s.points[i];
    return mean;
  }
  /// Faces a curved shape along a unit vector in its axes.
  void face(Vec3 direction) {
    if (curved_) count_ = write_(curved_, direction, points_.data());
  }
  /// Of the shape itself, however it is faced: its farthest point along a unit vector in its axes.
  Vec3 farthest(Vec3 direction) const {
    if (curved_) return farthest_(curved_, direction);
    const ConvexSet s = set();
    return s.points[supportVertex(s.points, s.count, direction)];
  }
  /// Rounds the shape outward.
  void inflate(float radius) { radius_ += radius; }
  ConvexSet set() const { return {hull_ ? hull_ : points_.data(), count_, radius_}; }

 private:
  Scratch<Vec3, kCurvedVertices> points_;
  const Vec3* hull_ = nullptr;
  const void* curved_ = nullptr;  ///< a curved shape that outlives this
  int (*write_)(const void* shape, Vec3 direction, Vec3* out) = nullptr;
  Vec3 (*farthest_)(const void* shape, Vec3 direction) = nullptr;
  int count_ = 0;
  float radius_ = 0, bulge_ = 0;
  Vec3 middle_;  ///< of a curved one
};
/// Those of a convex shape that outlives them; the origin for planes, meshes and compounds.
ConvexPoints pointsOf(const Shape& shape);

/// Up to four vertices of A − B, by the numbers of their points.
struct GjkSimplex {
  int count = 0;
  uint8_t a[4] = {}, b[4] = {};
};

struct GjkResult {
  float distance;  ///< of the sets without their radii; 0 when they overlap
  Vec3 onA, onB;   ///< closest points of the sets without their radii, A's axes
  Vec3 normal;     ///< unit, from A to B, A's axes; zero when they overlap
  GjkSimplex simplex;
};

/// Stops early once the distance is known to exceed `enough`: then it is a lower bound.
GjkResult gjkDistance(const ConvexSet& a, const ConvexSet& b, const RelativePose& pose,
                      float enough);
/// In doubles: for sets with points that lie close to each other.
GjkResult gjkDistanceExact(const ConvexSet& a, const ConvexSet& b, const RelativePose& pose);

}  // namespace holonom
