// A few block-Jacobi sweeps on backward Euler's system: Δv ← D⁻¹(b − R Δv), from zero.
#include "springs/linear_system.h"

namespace holonom {

void stepJacobi(SpringNetwork& n, const SpringNetworkDef& settings, Vec3d gravity, double h) {
  const size_t size = n.positions.size();
  linearise(n, h);
  buildRightHandSide(n, gravity, h);
  invertDiagonal(n, h);
  std::vector<Vec3d>& x = n.deltaVelocity;
  x.assign(size, {});
  n.ap.assign(size, {});
  for (int sweep = 0; sweep < settings.sweeps; ++sweep) {
    if (sweep > 0) multiply(n, h, x, n.ap);
    for (size_t i = 0; i < size; ++i) x[i] += n.diagonalInverse[i] * (n.force[i] - n.ap[i]);
  }
  n.iterations = settings.sweeps;
  finishImplicit(n, h);
}

}  // namespace holonom
