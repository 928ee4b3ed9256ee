#pragma once
// Contacts of points (particles, spring nodes) with bodies and with each other, at position level.
// C = distance − radius ≥ 0; the body receives the opposite impulse through its inverse mass.
// Friction: the slip of the substep is removed, whole where that takes at most μ_s times the push,
// or else by μ_k times it. [Macklin et al. 2014, eq. 24]
#include "rigid/bodies.h"

namespace holonom {

/// Coulomb coefficients of two surfaces: while they hold, and once they slide.
struct PointFriction {
  float held = 0, sliding = 0;

  using Packed = PackedOf<float, float>;
};
/// Of a pair: the geometric means of both.
inline PointFriction combine(PointFriction a, PointFriction b) {
  return {std::sqrt(a.held * b.held), std::sqrt(a.sliding * b.sliding)};
}
/// The impulse of friction where `stop` would end the slip and `push` holds them apart.
inline float frictionImpulse(PointFriction friction, float stop, float push) {
  return stop <= friction.held * push ? stop : min(stop, friction.sliding * push);
}

/// A point as contacts see it, in world axes.
struct ContactPoint {
  Vec3 position, previous;  ///< now, and when the substep began [m]
  float inverseMass = 0;
};

/// Moves `point` out of a shape of a body, at the shape's present `pose`, and rubs it; pushes the
/// body back. `radius` is kept from the surface [m]. Beside what closed in this substep, at most
/// `recovery` of the penetration goes [m]: what was there before must not become a speed. Returns
/// whether they touch.
bool solvePointBody(Bodies& bodies, int body, const Shape& shape, const Transform& pose,
                    ContactPoint& point, float radius, float recovery, PointFriction friction,
                    float h);

/// Four points of one object, in world axes.
struct ContactPoints {
  Vec3x4 position, previous;  ///< [m]
  f32x4 inverseMass;
};
/// The same for four points, with a body that no push moves; all of the penetration goes. False
/// where they must be solved one by one, with nothing moved: the shape has no lanes, or a point is
/// so fast that it may have gone through.
bool solvePointsBody(const Bodies& bodies, int body, const Shape& shape, const Transform& pose,
                     ContactPoints& points, float radius, PointFriction friction, float h);

/// Keeps two points at least `distance` apart, with friction.
/// `slip` is what earlier substeps left of slip where friction holds; zero once it slides.
bool solvePointPoint(ContactPoint& a, ContactPoint& b, float distance, PointFriction friction,
                     Vec3& slip);

/// Holds a point that is off by `error` from an anchor of a body (or of the world where `body` is
/// nobody()) with compliance α̃ = α/h². `lambda` accumulates over the sweeps of a substep. Returns
/// its change, which the caller applies to the point.
Vec3 solvePointAttachment(Bodies& bodies, int body, Vec3 arm, Vec3 error, float inverseMass,
                          float scaledCompliance, Vec3& lambda, float h);

}  // namespace holonom
