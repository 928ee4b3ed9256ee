// Solutions of the implicit step's equations: conjugate gradients with a block-Jacobi
// preconditioner [Shewchuk 1994], or a factorisation.
#include "springs/contacts.h"

namespace holonom {

namespace {

double dotAll(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += dot(a[i], b[i]);
  return sum;
}

/// r = b − A x; returns r·r.
double measure(SpringNetwork& n) {
  multiply(n, n.deltaVelocity, n.ap);
  for (size_t i = 0; i < n.r.size(); ++i) n.r[i] = n.force[i] - n.ap[i];
  return dotAll(n.r, n.r);
}

void solveByFactor(SpringNetwork& n, const SpringNetworkDef& settings) {
  prepareSolver(n, settings.linearSolver);
  n.factor.start(n.diagonalBlocks);
  for (const auto& [along, across, a, b] : n.linearized)
    if (n.inverseMasses[a] > 0 && n.inverseMasses[b] > 0) n.factor.add(a, b, -across, along, -1);
  n.factor.factorise();
  n.factor.solve(n.force, n.deltaVelocity);
}

/// Takes r and r·r, improves Δv until r·r meets the goal; returns it.
double conjugateGradients(SpringNetwork& n, double rr, double goal, int most) {
  const size_t size = n.positions.size();
  invertDiagonal(n);
  double rz = 0;
  for (size_t i = 0; i < size; ++i) {
    n.p[i] = n.z[i] = n.inverseBlocks[i] * n.r[i];
    rz += dot(n.r[i], n.z[i]);
  }
  for (int k = 0; k < most && rr > goal; ++k) {
    multiply(n, n.p, n.ap);
    const double curvature = dotAll(n.p, n.ap);
    if (!(curvature > 0)) break;  // indefinite, or at the limit of precision
    const double alpha = rz / curvature, before = rz;
    rr = rz = 0;
    for (size_t i = 0; i < size; ++i) {
      n.deltaVelocity[i] += alpha * n.p[i];
      n.r[i] -= alpha * n.ap[i];
      n.z[i] = n.inverseBlocks[i] * n.r[i];
      rr += dot(n.r[i], n.r[i]);
      rz += dot(n.r[i], n.z[i]);
    }
    const double beta = rz / before;
    for (size_t i = 0; i < size; ++i) n.p[i] = n.z[i] + beta * n.p[i];
    ++n.iterations;
  }
  return rr;
}

}  // namespace

bool solveSystem(SpringNetwork& n, const SpringNetworkDef& settings, bool rough) {
  constexpr double kRough = 1e-2;
  const size_t size = n.positions.size();
  const double bb = loadSquared(n);
  double rr = 0;
  if (settings.linearSolver == LinearSolverType::Pcg) {
    for (size_t i = 0; i < size; ++i)
      if (n.inverseMasses[i] == 0) n.deltaVelocity[i] = {};
    const double tolerance = rough ? max(kRough, settings.tolerance) : settings.tolerance;
    rr = conjugateGradients(n, measure(n), tolerance * tolerance * bb, settings.maxIterations);
  } else {
    solveByFactor(n, settings);
    rr = measure(n);
  }
  n.residual = bb > 0 ? std::sqrt(rr / bb) : 0;
  return !rough || settings.linearSolver != LinearSolverType::Pcg ||
         rr <= settings.tolerance * settings.tolerance * bb;
}

}  // namespace holonom
