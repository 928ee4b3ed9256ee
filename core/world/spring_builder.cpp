// Nodes and springs of a network from a grid, a triangle or tetrahedral mesh, or lists.
#include <algorithm>

#include "base/keyed.h"
#include "math/rotations.h"
#include "world/air.h"
#include "world/check.h"
#include "world/world.h"

namespace holonom {

namespace {

void addSpring(SpringNetwork& n, uint32_t a, uint32_t b) {
  n.springs.push_back({int32_t(a), int32_t(b), 0});
}

void gridSprings(SpringNetwork& n, const SpringNetworkDef& def) {
  const uint32_t nx = uint32_t(def.grid->segments.x) + 1, nz = uint32_t(def.grid->segments.y) + 1;
  const auto node = [&](uint32_t i, uint32_t j) { return j * nx + i; };
  for (uint32_t j = 0; j < nz; ++j)
    for (uint32_t i = 0; i < nx; ++i) {
      if (def.structuralSprings && i + 1 < nx) addSpring(n, node(i, j), node(i + 1, j));
      if (def.structuralSprings && j + 1 < nz) addSpring(n, node(i, j), node(i, j + 1));
      if (def.shearSprings && i + 1 < nx && j + 1 < nz) {
        addSpring(n, node(i, j), node(i + 1, j + 1));
        addSpring(n, node(i + 1, j), node(i, j + 1));
      }
      if (def.bendSprings && i + 2 < nx) addSpring(n, node(i, j), node(i + 2, j));
      if (def.bendSprings && j + 2 < nz) addSpring(n, node(i, j), node(i, j + 2));
    }
}

void meshSprings(SpringNetwork& n, const SpringNetworkDef& def, const TriangleMesh& mesh) {
  const std::vector<Edge> edges = edgesOf(mesh);
  for (const Edge& e : edges)
    if (def.structuralSprings) addSpring(n, e.a, e.b);
  if (!def.bendSprings) return;
  // On a closed mesh several edges may have the same opposite vertices, or such as are joined.
  std::vector<Keyed> pairs, scratch;
  const auto keyOfPair = [](int32_t a, int32_t b) {
    return holonom::keyOf(uint32_t(min(a, b)), uint32_t(max(a, b)));
  };
  for (const Spring& s : n.springs) pairs.push_back({keyOfPair(s.a, s.b), 0});
  for (uint32_t k = 0; k < edges.size(); ++k) {
    const Edge& e = edges[k];
    if (e.oppositeB >= 0 && e.oppositeA != e.oppositeB)
      pairs.push_back({keyOfPair(e.oppositeA, e.oppositeB), k + 1});
  }
  sortByKey(pairs, scratch);
  std::vector<int> kept;
  for (size_t k = 0; k < pairs.size(); ++k)
    if (pairs[k].index > 0 && (k == 0 || pairs[k].key != pairs[k - 1].key))
      kept.push_back(int(pairs[k].index) - 1);
  sortInts(kept);
  for (const int k : kept) addSpring(n, uint32_t(edges[k].oppositeA), uint32_t(edges[k].oppositeB));
}

Status listSprings(SpringNetwork& n, const SpringListsDef& lists) {
  const auto geometry = [](std::string path, double value, Rule rule) {
    return Error{ErrorCode::Geometry, std::move(path), value, rule};
  };
  if (lists.springs.size() % 2 != 0)
    return geometry("lists.springs", double(lists.springs.size()), Rule::TwoPerSpring);
  for (size_t k = 0; k < lists.springs.size(); k += 2) {
    for (size_t e = k; e < k + 2; ++e)
      if (lists.springs[e] >= n.positions.size())
        return geometry("lists.springs[" + std::to_string(e) + "]", lists.springs[e],
                        Rule::NodeIndex);
    if (lists.springs[k] == lists.springs[k + 1])
      return geometry("lists.springs[" + std::to_string(k) + "]", lists.springs[k], Rule::TwoNodes);
    addSpring(n, lists.springs[k], lists.springs[k + 1]);
  }
  return {};
}

template <class T>
void addNodes(SpringNetwork& n, const std::vector<T>& p) {
  for (size_t i = 0; i < p.size(); i += 3) n.positions.push_back({p[i], p[i + 1], p[i + 2]});
}

void addGridNodes(SpringNetwork& n, const GridDef& grid) {
  const auto place = [](int i, int segments, float size) {
    return (double(i) / segments - 0.5) * double(size);
  };
  for (int j = 0; j <= grid.segments.y; ++j)
    for (int i = 0; i <= grid.segments.x; ++i)
      n.positions.push_back(
          {place(i, grid.segments.x, grid.size.x), 0, place(j, grid.segments.y, grid.size.y)});
}

Status addNodesAndSprings(SpringObject& object, const SpringNetworkDef& def) {
  SpringNetwork& n = object.network;
  if (def.lists) {
    const std::vector<double>& p = def.lists->positions;
    if (p.empty() || p.size() % 3 != 0)
      return Error{ErrorCode::Geometry, "lists.positions", double(p.size()), Rule::ThreePerNode};
    addNodes(n, p);
    return listSprings(n, *def.lists);
  }
  if (def.tetrahedra) {
    if (Status bad = checkTetrahedra(*def.tetrahedra, "tetrahedra")) return bad;
    addNodes(n, def.tetrahedra->vertices);
    object.indices = surfaceOf(*def.tetrahedra);
    if (!def.structuralSprings) return {};
    const std::vector<uint32_t> edges = edgesOf(*def.tetrahedra);
    for (size_t k = 0; k < edges.size(); k += 2) addSpring(n, edges[k], edges[k + 1]);
    return {};
  }
  Result<TriangleMesh> built =
      def.grid ? Result<TriangleMesh>(buildGrid(*def.grid, {})) : buildMesh(*def.mesh, {}, "mesh");
  if (!built) return built.error;
  if (def.grid) {
    addGridNodes(n, *def.grid);
    gridSprings(n, def);
  } else {
    addNodes(n, def.mesh->vertices);
    meshSprings(n, def, built.value);
  }
  object.indices = std::move(built.value.indices);
  return {};
}

Status readState(const std::vector<double>& from, std::vector<Vec3d>& to, const char* path) {
  if (from.empty()) return {};
  if (from.size() != 3 * to.size())
    return Error{
        ErrorCode::Range, path, double(from.size()), Rule::CountPerNode, {3.0 * double(to.size())}};
  for (size_t i = 0; i < to.size(); ++i) to[i] = {from[3 * i], from[3 * i + 1], from[3 * i + 2]};
  return {};
}

/// At the peak of building, as measured, and in the first step [bytes per node].
constexpr double kBytesOfNode = 900;

Status checkRoomFor(const SpringNetworkDef& def) {
  const auto check = [](const char* path, const Value& value, double nodes) {
    return checkRoom(path, value, nodes, nodes * kBytesOfNode);
  };
  const auto sizeOf = [](const auto& list) { return double(list.size()); };
  if (def.grid) {
    const double x = def.grid->segments.x, y = def.grid->segments.y;
    return check("grid.segments", Value::ofNumbers({x, y}), (x + 1) * (y + 1));
  }
  if (def.mesh)
    return check("mesh.vertices", sizeOf(def.mesh->vertices), sizeOf(def.mesh->vertices) / 3);
  if (def.tetrahedra)
    return check("tetrahedra.indices", sizeOf(def.tetrahedra->indices),
                 sizeOf(def.tetrahedra->indices) / 4);
  return check("lists.springs", sizeOf(def.lists->springs), sizeOf(def.lists->springs) / 2);
}

}  // namespace

Result<SpringObject> buildSprings(const SpringNetworkDef& def) {
  const int given = def.grid.has_value() + def.mesh.has_value() + def.tetrahedra.has_value() +
                    def.lists.has_value();
  if (given != 1)
    return Error{ErrorCode::Missing,
                 given == 0 || def.grid ? "grid"
                 : def.mesh             ? "mesh"
                                        : "lists",
                 Value(),
                 Rule::ExactlyOne,
                 {listOf({"grid", "mesh", "tetrahedra", "lists"})}};
  if (Status bad = checkRoomFor(def)) return *bad;
  SpringObject object;
  SpringNetwork& n = object.network;
  if (Status bad = addNodesAndSprings(object, def)) return *bad;
  const Quatd rotation = toDouble(def.rotation);
  for (Vec3d& x : n.positions) x = def.position + rotate(rotation, x);
  for (const Spring& s : n.springs)
    object.distances.push_back(length(n.positions[s.b] - n.positions[s.a]));
  object.mostTriangles = mostTrianglesAtPoint(object.indices, n.positions.size());
  n.velocities.resize(n.positions.size());
  if (Status bad = readState(def.positions, n.positions, "positions")) return *bad;
  if (Status bad = readState(def.velocities, n.velocities, "velocities")) return *bad;
  n.previous = n.positions;
  if (Status bad = takeSettings(object, def)) return *bad;
  stopFixedNodes(n);
  return object;
}

}  // namespace holonom
