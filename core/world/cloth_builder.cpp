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
ConstraintInput<C> atRest(const TriangleMesh& mesh,
                          const std::array<int32_t, C::particleCount>& particles) {
  Vec3 x[C::particleCount];
  for (int j = 0; j < C::particleCount; ++j) x[j] = mesh.vertices[particles[j]];
  ConstraintInput<C> input{particles, {}};
  C::restOf(x, input.rest.data());
  return input;
}

/// A triangle at rest; one without area has no directions in it.
struct RestTriangle {
  Vec3d e1, e2, normal;  // x₁ − x₀, x₂ − x₀, and a unit vector
  double twiceArea;

  RestTriangle(const TriangleMesh& mesh, uint32_t a, uint32_t b, uint32_t c) {
    const Vec3d x0 = toDouble(mesh.vertices[a]);
    e1 = toDouble(mesh.vertices[b]) - x0, e2 = toDouble(mesh.vertices[c]) - x0;
    const Vec3d n = cross(e1, e2);
    twiceArea = length(n);
    normal = normalize(n);
  }
  bool isSound() const {
    return twiceArea >
           1e-4 * max(lengthSquared(e1), max(lengthSquared(e2), lengthSquared(e2 - e1)));
  }
  /// d = result[0] e₁ + result[1] e₂ for d in its plane.
  std::array<float, 2> coefficients(Vec3d d) const {
    return {float(dot(cross(d, e2), normal) / twiceArea),
            float(dot(cross(e1, d), normal) / twiceArea)};
  }
};

/// Warp, weft and shear of each triangle, its warp along u.
Status weave(const TriangleMesh& mesh, const std::vector<float>& uvs,
             const std::vector<Quad>& points, Cloth& cloth) {
  std::vector<ConstraintInput<TriangleStretch>> warps, wefts;
  std::vector<ConstraintInput<TriangleShear>> shears;
  for (size_t t = 0; t < mesh.indices.size(); t += 3) {
    const uint32_t* i = &mesh.indices[t];
    const RestTriangle rest(mesh, i[0], i[1], i[2]);
    if (!rest.isSound()) continue;
    const auto of = [&](uint32_t vertex, int axis) { return double(uvs[2 * vertex + axis]); };
    const double v1 = of(i[1], 1) - of(i[0], 1), v2 = of(i[2], 1) - of(i[0], 1);
    const double turned = (of(i[1], 0) - of(i[0], 0)) * v2 - (of(i[2], 0) - of(i[0], 0)) * v1;
    const Vec3d along = (turned < 0 ? -1.0 : 1.0) * (v2 * rest.e1 - v1 * rest.e2);
    if (turned == 0 || !(length(along) > 0))
      return Error{ErrorCode::Geometry, "uvs", double(t / 3),
                   "texture coordinates in which every triangle has an area"};
    const Vec3d warp = normalize(along);
    const auto u = rest.coefficients(warp), v = rest.coefficients(cross(rest.normal, warp));
    const float size = float(std::sqrt(0.5 * rest.twiceArea));
    const std::array<int32_t, 3> triangle = {int32_t(i[0]), int32_t(i[1]), int32_t(i[2])};
    warps.push_back({triangle, {u[0], u[1], size}});
    wefts.push_back({triangle, {v[0], v[1], size}});
    shears.push_back({triangle, {u[0], u[1], v[0], v[1], size}});
  }
  buildBatch(warps, points, cloth.warp);
  buildBatch(wefts, points, cloth.weft);
  buildBatch(shears, points, cloth.shear);
  return {};
}

