#pragma once
// A shape with its place in a body: what broad and narrow phase deal with. A compound has one for
// each part, any other body has one.
#include "geometry/shape.h"

namespace holonom {

struct Collider {
  Shape shape;
  Transform local;     ///< place of the shape in the body's principal axes
  bool own = false;    ///< whether `local` differs from the identity
  bool fresh = false;  ///< listed to be paired anew
  int32_t body = -1;   ///< dense index; -1: the place is free
  int32_t next = -1;   ///< further collider of the body, or next free place
  int32_t leaf = -1;   ///< in the broad phase; -1 for unbounded shapes
  float extent = 0;    ///< farthest point from the shape's origin [m]
  float reach = 0;     ///< farthest point from the body's centre [m]
};

inline Transform colliderPose(const Collider& c, const Transform& body) {
  return c.own ? body * c.local : body;
}

}  // namespace holonom
