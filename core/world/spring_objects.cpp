// Spring networks of a world and their settings.
#include "springs/linear_system.h"
#include "world/check.h"
#include "world/world.h"

namespace holonom {

namespace {

/// Its cube is far from the smallest double, and so is the determinant of a node's block.
constexpr double kLightest = 1e-30;

/// What each of them has, or what all have alike.
double valueAt(const std::vector<double>& each, size_t i, double alike) {
  return each.empty() ? alike : each[i];
}

Status checkCount(const char* path, size_t given, size_t wanted) {
  if (given == 0 || given == wanted) return {};
  return Error{ErrorCode::Range, path, double(given), Rule::EmptyOrCount, {double(wanted)}};
}

Status checkLists(const SpringNetwork& n, const SpringNetworkDef& def) {
  const size_t nodes = n.positions.size(), springs = n.springs.size();
  const struct {
    const char* path;
    size_t given, wanted;
  } lists[] = {{"stiffnesses", def.stiffnesses.size(), springs},
               {"dampings", def.dampings.size(), springs},
               {"restLengths", def.restLengths.size(), springs},
               {"masses", def.masses.size(), nodes},
               {"forces", def.forces.size(), 3 * nodes}};
  for (const auto& list : lists)
    if (Status bad = checkCount(list.path, list.given, list.wanted)) return bad;
  for (size_t i = 0; i < nodes; ++i) {
    const double mass = valueAt(def.masses, i, def.mass / double(nodes));
    if (mass >= kLightest) continue;
    const bool shared = def.masses.empty();
    return Error{ErrorCode::Range, shared ? "mass" : "masses[" + std::to_string(i) + "]",
                 shared ? def.mass : mass, Rule::NodeMass};
  }
  return {};
}

void takeSprings(SpringObject& object, const SpringNetworkDef& def) {
  SpringNetwork& n = object.network;
  n.meanLength = 0;
  for (size_t k = 0; k < n.springs.size(); ++k) {
    Spring& s = n.springs[k];
    s.stiffness = valueAt(def.stiffnesses, k, def.stiffness);
    s.damping = valueAt(def.dampings, k, def.damping);
    s.restLength = valueAt(def.restLengths, k, object.distances[k]);
    n.meanLength += s.restLength / double(n.springs.size());
  }
}

void takeMasses(SpringNetwork& n, const SpringNetworkDef& def, const std::vector<uint32_t>& pins) {
  n.masses.resize(n.positions.size());
  n.inverseMasses.resize(n.positions.size());
  n.mass = 0;
  for (size_t i = 0; i < n.masses.size(); ++i) {
    n.masses[i] = valueAt(def.masses, i, def.mass / double(n.masses.size()));
    n.mass += n.masses[i];
    n.inverseMasses[i] = 1 / n.masses[i];
  }
  for (const uint32_t p : pins) n.inverseMasses[p] = 0;
}

}  // namespace

Status prepareFactor(SpringNetwork& n, const SpringNetworkDef& def) {
  const bool printed = def.asPrinted && def.integrator == IntegratorType::BackwardEuler;
  const LinearSolverType solver = printed ? LinearSolverType::Dense : def.linearSolver;
  // Who asks for the printed inverse wants to see what it costs.
  if (prepareSolver(n, solver, printed ? double(kHuge) : Factor::kMostProducts)) return {};
  const char* name = EnumNames<LinearSolverType>::names[static_cast<int>(solver)];
  return Error{ErrorCode::Range, printed ? "asPrinted" : "linearSolver",
               printed ? Value(true) : Value(name),
               printed ? Rule::FewerNodesPrinted : Rule::FewerNodesFactor};
}

Status takeSettings(SpringObject& object, const SpringNetworkDef& def) {
  SpringNetwork& n = object.network;
  if (Status bad = checkLists(n, def)) return bad;
  const auto pins = resolvePins(def.pins, def.grid ? &*def.grid : nullptr, n.size());
  if (!pins) return *pins.error;
  if (Status bad = prepareFactor(n, def)) return bad;
  takeSprings(object, def);
  takeMasses(n, def, pins.value);
  n.axialDamping = def.axialDamping;
  n.pointDamping = def.pointDamping;
  n.explained = SpringNetwork::kUnknown;
  object.def = def;
  object.def.positions.clear();
  object.def.velocities.clear();
  return {};
}

void stopFixedNodes(SpringNetwork& n) {
  for (int i = 0; i < n.size(); ++i)
    if (n.inverseMasses[i] == 0) n.velocities[i] = {};
}

Status World::setForces(SpringNetworkId id, std::vector<double> forces) {
  const int i = indexOf(id);
  if (i < 0) return stale("id", id.bits);
  if (Status bad = checkMember(forces, "forces", {}, kState)) return bad;
  if (Status bad =
          checkCount("forces", forces.size(), 3 * soft.springs[i].network.positions.size()))
    return bad;
  soft.springs[i].def.forces = std::move(forces);
  ++version;
  return {};
}

Result<SpringNetworkId> World::addSpringNetwork(SpringNetworkDef def) {
  if (Status bad = checkFields(def, "")) return *bad;
  if (soft.springs.full()) return full(soft.springs.size());
  def.rotation = toUnit(def.rotation);
  Result<SpringObject> object = buildSprings(def);
  if (!object) return *object.error;
  for (const Vec3d& x : object.value.network.positions)
    if (Status bad = checkMember(x, "position", {}, 0)) return *bad;
  ++version;
  return soft.springs.add(std::move(object.value));
}

}  // namespace holonom
