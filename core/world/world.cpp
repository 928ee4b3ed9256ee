#include "world/world.h"

#include <utility>

#include "math/hash.h"
#include "math/rotations.h"
#include "rigid/materials.h"
#include "solvers/joint_springs.h"
#include "springs/diagnostics.h"
#include "world/check.h"
#include "world/rod_builder.h"

namespace holonom {

namespace {

/// Half-spaces and meshes have no mass.
Status checkStatic(const BodyDef& def, const char* path) {
  if (def.type == BodyType::Static) return {};
  return Error{ErrorCode::Type, path, EnumNames<BodyType>::names[int(def.type)], Rule::StaticBody};
}

Status checkBody(BodyDef& def) {
  if (Status bad = checkFields(def, "")) return bad;
  def.rotation = toUnit(def.rotation);
  if (std::holds_alternative<Mesh>(def.shape))
    if (Status bad = checkStatic(def, "shape.mesh")) return bad;
  if (std::holds_alternative<Plane>(def.shape))
    if (Status bad = checkStatic(def, "shape.plane")) return bad;
  if (Status bad = resolveShape(def.shape, "shape")) return bad;
  if (def.type != BodyType::Dynamic) return {};
  const MassFrame f = massFrameOf(def);
  const auto usable = [](double v) {
    return v > 1e-37 && v < 1e37;  // and so is its inverse, as floats
  };
  if (!usable(f.mass) || !usable(f.moments.x) || !usable(f.moments.y) || !usable(f.moments.z))
    return Error{ErrorCode::Range,
                 def.inertia ? "inertia"
                 : def.mass  ? "mass"
                             : "density",
                 f.mass, Rule::BodyMass};
  const Vec3d i = f.moments;
  if (def.inertia && (i.x > (i.y + i.z) * 1.000001 || i.y > (i.x + i.z) * 1.000001 ||
                      i.z > (i.x + i.y) * 1.000001))
    return Error{ErrorCode::Range, "inertia", Value::ofNumbers({i.x, i.y, i.z}),
                 Rule::MomentsInOrder};
  return {};
}

/// Lists of a state that is set as a whole, of so many points.
template <class Def>
Status checkState(const Def& def, size_t points) {
  const auto fits = [&](const auto& list, const char* path) -> Status {
    if (list.empty() || list.size() == 3 * points) return {};
    return Error{ErrorCode::Range, path, double(list.size()), Rule::Count, {3.0 * double(points)}};
  };
  if (Status bad = fits(def.positions, "positions")) return bad;
  return fits(def.velocities, "velocities");
}

/// Ties share a pinned node, but a free one has one at most.
Status checkTies(std::span<const Attachment> ties, SpringNetworkId id, const SpringNetworkDef& def,
                 int nodes) {
  const auto pins = resolvePins(def.pins, def.grid ? &*def.grid : nullptr, nodes);
  if (!pins) return *pins.error;
  std::vector<bool> taken(size_t(nodes), false);
  for (const uint32_t pin : pins.value) taken[pin] = true;
  const std::vector<bool> pinned = taken;
  for (const Attachment& tie : ties) {
    if (tie.def.springNetwork != id || pinned[tie.def.point]) continue;
    if (taken[tie.def.point])
      return Error{ErrorCode::Range, "pins", double(tie.def.point), Rule::PinsOfTies};
    taken[tie.def.point] = true;
  }
  return {};
}

double kineticEnergy(double mass, Vec3d v) { return 0.5 * mass * dot(v, v); }

}  // namespace

// ---- bodies

Result<BodyId> World::addBody(BodyDef def) {
  if (Status bad = checkBody(def)) return *bad;
  if (bodies.ids.full()) return full(bodies.size());
  bodies.setPlanar(settings.planar);
  const int i = bodies.add(def);
  // Joints to the world had this index, that of nobody(), as their second body.
  for (Joint& j : joints.all)
    if (j.bodyB == i) j.bodyB = bodies.nobody();
  collision.addBody(bodies, i);
  islands_.forgetTies();
  ++version;
  return bodies.ids.idAt(i);
}

Status World::redefine(BodyId id, BodyDef def) {
  const int i = indexOf(id);
  if (i < 0) return stale("id", id.bits);
  if (Status bad = checkBody(def)) return bad;
  const BodyDef& old = bodies.defs[i];
  const bool remade = def.type != old.type || def.sensor != old.sensor ||
                      def.collisionGroups != old.collisionGroups ||
                      def.collisionMask != old.collisionMask;
  const bool rubsAnew = def.friction != old.friction || def.restitution != old.restitution ||
                        def.frictionCombine != old.frictionCombine ||
                        def.restitutionCombine != old.restitutionCombine ||
                        hasSurface(def) != hasSurface(old) || def.continuous != old.continuous;
  // A body is put to rest alone: that wakes nobody.
  if (!def.asleep)
    wakeLinked(i);
  else
    moves_.forget(id);
  const bool reframed = bodies.redefine(i, def);
  if (remade || reframed) {
    collision.removeBody(bodies, i);
    collision.addBody(bodies, i);
    islands_.forgetTies();
  } else {
    collision.fitBoxes(bodies, i);
  }
  if (reframed) refreshJointEnds();
  if (rubsAnew) collision.refreshMaterials(bodies, i);
  ++version;
  return {};
}

BodyDef World::describe(BodyId id) const {
  BodyDef def = bodies.describe(indexOf(id));
  if (stopsNext(id)) def.linearVelocity = def.angularVelocity = {};
  return def;
}

Status World::setMotion(BodyId id, BodyDef motion) {
  const int i = indexOf(id);
  if (i < 0) return stale("id", id.bits);
  if (Status bad = checkFields(motion, "")) return bad;
  motion.rotation = toUnit(motion.rotation);
  motion.asleep = false;
  wakeLinked(i);
  moves_.forget(id);
  bodies.setMotion(i, motion);
  collision.fitBoxes(bodies, i);
  ++version;
  return {};
}

bool World::remove(BodyId id) {
  const int i = indexOf(id);
  if (i < 0) return false;
  wakeLinked(i);
  removeTied([&](const auto& tied) { return tied.body == id; });
  moves_.forget(id);
  removeForcesOf(id);
  for (int j = int(joints.all.size()) - 1; j >= 0; --j)
    if (joints.all[j].bodyA == i || joints.all[j].bodyB == i) removeJointAt(j);
  collision.removeBody(bodies, i);
  const int last = bodies.size() - 1;
  if (i != last) collision.renameBody(bodies, last, i);
  bodies.removeAt(i);
  refreshJointEnds();
  islands_.forgetTies();
  ++version;
  return true;
}

// ---- cloth, ropes, grains, soft bodies and rods

namespace {

template <class Def>
Def taken(ParticleDef&& def) {
  Def out;
  static_cast<ParticleDef&>(out) = std::move(def);
  return out;
}

/// By the table of what it is.
Status checkParticleDef(const ParticleDef& def) {
  if (def.isRope()) return checkRows(checkTable<RopeDef>, &def, "");
  if (def.isGrains()) return checkRows(checkTable<GrainsDef>, &def, "");
  if (def.isSoftBody()) return checkRows(checkTable<SoftBodyDef>, &def, "");
  if (def.isRod()) return checkRows(checkTable<RodDef>, &def, "");
  return checkRows(checkTable<ClothDef>, &def, "");
}

}  // namespace

Result<ClothId> World::addCloth(ClothDef def) { return addParticles(std::move(def)); }
Result<RopeId> World::addRope(RopeDef def) {
  const Result<ClothId> id = addParticles(std::move(def));
  return id ? Result<RopeId>(RopeId{id.value.bits}) : Result<RopeId>(*id.error);
}
Result<GrainsId> World::addGrains(GrainsDef def) {
  const Result<ClothId> id = addParticles(std::move(def));
  return id ? Result<GrainsId>(GrainsId{id.value.bits}) : Result<GrainsId>(*id.error);
}
Result<SoftBodyId> World::addSoftBody(SoftBodyDef def) {
  const Result<ClothId> id = addParticles(std::move(def));
  return id ? Result<SoftBodyId>(SoftBodyId{id.value.bits}) : Result<SoftBodyId>(*id.error);
}
Result<RodId> World::addRod(RodDef def) {
  const Result<ClothId> id = addParticles(std::move(def));
  return id ? Result<RodId>(RodId{id.value.bits}) : Result<RodId>(*id.error);
}

Result<ClothId> World::addParticles(ParticleDef def) {
  if (Status bad = checkParticleDef(def)) return *bad;
  def.rotation = toUnit(def.rotation);
  if (soft.cloths.full()) return full(soft.cloths.size());
  Result<Cloth> cloth = buildCloth(def, soft.particles);
  if (!cloth) return *cloth.error;
  soft.clothChanged = true;
  ++version;
  return soft.cloths.add(std::move(cloth.value));
}

ClothDef World::describe(ClothId id) const { return taken<ClothDef>(describeParticles(id)); }
RopeDef World::describe(RopeId id) const { return taken<RopeDef>(describeParticles(clothOf(id))); }
GrainsDef World::describe(GrainsId id) const {
  return taken<GrainsDef>(describeParticles(clothOf(id)));
}
SoftBodyDef World::describe(SoftBodyId id) const {
  return taken<SoftBodyDef>(describeParticles(clothOf(id)));
}
RodDef World::describe(RodId id) const { return taken<RodDef>(describeParticles(clothOf(id))); }

ParticleDef World::describeParticles(ClothId id) const {
  const Cloth& cloth = soft.cloths[indexOf(id)];
  ParticleDef def = cloth.def;
  describeMotion(soft.particles, cloth.first, cloth.count, def);
  return def;
}

Status World::redefine(ClothId id, const ParticleDef& def) {
  const int i = indexOf(id);
  if (i < 0) return stale("id", id.bits);
  if (Status bad = checkParticleDef(def)) return bad;
  const ParticleDef& old = soft.cloths[i].def;
  const char* fixed = def.bend.model != old.bend.model                   ? "bend.model"
                      : def.strain.has_value() != old.strain.has_value() ? "strain"
                      : def.areaCompliance.has_value() != old.areaCompliance.has_value()
                          ? "areaCompliance"
                      : def.volume.has_value() != old.volume.has_value() ? "volume"
                                                                         : nullptr;
  if (fixed) return Error{ErrorCode::Fixed, fixed, Value(), Rule::FixedConstraints};
  Cloth& cloth = soft.cloths[i];
  if (Status bad = checkState(def, size_t(cloth.count))) return bad;
  if (Status bad = checkOrientations(def, size_t(cloth.count))) return bad;
  if (def.pins != old.pins || def.seams != old.seams || def.clamps != old.clamps)
    if (Status bad = rebuildCloth(cloth, def, soft.particles)) return bad;
  const auto put = [&](const std::vector<float>& from, std::vector<Quad>& to) {
    for (size_t k = 0; k < from.size(); k += 3)
      to[size_t(cloth.first) + k / 3].setXyz({from[k], from[k + 1], from[k + 2]});
  };
  put(def.positions, soft.particles.positions);
  put(def.velocities, soft.particles.velocities);
  if (def.isRod()) placeRotations(cloth, def, soft.particles);
  // How it moved before says nothing of how it goes on.
  if (soft.particles.hasMoves() && !(def.positions.empty() && def.velocities.empty()))
    std::fill_n(soft.particles.moves.begin() + cloth.first, cloth.count, Quad{});
  cloth.def = def;
  cloth.def.forgetState();
  applyCompliance(cloth);
  cloth.stoppedStep = 0;
  soft.clothChanged = true;
  ++version;
  return {};
}

Result<int> World::split(ClothId id, int particle, std::span<const int32_t> triangles) {
  const int i = indexOf(id);
  if (i < 0) return stale("cloth", id.bits);
  if (Status bad = soft.splitCloth(i, particle, triangles)) return *bad;
  ++version;
  return soft.cloths[i].count - 1;
}

Result<RopeId> World::split(RopeId id, int particle) {
  const int i = indexOf(id);
  if (i < 0) return stale("rope", id.bits);
  const Cloth& rope = soft.cloths[i];
  if (!rope.def.isRope()) return stale("rope", id.bits);
  if (particle < 1 || particle >= rope.count - 1)
    return Error{ErrorCode::Range, "particle", double(particle), Rule::InnerParticle};
  auto [first, second] = splitRope(rope, soft.particles, particle);
  const int start = rope.first, count = rope.count;
  Result<Cloth> kept = buildCloth(first, soft.particles);
  if (!kept) return *kept.error;
  const Result<ClothId> rest = addParticles(std::move(second));
  if (!rest) {
    soft.removeParticles(kept.value.first, kept.value.count);
    return *rest.error;
  }
  soft.particles.copyMotion(start, kept.value.first, particle + 1);
  soft.particles.copyMotion(start + particle, soft.at(rest.value).first, count - particle);
  soft.replaceCloth(i, std::move(kept.value));
  ties.movePoints(clothOf(id), particle, rest.value);
  return RopeId{rest.value.bits};
}

bool World::remove(ClothId id) {
  const int i = indexOf(id);
  if (i < 0) return false;
  removeTied([&]<class Tied>(const Tied& tied) {
    if constexpr (requires { tied.toParticles(); })
      if (tied.toParticles() == id) return true;
    return tied.particles() == id;
  });
  soft.removeCloth(i);
  ++version;
  return true;
}

// ---- spring networks are in spring_objects.cpp

SpringNetworkDef World::describe(SpringNetworkId id) const {
  const SpringObject& object = soft.springs[indexOf(id)];
  SpringNetworkDef def = object.def;
  for (int i = 0; i < object.network.size(); ++i) {
    const Vec3d x = object.network.positions[i], v = object.network.velocities[i];
    def.positions.insert(def.positions.end(), {x.x, x.y, x.z});
    def.velocities.insert(def.velocities.end(), {v.x, v.y, v.z});
  }
  return def;
}

Status World::redefine(SpringNetworkId id, const SpringNetworkDef& def) {
  const int i = indexOf(id);
  if (i < 0) return stale("id", id.bits);
  if (Status bad = checkFields(def, "")) return bad;
  SpringNetwork& network = soft.springs[i].network;
  if (Status bad = checkState(def, network.positions.size())) return bad;
  if (def.pins != soft.springs[i].def.pins)
    if (Status bad = checkTies(ties.attachments, id, def, network.size())) return bad;
  if (Status bad = takeSettings(soft.springs[i], def)) return bad;
  const auto put = [](const std::vector<double>& from, std::vector<Vec3d>& to) {
    for (size_t k = 0; k < from.size(); k += 3) to[k / 3] = {from[k], from[k + 1], from[k + 2]};
  };
  put(def.positions, network.positions);
  put(def.velocities, network.velocities);
  stopFixedNodes(network);
  soft.springs[i].stopped = false;
  ++version;
  return {};
}

bool World::remove(SpringNetworkId id) {
  return removeAt(indexOf(id), [&](int i) {
    removeTied([&](const auto& tied) { return tied.springNetwork == id; });
    soft.springs.removeAt(i);
  });
}

// ---- attachments and grabs are in attachments.cpp

template <class Matches>
void World::removeTied(Matches&& matches) {
  for (int i = int(ties.attachments.size()) - 1; i >= 0; --i)
    if (matches(ties.attachments[i].def)) removeAttachmentAt(i);
  for (int i = int(ties.grabs.size()) - 1; i >= 0; --i)
    if (matches(ties.grabs[i])) ties.grabs.removeAt(i);
}

// ---- the whole

Status World::redefine(const WorldSettings& changed) {
  if (Status bad = checkFields(changed, "")) return bad;
  settings = changed;
  bodies.setPlanar(settings.planar);
  Islands::wakeAll(bodies);
  ++version;
  return {};
}

void World::clear() {
  World empty = emptied();
  empty.settings = settings;
  become(std::move(empty));
}

Energy World::energy() const {
  Energy e;
  const Vec3d g = toDouble(settings.gravity);
  for (int i = 0; i < bodies.size(); ++i) {
    const BodyMass& m = bodies.masses[i];
    if (m.mass == 0) continue;
    const BodyState& s = bodies.states[i];
    const Vec3d w = toDouble(inverseRotate(bodies.poses[i].rotation, s.angular));
    e.kinetic +=
        kineticEnergy(m.mass, toDouble(s.linear)) +
        0.5 * (m.inertia.x * w.x * w.x + m.inertia.y * w.y * w.y + m.inertia.z * w.z * w.z);
    e.potential -= double(m.mass) * m.gravityScale * dot(g, toDouble(bodies.poses[i].position));
  }
  for (const ForceDef& def : forces) {
    const ActiveForce force = activeForce(def, bodies);
    e.elastic += elasticEnergy(force, bodies);
    e.potential += potentialEnergy(force, bodies);
  }
  for (const Quad& x : soft.particles.positions) {
    if (x.w == 0) continue;
    const Vec3d v = toDouble(soft.particles.velocities[&x - soft.particles.positions.data()].xyz());
    e.kinetic += kineticEnergy(1 / double(x.w), v);
    e.potential -= dot(g, toDouble(x.xyz())) / double(x.w);
  }
  for (const Quad& spin : soft.particles.spins)
    if (spin.w > 0) e.kinetic += kineticEnergy(1 / double(spin.w), toDouble(spin.xyz()));
  for (const Cloth& c : soft.cloths) e.elastic += elasticEnergy(c, soft.particles);
  for (const SpringObject& o : soft.springs) {
    const SpringDiagnostics d = diagnose(o.network, g);
    e.kinetic += d.kinetic, e.potential += d.potential, e.elastic += d.elastic;
  }
  for (const Joint& j : joints.all)
    if (hasSprings(j.def))
      e.elastic += JointSprings(j.def, j.frames, j.bodyA, j.bodyB, bodies).energy(bodies);
  for (const Attachment& a : ties.attachments) {
    if (!(a.def.compliance > 0)) continue;
    const Vec3d gap =
        toDouble(soft.positionOf(a.def)) - toDouble(Ties::anchorOf(soft, bodies, a.def));
    e.elastic += 0.5 * dot(gap, gap) / double(a.def.compliance);
  }
  return e;
}

Momentum World::momentum() const {
  Momentum total;
  const auto addPoint = [&](double mass, Vec3d x, Vec3d v) {
    total.linear += mass * v;
    total.angular += mass * cross(x, v);
  };
  for (int i = 0; i < bodies.size(); ++i) {
    const BodyMass& m = bodies.masses[i];
    if (m.mass == 0) continue;
    const Quatd q = toDouble(bodies.poses[i].rotation);
    addPoint(m.mass, toDouble(bodies.poses[i].position), toDouble(bodies.states[i].linear));
    const Vec3d w = rotate(conjugate(q), toDouble(bodies.states[i].angular));
    total.angular += rotate(q, Vec3d{m.inertia.x * w.x, m.inertia.y * w.y, m.inertia.z * w.z});
  }
  for (int i = 0; i < soft.particles.size(); ++i) {
    const Quad& x = soft.particles.positions[i];
    if (x.w > 0)
      addPoint(1 / double(x.w), toDouble(x.xyz()), toDouble(soft.particles.velocities[i].xyz()));
  }
  for (const Quad& spin : soft.particles.spins)
    if (spin.w > 0) total.angular += (1 / double(spin.w)) * toDouble(spin.xyz());
  for (const SpringObject& o : soft.springs) {
    const SpringDiagnostics d = diagnose(o.network, {});
    total.linear += d.linear, total.angular += d.angular;
  }
  return total;
}

double World::deepestPenetration() const {
  double depth = 0;
  for (const Contact& c : collision.contacts.all())
    for (int i = 0; i < c.count && !c.sensor; ++i)
      depth = max(depth, -double(collision.contacts.patchOf(c).points()[i].separation));
  return depth;
}

int World::contactCount() const {
  int count = 0;
  for (const Contact& c : collision.contacts.all()) count += c.count > 0;
  return count;
}

uint64_t World::hash() const {
  StateHash hash;
  for (int i = 0; i < bodies.size(); ++i) {
    hash.addReals<float>(bodies.poses[i]);
    hash.addReals<float>(bodies.states[i].linear);
    hash.addReals<float>(bodies.states[i].angular);
  }
  // By objects: where their particles lie depends on what was removed. Each has one that is
  // padding.
  const auto eachParticle = [&](auto&& add) {
    // By kinds, as scene files list them.
    using Source = ParticleDef::Source;
    for (const Source source :
         {Source::Cloth, Source::Rope, Source::Grains, Source::SoftBody, Source::Rod})
      for (const Cloth& c : soft.cloths)
        for (int i = c.first; c.def.source == source && i <= c.first + c.count; ++i) add(i);
  };
  eachParticle([&](int i) { hash.addReals<float>(soft.particles.positions[i]); });
  eachParticle([&](int i) { hash.addReals<float>(soft.particles.velocities[i].xyz()); });
  for (const Cloth& c : soft.cloths)
    for (int i = c.first; c.def.isRod() && i <= c.first + c.count; ++i) {
      hash.addReals<float>(soft.particles.rotations[i]);
      hash.addReals<float>(soft.particles.spins[i].xyz());
    }
  for (const SpringObject& o : soft.springs) {
    for (const Vec3d& x : o.network.positions) hash.addReals<double>(x);
    for (const Vec3d& v : o.network.velocities) hash.addReals<double>(v);
  }
  return hash.value();
}

}  // namespace holonom
