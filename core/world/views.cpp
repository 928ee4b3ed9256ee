#include "world/views.h"

#include <limits>

#include "world/debug_draw.h"

namespace holonom {

namespace {

constexpr float kInfiniteMass = std::numeric_limits<float>::infinity();

/// Size of the unit mesh a renderer draws: sphere of radius 1, cube of half extent 1, plane +Y up.
Vec3 scaleOf(const Shape& shape) {
  if (const Sphere* s = std::get_if<Sphere>(&shape)) return {s->radius, s->radius, s->radius};
  if (const Box* b = std::get_if<Box>(&shape)) return b->halfExtents;
  return {1, 1, 1};
}

/// Pose of the drawn mesh: a plane's frame has its normal as +Y.
Transform drawnPose(const Shape& shape, const Transform& pose) {
  const Plane* plane = std::get_if<Plane>(&shape);
  if (!plane) return pose;
  const Vec3 n = plane->normal;
  // Shortest rotation from +Y to n; straight down turns about x.
  const Quat q = n.y > -0.9999f ? normalize(Quat{n.z, 0, -n.x, 1 + n.y}) : Quat{1, 0, 0, 0};
  return {transformPoint(pose, plane->offset * n), pose.rotation * q};
}

void pushMatrix(std::vector<float>& out, const Transform& t, Vec3 scale) {
  const Mat3 r = toMatrix(t.rotation);
  const Vec3 columns[4] = {scale.x * r.x, scale.y * r.y, scale.z * r.z, t.position};
  for (int k = 0; k < 4; ++k)
    out.insert(out.end(), {columns[k].x, columns[k].y, columns[k].z, k == 3 ? 1.0f : 0.0f});
}

}  // namespace

template <class T>
bool WorldViews::stale(Buffer<T>& buffer) {
  if (buffer.version == world_.version) return false;
  buffer.version = world_.version;
  buffer.data.clear();
  return true;
}

namespace {

/// Room for `count`, growing by halves again so that adding one by one stays linear.
template <class T>
void makeRoom(std::vector<T>& v, size_t count) {
  if (v.capacity() < count) v.reserve(count + count / 2);
}

}  // namespace

void WorldViews::reserve() {
  const size_t n = static_cast<size_t>(world_.bodies.size());
  makeRoom(bodyStates_.data, 16 * n);
  for (int k = 0; k < kShapeTypes; ++k) {
    makeRoom(matrices_[k].data, 16 * n);
    makeRoom(instanceBodies_[k], n);
  }
  makeRoom(diagnostics_.data, std::size(kDiagnostics) + kStages);
  makeRoom(joint_, 8 + 2 * (kMaxJointCoordinates + kMaxJointRows));
  for (size_t i = 0; i < world_.cloths.size(); ++i)
    reserveSurface(surfaceOf(cloths_, int(i)), static_cast<size_t>(world_.cloths[i].count));
  for (size_t i = 0; i < world_.springObjects.size(); ++i) {
    const SpringNetwork& network = world_.springObjects[i].network;
    Surface& surface = surfaceOf(springs_, int(i));
    reserveSurface(surface, network.positions.size());
    makeRoom(surface.edges.data, 2 * network.springs.size());
  }
}

void WorldViews::reserveSurface(Surface& s, size_t points) {
  makeRoom(s.positions.data, 3 * points);
  makeRoom(s.velocities.data, 3 * points);
  makeRoom(s.normals.data, 3 * points);
  makeRoom(s.inverseMasses.data, points);
}

WorldViews::Surface& WorldViews::surfaceOf(std::vector<Surface>& all, int index) {
  if (index >= static_cast<int>(all.size())) all.resize(static_cast<size_t>(index) + 1);
  return all[index];
}

std::span<const float> WorldViews::bodyStates() {
  if (stale(bodyStates_))
    for (int i = 0; i < world_.bodies.size(); ++i) {
      const Transform t = world_.bodies.bodyPose(i);
      const BodyState& s = world_.bodies.states[i];
      const Quat q = t.rotation;
      const float mass = world_.bodies.isDynamic(i) ? world_.bodies.masses[i].mass : kInfiniteMass;
      bodyStates_.data.insert(
          bodyStates_.data.end(),
          {t.position.x, t.position.y, t.position.z, mass, q.x, q.y, q.z, q.w, s.linear.x,
           s.linear.y, s.linear.z, 0, s.angular.x, s.angular.y, s.angular.z, 0});
    }
  return bodyStates_.data;
}

void WorldViews::fillInstances() {
  if (!stale(matrices_[0])) return;
  for (int k = 0; k < kShapeTypes; ++k) {
    matrices_[k].data.clear();
    instanceBodies_[k].clear();
  }
  for (int i = 0; i < world_.bodies.size(); ++i) {
    const Shape& shape = world_.bodies.defs[i].shape;
    const int k = static_cast<int>(typeOf(shape));
    pushMatrix(matrices_[k].data, drawnPose(shape, world_.bodies.bodyPose(i)), scaleOf(shape));
    instanceBodies_[k].push_back(world_.bodies.ids.idAt(i).bits);
  }
}

std::span<const float> WorldViews::instanceMatrices(ShapeType type) {
  fillInstances();
  return matrices_[static_cast<int>(type)].data;
}

std::span<const uint32_t> WorldViews::instanceBodies(ShapeType type) {
  fillInstances();
  return instanceBodies_[static_cast<int>(type)];
}

std::span<const double> WorldViews::diagnostics() {
  if (!stale(diagnostics_)) return diagnostics_.data;
  const Energy e = world_.energy();
  const Momentum m = world_.momentum();
  int stopped = 0;
  for (const SpringObject& o : world_.springObjects) stopped += o.stopped;
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
                       double(stopped)};
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
  const JointReadout r = world_.readout(world_.jointIds.idAt(joint));
  const Vec3 f = r.reaction.force, t = r.reaction.torque;
  joint_ = {float(r.coordinates), float(r.rows)};
  for (int k = 0; k < r.coordinates; ++k) joint_.insert(joint_.end(), {r.coordinate[k], r.rate[k]});
  joint_.insert(joint_.end(), {f.x, f.y, f.z, t.x, t.y, t.z});
  for (int k = 0; k < r.rows; ++k) joint_.insert(joint_.end(), {r.lambda[k], r.error[k]});
  return joint_;
}

