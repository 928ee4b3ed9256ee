#include "geometry/mass_properties.h"

#include <array>

namespace holonom {

namespace {

/// Turns the axes i and j of `m` (k is the third) so that m[i][j] becomes zero, and `q` with them.
void jacobiTurn(double (&m)[3][3], int i, int j, int k, QuatT<double>& q) {
  if (m[i][j] == 0) return;
  // Golub & Van Loan, Matrix Computations, 8.5: the smaller of the two turns, at most 45°.
  const double tau = (m[j][j] - m[i][i]) / (2 * m[i][j]);
  const double t = (tau < 0 ? -1 : 1) / (abs(tau) + std::sqrt(1 + tau * tau));
  const double c = 1 / std::sqrt(1 + t * t), s = t * c;
  m[i][i] -= t * m[i][j];
  m[j][j] += t * m[i][j];
  m[i][j] = m[j][i] = 0;
  const double ik = m[i][k], jk = m[j][k];
  m[i][k] = m[k][i] = c * ik - s * jk;
  m[j][k] = m[k][j] = s * ik + c * jk;
  // Axis i becomes c i − s j: a turn about i × j by −θ.
  const double cHalf = std::sqrt((1 + c) / 2), sHalf = -s / (2 * cHalf);
  const double sign = (i + 1) % 3 == j ? 1 : -1;  // of i × j along k
  const Vec3d u{k == 0 ? sign * sHalf : 0, k == 1 ? sign * sHalf : 0, k == 2 ? sign * sHalf : 0};
  const Vec3d v = q.xyz(), w = cHalf * v + q.w * u + cross(v, u);
  q = {w.x, w.y, w.z, q.w * cHalf - dot(v, u)};
}

}  // namespace

MassProperties placed(const MassProperties& solid, const Transform& t) {
  const Quat& q = t.rotation;
  const double l =
      std::sqrt(double(q.x) * q.x + double(q.y) * q.y + double(q.z) * q.z + double(q.w) * q.w);
  const Mat3d r = toMatrix(QuatT<double>{q.x / l, q.y / l, q.z / l, q.w / l});
  return {solid.volume, toDouble(t.position) + r * solid.center, rotateSymmetric(r, solid.inertia)};
}

MassProperties joined(const MassProperties& a, const MassProperties& b) {
  const double volume = a.volume + b.volume;
  if (!(volume > 0)) return {};
  const Vec3d center = (1 / volume) * (a.volume * a.center + b.volume * b.center);
  return {volume, center,
          a.inertia + parallelAxis(a.volume, a.center - center) + b.inertia +
              parallelAxis(b.volume, b.center - center)};
}

PrincipalAxes principalAxes(const Sym3d& inertia) {
  double m[3][3] = {{inertia.xx, inertia.xy, inertia.xz},
                    {inertia.xy, inertia.yy, inertia.yz},
                    {inertia.xz, inertia.yz, inertia.zz}};
  // What rounding leaves beside the diagonal must not turn axes of equal moments.
  const double noise = 1e-14 * (abs(m[0][0]) + abs(m[1][1]) + abs(m[2][2]));
  QuatT<double> q{0, 0, 0, 1};
  constexpr int kSweeps = 12;  // quadratic convergence: five are enough in practice
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    bool turned = false;
    for (const auto& [i, j, k] : {std::array{0, 1, 2}, std::array{0, 2, 1}, std::array{1, 2, 0}}) {
      if (!(abs(m[i][j]) > noise)) continue;
      jacobiTurn(m, i, j, k, q);
      turned = true;
    }
    if (!turned) break;
  }
  const double l = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w) * (q.w < 0 ? -1 : 1);
  return {{m[0][0], m[1][1], m[2][2]},
          {float(q.x / l), float(q.y / l), float(q.z / l), float(q.w / l)}};
}

}  // namespace holonom
