#include "geometry/tet_mesh.h"

#include <algorithm>
#include <utility>

namespace holonom {

namespace {

/// The corners of each face, counter-clockwise from outside if the fourth lies on its inner side.
constexpr int kFaces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

}  // namespace

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
  const auto at = [&](uint32_t i) {
    const float* v = &mesh.vertices[3 * size_t(i)];
    return toDouble(Vec3{v[0], v[1], v[2]});
  };
  std::vector<uint32_t> corners;  // of every face, turned outwards
  std::vector<uint32_t> greatest;
  std::vector<Keyed> faces, scratch;  // by their two lowest vertices
  for (size_t t = 0; t < mesh.indices.size(); t += 4) {
    const uint32_t* const tet = &mesh.indices[t];
    const Vec3d origin = at(tet[0]);
    const bool mirrored =
        dot(cross(at(tet[1]) - origin, at(tet[2]) - origin), at(tet[3]) - origin) < 0;
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
