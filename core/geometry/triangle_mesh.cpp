#include "geometry/triangle_mesh.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace holonom {

namespace {

struct HalfEdge {
  uint32_t a, b, opposite, order;
};

/// All triangle sides, equal edges together, in the order of their triangles.
std::vector<HalfEdge> sortedSides(const TriangleMesh& mesh) {
  std::vector<HalfEdge> sides;
  sides.reserve(mesh.indices.size());
  for (size_t t = 0; t + 2 < mesh.indices.size(); t += 3)
    for (int k = 0; k < 3; ++k) {
      const uint32_t a = mesh.indices[t + k], b = mesh.indices[t + (k + 1) % 3];
      const uint32_t c = mesh.indices[t + (k + 2) % 3];
      sides.push_back({std::min(a, b), std::max(a, b), c, static_cast<uint32_t>(sides.size())});
    }
  std::sort(sides.begin(), sides.end(), [](const HalfEdge& l, const HalfEdge& r) {
    return std::tie(l.a, l.b, l.order) < std::tie(r.a, r.b, r.order);
  });
  return sides;
}

Error meshError(std::string path, Value value, std::string allowed) {
  return {ErrorCode::Geometry, std::move(path), std::move(value), std::move(allowed)};
}

std::string at(const std::string& path, const char* field, size_t i) {
  return path + "." + field + "[" + std::to_string(i) + "]";
}

}  // namespace

Status checkTriangles(const TriangleMesh& mesh, const std::string& path) {
  const size_t n = mesh.vertices.size();
  if (n < 3) return meshError(path + ".vertices", double(n), "at least three vertices");
  if (mesh.indices.size() < 3)
    return meshError(path + ".indices", double(mesh.indices.size()), "at least one triangle");
  if (mesh.indices.size() % 3 != 0)
    return meshError(path + ".indices", double(mesh.indices.size()),
                     "three indices for each triangle");
  for (size_t i = 0; i < n; ++i)
    if (!isFinite(mesh.vertices[i]))
      return meshError(at(path, "vertices", 3 * i), Value(), "finite coordinates");
  for (size_t i = 0; i < mesh.indices.size(); ++i)
    if (mesh.indices[i] >= n)
      return meshError(at(path, "indices", i), double(mesh.indices[i]),
                       "a vertex index from 0 to " + std::to_string(n - 1));
  for (size_t t = 0; t < mesh.indices.size(); t += 3) {
    const uint32_t a = mesh.indices[t], b = mesh.indices[t + 1], c = mesh.indices[t + 2];
    if (a == b || b == c || c == a)
      return meshError(at(path, "indices", t), double(a), "three different vertices a triangle");
  }
  return {};
}

Status checkMesh(const TriangleMesh& mesh, const std::string& path) {
  if (Status bad = checkTriangles(mesh, path)) return bad;
  const std::vector<HalfEdge> sides = sortedSides(mesh);
  for (size_t i = 2; i < sides.size(); ++i)
    if (sides[i].a == sides[i - 2].a && sides[i].b == sides[i - 2].b)
      return meshError(at(path, "indices", sides[i].order), double(sides[i].a),
                       "at most two triangles on an edge");
  return {};
}

std::vector<Edge> edgesOf(const TriangleMesh& mesh) {
  const std::vector<HalfEdge> sides = sortedSides(mesh);
  std::vector<std::pair<uint32_t, Edge>> ordered;
  for (size_t i = 0; i < sides.size();) {
    Edge e{sides[i].a, sides[i].b, static_cast<int32_t>(sides[i].opposite), -1};
    const uint32_t order = sides[i].order;
    size_t j = i + 1;
    for (; j < sides.size() && sides[j].a == e.a && sides[j].b == e.b; ++j)
      e.oppositeB = static_cast<int32_t>(sides[j].opposite);
    ordered.push_back({order, e});
    i = j;
  }
  std::sort(ordered.begin(), ordered.end(),
            [](const auto& l, const auto& r) { return l.first < r.first; });
  std::vector<Edge> edges;
  edges.reserve(ordered.size());
  for (const auto& [order, e] : ordered) edges.push_back(e);
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
