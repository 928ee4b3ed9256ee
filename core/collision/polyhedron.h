#pragma once
// Boxes as polyhedra, and what lies farthest of any.
#include "geometry/box.h"
#include "geometry/polyhedron.h"

namespace holonom {

/// A box's corners (bit k of the number: positive along axis k) and faces (−x, +x, −y, …).
struct BoxPolyhedron {
  Vec3 vertices[8];
  HullGeometry::Face faces[6];

  explicit BoxPolyhedron(const Box& box);
  Polyhedron view() const;
};

/// The vertex farthest along a direction; of equals the first.
inline int supportVertex(const Vec3* vertices, int count, Vec3 direction) {
  int best = 0;
  float most = dot(direction, vertices[0]);
  for (int i = 1; i < count; ++i) {
    const float d = dot(direction, vertices[i]);
    if (d > most) most = d, best = i;
  }
  return best;
}

}  // namespace holonom
