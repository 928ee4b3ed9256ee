#include "geometry/compound.h"

namespace holonom {

namespace {

Transform partPlacement(const CompoundPart& part) { return {part.position, part.rotation}; }

// The distance of a placed shape's farthest point from the origin.
float farthestOf(const Sphere& s, const Transform& t) { return length(t.position) + s.radius; }
float farthestOf(const Capsule& c, const Transform& t) {
  const Vec3 e = rotate(t.rotation, {0, c.halfHeight, 0});
  return max(length(t.position + e), length(t.position - e)) + c.radius;
}
float farthestOf(const Box& b, const Transform& t) {
  // The corner in the octant of the center's own coordinates.
  return length(abs(inverseRotate(t.rotation, t.position)) + b.halfExtents);
}
float farthestOf(const Hull& h, const Transform& t) {
  float most = 0;
  for (const Vec3 v : h.geometry->vertices) most = max(most, length(transformPoint(t, v)));
  return most;
}

}  // namespace

Status resolveCompound(Compound& c, const std::string& path) {
  if (c.parts.empty()) return Error{ErrorCode::Missing, path + ".parts", Value(), Rule::PartNeeded};
  for (size_t i = 0; i < c.parts.size(); ++i) {
    c.parts[i].rotation = toUnit(c.parts[i].rotation);
    if (Hull* hull = std::get_if<Hull>(&c.parts[i].shape)) {
      const std::string at = path + ".parts[" + std::to_string(i) + "].shape.hull";
      if (Status bad = resolveHull(*hull, at)) return bad;
    }
  }
  return {};
}

Aabb aabbOf(const Compound& c, const Transform& t) {
  Aabb box = emptyAabb();
  for (const CompoundPart& part : c.parts) {
    const Transform place{transformPoint(t, part.position), t.rotation * part.rotation};
    box = merge(box, std::visit([&](const auto& s) { return aabbOf(s, place); }, part.shape));
  }
  return box;
}

MassProperties massOf(const Compound& c) {
  MassProperties sum;
  for (const CompoundPart& part : c.parts) {
    const MassProperties own = std::visit([](const auto& s) { return massOf(s); }, part.shape);
    sum = joined(sum, placed(own, partPlacement(part)));
  }
  return sum;
}

float extentOf(const Compound& c) {
  float most = 0;
  for (const CompoundPart& part : c.parts)
    most = max(most, std::visit([&](const auto& s) { return farthestOf(s, partPlacement(part)); },
                                part.shape));
  return most;
}

SurfacePoint closestSurface(const Compound& c, Vec3 local) {
  SurfacePoint best{{0, 1, 0}, kHuge};
  for (const CompoundPart& part : c.parts) {
    const Vec3 p = inverseTransformPoint(partPlacement(part), local);
    const SurfacePoint s =
        std::visit([&](const auto& shape) { return closestSurface(shape, p); }, part.shape);
    if (s.distance < best.distance) best = {rotate(part.rotation, s.normal), s.distance};
  }
  return best;
}

}  // namespace holonom
