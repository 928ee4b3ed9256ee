#include "geometry/quickhull.h"

#include <algorithm>
#include <array>
#include <utility>

namespace holonom {

namespace {

struct HullFacet {
  std::array<int, 3> vertex{};
  std::array<int, 3> beyond{};  ///< facet across the edge from vertex k to k + 1
  Vec3d normal;
  Vec3d origin;  ///< of the plane
  std::vector<int> outside;
  int farthest = -1;  ///< of `outside`
  double height = 0;  ///< of the farthest
  bool alive = true, visible = false;
};

struct HorizonEdge {
  int from, to;
  int beyond;  ///< facet that stays
};

class HullBuilder {
 public:
  HullBuilder(const std::vector<Vec3>& points, int maxVertices) : maxVertices_(maxVertices) {
    Vec3 low = points[0], high = points[0];
    for (const Vec3 p : points) low = min(low, p), high = max(high, p);
    const Vec3 reach = max(abs(low), abs(high));
    // Seven roundings of the largest coordinate.
    tolerance_ = 4e-7 * max(reach.x, max(reach.y, reach.z));
    const Vec3d center = 0.5 * (toDouble(low) + toDouble(high));
    for (const Vec3 p : points) points_.push_back(toDouble(p) - center);
  }

  HullTriangles build() {
    HullTriangles out;
    out.tolerance = tolerance_;
    out.rank = start();
    if (out.rank != HullRank::Solid) return out;
    for (;;) {
      int best = -1;
      for (size_t f = 0; f < facets_.size(); ++f)
        if (facets_[f].farthest >= 0 && (best < 0 || facets_[f].height > facets_[best].height))
          best = static_cast<int>(f);
      if (best < 0) break;
      // Euler: triangles around V vertices number 2 V − 4.
      if (aliveCount_ / 2 + 2 >= maxVertices_) {
        omitted_ = std::max(omitted_, facets_[best].height);
        break;
      }
      add(best);
    }
    out.deviation = omitted_;
    for (const HullFacet& f : facets_)
      if (f.alive) out.triangles.push_back(f.vertex);
    return out;
  }

 private:
  /// Finds four points that span a solid, far from each other, and their tetrahedron.
  HullRank start() {
    int extremes[6] = {};
    for (size_t i = 0; i < points_.size(); ++i)
      for (int axis = 0; axis < 3; ++axis) {
        const auto along = [&](int p) {
          const Vec3d& v = points_[p];
          return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
        };
        const int k = static_cast<int>(i);
        if (along(k) < along(extremes[2 * axis])) extremes[2 * axis] = k;
        if (along(k) > along(extremes[2 * axis + 1])) extremes[2 * axis + 1] = k;
      }
    int a = 0, b = 0;
    double length2 = 0;
    for (const int i : extremes)
      for (const int j : extremes) {
        const double d = lengthSquared(points_[i] - points_[j]);
        if (d > length2) length2 = d, a = i, b = j;
      }
    if (!(length2 > tolerance_ * tolerance_)) return HullRank::Point;

    const Vec3d along = normalize(points_[b] - points_[a]);
    const auto fromLine = [&](int i) {
      return lengthSquared(cross(along, points_[i] - points_[a]));
    };
    int c = farthestBy(fromLine);
    if (!(fromLine(c) > tolerance_ * tolerance_)) return HullRank::Line;

    const Vec3d up = normalize(cross(points_[b] - points_[a], points_[c] - points_[a]));
    const int d = farthestBy([&](int i) { return abs(dot(up, points_[i] - points_[a])); });
    const double height = dot(up, points_[d] - points_[a]);
    if (!(abs(height) > tolerance_)) return HullRank::Plane;

    if (height > 0) std::swap(b, c);
    addFacet({a, b, c}, {3, 2, 1});
    addFacet({a, c, d}, {0, 2, 3});
    addFacet({c, b, d}, {0, 3, 1});
    addFacet({b, a, d}, {0, 1, 2});
    for (size_t i = 0; i < points_.size(); ++i) assign(static_cast<int>(i), 0);
    return HullRank::Solid;
  }

  template <class Measure>
  int farthestBy(Measure&& measure) const {
    int best = 0;
    double most = -1;
    for (size_t i = 0; i < points_.size(); ++i) {
      const double d = measure(static_cast<int>(i));
      if (d > most) most = d, best = static_cast<int>(i);
    }
    return best;
  }

  double heightOver(const HullFacet& f, int point) const {
    return dot(f.normal, points_[point] - f.origin);
  }
  Vec3d normalOf(int a, int b, int c) const {
    return normalize(cross(points_[b] - points_[a], points_[c] - points_[a]));
  }

