#pragma once
// Contacts of points (particles, spring nodes) with bodies and with each other, at position level.
// C = distance − radius ≥ 0; the body receives the opposite impulse through its inverse mass.
// Friction: the slip of the substep is removed up to μ times the push. [Müller et al. 2007; Macklin
// et al. 2014, section 6.1]
#include "rigid/bodies.h"

namespace holonom {

/// A point as contacts see it, in world axes.
struct ContactPoint {
  Vec3 position, previous;  ///< now, and when the substep began [m]
  float inverseMass = 0;
};

/// Moves `point` out of a shape of a body, at the shape's present `pose`, and rubs it; pushes the
/// body back. `radius` is kept from the surface [m]. Returns whether they touch.
bool solvePointBody(Bodies& bodies, int body, const Shape& shape, const Transform& pose,
                    ContactPoint& point, float radius, float friction, float h);

/// Keeps two points at least `distance` apart, with friction.
bool solvePointPoint(ContactPoint& a, ContactPoint& b, float distance, float friction);

/// Holds a point at an anchor of a body (or of the world where `body` is nobody()) with compliance
/// α̃ = α/h². `lambda` accumulates over the sweeps of a substep.
void solvePointAttachment(Bodies& bodies, int body, Vec3 arm, Vec3 anchor, ContactPoint& point,
                          float scaledCompliance, Vec3& lambda, float h);

}  // namespace holonom
