// A few block-Jacobi sweeps on backward Euler's system: Δv ← D⁻¹(b − R Δv), from D⁻¹ b.
#include "springs/linear_system.h"

namespace holonom {

void stepJacobi(SpringNetwork& n, const SpringNetworkDef& settings, Vec3d gravity, double h) {
  const size_t size = n.positions.size();
  assemble(n, settings, gravity, h, ImplicitStep::Linear);
  invertDiagonal(n);
  std::vector<Vec3d>& x = n.deltaVelocity;
  x.resize(size);
  n.ap.resize(size);
  for (size_t i = 0; i < size; ++i) x[i] = n.diagonalBlocks[i] * n.force[i];
  for (int sweep = 0; sweep < settings.sweeps; ++sweep) {
    multiply(n, x, n.ap);
    for (size_t i = 0; i < size; ++i) x[i] += n.diagonalBlocks[i] * (n.force[i] - n.ap[i]);
  }
  n.iterations = settings.sweeps;
  finishImplicit(n, h);
}

}  // namespace holonom
