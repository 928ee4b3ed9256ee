#pragma once
// C = Im(q₁* q₂) − Ω₀: bending and twist between two pieces of a rod, equally stiff.
// [Kugelstadt and Schömer 2016, "Position and Orientation Based Cosserat Rods", section 4.2]
#include "constraints/oriented_constraint.h"

namespace holonom {

struct BendTwist {
  static constexpr int restCount = 3;
  static constexpr const char* name = "bendTwist";

  static float forceShare(const float*) { return 0.5f; }

  static void evaluate(const OrientedPoint* p, const float* rest, Vec3 compliances,
                       OrientedRows& rows) {
    const Quatd back = conjugate<double>(p[0].rotation);
    Quatd between = back * p[1].rotation;
    if (between.w < 0) between = {-between.x, -between.y, -between.z, -between.w};
    rows.value = between.xyz() - toDouble(Vec3{rest[0], rest[1], rest[2]});
    rows.move[0] = rows.move[1] = 0;
    const Mat3d turned = toMatrix(back);
    // A turn by θ changes the quaternion by half of it.
    const auto column = [&](Vec3d v) { return 0.5 * (between.w * v + cross(v, between.xyz())); };
    rows.turn[1] = {column(turned.x), column(turned.y), column(turned.z)};
    rows.turn[0] = {-rows.turn[1].x, -rows.turn[1].y, -rows.turn[1].z};
    const Vec3d c = toDouble(compliances);
    rows.compliance = {c.x, c.y, c.z, 0, 0, 0};
  }
};

}  // namespace holonom
