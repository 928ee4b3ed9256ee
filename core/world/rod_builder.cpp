#include "world/rod_builder.h"

#include <cmath>

namespace holonom {

namespace {

/// The frame whose x axis is a direction, turned from another one without twist.
Quatd turnedTo(const Quatd& frame, Vec3d direction) {
  const Vec3d from = rotate<double>(frame, {1, 0, 0});
  Vec3d axis = cross(from, direction);
  double w = 1 + dot(from, direction);
  if (!(w > 1e-9)) {  // opposite: about the frame's z axis
    axis = rotate<double>(frame, {0, 0, 1});
    w = 0;
  }
  const double size = std::sqrt(dot(axis, axis) + w * w);
  return Quatd{axis.x / size, axis.y / size, axis.z / size, w / size} * frame;
}

/// Of each segment: the first is turned from the world's axes, and each from the one before.
std::vector<Quatd> framesOf(const std::vector<Vec3>& points, const Quatd& start) {
  std::vector<Quatd> frames;
  for (size_t i = 0; i + 1 < points.size(); ++i)
    frames.push_back(turnedTo(frames.empty() ? start : frames.back(),
                              normalize(toDouble(points[i + 1]) - toDouble(points[i]))));
  return frames;
}

Quad packed(const Quatd& q) { return {float(q.x), float(q.y), float(q.z), float(q.w)}; }

double segmentLength(const std::vector<Vec3>& points, size_t segment) {
  return length(toDouble(points[segment + 1]) - toDouble(points[segment]));
}

/// Mass per length [kg/m].
double linearDensity(const std::vector<Vec3>& points, const ParticleDef& def) {
  if (!def.mass) return double(def.density) * M_PI * double(def.radius) * double(def.radius);
  double total = 0;
  for (size_t i = 0; i + 1 < points.size(); ++i) total += segmentLength(points, i);
  return double(*def.mass) / total;
}

}  // namespace

Result<TriangleMesh> buildRod(const std::vector<float>& points, const Transform& placement) {
  if (points.size() < 6 || points.size() % 3 != 0)
    return Error{ErrorCode::Geometry, "points", double(points.size()), Rule::TwoPoints};
  TriangleMesh mesh;
  for (size_t i = 0; i < points.size(); i += 3) {
    const Vec3 point{points[i], points[i + 1], points[i + 2]};
    mesh.vertices.push_back(transformPoint(placement, point));
  }
  return mesh;
}

Status checkApart(const std::vector<Vec3>& points, const ParticleDef& def) {
  for (size_t i = 1; i < points.size(); ++i) {
    if (segmentLength(points, i - 1) > 0) continue;
    if (def.points.empty())
      return Error{ErrorCode::Geometry, "length", double(def.length), Rule::PointFromLast};
    return Error{ErrorCode::Geometry, "points[" + std::to_string(3 * i) + "]",
                 double(def.points[3 * i]), Rule::PointFromLast};
  }
  return {};
}

std::vector<double> rodMasses(const std::vector<Vec3>& points, const ParticleDef& def) {
  const double density = linearDensity(points, def);
  std::vector<double> masses(points.size(), 0);
  for (size_t i = 0; i + 1 < points.size(); ++i) {
    const double half = 0.5 * density * segmentLength(points, i);
    masses[i] += half, masses[i + 1] += half;
  }
  return masses;
}

Result<std::vector<uint32_t>> clampedEnds(const Pins& clamps, const GridDef* row, int count) {
  auto ends = resolvePins(clamps, row, count);
  if (!ends) {
    ends.error->path.replace(0, 4, "clamps");  // "pins"
    return ends;
  }
  for (const uint32_t end : ends.value)
    if (end != 0 && end != uint32_t(count - 1))
      return Error{ErrorCode::Range, "clamps", double(end), Rule::RodEnd, {double(count - 1)}};
  return ends;
}

Status checkOrientations(const ParticleDef& def, size_t particles) {
  const auto check = [](const std::vector<float>& numbers, size_t count,
                        const char* path) -> Status {
    if (numbers.empty() || numbers.size() == count) return {};
    return Error{ErrorCode::Range, path, double(numbers.size()), Rule::Count, {double(count)}};
  };
  if (Status bad = check(def.rotations, 4 * (particles + 1), "rotations")) return bad;
  for (size_t i = 0; i < def.rotations.size(); i += 4) {
    const float* q = &def.rotations[i];
    if (!(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] > 1e-12f))
      return Error{ErrorCode::Range, "rotations[" + std::to_string(i) + "]", double(q[0]),
                   Rule::QuaternionNotZero};
  }
  return check(def.angularVelocities, 3 * (particles - 1), "angularVelocities");
}

