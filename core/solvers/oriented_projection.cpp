#include "solvers/oriented_projection.h"

namespace holonom {

Vec3d OrientedProjection::residual(const Particles& p, float h, double dampingShare,
                                   Sym3d& softness) const {
  softness = (1 / (double(h) * double(h))) * rows.compliance;
  Vec3d sum = rows.value + softness * toDouble(*lambda);
  for (int k = 0; k < 2 && dampingShare > 0; ++k) {
    const size_t i = size_t(particles[k]);
    const Vec3d moved = toDouble(p.positions[i].xyz()) - toDouble(p.previous[i].xyz());
    const Vec3d turned = toDouble(h * p.spins[i].xyz()) + toDouble(p.turns[i].xyz());
    sum = sum + dampingShare * (rows.move[k] * moved + rows.turn[k] * turned);
  }
  return -sum;
}

void OrientedProjection::apply(Particles& p, Vec3d change) const {
  *lambda = *lambda + toFloat(change);
  for (int k = 0; k < 2; ++k)
    pushOriented(p, size_t(particles[k]), rows.move[k] * change,
                 transposeMultiply(rows.turn[k], change));
}

Mat3d coupling(const OrientedProjection& row, const OrientedProjection& column,
               const Particles& p) {
  Mat3d sum{};
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 2; ++b) {
      if (row.particles[a] != column.particles[b]) continue;
      const size_t i = size_t(row.particles[a]);
      const double shift = double(p.positions[i].w) * row.rows.move[a] * column.rows.move[b];
      const Mat3d turns = timesTransposed(row.rows.turn[a], column.rows.turn[b]);
      sum = sum + Mat3d{{shift, 0, 0}, {0, shift, 0}, {0, 0, shift}} + double(p.spins[i].w) * turns;
    }
  return sum;
}

void pushOriented(Particles& p, size_t i, Vec3d impulse, Vec3d torque) {
  Quad& x = p.positions[i];
  if (x.w > 0) x.setXyz(x.xyz() + toFloat(double(x.w) * impulse));
  if (p.spins[i].w == 0) return;
  const Vec3 angle = toFloat(double(p.spins[i].w) * torque);
  turn(p.rotations[i], angle);
  p.turns[i].setXyz(p.turns[i].xyz() + angle);
}

}  // namespace holonom
