#pragma once
// A shape with its place in a body: what broad and narrow phase deal with. A compound has one for
// each part, any other body has one.
#include <memory>

#include "geometry/shape.h"

namespace holonom {

struct Collider {
  Shape shape;
  std::unique_ptr<const Transform> local;  ///< place in the body's principal axes; null: in them
  bool fresh = false;                      ///< listed to be paired anew
  int32_t body = -1;                       ///< dense index; -1: the place is free
  int32_t next = -1;                       ///< further collider of the body, or next free place
  int32_t leaf = -1;                       ///< in the broad phase; -1 for unbounded shapes
  float extent = 0;                        ///< farthest point from the shape's origin [m]
  float reach = 0;                         ///< farthest point from the body's center [m]

  template <class A>
  void archive(A& ar) {
    auto& [shape, local, fresh, body, next, leaf, extent, reach] = *this;
    // The shape is that of its body.
    Transform place = local ? *local : Transform{};
    ar(place, fresh, body, next, leaf, extent, reach);
    if (ar.reading()) setLocal(place);
  }
  void setLocal(const Transform& place) {
    local = place == Transform{} ? nullptr : std::make_unique<const Transform>(place);
  }
};

// The parts of a body's shape: those of a compound, or the shape itself.
int partCount(const Shape& shape);
Transform partPlace(const Shape& shape, int part);
/// What the narrow phase needs of it: built geometry stands for the lists it was made from.
Shape partOf(const Shape& shape, int part);

inline Transform colliderPose(const Collider& c, const Transform& body) {
  return c.local ? body * *c.local : body;
}

}  // namespace holonom
