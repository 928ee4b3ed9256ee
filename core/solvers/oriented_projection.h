#pragma once
// XPBD of constraints of particles with orientations, one by one.
// [Kugelstadt and Schömer 2016, "Position and Orientation Based Cosserat Rods"]
#include "constraints/oriented_constraint.h"
#include "particles/orientations.h"

namespace holonom {

/// A constraint as it is now, to be solved for a change of its λ.
struct OrientedProjection {
  int particles[2];
  OrientedRows rows;
  Vec3* lambda = nullptr;

  /// −(C + α̃ λ + τ Ċ), what a change of λ is to meet; α̃ in `softness`.
  Vec3d residual(const Particles& p, float h, double dampingShare, Sym3d& softness) const;
  /// Adds to λ, and moves and turns the particles.
  void apply(Particles& p, Vec3d change) const;
};

/// Moves and turns a particle by an impulse and one of torque, times the length of a substep.
void pushOriented(Particles& p, size_t i, Vec3d impulse, Vec3d torque);

/// The rows of an entry; `first` is the first particle of the object.
template <class C>
void evaluateEntry(const typename OrientedBatch<C>::Entry& entry, Vec3 compliances,
                   const Particles& p, int first, OrientedRows& rows) {
  OrientedPoint points[2];
  for (size_t k = 0; k < 2; ++k) {
    const size_t i = size_t(first + entry.particles[k]);
    const Quad& q = p.rotations[i];
    points[k] = {toDouble(p.positions[i].xyz()), {q.x, q.y, q.z, q.w}};
  }
  C::evaluate(points, entry.rest.data(), compliances, rows);
}

template <class C>
OrientedProjection projectionOf(typename OrientedBatch<C>::Entry& entry, Vec3 compliances,
                                const Particles& p, int first) {
  OrientedProjection projection;
  for (int k = 0; k < 2; ++k) projection.particles[k] = first + entry.particles[size_t(k)];
  evaluateEntry<C>(entry, compliances, p, first, projection.rows);
  projection.lambda = &entry.lambda;
  return projection;
}

/// J M⁻¹ Jᵀ of two constraints over the particles that they share, or of one with itself.
Mat3d coupling(const OrientedProjection& row, const OrientedProjection& column, const Particles& p);
/// The symmetric part.
inline Sym3d symmetric(const Mat3d& m) {
  return {m.x.x, m.y.y, m.z.z, 0.5 * (m.x.y + m.y.x), 0.5 * (m.x.z + m.z.x), 0.5 * (m.y.z + m.z.y)};
}

/// As `projectBatch`.
template <class C>
void projectOriented(OrientedBatch<C>& batch, Particles& p, int first, float h, float damping,
                     bool firstSweep) {
  const double share = double(damping) / double(h);
  batch.interval = h;
  for (auto& entry : batch.entries) {
    if (firstSweep) entry.lambda = {};
    const OrientedProjection it = projectionOf<C>(entry, batch.compliances, p, first);
    Sym3d matrix;
    const Vec3d residual = it.residual(p, h, share, matrix);
    matrix = matrix + (1 + share) * symmetric(coupling(it, it, p));
    it.apply(p, inverse(matrix) * residual);
  }
}

}  // namespace holonom
