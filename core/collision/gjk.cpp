#include "collision/gjk.h"

#include "collision/polyhedron.h"

namespace holonom {

namespace {

constexpr int kGjkIterations = 64;

/// How fine numbers of a type tell distances: squares of shares.
template <class T>
struct GjkLimits;
template <>
struct GjkLimits<float> {
  /// Nearer than 3·10⁻⁶ of their size, the direction between two sets is rounding.
  static constexpr float touching2 = 1e-11f;
  /// Four points that stand out of one plane by less than 10⁻⁶ of their size hold nothing.
  static constexpr float flat2 = 1e-12f;
  static constexpr float converged = 1e-6f;
};
template <>
struct GjkLimits<double> {
  static constexpr double touching2 = 1e-11, flat2 = 1e-24, converged = 1e-12;
};

/// Up to four vertices of A − B, by their numbers, with the weights of the closest point.
template <class T>
struct Simplex {
  int count = 0;
  Vec3T<T> w[4];  ///< A's axes
  uint8_t a[4] = {}, b[4] = {};
  T weight[4] = {};
};

template <class T>
void keepGjkVertices(Simplex<T>& s, const int* kept, const T* weights, int count) {
  Simplex<T> r;
  r.count = count;
  for (int i = 0; i < count; ++i) {
    r.w[i] = s.w[kept[i]], r.a[i] = s.a[kept[i]], r.b[i] = s.b[kept[i]];
    r.weight[i] = weights[i];
  }
  s = r;
}

/// Closest point of a triangle to the origin, as weights; vertices without weight are left out.
template <class T>
struct GjkFeature {
  int kept[3];
  T weight[3];
  int count;
};

template <class T>
GjkFeature<T> gjkSegment(const Vec3T<T>* w, int i, int j) {
  const Vec3T<T> d = w[j] - w[i];
  const T t = -dot(w[i], d), l = lengthSquared(d);
  if (t <= 0 || !(l > 0)) return {{i}, {1}, 1};
  if (t >= l) return {{j}, {1}, 1};
  return {{i, j}, {1 - t / l, t / l}, 2};
}

template <class T>
GjkFeature<T> gjkTriangle(const Vec3T<T>* w, int i, int j, int k) {
  const Vec3T<T> a = w[i], b = w[j], c = w[k], ab = b - a, ac = c - a;
  const T d1 = -dot(ab, a), d2 = -dot(ac, a);
  if (d1 <= 0 && d2 <= 0) return {{i}, {1}, 1};
  const T d3 = -dot(ab, b), d4 = -dot(ac, b);
  if (d3 >= 0 && d4 <= d3) return {{j}, {1}, 1};
  const T d5 = -dot(ab, c), d6 = -dot(ac, c);
  if (d6 >= 0 && d5 <= d6) return {{k}, {1}, 1};
  const T va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return gjkSegment(w, i, j);
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return gjkSegment(w, i, k);
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return gjkSegment(w, j, k);
  const T sum = va + vb + vc;
  if (!(sum > 0)) return gjkSegment(w, i, j);  // without area
  return {{i, j, k}, {va / sum, vb / sum, vc / sum}, 3};
}

template <class T>
Vec3T<T> pointOf(const Vec3T<T>* w, const GjkFeature<T>& f) {
  Vec3T<T> p{};
  for (int i = 0; i < f.count; ++i) p += f.weight[i] * w[f.kept[i]];
  return p;
}

/// Reduces a simplex to the part that holds its point nearest to the origin, and gives that point.
/// A simplex of four that stays so holds the origin.
template <class T>
Vec3T<T> reduceGjkSimplex(Simplex<T>& s) {
  GjkFeature<T> best{{0}, {1}, 1};
  if (s.count == 2) {
    best = gjkSegment(s.w, 0, 1);
  } else if (s.count == 3) {
    best = gjkTriangle(s.w, 0, 1, 2);
  } else if (s.count == 4) {
    constexpr int kSides[4][4] = {{0, 1, 2, 3}, {0, 3, 1, 2}, {0, 2, 3, 1}, {1, 3, 2, 0}};
    T least = kHuge * kHuge, size2 = 0;
    for (const Vec3T<T> w : s.w) size2 = max(size2, lengthSquared(w));
    bool outside = false;
    for (const int(&side)[4] : kSides) {
      const Vec3T<T> a = s.w[side[0]], ab = s.w[side[1]] - a, ac = s.w[side[2]] - a;
      const Vec3T<T> n = cross(ab, ac);
      const T origin = -dot(n, a), opposite = dot(n, s.w[side[3]] - a);
      // The origin is on the inner side, unless all lie in one plane but for rounding.
      const T flat2 = GjkLimits<T>::flat2 * size2 * lengthSquared(ab) * lengthSquared(ac);
      if (origin * opposite > 0 && opposite * opposite > flat2) continue;
      outside = true;
      const GjkFeature<T> f = gjkTriangle(s.w, side[0], side[1], side[2]);
      const T d = lengthSquared(pointOf(s.w, f));
      if (d < least) least = d, best = f;
    }
    if (!outside) return {};
  }
  const Vec3T<T> p = pointOf(s.w, best);
  keepGjkVertices(s, best.kept, best.weight, best.count);
  return p;
}

template <class T>
Vec3T<T> convert(Vec3 p) {
  return {p.x, p.y, p.z};
}
template <class T>
Vec3 rounded(Vec3T<T> p) {
  return {float(p.x), float(p.y), float(p.z)};
}

template <class T>
GjkSimplex numbersOf(const Simplex<T>& s) {
  GjkSimplex r;
  r.count = s.count;
  for (int k = 0; k < s.count; ++k) r.a[k] = s.a[k], r.b[k] = s.b[k];
  return r;
}

template <class T>
GjkResult distanceOf(const ConvexSet& a, const ConvexSet& b, const RelativePose& pose,
                     float enough) {
  using Limits = GjkLimits<T>;
  GjkResult r{};
  Simplex<T> simplex;
  const auto add = [&](Vec3T<T> way) {
    const Vec3 direction = rounded(way);
    const int i = supportVertex(a.points, a.count, direction);
    const int j = supportVertex(b.points, b.count, pose.directionToB(-direction));
    const Vec3T<T> w = convert<T>(a.points[i]) - convert<T>(pose.toA(b.points[j]));
    simplex.w[simplex.count] = w;
    simplex.a[simplex.count] = static_cast<uint8_t>(i);
    simplex.b[simplex.count] = static_cast<uint8_t>(j);
    return w;
  };
  Vec3T<T> v = add(convert<T>(pose.offset));
  simplex.count = 1, simplex.weight[0] = 1;
  T scale = lengthSquared(v), d2 = scale;
  for (int i = 0; i < kGjkIterations; ++i) {
    if (d2 <= Limits::touching2 * scale) break;
    const Vec3T<T> w = add(-v);
    const T bound = dot(v, w);
    // Squares tell it first, and wrongly where they leave the floats.
    if (bound > 0 && bound * bound > enough * enough * d2 && bound / sqrt(d2) > enough) {
      r.distance = float(bound / sqrt(d2));
      r.simplex = numbersOf(simplex);
      return r;
    }
    if (!(d2 - bound > Limits::converged * d2)) break;
    bool known = false;
    for (int k = 0; k < simplex.count; ++k)
      known |= simplex.a[k] == simplex.a[simplex.count] && simplex.b[k] == simplex.b[simplex.count];
    if (known) break;
    scale = max(scale, lengthSquared(w));
    Simplex<T> next = simplex;
    ++next.count;
    const Vec3T<T> nearer = reduceGjkSimplex(next);
    const T d = lengthSquared(nearer);
    if (next.count == 4) {
      simplex = next, d2 = 0;
      break;
    }
    if (!(d < d2)) break;  // rounding: the last one stands
    simplex = next, v = nearer, d2 = d;
  }
  r.simplex = numbersOf(simplex);
  if (simplex.count == 4) return r;
  for (int k = 0; k < simplex.count; ++k) {
    r.onA += float(simplex.weight[k]) * a.points[simplex.a[k]];
    r.onB += float(simplex.weight[k]) * pose.toA(b.points[simplex.b[k]]);
  }
  if (d2 <= Limits::touching2 * scale + T(kNoLength) * T(kNoLength)) return r;
  const T distance = sqrt(d2);
  r.distance = float(distance);
  r.normal = rounded((-1 / distance) * v);
  return r;
}

}  // namespace

GjkResult gjkDistance(const ConvexSet& a, const ConvexSet& b, const RelativePose& pose,
                      float enough) {
  return distanceOf<float>(a, b, pose, enough);
}

[[gnu::cold]] GjkResult gjkDistanceExact(const ConvexSet& a, const ConvexSet& b,
                                         const RelativePose& pose) {
  return distanceOf<double>(a, b, pose, kHuge);
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
