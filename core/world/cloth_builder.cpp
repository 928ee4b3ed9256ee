// Builds a cloth: masses, constraints and tethers of its mesh.
#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "base/keyed.h"
#include "geometry/aabb.h"
#include "geometry/closed_mesh.h"
#include "world/air.h"
#include "world/check.h"
#include "world/cloth.h"
#include "world/rod_builder.h"
#include "world/solid_builder.h"

namespace holonom {

namespace {

/// Half a piece at the ends of a rope.
std::vector<double> ropeMasses(size_t count, const ParticleDef& def) {
  const double total = def.mass ? double(*def.mass) : double(def.density) * double(def.length);
  std::vector<double> masses(count, total / double(count - 1));
  masses.front() *= 0.5, masses.back() *= 0.5;
  return masses;
}

std::vector<double> grainMasses(size_t count, const ParticleDef& def) {
  const double r = def.radius;
  return std::vector<double>(count, def.mass ? double(*def.mass) / double(count)
                                             : double(def.density) * 4.1887902 * r * r * r);
}

/// Mass of each vertex: a third of its triangles'; a vertex of no triangle takes the mean.
std::vector<double> vertexMasses(const TriangleMesh& mesh, const ParticleDef& def) {
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

constexpr int64_t kMostGrains = 1000000;

/// At the peak of building, as measured [bytes per particle]; and of those that are there already,
/// whose arrays move when they grow.
constexpr double kBytesOfPoint = 500, kBytesOfVertex = 1250, kBytesOfWeave = 500, kBytesMoved = 100,
                 kBytesOfSolid = 3000;

/// What `def` builds, by the field that says how much of it.
struct Extent {
  const char* path;
  Value value;
  double points;
};
Extent extentOf(const ParticleDef& def) {
  if (def.isRod() && !def.points.empty())
    return {"points", double(def.points.size()), double(def.points.size() / 3)};
  if (def.isStrand()) return {"segments", double(def.segments), double(def.segments) + 1};
  if (def.isGrains())
    return {"layers", double(def.layers), double(def.base.x) * def.base.y * def.layers};
  if (def.lattice) {
    const Int3 n = def.lattice->cells;
    return {"lattice.cells", Value::ofNumbers({double(n.x), double(n.y), double(n.z)}),
            (n.x + 1.0) * (n.y + 1.0) * (n.z + 1.0)};
  }
  if (def.tetrahedra)
    return {"tetrahedra.indices", double(def.tetrahedra->indices.size()),
            double(def.tetrahedra->indices.size() / 4)};
  if (def.mesh)
    return {"mesh.vertices", double(def.mesh->vertices.size()),
            double(def.mesh->vertices.size() / 3)};
  const double x = def.grid->segments.x, y = def.grid->segments.y;
  return {"grid.segments", Value::ofNumbers({x, y}), (x + 1) * (y + 1)};
}

Status checkRoomFor(const ParticleDef& def, const Particles& particles) {
  const Extent extent = extentOf(def);
  double bytesEach = def.isCloth() ? kBytesOfVertex : kBytesOfPoint;
  if (def.isSoftBody() || def.isRod()) bytesEach = kBytesOfSolid;
  if (def.strain || def.areaCompliance) bytesEach += kBytesOfWeave;
  return checkRoom(extent.path, extent.value, extent.points,
                   extent.points * bytesEach + particles.size() * kBytesMoved);
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
      return Error{ErrorCode::Geometry, "uvs", double(t / 3), Rule::UvsWithArea};
    const Vec3d warp = normalize(along);
    const auto u = rest.coefficients(warp), v = rest.coefficients(cross(rest.normal, warp));
    const float size = float(std::sqrt(0.5 * rest.twiceArea));
    const std::array<int32_t, 3> triangle = {int32_t(i[0]), int32_t(i[1]), int32_t(i[2])};
    warps.push_back({triangle, {u[0], u[1], size}});
    wefts.push_back({triangle, {v[0], v[1], size}});
    shears.push_back({triangle, {u[0], u[1], v[0], v[1], size}});
  }
  buildBatch(warps, points, cloth.batches.of<TriangleStretch>()[0]);
  buildBatch(wefts, points, cloth.batches.of<TriangleStretch>()[1]);
  buildBatch(shears, points, cloth.batches.one<TriangleShear>());
  return {};
}

/// One tether from each free particle to the pin that is nearest along the edges (Dijkstra).
std::vector<ConstraintInput<ParticleTether>> tethersOf(
    const std::vector<ConstraintInput<ParticleDistance>>& edges, const std::vector<Quad>& points) {
  std::vector<std::vector<std::pair<int32_t, float>>> neighbors(points.size());
  for (const auto& e : edges) {
    neighbors[e.particles[0]].push_back({e.particles[1], e.rest[0]});
    neighbors[e.particles[1]].push_back({e.particles[0], e.rest[0]});
  }
  std::vector<float> distance(points.size(), kHuge);
  std::vector<int32_t> pin(points.size(), -1);
  std::vector<uint64_t> heap;  // the nearest first; ties go to the lower index
  const auto push = [&](int32_t i) {
    heap.push_back(keyOf(keyOf(distance[size_t(i)]), uint32_t(i)));
    std::push_heap(heap.begin(), heap.end(), std::greater<>());
  };
  for (size_t i = 0; i < points.size(); ++i)
    if (points[i].w == 0) {
      distance[i] = 0;
      pin[i] = static_cast<int32_t>(i);
      push(pin[i]);
    }
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    const auto i = size_t(uint32_t(heap.back()));
    const float d = distance[i];
    const bool stale = uint32_t(heap.back() >> 32) != keyOf(d);
    heap.pop_back();
    if (stale) continue;
    for (const auto& [j, length] : neighbors[i])
      if (d + length < distance[j]) {
        distance[j] = d + length;
        pin[j] = pin[i];
        push(j);
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

/// The particles of one side of a seam, in order.
Result<std::vector<uint32_t>> sideOf(const Pins& side, const GridDef* grid, int count,
                                     const std::string& path) {
  auto known = orderedPins(side, grid, count);
  if (!known) known.error->path.replace(0, 4, path);  // "pins"
  return known;
}

Status sew(const ParticleDef& def, const GridDef* grid, const std::vector<Quad>& points,
           Cloth& cloth) {
  for (size_t s = 0; s < def.seams.size(); ++s) {
    const std::string path = "seams[" + std::to_string(s) + "]";
    const auto first = sideOf(def.seams[s].first, grid, int(points.size()), path + ".first");
    if (!first) return *first.error;
    const auto second = sideOf(def.seams[s].second, grid, int(points.size()), path + ".second");
    if (!second) return *second.error;
    const size_t count = first.value.size();
    if (count == 0) return Error{ErrorCode::Range, path + ".first", 0.0, Rule::ParticleNeeded};
    if (second.value.size() != count)
      return Error{ErrorCode::Range,
                   path + ".second",
                   double(second.value.size()),
                   Rule::SeamSides,
                   {double(count)}};
    std::vector<bool> taken(points.size(), false);
    for (const auto* side : {&first.value, &second.value})
      for (const uint32_t i : *side) {
        if (taken[i])
          return Error{ErrorCode::Range, path + (side == &first.value ? ".first" : ".second"),
                       double(i), Rule::SeamOnce};
        taken[i] = true;
      }
    std::vector<ConstraintInput<ParticleSeam>> pairs;
    for (int axis = 0; axis < 3; ++axis)
      for (size_t i = 0; i < count; ++i)
        pairs.push_back({{int32_t(first.value[i]), int32_t(second.value[i])},
                         {float(axis == 0), float(axis == 1), float(axis == 2)}});
    buildBatch(pairs, points, cloth.batches.of<ParticleSeam>().emplace_back());
  }
  return {};
}

/// Keeps the volume in all triangles.
Status fill(const ParticleDef& def, const TriangleMesh& mesh, Cloth& cloth) {
  if (!def.mesh) return Error{ErrorCode::Geometry, "volume", Value(), Rule::VolumeOfMesh};
  std::vector<Vec3d> places;
  for (const Vec3 v : mesh.vertices) places.push_back(toDouble(v));
  const Result<MassProperties> solid = massOfMesh(places, mesh.indices, "mesh");
  if (!solid) return *solid.error;
  std::vector<int32_t> particles, placeOf(mesh.vertices.size(), -1), corners;
  for (const uint32_t i : mesh.indices) {
    if (placeOf[i] < 0) {
      placeOf[i] = int32_t(particles.size());
      particles.push_back(int32_t(i));
    }
    corners.push_back(placeOf[i]);
  }
  cloth.batches.wide<SurfaceVolume>().add({particles, corners}, mesh.vertices.data());
  return {};
}

/// All vertices, and the triangles around them.
TriangleMesh surfaceOf(const TetrahedraDef& solid, const Transform& placement) {
  TriangleMesh mesh;
  for (size_t i = 0; i < solid.vertices.size(); i += 3)
    mesh.vertices.push_back(transformPoint(
        placement, {solid.vertices[i], solid.vertices[i + 1], solid.vertices[i + 2]}));
  mesh.indices = surfaceOf(solid);
  return mesh;
}

/// `solid` is that of a soft body.
Result<TriangleMesh> meshOf(const ParticleDef& def, const TetrahedraDef& solid) {
  const Transform placement{def.position, def.rotation};
  if (def.isStrand() && def.points.empty()) return buildRope(def.length, def.segments, placement);
  if (def.isRod()) return buildRod(def.points, placement);
  if (def.isGrains()) return buildPile(def.base, def.layers, def.radius, placement);
  if (def.isSoftBody()) return surfaceOf(solid, placement);
  return def.mesh ? buildMesh(*def.mesh, placement, "mesh")
                  : Result<TriangleMesh>(buildGrid(*def.grid, placement));
}

Status checkCount(const std::vector<float>& numbers, size_t each, size_t particles,
                  const char* path) {
  if (numbers.empty() || numbers.size() == each * particles) return {};
  return Error{ErrorCode::Range,
               path,
               double(numbers.size()),
               Rule::CountPerParticle,
               {double(each * particles), double(each)}};
}

}  // namespace

Result<Cloth> buildCloth(const ParticleDef& def, Particles& particles) {
  if (def.isCloth() && def.grid.has_value() == def.mesh.has_value())
    return Error{ErrorCode::Missing,
                 def.grid ? "mesh" : "grid",
                 Value(),
                 Rule::ExactlyOne,
                 {listOf({"grid", "mesh"})}};
  if (def.isSoftBody() && def.lattice.has_value() == def.tetrahedra.has_value())
    return Error{ErrorCode::Missing,
                 def.lattice ? "tetrahedra" : "lattice",
                 Value(),
                 Rule::ExactlyOne,
                 {listOf({"lattice", "tetrahedra"})}};
  if (def.isGrains() && int64_t(def.base.x) * def.base.y * def.layers > kMostGrains)
    return Error{ErrorCode::Range, "layers", double(def.layers), Rule::MostGrains};
  if (Status bad = checkRoomFor(def, particles)) return *bad;
  const Result<TetrahedraDef> solid =
      def.isSoftBody() ? solidOf(def) : Result<TetrahedraDef>(TetrahedraDef{});
  if (!solid) return *solid.error;
  Result<TriangleMesh> built = meshOf(def, solid.value);
  if (!built) return *built.error;
  const TriangleMesh& mesh = built.value;
  const int count = static_cast<int>(mesh.vertices.size());
  // A rope or rod is a grid of one row: its ends are left and right.
  const std::optional<GridDef> row =
      def.isStrand() ? std::optional<GridDef>({{1, 1}, {count - 1, 0}}) : def.grid;
  const auto pins = resolvePins(def.pins, row ? &*row : nullptr, count);
  if (!pins) return *pins.error;
  if (Status bad = checkCount(def.positions, 3, mesh.vertices.size(), "positions")) return *bad;
  if (Status bad = checkCount(def.velocities, 3, mesh.vertices.size(), "velocities")) return *bad;
  if (Status bad = checkCount(def.uvs, 2, mesh.vertices.size(), "uvs")) return *bad;
  if (def.strain && def.mesh && def.uvs.empty())
    return Error{ErrorCode::Missing, "uvs", Value(), Rule::UvsNeeded};

  if (def.isRod())
    if (Status bad = checkApart(mesh.vertices, def)) return *bad;
  const auto clamps = clampedEnds(def.clamps, row ? &*row : nullptr, count);
  if (!clamps) return *clamps.error;
  if (Status bad = checkOrientations(def, mesh.vertices.size())) return *bad;

  const std::vector<double> masses = def.isRope()       ? ropeMasses(size_t(count), def)
                                     : def.isRod()      ? rodMasses(mesh.vertices, def)
                                     : def.isGrains()   ? grainMasses(size_t(count), def)
                                     : def.isSoftBody() ? solidMasses(solid.value, def)
                                                        : vertexMasses(mesh, def);
  std::vector<Quad> points(mesh.vertices.size());
  for (int i = 0; i < count; ++i) {
    const Vec3 v = mesh.vertices[i];
    if (Status bad = checkMember(v, "position", {}, 0)) return *bad;
    points[i] = {v.x, v.y, v.z, float(1 / masses[i])};
    if (!(masses[i] > 0) || !std::isfinite(points[i].w) || points[i].w == 0)
      return Error{ErrorCode::Geometry,
                   def.grid         ? "grid"
                   : def.mesh       ? "mesh"
                   : def.lattice    ? "lattice"
                   : def.tetrahedra ? "tetrahedra"
                   : def.isRod()    ? "radius"
                   : def.mass       ? "mass"
                                    : "density",
                   masses[i], Rule::ParticleMass};
  }
  for (const uint32_t p : pins.value) points[p].w = 0;
  for (const uint32_t p : clamps.value) points[p].w = 0;

  Cloth cloth;
  cloth.def = def;
  cloth.def.forgetState();
  cloth.count = count;
  for (const double m : masses) cloth.mass += float(m);
  cloth.indices = mesh.indices;
  cloth.tetrahedra = solid.value.indices;
  cloth.mostTriangles = mostTrianglesAtPoint(mesh.indices, mesh.vertices.size());
  cloth.rest = mesh.vertices;
  std::vector<uint32_t> surface = mesh.indices;
  for (uint32_t i = 0; mesh.indices.empty() && i + (def.isStrand() ? 1 : 0) < uint32_t(count);
       ++i) {
    const uint32_t next = def.isStrand() ? i + 1 : i;
    surface.insert(surface.end(), {i, next, next});
  }
  cloth.surface.build(mesh.vertices, surface);
  std::vector<ConstraintInput<ParticleDistance>> distances;
  const std::vector<Edge> edges = def.isSoftBody() ? std::vector<Edge>{} : edgesOf(mesh);
  for (const Edge& e : edges)
    distances.push_back(atRest<ParticleDistance>(mesh, {int32_t(e.a), int32_t(e.b)}));
  for (int i = 0; def.isRope() && i + 1 < count; ++i)
    distances.push_back({{i, i + 1}, {def.length / float(count - 1)}});
  for (const auto& d : distances) cloth.meanLength += d.rest[0] / float(distances.size());
  if (def.isGrains()) cloth.meanLength = 2 * def.radius;
  if (def.isRod()) addRod(mesh.vertices, clamps.value, cloth);
  if (def.isSoftBody()) {
    const std::vector<uint32_t> ends = edgesOf(solid.value);
    for (size_t i = 0; i < ends.size(); i += 2)
      cloth.meanLength +=
          2 * length(mesh.vertices[ends[i]] - mesh.vertices[ends[i + 1]]) / float(ends.size());
    addElasticity(solid.value, def, points, cloth.batches);
  }
  if (def.bend.model == BendModel::Dihedral)
    addBending(mesh, edges, points, cloth.batches.one<DihedralBend>(), cloth.bendMobility);
  else
    addBending(mesh, edges, points, cloth.batches.one<IsometricBend>(), cloth.bendMobility);
  buildBatch(tethersOf(distances, points), points, cloth.batches.one<ParticleTether>());
  if (def.areaCompliance) {
    std::vector<ConstraintInput<TriangleArea>> areas;
    for (size_t t = 0; t < mesh.indices.size(); t += 3)
      areas.push_back(atRest<TriangleArea>(
          mesh,
          {int32_t(mesh.indices[t]), int32_t(mesh.indices[t + 1]), int32_t(mesh.indices[t + 2])}));
    buildBatch(areas, points, cloth.batches.one<TriangleArea>());
  }
  if (def.volume)
    if (Status bad = fill(def, mesh, cloth)) return *bad;
  if (Status bad = sew(def, row ? &*row : nullptr, points, cloth)) return *bad;
  applyCompliance(cloth);
  cloth.uvs = def.uvs;
  if (def.grid && def.uvs.empty())
    for (int j = 0; j <= def.grid->segments.y; ++j)
      for (int i = 0; i <= def.grid->segments.x; ++i) {
        cloth.uvs.push_back(float(i) / float(def.grid->segments.x));
        cloth.uvs.push_back(1 - float(j) / float(def.grid->segments.y));
      }
  if (!def.strain)
    buildBatch(distances, points, cloth.batches.one<ParticleDistance>());
  else if (Status bad = weave(mesh, cloth.uvs, points, cloth))
    return *bad;

  for (int i = 0; i < count && !def.positions.empty(); ++i)
    points[i].setXyz({def.positions[3 * i], def.positions[3 * i + 1], def.positions[3 * i + 2]});
  cloth.first = particles.add(points);
  for (int i = 0; i < count && !def.velocities.empty(); ++i)
    particles.velocities[cloth.first + i].setXyz(
        {def.velocities[3 * i], def.velocities[3 * i + 1], def.velocities[3 * i + 2]});
  if (def.isRod()) orientRod(cloth, def, particles);
  return cloth;
}

void describeMotion(const Particles& particles, int first, int count, ParticleDef& def) {
  for (int i = first; i < first + count; ++i) {
    const Quad &x = particles.positions[i], &v = particles.velocities[i];
    def.positions.insert(def.positions.end(), {x.x, x.y, x.z});
    def.velocities.insert(def.velocities.end(), {v.x, v.y, v.z});
  }
  for (int i = first; def.isRod() && i <= first + count; ++i) {
    const Quad &q = particles.rotations[size_t(i)], &w = particles.spins[size_t(i)];
    def.rotations.insert(def.rotations.end(), {q.x, q.y, q.z, q.w});
    if (i < first + count - 1)
      def.angularVelocities.insert(def.angularVelocities.end(), {w.x, w.y, w.z});
  }
}

Status rebuildCloth(Cloth& cloth, const ParticleDef& changed, Particles& particles) {
  ParticleDef def = cloth.def;
  def.pins = changed.pins;
  def.seams = changed.seams;
  def.clamps = changed.clamps;
  Particles anew;
  Result<Cloth> built = buildCloth(def, anew);
  if (!built) return *built.error;
  for (int i = 0; i < cloth.count; ++i) {
    const int at = cloth.first + i;
    const float w = anew.positions[i].w;
    if (w == particles.positions[at].w) continue;
    particles.positions[at].w = w;
    particles.velocities[at].setXyz({});
    if (particles.hasMoves()) particles.moves[at] = {};
  }
  if (def.isRod()) holdNewClamps(cloth, built.value, particles);
  built.value.first = cloth.first;
  built.value.momentumError = cloth.momentumError;
  cloth = std::move(built.value);
  return {};
}

}  // namespace holonom
