#pragma once
// How points of a turning body move, and how its rotation and spin change. Numbers in brackets are
// equations of "Physics Engine" (sites.google.com/site/doc4code, 2011).
#include "math/rotations.h"

namespace holonom {

/// v + ω × r: of the point at r from the center [m/s].
template <class T>
Vec3T<T> pointVelocity(Vec3T<T> velocity, Vec3T<T> spin, Vec3T<T> r) {
  return velocity + cross(spin, r);
}
/// v̇ + ω̇ × r + ω × (ω × r): of the point at r from the center [m/s²] (1-49).
template <class T>
Vec3T<T> pointAcceleration(Vec3T<T> acceleration, Vec3T<T> spinRate, Vec3T<T> spin, Vec3T<T> r) {
  return acceleration + cross(spinRate, r) + cross(spin, cross(spin, r));
}
/// q̇ = ½ (0, ω) q with ω in world axes [1/s] (1-29).
inline Quatd rotationRate(const Quatd& q, Vec3d spin) {
  return Quatd{spin.x / 2, spin.y / 2, spin.z / 2, 0} * q;
}
/// Ṙ = [ω]ₓ R.
inline Mat3d rotationRate(const Mat3d& r, Vec3d spin) {
  return {cross(spin, r.x), cross(spin, r.y), cross(spin, r.z)};
}
/// I⁻¹ (τ − ω × I ω), all in the same axes [rad/s²] (1-46).
inline Vec3d spinRate(const Sym3d& inertia, Vec3d spin, Vec3d torque) {
  return inverse(inertia) * (torque - cross(spin, inertia * spin));
}
/// ½ m v² + ½ ωᵀ I ω [J] (1-47).
inline double kineticEnergy(double mass, Vec3d velocity, const Sym3d& inertia, Vec3d spin) {
  return 0.5 * mass * dot(velocity, velocity) + 0.5 * dot(spin, inertia * spin);
}

}  // namespace holonom