void addRod(const std::vector<Vec3>& points, const std::vector<uint32_t>& clamps, Cloth& cloth) {
  const int segments = cloth.count - 1;
  const std::vector<Quatd> frames = framesOf(points, toDouble(cloth.def.rotation));
  auto& stretches = cloth.batches.oriented<RodStretch>().entries;
  auto& bends = cloth.batches.oriented<RodBend>().entries;
  const auto isClamped = [&](int particle) {
    return std::ranges::find(clamps, uint32_t(particle)) != clamps.end();
  };
  const auto bend = [&](int from, int to, const Quatd& between, double length) {
    bends.push_back(
        {{from, to}, {float(between.x), float(between.y), float(between.z), float(length)}, {}});
  };
  const Quatd straight{0, 0, 0, 1};
  if (isClamped(0)) bend(cloth.count, 0, straight, 0.5 * segmentLength(points, 0));
  for (int i = 0; i < segments; ++i) {
    const double length = segmentLength(points, size_t(i));
    stretches.push_back({{i, i + 1}, {float(length)}, {}});
    cloth.meanLength += float(length / segments);
    if (i + 1 == segments) break;
    Quatd between = conjugate<double>(frames[size_t(i)]) * frames[size_t(i) + 1];
    if (between.w < 0) between = {-between.x, -between.y, -between.z, -between.w};
    bend(i, i + 1, between, 0.5 * (length + segmentLength(points, size_t(i) + 1)));
  }
  if (isClamped(segments))
    bend(segments - 1, segments, straight, 0.5 * segmentLength(points, size_t(segments) - 1));
}

void orientRod(const Cloth& rod, const ParticleDef& def, Particles& particles) {
  particles.orient();
  const size_t first = size_t(rod.first), last = first + size_t(rod.count) - 1;
  const std::vector<Quatd> rest = framesOf(rod.rest, toDouble(def.rotation));
  const double density = linearDensity(rod.rest, def);
  for (size_t i = 0; i < rest.size(); ++i) {
    const Vec3d along = toDouble(particles.positions[first + i + 1].xyz()) -
                        toDouble(particles.positions[first + i].xyz());
    particles.rotations[first + i] =
        packed(length(along) > 0 ? turnedTo(rest[i], normalize(along)) : rest[i]);
    // Of a disc about its axis: what a segment has across it is small beside that of its ends.
    const double radius = double(def.radius);
    particles.spins[first + i] = {
        0, 0, 0, float(2 / (density * segmentLength(rod.rest, i) * radius * radius))};
  }
  particles.rotations[last] = packed(rest.back());
  particles.rotations[last + 1] = packed(rest.front());
  placeRotations(rod, def, particles);
}

void placeRotations(const Cloth& rod, const ParticleDef& def, Particles& particles) {
  const size_t first = size_t(rod.first);
  for (size_t i = 0; i < def.rotations.size(); i += 4) {
    const float* q = &def.rotations[i];
    const Quat unit = toUnit({q[0], q[1], q[2], q[3]});
    particles.rotations[first + i / 4] = {unit.x, unit.y, unit.z, unit.w};
  }
  for (size_t i = 0; i < def.angularVelocities.size(); i += 3) {
    const float* w = &def.angularVelocities[i];
    particles.spins[first + i / 3].setXyz({w[0], w[1], w[2]});
  }
}

void holdNewClamps(const Cloth& rod, const Cloth& changed, Particles& particles) {
  const auto isClamped = [&](const Cloth& of, int particle) {
    for (const auto& entry : of.batches.oriented<RodBend>().entries)
      if (entry.particles[0] == particle || entry.particles[1] == particle) return true;
    return false;
  };
  const int last = rod.count - 1;
  const auto take = [&](int clamp, int segment) {
    if (isClamped(changed, clamp) && !isClamped(rod, clamp))
      particles.rotations[size_t(rod.first + clamp)] =
          particles.rotations[size_t(rod.first + segment)];
  };
  take(rod.count, 0);
  take(last, last - 1);
}

void applyRodModuli(const ParticleDef& def, ParticleBatches& batches) {
  const double r = def.radius, e = def.youngsModulus, nu = def.poissonRatio;
  const double g = e / (2 * (1 + nu)), area = M_PI * r * r, moment = 0.25 * area * r * r;
  // Share of the area that shear takes, of a circle. [Cowper 1966, "The Shear Coefficient in
  // Timoshenko's Beam Theory"]
  const double kappa = 6 * (1 + nu) / (7 + 6 * nu);
  const auto compliance = [](double stiffness) { return min(float(1 / stiffness), 1e30f); };
  const float shear = compliance(g * area * kappa), bend = compliance(e * moment);
  batches.oriented<RodStretch>().compliances = {compliance(e * area), shear, shear};
  batches.oriented<RodBend>().compliances = {compliance(2 * g * moment), bend, bend};
}

double rodEnergy(const Cloth& rod, const Particles& particles) {
  double sum = 0;
  rod.batches.forEachOriented([&]<class C>(const OrientedBatch<C>& batch) {
    for (const auto& entry : batch.entries) {
      OrientedRows rows;
      evaluateEntry<C>(entry, batch.compliances, particles, rod.first, rows);
      sum += 0.5 * dot(rows.value, inverse(rows.compliance) * rows.value);
    }
  });
  return sum;
}

}  // namespace holonom
