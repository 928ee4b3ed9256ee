// Cylinders, cones and ellipsoids: their surfaces, every pair against a search of its own over all
// directions, rays and casts.
#include <gtest/gtest.h>

#include "collision/overlap.h"
#include "collision/pairs.h"
#include "collision/ray.h"
#include "collision/shape_cast.h"
#include "collision/triangle_contact.h"
#include "convex.h"
#include "meshes.h"

namespace holonom {
namespace curved_shapes_test {

using namespace convex;

Transform randomPose(Random& random, float reach) {
  return {reach * random.real(0, 1) * random.direction(), random.rotation()};
}

Shape randomCurved(Random& random, int kind) {
  const auto size = [&] { return random.real(0.2f, 1.2f); };
  if (kind == 0) return Cylinder{size(), size()};
  if (kind == 1) return Cone{size(), 2 * size()};
  return Ellipsoid{{size(), size(), size()}};
}
Shape randomShape(Random& random, int kind) {
  if (kind < 3) return randomCurved(random, kind);
  const auto size = [&] { return random.real(0.2f, 1.2f); };
  if (kind == 3) return Sphere{size()};
  if (kind == 4) return Capsule{size(), size()};
  if (kind == 5) return Box{{size(), size(), size()}};
  return randomHull(random, 12);
}
constexpr int kKinds = 7;

/// Farthest point along a direction, from the shape's definition.
Vec3d support(const Shape& shape, const Transform& t, Vec3d direction) {
  const QuatT<double> q{t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w};
  const Vec3d d = rotate(QuatT<double>{-q.x, -q.y, -q.z, q.w}, direction);
  Vec3d p{};
  const double across = std::hypot(d.x, d.z);
  const auto rim = [&](double radius) {
    return across > 1e-12 ? Vec3d{radius * d.x / across, 0, radius * d.z / across} : Vec3d{};
  };
  if (const Cylinder* c = std::get_if<Cylinder>(&shape)) {
    p = rim(c->radius);
    p.y = d.y > 0 ? c->halfHeight : -c->halfHeight;
  } else if (const Cone* k = std::get_if<Cone>(&shape)) {
    p = rim(k->radius);
    if (k->height * d.y > dot(p, d)) p = {0, k->height, 0};
  } else if (const Ellipsoid* e = std::get_if<Ellipsoid>(&shape)) {
    const Vec3d r = toDouble(e->radii), s{r.x * d.x, r.y * d.y, r.z * d.z};
    const double l = length(s);
    p = {r.x * s.x / l, r.y * s.y / l, r.z * s.z / l};
  } else {
    const Solid solid = solidOf(shape, {});
    double most = -1e30;
    for (const Vec3d& v : solid.points)
      if (dot(v, d) > most) most = dot(v, d), p = v;
    p = p + solid.radius * d;
  }
  return toDouble(t.position) + rotate(q, p);
}

double separation(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb,
                  Vec3d n) {
  return dot(n, support(b, tb, -1.0 * n)) - dot(n, support(a, ta, n));
}

/// The largest separation over all directions: from many on a sphere, the best few climbed.
BestAxis search(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb) {
  std::vector<BestAxis> all;
  constexpr int count = 1000;
  for (int i = 0; i < count; ++i) {
    const double y = 1 - 2 * (i + 0.5) / count, turn = 2.399963229728653 * i;
    const double r = std::sqrt(1 - y * y);
    const Vec3d n{r * std::cos(turn), y, r * std::sin(turn)};
    all.push_back({separation(a, ta, b, tb, n), n});
  }
  std::sort(all.begin(), all.end(),
            [](const BestAxis& x, const BestAxis& y) { return x.separation > y.separation; });
  BestAxis best = all[0];
  for (int start = 0; start < 8; ++start) {
    BestAxis at = all[static_cast<size_t>(start)];
    for (double step = 0.08; step > 1e-7; step *= 0.6) {
      for (bool better = true; better;) {
        better = false;
        const Vec3d u = normalize(std::abs(at.normal.x) < 0.6 ? cross(at.normal, Vec3d{1, 0, 0})
                                                              : cross(at.normal, Vec3d{0, 1, 0}));
        const Vec3d v = cross(at.normal, u);
        for (int k = 0; k < 12; ++k) {
          const double w = k * 0.5235987755982988;
          const Vec3d n =
              normalize(at.normal + (step * std::cos(w)) * u + (step * std::sin(w)) * v);
          const double s = separation(a, ta, b, tb, n);
          if (s > at.separation + 1e-12) at = {s, n}, better = true;
        }
      }
    }
    if (at.separation > best.separation) best = at;
  }
  return best;
}

Manifold collideAny(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb,
                    float margin) {
  Manifold m;
  m.count = 0;
  const bool swap = typeOf(a) > typeOf(b);
  const CollideFunction f = collideFunction(typeOf(swap ? b : a), typeOf(swap ? a : b));
  EXPECT_NE(f, nullptr);
  if (swap)
    f(b, tb, a, ta, margin, m);
  else
    f(a, ta, b, tb, margin, m);
  return m;
}

TEST(CurvedShapes, ClosestSurfaceIsAtItsDistanceAndOutward) {
  Random random(1);
  for (int kind = 0; kind < 3; ++kind)
    for (int i = 0; i < 300; ++i) {
      const Shape shape = randomCurved(random, kind);
      const Vec3 p = random.real(0, 2) * random.direction();
      const SurfacePoint s = closestSurface(shape, p);
      EXPECT_NEAR(length(s.normal), 1, 1e-5f);
      // The foot is on the surface, and no plane leaves the point farther outside.
      const Vec3 foot = p - s.distance * s.normal;
      EXPECT_NEAR(closestSurface(shape, foot).distance, 0, 2e-5f) << kind << " " << i;
      const Vec3d n = toDouble(s.normal);
      if (s.distance > 0) {
        EXPECT_NEAR(dot(n, toDouble(p) - support(shape, {}, n)), s.distance, 3e-5) << kind;
      }
      for (int k = 0; k < 40; ++k) {
        const Vec3d d = toDouble(random.direction());
        EXPECT_LE(dot(d, toDouble(p) - support(shape, {}, d)), s.distance + 2e-5) << kind;
      }
    }
}

TEST(CurvedShapes, BoxesAndExtentsHoldTheSurfaceAndTouchIt) {
  Random random(2);
  for (int kind = 0; kind < 3; ++kind)
    for (int i = 0; i < 100; ++i) {
      const Shape shape = randomCurved(random, kind);
      const Transform t = randomPose(random, 3);
      const Aabb box = aabbOf(shape, t);
      for (int axis = 0; axis < 3; ++axis) {
        const Vec3d d{axis == 0 ? 1.0 : 0, axis == 1 ? 1.0 : 0, axis == 2 ? 1.0 : 0};
        EXPECT_NEAR(at(box.max, axis), dot(d, support(shape, t, d)), 1e-5);
        EXPECT_NEAR(at(box.min, axis), dot(d, support(shape, t, -1.0 * d)), 1e-5);
      }
      double farthest = 0;
      for (int k = 0; k < 500; ++k)
        farthest = std::max(farthest, length(support(shape, {}, toDouble(random.direction()))));
      EXPECT_LE(farthest, extentOf(shape) + 1e-5);
      EXPECT_GE(farthest, 0.9 * extentOf(shape));
    }
}

void comparePairs(int cases) {
  Random random(3);
  int met = 0;
  for (int kindA = 0; kindA < 3; ++kindA)
    for (int kindB = 0; kindB < kKinds; ++kindB)
      for (int i = 0; i < cases; ++i) {
        const Shape a = randomShape(random, kindA), b = randomShape(random, kindB);
        Transform ta = randomPose(random, 1), tb = randomPose(random, 1);
        // Brought to touch, a little deep or apart.
        const BestAxis before = search(a, ta, b, tb);
        const double gap = random.real(-0.05f, 0.015f);
        tb.position = tb.position + toFloat((gap - before.separation) * before.normal);
        const BestAxis best = search(a, ta, b, tb);
        const bool swapped = typeOf(a) > typeOf(b);
        const float margin = 0.02f;
        const Manifold m = collideAny(a, ta, b, tb, margin);
        ASSERT_GT(m.count, 0) << kindA << " " << kindB << " " << i << " " << best.separation;
        ++met;
        const Shape &first = swapped ? b : a, &second = swapped ? a : b;
        const Transform &t1 = swapped ? tb : ta, &t2 = swapped ? ta : tb;
        expectSound(m, first, t1, second, t2, 1e-4f, margin + 0.06f);
        // A face is preferred to a deeper edge by at most a millimeter.
        const double along = separation(first, t1, second, t2, toDouble(m.normal));
        EXPECT_GT(along, best.separation - 0.0015) << kindA << " " << kindB << " " << i;
        EXPECT_NEAR(deepest(m), along, 0.0015) << kindA << " " << kindB << " " << i;
      }
  EXPECT_EQ(met, 3 * kKinds * cases);
}

TEST(CurvedShapes, EveryPairHasTheDepthAndDirectionOfAFullSearch) { comparePairs(2); }
TEST(CampaignCurvedShapes, EveryPairHasTheDepthAndDirectionOfAFullSearch) { comparePairs(12); }

void compareDistances(int cases) {
  Random random(4);
  for (int kindA = 0; kindA < 3; ++kindA)
    for (int kindB = 0; kindB < kKinds; ++kindB)
      for (int i = 0; i < cases; ++i) {
        const Shape a = randomShape(random, kindA), b = randomShape(random, kindB);
        const Transform ta = randomPose(random, 1.5f), tb = randomPose(random, 1.5f);
        const BestAxis best = search(a, ta, b, tb);
        const ShapeGap gap = shapeGap(a, ta, b, tb);
        // Deep in each other, many directions are as good.
        const double tolerance = 2e-4 + 0.01 * std::max(0.0, -best.separation);
        const double along = separation(a, ta, b, tb, toDouble(gap.normal));
        EXPECT_GT(along, best.separation - tolerance) << kindA << " " << kindB << " " << i;
        EXPECT_NEAR(gap.distance, along, 1e-4) << kindA << " " << kindB << " " << i;
        EXPECT_LT(length(gap.onB - gap.onA - gap.distance * gap.normal), 1e-3f);
        if (std::abs(best.separation) > 1e-3) {
          EXPECT_EQ(overlapShapes(a, ta, b, tb), best.separation < 0);
        }
      }
}

TEST(CurvedShapes, DistancesAndOverlapsAreThoseOfAFullSearch) { compareDistances(2); }
TEST(CampaignCurvedShapes, DistancesAndOverlapsAreThoseOfAFullSearch) { compareDistances(20); }

TEST(CurvedShapes, RaysMeetTheSurfaceFirstThere) {
  Random random(5);
  for (int kind = 0; kind < 3; ++kind) {
    int hits = 0;
    for (int i = 0; i < 1000; ++i) {
      const Shape shape = randomCurved(random, kind);
      const Transform t = randomPose(random, 1);
      const Vec3 from = 5.0f * random.direction();
      const Vec3 to = t.position + random.real(0, 1.5f) * random.direction();
      const Vec3 way = normalize(to - from);
      const auto gap = [&](float at) {
        return closestSurface(shape, inverseTransformPoint(t, from + at * way)).distance;
      };
      RayHit hit;
      if (castRay(shape, t, from, way, 10, hit)) {
        ++hits;
        EXPECT_NEAR(gap(hit.distance), 0, 1e-4f) << kind << " " << i;
        EXPECT_LE(dot(hit.normal, way), 1e-5f);
        const Vec3 out = from + hit.distance * way + 1e-3f * hit.normal;
        EXPECT_GT(closestSurface(shape, inverseTransformPoint(t, out)).distance, -1e-5f);
        for (float at = 0; at < hit.distance - 0.01f; at += 0.1f) EXPECT_GT(gap(at), 0);
      } else {
        for (float at = 0; at < 10; at += 0.05f) EXPECT_GT(gap(at), -0.01f) << kind << " " << i;
      }
    }
    EXPECT_GT(hits, 500);
  }
}

TEST(CurvedShapes, RaysAlongTheAxesMeetEndsTipsAndSides) {
  const auto distance = [](const Shape& s, Vec3 from, Vec3 way) {
    RayHit hit;
    return castRay(s, {}, from, way, 10, hit) ? hit.distance : -1.0f;
  };
  EXPECT_FLOAT_EQ(distance(Cylinder{1, 2}, {0.5f, 5, 0}, {0, -1, 0}), 3);
  EXPECT_FLOAT_EQ(distance(Cylinder{1, 2}, {1.5f, 5, 0}, {0, -1, 0}), -1);
  EXPECT_FLOAT_EQ(distance(Cylinder{1, 2}, {5, 1.9f, 0}, {-1, 0, 0}), 4);
  EXPECT_FLOAT_EQ(distance(Cylinder{1, 2}, {5, 2.1f, 0}, {-1, 0, 0}), -1);
  EXPECT_FLOAT_EQ(distance(Cone{1, 2}, {0, 5, 0}, {0, -1, 0}), 3);
  EXPECT_FLOAT_EQ(distance(Cone{1, 2}, {0.5f, -3, 0}, {0, 1, 0}), 3);
  EXPECT_FLOAT_EQ(distance(Cone{1, 2}, {5, 1, 0}, {-1, 0, 0}), 4.5f);
  EXPECT_FLOAT_EQ(distance(Ellipsoid{{1, 2, 3}}, {0, 5, 0}, {0, -1, 0}), 3);
  EXPECT_FLOAT_EQ(distance(Ellipsoid{{1, 2, 3}}, {0, 0, -5}, {0, 0, 1}), 2);
}

void compareCasts(int cases) {
  Random random(6);
  int hits = 0;
  for (int kindA = 0; kindA < 3; ++kindA)
    for (int kindB = 0; kindB < kKinds; ++kindB)
      for (int i = 0; i < cases; ++i) {
        const Shape a = randomShape(random, kindA), b = randomShape(random, kindB);
        const Transform ta{6.0f * random.direction(), random.rotation()},
            tb{0.5f * random.direction(), random.rotation()};
        const Vec3 way =
            normalize(tb.position + random.real(0, 1) * random.direction() - ta.position);
        CastHit hit;
        if (!castShape(a, ta, way, 10, false, b, tb, hit)) continue;
        ++hits;
        const Transform there{ta.position + hit.distance * way, ta.rotation};
        // The normal of the hit is one of the directions to search, and parts them as well.
        const double along = separation(a, there, b, tb, toDouble(-hit.normal));
        EXPECT_NEAR(std::max(search(a, there, b, tb).separation, along), 0, 1e-4)
            << kindA << " " << kindB << " " << i;
        EXPECT_GT(along, -1e-3) << kindA << " " << kindB << " " << i;
        EXPECT_LT(std::abs(closestSurface(b, inverseTransformPoint(tb, hit.point)).distance), 2e-3f)
            << kindA << " " << kindB << " " << i;
      }
  EXPECT_GT(hits, 6 * cases);
}

TEST(CurvedShapes, CastsEndWhereTheShapesTouch) { compareCasts(2); }
TEST(CampaignCurvedShapes, CastsEndWhereTheShapesTouch) { compareCasts(30); }

TEST(CurvedShapes, TouchPlanesAndTrianglesAtTheirLowestPoint) {
  Random random(7);
  MeshDef square;
  square.vertices = {-20, 0, -20, -20, 0, 20, 20, 0, 20, 20, 0, -20};
  square.indices = {0, 1, 2, 0, 2, 3};
  const Mesh mesh = meshOf(square);
  for (int kind = 0; kind < 3; ++kind)
    for (int i = 0; i < 100; ++i) {
      const Shape shape = randomCurved(random, kind);
      Transform t{{}, random.rotation()};
      const float low = float(support(shape, t, {0, -1, 0}).y);
      const float gap = random.real(-0.05f, 0.015f);
      t.position.y = gap - low;
      const Manifold m = collideAny(shape, t, Plane{}, {}, 0.02f);
      ASSERT_GT(m.count, 0);
      EXPECT_NEAR(deepest(m), gap, 1e-5f) << kind << " " << i;
      Manifold onMesh{};
      float deepestOnMesh = kHuge;
      for (int k = 0; k < static_cast<int>(mesh.geometry->triangles.size()); ++k) {
        collideTriangle(shape, t, *mesh.geometry, k, {}, 0.02f, onMesh);
        if (onMesh.count == 0) continue;
        EXPECT_NEAR(onMesh.normal.y, -1, 1e-4f);
        deepestOnMesh = std::min(deepestOnMesh, deepest(onMesh));
      }
      EXPECT_NEAR(deepestOnMesh, gap, 1e-4f) << kind << " " << i;
    }
}

TEST(CurvedShapes, SlenderOnesKeepTheirContactsFarFromTheOrigin) {
  Random random(8);
  MeshDef square;
  square.vertices = {-20, 0, -20, -20, 0, 20, 20, 0, 20, 20, 0, -20};
  square.indices = {0, 1, 2, 0, 2, 3};
  const Mesh mesh = meshOf(square);
  for (const float slender : {20.0f, 100.0f})
    for (const float away : {0.0f, 200.0f})
      for (int i = 0; i < 2000; ++i) {
        const float radius = random.real(0.004f, 0.05f);
        const Shape shape = i % 2 ? Shape(Cylinder{radius, slender * radius})
                                  : Shape(Cone{radius, slender * radius});
        Transform t{{away + 3, 0, 1}, random.rotation()};
        t.position.y = -0.001f - float(support(shape, {{}, t.rotation}, {0, -1, 0}).y);
        EXPECT_GT(collideAny(shape, t, Plane{}, {}, 0.01f).count, 0) << slender << " " << i;
        if (away > 0) continue;  // floats are too coarse there to tell triangles apart

        int met = 0;
        for (int k = 0; k < 2; ++k) {
          Manifold m;
          collideTriangle(shape, t, *mesh.geometry, k, {}, 0.01f, m);
          met += m.count;
        }
        EXPECT_GT(met, 0) << slender << " " << away << " " << i;
      }
}

}  // namespace curved_shapes_test
}  // namespace holonom
