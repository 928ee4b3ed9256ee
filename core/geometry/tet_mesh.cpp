#include "geometry/tet_mesh.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace holonom {

namespace {

/// The corners of each face, counter-clockwise from outside if the fourth lies on its inner side.
constexpr int kFaces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

/// A tetrahedron of which six times the volume is a smaller share of the cube of its longest edge
/// is flat.
constexpr double kFlat = 1e-5;

}  // namespace

TetrahedronEdges edgesAt(const TetrahedraDef& mesh, size_t first) {
  const auto at = [&](size_t corner) {
    const float* v = &mesh.vertices[3 * size_t(mesh.indices[first + corner])];
    return toDouble(Vec3{v[0], v[1], v[2]});
  };
  const Vec3d origin = at(0);
  return {at(1) - origin, at(2) - origin, at(3) - origin};
}

TetrahedraDef tetrahedraOf(const LatticeDef& lattice) {
  TetrahedraDef mesh;
  const Int3 n = lattice.cells;
  const auto at = [](int i, int count, float size) {
    return size * (float(i) / float(count) - 0.5f);
  };
  for (int k = 0; k <= n.z; ++k)
    for (int j = 0; j <= n.y; ++j)
      for (int i = 0; i <= n.x; ++i)
        mesh.vertices.insert(
            mesh.vertices.end(),
            {at(i, n.x, lattice.size.x), at(j, n.y, lattice.size.y), at(k, n.z, lattice.size.z)});
  const uint32_t steps[] = {1, uint32_t(n.x + 1), uint32_t((n.x + 1) * (n.y + 1))};
  // From one corner of a cell to the opposite one along its edges, in each order. [Kuhn 1960]
  constexpr int kOrders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  for (int k = 0; k < n.z; ++k)
    for (int j = 0; j < n.y; ++j)
      for (int i = 0; i < n.x; ++i)
        for (const auto& order : kOrders) {
          uint32_t corner = uint32_t(i) + uint32_t(j) * steps[1] + uint32_t(k) * steps[2];
          mesh.indices.push_back(corner);
          for (const int axis : order) mesh.indices.push_back(corner += steps[axis]);
        }
  return mesh;
}

Status orient(TetrahedraDef& mesh, const std::string& path) {
  for (size_t t = 0; t < mesh.indices.size(); t += 4) {
    const TetrahedronEdges edges = edgesAt(mesh, t);
    const auto& [a, b, c] = edges;
    double longest2 = 0;
    for (const Vec3d& edge : {a, b, c, b - a, c - a, c - b})
      longest2 = max(longest2, lengthSquared(edge));
    const double sixfold = edges.sixfoldVolume();
    if (!(std::abs(sixfold) > kFlat * longest2 * std::sqrt(longest2)))
      return Error{ErrorCode::Geometry, path + ".indices[" + std::to_string(t) + "]",
                   double(mesh.indices[t]), Rule::TetrahedronVolume};
    if (sixfold < 0) std::swap(mesh.indices[t + 2], mesh.indices[t + 3]);
  }
  return {};
}

Status checkTetrahedra(const TetrahedraDef& def, const std::string& path) {
  const auto error = [&](const std::string& field, double value, Rule rule) {
    return Error{ErrorCode::Geometry, path + "." + field, value, rule};
  };
  if (def.vertices.size() % 3 != 0 || def.vertices.size() < 12)
    return error("vertices", double(def.vertices.size()), Rule::ThreePerVertexOfFour);
  if (def.indices.size() % 4 != 0 || def.indices.empty())
    return error("indices", double(def.indices.size()), Rule::FourPerTetrahedron);
  const size_t count = def.vertices.size() / 3;
  for (size_t i = 0; i < def.indices.size(); ++i) {
    bool sound = def.indices[i] < count;
    for (size_t j = i - i % 4; j < i; ++j) sound = sound && def.indices[j] != def.indices[i];
    if (!sound)
      return error("indices[" + std::to_string(i) + "]", def.indices[i], Rule::TetrahedronVertex);
  }
  return {};
}

std::vector<uint32_t> edgesOf(const TetrahedraDef& mesh) {
  std::vector<Keyed> sides, scratch;
  for (size_t t = 0; t < mesh.indices.size(); t += 4)
    for (size_t i = t; i < t + 4; ++i)
      for (size_t j = t; j < i; ++j) {
        const auto [low, high] = std::minmax(mesh.indices[i], mesh.indices[j]);
        sides.push_back({keyOf(low, high), 0});
      }
  sortByKey(sides, scratch);
  std::vector<uint32_t> edges;
  for (size_t i = 0; i < sides.size(); ++i)
    if (i == 0 || sides[i].key != sides[i - 1].key)
      edges.insert(edges.end(), {uint32_t(sides[i].key >> 32), uint32_t(sides[i].key)});
  return edges;
}

std::vector<uint32_t> surfaceOf(const TetrahedraDef& mesh) {
  std::vector<uint32_t> corners;  // of every face, turned outwards
  std::vector<uint32_t> greatest;
  std::vector<Keyed> faces, scratch;  // by their two lowest vertices
  for (size_t t = 0; t < mesh.indices.size(); t += 4) {
    const uint32_t* const tet = &mesh.indices[t];
    const bool mirrored = edgesAt(mesh, t).sixfoldVolume() < 0;
    for (const auto& face : kFaces) {
      const uint32_t a = tet[face[0]], b = tet[face[mirrored ? 2 : 1]],
                     c = tet[face[mirrored ? 1 : 2]];
      corners.insert(corners.end(), {a, b, c});
      const uint32_t low = std::min(std::min(a, b), c), high = std::max(std::max(a, b), c);
      faces.push_back({keyOf(low, a ^ b ^ c ^ low ^ high), uint32_t(faces.size())});
      greatest.push_back(high);
    }
  }
  sortByKey(faces, scratch);
  std::vector<uint32_t> inside(faces.size());
  for (size_t i = 0; i < faces.size(); ++i)
    for (size_t j = i + 1; j < faces.size() && faces[j].key == faces[i].key; ++j)
      if (greatest[faces[i].index] == greatest[faces[j].index])
        inside[faces[i].index] = inside[faces[j].index] = 1;
  std::vector<uint32_t> surface;
  for (size_t f = 0; f < inside.size(); ++f)
    if (!inside[f])
      surface.insert(surface.end(), {corners[3 * f], corners[3 * f + 1], corners[3 * f + 2]});
  return surface;
}

}  // namespace holonom
