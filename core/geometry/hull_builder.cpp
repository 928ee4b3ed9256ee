// From points to hulls: faces of quickhull merged, edges and mass.
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <utility>

#include "base/keyed.h"
#include "geometry/hull.h"
#include "geometry/quickhull.h"
#include "geometry/surface_integral.h"

namespace holonom {

namespace {

using HullLoop = std::vector<int>;            // vertices, counter-clockwise from outside
using HullEdgeMap = std::map<uint64_t, int>;  // by from where to where

Vec3d hullTriangleCross(const std::vector<Vec3>& points, const std::array<int, 3>& t) {
  const Vec3d a = toDouble(points[t[0]]);
  return cross(toDouble(points[t[1]]) - a, toDouble(points[t[2]]) - a);
}

/// The rim of a group of triangles as one loop; empty when it is none. `next` has −1 for each
/// point, before and after.
HullLoop rimOf(const HullTriangles& hull, const std::vector<int>& group, const HullEdgeMap& faceOf,
               const std::vector<int>& groupOf, std::vector<int>& next) {
  HullLoop from;
  bool simple = true;
  for (const int t : group)
    for (int k = 0; k < 3; ++k) {
      const int a = hull.triangles[t][k], b = hull.triangles[t][(k + 1) % 3];
      if (groupOf[faceOf.at(keyOf(uint32_t(b), uint32_t(a)))] == groupOf[t]) continue;
      simple = simple && next[a] < 0;
      next[a] = b;
      from.push_back(a);
    }
  HullLoop loop;
  if (simple && !from.empty()) {
    int at = *std::min_element(from.begin(), from.end());
    do {
      loop.push_back(at);
      at = next[at];
    } while (at != loop[0]);
  }
  for (const int a : from) next[a] = -1;
  return loop.size() == from.size() ? loop : HullLoop{};
}

/// Joins triangles that lie in the plane of a larger neighbor into polygons.
std::vector<HullLoop> mergeCoplanar(const HullTriangles& hull, const std::vector<Vec3>& points) {
  const int count = static_cast<int>(hull.triangles.size());
  HullEdgeMap faceOf;
  std::vector<Vec3d> normals(count);
  std::vector<double> areas(count);
  std::vector<Keyed> bySize(count);
  std::vector<int> groupOf(count, -1);
  for (int t = 0; t < count; ++t) {
    for (int k = 0; k < 3; ++k) {
      const auto& v = hull.triangles[t];
      faceOf[keyOf(uint32_t(v[k]), uint32_t(v[(k + 1) % 3]))] = t;
    }
    const Vec3d n = hullTriangleCross(points, hull.triangles[t]);
    areas[t] = length(n);
    normals[t] = normalize(n);
    bySize[t] = {~std::bit_cast<uint64_t>(areas[t]), uint32_t(t)};  // largest first
  }
  std::vector<Keyed> scratch;
  sortByKey(bySize, scratch);
  std::vector<HullLoop> loops;
  std::vector<int> next(points.size(), -1);
  for (const Keyed& each : bySize) {
    const int seed = int(each.index);
    if (groupOf[seed] >= 0) continue;
    const Vec3d n = normals[seed], origin = toDouble(points[hull.triangles[seed][0]]);
    std::vector<int> group{seed};
    groupOf[seed] = seed;
    for (size_t i = 0; i < group.size(); ++i)
      for (int k = 0; k < 3; ++k) {
        const std::array<int, 3>& t = hull.triangles[group[i]];
        const int other = faceOf.at(keyOf(uint32_t(t[(k + 1) % 3]), uint32_t(t[k])));
        if (groupOf[other] >= 0 || !(dot(normals[other], n) > 0.5)) continue;
        const auto& v = hull.triangles[other];
        if (!std::all_of(v.begin(), v.end(), [&](int p) {
              return abs(dot(n, toDouble(points[p]) - origin)) <= 4 * hull.tolerance;
            }))
          continue;
        groupOf[other] = seed;
        group.push_back(other);
      }
    HullLoop loop = rimOf(hull, group, faceOf, groupOf, next);
    if (!loop.empty()) {
      loops.push_back(std::move(loop));
      continue;
    }
    for (const int t : group) {  // a group with a hole stays triangles
      groupOf[t] = t;
      loops.emplace_back(hull.triangles[t].begin(), hull.triangles[t].end());
    }
  }
  return loops;
}

/// Takes out vertices between two faces only: they lie on the edge where those meet.
void dropStraightVertices(std::vector<HullLoop>& loops, size_t points) {
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<int> uses(points);
    for (const HullLoop& loop : loops)
      for (const int v : loop) ++uses[v];
    for (HullLoop& loop : loops)
      changed |= std::erase_if(loop, [&](int v) { return uses[v] < 3; }) > 0;
    changed |= std::erase_if(loops, [](const HullLoop& loop) { return loop.size() < 3; }) > 0;
  }
}

/// Whether each edge has two faces and Euler's formula holds.
bool isClosed(const std::vector<HullLoop>& loops, size_t points) {
  std::vector<int> isVertex(points);
  HullEdgeMap sides;
  for (const HullLoop& loop : loops)
    for (size_t i = 0; i < loop.size(); ++i) {
      isVertex[loop[i]] = 1;
      if (sides[keyOf(uint32_t(loop[i]), uint32_t(loop[(i + 1) % loop.size()]))]++ > 0)
        return false;
    }
  for (const auto& [side, face] : sides)
    if (!sides.contains(std::rotl(side, 32))) return false;
  const auto vertices = size_t(std::count(isVertex.begin(), isVertex.end(), 1));
  return vertices + loops.size() == sides.size() / 2 + 2;
}

/// Everything that follows from vertices and loops.
void measureHull(HullGeometry& h) {
  Vec3d center{};
  for (const Vec3 v : h.vertices) center += (1.0 / double(h.vertices.size())) * toDouble(v);
  SurfaceIntegral integral(center);
  h.extent = 0;
  for (const Vec3 v : h.vertices) h.extent = max(h.extent, length(v));
  for (HullGeometry::Face& face : h.faces) {
    const auto vertex = [&](int k) { return toDouble(h.vertices[h.loops[face.first + k]]); };
    Vec3d normal{};
    for (int k = 1; k + 1 < face.count; ++k) {
      integral.add(vertex(0), vertex(k), vertex(k + 1));
      normal += cross(vertex(k) - vertex(0), vertex(k + 1) - vertex(0));
    }
    face.normal = toFloat(normalize(normal));
    // Of all vertices, for the normal of a needle is mostly rounding: nothing may stand out.
    face.offset = -kHuge;
    for (const Vec3 v : h.vertices) face.offset = max(face.offset, dot(face.normal, v));
  }
  h.mass = integral.result();
  h.inside = toFloat(h.mass.center);
}

std::shared_ptr<HullGeometry> hullOfLoops(const std::vector<HullLoop>& loops,
                                          const std::vector<Vec3>& points) {
  auto hull = std::make_shared<HullGeometry>();
  std::vector<int> numbers(points.size(), -1);  // of those that are vertices, in their order
  for (const HullLoop& loop : loops)
    for (const int v : loop) numbers[v] = 0;
  for (size_t point = 0; point < points.size(); ++point) {
    if (numbers[point] < 0) continue;
    numbers[point] = int(hull->vertices.size());
    hull->vertices.push_back(points[point]);
  }
  HullEdgeMap faceOf;
  for (const HullLoop& loop : loops) {
    const int face = static_cast<int>(hull->faces.size());
    hull->faces.push_back(
        {{}, 0, static_cast<int32_t>(hull->loops.size()), static_cast<int32_t>(loop.size())});
    for (size_t i = 0; i < loop.size(); ++i) {
      const int from = numbers[loop[i]], to = numbers[loop[(i + 1) % loop.size()]];
      hull->loops.push_back(static_cast<uint16_t>(from));
      faceOf[keyOf(uint32_t(from), uint32_t(to))] = face;
    }
  }
  for (const auto& [side, face] : faceOf) {
    const auto from = uint32_t(side >> 32), to = uint32_t(side);
    if (from < to)
      hull->edges.push_back({static_cast<uint16_t>(from), static_cast<uint16_t>(to),
                             static_cast<uint16_t>(face),
                             static_cast<uint16_t>(faceOf.at(std::rotl(side, 32)))});
  }
  measureHull(*hull);
  return hull;
}

}  // namespace

