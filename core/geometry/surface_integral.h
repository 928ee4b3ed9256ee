#pragma once
// Volume, center and inertia of what a closed surface of triangles encloses.
#include "geometry/mass_properties.h"

namespace holonom {

/// Exact for flat triangles. By the divergence theorem ∫f dV = 1/(k+3) ∮ f x·n dS for polynomials
/// of degree k; over a triangle that is its signed tetrahedron with the reference point (B.
/// Mirtich, Fast and accurate computation of polyhedral mass properties, 1996; D. Eberly,
/// Polyhedral mass properties, 2002).
class SurfaceIntegral {
 public:
  /// A reference near the surface keeps the sums short.
  explicit SurfaceIntegral(Vec3d reference) : reference_(reference) {}

  /// A triangle, counter-clockwise from outside.
  void add(Vec3d a, Vec3d b, Vec3d c) {
    a -= reference_, b -= reference_, c -= reference_;
    const double det = dot(a, cross(b, c));
    const Vec3d s = a + b + c;
    volume_ += det / 6;
    first_ += det / 24 * s;
    second_ = second_ + det / 120 * Sym3d{a.x * a.x + b.x * b.x + c.x * c.x + s.x * s.x,
                                          a.y * a.y + b.y * b.y + c.y * c.y + s.y * s.y,
                                          a.z * a.z + b.z * b.z + c.z * c.z + s.z * s.z,
                                          a.x * a.y + b.x * b.y + c.x * c.y + s.x * s.y,
                                          a.x * a.z + b.x * b.z + c.x * c.z + s.x * s.z,
                                          a.y * a.z + b.y * b.z + c.y * c.z + s.y * s.z};
  }

  double volume() const { return volume_; }

  /// Zero without volume.
  MassProperties result() const {
    if (volume_ == 0) return {};
    const Vec3d d = (1 / volume_) * first_;
    // ∫ r rᵀ about the center; the inertia is its trace minus itself.
    const Sym3d c = second_ + -volume_ * Sym3d{d.x * d.x, d.y * d.y, d.z * d.z,
                                               d.x * d.y, d.x * d.z, d.y * d.z};
    return {volume_, reference_ + d, {c.yy + c.zz, c.xx + c.zz, c.xx + c.yy, -c.xy, -c.xz, -c.yz}};
  }

 private:
  Vec3d reference_, first_{};
  double volume_ = 0;
  Sym3d second_{};
};

}  // namespace holonom
