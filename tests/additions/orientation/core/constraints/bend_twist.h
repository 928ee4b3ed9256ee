#pragma once
// C = Im(q₁* q₂) − Ω₀: bending and twist between two pieces, equally stiff whatever their length.
#include "constraints/rod.h"

namespace holonom {

struct BendTwist {
  static constexpr int restCount = 3;
  static constexpr const char* name = "bendTwist";

  static float forceShare(const float* rest) { return RodBend::forceShare(rest); }

  static void evaluate(const OrientedPoint* p, const float* rest, Vec3 compliances,
                       OrientedRows& rows) {
    const float unit[] = {rest[0], rest[1], rest[2], 4};
    RodBend::evaluate(p, unit, compliances, rows);
  }
};

}  // namespace holonom
