#include "constraints/rod.h"

namespace holonom {

namespace {

/// [v]ₓ, of which the product with a vector is v × it.
Mat3d crossMatrix(Vec3d v) { return {{0, v.z, -v.y}, {-v.z, 0, v.x}, {v.y, -v.x, 0}}; }

}  // namespace

void RodStretch::evaluate(const OrientedPoint* p, const float* rest, Vec3 compliances,
                          OrientedRows& rows) {
  const double inverse = 1 / double(rest[0]);
  const Mat3d axes = toMatrix(p[0].rotation);
  const Vec3d along = inverse * (p[1].position - p[0].position);
  rows.value = along - axes.x;
  rows.move[0] = -inverse, rows.move[1] = inverse;
  // Seen from the frame, what turns is the segment: so its forces have no torque together.
  rows.turn[0] = crossMatrix(along), rows.turn[1] = {};
  rows.compliance = inverse * rotateDiagonal(axes, toDouble(compliances));
}

void RodBend::evaluate(const OrientedPoint* p, const float* rest, Vec3 compliances,
                       OrientedRows& rows) {
  const Quatd back = conjugate<double>(p[0].rotation);
  Quatd between = back * p[1].rotation;
  // A quaternion and its negative are the same turn.
  if (between.w < 0) between = {-between.x, -between.y, -between.z, -between.w};
  rows.value = between.xyz() - toDouble(Vec3{rest[0], rest[1], rest[2]});
  rows.move[0] = rows.move[1] = 0;
  const Mat3d turned = toMatrix(back);
  const auto column = [&](Vec3d v) { return 0.5 * (between.w * v + cross(v, between.xyz())); };
  rows.turn[1] = {column(turned.x), column(turned.y), column(turned.z)};
  rows.turn[0] = {-rows.turn[1].x, -rows.turn[1].y, -rows.turn[1].z};
  const Vec3d c = 0.25 * double(rest[3]) * toDouble(compliances);
  rows.compliance = {c.x, c.y, c.z, 0, 0, 0};
}

}  // namespace holonom
