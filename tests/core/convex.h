#pragma once
// Convex shapes as lists of points, and what exact arithmetic over all axes says of two of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "collision/manifold.h"
#include "geometry/shape.h"
#include "random.h"

namespace holonom::convex {

inline Hull hullOf(const std::vector<Vec3>& points) {
  Hull hull;
  const auto built = buildHull(points, "hull");
  EXPECT_TRUE(built);
  hull.geometry = built.value;
  return hull;
}

/// A hull of points at random on a ball, stretched along the axes.
inline Hull randomHull(Random& random, int points, Vec3 size = {1, 1, 1}) {
  std::vector<Vec3> p;
  for (int i = 0; i < points; ++i) {
    const Vec3 d = random.direction();
    p.push_back({size.x * d.x, size.y * d.y, size.z * d.z});
  }
  return hullOf(p);
}
/// A ball, capsule, box or hull.
inline Shape randomConvex(Random& random, float scale = 1) {
  const auto size = [&] { return scale * random.real(0.2f, 1); };
  switch (random.below(4)) {
    case 0:
      return Sphere{size()};
    case 1:
      return Capsule{size(), size()};
    case 2:
      return Box{{size(), size(), size()}};
    default:
      return randomHull(random, 6 + random.below(30), {size(), size(), size()});
  }
}
inline Hull boxHull(Vec3 h) {
  std::vector<Vec3> p;
  for (int i = 0; i < 8; ++i)
    p.push_back({i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z});
  return hullOf(p);
}

/// A wheel of many corners about z.
inline Hull wheelHull(float radius, float halfWidth, int corners) {
  Hull hull;
  for (int i = 0; i < corners; ++i)
    for (const float z : {-halfWidth, halfWidth}) {
      const double angle = i * 2 * M_PI / corners;
      for (const float x : {radius * float(std::cos(angle)), radius * float(std::sin(angle)), z})
        hull.points.push_back(x);
    }
  return hull;
}

inline Vec3d place(const Transform& t, Vec3 p) {
  return toDouble(t.position) +
         rotate<double>({t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w}, toDouble(p));
}

/// A polyhedron with all that can carry an axis, in world axes. Capsules are a segment and a
/// radius.
struct Solid {
  std::vector<Vec3d> points, normals, edges;
  double radius = 0;
};
inline Solid solidOf(const Shape& shape, const Transform& t) {
  Solid s;
  const auto direction = [&](Vec3 d) { return place({{}, t.rotation}, d); };
  if (const Sphere* ball = std::get_if<Sphere>(&shape)) {
    s.points = {toDouble(t.position)}, s.radius = ball->radius;
  } else if (const Capsule* c = std::get_if<Capsule>(&shape)) {
    s.points = {place(t, {0, -c->halfHeight, 0}), place(t, {0, c->halfHeight, 0})};
    s.edges = {direction({0, 1, 0})}, s.radius = c->radius;
  } else {
    const Box* box = std::get_if<Box>(&shape);
    const Hull hull = box ? boxHull(box->halfExtents) : *std::get_if<Hull>(&shape);
    const HullGeometry& g = *hull.geometry;
    for (const Vec3 v : g.vertices) s.points.push_back(place(t, v));
    for (const auto& f : g.faces) s.normals.push_back(direction(f.normal));
    for (const auto& e : g.edges) s.edges.push_back(direction(g.vertices[e.b] - g.vertices[e.a]));
  }
  return s;
}

/// Distance of B beyond A along a unit direction, negative when they overlap.
inline double separationAlong(Vec3d n, const Solid& a, const Solid& b) {
  double top = -1e30, bottom = 1e30;
  for (const Vec3d& p : a.points) top = std::max(top, dot(n, p));
  for (const Vec3d& p : b.points) bottom = std::min(bottom, dot(n, p));
  return bottom - top - a.radius - b.radius;
}

struct BestAxis {
  double separation = -1e30;
  Vec3d normal{};
};
/// The largest separation over all face normals and edge pairs: exact when the solids overlap.
inline BestAxis bestAxis(const Solid& a, const Solid& b) {
  BestAxis best;
  const auto tryAxis = [&](Vec3d n) {
    for (const double sign : {1.0, -1.0}) {
      const double s = separationAlong(sign * n, a, b);
      if (s > best.separation) best = {s, sign * n};
    }
  };
  for (const Vec3d& n : a.normals) tryAxis(n);
  for (const Vec3d& n : b.normals) tryAxis(n);
  for (const Vec3d& u : a.edges)
    for (const Vec3d& v : b.edges) {
      const Vec3d n = cross(u, v);
      if (lengthSquared(n) > 1e-9 * lengthSquared(u) * lengthSquared(v)) tryAxis(normalize(n));
    }
  return best;
}

/// Both sides of each point differ by the separation along a unit normal, and lie near the shapes.
inline void expectSound(const Manifold& m, const Shape& a, const Transform& ta, const Shape& b,
                        const Transform& tb, float tolerance, float beside) {
  ASSERT_LE(m.count, 4);
  if (m.count > 0) {
    EXPECT_NEAR(length(m.normal), 1, 1e-4f);
  }
  for (int i = 0; i < m.count; ++i) {
    const ManifoldPoint& p = m.points[i];
    ASSERT_TRUE(isFinite(p.onA) && isFinite(p.onB) && std::isfinite(p.separation));
    const Vec3 gap = tb.position - ta.position + p.onB - p.onA;
    EXPECT_NEAR(length(gap - p.separation * m.normal), 0, tolerance);
    EXPECT_LT(closestSurface(a, inverseRotate(ta.rotation, p.onA)).distance, beside);
    EXPECT_LT(closestSurface(b, inverseRotate(tb.rotation, p.onB)).distance, beside);
    for (int j = 0; j < i; ++j) EXPECT_NE(p.feature, m.points[j].feature);
  }
}

inline float deepest(const Manifold& m) {
  float least = 1e30f;
  for (int i = 0; i < m.count; ++i) least = std::min(least, m.points[i].separation);
  return least;
}

}  // namespace holonom::convex
