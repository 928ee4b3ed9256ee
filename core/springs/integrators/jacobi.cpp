// A few block-Jacobi sweeps on backward Euler's system: Δv ← D⁻¹(b − R Δv), from D⁻¹ b.
#include "springs/contacts.h"

namespace holonom {

void stepJacobi(SpringNetwork& n, const SpringNetworkDef& settings, Vec3d gravity, double h) {
  const size_t size = n.positions.size();
  n.elastic = assemble(n, settings, gravity, h, ImplicitStep::Linear);
  std::vector<Vec3d>& x = n.deltaVelocity;
  solveTouching(n, [&](bool) {
    invertDiagonal(n);
    for (size_t i = 0; i < size; ++i) x[i] = n.inverseBlocks[i] * n.force[i];
    const double bb = loadSquared(n);
    double rr = 0;
    for (int sweep = 0; sweep < settings.sweeps; ++sweep) {
      multiply(n, x, n.ap);
      rr = 0;
      for (size_t i = 0; i < size; ++i) {
        const Vec3d r = n.force[i] - n.ap[i];
        x[i] += n.inverseBlocks[i] * r;
        rr += lengthSquared(r);
      }
    }
    n.iterations += settings.sweeps;
    // Of the guess before the last sweep: after it, another product would have to be formed.
    n.residual = bb == 0 ? 0 : settings.sweeps > 0 ? std::sqrt(rr / bb) : 1;
    return true;
  });
  finishImplicit(n, h);
}

}  // namespace holonom
