#pragma once
// The list of shapes, and what every shape can do.
#include <variant>

#include "geometry/box.h"
#include "geometry/plane.h"
#include "geometry/sphere.h"

namespace holonom {

/// A new shape is its file and its name here.
using Shape = std::variant<Sphere, Box, Plane>;

enum class ShapeType : uint8_t { Sphere, Box, Plane };
inline constexpr int kShapeTypes = std::variant_size_v<Shape>;

template <class... Fs>
struct Overload : Fs... {
  using Fs::operator()...;
};

inline ShapeType typeOf(const Shape& s) { return static_cast<ShapeType>(s.index()); }
inline const char* nameOf(const Shape& s) {
  return std::visit([](const auto& each) { return each.name; }, s);
}
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
/// Radius of the smallest origin-centred sphere around the shape [m].
inline float extentOf(const Shape& s) {
  return std::visit([](const auto& each) { return extentOf(each); }, s);
}
/// Signed distance and outward normal at a point, both in the body's axes.
inline SurfacePoint closestSurface(const Shape& s, Vec3 local) {
  return std::visit([&](const auto& each) { return closestSurface(each, local); }, s);
}

}  // namespace holonom
