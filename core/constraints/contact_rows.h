#pragma once
// A contact point as rows for any solver: the normal, and two tangents for friction.
#include "collision/manifold.h"
#include "constraints/row.h"

namespace holonom {

/// The relative velocity of the touching points along a unit direction from A to B: with
/// C = (x_b + r_b − x_a − r_a) · u, J = [−uᵀ, −(r_a × u)ᵀ, uᵀ, (r_b × u)ᵀ].
inline Row pointRow(Vec3 armA, Vec3 armB, Vec3 u) {
  Row row;
  row.linearA = -u, row.angularA = -cross(armA, u);
  row.linearB = u, row.angularB = cross(armB, u);
  return row;
}

/// The relative angular velocity about a unit axis.
inline Row turningRow(Vec3 axis) {
  Row row;
  row.angularA = -axis, row.angularB = axis;
  return row;
}

/// The rows of a point: normal, then two tangents. The normal only pushes; the tangents are without
/// bounds until the solver sets them to ±μ times the normal force.
inline void contactRows(const Manifold& manifold, const ManifoldPoint& point, Row* out) {
  const Vec3 n = manifold.normal, t = anyPerpendicular(n);
  out[0] = pointRow(point.onA, point.onB, n);
  out[0].error = point.separation;
  out[0].lower = 0;
  out[1] = pointRow(point.onA, point.onB, t);
  out[2] = pointRow(point.onA, point.onB, cross(n, t));
}

}  // namespace holonom
