// Builds a cloth: masses, constraints and tethers of its mesh.
#include <array>
#include <functional>
#include <queue>
#include <utility>

#include "geometry/aabb.h"
#include "world/check.h"
#include "world/cloth.h"

namespace holonom {

namespace {

/// Mass of each vertex: a third of its triangles'; a vertex of no triangle takes the mean.
std::vector<double> vertexMasses(const TriangleMesh& mesh, const ClothDef& def) {
  std::vector<double> areas(mesh.vertices.size(), 0);
  double total = 0;
  for (size_t t = 0; t < mesh.indices.size(); t += 3) {
    const Vec3d a = toDouble(mesh.vertices[mesh.indices[t]]);
    const Vec3d b = toDouble(mesh.vertices[mesh.indices[t + 1]]);
    const Vec3d c = toDouble(mesh.vertices[mesh.indices[t + 2]]);
    const double area = 0.5 * length(cross(b - a, c - a));
    total += area;
    for (int k = 0; k < 3; ++k) areas[mesh.indices[t + k]] += area / 3;
  }
  const double density = def.mass ? double(*def.mass) / total : double(def.density);
  // A needle triangle must not make a particle so light that it dominates every constraint.
  const double least = 0.05 * total / double(areas.size());
  for (double& a : areas) a = density * max(a, least);
  if (def.mass) {
    double sum = 0;
    for (const double a : areas) sum += a;
    for (double& a : areas) a *= double(*def.mass) / sum;
  }
  return areas;
}

template <class C>
float restOf(const TriangleMesh& mesh, const std::array<int32_t, C::particleCount>& particles) {
  Vec3 x[C::particleCount], gradient[C::particleCount];
  for (int j = 0; j < C::particleCount; ++j) x[j] = mesh.vertices[particles[j]];
  float value;
  C::template evaluate<float>(x, 0, value, gradient);
  return value;
}

/// One tether from each free particle to the pin that is nearest along the edges (Dijkstra).
std::vector<ConstraintInput<ParticleTether>> tethersOf(
    const std::vector<ConstraintInput<ParticleDistance>>& edges, const std::vector<Quad>& points) {
  std::vector<std::vector<std::pair<int32_t, float>>> neighbours(points.size());
  for (const auto& e : edges) {
    neighbours[e.particles[0]].push_back({e.particles[1], e.rest});
    neighbours[e.particles[1]].push_back({e.particles[0], e.rest});
  }
  std::vector<float> distance(points.size(), kHuge);
  std::vector<int32_t> pin(points.size(), -1);
  using Entry = std::pair<float, int32_t>;  // ties go to the lower index
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (size_t i = 0; i < points.size(); ++i)
    if (points[i].w == 0) {
      distance[i] = 0;
      pin[i] = static_cast<int32_t>(i);
      queue.push({0, pin[i]});
    }
  while (!queue.empty()) {
    const auto [d, i] = queue.top();
    queue.pop();
    if (d > distance[i]) continue;
    for (const auto& [j, length] : neighbours[i])
      if (d + length < distance[j]) {
        distance[j] = d + length;
        pin[j] = pin[i];
        queue.push({distance[j], j});
      }
  }
  std::vector<ConstraintInput<ParticleTether>> tethers;
  for (size_t i = 0; i < points.size(); ++i)
    if (pin[i] >= 0 && points[i].w > 0)
      tethers.push_back({{pin[i], static_cast<int32_t>(i)}, distance[i]});
  return tethers;
}

/// Mean Σ w|∇φ|² of the bending stencils at rest: how readily inertia lets them bend.
float bendMobility(const TriangleMesh& mesh, const std::vector<Quad>& points,
                   const std::vector<ConstraintInput<DihedralBend>>& bends) {
  float total = 0;
  for (const auto& bend : bends) {
    Vec3 x[4], gradient[4];
    for (int j = 0; j < 4; ++j) x[j] = mesh.vertices[bend.particles[j]];
    float value;
    DihedralBend::evaluate<float>(x, 0, value, gradient);
    for (int j = 0; j < 4; ++j) total += points[bend.particles[j]].w * lengthSquared(gradient[j]);
  }
  return bends.empty() ? 0 : total / float(bends.size());
}

Status checkState(const std::vector<float>& state, size_t count, const char* path) {
  if (state.empty() || state.size() == 3 * count) return {};
  return Error{ErrorCode::Range, path, double(state.size()),
               std::to_string(3 * count) + " numbers, three for each particle"};
}

}  // namespace

Result<Cloth> buildCloth(const ClothDef& def, Particles& particles) {
  const Transform placement{def.position, def.rotation};
  if (def.grid.has_value() == def.mesh.has_value())
    return Error{ErrorCode::Missing, def.grid ? "mesh" : "grid", Value(),
                 "exactly one of grid and mesh"};
  Result<TriangleMesh> built = def.grid ? Result<TriangleMesh>(buildGrid(*def.grid, placement))
                                        : buildMesh(*def.mesh, placement, "mesh");
  if (!built) return *built.error;
  const TriangleMesh& mesh = built.value;
  const int count = static_cast<int>(mesh.vertices.size());
  const auto pins = resolvePins(def.pins, def.grid ? &*def.grid : nullptr, count);
  if (!pins) return *pins.error;
  if (Status bad = checkState(def.positions, mesh.vertices.size(), "positions")) return *bad;
  if (Status bad = checkState(def.velocities, mesh.vertices.size(), "velocities")) return *bad;

  const std::vector<double> masses = vertexMasses(mesh, def);
  std::vector<Quad> points(mesh.vertices.size());
  for (int i = 0; i < count; ++i) {
    const Vec3 v = mesh.vertices[i];
    if (Status bad = checkMember(v, "position", {}, 0)) return *bad;
    points[i] = {v.x, v.y, v.z, float(1 / masses[i])};
    if (!(masses[i] > 0) || !std::isfinite(points[i].w) || points[i].w == 0)
      return Error{ErrorCode::Geometry, def.grid ? "grid" : "mesh", masses[i],
                   "triangles whose area and density give every particle a mass"};
  }
  for (const uint32_t p : pins.value) points[p].w = 0;

  Cloth cloth;
  cloth.def = def;
  cloth.def.positions.clear();
  cloth.def.velocities.clear();
  cloth.count = count;
  for (const double m : masses) cloth.mass += float(m);
  cloth.indices = mesh.indices;
  std::vector<ConstraintInput<ParticleDistance>> distances;
  std::vector<ConstraintInput<DihedralBend>> bends;
  for (const Edge& e : edgesOf(mesh)) {
    const std::array<int32_t, 2> ends = {int32_t(e.a), int32_t(e.b)};
    distances.push_back({ends, restOf<ParticleDistance>(mesh, ends)});
    if (e.oppositeB < 0) continue;
    const std::array<int32_t, 4> stencil = {int32_t(e.a), int32_t(e.b), e.oppositeA, e.oppositeB};
    bends.push_back({stencil, restOf<DihedralBend>(mesh, stencil)});
  }
  for (const auto& d : distances) cloth.meanLength += d.rest / float(distances.size());
  buildBatch(distances, points, cloth.distance);
  buildBatch(bends, points, cloth.bend);
  cloth.bendMobility = bendMobility(mesh, points, bends);
  buildBatch(tethersOf(distances, points), points, cloth.tether);
  applyCompliance(cloth);
  if (def.grid)
    for (int j = 0; j <= def.grid->segments.y; ++j)
      for (int i = 0; i <= def.grid->segments.x; ++i) {
        cloth.uvs.push_back(float(i) / float(def.grid->segments.x));
        cloth.uvs.push_back(1 - float(j) / float(def.grid->segments.y));
      }

  for (int i = 0; i < count && !def.positions.empty(); ++i)
    points[i].setXyz({def.positions[3 * i], def.positions[3 * i + 1], def.positions[3 * i + 2]});
  cloth.first = particles.add(points);
  for (int i = 0; i < count && !def.velocities.empty(); ++i)
    particles.velocities[cloth.first + i].setXyz(
        {def.velocities[3 * i], def.velocities[3 * i + 1], def.velocities[3 * i + 2]});
  return cloth;
}

}  // namespace holonom
