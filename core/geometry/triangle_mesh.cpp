#include "geometry/triangle_mesh.h"

#include <algorithm>
#include <utility>

namespace holonom {

namespace {

constexpr int32_t kNotFirst = -2;

Error meshError(std::string path, Value value, Rule rule, std::vector<Value> parameters = {}) {
  return {ErrorCode::Geometry, std::move(path), std::move(value), rule, std::move(parameters)};
}

std::string at(const std::string& path, const char* field, size_t i) {
  return path + "." + field + "[" + std::to_string(i) + "]";
}

}  // namespace

Status checkTriangles(const TriangleMesh& mesh, const std::string& path) {
  const size_t n = mesh.vertices.size();
  if (n < 3) return meshError(path + ".vertices", double(n), Rule::ThreeVertices);
  if (mesh.indices.size() < 3)
    return meshError(path + ".indices", double(mesh.indices.size()), Rule::OneTriangle);
  if (mesh.indices.size() % 3 != 0)
    return meshError(path + ".indices", double(mesh.indices.size()), Rule::ThreePerTriangle);
  for (size_t i = 0; i < n; ++i)
    if (!isFinite(mesh.vertices[i]))
      return meshError(at(path, "vertices", 3 * i), Value(), Rule::FiniteCoordinates);
  for (size_t i = 0; i < mesh.indices.size(); ++i)
    if (mesh.indices[i] >= n)
      return meshError(at(path, "indices", i), double(mesh.indices[i]), Rule::VertexIndexTo,
                       {double(n - 1)});
  for (size_t t = 0; t < mesh.indices.size(); t += 3) {
    const uint32_t a = mesh.indices[t], b = mesh.indices[t + 1], c = mesh.indices[t + 2];
    if (a == b || b == c || c == a)
      return meshError(at(path, "indices", t), double(a), Rule::DifferentVertices);
  }
  return {};
}

Status checkMesh(const TriangleMesh& mesh, const std::string& path) {
  if (Status bad = checkTriangles(mesh, path)) return bad;
  const std::vector<Keyed> sides = sortedSides(mesh.indices);
  for (size_t i = 2; i < sides.size(); ++i)
    if (sides[i].key == sides[i - 2].key)
      return meshError(at(path, "indices", sides[i].index), double(sides[i].key >> 32),
                       Rule::TrianglesOnEdge);
  return {};
}

std::vector<Keyed> sortedSides(const std::vector<uint32_t>& indices) {
  std::vector<Keyed> sides(indices.size()), scratch;
  for (size_t i = 0; i < indices.size(); ++i) {
    const uint32_t a = indices[i], b = indices[nextCorner(i)];
    sides[i] = {keyOf(std::min(a, b), std::max(a, b)), static_cast<uint32_t>(i)};
  }
  sortByKey(sides, scratch);
  return sides;
}

std::vector<Edge> edgesOf(const TriangleMesh& mesh) {
  const std::vector<Keyed> sides = sortedSides(mesh.indices);
  std::vector<int32_t> other(sides.size(), kNotFirst);  // of the first side of an edge, its second
  for (size_t i = 0, end; i < sides.size(); i = end) {
    for (end = i + 1; end < sides.size() && sides[end].key == sides[i].key;) ++end;
    other[sides[i].index] = end - i > 1 ? static_cast<int32_t>(sides[end - 1].index) : -1;
  }
  const auto opposite = [&](size_t i) {
    return static_cast<int32_t>(mesh.indices[nextCorner(nextCorner(i))]);
  };
  std::vector<Edge> edges;
  for (size_t i = 0; i < other.size(); ++i) {
    if (other[i] == kNotFirst) continue;
    const uint32_t a = mesh.indices[i], b = mesh.indices[nextCorner(i)];
    edges.push_back({std::min(a, b), std::max(a, b), opposite(i),
                     other[i] < 0 ? -1 : opposite(static_cast<size_t>(other[i]))});
  }
  return edges;
}

TriangleMesh gridMesh(float width, float depth, int segmentsX, int segmentsZ) {
  TriangleMesh mesh;
  for (int j = 0; j <= segmentsZ; ++j)
    for (int i = 0; i <= segmentsX; ++i)
      mesh.vertices.push_back({(float(i) / float(segmentsX) - 0.5f) * width, 0,
                               (float(j) / float(segmentsZ) - 0.5f) * depth});
  const uint32_t row = static_cast<uint32_t>(segmentsX) + 1;
  for (uint32_t j = 0; j < static_cast<uint32_t>(segmentsZ); ++j)
    for (uint32_t i = 0; i < static_cast<uint32_t>(segmentsX); ++i) {
      const uint32_t a = j * row + i, b = a + 1, c = a + row, d = c + 1;
      // Diagonals alternate, so that the cloth has no preferred shear direction.
      if ((i + j) % 2 == 0)
        mesh.indices.insert(mesh.indices.end(), {a, c, d, a, d, b});
      else
        mesh.indices.insert(mesh.indices.end(), {a, c, b, b, c, d});
    }
  return mesh;
}

void vertexNormals(const float* positions, int count, const std::vector<uint32_t>& indices,
                   float* normals) {
  const auto vertex = [&](uint32_t i) {
    return Vec3{positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]};
  };
  std::fill(normals, normals + 3 * static_cast<size_t>(count), 0.0f);
  for (size_t t = 0; t < indices.size(); t += 3) {
    const Vec3 a = vertex(indices[t]), b = vertex(indices[t + 1]), c = vertex(indices[t + 2]);
    const Vec3 n = cross(b - a, c - a);
    for (int k = 0; k < 3; ++k) {
      float* out = normals + 3 * static_cast<size_t>(indices[t + k]);
      out[0] += n.x, out[1] += n.y, out[2] += n.z;
    }
  }
  for (int i = 0; i < count; ++i) {
    float* n = normals + 3 * static_cast<size_t>(i);
    const Vec3 u = normalize(Vec3{n[0], n[1], n[2]});
    n[0] = u.x, n[1] = u.y, n[2] = u.z;
  }
}

}  // namespace holonom
