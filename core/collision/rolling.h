#pragma once
// How contact points follow the turn of a body. A surface of revolution rolls under its points: a
// turn about its axis leaves them where they are.
#include "math/mat3.h"
#include "math/quat.h"

namespace holonom {

/// Which turns of a body its contact points do not follow: none; about one of its principal axes;
/// all, under a ball.
enum class Rolling : uint8_t { None, AboutX, AboutY, AboutZ, All };

/// The same with the axis in the world.
struct RollAxis {
  Rolling rolling = Rolling::None;
  Vec3 axis;  ///< unit, where there is one

  RollAxis() = default;
  RollAxis(Rolling r, const Quat& rotation) : rolling(r) {
    if (r == Rolling::None || r == Rolling::All) return;
    const int k = static_cast<int>(r) - static_cast<int>(Rolling::AboutX);
    axis = rotate(rotation, {k == 0 ? 1.0f : 0, k == 1 ? 1.0f : 0, k == 2 ? 1.0f : 0});
  }

  /// An arm after the body turned.
  Vec3 turned(const Quat& turn, Vec3 arm) const {
    if (rolling == Rolling::All) return arm;
    if (rolling == Rolling::None) return rotate(turn, arm);
    const Quat twist =
        normalize(Quat{axis.x * dot(turn.xyz(), axis), axis.y * dot(turn.xyz(), axis),
                       axis.z * dot(turn.xyz(), axis), turn.w});
    return rotate(turn * conjugate(twist), arm);
  }
};

}  // namespace holonom
