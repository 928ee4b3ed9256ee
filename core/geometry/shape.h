#pragma once
// The list of shapes, and what every shape can do.
#include <variant>

#include "base/type_list.h"
#include "geometry/compound.h"
#include "geometry/mesh.h"
#include "geometry/plane.h"

namespace holonom {

using Shape = Extended<ConvexShape, Plane, Mesh, Compound>;

/// The place of a shape in that list: convex ones come first.
enum class ShapeType : uint8_t {};
inline constexpr int kShapeTypes = std::variant_size_v<Shape>;
template <class S>
inline constexpr ShapeType shapeType = ShapeType(placeIn<S>(AlternativesOf<Shape>::List{}));

inline ShapeType typeOf(const Shape& s) { return static_cast<ShapeType>(s.index()); }
inline bool isConvex(const Shape& s) { return s.index() < std::variant_size_v<ConvexShape>; }
template <class... Ss>
constexpr bool isCurvedAt(TypeList<Ss...>, size_t place) {
  constexpr bool curved[] = {isCurved<Ss>...};
  return curved[place];
}
inline bool isCurvedShape(const Shape& s) {
  return isCurvedAt(AlternativesOf<Shape>::List{}, s.index());
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
/// Radius of the smallest origin-centered sphere around the shape [m].
inline float extentOf(const Shape& s) {
  return std::visit([](const auto& each) { return extentOf(each); }, s);
}
/// Half widths of a bounded shape along its own axes [m].
inline Vec3 halfWidthsOf(const Shape& s) {
  const Aabb box = aabbOf(s, Transform{});
  return 0.5f * (box.max - box.min);
}
inline float leastHalfWidthOf(const Shape& s) {
  const Vec3 half = halfWidthsOf(s);
  return min(min(half.x, half.y), half.z);
}
/// Signed distance and outward normal at a point, both in the body's axes.
inline SurfacePoint closestSurface(const Shape& s, Vec3 local) {
  return std::visit([&](const auto& each) { return closestSurface(each, local); }, s);
}

}  // namespace holonom
