#include "world/views.h"

#include <algorithm>
#include <cmath>

#include "base/growth.h"
#include "springs/diagnostics.h"
#include "world/debug_draw.h"

namespace holonom {

namespace {

void writeVector(float* out, Vec3 v) { out[0] = v.x, out[1] = v.y, out[2] = v.z; }

const MeshGeometry* meshOf(const Shape& shape) {
  const Mesh* mesh = std::get_if<Mesh>(&shape);
  return mesh ? mesh->geometry.get() : nullptr;
}

const HullGeometry* hullOf(const Shape& shape, int part) {
  const Hull* hull = std::get_if<Hull>(&shape);
  if (const Compound* c = std::get_if<Compound>(&shape))
    hull = part >= 0 && part < int(c->parts.size()) ? std::get_if<Hull>(&c->parts[part].shape)
                                                    : nullptr;
  return hull ? hull->geometry.get() : nullptr;
}

}  // namespace

void WorldViews::reserve() {
  reserveSlowly(bodyStates_.data, 16 * static_cast<size_t>(world_.bodies.size()));
  for (int type = 0; type < kShapeTypes; ++type) {
    Instances& instances = instances_[type];
    const auto n = static_cast<size_t>(world_.collision.colliders.counts[type]);
    reserveSlowly(instances.matrices, 16 * n);
    if (ShapeType(type) == shapeType<Capsule>) reserveSlowly(instances.sizes, 2 * n);
    reserveSlowly(instances.bodies, n);
    reserveSlowly(instances.parts, n);
  }
  reserveSlowly(diagnostics_.data, std::size(kDiagnostics) + kStages);
  reserveSlowly(network_, 18);
  reserveSlowly(joint_, 8 + 2 * (kMaxJointCoordinates + kMaxJointRows));
  // Those of removed objects go, as their memory does.
  cloths_.resize(std::min(cloths_.size(), world_.soft.cloths.size()));
  springs_.resize(std::min(springs_.size(), world_.soft.springs.size()));
  for (size_t i = 0; i < world_.soft.cloths.size(); ++i)
    reserveSurface(surfaceOf(cloths_, int(i)), static_cast<size_t>(world_.soft.cloths[i].count));
  for (size_t i = 0; i < world_.soft.springs.size(); ++i) {
    const SpringNetwork& network = world_.soft.springs[i].network;
    Surface& surface = surfaceOf(springs_, int(i));
    reserveSurface(surface, network.positions.size());
    reserveSlowly(surface.edges.data, 2 * network.springs.size());
    reserveSlowly(surface.timeRatios.data, network.springs.size());
  }
}

void WorldViews::reserveSurface(Surface& s, size_t points) {
  reserveSlowly(s.positions.data, 3 * points);
  reserveSlowly(s.velocities.data, 3 * points);
  reserveSlowly(s.normals.data, 3 * points);
  reserveSlowly(s.inverseMasses.data, points);
}

WorldViews::Surface& WorldViews::surfaceOf(std::vector<Surface>& all, int index) {
  if (index >= static_cast<int>(all.size())) all.resize(static_cast<size_t>(index) + 1);
  return all[index];
}

std::span<const float> WorldViews::bodyMass(int body) {
  const Bodies& bodies = world_.bodies;
  const Transform* own = bodies.ownFrame(body);
  const Transform frame = own ? *own : Transform{};
  const Vec3 infinite{kInfiniteMass, kInfiniteMass, kInfiniteMass};
  mass_.resize(13);
  writeVector(&mass_[0], bodies.poses[body].position);
  writeVector(&mass_[3], frame.position);
  writeVector(&mass_[6], bodies.isDynamic(body) ? bodies.masses[body].inertia : infinite);
  writeVector(&mass_[9], frame.rotation.xyz());
  mass_[12] = frame.rotation.w;
  return mass_;
}

std::span<const float> WorldViews::bodyAcceleration(int body) {
  const auto [linear, angular] = world_.bodies.meanAcceleration(body);
  acceleration_.resize(6);
  writeVector(&acceleration_[0], linear);
  writeVector(&acceleration_[3], angular);
  return acceleration_;
}

float WorldViews::hullDeviation(int body, int part) const {
  const HullGeometry* hull = hullOf(world_.bodies.defs[body].shape, part);
  return hull ? hull->deviation : 0;
}

std::span<const float> WorldViews::geometryVertices(int body, int part) {
  const Shape& shape = world_.bodies.defs[body].shape;
  vertices_.clear();
  if (const HullGeometry* hull = hullOf(shape, part)) {
    for (const Vec3& v : hull->vertices) writeVector(extend(vertices_, 3), v);
  } else if (meshOf(shape) && part == 0) {
    vertices_ = std::get_if<Mesh>(&shape)->vertices;
  }
  return vertices_;
}

std::span<const uint32_t> WorldViews::geometryIndices(int body, int part) {
  const Shape& shape = world_.bodies.defs[body].shape;
  indices_.clear();
  if (const HullGeometry* hull = hullOf(shape, part)) {
    // Faces are convex: a fan from the first corner of each.
    for (const HullGeometry::Face& f : hull->faces)
      for (int k = 2; k < f.count; ++k)
        for (const int corner : {0, k - 1, k}) indices_.push_back(hull->loops[f.first + corner]);
  } else if (meshOf(shape) && part == 0) {
    indices_ = std::get_if<Mesh>(&shape)->indices;
  }
  return indices_;
}

std::span<const double> WorldViews::contactEvents() {
  events_.clear();
  for (const ContactEvent& e : world_.collision.events.told()) {
    double* out = extend(events_, kEventStride);
    out[0] = e.kind == ContactEvent::Kind::End;
    out[1] = e.bodyA.bits, out[2] = e.bodyB.bits, out[3] = e.sensors;
    for (int k = 0; k < 3; ++k) out[4 + k] = at(e.point, k), out[7 + k] = at(e.normal, k);
    out[10] = e.impulse, out[11] = e.approachSpeed;
  }
  return events_;
}

std::span<const double> WorldViews::objectEvents() {
  events_.clear();
  for (const ObjectEvent& e : world_.objectEvents)
    events_.insert(events_.end(), {double(e.kind), double(e.id)});
  return events_;
}

std::span<const double> WorldViews::contacts() {
  contacts_.clear();
  const Bodies& bodies = world_.bodies;
  const auto dt = static_cast<float>(world_.lastStep());
  const float perSecond = dt > 0 ? 1 / dt : 0;
  for (const Contact& c : world_.collision.contacts.all()) {
    if (!c.touching) continue;
    const ContactPatch& patch = world_.collision.contacts.patchOf(c);
    const Transform &a = bodies.poses[c.bodyA], &b = bodies.poses[c.bodyB];
    const Manifold manifold = manifoldOf(c, patch, a.rotation, b.rotation);
    double* out = extend(contacts_, kContactStride);
    out[0] = bodies.ids.idAt(c.bodyA).bits, out[1] = bodies.ids.idAt(c.bodyB).bits;
    out[2] = c.sensor, out[3] = c.count;
    const Vec3 friction = perSecond * patch.stepFriction;
    for (int k = 0; k < 3; ++k) out[4 + k] = at(manifold.normal, k), out[7 + k] = at(friction, k);
    out += 10;
    for (int i = 0; i < c.count; ++i, out += 5) {
      const Vec3 p = b.position + manifold.points[i].onB;
      for (int k = 0; k < 3; ++k) out[k] = at(p, k);
      out[3] = manifold.points[i].separation;
      out[4] = perSecond * patch.points()[i].stepImpulse;
    }
  }
  return contacts_;
}

std::span<const double> WorldViews::diagnostics() {
  if (!stale(diagnostics_)) return diagnostics_.data;
  const Energy e = world_.energy();
  const Momentum m = world_.momentum();
  const SolverReport solved = world_.solverReport();
  int stopped = 0;
  for (const SpringObject& o : world_.soft.springs) stopped += o.stopped;
  const auto& stops = world_.bodies.stops;
  const auto stoppedBodies = stops.size() - size_t(std::count(stops.begin(), stops.end(), 0));
  const auto stoppedCloths = std::count_if(world_.soft.cloths.begin(), world_.soft.cloths.end(),
                                           [](const Cloth& c) { return c.isStopped(); });
  diagnostics_.data = {world_.time,
                       double(world_.stepCount),
                       e.kinetic,
                       e.potential,
                       e.elastic,
                       e.kinetic + e.potential + e.elastic,
                       m.linear.x,
                       m.linear.y,
                       m.linear.z,
                       m.angular.x,
                       m.angular.y,
                       m.angular.z,
                       double(world_.contactCount()),
                       world_.deepestPenetration(),
                       double(stopped),
                       double(stoppedBodies),
                       double(stoppedCloths),
                       solved.residual,
                       solved.boundViolation,
                       double(solved.iterations),
                       double(solved.rows),
                       double(solved.fallbacks),
                       double(world_.sleepingCount()),
                       double(world_.islandCount())};
  diagnostics_.data.insert(diagnostics_.data.end(), world_.stageMs, world_.stageMs + kStages);
  return diagnostics_.data;
}

std::span<const float> WorldViews::debugLines(unsigned flags) {
  if (flags != lineFlags_) lines_.version = ~uint64_t(0);
  lineFlags_ = flags;
  if (stale(lines_)) drawDebugLines(world_, flags, lines_.data);
  return lines_.data;
}

std::span<const float> WorldViews::jointReadout(int joint) {
  const JointReadout r = world_.readout(world_.joints.all.idAt(joint));
  const Vec3 f = r.reaction.force, t = r.reaction.torque;
  joint_ = {float(r.coordinates), float(r.rows)};
  for (int k = 0; k < r.coordinates; ++k) joint_.insert(joint_.end(), {r.coordinate[k], r.rate[k]});
  joint_.insert(joint_.end(), {f.x, f.y, f.z, t.x, t.y, t.z});
  for (int k = 0; k < r.rows; ++k) joint_.insert(joint_.end(), {r.lambda[k], r.error[k]});
  return joint_;
}

std::span<const float> WorldViews::clothVelocities(int cloth) {
  Buffer<float>& out = surfaceOf(cloths_, cloth).velocities;
  const Cloth& c = world_.soft.cloths[cloth];
  if (stale(out))
    for (int i = c.first; i < c.first + c.count; ++i) {
      const Quad& v = world_.soft.particles.velocities[i];
      out.data.insert(out.data.end(), {v.x, v.y, v.z});
    }
  return out.data;
}

const ConstraintReadout& WorldViews::clothConstraints(int cloth, const std::string& kind) {
  readConstraints(world_.soft.cloths[cloth], world_.soft.particles, kind, constraints_);
  return constraints_;
}

std::span<const float> WorldViews::clothRotations(int cloth) {
  const Cloth& c = world_.soft.cloths[cloth];
  if (!c.def.isRod()) return {};
  return {&world_.soft.particles.rotations[size_t(c.first)].x, 4 * (size_t(c.count) + 1)};
}

std::span<const float> WorldViews::clothSpins(int cloth) {
  Buffer<float>& out = surfaceOf(cloths_, cloth).spins;
  const Cloth& c = world_.soft.cloths[cloth];
  if (c.def.isRod() && stale(out))
    for (int i = c.first; i < c.first + c.count - 1; ++i) {
      const Quad& w = world_.soft.particles.spins[size_t(i)];
      out.data.insert(out.data.end(), {w.x, w.y, w.z});
    }
  return out.data;
}

std::span<const float> WorldViews::clothInverseMasses(int cloth) {
  Buffer<float>& out = surfaceOf(cloths_, cloth).inverseMasses;
  const Cloth& c = world_.soft.cloths[cloth];
  if (stale(out))
    for (int i = c.first; i < c.first + c.count; ++i)
      out.data.push_back(world_.soft.particles.positions[i].w);
  return out.data;
}

std::span<const float> WorldViews::springPositions(int object) {
  Buffer<float>& out = surfaceOf(springs_, object).positions;
  if (stale(out))
    for (const Vec3d& x : world_.soft.springs[object].network.positions)
      out.data.insert(out.data.end(), {float(x.x), float(x.y), float(x.z)});
  return out.data;
}

std::span<const float> WorldViews::springNormals(int object) {
  const std::span<const float> positions = springPositions(object);
  Buffer<float>& out = surfaceOf(springs_, object).normals;
  const SpringObject& o = world_.soft.springs[object];
  if (stale(out)) {
    out.data.resize(positions.size());
    vertexNormals(positions.data(), o.network.size(), o.indices, out.data.data());
  }
  return out.data;
}

std::span<const double> WorldViews::springPositions64(int object) {
  const auto& x = world_.soft.springs[object].network.positions;
  return {&x[0].x, 3 * x.size()};
}

std::span<const double> WorldViews::springVelocities64(int object) {
  const auto& v = world_.soft.springs[object].network.velocities;
  return {&v[0].x, 3 * v.size()};
}

std::span<const uint32_t> WorldViews::springEdges(int object) {
  Buffer<uint32_t>& out = surfaceOf(springs_, object).edges;
  if (stale(out))
    for (const Spring& s : world_.soft.springs[object].network.springs)
      out.data.insert(out.data.end(), {uint32_t(s.a), uint32_t(s.b)});
  return out.data;
}

std::span<const double> WorldViews::springTimeRatios(int object) {
  Buffer<double>& out = surfaceOf(springs_, object).timeRatios;
  const SpringNetwork& n = world_.soft.springs[object].network;
  if (stale(out))
    for (const Spring& s : n.springs) out.data.push_back(world_.lastSubstep() / criticalTime(n, s));
  return out.data;
}

std::span<const double> WorldViews::springDiagnostics(int object) {
  const SpringObject& o = world_.soft.springs[object];
  const SpringDiagnostics d = diagnose(o.network, toDouble(world_.settings.gravity));
  const double h = world_.lastSubstep();
  network_ = {d.kinetic,
              d.potential,
              d.elastic,
              d.linear.x,
              d.linear.y,
              d.linear.z,
              d.angular.x,
              d.angular.y,
              d.angular.z,
              double(o.network.iterations),
              o.network.residual,
              d.criticalTime,
              h / d.criticalTime,
              o.def.integrator == IntegratorType::Harmonic ? double(idleSprings(o.network, h)) : 0,
              d.largestStrain,
              double(d.strainedSpring),
              o.stopped ? double(o.stoppedStep) : 0,
              o.stopped ? double(o.stoppedSpring) : -1};
  return network_;
}

std::span<const float> WorldViews::springInverseMasses(int object) {
  Buffer<float>& out = surfaceOf(springs_, object).inverseMasses;
  if (stale(out))
    for (const double w : world_.soft.springs[object].network.inverseMasses)
      out.data.push_back(float(w));
  return out.data;
}

}  // namespace holonom
