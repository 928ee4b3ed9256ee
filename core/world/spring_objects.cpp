// Builds spring networks from grids, meshes and lists.

#include "springs/linear_system.h"
#include "world/check.h"
#include "world/world.h"

namespace holonom {

namespace {

void addSpring(SpringNetwork& n, uint32_t a, uint32_t b) {
  n.springs.push_back({int32_t(a), int32_t(b), length(n.positions[b] - n.positions[a])});
}

void gridSprings(SpringNetwork& n, const SpringNetworkDef& def) {
  const uint32_t nx = uint32_t(def.grid->segments.x) + 1, nz = uint32_t(def.grid->segments.y) + 1;
  const auto node = [&](uint32_t i, uint32_t j) { return j * nx + i; };
  for (uint32_t j = 0; j < nz; ++j)
    for (uint32_t i = 0; i < nx; ++i) {
      if (i + 1 < nx) addSpring(n, node(i, j), node(i + 1, j));
      if (j + 1 < nz) addSpring(n, node(i, j), node(i, j + 1));
      if (def.shearSprings && i + 1 < nx && j + 1 < nz) {
        addSpring(n, node(i, j), node(i + 1, j + 1));
        addSpring(n, node(i + 1, j), node(i, j + 1));
      }
      if (def.bendSprings && i + 2 < nx) addSpring(n, node(i, j), node(i + 2, j));
      if (def.bendSprings && j + 2 < nz) addSpring(n, node(i, j), node(i, j + 2));
    }
}

Status listSprings(SpringNetwork& n, const SpringListsDef& lists) {
  const auto geometry = [](std::string path, double value, const char* allowed) {
    return Error{ErrorCode::Geometry, std::move(path), value, allowed};
  };
  if (lists.springs.size() % 2 != 0)
    return geometry("lists.springs", double(lists.springs.size()), "two indices for each spring");
  for (size_t k = 0; k < lists.springs.size(); k += 2) {
    for (size_t e = k; e < k + 2; ++e)
      if (lists.springs[e] >= n.positions.size())
        return geometry("lists.springs[" + std::to_string(e) + "]", lists.springs[e],
                        "an index of a node");
    if (lists.springs[k] == lists.springs[k + 1])
      return geometry("lists.springs[" + std::to_string(k) + "]", lists.springs[k],
                      "two different nodes");
    addSpring(n, lists.springs[k], lists.springs[k + 1]);
  }
  return {};
}

Status readState(const std::vector<double>& from, std::vector<Vec3d>& to, const char* path) {
  if (from.empty()) return {};
  if (from.size() != 3 * to.size())
    return Error{ErrorCode::Range, path, double(from.size()),
                 std::to_string(3 * to.size()) + " numbers, three for each node"};
  for (size_t i = 0; i < to.size(); ++i) to[i] = {from[3 * i], from[3 * i + 1], from[3 * i + 2]};
  return {};
}

Result<SpringObject> buildSprings(const SpringNetworkDef& def) {
  const int given = def.grid.has_value() + def.mesh.has_value() + def.lists.has_value();
  if (given != 1)
    return Error{ErrorCode::Missing, given == 0 ? "grid" : "mesh", Value(),
                 "exactly one of grid, mesh and lists"};
  const Transform placement{def.position, def.rotation};
  SpringObject object;
  SpringNetwork& n = object.network;
  if (def.lists) {
    const std::vector<float>& p = def.lists->positions;
    if (p.empty() || p.size() % 3 != 0)
      return Error{ErrorCode::Geometry, "lists.positions", double(p.size()),
                   "three numbers for each node, at least one node"};
    for (size_t i = 0; i < p.size(); i += 3)
      n.positions.push_back(toDouble(transformPoint(placement, {p[i], p[i + 1], p[i + 2]})));
    if (Status bad = listSprings(n, *def.lists)) return *bad;
  } else {
    Result<TriangleMesh> built = def.grid ? Result<TriangleMesh>(buildGrid(*def.grid, placement))
                                          : buildMesh(*def.mesh, placement, "mesh");
    if (!built) return *built.error;
    for (const Vec3& v : built.value.vertices) n.positions.push_back(toDouble(v));
    if (def.grid)
      gridSprings(n, def);
    else
      for (const Edge& e : edgesOf(built.value)) addSpring(n, e.a, e.b);
    object.indices = std::move(built.value.indices);
  }
  const auto pins = resolvePins(def.pins, def.grid ? &*def.grid : nullptr, n.size());
  if (!pins) return *pins.error;
  const double mass = def.mass / n.size();
  n.masses.assign(n.positions.size(), mass);
  n.inverseMasses.assign(n.positions.size(), 1 / mass);
  for (const uint32_t p : pins.value) n.inverseMasses[p] = 0;
  n.contactInverseMasses = n.inverseMasses;
  n.velocities.resize(n.positions.size());
  if (Status bad = readState(def.positions, n.positions, "positions")) return *bad;
  if (Status bad = readState(def.velocities, n.velocities, "velocities")) return *bad;
  n.previous = n.positions;
  n.mass = def.mass;
  for (const Spring& s : n.springs) n.meanLength += s.restLength / double(n.springs.size());
  if (Status bad = takeSettings(object, def)) return *bad;
  return object;
}

}  // namespace

Status takeSettings(SpringObject& object, const SpringNetworkDef& def) {
  SpringNetwork& n = object.network;
  const bool printed = def.asPrinted && def.integrator == IntegratorType::BackwardEuler;
  const LinearSolverType solver = printed ? LinearSolverType::Dense : def.linearSolver;
  if (!prepareSolver(n, solver)) {
    const char* name = EnumNames<LinearSolverType>::names[static_cast<int>(solver)];
    return Error{ErrorCode::Range, printed ? "asPrinted" : "linearSolver",
                 printed ? Value(true) : Value(name),
                 "fewer nodes, or pcg: this factor would fill more than 256 MB"};
  }
  n.stiffness = def.stiffness;
  n.damping = def.damping;
  n.axialDamping = def.axialDamping;
  object.def = def;
  object.def.positions.clear();
  object.def.velocities.clear();
  return {};
}

Result<SpringNetworkId> World::addSpringNetwork(SpringNetworkDef def) {
  if (Status bad = checkFields(def, "")) return *bad;
  if (springIds.full())
    return Error{ErrorCode::Capacity, "", double(springIds.size()), "fewer spring networks"};
  const float excess = lengthSquared(def.rotation) - 1;
  if (abs(excess) >= 1e-5f) def.rotation = normalize(def.rotation);
  Result<SpringObject> object = buildSprings(def);
  if (!object) return *object.error;
  for (const Vec3d& x : object.value.network.positions)
    if (Status bad = checkMember(toFloat(x), "position", {}, 0)) return *bad;
  springObjects.push_back(std::move(object.value));
  ++version;
  return springIds.insert();
}

}  // namespace holonom