Result<std::shared_ptr<const HullGeometry>> buildHull(const std::vector<Vec3>& points,
                                                      const std::string& path) {
  const auto refuse = [&](Rule rule) {
    return Error{ErrorCode::Geometry, path, double(points.size()), rule};
  };
  for (size_t i = 0; i < points.size(); ++i)
    if (!isFinite(points[i]))
      return Error{ErrorCode::Finite, path + "[" + std::to_string(3 * i) + "]", Value(),
                   Rule::FiniteCoordinates};
  if (points.size() < 4) return refuse(Rule::FourPoints);
  const HullTriangles triangles = quickHull(points, kMaxHullVertices);
  switch (triangles.rank) {
    case HullRank::Point:
      return refuse(Rule::PointsApart);
    case HullRank::Line:
      return refuse(Rule::PointsNotOnLine);
    case HullRank::Plane:
      return refuse(Rule::PointsNotInPlane);
    case HullRank::Solid:
      break;
  }
  std::vector<HullLoop> loops = mergeCoplanar(triangles, points);
  dropStraightVertices(loops, points.size());
  if (!isClosed(loops, points.size())) {
    loops.clear();
    for (const auto& t : triangles.triangles) loops.emplace_back(t.begin(), t.end());
  }
  std::shared_ptr<HullGeometry> hull = hullOfLoops(loops, points);
  hull->deviation = static_cast<float>(triangles.deviation);
  if (!(hull->mass.volume > 0)) return refuse(Rule::PointsWithVolume);
  return std::shared_ptr<const HullGeometry>(std::move(hull));
}

Status resolveHull(Hull& hull, const std::string& path) {
  if (hull.geometry) return {};
  if (hull.points.size() % 3 != 0)
    return Error{ErrorCode::Geometry, path + ".points", double(hull.points.size()),
                 Rule::ThreePerPoint};
  std::vector<Vec3> points;
  for (size_t i = 0; i < hull.points.size(); i += 3)
    points.push_back({hull.points[i], hull.points[i + 1], hull.points[i + 2]});
  auto built = buildHull(points, path + ".points");
  if (!built) return built.error;
  hull.geometry = std::move(built.value);
  return {};
}

}  // namespace holonom
