#include "math/rotations.h"

#include "math/elementary.h"

namespace holonom {

namespace {

/// The axes 0, 1, 2 of an order's turns.
std::array<int, 3> axesOf(EulerOrder order) {
  const char* name = EnumNames<EulerOrder>::names[static_cast<int>(order)];
  return {name[0] - 'x', name[1] - 'x', name[2] - 'x'};
}

Quatd turnAbout(int axis, double angle) {
  const SineCosine h = sineCosine(0.5 * angle);
  return {axis == 0 ? h.sine : 0, axis == 1 ? h.sine : 0, axis == 2 ? h.sine : 0, h.cosine};
}

double hypotenuse(double a, double b) { return std::sqrt(a * a + b * b); }

/// In (−π, π], of an angle within two turns of it.
double wrapAngle(double angle) {
  constexpr double pi = 3.14159265358979323846;
  if (angle > pi) return angle - 2 * pi;
  return angle <= -pi ? angle + 2 * pi : angle;
}

Mat3d inverseTranspose(const Mat3d& m, double det) {
  return {(1 / det) * cross(m.y, m.z), (1 / det) * cross(m.z, m.x), (1 / det) * cross(m.x, m.y)};
}

}  // namespace

Quatd normalize(const Quatd& q) {
  const double l = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return l > 0 ? Quatd{q.x / l, q.y / l, q.z / l, q.w / l} : Quatd{0, 0, 0, 1};
}
Quatd toDouble(const Quat& q) { return normalize(Quatd{q.x, q.y, q.z, q.w}); }
Quat toFloat(const Quatd& q) { return {float(q.x), float(q.y), float(q.z), float(q.w)}; }

Quatd fromAngle(double angle) { return turnAbout(2, angle); }
double toAngle(const Quatd& q) { return wrapAngle(2 * arcTangent2(q.z, q.w)); }

Quatd fromEuler(EulerOrder order, const std::array<double, 3>& angles) {
  const std::array<int, 3> axes = axesOf(order);
  return turnAbout(axes[0], angles[0]) * turnAbout(axes[1], angles[1]) *
         turnAbout(axes[2], angles[2]);
}

EulerAngles toEuler(const Quatd& q, EulerOrder order, double lockTolerance) {
  constexpr double pi = 3.14159265358979323846;
  // The paper's turns are about fixed axes: ours, the last first.
  const auto [third, second, first] = axesOf(order);
  const bool proper = first == third;
  const int i = first, j = second, k = proper ? 3 - i - j : third;
  const double sign = (i - j) * (j - k) * (k - i) / 2;  // of the permutation
  const double v[3] = {q.x, q.y, q.z};
  // A Tait-Bryan order is a proper one after a quarter turn about the second axis.
  const double a = proper ? q.w : q.w - v[j], b = proper ? v[i] : v[i] + v[k] * sign,
               c = proper ? v[j] : v[j] + q.w, d = proper ? v[k] * sign : v[k] * sign - v[i];
  const double halfSum = arcTangent2(b, a), halfDifference = arcTangent2(d, c);
  EulerAngles out;
  out.angles[1] = 2 * arcTangent2(hypotenuse(c, d), hypotenuse(a, b));
  if (out.angles[1] <= lockTolerance) {
    out.locked = true;
    out.angles[0] = 2 * halfSum;
  } else if (pi - out.angles[1] <= lockTolerance) {
    out.locked = true;
    out.angles[0] = 2 * halfDifference;
  } else {
    out.angles[0] = halfSum + halfDifference;
    out.angles[2] = halfSum - halfDifference;
  }
  if (!proper) {
    out.angles[0] *= sign;
    out.angles[1] -= pi / 2;
  }
  out.angles[0] = wrapAngle(out.angles[0]);
  out.angles[2] = wrapAngle(out.angles[2]);
  return out;
}

Quatd fromAxisAngle(const AxisAngle& turn) {
  const SineCosine h = sineCosine(0.5 * turn.angle);
  const Vec3d v = h.sine * normalize(turn.axis);
  return {v.x, v.y, v.z, h.cosine};
}

AxisAngle toAxisAngle(const Quatd& q) {
  const double l = length(q.xyz());
  if (!(l > 0)) return {};
  return {((q.w < 0 ? -1 : 1) / l) * q.xyz(), 2 * arcTangent2(l, abs(q.w))};
}

Quatd fromRotationVector(Vec3d v) {
  const double angle = length(v);
  const SineCosine h = sineCosine(0.5 * angle);
  // Below, the length may have lost its digits; sin(θ/2)/θ is ½ to all of them.
  const Vec3d u = (angle > 1e-100 ? h.sine / angle : 0.5) * v;
  return {u.x, u.y, u.z, h.cosine};
}

Vec3d toRotationVector(const Quatd& q) {
  const double l = length(q.xyz()), sign = q.w < 0 ? -1 : 1;
  if (!(l > 1e-100)) return (2 * sign) * q.xyz();
  return (sign * 2 * arcTangent2(l, abs(q.w)) / l) * q.xyz();
}

Mat3d rodrigues(Vec3d axis, double angle) {
  const SineCosine t = sineCosine(angle);
  // 1 − cos θ without its cancellation near 0.
  const double half = sineCosine(0.5 * angle).sine, versine = 2 * half * half;
  const auto column = [&](Vec3d e) {
    return e + t.sine * cross(axis, e) + versine * cross(axis, cross(axis, e));
  };
  return {column({1, 0, 0}), column({0, 1, 0}), column({0, 0, 1})};
}

Quatd fromMatrix(const Mat3d& m) {
  const double xx = m.x.x, yy = m.y.y, zz = m.z.z, trace = xx + yy + zz;
  // From the largest component, so that none is the difference of near equals.
  if (trace >= xx && trace >= yy && trace >= zz)
    return normalize(Quatd{m.y.z - m.z.y, m.z.x - m.x.z, m.x.y - m.y.x, 1 + trace});
  if (xx >= yy && xx >= zz)
    return normalize(Quatd{1 + xx - yy - zz, m.x.y + m.y.x, m.x.z + m.z.x, m.y.z - m.z.y});
  if (yy >= zz)
    return normalize(Quatd{m.x.y + m.y.x, 1 + yy - xx - zz, m.y.z + m.z.y, m.z.x - m.x.z});
  return normalize(Quatd{m.x.z + m.z.x, m.y.z + m.z.y, 1 + zz - xx - yy, m.x.y - m.y.x});
}

double determinant(const Mat3d& m) { return dot(m.x, cross(m.y, m.z)); }

std::optional<Mat3d> nearestRotation(const Mat3d& m) {
  const double size = std::sqrt((dot(m.x, m.x) + dot(m.y, m.y) + dot(m.z, m.z)) / 3);
  if (!(size > 0) || !std::isfinite(size)) return {};
  Mat3d r{(1 / size) * m.x, (1 / size) * m.y, (1 / size) * m.z};
  if (!(determinant(r) > 1e-12)) return {};
  // Newton's iteration for the orthogonal polar factor: R ← ½ (R + R⁻ᵀ).
  constexpr int kIterations = 60;  // halves singular values first, then squares the error
  for (int i = 0; i < kIterations; ++i) {
    const Mat3d t = inverseTranspose(r, determinant(r));
    const Mat3d next{0.5 * (r.x + t.x), 0.5 * (r.y + t.y), 0.5 * (r.z + t.z)};
    const double change =
        lengthSquared(next.x - r.x) + lengthSquared(next.y - r.y) + lengthSquared(next.z - r.z);
    r = next;
    if (change < 1e-30) break;
  }
  return r;
}

}  // namespace holonom
