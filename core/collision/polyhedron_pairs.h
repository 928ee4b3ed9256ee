#pragma once
// Contact of any two polyhedra, and of a capsule with one.
#include "collision/gjk.h"
#include "collision/manifold.h"
#include "collision/polyhedron.h"
#include "geometry/capsule.h"

namespace holonom {

void collideCapsulePolyhedron(const Capsule& a, const Transform& ta, const Polyhedron& b,
                              const Transform& tb, float margin, Manifold& out);
void collidePolyhedra(const Polyhedron& a, const Transform& ta, const Polyhedron& b,
                      const Transform& tb, float margin, Manifold& out);

/// The one point where two polyhedra that are apart are nearest. False when they touch, or all but
/// touch: then `out` stays as it is.
bool collideApart(const Polyhedron& a, const Transform& ta, const Polyhedron& b,
                  const Transform& tb, float margin, Manifold& out);

}  // namespace holonom
