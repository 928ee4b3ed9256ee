// The views a renderer reads each frame; those that are read now and then are in views.cpp.
#include <cstring>

#include "base/growth.h"
#include "world/views.h"

namespace holonom {

namespace {

/// Size of the unit mesh a renderer draws; a plane's is +Y up.
Vec3 scaleOf(const Shape& shape) {
  return std::visit(
      []<class S>(const S& each) {
        if constexpr (requires { drawnScaleOf(each); }) return drawnScaleOf(each);
        return Vec3{1, 1, 1};
      },
      shape);
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

void writeMatrix(float* out, const Transform& t, Vec3 scale) {
  const Mat3 r = toMatrix(t.rotation);
  const Vec3 columns[4] = {scale.x * r.x, scale.y * r.y, scale.z * r.z, t.position};
  for (int k = 0; k < 4; ++k, out += 4)
    out[0] = columns[k].x, out[1] = columns[k].y, out[2] = columns[k].z, out[3] = k == 3;
}

/// Three numbers and a last one; reads four.
void copyRow(float* out, const void* from, float last) {
  f32x4 row;
  std::memcpy(&row, from, sizeof row);
  row[3] = last;
  std::memcpy(out, &row, sizeof row);
}

}  // namespace

std::span<const float> WorldViews::bodyStates() {
  if (bodyStates_.version == world_.version) return bodyStates_.data;
  bodyStates_.version = world_.version;
  const Bodies& bodies = world_.bodies;
  // Written over as it is: clearing it first would cost as much again.
  bodyStates_.data.resize(16 * static_cast<size_t>(bodies.size()));
  float* out = bodyStates_.data.data();
  const int count = bodies.size();
  // Pointers of their own: what is written could else be those of the vectors.
  const Transform* poses = bodies.poses.data();
  const Bodies::OwnAxes* axes = bodies.ownAxes.data();
  const int withAxes = static_cast<int>(bodies.ownAxes.size());
  const BodyState* states = bodies.states.data();
  const BodyMass* masses = bodies.masses.data();
  const uint8_t* awake = bodies.awake.data();
  for (int i = 0; i < count; ++i, out += 16) {
    const Transform& pose = i < withAxes && axes[i].own ? axes[i].origin : poses[i];
    const float mass = masses[i].mass;
    copyRow(out, &pose, mass > 0 ? mass : kInfiniteMass);
    copyRow(out + 4, &pose.rotation, pose.rotation.w);
    copyRow(out + 8, &states[i].linear, awake[i]);
    copyRow(out + 12, &states[i].angular, 0);
  }
  return bodyStates_.data;
}

void WorldViews::addInstance(const Shape& shape, const Transform& pose, uint32_t body, int part) {
  Instances& out = instances_[static_cast<int>(typeOf(shape))];
  writeMatrix(extend(out.matrices, 16), drawnPose(shape, pose), scaleOf(shape));
  out.bodies.push_back(body);
  out.parts.push_back(static_cast<uint32_t>(part));
  if (const Capsule* c = std::get_if<Capsule>(&shape)) {
    float* sizes = extend(out.sizes, 2);
    sizes[0] = c->radius, sizes[1] = c->halfHeight;
  }
}

void WorldViews::fillInstances() {
  if (instancesVersion_ == world_.version) return;
  instancesVersion_ = world_.version;
  for (Instances& each : instances_) each.clear();
  for (int i = 0; i < world_.bodies.size(); ++i) {
    const Shape& shape = world_.bodies.defs[i].shape;
    const Transform pose = world_.bodies.bodyPose(i);
    const uint32_t id = world_.bodies.ids.idAt(i).bits;
    const Compound* compound = std::get_if<Compound>(&shape);
    if (!compound) {
      addInstance(shape, pose, id, 0);
      continue;
    }
    int part = 0;
    for (const CompoundPart& p : compound->parts)
      std::visit(
          [&](const auto& each) {
            addInstance(each, pose * Transform{p.position, p.rotation}, id, part++);
          },
          p.shape);
  }
}

const WorldViews::Instances& WorldViews::instances(ShapeType type) {
  fillInstances();
  return instances_[static_cast<int>(type)];
}

std::span<const float> WorldViews::clothPositions(int cloth) {
  Buffer<float>& out = surfaceOf(cloths_, cloth).positions;
  const Cloth& c = world_.soft.cloths[cloth];
  if (stale(out)) {
    out.data.resize(3 * static_cast<size_t>(c.count));
    float* to = out.data.data();
    for (int i = c.first; i < c.first + c.count; ++i, to += 3) {
      const Quad& x = world_.soft.particles.positions[i];
      to[0] = x.x, to[1] = x.y, to[2] = x.z;
    }
  }
  return out.data;
}

std::span<const float> WorldViews::clothNormals(int cloth) {
  Buffer<float>& out = surfaceOf(cloths_, cloth).normals;
  const Cloth& c = world_.soft.cloths[cloth];
  const std::span<const float> positions = clothPositions(cloth);
  if (stale(out)) {
    out.data.resize(positions.size());
    vertexNormals(positions.data(), c.count, c.indices, out.data.data());
  }
  return out.data;
}

}  // namespace holonom
