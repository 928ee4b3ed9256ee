// Hybrid: one Jacobi sweep on a mean of backward Euler's right-hand side and the harmonic impulses,
// Δv = D⁻¹ (w b + (1 − w) φ); Kang has w = ½.
#include "springs/contacts.h"
#include "springs/harmonic.h"

namespace holonom {

void stepHybrid(SpringNetwork& n, const SpringNetworkDef& settings, Vec3d gravity, double h) {
  const size_t size = n.positions.size();
  n.elastic = assemble(n, settings, gravity, h, ImplicitStep::Linear);
  harmonicImpulses(n, gravity, settings.share, h, n.r);
  // Pulls at anchors are in b alone, and count whole.
  for (const Anchor& a : n.anchors) n.r[a.node] += pullOver(n, a, h, h * a.stiffness);
  const double w = settings.hybridWeight;
  for (size_t i = 0; i < size; ++i) n.force[i] = w * n.force[i] + (1 - w) * n.r[i];
  solveTouching(n, [&](bool) {
    invertDiagonal(n);
    for (size_t i = 0; i < size; ++i) n.deltaVelocity[i] = n.inverseBlocks[i] * n.force[i];
    return true;
  });
  finishImplicit(n, h);
}

}  // namespace holonom
