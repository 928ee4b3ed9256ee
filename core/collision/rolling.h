#pragma once
// How contact points follow the turn of a body. A surface of revolution rolls under its points: a
// turn about its axis leaves them where they are.
#include <cstdint>

#include "math/mat3.h"
#include "math/quat.h"

namespace holonom {

/// Which turns of a body its contact points do not follow: none; about one of its principal axes;
/// all, under a ball or an ellipsoid.
enum class Rolling : uint8_t { None, AboutX, AboutY, AboutZ, All };

/// The same for one contact, in the world.
struct RollAxis {
  Rolling rolling = Rolling::None;
  Vec3 axis;  ///< unit, where there is one
  Vec3 dual;  ///< its product with a turn is the part about the axis; the others tilt the body, or
              ///< turn it about the normal, and its points with it

  RollAxis() = default;
  RollAxis(Rolling r, const Quat& rotation, Vec3 normal) : rolling(r) {
    if (r == Rolling::None || r == Rolling::All) return;
    const int k = static_cast<int>(r) - static_cast<int>(Rolling::AboutX);
    axis = rotate(rotation, {k == 0 ? 1.0f : 0, k == 1 ? 1.0f : 0, k == 2 ? 1.0f : 0});
    const Vec3 across = axis - dot(axis, normal) * normal;
    const float sine2 = lengthSquared(across);
    // What stands on its end does not roll.
    if (sine2 < kStandingSine2)
      rolling = Rolling::None;
    else
      dual = (1 / sine2) * across;
  }

  /// An arm after the body turned.
  Vec3 turned(const Quat& turn, Vec3 arm) const {
    if (rolling == Rolling::All) return arm;
    if (rolling == Rolling::None) return rotate(turn, arm);
    const Vec3 roll = dot(turn.xyz(), dual) * axis;
    const Quat about{roll.x, roll.y, roll.z, turn.w};
    // Half a turn across the axis.
    if (!(lengthSquared(about) > 1e-12f)) return rotate(turn, arm);
    return rotate(turn * conjugate(normalize(about)), arm);
  }

  static constexpr float kStandingSine2 = 0.0016f;
};

}  // namespace holonom
