#include "geometry/closed_mesh.h"

#include <algorithm>
#include <utility>

#include "geometry/surface_integral.h"
#include "geometry/triangle_mesh.h"

namespace holonom {

namespace {

Error closedMeshError(std::string path, Value value, Rule rule,
                      std::vector<Value> parameters = {}) {
  return {ErrorCode::Geometry, std::move(path), std::move(value), rule, std::move(parameters)};
}

/// That each edge runs as often one way as the other.
Status checkClosed(const std::vector<uint32_t>& indices, const std::string& path) {
  const std::vector<Keyed> sides = sortedSides(indices);
  const auto refuse = [&](const Keyed& side, Rule rule) {
    return closedMeshError(path + ".indices[" + std::to_string(side.index) + "]",
                           Value::ofNumbers({double(side.key >> 32), double(uint32_t(side.key))}),
                           rule);
  };
  const Keyed* turned = nullptr;
  for (size_t i = 0, end; i < sides.size(); i = end) {
    int balance = 0;
    for (end = i; end < sides.size() && sides[end].key == sides[i].key; ++end) {
      const uint32_t side = sides[end].index;
      balance += indices[side] < indices[nextCorner(side)] ? 1 : -1;
    }
    if ((end - i) % 2 != 0)
      return refuse(sides[i], end - i == 1 ? Rule::ClosedOneTriangle : Rule::ClosedOddTriangles);
    if (balance != 0 && !turned) turned = &sides[i];
  }
  if (turned) return refuse(*turned, Rule::TrianglesSameWay);
  return {};
}

}  // namespace

Result<MassProperties> massOfMesh(const std::vector<Vec3d>& vertices,
                                  const std::vector<uint32_t>& indices, const std::string& path) {
  if (indices.empty() || indices.size() % 3 != 0)
    return closedMeshError(path + ".indices", double(indices.size()),
                           indices.empty() ? Rule::FourTriangles : Rule::ThreePerTriangle);
  const auto refuse = [&](size_t i, Rule rule, std::vector<Value> parameters = {}) {
    return closedMeshError(path + ".indices[" + std::to_string(i) + "]", double(indices[i]), rule,
                           std::move(parameters));
  };
  for (size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] >= vertices.size())
      return refuse(i, Rule::VertexIndexOf, {double(vertices.size())});
    for (size_t k = i - i % 3; k < i; ++k)
      if (indices[k] == indices[i]) return refuse(i, Rule::DifferentVertices);
  }
  for (size_t i = 0; i < vertices.size(); ++i)
    if (!std::isfinite(lengthSquared(vertices[i])))
      return Error{ErrorCode::Finite, path + ".vertices[" + std::to_string(3 * i) + "]", Value(),
                   Rule::FiniteCoordinates};
  if (Status bad = checkClosed(indices, path)) return *bad;

  SurfaceIntegral integral(vertices[indices[0]]);
  double area = 0, size = 0;
  for (size_t t = 0; t < indices.size(); t += 3) {
    const Vec3d a = vertices[indices[t]], b = vertices[indices[t + 1]],
                c = vertices[indices[t + 2]];
    integral.add(a, b, c);
    area += length(cross(b - a, c - a)) / 2;
    size = std::max(size, length(a - vertices[indices[0]]));
  }
  // Below this, the sum of signed tetrahedra is all rounding.
  if (!(std::abs(integral.volume()) > 1e-12 * area * size))
    return closedMeshError(path, integral.volume(), Rule::SurfaceWithVolume);
  if (integral.volume() < 0)
    return closedMeshError(path, integral.volume(), Rule::TrianglesInsideOut);
  return integral.result();
}

Result<MassProperties> massOfMesh(const ClosedMesh& mesh, const std::string& path) {
  if (mesh.vertices.size() % 3 != 0)
    return closedMeshError(path + ".vertices", double(mesh.vertices.size()), Rule::ThreePerVertex);
  std::vector<Vec3d> vertices;
  for (size_t i = 0; i < mesh.vertices.size(); i += 3)
    vertices.push_back({mesh.vertices[i], mesh.vertices[i + 1], mesh.vertices[i + 2]});
  return massOfMesh(vertices, mesh.indices, path);
}

}  // namespace holonom