  void addFacet(std::array<int, 3> vertex, std::array<int, 3> beyond) {
    HullFacet f;
    f.vertex = vertex;
    f.beyond = beyond;
    f.normal = normalOf(vertex[0], vertex[1], vertex[2]);
    f.origin = points_[vertex[0]];
    facets_.push_back(std::move(f));
    ++aliveCount_;
  }

  /// Notes a point at the facet, of those from `first` on, that it stands out of most.
  void assign(int point, size_t first) {
    int best = -1;
    double height = tolerance_;
    for (size_t f = first; f < facets_.size(); ++f) {
      const double h = heightOver(facets_[f], point);
      if (h > height) height = h, best = static_cast<int>(f);
    }
    if (best < 0) return;
    HullFacet& f = facets_[best];
    if (height > f.height) f.height = height, f.farthest = static_cast<int>(f.outside.size());
    f.outside.push_back(point);
  }

  /// Takes the farthest point of a facet into the hull.
  void add(int facet) {
    HullFacet& f = facets_[facet];
    const int eye = f.outside[f.farthest];
    f.outside.erase(f.outside.begin() + f.farthest);
    see(eye, facet);
    if (!findHorizon(eye)) {
      // Rounding tore the seen part: the point stays out, which moves the surface by less than it.
      for (const int s : seen_) facets_[s].visible = false;
      omitted_ = std::max(omitted_, f.height);
      f.farthest = -1, f.height = 0;
      for (size_t i = 0; i < f.outside.size(); ++i) {
        const double h = heightOver(f, f.outside[i]);
        if (h > f.height) f.height = h, f.farthest = static_cast<int>(i);
      }
      return;
    }
    const int first = static_cast<int>(facets_.size()), count = static_cast<int>(horizon_.size());
    for (int i = 0; i < count; ++i) {
      const HorizonEdge& e = horizon_[i];
      addFacet({e.from, e.to, eye},
               {e.beyond, first + (i + 1) % count, first + (i + count - 1) % count});
      HullFacet& outer = facets_[e.beyond];
      for (int k = 0; k < 3; ++k)
        if (outer.vertex[k] == e.to && outer.vertex[(k + 1) % 3] == e.from)
          outer.beyond[k] = first + i;
    }
    for (const int s : seen_) {
      facets_[s].alive = false;
      facets_[s].farthest = -1;
      --aliveCount_;
      const std::vector<int> orphans = std::move(facets_[s].outside);
      for (const int p : orphans) assign(p, static_cast<size_t>(first));
    }
  }

  /// Collects in `seen_` the connected facets that a point sees.
  void see(int eye, int facet) {
    seen_.assign(1, facet);
    facets_[facet].visible = true;
    for (size_t i = 0; i < seen_.size(); ++i)
      for (const int next : facets_[seen_[i]].beyond)
        if (!facets_[next].visible && heightOver(facets_[next], eye) > tolerance_) {
          facets_[next].visible = true;
          seen_.push_back(next);
        }
  }

  /// The rim of the seen facets as one loop in `horizon_`; false when it is none.
  bool findHorizon(int eye) {
    std::vector<HorizonEdge> rim;
    for (const int s : seen_)
      for (int k = 0; k < 3; ++k) {
        const HullFacet& f = facets_[s];
        if (!facets_[f.beyond[k]].visible)
          rim.push_back({f.vertex[k], f.vertex[(k + 1) % 3], f.beyond[k]});
      }
    horizon_.clear();
    if (rim.size() < 3) return false;
    size_t at = 0;
    do {
      horizon_.push_back(rim[at]);
      if (!(lengthSquared(normalOf(rim[at].from, rim[at].to, eye)) > 0)) return false;
      size_t next = rim.size();
      for (size_t i = 0; i < rim.size(); ++i)
        if (rim[i].from == rim[at].to) {
          if (next < rim.size()) return false;
          next = i;
        }
      if (next == rim.size()) return false;
      at = next;
    } while (at != 0 && horizon_.size() <= rim.size());
    return horizon_.size() == rim.size();
  }

  std::vector<Vec3d> points_;
  std::vector<HullFacet> facets_;
  std::vector<int> seen_;
  std::vector<HorizonEdge> horizon_;
  double tolerance_ = 0;
  double omitted_ = 0;  ///< how far the farthest point that stays out stands out [m]
  int maxVertices_;
  int aliveCount_ = 0;
};

}  // namespace

HullTriangles quickHull(const std::vector<Vec3>& points, int maxVertices) {
  return points.empty() ? HullTriangles{} : HullBuilder(points, maxVertices).build();
}

}  // namespace holonom