std::span<const float> WorldViews::clothPositions(int cloth) {
  Buffer<float>& out = surfaceOf(cloths_, cloth).positions;
  const Cloth& c = world_.cloths[cloth];
  if (stale(out))
    for (int i = c.first; i < c.first + c.count; ++i) {
      const Quad& x = world_.particles.positions[i];
      out.data.insert(out.data.end(), {x.x, x.y, x.z});
    }
  return out.data;
}

std::span<const float> WorldViews::clothVelocities(int cloth) {
  Buffer<float>& out = surfaceOf(cloths_, cloth).velocities;
  const Cloth& c = world_.cloths[cloth];
  if (stale(out))
    for (int i = c.first; i < c.first + c.count; ++i) {
      const Quad& v = world_.particles.velocities[i];
      out.data.insert(out.data.end(), {v.x, v.y, v.z});
    }
  return out.data;
}

std::span<const float> WorldViews::clothNormals(int cloth) {
  Buffer<float>& out = surfaceOf(cloths_, cloth).normals;
  const Cloth& c = world_.cloths[cloth];
  const std::span<const float> positions = clothPositions(cloth);
  if (stale(out)) {
    out.data.resize(positions.size());
    vertexNormals(positions.data(), c.count, c.indices, out.data.data());
  }
  return out.data;
}

std::span<const float> WorldViews::clothInverseMasses(int cloth) {
  Buffer<float>& out = surfaceOf(cloths_, cloth).inverseMasses;
  const Cloth& c = world_.cloths[cloth];
  if (stale(out))
    for (int i = c.first; i < c.first + c.count; ++i)
      out.data.push_back(world_.particles.positions[i].w);
  return out.data;
}

std::span<const float> WorldViews::springPositions(int object) {
  Buffer<float>& out = surfaceOf(springs_, object).positions;
  if (stale(out))
    for (const Vec3d& x : world_.springObjects[object].network.positions)
      out.data.insert(out.data.end(), {float(x.x), float(x.y), float(x.z)});
  return out.data;
}

std::span<const float> WorldViews::springNormals(int object) {
  const std::span<const float> positions = springPositions(object);
  Buffer<float>& out = surfaceOf(springs_, object).normals;
  const SpringObject& o = world_.springObjects[object];
  if (stale(out)) {
    out.data.resize(positions.size());
    vertexNormals(positions.data(), o.network.size(), o.indices, out.data.data());
  }
  return out.data;
}

std::span<const double> WorldViews::springPositions64(int object) {
  const auto& x = world_.springObjects[object].network.positions;
  return {&x[0].x, 3 * x.size()};
}

std::span<const double> WorldViews::springVelocities64(int object) {
  const auto& v = world_.springObjects[object].network.velocities;
  return {&v[0].x, 3 * v.size()};
}

std::span<const uint32_t> WorldViews::springEdges(int object) {
  Buffer<uint32_t>& out = surfaceOf(springs_, object).edges;
  if (stale(out))
    for (const Spring& s : world_.springObjects[object].network.springs)
      out.data.insert(out.data.end(), {uint32_t(s.a), uint32_t(s.b)});
  return out.data;
}

std::span<const float> WorldViews::springInverseMasses(int object) {
  Buffer<float>& out = surfaceOf(springs_, object).inverseMasses;
  if (stale(out))
    for (const double w : world_.springObjects[object].network.inverseMasses)
      out.data.push_back(float(w));
  return out.data;
}

}  // namespace holonom
