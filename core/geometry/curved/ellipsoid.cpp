#include "geometry/ellipsoid.h"

namespace holonom {

Aabb aabbOf(const Ellipsoid& e, const Transform& t) {
  const Mat3 m = toMatrix(t.rotation);
  const Vec3 x = e.radii.x * m.x, y = e.radii.y * m.y, z = e.radii.z * m.z;
  const Vec3 reach{sqrt(x.x * x.x + y.x * y.x + z.x * z.x), sqrt(x.y * x.y + y.y * y.y + z.y * z.y),
                   sqrt(x.z * x.z + y.z * y.z + z.z * z.z)};
  return {t.position - reach, t.position + reach};
}

/// The foot x of p has p − x = t x / r², with t the root of Σ (r p / (t + r²))² = 1 above −r² of
/// the least radius. The sum falls and is convex there, so Newton's steps from below never pass the
/// root. After Eberly, "Distance from a Point to an Ellipse, an Ellipsoid, or a Hyperellipsoid"
/// (2013).
SurfacePoint closestSurface(const Ellipsoid& e, Vec3 p) {
  const double r[3] = {e.radii.x, e.radii.y, e.radii.z};
  double q[3] = {abs(double(p.x)), abs(double(p.y)), abs(double(p.z))};
  const int least = r[0] <= r[1] ? (r[0] <= r[2] ? 0 : 2) : (r[1] <= r[2] ? 1 : 2);
  // In the middle plane both sides may be as near: one of them.
  q[least] = max(q[least], 1e-9 * r[least]);
  const double low = r[least] * r[least];
  double s = r[least] * q[least];  // t + r² of the least radius
  for (int i = 0; i < 100; ++i) {
    double value = -1, slope = 0;
    for (int k = 0; k < 3; ++k) {
      const double d = s + (r[k] * r[k] - low), ratio = r[k] * q[k] / d;
      value += ratio * ratio, slope += 2 * ratio * ratio / d;
    }
    const double next = s + value / slope;
    if (!(next > s)) break;
    s = next;
  }
  const double t = s - low;
  Vec3d n{q[0] / (s + (r[0] * r[0] - low)), q[1] / (s + (r[1] * r[1] - low)),
          q[2] / (s + (r[2] * r[2] - low))};
  const double l = length(n);
  n = (1 / l) * n;
  return {{float(p.x < 0 ? -n.x : n.x), float(p.y < 0 ? -n.y : n.y), float(p.z < 0 ? -n.z : n.z)},
          float(t * l)};
}

}  // namespace holonom
