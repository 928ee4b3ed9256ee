#pragma once
// C = Im(q₁* q₂) − Ω₀: bending and twist between two pieces of a rod.
// [Kugelstadt and Schömer 2016, "Position and Orientation Based Cosserat Rods", section 4.2]
#include "constraints/oriented_constraint.h"

namespace holonom {

struct BendTwist {
  static constexpr int particleCount = 2, restCount = 3, rowCount = 3;
  static constexpr const char* name = "bendTwist";

  static void project(OrientedPoint* points, const float* rest, float softness, float* lambda) {
    const Quat &a = points[0].rotation, &b = points[1].rotation;
    const Quat between = conjugate(a) * b;
    const float side = between.w < 0 ? -1 : 1;
    const Vec3 value =
        Vec3{between.x, between.y, between.z} - side * Vec3{rest[0], rest[1], rest[2]};
    // A turn by θ changes the quaternion by half of it.
    const float wa = 0.25f * points[0].inverseMoment, wb = 0.25f * points[1].inverseMoment;
    if (!(wa + wb + softness > 0)) return;
    const Vec3 before{lambda[0], lambda[1], lambda[2]};
    const Vec3 change = (-1 / (wa + wb + softness)) * (value + softness * before);
    for (int k = 0; k < 3; ++k) lambda[k] += at(change, k);
    // About the world's axes, and opposite: angular momentum stays.
    const Quat turn = a * Quat{change.x, change.y, change.z, 0} * conjugate(b);
    points[0].turn = (-2 * wa) * Vec3{turn.x, turn.y, turn.z};
    points[1].turn = (2 * wb) * Vec3{turn.x, turn.y, turn.z};
  }
};

}  // namespace holonom
