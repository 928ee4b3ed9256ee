// Backward Euler, linearised once and solved by conjugate gradients with a block-Jacobi
// preconditioner, warm started with the last Δv. [Baraff & Witkin 1998]
#include "springs/linear_system.h"

namespace holonom {

namespace {

double dotAll(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += dot(a[i], b[i]);
  return sum;
}

}  // namespace

void stepBackwardEuler(SpringNetwork& n, const SpringNetworkDef& settings, Vec3d gravity,
                       double h) {
  const size_t size = n.positions.size();
  n.deltaVelocity.resize(size);
  for (auto* v : {&n.r, &n.z, &n.p, &n.ap}) v->resize(size);
  linearise(n, h);
  buildRightHandSide(n, gravity, h);
  invertDiagonal(n, h);

  std::vector<Vec3d>&x = n.deltaVelocity, &b = n.force;
  for (int i = 0; i < n.size(); ++i)
    if (n.inverseMasses[i] == 0) x[i] = {};
  multiply(n, h, x, n.ap);
  for (size_t i = 0; i < size; ++i) n.r[i] = b[i] - n.ap[i];
  const double goal = settings.tolerance * settings.tolerance * dotAll(b, b);
  double rr = dotAll(n.r, n.r), rz = 0;
  int k = 0;
  for (; k < settings.maxIterations && rr > goal; ++k) {
    for (size_t i = 0; i < size; ++i) n.z[i] = n.diagonalInverse[i] * n.r[i];
    const double next = dotAll(n.r, n.z), beta = k == 0 ? 0 : next / rz;
    rz = next;
    for (size_t i = 0; i < size; ++i) n.p[i] = n.z[i] + beta * n.p[i];
    multiply(n, h, n.p, n.ap);
    const double curvature = dotAll(n.p, n.ap);
    if (!(curvature > 0)) break;
    const double alpha = rz / curvature;
    for (size_t i = 0; i < size; ++i) {
      x[i] += alpha * n.p[i];
      n.r[i] -= alpha * n.ap[i];
    }
    rr = dotAll(n.r, n.r);
  }
  n.iterations = k;
  const double bb = dotAll(b, b);
  n.residual = bb > 0 ? std::sqrt(rr / bb) : 0;
  finishImplicit(n, h);
}

}  // namespace holonom
