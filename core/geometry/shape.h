#pragma once
// The list of shapes, and what every shape can do.
#include <variant>

#include "base/type_list.h"
#include "geometry/compound.h"
#include "geometry/mesh.h"
#include "geometry/plane.h"

namespace holonom {

/// A new shape is its file and its name here.
using Shape =
    std::variant<Sphere, Capsule, Box, Hull, Cylinder, Cone, Ellipsoid, Plane, Mesh, Compound>;

enum class ShapeType : uint8_t {
  Sphere,
  Capsule,
  Box,
  Hull,
  Cylinder,
  Cone,
  Ellipsoid,
  Plane,
  Mesh,
  Compound
};
inline constexpr int kShapeTypes = std::variant_size_v<Shape>;

inline ShapeType typeOf(const Shape& s) { return static_cast<ShapeType>(s.index()); }
inline bool isBounded(const Shape& s) {
  return std::visit([](const auto& each) { return each.bounded; }, s);
}
inline Aabb aabbOf(const Shape& s, const Transform& t) {
  return std::visit([&](const auto& each) { return aabbOf(each, t); }, s);
}
/// Volume and inertia for unit density.
inline MassProperties massOf(const Shape& s) {
  return std::visit([](const auto& each) { return massOf(each); }, s);
}
/// Radius of the smallest origin-centered sphere around the shape [m].
inline float extentOf(const Shape& s) {
  return std::visit([](const auto& each) { return extentOf(each); }, s);
}
/// Signed distance and outward normal at a point, both in the body's axes.
inline SurfacePoint closestSurface(const Shape& s, Vec3 local) {
  return std::visit([&](const auto& each) { return closestSurface(each, local); }, s);
}

}  // namespace holonom
