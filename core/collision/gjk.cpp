#include "collision/gjk.h"

#include "collision/polyhedron.h"

namespace holonom {

namespace {

constexpr int kGjkIterations = 64;
/// Nearer than 3·10⁻⁶ of their size, the direction between two sets is rounding.
constexpr float kTouching2 = 1e-11f;
/// Four points that stand out of one plane by less than 10⁻⁶ of their size hold nothing.
constexpr float kFlat2 = 1e-12f;

void keepGjkVertices(GjkSimplex& s, const int* kept, const float* weights, int count) {
  GjkSimplex r;
  r.count = count;
  for (int i = 0; i < count; ++i) {
    r.w[i] = s.w[kept[i]], r.a[i] = s.a[kept[i]], r.b[i] = s.b[kept[i]];
    r.weight[i] = weights[i];
  }
  s = r;
}

/// Closest point of a triangle to the origin, as weights; vertices without weight are left out.
struct GjkFeature {
  int kept[3];
  float weight[3];
  int count;
};

GjkFeature gjkSegment(const Vec3* w, int i, int j) {
  const Vec3 d = w[j] - w[i];
  const float t = -dot(w[i], d), l = lengthSquared(d);
  if (t <= 0 || !(l > 0)) return {{i}, {1}, 1};
  if (t >= l) return {{j}, {1}, 1};
  return {{i, j}, {1 - t / l, t / l}, 2};
}

GjkFeature gjkTriangle(const Vec3* w, int i, int j, int k) {
  const Vec3 a = w[i], b = w[j], c = w[k], ab = b - a, ac = c - a;
  const float d1 = -dot(ab, a), d2 = -dot(ac, a);
  if (d1 <= 0 && d2 <= 0) return {{i}, {1}, 1};
  const float d3 = -dot(ab, b), d4 = -dot(ac, b);
  if (d3 >= 0 && d4 <= d3) return {{j}, {1}, 1};
  const float d5 = -dot(ab, c), d6 = -dot(ac, c);
  if (d6 >= 0 && d5 <= d6) return {{k}, {1}, 1};
  const float va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return gjkSegment(w, i, j);
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return gjkSegment(w, i, k);
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return gjkSegment(w, j, k);
  const float sum = va + vb + vc;
  if (!(sum > 0)) return gjkSegment(w, i, j);  // without area
  return {{i, j, k}, {va / sum, vb / sum, vc / sum}, 3};
}

Vec3 pointOf(const Vec3* w, const GjkFeature& f) {
  Vec3 p{};
  for (int i = 0; i < f.count; ++i) p += f.weight[i] * w[f.kept[i]];
  return p;
}

/// Reduces a simplex to the part that holds its point nearest to the origin, and gives that point.
/// A simplex of four that stays so holds the origin.
Vec3 reduceGjkSimplex(GjkSimplex& s) {
  GjkFeature best{{0}, {1}, 1};
  if (s.count == 2) {
    best = gjkSegment(s.w, 0, 1);
  } else if (s.count == 3) {
    best = gjkTriangle(s.w, 0, 1, 2);
  } else if (s.count == 4) {
    constexpr int kSides[4][4] = {{0, 1, 2, 3}, {0, 3, 1, 2}, {0, 2, 3, 1}, {1, 3, 2, 0}};
    float least = kHuge * kHuge, size2 = 0;
    for (const Vec3 w : s.w) size2 = max(size2, lengthSquared(w));
    bool outside = false;
    for (const int(&side)[4] : kSides) {
      const Vec3 a = s.w[side[0]], ab = s.w[side[1]] - a, ac = s.w[side[2]] - a;
      const Vec3 n = cross(ab, ac);
      const float origin = -dot(n, a), opposite = dot(n, s.w[side[3]] - a);
      // The origin is on the inner side, unless all lie in one plane but for rounding.
      const float flat2 = kFlat2 * size2 * lengthSquared(ab) * lengthSquared(ac);
      if (origin * opposite > 0 && opposite * opposite > flat2) continue;
      outside = true;
      const GjkFeature f = gjkTriangle(s.w, side[0], side[1], side[2]);
      const float d = lengthSquared(pointOf(s.w, f));
      if (d < least) least = d, best = f;
    }
    if (!outside) return {};
  }
  const Vec3 p = pointOf(s.w, best);
  keepGjkVertices(s, best.kept, best.weight, best.count);
  return p;
}

}  // namespace

GjkResult gjkDistance(const ConvexSet& a, const ConvexSet& b, const RelativePose& pose,
                      float enough) {
  GjkResult r{};
  GjkSimplex simplex;
  const auto add = [&](Vec3 direction) {
    const int i = supportVertex(a.points, a.count, direction);
    const int j = supportVertex(b.points, b.count, pose.directionToB(-direction));
    const Vec3 w = a.points[i] - pose.toA(b.points[j]);
    simplex.w[simplex.count] = w;
    simplex.a[simplex.count] = static_cast<uint8_t>(i);
    simplex.b[simplex.count] = static_cast<uint8_t>(j);
    return w;
  };
  Vec3 v = add(pose.offset);
  simplex.count = 1, simplex.weight[0] = 1;
  float scale = lengthSquared(v), d2 = scale;
  for (int i = 0; i < kGjkIterations; ++i) {
    if (d2 <= kTouching2 * scale) break;
    const Vec3 w = add(-v);
    const float bound = dot(v, w);
    // Squares tell it first, and wrongly where they leave the floats.
    if (bound > 0 && bound * bound > enough * enough * d2 && bound / sqrt(d2) > enough) {
      r.distance = bound / sqrt(d2);
      r.simplex = simplex;
      return r;
    }
    if (!(d2 - bound > 1e-6f * d2)) break;
    bool known = false;
    for (int k = 0; k < simplex.count; ++k)
      known |= simplex.a[k] == simplex.a[simplex.count] && simplex.b[k] == simplex.b[simplex.count];
    if (known) break;
    scale = max(scale, lengthSquared(w));
    GjkSimplex next = simplex;
    ++next.count;
    const Vec3 nearer = reduceGjkSimplex(next);
    const float d = lengthSquared(nearer);
    if (next.count == 4) {
      simplex = next, d2 = 0;
      break;
    }
    if (!(d < d2)) break;  // rounding: the last one stands
    simplex = next, v = nearer, d2 = d;
  }
  r.simplex = simplex;
  if (simplex.count == 4) return r;
  for (int k = 0; k < simplex.count; ++k) {
    r.onA += simplex.weight[k] * a.points[simplex.a[k]];
    r.onB += simplex.weight[k] * pose.toA(b.points[simplex.b[k]]);
  }
  if (d2 <= kTouching2 * scale + kNoLength * kNoLength) return r;
  r.distance = sqrt(d2);
  r.normal = (-1 / r.distance) * v;
  return r;
}

ConvexPoints pointsOf(const Shape& shape) {
  return std::visit(
      [](const auto& s) {
        if constexpr (std::is_constructible_v<ConvexPoints, decltype(s)>)
          return ConvexPoints(s);
        else
          return ConvexPoints(Sphere{0});
      },
      shape);
}

}  // namespace holonom