/// One tether from each free particle to the pin that is nearest along the edges (Dijkstra).
std::vector<ConstraintInput<ParticleTether>> tethersOf(
    const std::vector<ConstraintInput<ParticleDistance>>& edges, const std::vector<Quad>& points) {
  std::vector<std::vector<std::pair<int32_t, float>>> neighbours(points.size());
  for (const auto& e : edges) {
    neighbours[e.particles[0]].push_back({e.particles[1], e.rest[0]});
    neighbours[e.particles[1]].push_back({e.particles[0], e.rest[0]});
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
      tethers.push_back({{pin[i], static_cast<int32_t>(i)}, {distance[i]}});
  return tethers;
}

/// Mean Σ w|∇C|² of the bending stencils at rest: how readily inertia lets them bend.
template <class C>
float bendMobility(const TriangleMesh& mesh, const std::vector<Quad>& points,
                   const std::vector<ConstraintInput<C>>& bends) {
  float total = 0;
  for (const auto& bend : bends) {
    Vec3 x[4], gradient[4];
    for (int j = 0; j < 4; ++j) x[j] = mesh.vertices[bend.particles[j]];
    // Out of the plane, where an isometric stencil has a direction.
    const Vec3 normal = normalize(cross(x[1] - x[0], x[2] - x[0]));
    x[2] = x[2] + 0.01f * length(x[1] - x[0]) * normal;
    float value;
    C::template evaluate<float>(x, bend.rest.data(), value, gradient);
    for (int j = 0; j < 4; ++j) total += points[bend.particles[j]].w * lengthSquared(gradient[j]);
  }
  return bends.empty() ? 0 : total / float(bends.size());
}

template <class C>
void addBending(const TriangleMesh& mesh, const std::vector<Edge>& edges,
                const std::vector<Quad>& points, ConstraintBatch<C>& batch, float& mobility) {
  std::vector<ConstraintInput<C>> bends;
  for (const Edge& e : edges) {
    if (e.oppositeB < 0 || !RestTriangle(mesh, e.a, e.b, e.oppositeA).isSound() ||
        !RestTriangle(mesh, e.a, e.b, e.oppositeB).isSound())
      continue;
    bends.push_back(atRest<C>(mesh, {int32_t(e.a), int32_t(e.b), e.oppositeA, e.oppositeB}));
  }
  buildBatch(bends, points, batch);
  mobility = bendMobility(mesh, points, bends);
}

Status checkCount(const std::vector<float>& numbers, size_t each, size_t particles,
                  const char* path) {
  if (numbers.empty() || numbers.size() == each * particles) return {};
  return Error{ErrorCode::Range, path, double(numbers.size()),
               std::to_string(each * particles) + " numbers, " + std::to_string(each) +
                   " for each particle"};
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
  if (Status bad = checkCount(def.positions, 3, mesh.vertices.size(), "positions")) return *bad;
  if (Status bad = checkCount(def.velocities, 3, mesh.vertices.size(), "velocities")) return *bad;
  if (Status bad = checkCount(def.uvs, 2, mesh.vertices.size(), "uvs")) return *bad;
  if (def.strain && def.mesh && def.uvs.empty())
    return Error{ErrorCode::Missing, "uvs", Value(), "texture coordinates: strain follows them"};

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
  cloth.rest = mesh.vertices;
  cloth.surface.build(mesh.vertices, mesh.indices);
  std::vector<ConstraintInput<ParticleDistance>> distances;
  const std::vector<Edge> edges = edgesOf(mesh);
  for (const Edge& e : edges)
    distances.push_back(atRest<ParticleDistance>(mesh, {int32_t(e.a), int32_t(e.b)}));
  for (const auto& d : distances) cloth.meanLength += d.rest[0] / float(distances.size());
  if (def.bend.model == BendModel::Dihedral)
    addBending(mesh, edges, points, cloth.bend, cloth.bendMobility);
  else
    addBending(mesh, edges, points, cloth.isometricBend, cloth.bendMobility);
  buildBatch(tethersOf(distances, points), points, cloth.tether);
  if (def.areaCompliance) {
    std::vector<ConstraintInput<TriangleArea>> areas;
    for (size_t t = 0; t < mesh.indices.size(); t += 3)
      areas.push_back(atRest<TriangleArea>(
          mesh,
          {int32_t(mesh.indices[t]), int32_t(mesh.indices[t + 1]), int32_t(mesh.indices[t + 2])}));
    buildBatch(areas, points, cloth.area);
  }
  applyCompliance(cloth);
  cloth.uvs = def.uvs;
  if (def.grid && def.uvs.empty())
    for (int j = 0; j <= def.grid->segments.y; ++j)
      for (int i = 0; i <= def.grid->segments.x; ++i) {
        cloth.uvs.push_back(float(i) / float(def.grid->segments.x));
        cloth.uvs.push_back(1 - float(j) / float(def.grid->segments.y));
      }
  if (!def.strain)
    buildBatch(distances, points, cloth.distance);
  else if (Status bad = weave(mesh, cloth.uvs, points, cloth))
    return *bad;

  for (int i = 0; i < count && !def.positions.empty(); ++i)
    points[i].setXyz({def.positions[3 * i], def.positions[3 * i + 1], def.positions[3 * i + 2]});
  cloth.first = particles.add(points);
  for (int i = 0; i < count && !def.velocities.empty(); ++i)
    particles.velocities[cloth.first + i].setXyz(
        {def.velocities[3 * i], def.velocities[3 * i + 1], def.velocities[3 * i + 2]});
  return cloth;
}

}  // namespace holonom
