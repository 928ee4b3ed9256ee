// Changes of what a cloth or a rope is made of: all that follows from that is built anew, by the
// way that built it first, and what stays keeps its motion.
#include <algorithm>

#include "world/check.h"
#include "world/cloth.h"

namespace holonom {

namespace {

/// The definition of a cloth as it lies there: vertices at rest instead of a grid, and no names.
ParticleDef asMesh(const Cloth& cloth, const Particles& particles) {
  ParticleDef def = cloth.def;
  const GridDef* grid = def.grid ? &*def.grid : nullptr;
  for (SeamDef& seam : def.seams)
    for (Pins* side : {&seam.first, &seam.second})
      *side = {orderedPins(*side, grid, cloth.count).value, {}};
  def.pins = {};
  for (int i = 0; i < cloth.count; ++i)
    if (particles.positions[cloth.first + i].w == 0) def.pins.indices.push_back(uint32_t(i));
  def.grid = {};
  def.position = {}, def.rotation = {};
  def.mesh = MeshDef{{}, cloth.indices};
  for (const Vec3 v : cloth.rest)
    def.mesh->vertices.insert(def.mesh->vertices.end(), {v.x, v.y, v.z});
  def.uvs = cloth.uvs;
  return def;
}

}  // namespace

Status checkSplit(const Cloth& cloth, int particle, std::span<const int32_t> triangles) {
  if (particle < 0 || particle >= cloth.count)
    return Error{
        ErrorCode::Range, "particle", double(particle), Rule::IndexTo, {double(cloth.count - 1)}};
  const auto cornersOf = [&](int32_t t) { return &cloth.indices[3 * size_t(t)]; };
  const auto hasIt = [&](int32_t t) {
    return std::find(cornersOf(t), cornersOf(t) + 3, uint32_t(particle)) != cornersOf(t) + 3;
  };
  const auto count = int32_t(cloth.indices.size() / 3);
  for (size_t i = 0; i < triangles.size(); ++i) {
    const int32_t t = triangles[i];
    const std::string path = "triangles[" + std::to_string(i) + "]";
    if (t < 0 || t >= count)
      return Error{ErrorCode::Range, path, double(t), Rule::IndexTo, {double(count - 1)}};
    if (!hasIt(t) || std::find(&triangles[0], &triangles[i], t) != &triangles[i])
      return Error{ErrorCode::Range, path, double(t), Rule::TriangleOfParticle};
  }
  size_t all = 0;
  for (int32_t t = 0; t < count; ++t) all += hasIt(t);
  if (triangles.empty() || triangles.size() == all)
    return Error{ErrorCode::Range, "triangles", double(triangles.size()), Rule::SomeTriangles};
  return {};
}

Status splitParticle(Cloth& cloth, Particles& particles, int particle,
                     std::span<const int32_t> triangles) {
  ParticleDef def = asMesh(cloth, particles);
  const auto copy = uint32_t(cloth.count);
  const Vec3 place = cloth.rest[size_t(particle)];
  def.mesh->vertices.insert(def.mesh->vertices.end(), {place.x, place.y, place.z});
  for (const int32_t t : triangles)
    std::replace(&def.mesh->indices[3 * size_t(t)], &def.mesh->indices[3 * size_t(t)] + 3,
                 uint32_t(particle), copy);
  if (!def.uvs.empty())
    for (const size_t k : {2 * size_t(particle), 2 * size_t(particle) + 1})
      def.uvs.push_back(def.uvs[k]);
  Particles anew;
  Result<Cloth> built = buildCloth(def, anew);
  if (!built && def.volume) {
    // It is not closed any more.
    def.volume.reset();
    built = buildCloth(def, anew);
  }
  if (!built) return *built.error;
  particles.duplicate(cloth.first + particle, cloth.first + cloth.count);
  for (int i = 0; i <= cloth.count; ++i)
    particles.positions[cloth.first + i].w = anew.positions[size_t(i)].w;
  built.value.first = cloth.first;
  built.value.momentumError = cloth.momentumError;
  built.value.stoppedStep = cloth.stoppedStep;
  cloth = std::move(built.value);
  return {};
}

std::pair<ParticleDef, ParticleDef> splitRope(const Cloth& rope, const Particles& particles,
                                              int particle) {
  std::pair<ParticleDef, ParticleDef> parts{rope.def, rope.def};
  const int ends[] = {0, particle, rope.count - 1};
  for (int part = 0; part < 2; ++part) {
    ParticleDef& def = part == 0 ? parts.first : parts.second;
    const float share = float(ends[part + 1] - ends[part]) / float(rope.count - 1);
    def.segments = ends[part + 1] - ends[part];
    def.length *= share;
    if (def.mass) *def.mass *= share;
    def.pins = {};
    describeMotion(particles, rope.first + ends[part], def.segments + 1, def);
    for (int i = 0; i <= def.segments; ++i)
      if (particles.positions[rope.first + ends[part] + i].w == 0)
        def.pins.indices.push_back(uint32_t(i));
  }
  return parts;
}

}  // namespace holonom
